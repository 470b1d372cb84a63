import type { RandomSource } from '../../base/random.js';
import type { Steps } from '../../base/steps.js';
import { CandidateHeap } from './candidate-heap.js';
import type { LookedPattern, Pattern, SuppressionInput } from './patterns.js';
import { makePatterns } from './patterns.js';

/** Rows of a point that are released alike: bit a of `pattern` says that attribute a is suppressed. */
export interface Block {
  readonly point: number;
  readonly pattern: number;
  readonly count: number;
  /** Blocks of one pattern with one value are released alike. */
  readonly value: number;
}

const PASSES = 8;
/**
 * Points times patterns past which a run is long: passes end once one saves
 * less than this share of the weight.
 */
const LONG_RUN = 1 << 20;
const LEAST_SAVING = 1e-3;
/** Further runs, unless a number is asked for; fewer where all together would look at more than a long run does. */
const USUAL_RESTARTS = 64;
const NOISE = 0.25;
/** Sizes of released values looked at between two yields. */
const YIELD_LOOKS = 1 << 18;

/** Counts what is looked at, and says when a yield is due. */
class Looks {
  #looks = 0;

  isDue(looks: number): boolean {
    this.#looks += looks;
    if (this.#looks < YIELD_LOOKS) return false;
    this.#looks = 0;
    return true;
  }
}

/**
 * Cell suppression, greedy: of all released values (a pattern of suppressed attributes and the values kept), the one that
 * makes rows safe for the least weight a row is taken first. All rows that it covers and that are not safe get it; where they
 * are fewer than k, points of more than k rows lend theirs. Then passes over all suppressed rows move them to cheaper
 * released values that are there by now, open released values that pay for themselves, and give up those whose rows all have
 * others. Further runs from prices with noise follow, unless `restarts` says how many up to 64, fewer where there are many
 * points and patterns; the best of all is taken. Once `inTime` says no, nothing further is taken: rows that are not safe
 * by then lose all cells. At least k rows.
 *
 * A generator: it yields every few milliseconds of work, and its result is what it returns.
 */
export function* suppressGreedily(
  input: SuppressionInput,
  random: RandomSource,
  restarts: number | undefined,
  inTime: () => boolean = () => true,
): Steps<Block[]> {
  const { patterns, looked } = yield* makePatterns(input, inTime);
  let best: Block[] = [];
  let least = Infinity;
  const work = looked.length * input.counts.length;
  const most = restarts ?? Math.min(USUAL_RESTARTS, Math.ceil(LONG_RUN / work) - 1);
  for (let run = 0; run <= most && (run === 0 || inTime()); run++) {
    for (const { unsafe, spare, size } of patterns) {
      unsafe.fill(0);
      spare.fill(0);
      size.fill(0);
    }
    // The first run goes by price alone, the others by prices that are off by up to a quarter.
    const noise = run === 0 ? null : yield* drawNoise(patterns, looked, random);
    const blocks = yield* cover(input, { patterns, noise, isLong: work > LONG_RUN }, inTime);
    yield;
    const weight = weightOf(blocks, patterns);
    if (weight < least) {
      least = weight;
      best = blocks;
    }
  }
  return best;
}

/** [patterns][values] factors of prices. Patterns that are left out draw theirs too. */
function* drawNoise(
  patterns: readonly Pattern[],
  looked: readonly LookedPattern[],
  random: RandomSource,
): Steps<Float64Array[]> {
  const noise: Float64Array[] = [];
  for (const { bits, values } of looked) {
    yield;
    const factors = Float64Array.from({ length: values }, () => 1 + (NOISE * random.below(1024)) / 1024);
    if (patterns[noise.length]?.bits === bits) noise.push(factors);
  }
  return noise;
}

/** What a run goes by. */
interface Prices {
  readonly patterns: readonly Pattern[];
  /** [patterns][values] factors of prices; null: none. */
  readonly noise: readonly Float64Array[] | null;
  /** See {@link LONG_RUN}. */
  readonly isLong: boolean;
}

function weightOf(blocks: readonly Block[], patterns: readonly Pattern[]): number {
  const weights = new Map(patterns.map(({ bits, weight }) => [bits, weight]));
  return blocks.reduce((sum, { pattern, count }) => sum + count * weights.get(pattern)!, 0);
}

function* cover(
  { counts, k }: SuppressionInput,
  { patterns, noise, isLong }: Prices,
  inTime: () => boolean,
): Steps<Block[]> {
  const points = counts.length;
  const placement = new Placement(patterns, points);
  const { rows } = placement;
  const open = new Float64Array(points);
  const lendable = new Float64Array(points);
  const looks = new Looks();
  for (let p = 0; p < points; p++) {
    if (looks.isDue(patterns.length)) yield;
    if (counts[p] >= k) {
      lendable[p] = counts[p] - k;
      placement.add(p, 0, counts[p]);
    } else open[p] = counts[p];
    for (const { ids, unsafe, spare } of patterns) {
      unsafe[ids[p]] += open[p];
      spare[ids[p]] += lendable[p];
    }
  }
  const price = (at: number, id: number): number => {
    const { weight, unsafe, spare, size } = patterns[at];
    if (unsafe[id] === 0 || unsafe[id] + spare[id] + size[id] < k) return Infinity;
    return ((weight * Math.max(unsafe[id], k - size[id])) / unsafe[id]) * (noise === null ? 1 : noise[at][id]);
  };
  const heap = new CandidateHeap(1024);
  for (let at = 1; at < patterns.length; at++) {
    if (looks.isDue(patterns[at].large.length)) yield;
    for (const id of patterns[at].large) heap.push(price(at, id), at, id);
  }
  yield* heap.build();
  const settle = (p: number, at: number, count: number, from: Float64Array): void => {
    const isOpen = from === open;
    from[p] -= count;
    for (const { ids, unsafe, spare } of patterns) {
      if (isOpen) unsafe[ids[p]] -= count;
      else spare[ids[p]] -= count;
    }
    if (!isOpen) placement.add(p, 0, -count);
    placement.add(p, at, count);
  };
  for (let top = heap.pop(); top !== null; top = heap.pop()) {
    if (looks.isDue(64)) {
      yield;
      if (!inTime()) break;
    }
    const pattern = patterns[top.at];
    const now = price(top.at, top.id);
    if (now === Infinity) continue;
    if (now > top.price) {
      heap.add(now, top.at, top.id);
      continue;
    }
    let missing = k - pattern.size[top.id] - pattern.unsafe[top.id];
    for (let i = pattern.start[top.id]; i < pattern.start[top.id + 1]; i++) {
      const p = pattern.members[i];
      if (looks.isDue(patterns.length)) yield;
      if (open[p] > 0) settle(p, top.at, open[p], open);
      else if (missing > 0 && lendable[p] > 0) {
        const lent = Math.min(missing, lendable[p]);
        settle(p, top.at, lent, lendable);
        missing -= lent;
      }
    }
  }
  // Rows that are left are fewer than k even with what others can spare: the points that lend lose all their rows too.
  const full = patterns.length - 1;
  for (let p = 0; p < points; p++) {
    if (looks.isDue(patterns.length)) yield;
    if (open[p] > 0) settle(p, full, open[p], open);
  }
  const all = patterns[full];
  while (all.size[0] > 0 && all.size[0] < k) {
    yield;
    let least = -1;
    let at = 0;
    for (let other = 0; other < full; other++) {
      if (looks.isDue(points)) yield;
      for (let p = 0; p < points; p++) {
        const size = patterns[other].size[patterns[other].ids[p]];
        if (rows[other][p] > 0 && (least < 0 || size < patterns[at].size[patterns[at].ids[least]])) {
          least = p;
          at = other;
        }
      }
    }
    const id = patterns[at].ids[least];
    for (let i = patterns[at].start[id]; i < patterns[at].start[id + 1]; i++) {
      const p = patterns[at].members[i];
      if (rows[at][p] > 0) placement.move(p, at, full, rows[at][p]);
    }
  }
  yield* improve(patterns, placement, k, isLong, inTime);
  const blocks: Block[] = [];
  for (let p = 0; p < points; p++) {
    if (looks.isDue(16)) yield;
    for (const at of [...placement.homes(p)].sort((x, y) => x - y)) {
      const { bits, ids } = patterns[at];
      blocks.push({ point: p, pattern: bits, count: rows[at][p], value: ids[p] });
    }
  }
  return blocks;
}

/** Which patterns the rows of every point are released by, and how many rows each has. */
class Placement {
  /** [patterns][points] rows. */
  readonly rows: readonly Float64Array[];
  readonly #patterns: readonly Pattern[];
  /** [points] patterns with rows, in no order. */
  readonly #homes: number[][];

