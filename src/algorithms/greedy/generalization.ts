import { powerOfTwoFrom } from '../../base/elementary.js';
import type { ClassCondition, Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import type { Steps } from '../../base/steps.js';
import type { Problem } from '../algorithm.js';
import { classConditionsOf, judgeClasses, leastSize } from '../judge-classes.js';
import { GroupJudge, groupBoundsOf } from '../known-groups.js';
import type { Taxonomy } from './taxonomy.js';

/** A node of a taxonomy whose children are all in the cut, and what putting it in their place would do. */
export interface Generalization {
  readonly attribute: number;
  readonly node: number;
  /** Loss by the merge: the gain of splitting the node. At least 0. */
  readonly loss: number;
  /**
   * Anonymity after the merge minus anonymity now; above 0 for critical generalizations. Under models on groups of known values: rows of failing groups
   * that the merge reaches.
   */
  readonly anonymityGain: number;
  /** loss / anonymityGain, Infinity where no anonymity is gained: the smallest is the best. */
  readonly score: number;
}

/** Classes of a cut: [vectors] class; [classes] rows, and 1 where every model holds; [attributes][classes] node. */
interface Snapshot {
  readonly groupOf: Uint32Array;
  readonly sizes: Uint32Array;
  readonly holds: Uint8Array;
  readonly nodes: readonly Uint32Array[];
}

/** Classes under models on groups. */
interface Judged extends Snapshot {
  /** [classes] 0 for those of failing groups before any row is suppressed. */
  readonly failing: Uint8Array;
}

/**
 * The cut of bottom-up generalization and its classes (Wang, Yu, Chakraborty 2004). Anonymity is the rows of the smallest class when as many rows as
 * allowed are suppressed, those in the smallest classes first.
 *
 * A generalization can only be critical (raise the anonymity) when the rows in smallest classes that it does not reach may be suppressed; without
 * suppression it must reach all of them, so that at most one node of an attribute can be. Only for these are classes merged to see by how much.
 *
 * Models on groups of known values bound combinations of fewer attributes, of which class sizes say nothing. Under them a generalization is critical
 * where it reaches rows of failing groups.
 */
export class GeneralizationState {
  readonly #problem: Problem;
  readonly #engine: Engine;
  readonly #taxonomies: readonly Taxonomy[];
  readonly #conditions: readonly ClassCondition[];
  readonly #minimum: number;
  readonly #groups: GroupJudge;
  /** Classes that every model holds for, as the last judgement found them under models on groups. */
  #judged: Judged | null = null;
  /** [vectors] class at the beginning; classes are then merged into others: [classes] the one, or itself. */
  readonly #startOf: Uint32Array;
  readonly #mergedInto: Uint32Array;
  /** Classes that are left, ascending. */
  #alive: Uint32Array;
  /** [attributes][classes] node of the cut; [classes] rows. */
  readonly #codes: readonly Uint32Array[];
  readonly #sizes: Uint32Array;
  /** [classes] sum of the hashes of its nodes; and a table to merge with. */
  readonly #hashes: Uint32Array;
  readonly #slots: Int32Array;
  /** [attributes][nodes] children that are not in the cut yet. */
  readonly #waiting: readonly Uint32Array[];
  /** [attributes] nodes whose children are all in the cut. */
  readonly #ready: readonly number[][];
  /** Classes looked at to find out what a generalization does to the anonymity. */
  visited = 0;

  constructor(problem: Problem, engine: Engine, taxonomies: readonly Taxonomy[]) {
    this.#problem = problem;
    this.#engine = engine;
    this.#taxonomies = taxonomies;
    this.#conditions = classConditionsOf(problem);
    this.#groups = new GroupJudge(engine, problem.set, groupBoundsOf(problem));
    this.#minimum = leastSize(this.#conditions);
    this.#waiting = taxonomies.map(growAll);
    this.#ready = this.#waiting.map((waiting, a) =>
      Array.from(waiting.keys())
        .filter((node) => waiting[node] === 0 && taxonomies[a].childrenOf(node).length > 0)
        .sort((x, y) => taxonomies[a].lo[x] - taxonomies[a].lo[y]),
    );
    const { set, domains } = problem;
    const leaves = taxonomies.map((taxonomy, a) => leafNodes(taxonomy, domains[a].size));
    const { groups, groupOf, codes } = groupColumns(
      engine,
      set.length,
      taxonomies.map((taxonomy, a) => ({ codes: set.codes(a), size: taxonomy.length, map: leaves[a] })),
    );
    this.#startOf = groupOf;
    const counts = set.counts();
    this.#sizes = new Uint32Array(groups);
    for (let v = 0; v < counts.length; v++) this.#sizes[groupOf[v]] += counts[v];
    this.#codes = codes.map((column) => Uint32Array.from(column));
    this.#alive = Uint32Array.from({ length: groups }, (_, g) => g);
    this.#mergedInto = this.#alive.slice();
    this.#hashes = new Uint32Array(groups);
    this.#codes.forEach((column, a) => {
      for (let g = 0; g < column.length; g++) this.#hashes[g] += hashOf(a, column[g]);
    });
    this.#slots = new Int32Array(powerOfTwoFrom(2 * groups + 2));
  }

  get classes(): number {
    return this.#alive.length;
  }

  /** Nodes that could ever be generalized to. */
  get nodes(): number {
    return this.#taxonomies.reduce(
      (sum, taxonomy) => sum + taxonomy.parent.filter((_, node) => taxonomy.childrenOf(node).length > 0).length,
      0,
    );
  }

  /** True when the rows in classes that fail a model may all be suppressed. Yields between stretches of the work. */
  *isValid(): Steps<boolean> {
    const { suppressionLimit } = this.#problem;
    if (!this.#groups.isIdle) {
      const judged = this.#snapshot();
      const values = { codes: judged.nodes, sizes: this.#taxonomies.map(({ length }) => length) };
      const isTaken = yield* this.#groups.takeFailing(values, judged.groupOf, judged.holds);
      const failing = judged.holds.slice();
      if (isTaken && suppressionLimit > 0) yield* this.#groups.settle(values, judged.groupOf, judged.holds);
      this.#judged = { ...judged, failing };
      return judged.sizes.reduce((sum, size, g) => sum + (judged.holds[g] === 1 ? 0 : size), 0) <= suppressionLimit;
    }
    let small = 0;
    for (const g of this.#alive) if (this.#sizes[g] < this.#minimum) small += this.#sizes[g];
    if (small > suppressionLimit) return false;
    if (this.#conditions.every(({ kind }) => kind === 'size')) return true;
    const { sizes, holds } = this.snapshot();
    let failing = 0;
    holds.forEach((isGood, g) => (failing += isGood === 1 ? 0 : sizes[g]));
    return failing <= suppressionLimit;
  }

  /** [vectors] class; [classes] rows and whether every model holds; [attributes][classes] node. */
  snapshot(): Snapshot {
    return this.#judged ?? this.#snapshot();
  }

  #snapshot(): Snapshot {
    const numberOf = new Uint32Array(this.#sizes.length);
    this.#alive.forEach((g, i) => (numberOf[g] = i));
    const groupOf = this.#startOf.map((start) => numberOf[this.#find(start)]);
    const sizes = this.#alive.map((g) => this.#sizes[g]);
    const holds = judgeClasses(this.#problem, this.#engine, this.#conditions, groupOf, sizes);
    return { groupOf, sizes, holds, nodes: this.#codes.map((codes) => this.#alive.map((g) => codes[g])) };
  }

  /** Every generalization of one step, ascending by attribute, then by first leaf. Yields before each that is weighed. */
  *candidates(): Steps<Generalization[]> {
    if (this.#judged !== null) return this.#candidatesByGroups(this.#judged);
    const { suppressionLimit } = this.#problem;
    const bySize = new Float64Array(this.#problem.rows + 1);
    for (const g of this.#alive) bySize[this.#sizes[g]] += this.#sizes[g];
    const anonymity = anonymityOf(bySize, suppressionLimit);
    const smallest = this.#alive.filter((g) => this.#sizes[g] <= anonymity);
    const rowsInSmallest = smallest.reduce((sum, g) => sum + this.#sizes[g], 0);
    const list: Generalization[] = [];
    for (const [a, taxonomy] of this.#taxonomies.entries()) {
      yield;
      const reached = new Float64Array(taxonomy.length);
      for (const g of smallest) {
        const parent = taxonomy.parent[this.#codes[a][g]];
        if (parent >= 0) reached[parent] += this.#sizes[g];
      }
      for (const node of this.#ready[a]) {
        const loss = taxonomy.gainOf(node);
        const isOpen = rowsInSmallest - reached[node] <= suppressionLimit;
        if (isOpen) yield;
        const anonymityGain = isOpen ? this.#anonymityAfter(a, node, bySize) - anonymity : 0;
        const score = anonymityGain > 0 ? loss / anonymityGain : Infinity;
        list.push({ attribute: a, node, loss, anonymityGain, score });
      }
    }
    return list;
  }

  #candidatesByGroups({ nodes, sizes, failing }: Judged): Generalization[] {
    return this.#taxonomies.flatMap((taxonomy, attribute) => {
      const reached = new Float64Array(taxonomy.length);
      nodes[attribute].forEach((node, g) => {
        if (failing[g] === 0 && taxonomy.parent[node] >= 0) reached[taxonomy.parent[node]] += sizes[g];
      });
      return this.#ready[attribute].map((node) => {
        const loss = taxonomy.gainOf(node);
        const anonymityGain = reached[node];
        return { attribute, node, loss, anonymityGain, score: anonymityGain > 0 ? loss / anonymityGain : Infinity };
      });
    });
  }

  /** Puts a node in the place of its children. */
  generalize(attribute: number, node: number): void {
    this.#judged = null;
    const reached = this.#reachedBy(attribute, node);
    const groupOf = this.#merge(attribute, reached);
    const first = new Int32Array(reached.length).fill(-1);
    reached.forEach((g, i) => {
      const known = first[groupOf[i]];
      if (known < 0) {
        first[groupOf[i]] = g;
        this.#hashes[g] += hashOf(attribute, node) - hashOf(attribute, this.#codes[attribute][g]);
        this.#codes[attribute][g] = node;
        return;
      }
      this.#sizes[known] += this.#sizes[g];
      this.#mergedInto[g] = known;
    });
    this.#alive = this.#alive.filter((g) => this.#mergedInto[g] === g);
    const taxonomy = this.#taxonomies[attribute];
    const ready = this.#ready[attribute];
    ready.splice(ready.indexOf(node), 1);
    const parent = taxonomy.parent[node];
    if (parent < 0 || --this.#waiting[attribute][parent] > 0) return;
    ready.push(parent);
    ready.sort((x, y) => taxonomy.lo[x] - taxonomy.lo[y]);
  }

  #find(start: number): number {
    let g = start;
    while (this.#mergedInto[g] !== g) g = this.#mergedInto[g];
    this.#mergedInto[start] = g;
    return g;
  }

  #reachedBy(attribute: number, node: number): Uint32Array {
    const codes = this.#codes[attribute];
    const { parent } = this.#taxonomies[attribute];
    return this.#alive.filter((g) => parent[codes[g]] === node);
  }

  /**
   * [groups] number of the class that each of them becomes, when they agree in one attribute. By hashes of the other nodes
   * that are kept up to date, so that most groups cost one look into the table.
   */
  #merge(attribute: number, groups: Uint32Array): Uint32Array {
    this.visited += groups.length;
    const codes = this.#codes;
    const own = codes[attribute];
    const mask = powerOfTwoFrom(2 * groups.length + 2) - 1;
    const slots = this.#slots.subarray(0, mask + 1).fill(-1);
    const groupOf = new Uint32Array(groups.length);
    const first = new Uint32Array(groups.length);
    let classes = 0;
    for (let i = 0; i < groups.length; i++) {
      const g = groups[i];
      let slot = (this.#hashes[g] - hashOf(attribute, own[g])) & mask;
      for (;;) {
        const known = slots[slot];
        if (known < 0) {
          slots[slot] = classes;
          first[classes] = g;
          groupOf[i] = classes++;
          break;
        }
        let isSame = true;
        for (let a = 0; a < codes.length && isSame; a++) {
          isSame = a === attribute || codes[a][g] === codes[a][first[known]];
        }
        if (isSame) {
          groupOf[i] = known;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    return groupOf;
  }

  /** bySize: [rows + 1] rows in classes of each size; as it was when this returns. */
  #anonymityAfter(attribute: number, node: number, bySize: Float64Array): number {
    const reached = this.#reachedBy(attribute, node);
    const groupOf = this.#merge(attribute, reached);
    const merged = new Float64Array(reached.length);
    reached.forEach((g, i) => (merged[groupOf[i]] += this.#sizes[g]));
    for (const g of reached) bySize[this.#sizes[g]] -= this.#sizes[g];
    for (const size of merged) bySize[size] += size;
    const anonymity = anonymityOf(bySize, this.#problem.suppressionLimit);
    for (const size of merged) bySize[size] -= size;
    for (const g of reached) bySize[this.#sizes[g]] += this.#sizes[g];
    return anonymity;
  }
}

/** Well mixed bits of an attribute and a node (the finalizer of MurmurHash3). */
function hashOf(attribute: number, node: number): number {
  let h = Math.imul(attribute + 1, 0x9e3779b1) ^ Math.imul(node + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The smallest size that is left when classes of fewer rows are suppressed, `limit` rows at most; all rows when none is. */
function anonymityOf(bySize: Float64Array, limit: number): number {
  let rows = 0;
  for (let size = 1; size < bySize.length; size++) {
    rows += bySize[size];
    if (rows > limit) return size;
  }
  return bySize.length - 1;
}

/** Grows the whole taxonomy; [nodes] children that have children themselves. */
function growAll(taxonomy: Taxonomy): Uint32Array {
  for (let node = 0; node < taxonomy.length; node++) taxonomy.childrenOf(node);
  return Uint32Array.from(taxonomy.lo, (_, node) =>
    taxonomy.childrenOf(node).reduce((count, child) => count + (taxonomy.childrenOf(child).length > 0 ? 1 : 0), 0),
  );
}

/** [leaves] node without children that each leaf is under; 0 for leaves that do not occur. */
function leafNodes(taxonomy: Taxonomy, leaves: number): Uint32Array {
  const nodes = new Uint32Array(leaves);
  for (let node = 0; node < taxonomy.length; node++) {
    if (taxonomy.childrenOf(node).length === 0) nodes.fill(node, taxonomy.lo[node], taxonomy.hi[node] + 1);
  }
  return nodes;
}
