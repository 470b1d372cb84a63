import type { Steps } from '../../base/steps.js';
import type { Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import type { Problem } from '../algorithm.js';
import { classConditionsOf, judgeClasses } from '../judge-classes.js';
import { GroupJudge, groupBoundsOf, type OpenGroups } from '../known-groups.js';
import type { Taxonomy } from './taxonomy.js';

/** Vectors under one node of a cut, by the child that each falls under. */
interface Split {
  readonly attribute: number;
  readonly children: readonly number[];
  /** Vectors under the node. */
  readonly kept: Uint32Array;
  /** [vectors] number of the child; 0 for those under other nodes. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/** The vectors under a cut of taxonomies, judged by models on groups of known values. */
export class SpecializedGroups {
  readonly #problem: Problem;
  readonly #engine: Engine;
  readonly #taxonomies: readonly Taxonomy[];
  readonly #judge: GroupJudge;
  /** Values of the vectors: numbers of nodes of the cut. */
  readonly #groups: OpenGroups;
  /** [attributes][numbers] node. */
  readonly #nodeOf: number[][];
  readonly #leaves: readonly ArrayLike<number>[];
  readonly #counts: Uint32Array;
  /** Vectors that splits looked at. */
  visited = 0;

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
    this.#groups = this.#judge.open({
      codes: domains.map(() => new Uint32Array(set.length)),
      sizes: domains.map(({ size }) => size),
    });
    this.#nodeOf = domains.map(() => [0]);
    this.#leaves = domains.map((_, a) => set.codes(a));
    this.#counts = set.counts();
  }

  /** Returns null where no model is on groups. */
  static of(problem: Problem, engine: Engine, taxonomies: readonly Taxonomy[]): SpecializedGroups | null {
    const bounds = groupBoundsOf(problem);
    return bounds.length === 0 ? null : new SpecializedGroups(problem, engine, taxonomies, bounds);
  }

  /** [attributes][numbers] nodes of the cut. */
  get nodes(): readonly (readonly number[])[] {
    return this.#nodeOf;
  }

  /** Tests whether the cut, with a node of an attribute replaced by its children where one is given, suppresses no more than the limit. */
  *isWithinLimit(attribute?: number, node?: number): Steps<boolean> {
    const split = attribute === undefined || node === undefined ? undefined : this.#split(attribute, node);
    const { suppressionLimit } = this.#problem;
    // Groups of other vectors or of other attributes did not change.
    if (suppressionLimit === 0) return !(yield* this.#groups.isBroken(split));
    return (yield* this.#suppressed(split)).rows <= suppressionLimit;
  }

  specialize(attribute: number, node: number): void {
    const split = this.#split(attribute, node);
    const codes = this.#codesAfter(split);
    this.#nodeOf[attribute] = this.#nodesAfter(split);
    this.#groups.replace(attribute, codes, this.#nodeOf[attribute].length);
  }

  /** [vectors] 1 for those that every model leaves in the release; null: all, since none may be suppressed. */
  *accepted(): Steps<Uint8Array | null> {
    return this.#problem.suppressionLimit === 0 ? null : (yield* this.#suppressed()).accepted;
  }

  /** Classes of the vectors, which have equal numbers of nodes. */
  classes(): ReturnType<typeof groupColumns> {
    return this.#classesAfter();
  }

  dispose(): void {
    this.#groups.dispose();
  }

  #split(attribute: number, node: number): Split {
    const taxonomy = this.#taxonomies[attribute];
    const children = taxonomy.childrenOf(node);
    const childOf = new Uint32Array(taxonomy.domain.size);
    children.forEach((child, i) => childOf.fill(i, taxonomy.lo[child], taxonomy.hi[child] + 1));
    const codes = this.#groups.codes[attribute];
    const leaves = this.#leaves[attribute];
    const number = this.#nodeOf[attribute].indexOf(node);
    const kept = new Uint32Array(codes.length);
    const groupOf = new Uint32Array(codes.length);
    let count = 0;
    for (let v = 0; v < codes.length; v++) {
      if (codes[v] !== number) continue;
      kept[count++] = v;
      groupOf[v] = childOf[leaves[v]];
    }
    this.visited += count;
    return { attribute, children, kept: kept.subarray(0, count), groupOf, groups: children.length };
  }

  /** [vectors] numbers of nodes after a split: the first child has that of its parent. */
  #codesAfter({ attribute, kept, groupOf }: Split): Uint32Array {
    const codes = this.#groups.codes[attribute].slice();
    const next = this.#nodeOf[attribute].length - 1;
    for (let i = 0; i < kept.length; i++) if (groupOf[kept[i]] > 0) codes[kept[i]] = next + groupOf[kept[i]];
    return codes;
  }

  #nodesAfter({ attribute, children }: Split): number[] {
    const parent = this.#taxonomies[attribute].parent[children[0]];
    const before = this.#nodeOf[attribute];
    return [...before.map((node) => (node === parent ? children[0] : node)), ...children.slice(1)];
  }

  #classesAfter(split?: Split): ReturnType<typeof groupColumns> {
    const columns = this.#groups.codes.map((codes, a) =>
      a === split?.attribute
        ? { codes: this.#codesAfter(split), size: this.#nodesAfter(split).length }
        : { codes, size: this.#nodeOf[a].length },
    );
    return groupColumns(this.#engine, this.#counts.length, columns);
  }

  *#suppressed(split?: Split): Steps<{ readonly rows: number; readonly accepted: Uint8Array }> {
    const found = this.#classesAfter(split);
    const rows = new Uint32Array(found.groups);
    for (let v = 0; v < found.groupOf.length; v++) rows[found.groupOf[v]] += this.#counts[v];
    yield;
    const holds = judgeClasses(this.#problem, this.#engine, classConditionsOf(this.#problem), found.groupOf, rows);
    yield;
    const codes = found.codes.map((own) => Uint32Array.from(own));
    const sizes = codes.map((_, a) => this.#nodeOf[a].length + (a === split?.attribute ? split.groups - 1 : 0));
    yield* this.#judge.settle({ codes, sizes }, found.groupOf, holds);
    const suppressed = rows.reduce((sum, size, c) => sum + (holds[c] === 1 ? 0 : size), 0);
    return { rows: suppressed, accepted: Uint8Array.from(found.groupOf, (c) => holds[c]) };
  }
}
