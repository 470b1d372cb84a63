import { appendAll } from '../../base/sequences.js';
import type { RandomSource } from '../../base/random.js';
import type { Steps } from '../../base/steps.js';
import { CandidateHeap } from './candidate-heap.js';
import type { LookedPattern, Pattern, SuppressionInput } from './patterns.js';
import { makePatterns, patternsOf } from './patterns.js';

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
/** Default number of further runs; fewer if together they would visit more than a long run does. */
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
 * points and patterns; the best of all is taken. Once `inTime` says no, rows that are not safe by then take the first pattern
 * that makes them so. At least k rows.
 *
 * A generator: it yields every few milliseconds of work, and its result is what it returns.
 */
export function* suppressGreedily(
  input: SuppressionInput,
  random: RandomSource,
  restarts: number | undefined,
  inTime: () => boolean = () => true,
): Steps<Block[]> {
  const points = input.counts.length;
  // Only the noise of further runs depends on values that fewer than k rows have.
  const runsAgain = (restarts ?? usualRestarts(patternsOf(input.codes.length) * points)) > 0;
  const { patterns, looked, columns } = yield* makePatterns(input, inTime, { countsValues: runsAgain });
  let best: Block[] = [];
  let least = Infinity;
  const work = looked.length * points;
  const most = runsAgain ? (restarts ?? usualRestarts(work)) : 0;
  for (let run = 0; run <= most && (run === 0 || inTime()); run++) {
    for (const { unsafe, spare, size } of patterns) {
      unsafe.fill(0);
      spare.fill(0);
      size.fill(0);
    }
    // The first run uses exact prices, the others prices that are off by up to a quarter.
    const noise = run === 0 ? null : yield* drawNoise(patterns, looked, random);
    const blocks = yield* cover(input, { patterns, columns, noise, isLong: work > LONG_RUN }, inTime);
    yield;
    const weight = weightOf(blocks, patterns);
    if (weight < least) {
      least = weight;
      best = blocks;
    }
  }
  return best;
}

function usualRestarts(work: number): number {
  return Math.min(USUAL_RESTARTS, Math.ceil(LONG_RUN / work) - 1);
}

/** [patterns][ids] factors of prices. Patterns and values that are left out draw theirs too. */
function* drawNoise(
  patterns: readonly Pattern[],
  looked: readonly LookedPattern[],
  random: RandomSource,
): Steps<Float64Array[]> {
  const noise: Float64Array[] = [];
  for (const { bits, values } of looked) {
    yield;
    const factors = Float64Array.from({ length: values ?? 0 }, () => 1 + (NOISE * random.below(1024)) / 1024);
    if (patterns[noise.length]?.bits !== bits) continue;
    noise.push(Float64Array.from(patterns[noise.length].values ?? [], (value) => factors[value]));
  }
  return noise;
}

/** Input of a run that determines its choices. */
interface Prices {
  readonly patterns: readonly Pattern[];
  /** Patterns of whole columns, see {@link makePatterns}. */
  readonly columns: readonly number[];
  /** [patterns][ids] factors of prices; null: none. */
  readonly noise: readonly Float64Array[] | null;
  /** See {@link LONG_RUN}. */
  readonly isLong: boolean;
}

function weightOf(blocks: readonly Block[], patterns: readonly Pattern[]): number {
  const weights = new Map(patterns.map(({ bits, weight }) => [bits, weight]));
  return blocks.reduce((sum, { pattern, count }) => sum + count * weights.get(pattern)!, 0);
}

function* cover({ counts, k }: SuppressionInput, prices: Prices, inTime: () => boolean): Steps<Block[]> {
  const { patterns, columns, isLong } = prices;
  const points = counts.length;
  const placement = new Placement(patterns, points);
  const left = yield* coverByPrice(counts, k, prices, placement, inTime);
  if (!inTime()) {
    for (const [p, at] of yield* coverAtOnce(patterns, columns, left, k)) {
      placement.add(p, at, left[p]);
      left[p] = 0;
    }
  }
  // Fewer than k rows remain, even with the spare rows of other points: the lending points lose all their rows, too.
  const full = patterns.length - 1;
  for (let p = 0; p < points; p++) if (left[p] > 0) placement.add(p, full, left[p]);
  yield* fillUp(patterns, placement, k);
  yield* improve(patterns, placement, k, isLong, inTime);
  const blocks: Block[] = [];
  const looks = new Looks();
  for (let p = 0; p < points; p++) {
    if (looks.isDue(16)) yield;
    for (const at of placement.homes(p).sort((x, y) => x - y)) {
      const { bits, ids } = patterns[at];
      blocks.push({ point: p, pattern: bits, count: placement.rows(at, p), value: ids[p] });
    }
  }
  return blocks;
}

