import type { KeptColumn } from './columns.js';
import { groupInSteps } from './grouping.js';
import type { Grouping } from './grouping.js';
import { valueCodes } from './sensitive.js';

/** Rows by equal cells, numbered by first appearance. */
export type Alike = Pick<Grouping, 'groupOf' | 'count'>;

/** Adds a code to one of the two fingerprints of a row, which have a factor each. */
export type Mix = (fingerprint: number, code: number, factor: number) => number;

const mixWords: Mix = (fingerprint, code, factor) => {
  const mixed = Math.imul(fingerprint ^ (code + 0x7f4a7c15), factor);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

const FIRST_FACTOR = 0x9e3779b1;
const SECOND_FACTOR = 0x85ebca6b;
/** Rows between two pauses. */
const rowsAtOnce = 1 << 18;

/**
 * Groups the rows of the original, then of the release, by the columns that are released as they are. Rows are distinguished by fingerprints of all
 * their cells, which a second pass compares with the cells: where two different rows have the same fingerprint, rows are grouped column by column
 * instead. Yields between stretches of the work.
 *
 * @param mix - how fingerprints are made; a test's may be bad
 */
export function* groupKept(
  originalRows: number,
  releaseRows: number,
  columns: readonly KeptColumn[],
  mix: Mix = mixWords,
): Generator<void, Alike> {
  const rows = originalRows + releaseRows;
  const codes = new Uint32Array(rows);
  const load = ({ original, release, values }: KeptColumn): void => {
    codes.set(valueCodes(original, values.ofBase));
    codes.set(valueCodes(release, values.ofOther), originalRows);
  };
  const alike = yield* numberFingerprints(yield* fingerprint(columns, codes, load, mix));
  if (yield* areAlike(alike, columns, codes, load)) return alike;
  let groups: Alike = { groupOf: new Uint32Array(rows), count: 1 };
  for (const column of columns) {
    load(column);
    yield;
    groups = (yield* groupInSteps(
      { entries: rows, weights: null },
      [{ codes, width: column.values.count }],
      groups,
    )) as Grouping;
  }
  return groups;
}

/** Two words a row. */
function* fingerprint(
  columns: readonly KeptColumn[],
  codes: Uint32Array,
  load: (column: KeptColumn) => void,
  mix: Mix,
): Generator<void, Uint32Array> {
  const words = new Uint32Array(2 * codes.length);
  for (const column of columns) {
    load(column);
    yield;
    for (let from = 0; from < codes.length; from += rowsAtOnce) {
      const to = Math.min(codes.length, from + rowsAtOnce);
      for (let row = from; row < to; row++) {
        words[2 * row] = mix(words[2 * row], codes[row], FIRST_FACTOR);
        words[2 * row + 1] = mix(words[2 * row + 1], codes[row], SECOND_FACTOR);
      }
      yield;
    }
  }
  return words;
}

/** Rows by equal fingerprints, and [rows] the first row of the group of each. */
function* numberFingerprints(words: Uint32Array): Generator<void, Alike & { readonly firstOf: Uint32Array }> {
  const rows = words.length / 2;
  let bits = 10;
  while (bits < 30 && 2 ** bits < 2 * rows) bits++;
  /** One more than the first row of a group; 0: none. */
  const slots = new Uint32Array(2 ** bits);
  const groupOf = new Uint32Array(rows);
  const firstOf = new Uint32Array(rows);
  let count = 0;
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const to = Math.min(rows, from + rowsAtOnce);
    for (let row = from; row < to; row++) {
      let at = words[2 * row] >>> (32 - bits);
      let first = slots[at] - 1;
      while (first >= 0 && (words[2 * first] !== words[2 * row] || words[2 * first + 1] !== words[2 * row + 1])) {
        at = (at + 1) & (slots.length - 1);
        first = slots[at] - 1;
      }
      if (first < 0) {
        slots[at] = row + 1;
        firstOf[row] = row;
        groupOf[row] = count++;
      } else {
        firstOf[row] = first;
        groupOf[row] = groupOf[first];
      }
    }
    yield;
  }
  return { groupOf, firstOf, count };
}

/** Tests whether every row has the cells of the first one of its group. */
function* areAlike(
  { firstOf }: { readonly firstOf: Uint32Array },
  columns: readonly KeptColumn[],
  codes: Uint32Array,
  load: (column: KeptColumn) => void,
): Generator<void, boolean> {
  for (const column of columns) {
    load(column);
    yield;
    for (let from = 0; from < codes.length; from += rowsAtOnce) {
      const to = Math.min(codes.length, from + rowsAtOnce);
      for (let row = from; row < to; row++) if (codes[row] !== codes[firstOf[row]]) return false;
      yield;
    }
  }
  return true;
}
