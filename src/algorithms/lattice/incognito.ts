import type { NodeSets, NodeSums } from '../../engine/engine.js';
import { CapacityError } from '../../base/errors.js';
import { Lattice } from './lattice.js';
import { defineAlgorithm } from '../algorithm.js';
import { BestNode } from './best-node.js';
import { optionSet, word, type OptionsOf } from '../options.js';
import { LATTICE } from './lattice-options.js';
import { runLatticeSearch, type Found, type LatticeSearch } from './lattice-search.js';
import { minimalNodes } from './minimal-nodes.js';

const OPTIONS = optionSet({
  variant: word(
    'basic',
    {
      basic: 'the set of all leaves',
      'super-roots': 'the greatest lower bound of the candidates of a subset',
      cube: 'the leaf set of the subset',
    },
    'what frequency sets are rolled up from; the result is the same',
  ),
  ...LATTICE,
});
type Variant = OptionsOf<typeof OPTIONS>['variant'];

/** Most nodes over all subsets of attributes: a byte each. */
const MAXIMUM_NODES = 2 ** 28;
const MAXIMUM_ATTRIBUTES = 24;

/**
 * Incognito: all full-domain generalizations within the limit. LeFevre, DeWitt and Ramakrishnan 2005, section 3.
 *
 * Subsets of the quasi-identifiers are searched by growing size. A vector over a subset is a candidate when all its
 * projections to one attribute less are within the limit (subset property); candidates are looked at by height, and above
 * a vector within the limit all are within it unseen (generalization property, "marked"). Both need a monotone setting
 * ({@link NodeJudge}); where only class sizes are monotone, subsets are searched by size alone, and of the whole set every
 * candidate is judged.
 *
 * The variants judge the same nodes and differ in where frequency sets come from. `basic`: a subset's leaf set is rolled up from
 * the set of all leaves. `super-roots`: instead of it a set at the greatest lower bound of the candidates without a candidate
 * below them. `cube`: the leaf sets of all subsets are projected from one another first. From there vectors are rolled up an
 * attribute at a time, and share the sets on the way.
 */
export const incognito = defineAlgorithm({
  name: 'incognito',
  source: 'K. LeFevre, D. J. DeWitt, R. Ramakrishnan: Incognito: Efficient Full-Domain K-Anonymity, SIGMOD 2005',
  guarantee:
    'all level vectors within the limit and the minimal ones; the released one is the best minimal one under the metric',
  complexity: 'at worst the lattices of all subsets of quasi-identifiers, O(m) a node; a byte of memory a node',
  whyRows: () => null,
  disjointClasses: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  options: OPTIONS,
  run: (problem, engine, options, control) => {
    const order = problem.domains.map((_, a) => a);
    return runLatticeSearch(problem, engine, options, control, order, (search) =>
      new IncognitoSearch(search, options.variant).run(),
    );
  },
});

/** The lattice of one subset of attributes; the others stand at their top. */
interface Subset {
  readonly attributes: readonly number[];
  readonly lattice: Lattice;
  /** [lattice] 1 where the vector is within the limit. */
  readonly within: Uint8Array;
}

class IncognitoSearch {
  readonly #search: LatticeSearch;
  readonly #variant: Variant;
  readonly #subsets = new Map<number, Subset>();
  /** Leaf sets of subsets, for the cube. */
  readonly #leafSets = new Map<number, number>();
  readonly #sumsOf = new Map<number, NodeSums>();
  #tagged = 0;
  #candidates = 0;
  #scans = 0;

  constructor(search: LatticeSearch, variant: Variant) {
    this.#search = search;
    this.#variant = variant;
    const { heights } = search.judge;
    const nodes = heights.reduce((product, height) => product * (height + 2), 1);
    if (nodes > MAXIMUM_NODES || heights.length > MAXIMUM_ATTRIBUTES) {
      throw new CapacityError('nodes over all subsets of quasi-identifiers', nodes, MAXIMUM_NODES);
    }
  }