/** Takes released values, the cheapest first. Returns [points] the rows that none covers. */
function* coverByPrice(
  counts: Uint32Array,
  k: number,
  { patterns, noise }: Prices,
  placement: Placement,
  inTime: () => boolean,
): Steps<Uint32Array> {
  const points = counts.length;
  const open = new Uint32Array(points);
  const lendable = new Uint32Array(points);
  const looks = new Looks();
  for (let p = 0; p < points; p++) {
    if (counts[p] >= k) {
      lendable[p] = counts[p] - k;
      placement.add(p, 0, counts[p]);
    } else open[p] = counts[p];
  }
  for (const pattern of patterns) {
    if (looks.isDue(points)) yield;
    addRows(pattern, open, lendable);
  }
  const price = (at: number, id: number): number => {
    const { weight, unsafe, spare, size } = patterns[at];
    if (unsafe[id] === 0 || unsafe[id] + spare[id] + size[id] < k) return Infinity;
    return ((weight * Math.max(unsafe[id], k - size[id])) / unsafe[id]) * (noise === null ? 1 : noise[at][id]);
  };
  const heap = new CandidateHeap(1024);
  for (let at = 1; at < patterns.length; at++) {
    if (looks.isDue(patterns[at].large)) yield;
    for (let id = 1; id <= patterns[at].large; id++) heap.push(price(at, id), at, id);
  }
  yield* heap.build();
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
      if (open[p] > 0) {
        if (looks.isDue(patterns.length)) yield;
        takeUnsafe(patterns, p, open[p]);
        placement.add(p, top.at, open[p]);
        open[p] = 0;
      } else if (missing > 0 && lendable[p] > 0) {
        const lent = Math.min(missing, lendable[p]);
        takeSpare(patterns, p, lent);
        placement.move(p, 0, top.at, lent);
        lendable[p] -= lent;
        missing -= lent;
      }
    }
  }
  return open;
}

/**
 * Pattern by pattern, of the least weight first, all rows that are open take it where k rows have the same then: of all patterns, or
 * of those of whole columns alone, whichever costs less.
 *
 * @returns points that are covered with their patterns
 */
function* coverAtOnce(
  patterns: readonly Pattern[],
  columns: readonly number[],
  open: Uint32Array,
  k: number,
): Steps<Map<number, number>> {
  const inner = patterns.slice(1, -1).map((_, i) => i + 1);
  const full = patterns[patterns.length - 1].weight;
  let best = new Map<number, number>();
  let most = 0;
  for (const list of [inner, inner.filter((at) => columns.includes(patterns[at].bits))]) {
    const covered = new Map<number, number>();
    let saved = 0;
    let left = Array.from(open.keys()).filter((p) => open[p] > 0);
    for (const at of list) {
      yield;
      const { ids, size, weight } = patterns[at];
      const reached = size.slice();
      for (const p of left) reached[ids[p]] += open[p];
      // Id 0 is shared by the values that fewer than k rows have.
      reached[0] = 0;
      left = left.filter((p) => {
        if (reached[ids[p]] < k) return true;
        covered.set(p, at);
        saved += open[p] * (full - weight);
        return false;
      });
    }
    if (saved <= most) continue;
    most = saved;
    best = covered;
  }
  return best;
}

/** Adds what points have open and to lend to the ids of a pattern. */
function addRows({ ids, unsafe, spare }: Pattern, open: Uint32Array, lendable: Uint32Array): void {
  for (let p = 0; p < ids.length; p++) {
    unsafe[ids[p]] += open[p];
    spare[ids[p]] += lendable[p];
  }
}

