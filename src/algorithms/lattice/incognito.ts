import { CapacityError } from '../../base/errors.js';
import { BestNode } from './best-node.js';
import type { Rounds } from '../sharing/thread-team.js';
import { runLatticeSearch, type Found, type LatticeSearch } from './lattice-search.js';
import { minimalNodes } from './minimal-nodes.js';
import { pieceSizes } from './piece-sizes.js';
import { sharedVectorsOf } from './shared-vectors.js';
import {
  attributesIn,
  latticeOf,
  type SubsetCandidates,
  type SubsetFound,
  SubsetSearch,
  type Variant,
} from './subset-search.js';
import { searchSubsets, subsetTask } from './subset-task.js';
import type { RunAlgorithm } from '../algorithm.js';
import type { IncognitoOptions } from '../cards/incognito.js';

/** Most nodes over all subsets of attributes: a byte each. */
const MAXIMUM_NODES = 2 ** 28;
const MAXIMUM_ATTRIBUTES = 24;
const COUNTERS = ['tagged', 'candidates', 'checked', 'rolledUp', 'scans'] as const;

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
export const run: RunAlgorithm<IncognitoOptions> = (problem, engine, options, control) => {
  const order = problem.domains.map((_, a) => a);
  return runLatticeSearch(problem, engine, options, control, order, (search) =>
    new IncognitoSearch(search, options.variant).run(),
  );
};

type SubsetRounds = Rounds<readonly SubsetCandidates[], readonly SubsetFound[]>;

class IncognitoSearch {
  readonly #search: LatticeSearch;
  readonly #variant: Variant;
  readonly #own: SubsetSearch;
  /** [lattice of the subset] 1 where a vector is within the limit, by subset. */
  readonly #within = new Map<number, Uint8Array>();
  readonly #counters = { tagged: 0, candidates: 0, checked: 0, rolledUp: 0, scans: 0 };

  constructor(search: LatticeSearch, variant: Variant) {
    const { judge, memory } = search;
    this.#search = search;
    this.#variant = variant;
    const { heights } = judge;
    const nodes = heights.reduce((product, height) => product * (height + 2), 1);
    if (nodes > MAXIMUM_NODES || heights.length > MAXIMUM_ATTRIBUTES) {
      throw new CapacityError('nodes over all subsets of quasi-identifiers', nodes, MAXIMUM_NODES);
    }
    this.#own = new SubsetSearch(judge, variant, memory);
  }

  async run(): Promise<Found> {
    const { judge, lattice, objective, pauses } = this.#search;
    const attributes = judge.heights.length;
    const all = 2 ** attributes - 1;
    const masks = Array.from({ length: all }, (_, i) => i + 1).sort((a, b) => sizeOf(a) - sizeOf(b));
    const watch = (done: number): Promise<void> => pauses.pauseWhenDue(done / all);
    if (this.#variant === 'cube') this.#makeCube(masks);
    const rounds = this.#openRounds();
    let done = 0;
    for (let size = 1; size < attributes; size++) {
      const subsets = masks.filter((mask) => sizeOf(mask) === size);
      await this.#searchSubsets(rounds, subsets, (share) => watch(done + share * subsets.length));
      done += subsets.length;
      // Subsets two sizes down are not asked for any more.
      for (const known of this.#within.keys()) if (sizeOf(known) < size) this.#within.delete(known);
    }
    this.#keep(all, await this.#own.search(this.#candidatesOf(all), (share) => watch(done + share)));
    const satisfying = this.#within.get(all)!;
    const minimal = minimalNodes(lattice, satisfying);
    const best = new BestNode(objective);
    for (const levels of minimal) best.offer(levels, this.#own.sumsOf.get(lattice.indexOf(levels))!);
    const { tagged, checked, rolledUp, candidates, scans } = this.#counters;
    return {
      levels: best.levels,
      optimal: true,
      lowerBound: null,
      tagged,
      checked,
      rolledUp,
      nodes: lattice.size,
      counters: { subsets: all, candidates, scans },
      minimal,
      satisfying,
    };
  }

  #makeCube(masks: readonly number[]): void {
    const { sets } = this.#search.judge;
    this.#own.makeCube(masks);
    this.#counters.rolledUp += sets.rollUps;
    this.#counters.scans++;
  }

  /** Subsets in rounds, which other threads take part in where the sets that they need are made from the leaves alone. */
  #openRounds(): SubsetRounds {
    const { problem, judge, memory, team } = this.#search;
    const variant = this.#variant === 'super-roots' ? 'super-roots' : 'basic';
    const common = () => ({ judge: judge.spec, vectors: sharedVectorsOf(problem.set), variant, memory }) as const;
    return team.open(subsetTask, common, {
      do: (subsets, watch) => searchSubsets(this.#own, subsets, watch),
    });
  }

  /** Searches subsets of equal size, some a piece. */
  async #searchSubsets(
    rounds: SubsetRounds,
    subsets: readonly number[],
    watch: (share: number) => Promise<void>,
  ): Promise<void> {
    const { problem, judge } = this.#search;
    const { length } = problem.set;
    const together = Math.max(1, Math.floor(pieceSizes.piece / Math.max(1, length)));
    const pieces: number[][] = [];
    for (let at = 0; at < subsets.length; at += together) pieces.push(subsets.slice(at, at + together));
    const isAlone = this.#variant === 'cube' || problem.public !== null;
    const found = await rounds.share(
      {
        sizes: pieces.map((piece) => piece.length * length),
        input: (piece) => pieces[piece].map((mask) => this.#candidatesOf(mask)),
        worth: isAlone ? Infinity : pieceSizes.worth,
        total: length * 2 ** judge.heights.length,
      },
      watch,
    );
    pieces.forEach((piece, p) => piece.forEach((mask, i) => this.#keep(mask, found[p][i])));
  }

  #keep(mask: number, { within, ...counted }: SubsetFound): void {
    this.#within.set(mask, within);
    for (const key of COUNTERS) this.#counters[key] += counted[key];
  }

  #candidatesOf(mask: number): SubsetCandidates {
    const attributes = attributesIn(mask);
    const lattice = latticeOf(this.#search.judge.heights, mask);
    const isCandidate = new Uint8Array(lattice.size).fill(1);
    if (attributes.length === 1) return { mask, isCandidate };
    attributes.forEach((attribute, place) => {
      const smaller = this.#within.get(mask & ~(1 << attribute))!;
      const stride = lattice.strides[place];
      const span = stride * (lattice.heights[place] + 1);
      for (let index = 0; index < lattice.size; index++) {
        // The projection drops one digit of the mixed-radix number.
        const projected = Math.floor(index / span) * stride + (index % stride);
        isCandidate[index] &= smaller[projected];
      }
    });
    return { mask, isCandidate };
  }
}

function sizeOf(mask: number): number {
  let size = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) size++;
  return size;
}
