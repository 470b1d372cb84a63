import type { Steps } from '../base/steps.js';
import type { Codes } from '../table/table.js';
import type { CountingQuery } from './query-workload.js';

/** A column of what is counted: [entries] codes, and [codes] the place of every code in the column's order. */
export interface AnsweringColumn {
  readonly codes: Codes;
  readonly placeOf: Uint32Array;
}

/** Entries that are looked at together, column by column. */
const BLOCK = 1 << 14;
/** Blocks between two pauses. */
const BLOCKS_AT_ONCE = 16;
/** Bytes of a mask, and values of a byte. */
const BYTES = 4;
const BYTE_VALUES = 256;

/**
 * How many rows every query asks for. One bit a query: a code of a column has the bits of the queries that accept it, an entry
 * those that all its codes have. Yields between stretches of the work.
 *
 * @param columns - as conditions number them
 * @param weights - [entries] rows of every entry, or null for one each
 * @param queries - at most 32
 */
export function* countAnswers(
  columns: readonly AnsweringColumn[],
  weights: Uint32Array | null,
  queries: readonly CountingQuery[],
): Steps<Float64Array> {
  if (queries.length === 0) return new Float64Array(0);
  const tally = new MaskTally();
  const { length } = columns[0].codes;
  const codes = new Uint32Array(Math.min(length, BLOCK));
  const masks = new Uint32Array(codes.length);
  const tables = columns.flatMap(({ codes: own, placeOf }, column) =>
    asksFor(queries, column) ? [{ codes: own, accepted: acceptedBy(queries, column, placeOf) }] : [],
  );
  for (let from = 0; from < length; from += BLOCK) {
    const count = Math.min(BLOCK, length - from);
    masks.fill(fullMask(queries.length), 0, count);
    for (const table of tables) {
      // Codes at one width: a loop over arrays of several widths is many times slower.
      codes.set(table.codes.subarray(from, from + count));
      restrict(masks, codes, table.accepted, count);
    }
    for (let i = 0; i < count; i++) tally.add(masks[i], weights === null ? 1 : weights[from + i]);
    if ((from / BLOCK) % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) yield;
  }
  return Float64Array.from(queries, (_, query) => tally.rowsOf(query));
}

/** The bits of `count` queries, at most 32. */
export const fullMask = (count: number): number => (count === 32 ? 0xffffffff : 2 ** count - 1);

/** True when some query has a condition on the column. */
export const asksFor = (queries: readonly CountingQuery[], column: number): boolean =>
  queries.some((query) => query.some((condition) => condition.column === column));

/** [codes] the queries, at most 32, that accept a code of the column: those without a condition on it accept every code. */
export function acceptedBy(queries: readonly CountingQuery[], column: number, placeOf: Uint32Array): Uint32Array {
  const accepted = new Uint32Array(placeOf.length).fill(fullMask(queries.length));
  queries.forEach((query, index) => {
    const condition = query.find((each) => each.column === column);
    if (condition === undefined) return;
    const others = ~(1 << index);
    for (let code = 0; code < accepted.length; code++) {
      if (placeOf[code] < condition.low || placeOf[code] > condition.high) accepted[code] &= others;
    }
  });
  return accepted;
}

function restrict(masks: Uint32Array, codes: Uint32Array, accepted: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) masks[i] &= accepted[codes[i]];
}

/** Rows by the queries that take them, without a branch a query. Whole numbers, so that no order of adding them matters. */
export class MaskTally {
  readonly #tallies = new Float64Array(BYTES * BYTE_VALUES);

  add(mask: number, rows: number): void {
    const tallies = this.#tallies;
    tallies[mask & 255] += rows;
    tallies[256 + ((mask >>> 8) & 255)] += rows;
    tallies[512 + ((mask >>> 16) & 255)] += rows;
    tallies[768 + (mask >>> 24)] += rows;
  }

  /** Rows that a query takes, by its bit. */
  rowsOf(query: number): number {
    const byteAt = (query >>> 3) * BYTE_VALUES;
    let rows = 0;
    for (let byte = 0; byte < BYTE_VALUES; byte++) {
      if (((byte >>> (query & 7)) & 1) === 1) rows += this.#tallies[byteAt + byte];
    }
    return rows;
  }
}
