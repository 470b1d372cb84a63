import type { ClassCondition, Engine } from '../../engine/engine.js';
import type { Problem } from '../algorithm.js';
import type { Steps } from '../../base/steps.js';
import { classConditionsOf, leastSize } from '../judge-classes.js';
import { isMonotone } from '../monotone.js';
import type { Taxonomy } from './taxonomy.js';

/** A value of the cut that could be specialized, and what that would do. */
export interface Specialization {
  readonly attribute: number;
  /** Node of the attribute's taxonomy. */
  readonly node: number;
  /** Gain of the split; above 0. */
  readonly gain: number;
  /** Rows of the smallest released class now, minus those after; at least 0. */
  readonly anonymityLoss: number;
  readonly score: number;
  /** Rows that would be suppressed after it. */
  readonly suppressed: number;
  readonly isValid: boolean;
}

/** A cut that top-down specialization refines. */
export interface SpecializedCut {
  /** Rows in classes that some model does not hold for. */
  readonly suppressed: number;
  /** Vectors looked at. */
  readonly visited: number;
  /**
   * Values of the cut that gain something, ascending by attribute, then by first leaf; those that were found
   * invalid once and for all are left out.
   */
  candidates(): Specialization[];
  /** Leaves a value of the cut as it is from now on. */
  close(attribute: number, node: number): void;
  /** Replaces a value of the cut by its children. Yields between stretches of the work. */
  specialize(attribute: number, node: number): Steps<void>;
  /**
   * [vectors] class of every vector; [classes] rows, whether every model holds, and node per attribute.
   *
   * @param accepted - [vectors] 1 for those of classes that models on groups leave; null: all
   */
  snapshot(accepted: Uint8Array | null): {
    groupOf: Uint32Array;
    sizes: Uint32Array;
    holds: Uint8Array;
    nodes: readonly (readonly number[])[];
  };
}

/** Cells of the histograms that are evaluated in one call. */
const CELLS = 1 << 20;
/** Vectors looked at between two yields. */
const YIELD_VECTORS = 1 << 18;

/**
 * The cut of top-down specialization, its classes, and the scores of every value that can still be specialized, kept up to
 * date as in TIPS (Fung, Wang, Yu 2005, section 4): what specializing a value gains depends on that attribute alone and is
 * computed once; what it costs in anonymity is kept per class and attribute as the sizes of the classes it would fall into,
 * and only the classes that a specialization split are counted again. Classes are runs of an array of vectors, so that
 * no other vector is touched.
 */
export class SpecializationState implements SpecializedCut {
  readonly #problem: Problem;
  readonly #engine: Engine;
  readonly #taxonomies: readonly Taxonomy[];
  readonly #isRatio: boolean;
  readonly #isMonotone: boolean;
  readonly #codes: readonly ArrayLike<number>[];
  readonly #counts: Uint32Array;
  /** Vectors, those of a class side by side. */
  readonly #order: Uint32Array;
  readonly #scratch: Uint32Array;
  /** [classes] */
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #size: number[] = [];
  readonly #holds: number[] = [];
  /** [attributes][classes] node of the cut. */
  readonly #node: number[][];
  /** [attributes][classes] smallest class that holds, and rows in classes that fail, after specializing the class's node. */
  readonly #childLeast: number[][];
  readonly #childFail: number[][];
  /** [attributes][leaves] which child of its node of the cut a leaf is under. */
  readonly #childOf: readonly Uint32Array[];
  /** [attributes][nodes] 1 for nodes that gain nothing, or can never be specialized any more. */
  readonly #isClosed: number[][];
  readonly #minimum: number;
  readonly #conditions: readonly ClassCondition[];
  readonly #sensitive: ReadonlyMap<number, { readonly codes: ArrayLike<number>; readonly size: number }>;
  visited = 0;

