import type { Part } from './margin-problem.js';
import type { Steps } from '../base/steps.js';

/** Kinds of people, and between how many of each a part may choose. */
interface ChoicePart {
  /** Places of a kind: vectors of the part whose first margin is that of the kind. */
  readonly part: Part;
  /** [vectors of the part] the kind that a place is for. */
  readonly kindOf: readonly number[];
  /** [vectors of the part] 1 for people of a kind who are not chosen. */
  readonly isOut: Uint8Array;
  /** [margins] 1 for margins that follow from the others. */
  readonly isImplied: Uint8Array;
}

/** Sets of people that can fill all places. */
interface ChoiceCount {
  /** Null past the budget. */
  readonly total: bigint | null;
  /** Sums over sets of people of the kind who are not chosen, by kind; kinds without vectors of `isOut` have none. */
  readonly left: ReadonlyMap<number, bigint>;
  readonly states: number;
}

/** Counts that are kept in a character of a text. */
const MOST_IN_A_CHARACTER = 0xffff;

/** Kinds up to which an order is looked for. */
const MOST_KINDS = 1 << 11;

/** One kind of people: its places, and the people who are not chosen. */
interface Step {
  readonly kind: number;
  readonly vectors: readonly number[];
  /** Vector of those who are not chosen, -1 where their number is known. */
  readonly out: number;
  /** People of the kind that the part chooses or leaves out. */
  readonly people: number;
}

/** A set of states that some choice of people leaves open: [amounts left out] number of the set that follows. */
interface Node {
  readonly states: readonly string[];
  ways: bigint;
  readonly onward: { readonly amount: number; readonly to: number }[];
}

/**
 * Counts the sets of people that can be placed so that every margin is met. One set may be placed in several ways and counts once: after
 * every kind of people, a node is the set of all margins that placings of the chosen people leave, and equal nodes merge.
 *
 * @param budget - most states, over all nodes
 * @param available - [kinds] people of a kind, of whom those that are left out are drawn
 */
export function* countChoices(
  choice: ChoicePart,
  available: (kind: number) => number,
  budget: number,
): Steps<ChoiceCount> {
  const { part } = choice;
  const steps = part.rest.every((rest) => rest <= MOST_IN_A_CHARACTER) ? orderSteps(choice) : null;
  if (steps === null) return { total: null, left: new Map(), states: 0 };
  const kept = keptMargins(choice);
  const after = part.rest.map(() => 0);
  for (const step of steps) for (const v of step.vectors) for (const m of kept(v)) after[m] += part.high[v];
  let layer: Node[] = [{ states: [keyOf(part.rest)], ways: 1n, onward: [] }];
  const layers: Node[][] = [];
  let states = 1;
  for (const step of steps) {
    for (const v of step.vectors) for (const m of kept(v)) after[m] -= part.high[v];
    const next: Node[] = [];
    const numberOf = new Map<string, number>();
    for (const node of layer) {
      const placed = yield* placeKind(part, step, node.states, kept, after, budget - states);
      if (placed === null) return { total: null, left: new Map(), states: budget };
      for (const [amount, set] of placed) {
        const key = set.join('');
        let to = numberOf.get(key);
        if (to === undefined) {
          to = next.length;
          numberOf.set(key, to);
          next.push({ states: set, ways: 0n, onward: [] });
          states += set.length;
        }
        next[to].ways += node.ways * (step.out < 0 ? 1n : binomial(available(step.kind), amount));
        node.onward.push({ amount, to });
      }
      if (states > budget) return { total: null, left: new Map(), states };
      yield;
    }
    layers.push(layer);
    layer = next;
  }
  return { ...sumBackwards(layers, steps, layer, available), states };
}

function sumBackwards(
  layers: readonly (readonly Node[])[],
  steps: readonly Step[],
  last: readonly Node[],
  available: (kind: number) => number,
): Pick<ChoiceCount, 'total' | 'left'> {
  const left = new Map<number, bigint>();
  // The margins of every last node are all met: `placeKind` leaves nothing open behind the last vector of a margin.
  let onward = last.map(() => 1n);
  for (let s = layers.length - 1; s >= 0; s--) {
    const step = steps[s];
    let sum = 0n;
    onward = layers[s].map((node) => {
      let after = 0n;
      for (const { amount, to } of node.onward) {
        const each = onward[to] * (step.out < 0 ? 1n : binomial(available(step.kind), amount));
        after += each;
        sum += node.ways * each * BigInt(amount);
      }
      return after;
    });
    if (step.out >= 0) left.set(step.kind, sum);
  }
  return { total: onward[0], left };
}

