import type { Column } from '../table/table.js';

/** Compares two strings by Unicode code points (`<` on strings compares UTF-16 units, which differs past U+FFFF). */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xSurrogate = (x & 0xf800) === 0xd800;
      const ySurrogate = (y & 0xf800) === 0xd800;
      return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/**
 * [distinct] dictionary codes of a column in ascending order: numbers and dates by value, strings by code point; the
 * missing value last.
 */
export function sortedCodes(column: Column): Uint32Array {
  const { texts, numbers, missingCode } = column;
  const codes = Uint32Array.from(texts, (_, code) => code);
  const byValue: (a: number, b: number) => number =
    numbers === null
      ? (a, b) => compareCodePoints(texts[a], texts[b]) || a - b
      : (a, b) => numbers[a] - numbers[b] || a - b;
  return codes.sort((a, b) => (a === b ? 0 : a === missingCode ? 1 : b === missingCode ? -1 : byValue(a, b)));
}
