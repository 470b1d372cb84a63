import { binaryLogarithm, logarithm } from '../base/elementary.js';
import type { Released, ReleasedValue } from './released.js';
import { countLeaves } from './released.js';

/** Nodes of more vectors, or of more pairs (vector, candidate), are walked in steps. */
const LARGE_VECTORS = 1 << 12;
const LARGE_PAIRS = 1 << 22;

/** Class of a vector that is known to be in none. */
const NO_CLASS = 0xffffffff;

/** Maximum number of vectors with a common prefix that are looked up one by one; more are swept. */
const FEW = 2;

/**
 * The rows that a reader of the release expects for every distinct vector of the input: the sum over the classes whose
 * box contains the vector of (rows of the class) / (leaf vectors in the box), plus (suppressed rows) / (leaf vectors of
 * the domain).
 *
 * Vectors are sorted and walked as a trie, one attribute a level, and the classes that can contain a vector are narrowed
 * from level to level: the cost is the number of pairs (trie node, class that contains its prefix), not classes times
 * vectors. A set is swept as the run from its first leaf to its last, from which the leaves between that are not its own are
 * then left out. Vectors whose one class is known (`vectors.classOf`), or that lie in none (`isOutside`), are not walked at all.
 *
 * Yields between stretches of the work, some milliseconds each.
 *
 * @param budget most steps.
 * @returns [vectors] expected rows; null past the budget or for a domain of 2^1000 leaf vectors or more.
 */
export function* estimateVectorRows(released: Released, budget: number): Generator<void, Float64Array | null> {
  let bits = 0;
  let domainVectors = 1;
  for (const { domain } of released.attributes) {
    bits += binaryLogarithm(domain.size);
    domainVectors *= domain.size;
  }
  if (bits >= 1000) return null;
  return yield* new TrieWalk(released, released.suppressed / domainVectors, budget).run();
}

class TrieWalk {
  /** [depth][classes] box bounds, attributes in the order of the walk. */
  readonly #lower: Uint32Array[] = [];
  readonly #upper: Uint32Array[] = [];
  /** [depth] which leaves of their runs classes hold, where some have sets; else null. */
  readonly #sets: (HeldLeaves | null)[] = [];
  /** [depth][vectors] leaf codes. */
  readonly #codes: ArrayLike<number>[] = [];
  /** [classes] rows per leaf vector of the box. */
  readonly #density: Float64Array;
  /** [vectors] vectors in lexicographic order. */
  #sorted: Uint32Array = new Uint32Array(0);
  /** Vectors whose class is not known. */
  readonly #open: Uint32Array<ArrayBuffer>;
  readonly #expected: Float64Array;
  #steps: number;

  constructor(released: Released, base: number, budget: number) {
    const classes = released.sizes.length;
    this.#density = Float64Array.from(released.sizes);
    for (const a of walkOrder(released)) {
      const { values, valueOf } = released.attributes[a];
      const lower = new Uint32Array(classes);
      const upper = new Uint32Array(classes);
      const counts = Float64Array.from(values, countLeaves);
      for (let j = 0; j < classes; j++) {
        const { lo, hi } = values[valueOf[j]];
        lower[j] = lo;
        upper[j] = hi;
        this.#density[j] /= counts[valueOf[j]];
      }
      this.#lower.push(lower);
      this.#upper.push(upper);
      this.#sets.push(values.some(({ runs }) => runs !== undefined) ? new HeldLeaves(values, valueOf) : null);
      this.#codes.push(released.vectors.codes[a]);
    }
    const { counts, classOf, isOutside = false } = released.vectors;
    this.#expected = new Float64Array(counts.length).fill(base);
    this.#open = this.#addKnown(classOf, isOutside, counts.length);
    this.#steps = budget;
  }

  *run(): Generator<void, Float64Array | null> {
    const classes = Uint32Array.from(this.#density, (_, j) => j);
    yield;
    this.#sorted = yield* sortVectors(this.#codes, this.#open);
    const done = yield* this.#walk(0, 0, this.#sorted.length, classes, classes.length);
    return done ? this.#expected : null;
  }

  /** Adds the densities of the classes that are known, and returns the vectors that are left. */
  #addKnown(classOf: Uint32Array | undefined, isOutside: boolean, vectors: number): Uint32Array<ArrayBuffer> {
    if (classOf === undefined) return Uint32Array.from({ length: vectors }, (_, x) => x);
    if (isOutside) {
      for (let x = 0; x < vectors; x++) if (classOf[x] !== NO_CLASS) this.#expected[x] += this.#density[classOf[x]];
      return new Uint32Array(0);
    }
    const rest = new Uint32Array(vectors);
    let left = 0;
    for (let x = 0; x < vectors; x++) {
      if (classOf[x] === NO_CLASS) rest[left++] = x;
      else this.#expected[x] += this.#density[classOf[x]];
    }
    return rest.slice(0, left);
  }

