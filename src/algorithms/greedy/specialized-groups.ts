import type { Steps } from '../../base/steps.js';
import type { Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import type { Problem } from '../algorithm.js';
import { classConditionsOf, judgeClasses } from '../judge-classes.js';
import { GroupJudge, groupBoundsOf } from '../known-groups.js';
import type { Taxonomy } from './taxonomy.js';

/** The vectors under a cut of taxonomies, judged by models on groups of known values. */
export class SpecializedGroups {
  readonly #problem: Problem;
  readonly #engine: Engine;
  readonly #taxonomies: readonly Taxonomy[];
  readonly #judge: GroupJudge;
  readonly #leaves: readonly ArrayLike<number>[];
  readonly #counts: Uint32Array;
  /** [vectors] 0, 1, 2 and so on. */
  readonly #each: Uint32Array;
  /** [attributes][vectors] node of the cut. */
  readonly #nodes: Uint32Array[];

  private constructor(
    problem: Problem,
    engine: Engine,
    taxonomies: readonly Taxonomy[],
    bounds: ReturnType<typeof groupBoundsOf>,
  ) {
    const { set, domains } = problem;
    this.#problem = problem;
    this.#engine = engine;
    this.#taxonomies = taxonomies;
    this.#judge = new GroupJudge(engine, set, bounds);
    this.#leaves = domains.map((_, a) => set.codes(a));
    this.#counts = set.counts();
    this.#each = Uint32Array.from(this.#counts.keys());
    this.#nodes = domains.map(() => new Uint32Array(set.length));
  }

  /** Returns null where no model is on groups. */
  static of(problem: Problem, engine: Engine, taxonomies: readonly Taxonomy[]): SpecializedGroups | null {
    const bounds = groupBoundsOf(problem);
    return bounds.length === 0 ? null : new SpecializedGroups(problem, engine, taxonomies, bounds);
  }

  /** Tests whether the cut, with a node of an attribute replaced by its children where one is given, suppresses no more than the limit. */
  *isWithinLimit(attribute?: number, node?: number): Steps<boolean> {
    const nodes = [...this.#nodes];
    if (attribute !== undefined && node !== undefined) nodes[attribute] = this.#split(attribute, node);
    const { suppressionLimit } = this.#problem;
    if (suppressionLimit > 0) return (yield* this.#suppressed(nodes)).rows <= suppressionLimit;
    // Groups of other attributes did not change.
    return !(yield* this.#judge.isBroken(this.#valuesOf(nodes), this.#each, attribute));
  }

  specialize(attribute: number, node: number): void {
    this.#nodes[attribute] = this.#split(attribute, node);
  }

  /** [vectors] 1 for those that every model leaves in the release; null: all, since none may be suppressed. */
  *accepted(): Steps<Uint8Array | null> {
    return this.#problem.suppressionLimit === 0 ? null : (yield* this.#suppressed(this.#nodes)).accepted;
  }

  /** [vectors] nodes of an attribute after a split. */
  #split(attribute: number, node: number): Uint32Array {
    const taxonomy = this.#taxonomies[attribute];
    const childOf = new Uint32Array(taxonomy.domain.size);
    for (const child of taxonomy.childrenOf(node)) childOf.fill(child, taxonomy.lo[child], taxonomy.hi[child] + 1);
    const leaves = this.#leaves[attribute];
    return this.#nodes[attribute].map((own, v) => (own === node ? childOf[leaves[v]] : own));
  }

  #valuesOf(codes: readonly Uint32Array[]) {
    return { codes, sizes: this.#taxonomies.map(({ length }) => length) };
  }

  *#suppressed(nodes: readonly Uint32Array[]): Steps<{ readonly rows: number; readonly accepted: Uint8Array }> {
    const { set } = this.#problem;
    const { sizes } = this.#valuesOf(nodes);
    const found = groupColumns(
      this.#engine,
      set.length,
      nodes.map((codes, a) => ({ codes, size: sizes[a] })),
    );
    const rows = new Uint32Array(found.groups);
    for (let v = 0; v < set.length; v++) rows[found.groupOf[v]] += this.#counts[v];
    yield;
    const holds = judgeClasses(this.#problem, this.#engine, classConditionsOf(this.#problem), found.groupOf, rows);
    yield;
    const values = { codes: found.codes.map((own) => Uint32Array.from(own)), sizes };
    yield* this.#judge.settle(values, found.groupOf, holds);
    const suppressed = rows.reduce((sum, size, c) => sum + (holds[c] === 1 ? 0 : size), 0);
    return { rows: suppressed, accepted: Uint8Array.from(found.groupOf, (c) => holds[c]) };
  }
}
