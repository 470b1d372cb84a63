import type { Column } from '../table/table.js';
import { allocateCodes } from '../table/table.js';

const unseen = 0xffffffff;

/** What a released column is made of: everything of a column but its codes. */
export type ColumnSource = Pick<Column, 'name' | 'type' | 'texts' | 'numbers' | 'missingCode'>;

/**
 * A column of the released rows. Its dictionary holds the entries that these rows use and no others, in the order of
 * first appearance among them: neither withheld values nor the order of the input can be read from it.
 *
 * @param source - the column that the codes belong to
 * @param codes - [released rows] code into the dictionary of `source`; overwritten
 */
export function compactColumn(source: ColumnSource, codes: Uint32Array): Column {
  const newCode = new Uint32Array(source.texts.length).fill(unseen);
  const used: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (newCode[code] === unseen) {
      newCode[code] = used.length;
      used.push(code);
    }
    codes[i] = newCode[code];
  }
  const narrow = allocateCodes(codes.length, used.length);
  narrow.set(codes);
  const { name, type, numbers, missingCode } = source;
  return {
    name,
    type,
    codes: narrow,
    texts: used.map((code) => source.texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: missingCode >= 0 && newCode[missingCode] !== unseen ? newCode[missingCode] : -1,
  };
}

/** The chosen rows of a column, in their order. */
export function selectColumn(column: Column, rows: Uint32Array): Column {
  const { codes } = column;
  const chosen = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) chosen[i] = codes[rows[i]];
  return compactColumn(column, chosen);
}
