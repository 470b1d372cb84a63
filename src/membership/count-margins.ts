/**
 * Counts the ways to choose people such that, column by column, the values chosen are those of a bucket.
 *
 * Nothing here knows tables: people are distinct vectors of value numbers with the number of people who have them, a bucket
 * is the number of times that each value of each column has to occur.
 */

import type { Part } from './count-part.js';
import { countPart } from './count-part.js';
import { WaySearch } from './find-ways.js';
import { runToCompletion } from '../base/steps.js';

/** A counting problem: choose x_v of the `available` people of each vector, so that every margin is met exactly. */
export interface MarginProblem {
  /** [columns] for every vector the number of its value. */
  readonly values: readonly Uint32Array[];
  /** [vectors] people who have the vector, at least 1. */
  readonly available: Uint32Array;
  /** [columns][values] how often the value has to be chosen. */
  readonly wanted: readonly Uint32Array[];
}

/** What is known of one vector: how many of its people are chosen, on average over all ways, or between which bounds. */
export interface VectorAnswer {
  /** Exact probability that one given person of the vector is chosen, as a fraction; null when not counted. */
  readonly exact: { readonly numerator: bigint; readonly denominator: bigint } | null;
  /** Bounds of the probability, equal when exact. They always contain it. */
  readonly low: number;
  readonly high: number;
  /** A way is known that leaves a person of the vector out: nobody of it is certain. False: not known, or there is none. */
  readonly leavesOut: boolean;
  /** A way is known that chooses a person of the vector: nobody of it is excluded. */
  readonly chooses: boolean;
}

export interface MarginAnswer {
  /** False when no choice meets the margins. */
  readonly isPossible: boolean;
  /** [vectors] */
  readonly vectors: readonly VectorAnswer[];
  /** States visited. */
  readonly states: number;
}

const impossible: VectorAnswer = {
  exact: { numerator: 0n, denominator: 1n },
  low: 0,
  high: 0,
  leavesOut: true,
  chooses: false,
};

/**
 * The exact probability for every vector that a person of it is chosen, all subsets of people that meet the margins being
 * equally likely (Toth 2015, Algorithm 5), without listing subsets: bounds are narrowed until nothing changes (a value
 * needs what the others cannot give; flows between two columns fix what lies on no cycle), what is then fixed is taken
 * out, the rest falls into parts without a common value, and each part is counted vector by vector over the states of its
 * open margins, forwards and backwards, in whole numbers of any size.
 *
 * @param budget - most states, over all parts; a part past it gets bounds instead of a number
 * @param isSettling - whether, of such a part, ways are looked for that show who is neither certain nor excluded
 */
export function countMargins(
  problem: MarginProblem,
  budget: number,
  { isSettling = false }: { readonly isSettling?: boolean } = {},
): MarginAnswer {
  return runToCompletion(countMarginsStepwise(problem, budget, { isSettling }));
}

/** `countMargins`, in steps of a few milliseconds. */
export function* countMarginsStepwise(
  problem: MarginProblem,
  budget: number,
  { isSettling = false }: { readonly isSettling?: boolean } = {},
): Generator<void, MarginAnswer> {
  const { available } = problem;
  const low = new Uint32Array(available.length);
  const high = Uint32Array.from(available);
  const none = (): MarginAnswer => ({
    isPossible: false,
    vectors: Array.from(available, () => impossible),
    states: 0,
  });
  if (!(yield* narrowAll(problem, low, high))) return none();
  const answers: VectorAnswer[] = Array.from(available, (all, v) => answerOf(low[v], high[v], all));
  let left = budget;
  yield;
  for (const part of splitParts(problem, low, high)) {
    const counted = yield* countPart(toPart(problem, part, low, high), left);
    left -= counted.states;
    if (counted.total === null) {
      if (!isSettling) continue;
      const { leavesOut, chooses } = yield* settle(problem, part, low, high);
      part.forEach((v, at) => {
        const answer = answerOf(low[v], high[v], available[v]);
        answers[v] = {
          ...answer,
          leavesOut: answer.leavesOut || leavesOut[at] === 1,
          chooses: answer.chooses || chooses[at] === 1,
        };
      });
      continue;
    }
    if (counted.total === 0n) return none();
    part.forEach((v, at) => {
      const numerator = counted.chosen[at];
      const denominator = (counted.total as bigint) * BigInt(available[v]);
      const probability = ratio(numerator, denominator);
      answers[v] = {
        exact: { numerator, denominator },
        low: probability,
        high: probability,
        leavesOut: numerator < denominator,
        chooses: numerator > 0n,
      };
    });
  }
  return { isPossible: true, vectors: answers, states: budget - left };
}

