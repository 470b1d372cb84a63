import { parseValue } from '../table/spelling.js';
import type { ValueKind } from '../table/table.js';

/** The number that a leaf's text stands for in a column of that kind (dates as days); NaN for strings and for no value. */
export function leafNumber(text: string, kind: ValueKind): number {
  if (kind.type === 'string') return NaN;
  const value = parseValue(text, kind);
  return typeof value === 'number' ? value : NaN;
}