  constructor(patterns: readonly Pattern[], points: number) {
    this.#patterns = patterns;
    this.rows = patterns.map(() => new Float64Array(points));
    this.#homes = Array.from({ length: points }, () => []);
  }

  /** Patterns that release rows of a point; changes with `move`. */
  homes(p: number): readonly number[] {
    return this.#homes[p];
  }

  /** Adds rows of a point to a pattern; a negative number removes them. */
  add(p: number, at: number, count: number): void {
    const rows = this.rows[at];
    const before = rows[p];
    rows[p] = before + count;
    const { size, ids } = this.#patterns[at];
    size[ids[p]] += count;
    if (before === 0) this.#homes[p].push(at);
    else if (rows[p] === 0) this.#homes[p].splice(this.#homes[p].indexOf(at), 1);
  }

  move(p: number, from: number, to: number, count: number): void {
    this.add(p, from, -count);
    this.add(p, to, count);
  }
}

/** Moves rows to cheaper released values that are there, and gives up those whose rows are all better off elsewhere. */
function* improve(
  patterns: readonly Pattern[],
  placement: Placement,
  k: number,
  isLong: boolean,
  inTime: () => boolean,
): Steps<void> {
  const { rows } = placement;
  const points = rows[0].length;
  const cheapest = (p: number, weight: number, not: number): number => {
    for (let at = 0; at < patterns.length && patterns[at].weight < weight; at++) {
      if (at !== not && patterns[at].size[patterns[at].ids[p]] >= k) return at;
    }
    return -1;
  };
  function* weightOf(): Steps<number> {
    let sum = 0;
    for (const { weight, size } of patterns) {
      yield;
      sum += weight * size.reduce((all, own) => all + own, 0);
    }
    return sum;
  }
  const looks = new Looks();
  let before = yield* weightOf();
  for (let pass = 0; pass < PASSES && inTime(); pass++) {
    let changed = false;
    for (let at = patterns.length - 1; at > 0; at--) {
      yield;
      const { ids, size, weight } = patterns[at];
      for (let p = 0; p < points; p++) {
        const spare = Math.min(rows[at][p], size[ids[p]] - k);
        if (spare <= 0) continue;
        if (looks.isDue(patterns.length)) yield;
        const to = cheapest(p, weight, at);
        if (to < 0) continue;
        placement.move(p, at, to, spare);
        changed = true;
      }
      // What is left of a released value: all its rows elsewhere, or none.
      const gain = new Float64Array(size.length);
      const homes = new Int32Array(points).fill(-1);
      for (let p = 0; p < points; p++) {
        if (rows[at][p] === 0) continue;
        if (looks.isDue(patterns.length)) yield;
        homes[p] = cheapest(p, Infinity, at);
        gain[ids[p]] += homes[p] < 0 ? -Infinity : rows[at][p] * (weight - patterns[homes[p]].weight);
      }
      for (let p = 0; p < points; p++) {
        if (rows[at][p] === 0 || !(gain[ids[p]] > 0)) continue;
        placement.move(p, at, homes[p], rows[at][p]);
        changed = true;
      }
    }
    if (yield* openCheaper(patterns, placement, k, inTime)) changed = true;
    if (!changed) return;
    const now = yield* weightOf();
    if (isLong && before - now < LEAST_SAVING * before) return;
    before = now;
  }
}

/** Opens released values that k rows can go to for less than they cost now, without leaving fewer than k rows anywhere. */
function* openCheaper(
  patterns: readonly Pattern[],
  placement: Placement,
  k: number,
  inTime: () => boolean,
): Steps<boolean> {
  const { rows } = placement;
  // [patterns][ids] rows that the plan at hand takes from a released value; zeroed after each.
  const taken = patterns.map(({ size }) => new Float64Array(size.length));
  const froms: number[] = [];
  const seen = new Float64Array(patterns.length);
  const plan: { p: number; from: number; count: number }[] = [];
  let opened = false;
  let weighed = 0;
  const looks = new Looks();
  for (let at = 1; at < patterns.length && inTime(); at++) {
    yield;
    const { start, members, large, size, weight } = patterns[at];
    for (const id of large) {
      if (size[id] > 0) continue;
      weighed++;
      if (looks.isDue(16 * (1 + start[id + 1] - start[id]))) {
        yield;
        if (!inTime()) return opened;
      }
      // Patterns that own rows of the members, the most expensive first.
      froms.length = 0;
      for (let i = start[id]; i < start[id + 1]; i++) {
        for (const from of placement.homes(members[i])) {
          if (seen[from] === weighed) continue;
          seen[from] = weighed;
          froms.push(from);
        }
      }
      froms.sort((x, y) => y - x);
      if (froms.length === 0 || patterns[froms[0]].weight <= weight) continue;
      let reach = 0;
      let saved = 0;
      plan.length = 0;
      for (const from of froms) {
        const gain = patterns[from].weight - weight;
        // Rows that lose by it only fill up to k.
        if (gain <= 0 && (reach >= k || saved <= 0)) break;
        if (looks.isDue(start[id + 1] - start[id])) yield;
        const own = patterns[from];
        for (let i = start[id]; i < start[id + 1]; i++) {
          const p = members[i];
          if (rows[from][p] === 0) continue;
          const used = taken[from][own.ids[p]];
          let count = Math.min(rows[from][p], own.size[own.ids[p]] - k - used);
          if (gain <= 0) count = Math.min(count, k - reach);
          if (count <= 0) continue;
          taken[from][own.ids[p]] = used + count;
          plan.push({ p, from, count });
          reach += count;
          saved += count * gain;
        }
      }
      for (const { p, from } of plan) taken[from][patterns[from].ids[p]] = 0;
      if (reach < k || saved <= 1e-9) continue;
      for (const { p, from, count } of plan) placement.move(p, from, at, count);
      opened = true;
    }
  }
  return opened;
}

/**
 * The least weight of suppressed cells: the cheapest partition of at most 12 rows into groups of at least k, whose rows lose
 * the cells in which they differ, over all subsets. O(3^n) time.
 *
 * @returns rows of every group; every point stands `counts[point]` times among the rows
 */
export function suppressExactly({ codes, counts, weights, k }: SuppressionInput): number[][] {
  const pointOf: number[] = [];
  counts.forEach((count, p) => pointOf.push(...new Array<number>(count).fill(p)));
  const n = pointOf.length;
  const all = 2 ** n - 1;
  const cost = new Float64Array(2 ** n).fill(Infinity);
  for (let set = 1; set <= all; set++) {
    const own = pointOf.filter((_, row) => (set >> row) & 1);
    if (own.length < k || (own.length >= 2 * k && set !== all)) continue;
    let cells = 0;
    codes.forEach((column, a) => {
      if (own.some((p) => column[p] !== column[own[0]])) cells += weights[a];
    });
    cost[set] = own.length * cells;
  }
  const best = new Float64Array(2 ** n).fill(Infinity);
  const choice = new Uint32Array(2 ** n);
  best[0] = 0;
  for (let set = 1; set <= all; set++) {
    const lowest = set & -set;
    for (let part = set; part > 0; part = (part - 1) & set) {
      if ((part & lowest) === 0 || !(cost[part] + best[set ^ part] < best[set])) continue;
      best[set] = cost[part] + best[set ^ part];
      choice[set] = part;
    }
  }
  const groups: number[][] = [];
  for (let set = all; set > 0; set ^= choice[set]) {
    const part = choice[set];
    groups.push(pointOf.filter((_, row) => (part >> row) & 1));
  }
  return groups;
}
