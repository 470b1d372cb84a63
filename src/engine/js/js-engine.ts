import type {
  ClassCondition,
  Classes,
  ClassSums,
  CombinationClasses,
  CombinationLimits,
  CombinationScan,
  CutEvaluator,
  CutProblem,
  Engine,
  EngineColumn,
  EngineSearch,
  FrequencySet,
  FrequencySetWithRows,
  KOptimizeSearch,
  KOptimizeSpec,
  LevelMap,
  MemberScan,
  MondrianResult,
  MondrianSpec,
  NearestMeans,
  NodeSets,
  NodeSetsSpec,
  PointScan,
  ResidentTable,
  RowLine,
  RunCosts,
  RunLimits,
  Runs,
} from '../engine.js';
import { checkedEngine, type UncheckedEngine } from '../checked-engine.js';
import { checkIds } from '../validate.js';
import { partListed } from '../listed-columns.js';
import { ListedColumn } from './code-lists.js';
import { createGroupScan } from '../group-scan.js';
import { CompiledCondition } from './conditions.js';
import { createCutEvaluator } from './cut-evaluator.js';
import { groupRows, GroupingScratch } from './grouping.js';
import { hilbertKeys } from './hilbert.js';
import { countPerClass, weighPerGroup } from './histogram.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize.js';
import type { SourceColumn } from './keys.js';
import { createCheapestRuns, createGreedyRuns } from './line-runs.js';
import { createMemberScan } from './member-scan.js';
import { createMondrianSearch } from './mondrian.js';
import { createNearestMeans } from './nearest-means.js';
import { createNodeSets } from './node-sets.js';
import { createPointScan } from './point-scan.js';
import { sumClasses, sumMinorities } from './quality.js';
import { JsFrequencySet, JsTable, loadColumn } from './resident.js';

/** Creates the pure-JavaScript twin: the same results to the last bit, without WebAssembly. */
export const createJsEngine = (): Engine => checkedEngine(new JsEngine());

class JsEngine implements UncheckedEngine {
  readonly name = 'js';
  readonly variant = 'js';
  readonly #scratch = new GroupingScratch();
  /** Objects to zero on dispose; weak, so that dropped tables can be collected. */
  readonly #owned = new Set<WeakRef<{ dispose(): void }>>();
  readonly #registry = new FinalizationRegistry<WeakRef<{ dispose(): void }>>((ref) => this.#owned.delete(ref));

  run<T>(operation: () => T): T {
    return operation();
  }

  isTrap(): boolean {
    return false;
  }

  load(rows: number, columns: readonly EngineColumn[]): ResidentTable {
    return this.#own(new JsTable(rows, columns));
  }

  frequencySet(source: JsTable, columns: readonly number[], maps?: readonly (LevelMap | null)[]): FrequencySetWithRows {
    const sources = columns.map((column, i) => sourceOf(source, column, maps?.[i] ?? null));
    const vectorOf = new Uint32Array(source.rows);
    const grouping = groupRows(source.rows, sources, null, vectorOf, this.#scratch);
    return this.#own(new JsFrequencySet(grouping, sources, source.rows, vectorOf));
  }

  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct: boolean): FrequencySet {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const sources = columns.map((column, index) => ({
      codes: loadColumn(column, `columns[${index}].codes`),
      domain: column.size,
      size: column.size,
      map: null,
    }));
    const grouping = areDistinct
      ? { length: counts.length, first: Uint32Array.from(counts, (_, vector) => vector), counts }
      : groupRows(counts.length, sources, counts, null, this.#scratch);
    return this.#own(new JsFrequencySet(grouping, sources, rows, null));
  }

  rollUp(source: JsFrequencySet, maps: readonly (LevelMap | null)[]): FrequencySet {
    return this.#merge(
      source,
      source.sizes.map((_, index) => index),
      maps,
    );
  }

  project(source: JsFrequencySet, columns: readonly number[]): FrequencySet {
    return this.#merge(source, columns);
  }

