import type { RandomSource } from '../../random.js';

/** Points are distinct vectors of quasi-identifiers with their rows. */
export interface SuppressionInput {
  /** [attributes][points] */
  readonly codes: readonly Uint32Array[];
  /** [points] */
  readonly counts: Uint32Array;
  /** [attributes] cost of a suppressed cell, above 0. */
  readonly weights: readonly number[];
  readonly k: number;
}

/** Rows of a point that are released alike: bit a of `pattern` says that attribute a is suppressed. */
export interface Block {
  readonly point: number;
  readonly pattern: number;
  readonly count: number;
}

/** All patterns are weighed up to this many attributes; beyond, those of at most three cells and the full one. */
const ALL_PATTERNS = 6;
const FEW_CELLS = 3;
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
/** Released values taken between two yields, and points looked at. */
const YIELD_TURNS = 64;
const YIELD_POINTS = 1 << 14;

interface Pattern {
  readonly bits: number;
  readonly weight: number;
  /** [points] what a point is released as under this pattern. */
  readonly ids: Uint32Array;
  /** [ids + 1], [points]: points of id i are members[start[i]] .. members[start[i + 1] - 1], ascending. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
  /** Ids that at least k rows have. */
  readonly large: Uint32Array;
  /** [ids] rows that are not safe, rows that safe points can lend, rows released so. */
  readonly unsafe: Float64Array;
  readonly spare: Float64Array;
  readonly size: Float64Array;
}

/**
 * Cell suppression, greedy: of all released values (a pattern of suppressed attributes and the values kept), the one that
 * makes rows safe for the least weight a row is taken first. All rows that it covers and that are not safe get it; where they
 * are fewer than k, points of more than k rows lend theirs. Then passes over all suppressed rows move them to cheaper
 * released values that are there by now, open released values that pay for themselves, and give up those whose rows all have
 * others. Further runs from prices with noise follow, unless `restarts` says how many up to 64, fewer where there are many
 * points and patterns; the best of all is taken. No pass and no run begins once `inTime` says no. At least k rows.
 *
 * A generator: it yields every few milliseconds of work, and its result is what it returns.
 */
export function* suppressGreedily(
  input: SuppressionInput,
  random: RandomSource,
  restarts: number | undefined,
  inTime: () => boolean = () => true,
): Generator<void, Block[]> {
  const patterns = patternsOf(input);
  let best: Block[] = [];
  let least = Infinity;
  const work = patterns.length * input.counts.length;
  const most = restarts ?? Math.min(USUAL_RESTARTS, Math.ceil(LONG_RUN / work) - 1);
  for (let run = 0; run <= most && (run === 0 || inTime()); run++) {
    for (const { unsafe, spare, size } of patterns) {
      unsafe.fill(0);
      spare.fill(0);
      size.fill(0);
    }
    // The first run goes by price alone, the others by prices that are off by up to a quarter.
    const noise = patterns.map(({ size }) =>
      run === 0 ? null : Float64Array.from(size, () => 1 + (NOISE * random.below(1024)) / 1024),
    );
    const blocks = yield* cover(input, patterns, noise, inTime);
    const weight = weightOf(blocks, patterns);
    if (weight < least) {
      least = weight;
      best = blocks;
    }
  }
  return best;
}

function weightOf(blocks: readonly Block[], patterns: readonly Pattern[]): number {
  const weights = new Map(patterns.map(({ bits, weight }) => [bits, weight]));
  return blocks.reduce((sum, { pattern, count }) => sum + count * weights.get(pattern)!, 0);
}