/** [amounts left out] the sorted states that follow when each amount of a kind is left out; null past the budget. */
function* placeKind(
  part: Part,
  { vectors, out, people }: Step,
  states: readonly string[],
  kept: (v: number) => readonly number[],
  after: readonly number[],
  budget: number,
): Steps<ReadonlyMap<number, string[]> | null> {
  const [fewest, most] = out < 0 ? [0, 0] : [part.low[out], part.high[out]];
  // Numbers of people that the places behind a vector can still take.
  const behind = vectors.map(() => 0);
  for (let i = vectors.length - 2; i >= 0; i--) behind[i] = behind[i + 1] + part.high[vectors[i + 1]];
  let current = new Map<number, Set<string>>([[people, new Set(states)]]);
  let count = 0;
  for (const [i, v] of vectors.entries()) {
    const next = new Map<number, Set<string>>();
    const margins = kept(v);
    for (const [still, set] of current) {
      for (const state of set) {
        const rests = Array.from({ length: state.length }, (_, m) => state.charCodeAt(m));
        const fits = margins.reduce((least, m) => Math.min(least, rests[m]), Math.min(part.high[v], still - fewest));
        const first = Math.max(part.low[v], still - most - behind[i]);
        for (let amount = first; amount <= fits; amount++) {
          count += addState(next, still - amount, amount === 0 ? state : lowered(rests, margins, amount));
        }
        if (count > budget) return null;
        if (count % 4096 === 0) yield;
      }
    }
    current = next;
  }
  const touched = [...new Set(vectors.flatMap((v) => [...kept(v)]))];
  const found = new Map<number, string[]>();
  for (const [amount, set] of current) {
    if (amount < fewest || amount > most) continue;
    const alive = [...set].filter((state) => touched.every((m) => state.charCodeAt(m) <= after[m])).sort();
    if (alive.length > 0) found.set(amount, alive);
  }
  return found;
}

/** Adds a state to the set of a number of people; returns 1 if it is new, else 0. */
function addState(sets: Map<number, Set<string>>, people: number, state: string): number {
  const same = sets.get(people) ?? new Set();
  const before = same.size;
  sets.set(people, same.add(state));
  return same.size - before;
}

function lowered(rests: readonly number[], margins: readonly number[], by: number): string {
  const less = [...rests];
  for (const m of margins) less[m] -= by;
  return keyOf(less);
}

/** Numbers of at most 16 bits as one text, a character each. */
const keyOf = (numbers: readonly number[]): string => numbers.map((number) => String.fromCharCode(number)).join('');

/** The margins of a vector that decide: those of its kind, and those that follow, do not. */
function keptMargins({ part, isImplied, isOut }: ChoicePart): (v: number) => readonly number[] {
  const all = part.marginsOf.map((margins, v) =>
    isOut[v] === 1 ? [] : margins.slice(1).filter((m) => isImplied[m] === 0),
  );
  return (v) => all[v];
}

/** Kinds in an order that opens few margins; null where there are too many. */
function orderSteps(choice: ChoicePart): Step[] | null {
  const { part, kindOf, isOut } = choice;
  const kept = keptMargins(choice);
  const byKind = new Map<number, number[]>();
  kindOf.forEach((kind, v) => {
    const same = byKind.get(kind);
    if (same === undefined) byKind.set(kind, [v]);
    else same.push(v);
  });
  if (byKind.size > MOST_KINDS) return null;
  const open = [...byKind].map(([kind, all]): Step => {
    const out = all.find((v) => isOut[v] === 1) ?? -1;
    return {
      kind,
      vectors: all.filter((v) => v !== out),
      out,
      people: part.rest[part.marginsOf[all[0]][0]],
    };
  });
  const users = part.rest.map(() => 0);
  const marginsOf = open.map(({ vectors }) => [...new Set(vectors.flatMap((v) => [...kept(v)]))]);
  for (const margins of marginsOf) for (const m of margins) users[m]++;
  const isOpen = new Uint8Array(part.rest.length);
  const isTaken = new Uint8Array(open.length);
  const steps: Step[] = [];
  for (;;) {
    let best = -1;
    let least = Infinity;
    open.forEach((_, at) => {
      if (isTaken[at] === 1) return;
      let score = 0;
      for (const m of marginsOf[at]) score += (isOpen[m] === 0 ? 1 : 0) - (users[m] === 1 ? 1 : 0);
      if (score < least) [best, least] = [at, score];
    });
    if (best < 0) return steps;
    isTaken[best] = 1;
    for (const m of marginsOf[best]) {
      isOpen[m] = 1;
      users[m]--;
    }
    steps.push(open[best]);
  }
}

const rows: bigint[][] = [];

/** n over m. */
function binomial(n: number, m: number): bigint {
  const row = (rows[n] ??= [1n]);
  for (let i = row.length; i <= m; i++) row.push((row[i - 1] * BigInt(n - i + 1)) / BigInt(i));
  return row[m];
}