  splitClasses(source: JsTable, classes: Classes, column: number, map: LevelMap | null): Classes {
    checkIds(classes.classOf, source.rows, classes.count, 'classes.classOf');
    const { count } = classes;
    const before: SourceColumn = { codes: classes.classOf, domain: count, size: Math.max(1, count), map: null };
    const classOf = new Uint32Array(source.rows);
    const grouping = groupRows(source.rows, [sourceOf(source, column, map), before], null, classOf, this.#scratch, {
      wantsCounts: false,
    });
    return { count: grouping.length, classOf };
  }

  histogram(source: JsTable, classes: Classes, column: number): Uint32Array {
    checkIds(classes.classOf, source.rows, classes.count, 'classes.classOf');
    return countPerClass(classes.classOf, source.column(column), classes.count, source.sizes[column]);
  }

  groupHistogram(source: JsFrequencySet, groupOf: Uint32Array, groups: number, column: number): Uint32Array {
    return weighPerGroup(groupOf, source.column(column), source.weights(), groups, source.sizes[column]);
  }

  groupsHold(
    set: JsFrequencySet,
    groupOf: Uint32Array,
    groups: number,
    conditions: readonly ClassCondition[],
  ): Uint8Array {
    const accepted = new Uint8Array(groups).fill(1);
    for (const [column, own] of partListed(conditions).listed) {
      const lists = new ListedColumn(column, set.sizes[column], own);
      lists.judge(lists.listVectors(set.column(column), set.weights(), groupOf, groups), accepted);
    }
    return accepted;
  }

  classSums(sizes: Uint32Array, k: number): ClassSums {
    return sumClasses(sizes, k);
  }

  minoritySum(histogram: Uint32Array, size: number): number {
    return sumMinorities(histogram, size);
  }

  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null): Uint8Array {
    const size = histogram === null || sizes.length === 0 ? 0 : histogram.length / sizes.length;
    const compiled = new CompiledCondition(condition, size);
    const cells = histogram ?? new Uint32Array(0);
    const result = new Uint8Array(sizes.length);
    for (let i = 0; i < sizes.length; i++) result[i] = compiled.holds(sizes[i], cells, i * size) ? 1 : 0;
    return result;
  }

  mondrian(source: JsFrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult> {
    return this.#own(createMondrianSearch(source, spec));
  }

  kOptimize(set: JsFrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
    return this.#own(createKOptimizeSearch(set, spec));
  }

  resumeKOptimize(state: Uint8Array): KOptimizeSearch {
    return this.#own(resumeKOptimizeSearch(state));
  }

  cutEvaluator(source: JsFrequencySet, problem: CutProblem): CutEvaluator {
    return this.#own(createCutEvaluator(source, problem, this.#scratch));
  }

  nodeSets(set: JsFrequencySet, spec: NodeSetsSpec): NodeSets {
    return this.#own(createNodeSets(set, spec));
  }

  pointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan {
    return this.#own(createPointScan(values, rows));
  }

  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan {
    return this.#own(createMemberScan(codes, sizes));
  }

  combinationScan(classes: CombinationClasses, limits: CombinationLimits): CombinationScan {
    return this.#own(createGroupScan(classes, limits));
  }

  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): NearestMeans {
    return this.#own(createNearestMeans(groups, costs, places));
  }

  hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[] {
    return hilbertKeys(points, bits);
  }

  cheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null> {
    return this.#own(createCheapestRuns(line, limits));
  }

  greedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
    return this.#own(createGreedyRuns(line, ends));
  }

  dispose(): void {
    for (const ref of this.#owned) ref.deref()?.dispose();
    this.#owned.clear();
    this.#scratch.clear();
  }

  #merge(source: JsFrequencySet, columns: readonly number[], maps?: readonly (LevelMap | null)[]): FrequencySet {
    const sources = columns.map((column, i) => sourceOf(source, column, maps?.[i] ?? null));
    const grouping = groupRows(source.length, sources, source.weights(), null, this.#scratch);
    return this.#own(new JsFrequencySet(grouping, sources, source.rows, null));
  }

  #own<T extends { dispose(): void }>(resource: T): T {
    const ref = new WeakRef(resource);
    this.#owned.add(ref);
    this.#registry.register(resource, ref);
    return resource;
  }
}

function sourceOf(source: JsTable | JsFrequencySet, column: number, level: LevelMap | null): SourceColumn {
  const domain = source.sizes[column];
  return { codes: source.column(column), domain, size: level?.size ?? domain, map: level?.map ?? null };
}
