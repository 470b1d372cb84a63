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
const NOISE = 0.25;
/** Released values weighed between two yields. */
const YIELD_TURNS = 64;

interface Pattern {
  readonly bits: number;
  readonly weight: number;
  /** [points] what a point is released as under this pattern. */
  readonly ids: Uint32Array;
  /** [ids + 1], [points]: points of id i are members[start[i]] .. members[start[i + 1] - 1], ascending. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
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
 * others. Further runs from prices with noise follow; the best of all is taken. No pass and no run begins once `inTime`
 * says no. At least k rows.
 *
 * A generator: it yields every few milliseconds of work, and its result is what it returns.
 */
export function* suppressGreedily(
  input: SuppressionInput,
  random: RandomSource,
  restarts: number,
  inTime: () => boolean = () => true,
): Generator<void, Block[]> {
  const patterns = patternsOf(input);
  let best: Block[] = [];
  let least = Infinity;
  for (let run = 0; run <= restarts && (run === 0 || inTime()); run++) {
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
  const own = patterns[0];
  /** Rows of every point by pattern index. */
  const rows = patterns.map(() => new Float64Array(points));
  const open = new Float64Array(points);
  const lendable = new Float64Array(points);
  for (let p = 0; p < points; p++) {
    if (counts[p] >= k) {
      lendable[p] = counts[p] - k;
      rows[0][p] = counts[p];
      own.size[own.ids[p]] = counts[p];
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
  const heap = new Heap();
  patterns.forEach((pattern, at) => {
    if (at > 0) for (let id = 0; id < pattern.size.length; id++) heap.push(price(at, id), at, id);
  });
  heap.build();
  const settle = (p: number, at: number, count: number, from: Float64Array): void => {
    const isOpen = from === open;
    from[p] -= count;
    for (const { ids, unsafe, spare } of patterns) {
      if (isOpen) unsafe[ids[p]] -= count;
      else spare[ids[p]] -= count;
    }
    if (!isOpen) {
      rows[0][p] -= count;
      own.size[own.ids[p]] -= count;
    }
    rows[at][p] += count;
    patterns[at].size[patterns[at].ids[p]] += count;
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
      const moved = rows[at][p];
      rows[at][p] = 0;
      rows[full][p] += moved;
      all.size[0] += moved;
    }
    patterns[at].size[id] = 0;
  }
  yield* improve(patterns, rows, k, inTime);
  const blocks: Block[] = [];
  for (let p = 0; p < points; p++) {
    patterns.forEach(({ bits }, at) => {
      if (rows[at][p] > 0) blocks.push({ point: p, pattern: bits, count: rows[at][p] });
    });
  }
  return blocks;
}

/** Moves rows to cheaper released values that are there, and gives up those whose rows are all better off elsewhere. */
function* improve(
  patterns: readonly Pattern[],
  rows: readonly Float64Array[],
  k: number,
  inTime: () => boolean,
): Generator<void, void> {
  const points = rows[0].length;
  const cheapest = (p: number, weight: number, not: number): number => {
    for (let at = 0; at < patterns.length && patterns[at].weight < weight; at++) {
      if (at !== not && patterns[at].size[patterns[at].ids[p]] >= k) return at;
    }
    return -1;
  };
  const move = (p: number, from: number, to: number, count: number): void => {
    rows[from][p] -= count;
    rows[to][p] += count;
    patterns[from].size[patterns[from].ids[p]] -= count;
    patterns[to].size[patterns[to].ids[p]] += count;
  };
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
        move(p, at, to, spare);
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
        move(p, at, homes[p], rows[at][p]);
        changed = true;
      }
    }
    if (yield* openCheaper(patterns, rows, k, move, inTime)) changed = true;
    if (!changed) return;
  }
}

/** Opens released values that k rows can go to for less than they cost now, without leaving fewer than k rows anywhere. */
function* openCheaper(
  patterns: readonly Pattern[],
  rows: readonly Float64Array[],
  k: number,
  move: (p: number, from: number, to: number, count: number) => void,
  inTime: () => boolean,
): Generator<void, boolean> {
  const points = rows[0].length;
  let opened = false;
  for (let at = 1; at < patterns.length && inTime(); at++) {
    yield;
    const { ids, size, weight } = patterns[at];
    // Points whose rows could gain, by released value.
    const members = new Map<number, number[]>();
    for (let p = 0; p < points; p++) {
      if (size[ids[p]] > 0) continue;
      const own = members.get(ids[p]);
      if (own === undefined) members.set(ids[p], [p]);
      else own.push(p);
    }
    let turns = 0;
    for (const [, own] of members) {
      if (++turns % YIELD_TURNS === 0) yield;
      let reach = 0;
      let saved = 0;
      const plan: { p: number; from: number; count: number; gain: number }[] = [];
      const taken = new Map<string, number>();
      for (let from = patterns.length - 1; from >= 0; from--) {
        if (from === at) continue;
        for (const p of own) {
          if (rows[from][p] === 0) continue;
          const gain = patterns[from].weight - weight;
          const key = `${from}/${patterns[from].ids[p]}`;
          const used = taken.get(key) ?? 0;
          let count = Math.min(rows[from][p], patterns[from].size[patterns[from].ids[p]] - k - used);
          // Rows that lose by it only fill up to k.
          if (gain <= 0) count = Math.min(count, k - reach);
          if (count <= 0) continue;
          taken.set(key, used + count);
          plan.push({ p, from, count, gain });
          reach += count;
          saved += count * gain;
        }
      }
      if (reach < k || saved <= 1e-9) continue;
      for (const { p, from, count } of plan) move(p, from, at, count);
      opened = true;
    }
  }
  return opened;
}

/** Patterns by weight, the one without suppressed cells first, the one of all cells last. */
function patternsOf({ codes, counts, weights }: SuppressionInput): Pattern[] {
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
      return { bits, weight, ids, ...membersOf(ids, known), unsafe: zeros(), spare: zeros(), size: zeros() };
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

interface Candidate {
  readonly price: number;
  readonly at: number;
  readonly id: number;
}

/** Candidates by price, then by pattern and id. */
class Heap {
  readonly #entries: Candidate[] = [];

  push(price: number, at: number, id: number): void {
    if (price !== Infinity) this.#entries.push({ price, at, id });
  }

  build(): void {
    this.#entries.sort((x, y) => (this.#isBefore(x, y) ? -1 : 1));
  }

  add(price: number, at: number, id: number): void {
    const entries = this.#entries;
    const entry = { price, at, id };
    let place = entries.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(entry, entries[above])) break;
      entries[place] = entries[above];
      place = above;
    }
    entries[place] = entry;
  }

  pop(): Candidate | null {
    const entries = this.#entries;
    if (entries.length === 0) return null;
    const top = entries[0];
    const last = entries.pop()!;
    if (entries.length === 0) return top;
    let place = 0;
    while (2 * place + 1 < entries.length) {
      let below = 2 * place + 1;
      if (below + 1 < entries.length && this.#isBefore(entries[below + 1], entries[below])) below++;
      if (!this.#isBefore(entries[below], last)) break;
      entries[place] = entries[below];
      place = below;
    }
    entries[place] = last;
    return top;
  }

  #isBefore(x: Candidate, y: Candidate): boolean {
    if (x.price !== y.price) return x.price < y.price;
    return x.at !== y.at ? x.at < y.at : x.id < y.id;
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
