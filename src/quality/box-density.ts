import type { Released } from '../release/released.js';

/** Up to so many vectors with a common prefix are looked up one by one, which costs less than a sweep. */
const FEW = 2;

/**
 * The rows that a reader of the release expects for every distinct vector of the input: the sum over the classes whose
 * box contains the vector of (rows of the class) / (leaf vectors in the box), plus (suppressed rows) / (leaf vectors of
 * the domain).
 *
 * Vectors are sorted and walked as a trie, one attribute a level, and the classes that can contain a vector are narrowed
 * from level to level: the cost is the number of pairs (trie node, class that contains its prefix), not classes times
 * vectors.
 *
 * @param budget most steps.
 * @returns [vectors] expected rows; null past the budget or for a domain of 2^1000 leaf vectors or more.
 */
export function estimateVectorRows(released: Released, budget: number): Float64Array | null {
  let bits = 0;
  let domainVectors = 1;
  for (const { domain } of released.attributes) {
    bits += Math.log2(domain.size);
    domainVectors *= domain.size;
  }
  if (bits >= 1000) return null;
  return new TrieWalk(released, released.suppressed / domainVectors, budget).run();
}

class TrieWalk {
  /** [depth][classes] box bounds, attributes in the order of the walk. */
  readonly #lower: Uint32Array[] = [];
  readonly #upper: Uint32Array[] = [];
  /** [depth][vectors] leaf codes. */
  readonly #codes: ArrayLike<number>[] = [];
  /** [classes] rows per leaf vector of the box. */
  readonly #density: Float64Array;
  /** [vectors] vectors in lexicographic order. */
  readonly #sorted: Uint32Array;
  readonly #expected: Float64Array;
  #steps: number;

  constructor(released: Released, base: number, budget: number) {
    const classes = released.sizes.length;
    this.#density = Float64Array.from(released.sizes);
    for (const a of walkOrder(released)) {
      const { values, valueOf } = released.attributes[a];
      const lower = new Uint32Array(classes);
      const upper = new Uint32Array(classes);
      for (let j = 0; j < classes; j++) {
        const { lo, hi } = values[valueOf[j]];
        lower[j] = lo;
        upper[j] = hi;
        this.#density[j] /= hi - lo + 1;
      }
      this.#lower.push(lower);
      this.#upper.push(upper);
      this.#codes.push(released.vectors.codes[a]);
    }
    this.#sorted = sortVectors(this.#codes, released.vectors.counts.length);
    this.#expected = new Float64Array(this.#sorted.length).fill(base);
    this.#steps = budget;
  }

  run(): Float64Array | null {
    const classes = Uint32Array.from(this.#density, (_, j) => j);
    return this.#visit(0, 0, this.#sorted.length, classes, classes.length) ? this.#expected : null;
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
        at++;
      }
      if (at === this.#codes.length) sum += this.#density[j];
    }
    this.#expected[vector] += sum;
  }

  /** Sweeps over the distinct codes of one attribute, keeping the candidates whose interval holds the code. */
  #descend(depth: number, from: number, to: number, candidates: Uint32Array, count: number): boolean {
    const codes = this.#codes[depth];
    const upper = this.#upper[depth];
    const smallest = codes[this.#sorted[from]];
    const largest = codes[this.#sorted[to - 1]];
    const entering = this.#enterInOrder(depth, smallest, largest, candidates, count);
    const active = new Uint32Array(entering.length);
    let activeCount = 0;
    let entered = 0;
    for (let at = from; at < to;) {
      const code = codes[this.#sorted[at]];
      let end = at + 1;
      while (end < to && codes[this.#sorted[end]] === code) end++;
      this.#steps -= activeCount;
      let kept = 0;
      for (let i = 0; i < activeCount; i++) if (upper[active[i]] >= code) active[kept++] = active[i];
      activeCount = kept;
      while (entered < entering.length && this.#lower[depth][entering[entered]] <= code) {
        const j = entering[entered++];
        if (upper[j] >= code) active[activeCount++] = j;
      }
      if (!this.#visit(depth + 1, at, end, active, activeCount)) return false;
      at = end;
    }
    return true;
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

/**
 * Attributes in the order of the walk: first those that rule out most classes for the branches they add,
 * ln(mean share of the domain that a class's interval covers) / ln(domain size).
 */
function walkOrder(released: Released): number[] {
  const gains = released.attributes.map(({ domain, values, valueOf }) => {
    if (domain.size === 1) return -Infinity;
    let covered = 0;
    for (let j = 0; j < valueOf.length; j++) covered += values[valueOf[j]].hi - values[valueOf[j]].lo + 1;
    const share = valueOf.length === 0 ? 1 : covered / valueOf.length / domain.size;
    return Math.log(share) / Math.log(domain.size);
  });
  return gains.map((_, a) => a).sort((a, b) => (gains[a] === gains[b] ? a - b : gains[a] - gains[b]));
}

/** Vectors in lexicographic order of their codes: one stable counting sort per attribute, the last attribute first. */
function sortVectors(codes: readonly ArrayLike<number>[], vectors: number): Uint32Array {
  let sorted = Uint32Array.from({ length: vectors }, (_, x) => x);
  let target = new Uint32Array(vectors);
  for (let depth = codes.length - 1; depth >= 0; depth--) {
    const column = codes[depth];
    let largest = 0;
    for (let x = 0; x < vectors; x++) if (column[x] > largest) largest = column[x];
    const start = new Uint32Array(largest + 2);
    for (let x = 0; x < vectors; x++) start[column[x] + 1]++;
    for (let code = 0; code <= largest; code++) start[code + 1] += start[code];
    for (let i = 0; i < vectors; i++) target[start[column[sorted[i]]]++] = sorted[i];
    [sorted, target] = [target, sorted];
  }
  return sorted;
}
