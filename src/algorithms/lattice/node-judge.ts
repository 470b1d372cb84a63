import type { Codes } from '../../table/table.js';
import type { ClassCondition, Engine, NodeSets, NodeSetsSpec, NodeSums } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { partListed } from '../../engine/listed-columns.js';
import type { TableCondition, TableFacts } from '../../privacy/definition.js';
import type { JudgedRows, JudgeSpec } from './judge-spec.js';
import { GroupJudge } from '../known-groups.js';
import { acceptWithin, type ReleaseBound } from '../release-bound.js';
import type { LevelVector } from './lattice.js';
import { LevelledSets } from './levelled-sets.js';
import { RegionSets } from './region-sets.js';

/** Sums over the private rows. */
export interface JudgedSums extends NodeSums {
  /** True if the release as a whole breaks a model that is not decided class by class; absent where there is none. */
  readonly breaksTable?: boolean;
}

/** A node with the sums over its classes. */
export interface Judged {
  /** Classes that satisfy every model are accepted, the others fail. */
  readonly sums: JudgedSums;
  /** Classes that are large enough are accepted; the same object where size is all that models ask for. */
  readonly bySize: NodeSums;
}

/**
 * Judges nodes of the lattice by rolling up frequency sets; where there is a public table, its sets beside the private ones. Attributes are numbered in the order of the search, `order`;
 * `cells` of the sums it returns are in the job's order.
 */