function answerOf(low: number, high: number, all: number): VectorAnswer {
  const exact = low === high ? { numerator: BigInt(low), denominator: BigInt(all) } : null;
  // What is at least and at most chosen is not known to be reached, but for bounds that say it of every way.
  return { exact, low: low / all, high: high / all, leavesOut: high < all, chooses: low > 0 };
}

/** a / b to 53 bits, for numbers of any size. */
export function ratio(a: bigint, b: bigint): number {
  const bits = Math.max(a.toString(16).length, b.toString(16).length) * 4;
  if (bits < 1000) return Number(a) / Number(b);
  const shift = BigInt(bits - 900);
  return Number(a >> shift) / Number(b >> shift);
}

/** Narrows low .. high by every margin until nothing changes. False when a margin cannot be met. */
function narrow({ values, wanted }: MarginProblem, low: Uint32Array, high: Uint32Array): boolean {
  const vectors = low.length;
  for (let changed = true; changed;) {
    changed = false;
    for (let c = 0; c < values.length; c++) {
      const least = new Float64Array(wanted[c].length);
      const most = new Float64Array(wanted[c].length);
      for (let v = 0; v < vectors; v++) {
        least[values[c][v]] += low[v];
        most[values[c][v]] += high[v];
      }
      for (let value = 0; value < wanted[c].length; value++) {
        if (least[value] > wanted[c][value] || most[value] < wanted[c][value]) return false;
      }
      for (let v = 0; v < vectors; v++) {
        const value = values[c][v];
        // Each bound against the sums as they stood: sound, and the next round sees what changed.
        const upper = Math.min(high[v], wanted[c][value] - (least[value] - low[v]));
        const lower = Math.max(low[v], wanted[c][value] - (most[value] - high[v]));
        if (lower > upper) return false;
        if (upper < high[v] || lower > low[v]) {
          least[value] += lower - low[v];
          most[value] += upper - high[v];
          high[v] = upper;
          low[v] = lower;
          changed = true;
        }
      }
    }
  }
  return true;
}

/**
 * Fixes what two columns alone fix: choosing is then a flow from the values of one to those of the other, and in a flow that
 * meets all margins an edge can change only if it lies on a cycle of the residual graph. True when something was fixed, null
 * when no flow meets the margins. What is fixed by more than
 * that is left to the count.
 */
function* fixByFlows(
  { values, wanted }: MarginProblem,
  low: Uint32Array,
  high: Uint32Array,
): Generator<void, boolean | null> {
  let any = false;
  for (let a = 0; a < values.length; a++) {
    for (let b = a + 1; b < values.length; b++) {
      if (low.length > 100) yield;
      const flow = findFlow(values[a], values[b], wanted[a], wanted[b], low, high);
      if (flow === null) return null;
      const component = residualComponents(values[a], values[b], wanted[a].length, wanted[b].length, flow, low, high);
      for (let v = 0; v < low.length; v++) {
        if (low[v] === high[v]) continue;
        const from = values[a][v];
        const to = wanted[a].length + values[b][v];
        // Parallel vectors may trade with each other; they are then in one component too.
        if (component[from] === component[to]) continue;
        low[v] = flow[v];
        high[v] = flow[v];
        any = true;
      }
    }
  }
  return any;
}

