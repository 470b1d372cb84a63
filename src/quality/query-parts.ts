import { joinSharing } from '../base/join-sharing.js';
import type { Steps } from '../base/steps.js';
import { fulfils } from '../table/filter-where.js';
import { columnsOfWhere, type Where } from '../table/parse-where.js';
import type { Column } from '../table/table.js';

/** A column with one code for each of its values, in the order that released values cover. */
export interface ValueColumn {
  readonly name: string;
  /** Number of values. */
  readonly size: number;
  /** The values as a column of `size` entries. */
  readonly values: Column;
}

/** A condition in parts without a common column, so that each is decided on its own. */
export type QueryPart =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly QueryPart[]; readonly columns: readonly string[] }
  | { readonly kind: 'not'; readonly of: QueryPart; readonly columns: readonly string[] }
  | { readonly kind: 'table'; readonly where: Where; readonly columns: readonly string[] };

/** Splits a condition into parts that share no column, as far as it is made of such by `and`, `or` and `not`. */
export function partsOf(where: Where): QueryPart {
  const columns = [...columnsOfWhere(where).keys()];
  if (where.kind === 'not') return { kind: 'not', of: partsOf(where.of), columns };
  if (where.kind !== 'and' && where.kind !== 'or') return { kind: 'table', where, columns };
  const { kind } = where;
  const parts = joinedParts(where, kind);
  if (parts.length === 1) return { kind: 'table', where, columns };
  return { kind: kind === 'and' ? 'all' : 'any', parts: parts.map(partsOf), columns };
}

/** The operands of nested `and` or `or`, those with a common column joined again. */
function joinedParts(where: Where, kind: 'and' | 'or'): Where[] {
  const operands: Where[] = [];
  const flatten = (part: Where): void => {
    if (part.kind !== kind) return void operands.push(part);
    flatten(part.left);
    flatten(part.right);
  };
  flatten(where);
  const groups = joinSharing(operands.map((operand) => columnsOfWhere(operand).keys()));
  return groups.map((group) =>
    group.map((i) => operands[i]).reduce((left, right) => ({ kind, at: left.at, left, right })),
  );
}

/** The largest number of combinations of values that one part is decided on. */
export function largestTable(part: QueryPart, sizeOf: (name: string) => number): number {
  if (part.kind === 'table') return part.columns.reduce((product, name) => product * sizeOf(name), 1);
  const parts = part.kind === 'not' ? [part.of] : part.parts;
  return parts.reduce((most, each) => Math.max(most, largestTable(each, sizeOf)), 0);
}

/**
 * u8[product of sizes] 1 for every combination of values that fulfils a part, the first column varying slowest. Yields between stretches of
 * the work.
 */
export function* decideTable(where: Where, columns: readonly ValueColumn[]): Steps<Uint8Array> {
  const entries = columns.reduce((product, { size }) => product * size, 1);
  let repeats = entries;
  const combined = columns.map(({ size, values }) => {
    repeats /= size;
    const own = repeats;
    const codes = Uint32Array.from({ length: entries }, (_, entry) => values.codes[Math.floor(entry / own) % size]);
    return { ...values, codes };
  });
  yield;
  return yield* fulfils(where, { columns: combined, entries });
}