export class NodeJudge {
  /** [attributes] attribute of the job at every place of the search order. */
  readonly order: readonly number[];
  /** [attributes] top levels, in search order. */
  readonly heights: readonly number[];
  /** No accepted class has fewer rows; at least 1. */
  readonly minimum: number;
  /** True when a node above a node within the limit is within the limit too (`isMonotone` of monotone.ts). */
  readonly isMonotone: boolean;
  readonly sets: NodeSets;
  /** Nodes whose classes were counted. */
  checked = 0;
  readonly #engine: Engine;
  readonly #others: readonly ClassCondition[];
  /** Conditions on persons. */
  readonly #listed: readonly ClassCondition[];
  readonly #histogramAt: ReadonlyMap<number, number>;
  readonly #limit: number;
  readonly #rows: number;
  readonly #regions: RegionSets | null;
  readonly #tables: readonly TableCondition[];
  readonly #release: ReleaseBound | null;
  /** Present where a model bounds groups of classes. */
  readonly #bounded: {
    readonly sets: LevelledSets;
    readonly judge: GroupJudge;
    readonly codes: readonly Codes[];
  } | null;

  constructor(
    engine: Engine,
    readonly spec: JudgeSpec,
    { set, public: inPublic, tables, release }: JudgedRows,
  ) {
    this.#engine = engine;
    this.order = spec.order;
    this.minimum = spec.minimum;
    this.isMonotone = spec.isMonotone;
    this.heights = spec.levels.map(({ length }) => length - 1);
    this.#limit = spec.limit;
    this.#rows = spec.rows;
    this.#tables = tables;
    this.#release = release;
    const { listed, others } = partListed(spec.conditions);
    this.#others = others;
    this.#listed = [...listed.values()].flat();
    const histograms = [...new Set(this.#others.flatMap((c) => ('column' in c ? [c.column] : [])))];
    this.#histogramAt = new Map(histograms.map((column, index) => [column, index]));
    const sets: NodeSetsSpec = {
      attributes: spec.order.map((column, place) => ({ column, levels: spec.levels[place] })),
      histograms,
      listed: this.#listed,
      weights: spec.weights,
      squares: spec.squares,
      byAppearance: spec.groups.length > 0,
    };
    this.#regions = inPublic === null ? null : new RegionSets(set, inPublic, engine, sets, spec.regions);
    const own = this.#regions ?? engine.nodeSets(set, sets);
    const levelled = spec.groups.length === 0 ? null : new LevelledSets(own, this.heights.length);
    this.#bounded =
      levelled === null
        ? null
        : {
            sets: levelled,
            judge: new GroupJudge(engine, set, spec.groups),
            codes: spec.order.map((column) => set.codes(column)),
          };
    this.sets = levelled ?? own;
  }

  /** True when a node suppresses no more than the limit allows, and the release as a whole holds. */
  isWithinLimit(sums: JudgedSums): boolean {
    return sums.suppressed <= this.#limit && sums.breaksTable !== true;
  }

  /** Levels in the job's order of attributes. */
  inJobOrder(levels: LevelVector): number[] {
    const vector = new Array<number>(levels.length);
    this.order.forEach((a, place) => (vector[a] = levels[place]));
    return vector;
  }

  /** Judges a set that is kept. */
  judge(id: number): Judged {
    this.checked++;
    const bySize = this.#ordered(this.sets.sum(id, this.minimum));
    if (this.#isBySize) return { sums: bySize, bySize };
    const sizes = this.sets.sizes(id);
    const accepted = acceptWithin(this.#release, sizes, this.minimum, (least) => this.#accepted(id, sizes, least));
    const regions = this.#regions?.judge(id, accepted);
    const sums = this.#ordered(this.sets.sum(id, accepted));
    if (regions === undefined || this.#tables.length === 0) return { sums, bySize };
    const facts = this.#regions?.facts(id, accepted, regions.outside);
    return { sums: { ...sums, breaksTable: this.#breaksTable(sums, facts) }, bySize };
  }

  /** The nodes of {@link NodeSets.chain}, each judged. */
  chain(id: number, levels: LevelVector, attribute: number, from: number, to: number): Judged[] {
    if (to < from) return [];
    const target = [...levels];
    if (this.#isBySize) {
      this.checked += to - from + 1;
      return this.sets.chain(id, target, attribute, from, to, this.minimum).map((found) => {
        const sums = this.#ordered(found);
        return { sums, bySize: sums };
      });
    }
    const judged: Judged[] = [];
    let below = id;
    for (let level = from; level <= to; level++) {
      target[attribute] = level;
      const next = this.sets.rollUp(below, target);
      if (below !== id) this.sets.release(below);
      below = next;
      judged.push(this.judge(next));
    }
    this.sets.release(below);
    return judged;
  }

  dispose(): void {
    this.sets.dispose();
  }

  /** Class sizes are all that models ask for. */
  get #isBySize(): boolean {
    const isPlain = this.#others.length + this.#listed.length === 0 && this.#release === null;
    return isPlain && this.#regions === null && this.#bounded === null;
  }

  #breaksTable({ classes, suppressed }: NodeSums, readings: readonly Partial<TableFacts>[] = [{}]): boolean {
    const facts = { classes, suppressed, released: this.#rows - suppressed };
    return readings.some((found) => !this.#tables.every((table) => table.holds({ ...facts, ...found })));
  }

  /** [classes] 1 where the class has at least `least` rows and every other condition on the private rows holds. */
  #accepted(id: number, sizes: Uint32Array, least: number): Uint8Array {
    const accepted = new Uint8Array(sizes.length);
    for (let c = 0; c < sizes.length; c++) accepted[c] = sizes[c] >= least ? 1 : 0;
    if (this.#listed.length > 0) {
      const holds = this.sets.holds(id);
      for (let c = 0; c < accepted.length; c++) accepted[c] &= holds[c];
    }
    const histograms = new Map<number, Uint32Array>();
    for (const condition of this.#others) {
      let histogram: Uint32Array | null = null;
      if ('column' in condition) {
        const { column } = condition;
        histogram = histograms.get(column) ?? this.sets.histogram(id, this.#histogramAt.get(column)!);
        histograms.set(column, histogram);
      }
      const holds = this.#engine.checkCondition(condition, sizes, histogram);
      for (let c = 0; c < accepted.length; c++) accepted[c] &= holds[c];
    }
    this.#settleGroups(id, accepted);
    return accepted;
  }

  /** Takes classes out of `accepted` until all groups of the others satisfy their bounds. */
  #settleGroups(id: number, accepted: Uint8Array): void {
    if (this.#bounded === null) return;
    const { sets, judge, codes } = this.#bounded;
    const levels = sets.levelsOf(id);
    const columns = this.spec.levels.map((own, place) => ({ codes: codes[place], ...own[levels[place]] }));
    // Classes are numbered by first appearance among the vectors, as those of the set are.
    const found = groupColumns(this.#engine, codes[0].length, columns);
    const values = { codes: found.codes.map((own) => Uint32Array.from(own)), sizes: columns.map(({ size }) => size) };
    judge.settleNow(values, found.groupOf, accepted);
  }

  #ordered(sums: NodeSums): NodeSums {
    if (sums.cells === null) return sums;
    const cells = new Float64Array(sums.cells.length);
    this.order.forEach((a, place) => (cells[a] = sums.cells![place]));
    return { ...sums, cells };
  }
}