  async run(): Promise<Found> {
    const { judge, lattice, objective, pauses } = this.#search;
    const all = 2 ** judge.heights.length - 1;
    const masks = Array.from({ length: all }, (_, i) => i + 1).sort((a, b) => sizeOf(a) - sizeOf(b));
    if (this.#variant === 'cube') this.#makeCube(masks);
    for (const [done, mask] of masks.entries()) {
      if (pauses.isDue) await pauses.pause(done / masks.length);
      await this.#searchSubset(mask, mask === all);
      // Subsets two sizes down are not asked for any more.
      for (const known of this.#subsets.keys()) if (sizeOf(known) < sizeOf(mask) - 1) this.#subsets.delete(known);
      const leaves = this.#leafSets.get(mask);
      if (leaves !== undefined) judge.sets.release(leaves);
    }
    const whole = this.#subsets.get(all)!;
    const minimal = minimalNodes(lattice, whole.within);
    const best = new BestNode(objective);
    for (const levels of minimal) best.offer(levels, this.#sumsOf.get(lattice.indexOf(levels))!);
    return {
      levels: best.levels,
      optimal: true,
      lowerBound: null,
      tagged: this.#tagged,
      nodes: lattice.size,
      counters: { subsets: masks.length, candidates: this.#candidates, scans: this.#scans },
      minimal,
      satisfying: whole.within,
    };
  }

  async #searchSubset(mask: number, isWhole: boolean): Promise<void> {
    const { judge, memory, pauses } = this.#search;
    const { sets, heights } = judge;
    const attributes = heights.map((_, a) => a).filter((a) => (mask & (1 << a)) !== 0);
    const lattice = new Lattice(attributes.map((a) => heights[a]));
    const within = new Uint8Array(lattice.size);
    this.#subsets.set(mask, { attributes, lattice, within });
    const isCandidate = this.#findCandidates(mask, attributes, lattice);
    const candidates: number[] = [];
    for (let index = 0; index < lattice.size; index++) if (isCandidate[index] !== 0) candidates.push(index);
    this.#candidates += candidates.length;
    const { id: source, lowest } = this.#sourceOf(mask, attributes, lattice, isCandidate, candidates);
    // Marking needs that all models are monotone, or that only sizes are asked for.
    const marks = judge.isMonotone || !isWhole;
    const path = new PathOfSets(sets, source, lowest, (levels) => this.#vectorOf(attributes, levels), memory);
    // In the order of their numbers: vectors below come first, and neighbours share sets.
    for (const index of candidates) {
      if (pauses.isDue) await pauses.pause(0.5);
      if (marks && lattice.below(index).some((other) => within[other] !== 0)) {
        within[index] = 1;
        this.#tagged++;
        continue;
      }
      const { sums, bySize } = judge.judge(path.setAt(lattice.levelsOf(index)));
      if (judge.isWithinLimit(judge.isMonotone || isWhole ? sums : bySize)) {
        within[index] = 1;
        if (isWhole) this.#sumsOf.set(index, sums);
      }
    }
    path.dispose();
    this.#scans += path.scans;
    if (source !== sets.base && this.#leafSets.get(mask) !== source) sets.release(source);
  }

  /** [lattice] 1 where every projection to one attribute less is within the limit. */
  #findCandidates(mask: number, attributes: readonly number[], lattice: Lattice): Uint8Array {
    const isCandidate = new Uint8Array(lattice.size).fill(1);
    if (attributes.length === 1) return isCandidate;
    attributes.forEach((attribute, place) => {
      const smaller = this.#subsets.get(mask & ~(1 << attribute))!;
      const stride = lattice.strides[place];
      const span = stride * (lattice.heights[place] + 1);
      for (let index = 0; index < lattice.size; index++) {
        // The projection drops one digit of the mixed-radix number.
        const projected = Math.floor(index / span) * stride + (index % stride);
        isCandidate[index] &= smaller.within[projected];
      }
    });
    return isCandidate;
  }

  /** The set that vectors of a subset are rolled up from, and its levels. */
  #sourceOf(
    mask: number,
    attributes: readonly number[],
    lattice: Lattice,
    isCandidate: Uint8Array,
    candidates: readonly number[],
  ): { readonly id: number; readonly lowest: readonly number[] } {
    const { sets, heights } = this.#search.judge;
    const lowest = attributes.map(() => 0);
    const leaves = this.#leafSets.get(mask);
    if (leaves !== undefined) return { id: leaves, lowest };
    if (this.#variant === 'super-roots' && candidates.length > 0) {
      lowest.forEach((_, place) => (lowest[place] = lattice.heights[place]));
      for (const index of candidates) {
        if (lattice.below(index).some((below) => isCandidate[below] !== 0)) continue;
        lattice.levelsOf(index).forEach((level, place) => (lowest[place] = Math.min(lowest[place], level)));
      }
    }
    const isBase = attributes.length === heights.length && lowest.every((level) => level === 0);
    if (isBase || candidates.length === 0) return { id: sets.base, lowest };
    this.#scans++;
    return { id: sets.rollUp(sets.base, this.#vectorOf(attributes, lowest)), lowest };
  }

  /** The leaf sets of all subsets, largest first, each from the smallest one with one attribute more. */
  #makeCube(masks: readonly number[]): void {
    const { judge, memory } = this.#search;
    const { sets, heights } = judge;
    const all = 2 ** heights.length - 1;
    this.#scans++;
    for (const mask of [...masks].reverse()) {
      if (mask === all) continue;
      if (sets.bytes >= memory) return;
      let from = sets.base;
      heights.forEach((_, a) => {
        const larger = mask | (1 << a);
        const id = larger === mask ? undefined : this.#leafSets.get(larger);
        if (id !== undefined && sets.length(id) < sets.length(from)) from = id;
      });
      const attributes = heights.map((_, a) => a).filter((a) => (mask & (1 << a)) !== 0);
      this.#leafSets.set(
        mask,
        sets.rollUp(
          from,
          this.#vectorOf(
            attributes,
            attributes.map(() => 0),
          ),
        ),
      );
    }
  }

  /** A vector of a subset over all attributes. */
  #vectorOf(attributes: readonly number[], levels: readonly number[]): number[] {
    const vector = [...this.#search.judge.heights];
    attributes.forEach((a, place) => (vector[a] = levels[place]));
    return vector;
  }
}

/**
 * Sets along the path to a vector: in the j-th the first j attributes stand at the vector's levels and the others at the
 * source's. The next vector in lexicographic order shares the first of them.
 */
class PathOfSets {
  readonly #sets: NodeSets;
  readonly #source: number;
  readonly #lowest: readonly number[];
  readonly #vectorOf: (levels: readonly number[]) => number[];
  readonly #memory: number;
  /** [places] level and set; a set that is the one before it is not its own. */
  readonly #path: { readonly level: number; readonly id: number; readonly isOwn: boolean }[] = [];
  #apart = -1;
  /** Roll-ups from the set of all leaves. */
  scans = 0;

  /** @param lowest - levels of the source */
  constructor(
    sets: NodeSets,
    source: number,
    lowest: readonly number[],
    vectorOf: (levels: readonly number[]) => number[],
    memory: number,
  ) {
    this.#sets = sets;
    this.#source = source;
    this.#lowest = lowest;
    this.#vectorOf = vectorOf;
    this.#memory = memory;
  }

  /** The set of a vector, none before it in lexicographic order; until the next call. */
  setAt(levels: readonly number[]): number {
    this.#dropApart();
    const path = this.#path;
    let shared = 0;
    while (shared < path.length && path[shared].level === levels[shared]) shared++;
    while (path.length > shared + 1) this.#drop(path.pop()!);
    // The set that differs in the last attribute alone is below the new one.
    const lower = path.length > shared ? path.pop()! : null;
    for (let place = shared; place < levels.length; place++) {
      const before = place === 0 ? this.#source : path[place - 1].id;
      const level = levels[place];
      if (level === this.#lowest[place]) {
        path.push({ level, id: before, isOwn: false });
        continue;
      }
      const from = place === shared && lower !== null ? lower.id : before;
      if (this.#sets.bytes >= this.#memory) {
        this.#apart = this.#rollUp(from, levels);
        break;
      }
      const target = levels.map((wanted, other) => (other <= place ? wanted : this.#lowest[other]));
      path.push({ level, id: this.#rollUp(from, target), isOwn: true });
    }
    if (lower !== null) this.#drop(lower);
    return this.#apart >= 0 ? this.#apart : path.length === 0 ? this.#source : path[path.length - 1].id;
  }

  dispose(): void {
    this.#dropApart();
    for (const one of this.#path) this.#drop(one);
    this.#path.length = 0;
  }

  #rollUp(from: number, levels: readonly number[]): number {
    if (from === this.#sets.base) this.scans++;
    return this.#sets.rollUp(from, this.#vectorOf(levels));
  }

  #dropApart(): void {
    if (this.#apart >= 0) this.#sets.release(this.#apart);
    this.#apart = -1;
  }

  #drop({ id, isOwn }: { readonly id: number; readonly isOwn: boolean }): void {
    if (isOwn) this.#sets.release(id);
  }
}

function sizeOf(mask: number): number {
  let size = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) size++;
  return size;
}
