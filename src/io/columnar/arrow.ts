import { InputError, KohortError } from '../../base/errors.js';
import type { Table } from '../../table/table.js';
import type { ArrowTable } from '../../table/to-arrow.js';
import { arrowTableOf } from '../../table/to-arrow.js';
import { arrowColumns, readArrowRows } from '../arrow-table.js';
import type { ArrowSize } from './check-arrow.js';
import { checkArrow } from './check-arrow.js';
import { loadOptional, rethrow } from './load-optional.js';
import type { ColumnarReader } from './columnar-reader.js';
import type { OrderOptions } from './row-order.js';
import { rowOrder } from './row-order.js';

/** Opens an Arrow IPC file or stream in memory. Throws InputError ARROW_INVALID, InvalidArgumentError PACKAGE_MISSING. */
export async function openArrow(bytes: Uint8Array, source: string | undefined): Promise<ColumnarReader> {
  const arrow = await loadOptional('apache-arrow', () => import('apache-arrow').catch(rethrow));
  const invalid = (cause?: unknown, reason = ''): InputError =>
    new InputError('ARROW_INVALID', `the bytes are not an Arrow IPC file or stream${reason}`, { source }, { cause });
  let size: ArrowSize;
  try {
    size = checkArrow(bytes);
  } catch (error) {
    throw invalid(error, error instanceof Error ? ` that can be read: ${error.message}` : '');
  }
  let table: ArrowTable;
  try {
    // A reader instead of tableFromIPC, which looks for a stream behind the last batch of a file, though the footer gives its end.
    table = new arrow.Table([...arrow.RecordBatchReader.from(bytes).open()]);
  } catch (error) {
    throw invalid(error);
  }
  return {
    rows: table.numRows,
    unpackedBytes: size.unpackedBytes,
    columns: arrowColumns(table),
    *read(names) {
      try {
        yield* readArrowRows(table, names);
      } catch (error) {
        throw error instanceof KohortError ? error : invalid(error);
      }
    },
  };
}

/** A release as the bytes of an Arrow IPC file: see `arrowTableOf`. */
export async function writeArrow(table: Table, options: OrderOptions = {}): Promise<Uint8Array> {
  const arrow = await loadOptional('apache-arrow', () => import('apache-arrow').catch(rethrow));
  return arrow.tableToIPC(arrowTableOf(arrow, table, rowOrder(table, options)), 'file');
}
