import type { Part } from './margin-problem.js';
import { grown, StateSet } from './state-set.js';
import { orderVectors } from './vector-order.js';

/**
 * Counts the ways to choose people of one part of a counting problem, vector by vector over the states of its open margins,
 * forwards and backwards.
 */

interface PartCount {
  /** Ways in which the part can be chosen; null past the budget. */
  readonly total: bigint | null;
  /** [vectors of the part] sum over ways of the people of the vector that are chosen. */
  readonly chosen: readonly bigint[];
  /** States visited. */
  readonly states: number;
}

/** States that are looked at before the caller is asked again. */
const sliceStates = 1 << 12;

/** States of one step, one after the other: `words` words each, and how many ways lead to every one. */
interface Layer {
  readonly states: StateSet;
  ways: number[] | bigint[];
  /** Steps to the next layer, state by state and amount by amount: number of the state there. */
  targets: Int32Array;
  /** [states] amounts that can be chosen in a state: first, and one past the last. */
  first: Int32Array;
  end: Int32Array;
}

/**
 * The state is what is still wanted of every margin; margins that no vector is left for are 0, so equal states merge.
 * Numbers are exact: floating-point while a bound of all of them is below 2^53, else big integers.
 *
 * @param budget - most states
 */
export function* countPart(part: Part, budget: number): Generator<void, PartCount> {
  const { marginsOf, rest, low, high, available } = part;
  const order: number[] = [];
  const layout = layOut(rest);
  const last = rest.map(() => 0);
  const least = rest.map(() => 0);
  marginsOf.forEach((margins, at) => {
    for (const margin of margins) {
      last[margin] += high[at];
      least[margin] += low[at];
    }
  });
  const isSmall = boundWays(part) < 2 ** 53;
  let current = new StateSet(layout.words);
  current.add(layout.pack(rest));
  let ways: number[] | bigint[] = isSmall ? [1] : [1n];
  const layers: Layer[] = [];
  let states = 0;
  for (const at of orderVectors(part)) {
    order.push(at);
    const margins = marginsOf[at];
    for (const margin of margins) {
      last[margin] -= high[at];
      least[margin] -= low[at];
    }
    const step: Step = {
      words: margins.map((margin) => layout.wordOf[margin]),
      shifts: margins.map((margin) => layout.shiftOf[margin]),
      masks: margins.map((margin) => layout.maskOf[margin]),
      least: margins.map((margin) => least[margin]),
      most: margins.map((margin) => last[margin]),
      low: low[at],
      high: high[at],
    };
    const next = new StateSet(layout.words);
    const layer: Layer = {
      states: current,
      ways,
      targets: new Int32Array(2 * current.size),
      first: new Int32Array(current.size),
      end: new Int32Array(current.size),
    };
    const onward: number[] | bigint[] = [];
    const binomials = binomialsOf(available[at], high[at]);
    let used = 0;
    for (let from = 0; from < current.size; from += sliceStates) {
      used = expand(layer, step, next, from, Math.min(current.size, from + sliceStates), used);
      if (states + next.size > budget) return { total: null, chosen: [], states: states + next.size };
      if (current.size > sliceStates) yield;
    }
    addWays(layer, next.size, onward, binomials, isSmall);
    states += next.size;
    layers.push(layer);
    current.forget();
    current = next;
    ways = onward;
    if (next.size === 0) return { total: 0n, chosen: marginsOf.map(() => 0n), states };
    yield;
  }
  const total = BigInt(ways[0]);
  const chosen = marginsOf.map(() => 0n);
  let onward: number[] | bigint[] = isSmall ? [1] : [1n];
  for (let i = layers.length - 1; i >= 0; i--) {
    const at = order[i];
    const answer = goBack(layers[i], onward, binomialsOf(available[at], high[at]), isSmall);
    chosen[at] = answer.chosen;
    onward = answer.onward;
    yield;
  }
  return { total, chosen, states };
}

interface Step {
  /** For every margin of the vector: its place, and its bounds afterwards. */
  readonly words: readonly number[];
  readonly shifts: readonly number[];
  readonly masks: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly low: number;
  readonly high: number;
}

/** Steps from states `from` .. `to`; returns how many steps there are by then. */
function expand(layer: Layer, step: Step, next: StateSet, from: number, to: number, usedBefore: number): number {
  const { states, first, end } = layer;
  const { words, shifts, masks, least, most, low, high } = step;
  const width = states.words;
  const state = new Int32Array(width);
  const columns = words.length;
  let used = usedBefore;
  for (let s = from; s < to; s++) {
    let fewest = low;
    let highest = high;
    for (let m = 0; m < columns; m++) {
      const still = (states.cells[s * width + words[m]] >>> shifts[m]) & masks[m];
      if (still - most[m] > fewest) fewest = still - most[m];
      if (still - least[m] < highest) highest = still - least[m];
    }
    first[s] = fewest;
    end[s] = Math.max(fewest, highest + 1);
    if (fewest > highest) continue;
    for (let w = 0; w < width; w++) state[w] = states.cells[s * width + w];
    for (let m = 0; m < columns; m++) state[words[m]] -= fewest << shifts[m];
    for (let amount = fewest; amount <= highest; amount++) {
      if (used === layer.targets.length) layer.targets = grown(layer.targets);
      layer.targets[used++] = next.add(state);
      for (let m = 0; m < columns; m++) state[words[m]] -= 1 << shifts[m];
    }
  }
  return used;
}