function* cover(
  { counts, k }: SuppressionInput,
  patterns: readonly Pattern[],
  noise: readonly (Float64Array | null)[],
  inTime: () => boolean,
): Generator<void, Block[]> {
  const points = counts.length;
  const placement = new Placement(patterns, points);
  const { rows } = placement;
  const open = new Float64Array(points);
  const lendable = new Float64Array(points);
  for (let p = 0; p < points; p++) {
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
    return ((weight * Math.max(unsafe[id], k - size[id])) / unsafe[id]) * (noise[at]?.[id] ?? 1);
  };
  const heap = new Heap(1024);
  patterns.forEach((pattern, at) => {
    if (at > 0) for (const id of pattern.large) heap.push(price(at, id), at, id);
  });
  heap.build();
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
  let turns = 0;
  for (let top = heap.pop(); top !== null; top = heap.pop()) {
    if (++turns % YIELD_TURNS === 0) yield;
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
  for (let p = 0; p < points; p++) if (open[p] > 0) settle(p, full, open[p], open);
  const all = patterns[full];
  while (all.size[0] > 0 && all.size[0] < k) {
    yield;
    let least = -1;
    let at = 0;
    for (let other = 0; other < full; other++) {
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
  yield* improve(patterns, placement, k, inTime);
  const blocks: Block[] = [];
  for (let p = 0; p < points; p++) {
    for (const at of [...placement.homes(p)].sort((x, y) => x - y)) {
      blocks.push({ point: p, pattern: patterns[at].bits, count: rows[at][p] });
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
  inTime: () => boolean,
): Generator<void, void> {
  const { rows } = placement;
  const points = rows[0].length;
  const cheapest = (p: number, weight: number, not: number): number => {
    for (let at = 0; at < patterns.length && patterns[at].weight < weight; at++) {
      if (at !== not && patterns[at].size[patterns[at].ids[p]] >= k) return at;
    }
    return -1;
  };
  const weightOf = (): number =>
    patterns.reduce((sum, { weight, size }) => sum + weight * size.reduce((all, own) => all + own, 0), 0);
  let before = weightOf();
  for (let pass = 0; pass < PASSES && inTime(); pass++) {
    let changed = false;
    for (let at = patterns.length - 1; at > 0; at--) {
      yield;
      const { ids, size, weight } = patterns[at];
      for (let p = 0; p < points; p++) {
        const spare = Math.min(rows[at][p], size[ids[p]] - k);
        if (spare <= 0) continue;
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
    const now = weightOf();
    if (patterns.length * points > LONG_RUN && before - now < LEAST_SAVING * before) return;
    before = now;
  }
}

/** Opens released values that k rows can go to for less than they cost now, without leaving fewer than k rows anywhere. */
function* openCheaper(
  patterns: readonly Pattern[],
  placement: Placement,
  k: number,
  inTime: () => boolean,
): Generator<void, boolean> {
  const { rows } = placement;
  // [patterns][ids] rows that the plan at hand takes from a released value; zeroed after each.
  const taken = patterns.map(({ size }) => new Float64Array(size.length));
  const froms: number[] = [];
  const seen = new Float64Array(patterns.length);
  const plan: { p: number; from: number; count: number }[] = [];
  let opened = false;
  let weighed = 0;
  for (let at = 1; at < patterns.length && inTime(); at++) {
    yield;
    const { start, members, large, size, weight } = patterns[at];
    for (const id of large) {
      if (size[id] > 0) continue;
      if (++weighed % YIELD_POINTS === 0) yield;
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
      weighed += start[id + 1] - start[id];
      let reach = 0;
      let saved = 0;
      plan.length = 0;
      for (const from of froms) {
        const gain = patterns[from].weight - weight;
        // Rows that lose by it only fill up to k.
        if (gain <= 0 && (reach >= k || saved <= 0)) break;
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

/** Patterns by weight, the one without suppressed cells first, the one of all cells last. */
function patternsOf({ codes, counts, weights, k }: SuppressionInput): Pattern[] {
  const q = codes.length;
  const points = counts.length;
  const whole = 2 ** q - 1;
  const chosen: number[] = [];
  const choose = (from: number, bits: number, cells: number): void => {
    chosen.push(bits);
    if (q > ALL_PATTERNS && cells === FEW_CELLS) return;
    for (let a = from; a < q; a++) choose(a + 1, bits + 2 ** a, cells + 1);
  };
  choose(0, 0, 0);
  if (!chosen.includes(whole)) chosen.push(whole);
  const has = (bits: number, a: number): boolean => Math.floor(bits / 2 ** a) % 2 === 1;
  return chosen
    .map((bits) => {
      let ids = new Uint32Array(points);
      let known = 1;
      for (let a = 0; a < q; a++) {
        if (has(bits, a)) continue;
        const next = new Map<number, number>();
        const size = codes[a].reduce((most, code) => Math.max(most, code), 0) + 1;
        const refined = new Uint32Array(points);
        for (let p = 0; p < points; p++) {
          const key = ids[p] * size + codes[a][p];
          let id = next.get(key);
          if (id === undefined) next.set(key, (id = next.size));
          refined[p] = id;
        }
        ids = refined;
        known = next.size;
      }
      const weight = weights.reduce((sum, each, a) => sum + (has(bits, a) ? each : 0), 0);
      const zeros = (): Float64Array => new Float64Array(known);
      const totals = zeros();
      for (let p = 0; p < points; p++) totals[ids[p]] += counts[p];
      const large = Uint32Array.from(totals.keys()).filter((id) => totals[id] >= k);
      return { bits, weight, ids, ...membersOf(ids, known), large, unsafe: zeros(), spare: zeros(), size: zeros() };
    })
    .sort((x, y) => x.weight - y.weight || x.bits - y.bits);
}

/** Points by id. */
function membersOf(ids: Uint32Array, known: number): { readonly start: Uint32Array; readonly members: Uint32Array } {
  const start = new Uint32Array(known + 1);
  for (const id of ids) start[id + 1]++;
  for (let id = 0; id < known; id++) start[id + 1] += start[id];
  const members = new Uint32Array(ids.length);
  const cursor = start.slice();
  ids.forEach((id, p) => (members[cursor[id]++] = p));
  return { start, members };
}

/** Candidates by price, then by pattern and id. */
class Heap {
  #prices: Float64Array;
  /** [candidates] pattern * 2^32 + id: the order of equal prices. */
  #keys: Float64Array;
  #length = 0;

  constructor(capacity: number) {
    this.#prices = new Float64Array(capacity);
    this.#keys = new Float64Array(capacity);
  }

  /** Adds without keeping the order: `build` makes it. */
  push(price: number, at: number, id: number): void {
    if (price === Infinity) return;
    if (this.#length === this.#prices.length) this.#grow();
    this.#prices[this.#length] = price;
    this.#keys[this.#length++] = at * 2 ** 32 + id;
  }

  build(): void {
    for (let place = (this.#length >> 1) - 1; place >= 0; place--) {
      this.#sink(place, this.#prices[place], this.#keys[place]);
    }
  }

  add(price: number, at: number, id: number): void {
    const key = at * 2 ** 32 + id;
    this.push(price, at, id);
    let place = this.#length - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(price, key, above)) break;
      this.#prices[place] = this.#prices[above];
      this.#keys[place] = this.#keys[above];
      place = above;
    }
    this.#prices[place] = price;
    this.#keys[place] = key;
  }

  pop(): { readonly price: number; readonly at: number; readonly id: number } | null {
    if (this.#length === 0) return null;
    const price = this.#prices[0];
    const key = this.#keys[0];
    const last = --this.#length;
    if (last > 0) this.#sink(0, this.#prices[last], this.#keys[last]);
    const at = Math.floor(key / 2 ** 32);
    return { price, at, id: key - at * 2 ** 32 };
  }

  /** Puts a candidate where it belongs at or below a place. */
  #sink(place: number, price: number, key: number): void {
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#length) break;
      if (below + 1 < this.#length && this.#isBefore(this.#prices[below + 1], this.#keys[below + 1], below)) below++;
      if (this.#isBefore(price, key, below)) break;
      this.#prices[place] = this.#prices[below];
      this.#keys[place] = this.#keys[below];
      place = below;
    }
    this.#prices[place] = price;
    this.#keys[place] = key;
  }

  #isBefore(price: number, key: number, other: number): boolean {
    return price !== this.#prices[other] ? price < this.#prices[other] : key < this.#keys[other];
  }

  #grow(): void {
    const prices = new Float64Array(Math.max(16, 2 * this.#length));
    const keys = new Float64Array(prices.length);
    prices.set(this.#prices);
    keys.set(this.#keys);
    this.#prices = prices;
    this.#keys = keys;
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
