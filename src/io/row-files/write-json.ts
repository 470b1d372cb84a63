import type { Column, Table } from '../../table/table.js';
import type { OrderOptions } from '../columnar/row-order.js';
import { rowOrder } from '../columnar/row-order.js';

/** Options of writing a table as JSON. */
interface WriteJsonOptions extends OrderOptions {
  /** `lines`: an object a line (NDJSON); `array`: one array of objects. */
  readonly form: 'lines' | 'array';
}

const CHUNK_CHARACTERS = 256 * 1024;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Writes a table as JSON, an object a row with the columns as keys, UTF-8. Cells of columns of numbers are numbers as they are written,
 * in a format of their own texts; all others are texts; missing ones null. `readNdjson` and `readJson` read the same table back.
 *
 * @returns chunks of about 256 KiB
 */
export function* jsonChunks(table: Table, { form, ...order }: WriteJsonOptions): Generator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const columns = table.columns.map((column, c) => ({ codes: column.codes, cells: membersOf(column, c === 0) }));
  const isArray = form === 'array';
  let text = isArray ? '[\n' : '';
  let isFirst = true;
  for (const entry of rowOrder(table, order)) {
    if (isArray && !isFirst) text += ',\n';
    isFirst = false;
    for (const { codes, cells } of columns) text += cells[codes[entry]];
    text += isArray ? '}' : '}\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (isArray) text += isFirst ? ']\n' : '\n]\n';
  if (text !== '') yield encoder.encode(text);
}

/** [dictionary] key and value of every cell, with what stands before them. */
function membersOf({ name, type, format, texts, missingCode }: Column, isFirst: boolean): string[] {
  const key = `${isFirst ? '{' : ','}${JSON.stringify(name)}:`;
  const isNumeric = format === undefined && (type === 'integer' || type === 'number');
  return texts.map((text, code) => {
    if (code === missingCode) return `${key}null`;
    return key + (isNumeric && JSON_NUMBER.test(text) ? text : JSON.stringify(text));
  });
}
