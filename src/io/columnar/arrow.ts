import type { Vector } from 'apache-arrow';
import { InputError } from '../../base/errors.js';
import type { Column, Table } from '../../table/table.js';
import { loadOptional } from './load-optional.js';
import type { CellRows, ColumnarReader } from './columnar-reader.js';
import type { OrderOptions } from './row-order.js';
import { rowOrder } from './row-order.js';

const BATCH_ROWS = 65_536;

/** Opens an Arrow IPC file or stream in memory. Throws InputError ARROW_INVALID, InvalidArgumentError PACKAGE_MISSING. */
export async function openArrow(bytes: Uint8Array, source: string): Promise<ColumnarReader> {
  const { DataType, tableFromIPC } = await loadOptional('apache-arrow', async () => import('apache-arrow'));
  let table;
  try {
    table = tableFromIPC(bytes);
  } catch (error) {
    throw new InputError('ARROW_INVALID', 'the bytes are no Arrow IPC file or stream', { source }, { cause: error });
  }
  const { schema, numRows } = table;
  if (schema.fields.length === 0)
    throw new InputError('ARROW_INVALID', 'the bytes are no Arrow IPC file or stream', { source });
  return {
    rows: numRows,
    columns: schema.fields.map(({ name }) => name),
    *read(columns): Generator<CellRows> {
      const vectors = columns.map((name) => {
        const at = schema.fields.findIndex((field) => field.name === name);
        const vector = table.getChildAt(at) as Vector;
        const { type } = schema.fields[at];
        const isTime = DataType.isDate(type) || DataType.isTimestamp(type);
        return (row: number): unknown => {
          const value: unknown = vector.get(row);
          return isTime && value !== null ? new Date(Number(value)) : value;
        };
      });
      for (let from = 0; from < numRows; from += BATCH_ROWS) {
        const count = Math.min(BATCH_ROWS, numRows - from);
        yield Array.from({ length: count }, (_, i) => vectors.map((get) => get(from + i)));
      }
    },
  };
}

/**
 * A release as the bytes of an Arrow IPC file. Every column is a dictionary of the texts, or a vector of the numbers, of the
 * released cells alone; beneath a null there are zeros; the schema has names and types and no metadata.
 */
export async function writeArrow(table: Table, options: OrderOptions = {}): Promise<Uint8Array> {
  const arrow = await loadOptional('apache-arrow', async () => import('apache-arrow'));
  const order = rowOrder(table, options);
  const vectorOf = (column: Column): Vector => {
    const { codes, missingCode } = column;
    const nulls = missingCode >= 0;
    const nullBitmap = nulls ? new Uint8Array(Math.ceil(order.length / 64) * 8) : undefined;
    let nullCount = 0;
    const isNull = (row: number): boolean => {
      if (codes[order[row]] === missingCode) nullCount++;
      else if (nullBitmap !== undefined) nullBitmap[row >> 3] |= 1 << (row & 7);
      return codes[order[row]] === missingCode;
    };
    if (column.numbers !== null && (column.type === 'integer' || column.type === 'number')) {
      const { numbers } = column;
      const data = new Float64Array(order.length);
      for (let row = 0; row < order.length; row++) if (!isNull(row)) data[row] = numbers[codes[order[row]]];
      return arrow.makeVector(
        arrow.makeData({ type: new arrow.Float64(), length: order.length, nullCount, nullBitmap, data }),
      ) as Vector;
    }
    // Codes by first appearance in the output: neither unreleased entries nor another order are left.
    const newCode = new Int32Array(column.texts.length).fill(-1);
    const texts: string[] = [];
    const data = new Int32Array(order.length);
    for (let row = 0; row < order.length; row++) {
      if (isNull(row)) continue;
      const code = codes[order[row]];
      if (newCode[code] < 0) newCode[code] = texts.push(column.texts[code]) - 1;
      data[row] = newCode[code];
    }
    const dictionary = arrow.vectorFromArray(texts, new arrow.Utf8());
    const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
    return arrow.makeVector(
      arrow.makeData({ type, length: order.length, nullCount, nullBitmap, data, dictionary }),
    ) as unknown as Vector;
  };
  const columns = Object.create(null) as Record<string, Vector>;
  for (const column of table.columns) columns[column.name] = vectorOf(column);
  return arrow.tableToIPC(new arrow.Table(columns), 'file');
}
