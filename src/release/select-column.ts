import type { Column } from '../table/table.js';
import { allocateCodes, pickCodes, weighCodes } from '../table/table.js';
import { kindOf } from '../table/spelling.js';

const unseen = 0xffffffff;

/** What a released column is made of: everything of a column but its codes. */
export type ColumnSource = Pick<Column, 'name' | 'type' | 'format' | 'texts' | 'numbers' | 'missingCode'>;

/**
 * A column of released entries. Its dictionary holds what these entries use and no others, in the order of first appearance
 * among them: neither withheld values nor the order of the input can be read from it.
 *
 * @param source - the column that the codes belong to
 * @param codes - [released entries] code into the dictionary of `source`; overwritten
 * @param weights - [released entries] rows of each, for a counted table
 */
export function compactColumn(source: ColumnSource, codes: Uint32Array, weights: Uint32Array | null = null): Column {
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
  const { name, numbers, missingCode } = source;
  const column = {
    name,
    ...kindOf(source),
    codes: narrow,
    texts: used.map((code) => source.texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: missingCode >= 0 && newCode[missingCode] !== unseen ? newCode[missingCode] : -1,
  };
  return weights === null ? column : { ...column, rowsPerCode: weighCodes(narrow, weights, used.length) };
}

/** The chosen entries of a column, in their order. */
export function selectColumn(column: Column, entries: Uint32Array, weights: Uint32Array | null = null): Column {
  return compactColumn(column, pickCodes(column.codes, entries), weights);
}
