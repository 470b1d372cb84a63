import type { Steps } from '../base/steps.js';
import { decideTable, type QueryPart, type ValueColumn } from './query-parts.js';

/** A column of a release as a reader sees it: released values, each of which stands for some values of the column. */
export interface ShownColumn extends ValueColumn {
  /** Number of released values. */
  readonly states: number;
  /** Returns the values that a released value covers, each equally likely. */
  readonly cover: (state: number) => Uint32Array;
}

/** Returns the released value of a column by its name. */
type StateOf = (name: string) => number;

/** Returns the probability that a row with some released values fulfils a condition. */
export type ShareOf = (part: QueryPart, stateOf: StateOf) => number;

/**
 * Prepares the probabilities of a condition. The values that a released value covers are equally likely, those of different columns independent.
 * Yields between stretches of the work.
 */
export function* prepareShares(whole: QueryPart, columns: ReadonlyMap<string, ShownColumn>): Steps<ShareOf> {
  const tables = new Map<QueryPart, (stateOf: StateOf) => number>();
  const waiting = [whole];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.kind === 'table') tables.set(part, yield* prepareTable(part, columns));
    else for (const inner of part.kind === 'not' ? [part.of] : part.parts) waiting.push(inner);
  }
  const shareOf: ShareOf = (part, stateOf) => {
    if (part.kind === 'table') return tables.get(part)!(stateOf);
    if (part.kind === 'not') return 1 - shareOf(part.of, stateOf);
    const isAll = part.kind === 'all';
    let product = 1;
    for (const each of part.parts) {
      const share = shareOf(each, stateOf);
      product *= isAll ? share : 1 - share;
      if (product === 0) break;
    }
    return isAll ? product : 1 - product;
  };
  return shareOf;
}

function* prepareTable(
  part: QueryPart & { readonly kind: 'table' },
  columns: ReadonlyMap<string, ShownColumn>,
): Steps<(stateOf: StateOf) => number> {
  const own = part.columns.map((name) => columns.get(name)!);
  const truth = yield* decideTable(part.where, own);
  if (own.length === 1) {
    const [{ name, states, cover }] = own;
    const shares = Float64Array.from({ length: states }, (_, state) => meanTruth(truth, own, [cover(state)]));
    return (stateOf) => shares[stateOf(name)];
  }
  const known = new Map<number, number>();
  return (stateOf) => {
    let key = 0;
    for (const { name, states } of own) key = key * states + stateOf(name);
    let share = known.get(key);
    if (share === undefined) {
      share = meanTruth(
        truth,
        own,
        own.map(({ name, cover }) => cover(stateOf(name))),
      );
      known.set(key, share);
    }
    return share;
  };
}

/** Share of the combinations of covered values that are true. */
function meanTruth(truth: Uint8Array, columns: readonly ValueColumn[], covers: readonly Uint32Array[]): number {
  const count = (at: number, offset: number): number => {
    if (at === columns.length) return truth[offset];
    let found = 0;
    for (const value of covers[at]) found += count(at + 1, offset * columns[at].size + value);
    return found;
  };
  return count(0, 0) / covers.reduce((product, { length }) => product * length, 1);
}
