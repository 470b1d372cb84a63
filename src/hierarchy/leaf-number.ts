import type { ColumnType } from '../table/table.js';
import { parseValue } from '../table/value.js';

/** The number that a leaf's text stands for in a column of that type (dates as days); NaN for strings and for no value. */
export function leafNumber(text: string, type: ColumnType): number {
  if (type === 'string') return NaN;
  const value = parseValue(text, type);
  return typeof value === 'number' ? value : NaN;
}
