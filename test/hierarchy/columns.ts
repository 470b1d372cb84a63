import { allocateCodes, type Column, type ColumnType } from '../../src/table/table.js';
import { formatValue, parseValue } from '../../src/table/spelling.js';

/** A column from cells, as a reader makes it; null is the missing value, spelled `missing`. */
export function columnOf(
  name: string,
  type: ColumnType,
  cells: readonly (string | number | null)[],
  missing = '?',
): Column {
  const texts: string[] = [];
  const numbers: number[] = [];
  const known = new Map<string, number>();
  let missingCode = -1;
  const codes = Array.from(cells, (cell) => {
    const number = cell === null || type === 'string' ? NaN : parseValue(String(cell), { type });
    if (typeof number === 'string') throw new Error(number);
    const text = cell === null ? missing : type === 'string' ? String(cell) : formatValue(number, { type });
    const key = cell === null ? 'missing' : `value ${text}`;
    let code = known.get(key);
    if (code === undefined) {
      code = texts.length;
      known.set(key, code);
      texts.push(text);
      numbers.push(number);
      if (cell === null) missingCode = code;
    }
    return code;
  });
  const packed = allocateCodes(codes.length, texts.length);
  packed.set(codes);
  return {
    name,
    type,
    codes: packed,
    texts,
    numbers: type === 'string' ? null : Float64Array.from(numbers),
    missingCode,
  };
}

/** The rows of a file of cells between semicolons, without quotes. */
export function splitCells(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.length > 0)
    .map((line) => line.split(';'));
}
