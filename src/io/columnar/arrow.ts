import { InputError } from '../../base/errors.js';
import type { Table } from '../../table/table.js';
import { arrowTableOf } from '../../table/to-arrow.js';
import { arrowColumns, readArrowRows } from '../arrow-table.js';
import { loadOptional } from './load-optional.js';
import type { ColumnarReader } from './columnar-reader.js';
import type { OrderOptions } from './row-order.js';
import { rowOrder } from './row-order.js';

/** Opens an Arrow IPC file or stream in memory. Throws InputError ARROW_INVALID, InvalidArgumentError PACKAGE_MISSING. */
export async function openArrow(bytes: Uint8Array, source: string): Promise<ColumnarReader> {
  const { tableFromIPC } = await loadOptional('apache-arrow', async () => import('apache-arrow'));
  let table;
  try {
    table = tableFromIPC(bytes);
  } catch (error) {
    throw new InputError('ARROW_INVALID', 'the bytes are no Arrow IPC file or stream', { source }, { cause: error });
  }
  const columns = arrowColumns(table);
  if (columns.length === 0)
    throw new InputError('ARROW_INVALID', 'the bytes are no Arrow IPC file or stream', { source });
  return { rows: table.numRows, columns, read: (names) => readArrowRows(table, names) };
}

/** A release as the bytes of an Arrow IPC file: see `arrowTableOf`. */
export async function writeArrow(table: Table, options: OrderOptions = {}): Promise<Uint8Array> {
  const arrow = await loadOptional('apache-arrow', async () => import('apache-arrow'));
  return arrow.tableToIPC(arrowTableOf(arrow, table, rowOrder(table, options)), 'file');
}