  private constructor(problem: Problem, engine: Engine, taxonomies: readonly Taxonomy[], score: 'ratio' | 'gain') {
    this.#problem = problem;
    this.#engine = engine;
    this.#taxonomies = taxonomies;
    this.#isRatio = score === 'ratio';
    this.#isMonotone = isMonotone(problem);
    const { set, domains } = problem;
    this.#codes = domains.map((_, a) => set.codes(a));
    this.#counts = set.counts();
    this.#order = Uint32Array.from({ length: set.length }, (_, v) => v);
    this.#scratch = new Uint32Array(set.length);
    const conditions = classConditionsOf(problem);
    this.#minimum = leastSize(conditions);
    this.#conditions = conditions.filter((condition) => condition.kind !== 'size');
    const columns = new Set(this.#conditions.flatMap((condition) => ('column' in condition ? condition.column : [])));
    this.#sensitive = new Map([...columns].map((c) => [c, { codes: set.codes(c), size: set.sizes[c] }]));
    this.#node = domains.map(() => [0]);
    this.#childLeast = domains.map(() => [Infinity]);
    this.#childFail = domains.map(() => [0]);
    this.#childOf = domains.map(({ size }) => new Uint32Array(size));
    this.#isClosed = taxonomies.map(() => []);
    this.#start.push(0);
    this.#end.push(set.length);
    this.#size.push(problem.rows);
    this.#holds.push(0);
    taxonomies.forEach((_, a) => this.#open(a, 0));
  }

  /** The cut where every attribute has its most general value. Yields between stretches of the work. */
  static *begin(
    problem: Problem,
    engine: Engine,
    taxonomies: readonly Taxonomy[],
    score: 'ratio' | 'gain',
  ): Steps<SpecializationState> {
    const state = new SpecializationState(problem, engine, taxonomies, score);
    yield* state.#refresh([0]);
    return state;
  }

  /** Classes, those that are suppressed included. */
  get classes(): number {
    return this.#size.length;
  }

  get suppressed(): number {
    return this.#size.reduce((sum, size, g) => (this.#holds[g] === 1 ? sum : sum + size), 0);
  }

  snapshot(accepted: Uint8Array | null): ReturnType<SpecializedCut['snapshot']> {
    const groupOf = new Uint32Array(this.#order.length);
    for (let g = 0; g < this.classes; g++) {
      for (let at = this.#start[g]; at < this.#end[g]; at++) groupOf[this.#order[at]] = g;
    }
    const nodes = this.#node.map((list) => list.slice());
    const holds = Uint8Array.from(this.#holds);
    if (accepted !== null) groupOf.forEach((g, v) => (holds[g] &= accepted[v]));
    return { groupOf, sizes: Uint32Array.from(this.#size), holds, nodes };
  }

  candidates(): Specialization[] {
    const suppressed = this.suppressed;
    const list: Specialization[] = [];
    this.#taxonomies.forEach((taxonomy, a) => {
      const least = new Float64Array(taxonomy.length).fill(Infinity);
      const childLeast = new Float64Array(taxonomy.length).fill(Infinity);
      const fail = new Float64Array(taxonomy.length);
      const nodes = this.#node[a];
      const isInCut = new Uint8Array(taxonomy.length);
      for (let g = 0; g < nodes.length; g++) {
        const node = nodes[g];
        isInCut[node] = 1;
        if (this.#holds[g] === 0) fail[node] -= this.#size[g];
        else if (this.#size[g] < least[node]) least[node] = this.#size[g];
        fail[node] += this.#childFail[a][g];
        if (this.#childLeast[a][g] < childLeast[node]) childLeast[node] = this.#childLeast[a][g];
      }
      // The smallest class of all, and of all that do not have the value with the smallest.
      let first = -1;
      let second = Infinity;
      for (let node = 0; node < least.length; node++) {
        if (first < 0 || least[node] < least[first]) {
          if (first >= 0) second = least[first];
          first = node;
        } else if (least[node] < second) second = least[node];
      }
      const found: Specialization[] = [];
      for (let node = 0; node < isInCut.length; node++) {
        if (isInCut[node] === 0 || this.#isClosed[a][node] === 1) continue;
        const gain = taxonomy.gainOf(node);
        const now = least[first];
        const after = Math.min(node === first ? second : least[first], childLeast[node]);
        const anonymityLoss = Number.isFinite(now) ? Math.max(0, now - (Number.isFinite(after) ? after : 0)) : 0;
        found.push({
          attribute: a,
          node,
          gain,
          anonymityLoss,
          score: this.#isRatio && anonymityLoss > 0 ? gain / anonymityLoss : gain,
          suppressed: suppressed + fail[node],
          isValid: suppressed + fail[node] <= this.#problem.suppressionLimit,
        });
        if (this.#isMonotone && suppressed + fail[node] > this.#problem.suppressionLimit) this.#isClosed[a][node] = 1;
      }
      found.sort((x, y) => taxonomy.lo[x.node] - taxonomy.lo[y.node]);
      for (const one of found) list.push(one);
    });
    return list;
  }

  close(attribute: number, node: number): void {
    this.#isClosed[attribute][node] = 1;
  }

  *specialize(attribute: number, node: number): Steps<void> {
    const taxonomy = this.#taxonomies[attribute];
    const children = taxonomy.childrenOf(node);
    const changed: number[] = [];
    let looked = 0;
    for (let g = 0, classes = this.classes; g < classes; g++) {
      if (this.#node[attribute][g] !== node) continue;
      looked += this.#end[g] - this.#start[g];
      if (looked > YIELD_VECTORS) {
        looked = 0;
        yield;
      }
      this.#split(g, attribute, children, changed);
    }
    for (const child of children) this.#open(attribute, child);
    yield* this.#refresh(changed);
  }

  /** Notes the children of a new node of the cut. */
  #open(attribute: number, node: number): void {
    const taxonomy = this.#taxonomies[attribute];
    const childOf = this.#childOf[attribute];
    taxonomy.childrenOf(node).forEach((child, i) => childOf.fill(i, taxonomy.lo[child], taxonomy.hi[child] + 1));
    this.#isClosed[attribute][node] = taxonomy.gainOf(node) > 0 ? 0 : 1;
  }

  /** Splits a class by the children of its node: the first part keeps its number, the others get new ones. */
  #split(g: number, attribute: number, children: readonly number[], changed: number[]): void {
    const order = this.#order;
    const codes = this.#codes[attribute];
    const childOf = this.#childOf[attribute];
    const start = this.#start[g];
    const end = this.#end[g];
    const from = new Uint32Array(children.length + 1);
    for (let at = start; at < end; at++) from[childOf[codes[order[at]]] + 1]++;
    for (let i = 0; i < children.length; i++) from[i + 1] += from[i];
    const next = from.slice();
    for (let at = start; at < end; at++) this.#scratch[next[childOf[codes[order[at]]]]++] = order[at];
    order.set(this.#scratch.subarray(0, end - start), start);
    this.visited += end - start;
    let part = g;
    children.forEach((child, i) => {
      if (from[i + 1] === from[i]) return;
      if (part < 0) {
        part = this.#size.push(0) - 1;
        this.#holds.push(0);
        this.#node.forEach((list) => list.push(list[g]));
        this.#childLeast.forEach((list) => list.push(Infinity));
        this.#childFail.forEach((list) => list.push(0));
      }
      this.#start[part] = start + from[i];
      this.#end[part] = start + from[i + 1];
      this.#node[attribute][part] = child;
      let size = 0;
      for (let at = this.#start[part]; at < this.#end[part]; at++) size += this.#counts[order[at]];
      this.#size[part] = size;
      changed.push(part);
      part = -1;
    });
  }

  /** Judges classes again, and what they would fall into. */
  *#refresh(changed: readonly number[]): Steps<void> {
    yield* this.#count(changed, null, (g, _least, fail) => {
      this.#holds[g] = fail === 0 ? 1 : 0;
    });
    for (const [a, nodes] of this.#node.entries()) {
      const open = changed.filter((g) => this.#isClosed[a][nodes[g]] === 0);
      const least = this.#childLeast[a];
      const fail = this.#childFail[a];
      yield* this.#count(open, a, (g, smallest, rows) => {
        least[g] = smallest;
        fail[g] = rows;
      });
    }
  }

  /**
   * For every given class, split along `attribute` (not at all when null): the smallest part that satisfies every model
   * (Infinity without one) and the rows in parts that do not.
   */
  *#count(
    groups: readonly number[],
    attribute: number | null,
    report: (group: number, least: number, fail: number) => void,
  ): Steps<void> {
    const hasHistograms = this.#conditions.length > 0;
    const codes = attribute === null ? null : this.#codes[attribute];
    const childOf = attribute === null ? null : this.#childOf[attribute];
    const order = this.#order;
    const counts = this.#counts;
    let rows = new Float64Array(2);
    const touched: number[] = [];
    const batch = hasHistograms ? new PartBatch(this.#engine, this.#conditions, this.#sensitive, this.#minimum) : null;
    let looked = 0;
    for (const g of groups) {
      if (looked > YIELD_VECTORS) {
        looked = 0;
        yield;
      }
      looked += this.#end[g] - this.#start[g];
      touched.length = 0;
      for (let at = this.#start[g]; at < this.#end[g]; at++) {
        const v = order[at];
        const part = codes === null || childOf === null ? 0 : childOf[codes[v]];
        if (part >= rows.length) {
          const larger = new Float64Array(2 * part);
          larger.set(rows);
          rows = larger;
        }
        if (rows[part] === 0) touched.push(part);
        rows[part] += counts[v];
      }
      this.visited += this.#end[g] - this.#start[g];
      if (batch === null) {
        let least = Infinity;
        let fail = 0;
        for (const part of touched) {
          const size = rows[part];
          if (size < this.#minimum) fail += size;
          else if (size < least) least = size;
          rows[part] = 0;
        }
        report(g, least, fail);
        continue;
      }
      batch.begin(g, touched, rows);
      for (let at = this.#start[g]; at < this.#end[g]; at++) {
        const v = order[at];
        batch.add(v, codes === null || childOf === null ? 0 : childOf[codes[v]], counts[v]);
      }
      for (const part of touched) rows[part] = 0;
      if (batch.isFull) batch.flush(report);
    }
    batch?.flush(report);
  }
}

/** Parts of classes whose histograms are judged together. */
class PartBatch {
  readonly #engine: Engine;
  readonly #conditions: readonly ClassCondition[];
  readonly #columns: readonly { column: number; codes: ArrayLike<number>; size: number; cells: Uint32Array }[];
  readonly #minimum: number;
  readonly #widest: number;
  /** Classes, the first part of each, and rows of every part. */
  #groups: number[] = [];
  #first: number[] = [];
  #sizes: number[] = [];
  #slotOf: number[] = [];

  constructor(
    engine: Engine,
    conditions: readonly ClassCondition[],
    sensitive: ReadonlyMap<number, { readonly codes: ArrayLike<number>; readonly size: number }>,
    minimum: number,
  ) {
    this.#engine = engine;
    this.#conditions = conditions;
    this.#minimum = minimum;
    this.#columns = [...sensitive].map(([column, { codes, size }]) => ({
      column,
      codes,
      size,
      cells: new Uint32Array(2 * size),
    }));
    this.#widest = this.#columns.reduce((widest, { size }) => Math.max(widest, size), 1);
  }

  get isFull(): boolean {
    return this.#sizes.length * this.#widest > CELLS;
  }

  begin(group: number, parts: readonly number[], rows: Float64Array): void {
    this.#groups.push(group);
    this.#first.push(this.#sizes.length);
    for (const part of parts) {
      this.#slotOf[part] = this.#sizes.length;
      this.#sizes.push(rows[part]);
    }
    for (const column of this.#columns) {
      const needed = this.#sizes.length * column.size;
      if (needed <= column.cells.length) continue;
      const larger = new Uint32Array(2 * needed);
      larger.set(column.cells);
      column.cells = larger;
    }
  }

  add(vector: number, part: number, count: number): void {
    const slot = this.#slotOf[part];
    for (const { codes, size, cells } of this.#columns) cells[slot * size + codes[vector]] += count;
  }

  flush(report: (group: number, least: number, fail: number) => void): void {
    const sizes = Uint32Array.from(this.#sizes);
    const holds = Uint8Array.from(sizes, (size) => (size >= this.#minimum ? 1 : 0));
    if (sizes.length > 0) {
      for (const condition of this.#conditions) {
        const found = 'column' in condition ? this.#columns.find(({ column }) => column === condition.column) : null;
        const cells = found ? found.cells.subarray(0, sizes.length * found.size) : null;
        const satisfied = this.#engine.checkCondition(condition, sizes, cells);
        for (let slot = 0; slot < holds.length; slot++) holds[slot] &= satisfied[slot];
      }
    }
    this.#groups.forEach((group, i) => {
      const end = i + 1 < this.#first.length ? this.#first[i + 1] : sizes.length;
      let least = Infinity;
      let fail = 0;
      for (let slot = this.#first[i]; slot < end; slot++) {
        if (holds[slot] === 0) fail += sizes[slot];
        else if (sizes[slot] < least) least = sizes[slot];
      }
      report(group, least, fail);
    });
    for (const column of this.#columns) column.cells.fill(0, 0, sizes.length * column.size);
    this.#groups = [];
    this.#first = [];
    this.#sizes = [];
  }
}
