import type { Column } from '../table/table.js';
import { sortedCodes } from './sorted-codes.js';

/** Paths of `{"type":"suppress"}`: every distinct value of the column, then `*`. */
export function suppressPaths(column: Column): string[][] {
  return Array.from(sortedCodes(column), (code) => [column.texts[code], '*']);
}