  /** {@link TrieWalk.#visit} in steps. */
  *#walk(depth: number, from: number, to: number, candidates: Uint32Array, count: number): Generator<void, boolean> {
    const vectors = to - from;
    const isSmall = vectors <= LARGE_VECTORS && vectors * count <= LARGE_PAIRS;
    if (isSmall || vectors <= FEW || depth === this.#codes.length) {
      return this.#visit(depth, from, to, candidates, count);
    }
    this.#steps -= count;
    if (this.#steps < 0) return false;
    if (count === 0) return true;
    const sweep = this.#sweep(depth, from, to, candidates, count);
    while (sweep.next()) {
      this.#steps -= sweep.looked;
      if (!(yield* this.#walk(depth + 1, sweep.begin, sweep.end, sweep.active, sweep.count))) return false;
      yield;
    }
    return true;
  }

  /**
   * Adds the densities of candidates[0 .. count - 1] to the sorted vectors from .. to - 1, which agree in the attributes
   * before `depth`, as all candidates do with them. False when the budget is spent.
   */
  #visit(depth: number, from: number, to: number, candidates: Uint32Array, count: number): boolean {
    this.#steps -= count;
    if (this.#steps < 0) return false;
    if (count === 0) return true;
    if (depth === this.#codes.length) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += this.#density[candidates[i]];
      for (let at = from; at < to; at++) this.#expected[this.#sorted[at]] += sum;
      return true;
    }
    if (to - from <= FEW) {
      for (let at = from; at < to; at++) this.#finish(depth, this.#sorted[at], candidates, count);
      this.#steps -= count * (to - from - 1);
      return true;
    }
    return this.#descend(depth, from, to, candidates, count);
  }

  /** The rest of one vector: every candidate is asked in the remaining attributes. */
  #finish(depth: number, vector: number, candidates: Uint32Array, count: number): void {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const j = candidates[i];
      let at = depth;
      while (at < this.#codes.length) {
        const code = this.#codes[at][vector];
        if (code < this.#lower[at][j] || code > this.#upper[at][j]) break;
        if (this.#sets[at]?.holds(j, code) === false) break;
        at++;
      }
      if (at === this.#codes.length) sum += this.#density[j];
    }
    this.#expected[vector] += sum;
  }

  #descend(depth: number, from: number, to: number, candidates: Uint32Array, count: number): boolean {
    const sweep = this.#sweep(depth, from, to, candidates, count);
    while (sweep.next()) {
      this.#steps -= sweep.looked;
      if (!this.#visit(depth + 1, sweep.begin, sweep.end, sweep.active, sweep.count)) return false;
    }
    return true;
  }

  #sweep(depth: number, from: number, to: number, candidates: Uint32Array, count: number): Sweep {
    const codes = this.#codes[depth];
    const smallest = codes[this.#sorted[from]];
    const largest = codes[this.#sorted[to - 1]];
    const entering = this.#enterInOrder(depth, smallest, largest, candidates, count);
    const bounds = { lower: this.#lower[depth], upper: this.#upper[depth], sets: this.#sets[depth] };
    return new Sweep(codes, this.#sorted, from, to, bounds, entering);
  }

  /** Candidates that meet smallest .. largest, by ascending lower bound (those below `smallest` count as equal). */
  #enterInOrder(depth: number, smallest: number, largest: number, candidates: Uint32Array, count: number): Uint32Array {
    const lower = this.#lower[depth];
    const upper = this.#upper[depth];
    const meeting = new Uint32Array(count);
    let met = 0;
    for (let i = 0; i < count; i++) {
      const j = candidates[i];
      if (upper[j] >= smallest && lower[j] <= largest) meeting[met++] = j;
    }
    const width = largest - smallest + 1;
    if (width > 4 * met + 64) {
      return meeting
        .subarray(0, met)
        .sort((a, b) => Math.max(lower[a], smallest) - Math.max(lower[b], smallest) || a - b);
    }
    const start = new Uint32Array(width + 1);
    for (let i = 0; i < met; i++) start[Math.max(0, lower[meeting[i]] - smallest) + 1]++;
    for (let code = 0; code < width; code++) start[code + 1] += start[code];
    const sorted = new Uint32Array(met);
    for (let i = 0; i < met; i++) sorted[start[Math.max(0, lower[meeting[i]] - smallest)]++] = meeting[i];
    return sorted;
  }
}

/** Which leaves classes hold of one attribute, where some hold sets. */
class HeldLeaves {
  /** [classes] index of the value of a class. */
  readonly #valueOf: Uint32Array;
  /** [values + 1] the runs of a set are start[v] .. start[v + 1] - 1, ascending. */
  readonly #start: Uint32Array;
  /** [runs] first and last leaf. */
  readonly #lower: Uint32Array;
  readonly #upper: Uint32Array;

  constructor(values: readonly ReleasedValue[], valueOf: Uint32Array) {
    this.#valueOf = valueOf;
    const all = values.map((value) => value.runs ?? [value]);
    this.#start = new Uint32Array(values.length + 1);
    all.forEach((runs, v) => (this.#start[v + 1] = this.#start[v] + runs.length));
    this.#lower = Uint32Array.from(all.flatMap((runs) => runs.map(({ lo }) => lo)));
    this.#upper = Uint32Array.from(all.flatMap((runs) => runs.map(({ hi }) => hi)));
  }

  /** True when a class holds a leaf, which lies between its first and its last one. */
  holds(id: number, leaf: number): boolean {
    let at = this.#start[this.#valueOf[id]];
    while (this.#upper[at] < leaf) at++;
    return this.#lower[at] <= leaf;
  }

  /** Copies those of the classes ids[0 .. count - 1] that hold the leaf, which lies between the ends of each, into `into`; how many they are. */
  select(ids: Uint32Array, count: number, leaf: number, into: Uint32Array): number {
    let held = 0;
    for (let i = 0; i < count; i++) if (this.holds(ids[i], leaf)) into[held++] = ids[i];
    return held;
  }
}

/** [classes] of one attribute: first and last leaf, and which of them are held where some hold sets. */
interface Bounds {
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  readonly sets: HeldLeaves | null;
}

/** Sweeps over the distinct codes of one attribute, keeping the candidates whose interval holds the code. */
class Sweep {
  /** The sorted vectors begin .. end - 1 have the current code; active[0 .. count - 1] are the classes that hold it. */
  begin: number;
  end: number;
  readonly active: Uint32Array;
  count = 0;
  /** Those whose interval holds the code: `active`, but where some hold sets. */
  readonly #within: Uint32Array;
  #inside = 0;
  /** Candidates that were looked at for the current code. */
  looked = 0;
  #entered = 0;

  constructor(
    readonly codes: ArrayLike<number>,
    readonly sorted: Uint32Array,
    from: number,
    readonly to: number,
    readonly bounds: Bounds,
    /** Candidates by ascending lower bound. */
    readonly entering: Uint32Array,
  ) {
    this.begin = this.end = from;
    this.active = new Uint32Array(entering.length);
    this.#within = bounds.sets === null ? this.active : new Uint32Array(entering.length);
  }

  /** Goes on to the next code; false after the last. */
  next(): boolean {
    const { codes, sorted, to, entering } = this;
    const { lower, upper, sets } = this.bounds;
    const within = this.#within;
    if (this.end === to) return false;
    const begin = this.end;
    const code = codes[sorted[begin]];
    let end = begin + 1;
    while (end < to && codes[sorted[end]] === code) end++;
    this.begin = begin;
    this.end = end;
    this.looked = this.#inside;
    let kept = 0;
    for (let i = 0; i < this.#inside; i++) if (upper[within[i]] >= code) within[kept++] = within[i];
    while (this.#entered < entering.length && lower[entering[this.#entered]] <= code) {
      const j = entering[this.#entered++];
      if (upper[j] >= code) within[kept++] = j;
    }
    this.#inside = kept;
    this.count = sets === null ? kept : sets.select(within, kept, code, this.active);
    return true;
  }
}

/**
 * Attributes in the order of the walk: first those that rule out most classes for the branches they add,
 * ln(mean share of the domain that a class's interval covers) / ln(domain size).
 */
function walkOrder(released: Released): number[] {
  const gains = released.attributes.map(({ domain, values, valueOf }) => {
    if (domain.size === 1) return -Infinity;
    let covered = 0;
    for (let j = 0; j < valueOf.length; j++) covered += countLeaves(values[valueOf[j]]);
    const share = valueOf.length === 0 ? 1 : covered / valueOf.length / domain.size;
    return logarithm(share) / logarithm(domain.size);
  });
  return gains.map((_, a) => a).sort((a, b) => (gains[a] === gains[b] ? a - b : gains[a] - gains[b]));
}

/** Vectors in lexicographic order of their codes: one stable counting sort per attribute, the last attribute first. */
function* sortVectors(
  codes: readonly ArrayLike<number>[],
  vectors: Uint32Array<ArrayBuffer>,
): Generator<void, Uint32Array> {
  let sorted = vectors;
  let target = new Uint32Array(vectors.length);
  for (let depth = codes.length - 1; depth >= 0; depth--) {
    const column = codes[depth];
    let largest = 0;
    for (let i = 0; i < vectors.length; i++) if (column[sorted[i]] > largest) largest = column[sorted[i]];
    const start = new Uint32Array(largest + 2);
    for (let i = 0; i < vectors.length; i++) start[column[sorted[i]] + 1]++;
    for (let code = 0; code <= largest; code++) start[code + 1] += start[code];
    yield;
    for (let i = 0; i < vectors.length; i++) target[start[column[sorted[i]]]++] = sorted[i];
    [sorted, target] = [target, sorted];
    yield;
  }
  return sorted;
}
