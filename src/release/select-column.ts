import type { Column } from '../table/table.js';
import { allocateCodes } from '../table/table.js';

const unseen = 0xffffffff;

/** What a released column is made of: a dictionary, and a code into it for every row of the input. */
export type ColumnSource = Pick<Column, 'name' | 'type' | 'texts' | 'numbers' | 'missingCode'> & {
  codeOf(row: number): number;
};

/**
 * A column of the chosen rows in their order. Its dictionary holds the entries that these rows use and no others, in the
 * order of first appearance among them: neither withheld values nor the order of the input can be read from it.
 */
export function selectColumn(source: ColumnSource, rows: Uint32Array): Column {
  const newCode = new Uint32Array(source.texts.length).fill(unseen);
  const used: number[] = [];
  const wide = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const code = source.codeOf(rows[i]);
    if (newCode[code] === unseen) {
      newCode[code] = used.length;
      used.push(code);
    }
    wide[i] = newCode[code];
  }
  const codes = allocateCodes(rows.length, used.length);
  codes.set(wide);
  const { numbers, missingCode } = source;
  return {
    name: source.name,
    type: source.type,
    codes,
    texts: used.map((code) => source.texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: missingCode >= 0 && newCode[missingCode] !== unseen ? newCode[missingCode] : -1,
  };
}
