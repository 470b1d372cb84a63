import { EngineError, InvalidArgumentError } from '../../errors.js';
import type {
  ClassCondition,
  Classes,
  ClassSums,
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
import * as check from '../check-groups.js';
import { checkCutProblem } from '../cut-problem.js';
import * as validate from '../validate.js';
import { CompiledCondition } from './conditions.js';
import { createCutEvaluator } from './cut-evaluator.js';
import { groupRows, GroupingScratch } from './grouping.js';
import { countPerClass, weighPerGroup } from './histogram.js';
import type { SourceColumn } from './keys.js';
import { hilbertKeys } from './hilbert.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize/index.js';
import { createCheapestRuns, createGreedyRuns } from './line-runs.js';
import { createMemberScan } from './member-scan.js';
import { createMondrianSearch } from './mondrian.js';
import { createNearestMeans } from './nearest-means.js';
import { createNodeSets } from './node-sets.js';
import { createPointScan } from './point-scan.js';
import { sumClasses, sumMinorities } from './quality.js';
import { JsFrequencySet, JsTable, loadColumn } from './resident.js';

/** Creates the pure-JavaScript twin: the same results to the last bit, without WebAssembly. */
export function createJsEngine(): Engine {
  return new JsEngine();
}

class JsEngine implements Engine {
  readonly name = 'js';
  readonly variant = 'js';
  readonly #scratch = new GroupingScratch();
  /** What to zero on dispose; weak, so that dropped tables can be collected. */
  readonly #owned = new Set<WeakRef<{ dispose(): void }>>();
  readonly #registry = new FinalizationRegistry<WeakRef<{ dispose(): void }>>((ref) => this.#owned.delete(ref));
  #disposed = false;

  load(rows: number, columns: readonly EngineColumn[]): ResidentTable {
    this.#checkUsable();
    validate.checkColumns(rows, columns);
    return this.#own(new JsTable(rows, columns));
  }

  frequencySet(
    table: ResidentTable,
    columns: readonly number[] = table.sizes.map((_, index) => index),
    maps?: readonly (LevelMap | null)[],
  ): FrequencySetWithRows {
    const source = this.#table(table);
    validate.checkSelection(source.sizes, columns, maps);
    const sources = columns.map((column, i) => sourceOf(source, column, maps?.[i] ?? null));
    const vectorOf = new Uint32Array(source.rows);
    const grouping = groupRows(source.rows, sources, null, vectorOf, this.#scratch);
    return this.#own(new JsFrequencySet(grouping, sources, source.rows, vectorOf));
  }

  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct = false): FrequencySet {
    this.#checkUsable();
    validate.checkColumns(counts.length, columns);
    const rows = validate.checkCounts(counts, counts.length);
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

  rollUp(set: FrequencySet, maps: readonly (LevelMap | null)[]): FrequencySet {
    const source = this.#set(set);
    const columns = source.sizes.map((_, index) => index);
    validate.checkSelection(source.sizes, columns, maps);
    return this.#merge(source, columns, maps);
  }

  project(set: FrequencySet, columns: readonly number[]): FrequencySet {
    const source = this.#set(set);
    validate.checkSelection(source.sizes, columns, undefined);
    return this.#merge(source, columns, undefined);
  }

  splitClasses(table: ResidentTable, classes: Classes, column: number, map: LevelMap | null = null): Classes {
    const source = this.#table(table);
    validate.checkColumnIndex(column, source.sizes.length, 'column');
    validate.checkClasses(classes, source.rows);
    if (map !== null) validate.checkLevelMap(map, source.sizes[column], 'map');
    const { count } = classes;
    const before: SourceColumn = { codes: classes.classOf, domain: count, size: Math.max(1, count), map: null };
    const classOf = new Uint32Array(source.rows);
    const grouping = groupRows(
      source.rows,
      [sourceOf(source, column, map), before],
      null,
      classOf,
      this.#scratch,
      false,
    );
    return { count: grouping.length, classOf };
  }

  histogram(table: ResidentTable, classes: Classes, column: number): Uint32Array {
    const source = this.#table(table);
    validate.checkColumnIndex(column, source.sizes.length, 'column');
    validate.checkClasses(classes, source.rows);
    validate.checkCells(classes.count, source.sizes[column]);
    return countPerClass(classes.classOf, source.column(column), classes.count, source.sizes[column]);
  }

  groupHistogram(set: FrequencySet, groupOf: Uint32Array, groups: number, column: number): Uint32Array {
    const source = this.#set(set);
    validate.checkColumnIndex(column, source.sizes.length, 'column');
    validate.checkIds(groupOf, source.length, groups, 'groupOf');
    validate.checkCells(groups, source.sizes[column]);
    return weighPerGroup(groupOf, source.column(column), source.weights(), groups, source.sizes[column]);
  }

  classSums(sizes: Uint32Array, k: number): ClassSums {
    this.#checkUsable();
    validate.checkRows(k, 'k');
    return sumClasses(sizes, k);
  }

  minoritySum(histogram: Uint32Array, size: number): number {
    this.#checkUsable();
    validate.checkHistogram(histogram, size);
    return sumMinorities(histogram, size);
  }

  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null): Uint8Array {
    this.#checkUsable();
    const size = validate.checkConditionInput(condition, sizes, histogram);
    const compiled = new CompiledCondition(condition, size);
    const cells = histogram ?? new Uint32Array(0);
    const result = new Uint8Array(sizes.length);
    for (let i = 0; i < sizes.length; i++) result[i] = compiled.holds(sizes[i], cells, i * size) ? 1 : 0;
    return result;
  }

  mondrian(set: FrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult> {
    const source = this.#set(set);
    validate.checkMondrian(spec, source.sizes);
    return createMondrianSearch(source, spec);
  }

  kOptimize(set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
    return this.#own(createKOptimizeSearch(this.#set(set), spec));
  }

  resumeKOptimize(state: Uint8Array): KOptimizeSearch {
    this.#checkUsable();
    return this.#own(resumeKOptimizeSearch(state));
  }

  cutEvaluator(set: FrequencySet, problem: CutProblem): CutEvaluator {
    const source = this.#set(set);
    checkCutProblem(problem, source);
    return this.#own(createCutEvaluator(source, problem, this.#scratch));
  }

  nodeSets(set: FrequencySet, spec: NodeSetsSpec): NodeSets {
    return this.#own(createNodeSets(this.#set(set), spec));
  }

  pointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan {
    this.#checkUsable();
    check.checkPoints(values, rows);
    return this.#own(createPointScan(values, rows));
  }

  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan {
    this.#checkUsable();
    check.checkCodes(codes, sizes);
    return this.#own(createMemberScan(codes, sizes));
  }

  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): NearestMeans {
    this.#checkUsable();
    check.checkMeans(groups, costs, places);
    return this.#own(createNearestMeans(groups, costs, places));
  }

  hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[] {
    this.#checkUsable();
    check.checkHilbert(points, bits);
    return hilbertKeys(points, bits);
  }

  cheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null> {
    this.#checkUsable();
    check.checkLine(line);
    check.checkLimits(limits, line.vectorOf.length);
    return createCheapestRuns(line, limits);
  }

  greedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
    this.#checkUsable();
    check.checkLine(line);
    check.checkLimits({ ends }, line.vectorOf.length);
    return createGreedyRuns(line, ends);
  }

  dispose(): void {
    for (const ref of this.#owned) ref.deref()?.dispose();
    this.#owned.clear();
    this.#scratch.clear();
    this.#disposed = true;
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

  #table(table: ResidentTable): JsTable {
    this.#checkUsable();
    if (!(table instanceof JsTable)) throw new InvalidArgumentError('table', 'a table of this engine', 'another');
    return table;
  }

  #set(set: FrequencySet): JsFrequencySet {
    this.#checkUsable();
    if (!(set instanceof JsFrequencySet)) {
      throw new InvalidArgumentError('set', 'a frequency set of this engine', 'another');
    }
    return set;
  }

  #checkUsable(): void {
    if (this.#disposed) throw new EngineError(0, 'engine: was disposed of');
  }
}

function sourceOf(source: JsTable | JsFrequencySet, column: number, level: LevelMap | null): SourceColumn {
  const domain = source.sizes[column];
  return { codes: source.column(column), domain, size: level?.size ?? domain, map: level?.map ?? null };
}
