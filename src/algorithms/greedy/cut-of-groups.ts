import type { Steps } from '../../base/steps.js';
import type { Problem } from '../algorithm.js';
import type { Specialization, SpecializedCut } from './specialization.js';
import type { SpecializedGroups } from './specialized-groups.js';
import type { Taxonomy } from './taxonomy.js';

/**
 * The cut of top-down specialization where every model is on groups of known values. Classes are made once, at the end: no model is on them, and their
 * sizes say nothing of groups, so the score of a split is its gain.
 */
export class CutOfGroups implements SpecializedCut {
  readonly suppressed = 0;
  readonly #problem: Problem;
  readonly #taxonomies: readonly Taxonomy[];
  readonly #groups: SpecializedGroups;
  /** [attributes][nodes] 1 for nodes that can never be specialized any more. */
  readonly #isClosed: number[][];

  constructor(problem: Problem, taxonomies: readonly Taxonomy[], groups: SpecializedGroups) {
    this.#problem = problem;
    this.#taxonomies = taxonomies;
    this.#groups = groups;
    this.#isClosed = taxonomies.map(() => []);
  }

  get visited(): number {
    return this.#groups.visited;
  }

  candidates(): Specialization[] {
    return this.#taxonomies.flatMap((taxonomy, attribute) => {
      const isOpen = (node: number): boolean => this.#isClosed[attribute][node] !== 1 && taxonomy.gainOf(node) > 0;
      const open = this.#groups.nodes[attribute].filter(isOpen);
      return open
        .sort((x, y) => taxonomy.lo[x] - taxonomy.lo[y])
        .map((node) => {
          const gain = taxonomy.gainOf(node);
          return { attribute, node, gain, anonymityLoss: 0, score: gain, suppressed: 0, isValid: true };
        });
    });
  }

  close(attribute: number, node: number): void {
    this.#isClosed[attribute][node] = 1;
  }

  /** Nothing is left to do: the groups were specialized. */
  *specialize(): Steps<void> {}

  snapshot(accepted: Uint8Array | null): ReturnType<SpecializedCut['snapshot']> {
    const { groupOf, groups, codes } = this.#groups.classes();
    const counts = this.#problem.set.counts();
    const sizes = new Uint32Array(groups);
    const holds = new Uint8Array(groups).fill(1);
    groupOf.forEach((g, v) => {
      sizes[g] += counts[v];
      holds[g] &= accepted?.[v] ?? 1;
    });
    return {
      groupOf,
      sizes,
      holds,
      nodes: codes.map((own, a) => Array.from(own, (code) => this.#groups.nodes[a][code])),
    };
  }
}
