/** Files that are not CSV, in the worker: a module of its own, which is loaded on use. */
import { KohortError } from '../../base/errors.js';
import type { PlainError } from '../../base/plain-error.js';
import { toPlainError } from '../../base/plain-error.js';
import type { ReadCsvOptions } from '../../io/csv/read-csv.js';
import { rowReaders } from '../../io/row-files/row-readers.js';
import type { RowFormat } from '../../table/file-formats.js';
import type { PlainTable } from '../../table/plain-table.js';
import { toPlainTable } from '../../table/plain-table.js';
import { startReading } from './reading/start-reading.js';

/**
 * Reads a file. Table and errors are plain data: where the module is a bundle of its own, its classes are not those of the worker. What
 * `options` throw is thrown on.
 */
export async function readOtherFile(
  bytes: Uint8Array,
  format: RowFormat,
  options: ReadCsvOptions,
): Promise<{ readonly table: PlainTable } | { readonly error: PlainError }> {
  try {
    return { table: toPlainTable(await rowReaders[format](bytes, options, startReading)) };
  } catch (error) {
    if (error instanceof KohortError) return { error: toPlainError(error) };
    throw error;
  }
}
