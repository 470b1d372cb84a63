/** Files that are not CSV, in the worker: a module of its own, which is loaded on use. */
import { KohortError } from '../../base/errors.js';
import type { PlainError } from '../../base/plain-error.js';
import { toPlainError } from '../../base/plain-error.js';
import type { ReadCsvOptions } from '../../io/csv/read-csv.js';
import { readJson } from '../../io/row-files/json.js';
import { readNdjson } from '../../io/row-files/ndjson.js';
import { readXlsx } from '../../io/row-files/xlsx.js';
import type { PlainTable } from '../../table/plain-table.js';
import { toPlainTable } from '../../table/plain-table.js';
import { startReading } from './reading/start-reading.js';

/** Formats that are read here. */
export type OtherFormat = 'xlsx' | 'ndjson' | 'json';

/**
 * Reads a file. Table and errors are plain data: where the module is a bundle of its own, its classes are not those of the worker. What
 * `options` throw is thrown on.
 */
export async function readOtherFile(
  bytes: Uint8Array,
  format: OtherFormat,
  options: ReadCsvOptions,
): Promise<{ readonly table: PlainTable } | { readonly error: PlainError }> {
  const read = { xlsx: readXlsx, ndjson: readNdjson, json: readJson }[format];
  try {
    return { table: toPlainTable(await read(bytes, options, startReading)) };
  } catch (error) {
    if (error instanceof KohortError) return { error: toPlainError(error) };
    throw error;
  }
}
