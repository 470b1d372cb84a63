import { largestOf } from '../../base/sequences.js';
import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InfeasibleError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import type { RandomSource } from '../../base/random.js';
import { shuffle } from '../../base/random.js';
import type { Steps } from '../../base/steps.js';
import type { Problem } from '../algorithm.js';
import type { BucketParts } from './permuted.js';
import { collectParts } from './permuted.js';

/** Groups made, and rows judged, between two yields. */
const YIELD_GROUPS = 1 << 10;
const YIELD_ROWS = 1 << 16;
/** Counts of sensitive values that groups are judged from at once. */
const countsAtOnce = 1 << 16;

/**
 * Groups of at least l rows in which no sensitive value occurs twice.
 *
 * Xiao and Tao, "Anatomy: Simple and Effective Privacy Preservation", VLDB 2006, Figure 3: as long as l sensitive values
 * have rows left, a group takes one random row of each of the l most frequent ones; each of the at most l - 1 rows that
 * stay over goes to a random group without its value.
 *
 * Yields between groups.
 *
 * @param column - column of the frequency set that holds the sensitive attribute
 * @throws InfeasibleError L_UNREACHABLE when a value has more than n / l rows (the paper's eligibility condition)
 */
export function* anatomize(problem: Problem, column: number, l: number, random: RandomSource): Steps<Uint32Array[]> {
  const codes = problem.set.codes(column);
  const counts = problem.set.counts();
  const size = problem.set.sizes[column];
  const stacks: number[][] = Array.from({ length: size }, () => []);
  for (let vector = 0; vector < counts.length; vector++) {
    for (let copy = 0; copy < counts[vector]; copy++) stacks[codes[vector]].push(vector);
  }
  const most = stacks.reduce((largest, stack) => Math.max(largest, stack.length), 0);
  if (most * l > problem.rows) {
    throw new InfeasibleError(
      'L_UNREACHABLE',
      `anatomy: one sensitive value has ${most} of ${amount(problem.rows, 'row')}, for l = ${l} it may have ${Math.floor(problem.rows / l)}`,
    );
  }
  const left = stacks.map((stack) => {
    const mixed = Uint32Array.from(stack);
    shuffle(mixed, random);
    return Array.from(mixed);
  });
  const order = Array.from({ length: size }, (_, value) => value);
  const groups: number[][] = [];
  const valuesIn: Set<number>[] = [];
  for (;;) {
    if (groups.length % YIELD_GROUPS === 0) yield;
    order.sort((a, b) => left[b].length - left[a].length);
    if (size < l || left[order[l - 1]].length === 0) break;
    const values = order.slice(0, l);
    groups.push(values.map((value) => left[value].pop() as number));
    valuesIn.push(new Set(values));
  }
  for (const value of order) {
    for (let vector = left[value].pop(); vector !== undefined; vector = left[value].pop()) {
      const open = groups.flatMap((_, group) => (valuesIn[group].has(value) ? [] : [group]));
      const group = open[random.below(open.length)];
      groups[group].push(vector);
      valuesIn[group].add(value);
    }
  }
  return groups.map((group) => Uint32Array.from(group));
}

/** Joins groups of vectors, one with the next, until all satisfy every condition, in steps. Models must be monotone. */
export function* mergeGroups(
  problem: Problem,
  engine: Engine,
  conditions: readonly ClassCondition[],
  groups: readonly Uint32Array[],
): Steps<BucketParts> {
  const isSatisfied = judgeOf(problem, engine, conditions);
  const satisfies = (group: ArrayLike<number>): boolean => isSatisfied([group])[0] === 1;
  const largest = largestOf(
    conditions.map((each) => ('column' in each ? problem.set.sizes[each.column] : 1)),
    1,
  );
  const atOnce = Math.min(YIELD_GROUPS, Math.max(1, Math.floor(countsAtOnce / largest)));
  const done: ArrayLike<number>[] = [];
  let open: number[] = [];
  let looked = 0;
  for (let from = 0; from < groups.length; from += atOnce) {
    const some = groups.slice(from, from + atOnce);
    const alone = isSatisfied(some);
    for (const [i, group] of some.entries()) {
      looked += 16 + open.length + group.length;
      if (looked >= YIELD_ROWS) {
        looked = 0;
        yield;
      }
      if (open.length === 0 && alone[i] === 1) {
        done.push(group);
        continue;
      }
      for (const vector of group) open.push(vector);
      if (!satisfies(open)) continue;
      done.push(open);
      open = [];
    }
  }
  while (open.length > 0) {
    yield;
    open = open.concat(Array.from(done.pop() ?? []));
    if (done.length > 0 && !satisfies(open)) continue;
    done.push(open);
    open = [];
  }
  const buckets = done.map((vectors) => ({ vectors }));
  return yield* collectParts(problem.set.length, buckets);
}

/** Returns a function that judges groups of vectors: 1 for each that satisfies every condition. */
function judgeOf({ set }: Problem, engine: Engine, conditions: readonly ClassCondition[]) {
  const codes = conditions.map((condition) => ('column' in condition ? set.codes(condition.column) : null));
  return (groups: readonly ArrayLike<number>[]): Uint8Array => {
    const sizes = Uint32Array.from(groups, ({ length }) => length);
    const satisfied = new Uint8Array(groups.length).fill(1);
    for (const [c, condition] of conditions.entries()) {
      const column = codes[c];
      let histogram: Uint32Array | null = null;
      if (column !== null && 'column' in condition) {
        const values = set.sizes[condition.column];
        histogram = new Uint32Array(groups.length * values);
        for (const [g, group] of groups.entries()) {
          for (let at = 0; at < group.length; at++) histogram[g * values + column[group[at]]]++;
        }
      }
      const holds = engine.checkCondition(condition, sizes, histogram);
      for (let g = 0; g < satisfied.length; g++) satisfied[g] &= holds[g];
    }
    return satisfied;
  };
}