/** Amounts within low .. high that meet the margins of two columns, by augmenting paths; null when there are none. */
function findFlow(
  left: Uint32Array,
  right: Uint32Array,
  wantedLeft: Uint32Array,
  wantedRight: Uint32Array,
  low: Uint32Array,
  high: Uint32Array,
): Uint32Array | null {
  const flow = Uint32Array.from(low);
  const needLeft = Int32Array.from(wantedLeft);
  const needRight = Int32Array.from(wantedRight);
  const ofLeft: number[][] = Array.from(wantedLeft, () => []);
  const ofRight: number[][] = Array.from(wantedRight, () => []);
  for (let v = 0; v < low.length; v++) {
    needLeft[left[v]] -= low[v];
    needRight[right[v]] -= low[v];
    if (high[v] === low[v]) continue;
    ofLeft[left[v]].push(v);
    ofRight[right[v]].push(v);
  }
  for (let v = 0; v < low.length; v++) {
    const more = Math.min(high[v] - flow[v], needLeft[left[v]], needRight[right[v]]);
    if (more <= 0) continue;
    flow[v] += more;
    needLeft[left[v]] -= more;
    needRight[right[v]] -= more;
  }
  for (let start = 0; start < needLeft.length; start++) {
    while (needLeft[start] > 0) {
      // Breadth first over values; `via` is the vector by which a value was reached.
      const viaLeft = new Int32Array(needLeft.length).fill(-1);
      const viaRight = new Int32Array(needRight.length).fill(-1);
      const queue = [start];
      let end = -1;
      for (let at = 0; at < queue.length && end < 0; at++) {
        for (const v of ofLeft[queue[at]]) {
          const value = right[v];
          if (flow[v] >= high[v] || viaRight[value] >= 0) continue;
          viaRight[value] = v;
          if (needRight[value] > 0) {
            end = value;
            break;
          }
          for (const back of ofRight[value]) {
            if (flow[back] <= low[back] || left[back] === start || viaLeft[left[back]] >= 0) continue;
            viaLeft[left[back]] = back;
            queue.push(left[back]);
          }
        }
      }
      if (end < 0) return null;
      needRight[end]--;
      needLeft[start]--;
      for (let value = end; ;) {
        const v = viaRight[value];
        flow[v]++;
        if (left[v] === start) break;
        const back = viaLeft[left[v]];
        flow[back]--;
        value = right[back];
      }
    }
  }
  return needRight.every((need) => need === 0) ? flow : null;
}

/** Strongly connected components of the residual graph: left values first, then right ones (Tarjan, iterative). */
function residualComponents(
  left: Uint32Array,
  right: Uint32Array,
  leftCount: number,
  rightCount: number,
  flow: Uint32Array,
  low: Uint32Array,
  high: Uint32Array,
): Int32Array {
  const nodes = leftCount + rightCount;
  const next: number[][] = Array.from({ length: nodes }, () => []);
  for (let v = 0; v < flow.length; v++) {
    if (flow[v] < high[v]) next[left[v]].push(leftCount + right[v]);
    if (flow[v] > low[v]) next[leftCount + right[v]].push(left[v]);
  }
  const index = new Int32Array(nodes).fill(-1);
  const lowest = new Int32Array(nodes);
  const component = new Int32Array(nodes).fill(-1);
  const cursor = new Int32Array(nodes);
  const open: number[] = [];
  let counter = 0;
  let components = 0;
  for (let root = 0; root < nodes; root++) {
    if (index[root] >= 0) continue;
    const path = [root];
    while (path.length > 0) {
      const node = path[path.length - 1];
      if (index[node] < 0) {
        index[node] = lowest[node] = counter++;
        open.push(node);
      }
      let deeper = -1;
      while (cursor[node] < next[node].length) {
        const to = next[node][cursor[node]];
        if (index[to] < 0) {
          deeper = to;
          break;
        }
        if (component[to] < 0) lowest[node] = Math.min(lowest[node], index[to]);
        cursor[node]++;
      }
      if (deeper >= 0) {
        path.push(deeper);
        continue;
      }
      path.pop();
      if (path.length > 0) {
        const parent = path[path.length - 1];
        lowest[parent] = Math.min(lowest[parent], lowest[node]);
      }
      if (lowest[node] !== index[node]) continue;
      for (;;) {
        const member = open.pop() as number;
        component[member] = components;
        if (member === node) break;
      }
      components++;
    }
  }
  return component;
}