/** Ways to every state of the next layer. */
function addWays(
  { ways, targets, first, end }: Layer,
  size: number,
  onward: (number | bigint)[],
  binomials: readonly bigint[],
  isSmall: boolean,
): void {
  if (isSmall) {
    const factors = binomials.map(Number);
    const sums = new Float64Array(size);
    const counts = ways as number[];
    for (let s = 0, at = 0; s < counts.length; s++) {
      for (let amount = first[s]; amount < end[s]; amount++) sums[targets[at++]] += counts[s] * factors[amount];
    }
    for (let s = 0; s < size; s++) onward.push(sums[s]);
    return;
  }
  const counts = ways as bigint[];
  const sums = new Array<bigint>(size).fill(0n);
  for (let s = 0, at = 0; s < counts.length; s++) {
    for (let amount = first[s]; amount < end[s]; amount++) {
      sums[targets[at++]] += amount === 0 ? counts[s] : counts[s] * binomials[amount];
    }
  }
  for (let s = 0; s < size; s++) onward.push(sums[s]);
}

/** Ways to go on from every state of a layer, and people chosen in its step over all ways. */
function goBack(
  { ways, targets, first, end }: Layer,
  onward: number[] | bigint[],
  binomials: readonly bigint[],
  isSmall: boolean,
): { readonly chosen: bigint; readonly onward: number[] | bigint[] } {
  if (isSmall) {
    const factors = binomials.map(Number);
    const counts = ways as number[];
    const ends = onward as number[];
    const before = new Array<number>(counts.length);
    let chosen = 0;
    for (let s = 0, at = 0; s < counts.length; s++) {
      let after = 0;
      for (let amount = first[s]; amount < end[s]; amount++) {
        const each = ends[targets[at++]] * factors[amount];
        after += each;
        chosen += counts[s] * each * amount;
      }
      before[s] = after;
    }
    return { chosen: BigInt(chosen), onward: before };
  }
  const counts = ways as bigint[];
  const ends = onward as bigint[];
  const before = new Array<bigint>(counts.length);
  let chosen = 0n;
  for (let s = 0, at = 0; s < counts.length; s++) {
    let after = 0n;
    let weighted = 0n;
    for (let amount = first[s]; amount < end[s]; amount++) {
      const on = ends[targets[at++]];
      if (on === 0n) continue;
      const each = amount === 0 ? on : on * binomials[amount];
      after += each;
      if (amount > 0) weighted += amount === 1 ? each : each * BigInt(amount);
    }
    if (weighted > 0n) chosen += counts[s] * weighted;
    before[s] = after;
  }
  return { chosen, onward: before };
}

/** A field of bits for every margin, none across two words of 32. */
function layOut(rest: readonly number[]) {
  const wordOf: number[] = [];
  const shiftOf: number[] = [];
  const maskOf: number[] = [];
  let word = 0;
  let shift = 0;
  for (const each of rest) {
    const bits = 32 - Math.clz32(each);
    if (shift + bits > 32) {
      word++;
      shift = 0;
    }
    wordOf.push(word);
    shiftOf.push(shift & 31);
    maskOf.push(bits === 32 ? -1 : (1 << bits) - 1);
    shift += bits;
  }
  const words = word + 1;
  return {
    words,
    wordOf,
    shiftOf,
    maskOf,
    pack(margins: readonly number[]): Int32Array {
      const state = new Int32Array(words);
      margins.forEach((each, margin) => (state[wordOf[margin]] |= each << shiftOf[margin]));
      return state;
    },
  };
}

/** No count that occurs is above this: by one column, every value chosen in the most ways. */
function boundWays({ marginsOf, rest, high, available }: Part): number {
  const columns = marginsOf[0].length;
  let bound = Infinity;
  for (let c = 0; c < columns; c++) {
    const people = new Map<number, number>();
    marginsOf.forEach((margins, v) => people.set(margins[c], (people.get(margins[c]) ?? 0) + available[v]));
    let product = 1;
    for (const [margin, count] of people) {
      let ways = 1;
      for (let i = 1; i <= Math.min(rest[margin], count >> 1); i++) ways = (ways * (count - i + 1)) / i;
      product *= ways * (1 + 1e-9);
    }
    bound = Math.min(bound, product);
  }
  return bound * high.reduce((most, amount) => Math.max(most, amount), 1);
}

const rows: bigint[][] = [];

/** n over 0, 1, ..., most. */
function binomialsOf(n: number, most: number): readonly bigint[] {
  const row = (rows[n] ??= [1n]);
  for (let i = row.length; i <= most; i++) row.push((row[i - 1] * BigInt(n - i + 1)) / BigInt(i));
  return row;
}
