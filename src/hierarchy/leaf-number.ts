import { isOpenText } from '../table/open-ends.js';
import { parseValue, spellingOf } from '../table/spelling.js';
import type { ValueKind } from '../table/table.js';

/** False for a number that is read as an open end of the column: 90 is not 90+. */
function isOwnEnd(text: string, value: number, kind: ValueKind): boolean {
  const { low, high } = spellingOf(kind).open;
  return (value !== low && value !== high) || isOpenText(text);
}

/** The number that a leaf's text stands for in a column of that kind (dates as days); NaN for strings and for no value. */
export function leafNumber(text: string, kind: ValueKind): number {
  if (kind.type === 'string') return NaN;
  const value = parseValue(text, kind);
  return typeof value === 'number' && isOwnEnd(text, value, kind) ? value : NaN;
}