/** The vectors that are not fixed, in parts without a common value in any column. */
function splitParts({ values, wanted }: MarginProblem, low: Uint32Array, high: Uint32Array): number[][] {
  const offset: number[] = [];
  let nodes = 0;
  for (const column of wanted) {
    offset.push(nodes);
    nodes += column.length;
  }
  const parent = Int32Array.from({ length: nodes }, (_, node) => node);
  const find = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root];
    for (let at = node; parent[at] !== root;) [at, parent[at]] = [parent[at], root];
    return root;
  };
  const open = Array.from(low, (_, v) => v).filter((v) => low[v] < high[v]);
  for (const v of open) {
    const root = find(values[0][v]);
    for (let c = 1; c < values.length; c++) parent[find(offset[c] + values[c][v])] = root;
    parent[root] = root;
  }
  const parts = new Map<number, number[]>();
  for (const v of open) {
    const root = find(values[0][v]);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [v]);
    else part.push(v);
  }
  return [...parts.values()].sort((a, b) => a.length - b.length);
}

/**
 * Tells of people of a part that is not counted whether they are in every way or in none: ways with and without them are looked
 * for; of whom none is found, narrowing may show that there is none, and closes `low` .. `high`.
 *
 * @returns [vectors of the part] 1 where a way is known that leaves somebody out, and that chooses somebody
 */
function* settle(
  problem: MarginProblem,
  part: readonly number[],
  low: Uint32Array,
  high: Uint32Array,
): Generator<void, { readonly leavesOut: Uint8Array; readonly chooses: Uint8Array }> {
  const { available } = problem;
  const search = new WaySearch(toPart(problem, part, low, high));
  yield* search.look(200, 200);
  if (search.found !== null) {
    for (const [at, v] of part.entries()) {
      if (search.lacksOut(at) && !isPossible(problem, low, high, v, low[v], available[v] - 1)) low[v] = available[v];
      else if (search.lacksIn(at) && !isPossible(problem, low, high, v, 1, high[v])) high[v] = 0;
      yield;
    }
    yield* search.look(50_000, 1_000);
  }
  const { found } = search;
  return {
    leavesOut: Uint8Array.from(part, (v, at) => (found !== null && found.fewest[at] < available[v] ? 1 : 0)),
    chooses: Uint8Array.from(part, (_, at) => (found !== null && found.most[at] > 0 ? 1 : 0)),
  };
}

/** False when narrowing alone shows that a vector cannot have `least` .. `most` people chosen. */
function isPossible(
  problem: MarginProblem,
  low: Uint32Array,
  high: Uint32Array,
  vector: number,
  least: number,
  most: number,
): boolean {
  if (least > most) return false;
  const below = low.slice();
  const above = high.slice();
  below[vector] = least;
  above[vector] = most;
  return runToCompletion(narrowAll(problem, below, above));
}

/** Narrows by margins and flows until nothing changes; false when nothing is left. */
function* narrowAll(problem: MarginProblem, low: Uint32Array, high: Uint32Array): Generator<void, boolean> {
  if (!narrow(problem, low, high)) return false;
  for (let changed = true; changed;) {
    const fixed = yield* fixByFlows(problem, low, high);
    if (fixed === null) return false;
    changed = fixed;
    if (changed && !narrow(problem, low, high)) return false;
  }
  return true;
}

/** The part as `countPart` takes it: its values as margins, less what fixed vectors take of them. */
function toPart(
  { values, available, wanted }: MarginProblem,
  part: readonly number[],
  low: Uint32Array,
  high: Uint32Array,
): Part {
  const marginOf = new Map<string, number>();
  const rest: number[] = [];
  const marginsOf = part.map((v) =>
    values.map((column, c) => {
      const key = `${c} ${column[v]}`;
      let margin = marginOf.get(key);
      if (margin === undefined) {
        margin = rest.push(wanted[c][column[v]]) - 1;
        marginOf.set(key, margin);
      }
      return margin;
    }),
  );
  const inPart = new Set(part);
  for (let v = 0; v < available.length; v++) {
    if (inPart.has(v)) continue;
    values.forEach((column, c) => {
      const margin = marginOf.get(`${c} ${column[v]}`);
      if (margin !== undefined) rest[margin] -= low[v];
    });
  }
  const pick = (numbers: Uint32Array): number[] => part.map((v) => numbers[v]);
  return { marginsOf, rest, low: pick(low), high: pick(high), available: pick(available) };
}