function takeUnsafe(patterns: readonly Pattern[], p: number, count: number): void {
  for (let at = 0; at < patterns.length; at++) patterns[at].unsafe[patterns[at].ids[p]] -= count;
}

function takeSpare(patterns: readonly Pattern[], p: number, count: number): void {
  for (let at = 0; at < patterns.length; at++) patterns[at].spare[patterns[at].ids[p]] -= count;
}

/** While some rows, but fewer than k, have lost all cells, those of the smallest released value follow. */
function* fillUp(patterns: readonly Pattern[], placement: Placement, k: number): Steps<void> {
  const full = patterns.length - 1;
  const all = patterns[full];
  const looks = new Looks();
  while (all.size[1] > 0 && all.size[1] < k) {
    yield;
    let least = Infinity;
    let at = 0;
    let id = 0;
    for (let other = 0; other < full; other++) {
      const { ids, size } = patterns[other];
      const points = placement.pointsOf(other);
      if (looks.isDue(points.length)) yield;
      for (const p of points) {
        if (size[ids[p]] >= least) continue;
        least = size[ids[p]];
        at = other;
        id = ids[p];
      }
    }
    const { start, members } = patterns[at];
    for (let i = start[id]; i < start[id + 1]; i++) {
      const count = placement.rows(at, members[i]);
      if (count > 0) placement.move(members[i], at, full, count);
    }
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
  const cheapest = (p: number, weight: number, not: number): number => {
    for (let at = 0; at < patterns.length && patterns[at].weight < weight; at++) {
      if (at !== not && patterns[at].size[patterns[at].ids[p]] >= k) return at;
    }
    return -1;
  };
  const weightOfAll = (): number =>
    patterns.reduce((sum, { weight, size }) => sum + weight * size.reduce((all, own) => all + own, 0), 0);
  const looks = new Looks();
  let before = weightOfAll();
  for (let pass = 0; pass < PASSES && inTime(); pass++) {
    let changed = false;
    for (let at = patterns.length - 1; at > 0; at--) {
      yield;
      const { ids, size, weight } = patterns[at];
      for (const p of placement.pointsOf(at)) {
        const spare = Math.min(placement.rows(at, p), size[ids[p]] - k);
        if (spare <= 0) continue;
        if (looks.isDue(patterns.length)) yield;
        const to = cheapest(p, weight, at);
        if (to < 0) continue;
        placement.move(p, at, to, spare);
        changed = true;
      }
      // Remaining rows of a released value: all move elsewhere, or none.
      const gain = new Float64Array(size.length);
      const left = placement.pointsOf(at);
      const homes = new Int32Array(left.length);
      for (let i = 0; i < left.length; i++) {
        const id = ids[left[i]];
        if (gain[id] === -Infinity) continue;
        if (looks.isDue(patterns.length)) yield;
        const to = cheapest(left[i], Infinity, at);
        homes[i] = to;
        gain[id] += to < 0 ? -Infinity : placement.rows(at, left[i]) * (weight - patterns[to].weight);
      }
      for (let i = 0; i < left.length; i++) {
        if (!(gain[ids[left[i]]] > 0)) continue;
        placement.move(left[i], at, homes[i], placement.rows(at, left[i]));
        changed = true;
      }
    }
    if (yield* openCheaper(patterns, placement, k, inTime)) changed = true;
    if (!changed) return;
    const now = weightOfAll();
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
  const opening = new Opening(patterns, placement, k);
  const looks = new Looks();
  const movable = placement.movable(k);
  let opened = false;
  for (let at = 1; at < patterns.length && inTime(); at++) {
    yield;
    const { start, large, size } = patterns[at];
    const gains = gainsBy(patterns, at, movable);
    for (let id = 1; id <= large; id++) {
      if (size[id] > 0 || gains[id] === 0) continue;
      if (looks.isDue(16 * (1 + start[id + 1] - start[id]))) {
        yield;
        if (!inTime()) return opened;
      }
      if (opening.tryAt(at, id)) opened = true;
    }
  }
  return opened;
}

/** Rows of points that can leave the released value they have. */
interface Movable {
  readonly point: Uint32Array;
  readonly from: Uint32Array;
}

/**
 * [ids] 1 where rows of a pattern's value that another can spare would gain by it. Values opened meanwhile cost no more than
 * the next to be weighed, and the others only lose rows: what gains nothing now gains nothing until the next pass.
 */
function gainsBy(patterns: readonly Pattern[], at: number, { point, from }: Movable): Uint8Array {
  const { ids, weight, large } = patterns[at];
  const gains = new Uint8Array(large + 1);
  const gaining = Uint8Array.from(patterns, (pattern) => (pattern.weight > weight ? 1 : 0));
  for (let i = 0; i < point.length; i++) gains[ids[point[i]]] |= gaining[from[i]];
  return gains;
}

/** Weighs whether a released value should be opened, and moves the rows that go to it. */
class Opening {
  readonly #patterns: readonly Pattern[];
  readonly #placement: Placement;
  readonly #k: number;
  /** [patterns][ids] rows that the plan at hand takes from a released value; zeroed after each. */
  readonly #taken: readonly Uint32Array[];
  readonly #plan: { readonly p: number; readonly from: number; readonly count: number }[] = [];
  #reach = 0;
  #saved = 0;

  constructor(patterns: readonly Pattern[], placement: Placement, k: number) {
    this.#patterns = patterns;
    this.#placement = placement;
    this.#k = k;
    this.#taken = patterns.map(({ size }) => new Uint32Array(size.length));
  }

  tryAt(at: number, id: number): boolean {
    const { weight } = this.#patterns[at];
    this.#reach = 0;
    this.#saved = 0;
    this.#plan.length = 0;
    // Patterns that own rows of the members, the most expensive first; rows that lose by it only fill up to k.
    this.#take(at, id, (from) => this.#patterns[from].weight > weight);
    if (this.#saved > 0 && this.#reach < this.#k) this.#take(at, id, (from) => this.#patterns[from].weight <= weight);
    const opens = this.#reach >= this.#k && this.#saved > 1e-9;
    for (const { p, from } of this.#plan) this.#taken[from][this.#patterns[from].ids[p]] = 0;
    if (opens) for (const { p, from, count } of this.#plan) this.#placement.move(p, from, at, count);
    return opens;
  }

  #take(at: number, id: number, isAsked: (from: number) => boolean): void {
    const { start, members, weight } = this.#patterns[at];
    const byPattern = new Map<number, number[]>();
    for (let i = start[id]; i < start[id + 1]; i++) {
      this.#placement.forEachHome(members[i], (from) => {
        if (!isAsked(from) || this.#patterns[from].size[this.#patterns[from].ids[members[i]]] <= this.#k) return;
        const own = byPattern.get(from);
        if (own === undefined) byPattern.set(from, [members[i]]);
        else own.push(members[i]);
      });
    }
    for (const from of [...byPattern.keys()].sort((x, y) => y - x)) {
      const gain = this.#patterns[from].weight - weight;
      if (gain <= 0 && (this.#reach >= this.#k || this.#saved <= 0)) return;
      this.#takeFrom(from, byPattern.get(from)!, gain);
    }
  }

  #takeFrom(from: number, points: readonly number[], gain: number): void {
    const { ids, size } = this.#patterns[from];
    const taken = this.#taken[from];
    for (const p of points) {
      const used = taken[ids[p]];
      let count = Math.min(this.#placement.rows(from, p), size[ids[p]] - this.#k - used);
      if (gain <= 0) count = Math.min(count, this.#k - this.#reach);
      if (count <= 0) continue;
      taken[ids[p]] = used + count;
      this.#plan.push({ p, from, count });
      this.#reach += count;
      this.#saved += count * gain;
    }
  }
}

/** Which patterns the rows of every point are released by, and how many rows each has. */
class Placement {
  readonly #patterns: readonly Pattern[];
  /** [points] first of its places, -1: none; [places] next of the same point, pattern, rows. Few points have several. */
  readonly #first: Int32Array;
  #next: Int32Array;
  #at: Uint32Array;
  #rows: Uint32Array;
  #places = 0;
  #free = -1;
  /** [patterns] a bit a point: it has rows there. */
  readonly #has: readonly Uint32Array[];

  constructor(patterns: readonly Pattern[], points: number) {
    this.#patterns = patterns;
    this.#first = new Int32Array(points).fill(-1);
    const length = Math.max(1, points);
    this.#next = new Int32Array(length);
    this.#at = new Uint32Array(length);
    this.#rows = new Uint32Array(length);
    this.#has = patterns.map(() => new Uint32Array((points + 31) >>> 5));
  }

  /** Rows of a point that a pattern releases. */
  rows(at: number, p: number): number {
    const place = this.#find(at, p);
    return place < 0 ? 0 : this.#rows[place];
  }

  /** Patterns that release rows of a point, in no order. */
  homes(p: number): number[] {
    const homes: number[] = [];
    this.forEachHome(p, (at) => homes.push(at));
    return homes;
  }

  forEachHome(p: number, visit: (at: number) => void): void {
    for (let place = this.#first[p]; place >= 0; place = this.#next[place]) visit(this.#at[place]);
  }

  /** Points with rows that a pattern releases, ascending. */
  pointsOf(at: number): number[] {
    const points: number[] = [];
    const words = this.#has[at];
    for (let word = 0; word < words.length; word++) {
      for (let bits = words[word]; bits !== 0; bits &= bits - 1) {
        points.push(32 * word + 31 - Math.clz32(bits & -bits));
      }
    }
    return points;
  }

  /** Rows in released values of more than k. */
  movable(k: number): Movable {
    const point: number[] = [];
    const from: number[] = [];
    for (let p = 0; p < this.#first.length; p++) {
      for (let place = this.#first[p]; place >= 0; place = this.#next[place]) {
        const at = this.#at[place];
        const { size, ids } = this.#patterns[at];
        // From the pattern without suppressed cells nothing gains.
        if (at === 0 || size[ids[p]] <= k) continue;
        point.push(p);
        from.push(at);
      }
    }
    return { point: Uint32Array.from(point), from: Uint32Array.from(from) };
  }

  /** Adds rows of a point to a pattern; a negative number removes them. */
  add(p: number, at: number, count: number): void {
    const { size, ids } = this.#patterns[at];
    size[ids[p]] += count;
    const place = this.#find(at, p);
    if (place < 0) {
      this.#open(p, at, count);
      return;
    }
    this.#rows[place] += count;
    if (this.#rows[place] === 0) this.#close(p, place);
  }

  move(p: number, from: number, to: number, count: number): void {
    this.add(p, from, -count);
    this.add(p, to, count);
  }

  #find(at: number, p: number): number {
    let place = this.#first[p];
    while (place >= 0 && this.#at[place] !== at) place = this.#next[place];
    return place;
  }

  #open(p: number, at: number, count: number): void {
    let place = this.#free;
    if (place >= 0) this.#free = this.#next[place];
    else {
      if (this.#places === this.#next.length) this.#grow();
      place = this.#places++;
    }
    this.#next[place] = this.#first[p];
    this.#first[p] = place;
    this.#at[place] = at;
    this.#rows[place] = count;
    this.#has[at][p >>> 5] |= 1 << (p & 31);
  }

  #close(p: number, place: number): void {
    this.#has[this.#at[place]][p >>> 5] &= ~(1 << (p & 31));
    if (this.#first[p] === place) this.#first[p] = this.#next[place];
    else {
      let before = this.#first[p];
      while (this.#next[before] !== place) before = this.#next[before];
      this.#next[before] = this.#next[place];
    }
    this.#next[place] = this.#free;
    this.#free = place;
  }

  #grow(): void {
    const length = 2 * this.#next.length;
    const [next, at, rows] = [new Int32Array(length), new Uint32Array(length), new Uint32Array(length)];
    next.set(this.#next);
    at.set(this.#at);
    rows.set(this.#rows);
    this.#next = next;
    this.#at = at;
    this.#rows = rows;
  }
}

/**
 * The least weight of suppressed cells: the cheapest partition of at most 12 rows into groups of at least k, whose rows lose
 * the cells in which they differ, over all subsets. O(3^n) time.
 *
 * @returns rows of every group; every point stands `counts[point]` times among the rows
 */
export function suppressExactly({ codes, counts, weights, k }: SuppressionInput): number[][] {
  const pointOf: number[] = [];
  counts.forEach((count, p) => appendAll(pointOf, new Array<number>(count).fill(p)));
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
