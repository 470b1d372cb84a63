import type { Codes } from '../table/table.js';
import type { ClassValues } from '../quality/released.js';
import { suppressedRow } from './pieces.js';

/**
 * Counts the values of a column within every class, only those that occur: a table of classes by values may be too large
 * where both are many.
 *
 * @param classOf - [rows] class, or {@link suppressedRow}
 * @param codes - [rows] code in [0, size)
 * @param weights - [rows] rows that each stands for; default one
 */
export function countByClass(
  classes: number,
  classOf: Uint32Array,
  codes: Codes,
  size: number,
  weights?: Uint32Array,
): ClassValues {
  if (classes * size <= classOf.length) return countInTable(classes, classOf, codes, size, weights);
  const { from, own } = sortByClass(classes, classOf, codes, weights);
  const start = new Uint32Array(classes + 1);
  // The place of a value in the counted class, + 1; of other classes it is before the class's start.
  const placeOf = new Uint32Array(size);
  let end = 0;
  for (let c = 0; c < classes; c++) {
    start[c] = end;
    for (let at = from[c]; at < from[c + 1]; at++) {
      const code = own.code[at];
      if (placeOf[code] > start[c]) {
        own.rows[placeOf[code] - 1] += own.rows[at];
        continue;
      }
      own.code[end] = code;
      own.rows[end++] = own.rows[at];
      placeOf[code] = end;
    }
  }
  start[classes] = end;
  return { size, start, code: own.code.slice(0, end), rows: own.rows.slice(0, end) };
}

/** By a table of classes by values. */
function countInTable(
  classes: number,
  classOf: Uint32Array,
  codes: Codes,
  size: number,
  weights: Uint32Array | undefined,
): ClassValues {
  const table = new Uint32Array(classes * size);
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] !== suppressedRow) {
      table[classOf[row] * size + codes[row]] += weights === undefined ? 1 : weights[row];
    }
  }
  const start = new Uint32Array(classes + 1);
  const code = new Uint32Array(table.length);
  const rows = new Uint32Array(table.length);
  let end = 0;
  for (let at = 0; at < table.length; at++) {
    if (at % size === 0) start[at / size] = end;
    if (table[at] === 0) continue;
    code[end] = at % size;
    rows[end++] = table[at];
  }
  start[classes] = end;
  return { size, start, code: code.subarray(0, end), rows: rows.subarray(0, end) };
}

/** The rows of class c are from[c] .. from[c + 1] - 1, in their order. */
function sortByClass(classes: number, classOf: Uint32Array, codes: Codes, weights: Uint32Array | undefined) {
  const from = new Uint32Array(classes + 1);
  for (let row = 0; row < classOf.length; row++) if (classOf[row] !== suppressedRow) from[classOf[row] + 1]++;
  for (let c = 0; c < classes; c++) from[c + 1] += from[c];
  const next = from.slice();
  const own = { code: new Uint32Array(from[classes]), rows: new Uint32Array(from[classes]) };
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] === suppressedRow) continue;
    const at = next[classOf[row]]++;
    own.code[at] = codes[row];
    own.rows[at] = weights === undefined ? 1 : weights[row];
  }
  return { from, own };
}
