import { EngineError, InvalidArgumentError } from '../base/errors.js';
import {
  checkCodes,
  checkCombinations,
  checkHilbert,
  checkMeans,
  checkPoints,
  checkRuns,
  guardCombinations,
} from './check-groups.js';
import { checkCutProblem, guardCuts } from './cut-problem.js';
import type {
  ClassCondition,
  Classes,
  CombinationClasses,
  CombinationLimits,
  CutEvaluator,
  CutProblem,
  Engine,
  EngineColumn,
  EngineName,
  EngineSearch,
  EngineVariant,
  FrequencySet,
  KOptimizeSpec,
  LevelMap,
  MondrianSpec,
  NodeSetsSpec,
  ResidentTable,
  RowLine,
  RunCosts,
  RunLimits,
} from './engine.js';
import { checkKOptimize } from '../k-optimize/block/check.js';
import * as validate from './validate.js';

/**
 * An engine that believes its arguments. It still refuses codes and class numbers that are out of range, which are looked at while they
 * are read.
 */
export interface UncheckedEngine extends Engine {
  /** Runs one operation, around which memory may be taken and given back. */
  run<T>(operation: () => T): T;
  /** True for an error after which the engine is in an unknown state. */
  isTrap(error: unknown): boolean;
}

/** The engine behind all checks of arguments, of whose tables and sets are handed in, and of what can still be used. */
export const checkedEngine = (engine: UncheckedEngine): Engine => new CheckedEngine(engine);

class CheckedEngine implements Engine {
  readonly name: EngineName;
  readonly variant: EngineVariant;
  readonly #engine: UncheckedEngine;
  readonly #own = new WeakSet<ResidentTable | FrequencySet>();
  #state: 'usable' | 'broken' | 'disposed' = 'usable';

  constructor(engine: UncheckedEngine) {
    this.name = engine.name;
    this.variant = engine.variant;
    this.#engine = engine;
  }

  load(rows: number, columns: readonly EngineColumn[]) {
    return this.#run(() => {
      validate.checkColumns(rows, columns);
      return this.#made(this.#engine.load(rows, columns));
    });
  }

  frequencySet(
    table: ResidentTable,
    columns: readonly number[] = table.sizes.map((_, index) => index),
    maps?: readonly (LevelMap | null)[],
  ) {
    return this.#run(() => {
      this.#checkTable(table);
      validate.checkSelection(table.sizes, columns, maps);
      return this.#made(this.#engine.frequencySet(table, columns, maps));
    });
  }

  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct = false) {
    return this.#run(() => {
      validate.checkColumns(counts.length, columns);
      validate.checkCounts(counts);
      return this.#made(this.#engine.frequencySetOf(columns, counts, areDistinct));
    });
  }

  rollUp(set: FrequencySet, maps: readonly (LevelMap | null)[]) {
    return this.#run(() => {
      this.#checkSet(set);
      const columns = set.sizes.map((_, index) => index);
      validate.checkSelection(set.sizes, columns, maps);
      return this.#made(this.#engine.rollUp(set, maps));
    });
  }

  project(set: FrequencySet, columns: readonly number[]) {
    return this.#run(() => {
      this.#checkSet(set);
      validate.checkSelection(set.sizes, columns, undefined);
      return this.#made(this.#engine.project(set, columns));
    });
  }

  splitClasses(table: ResidentTable, classes: Classes, column: number, map: LevelMap | null = null) {
    return this.#run(() => {
      this.#checkTable(table);
      validate.checkColumnIndex(column, table.sizes.length, 'column');
      if (map !== null) validate.checkLevelMap(map, table.sizes[column], 'map');
      validate.checkClassesShape(classes, table.rows);
      return this.#engine.splitClasses(table, classes, column, map);
    });
  }

  histogram(table: ResidentTable, classes: Classes, column: number) {
    return this.#run(() => {
      this.#checkTable(table);
      validate.checkColumnIndex(column, table.sizes.length, 'column');
      validate.checkClassesShape(classes, table.rows);
      validate.checkCells(classes.count, table.sizes[column]);
      return this.#engine.histogram(table, classes, column);
    });
  }

  groupHistogram(set: FrequencySet, groupOf: Uint32Array, groups: number, column: number) {
    return this.#run(() => {
      this.#checkSet(set);
      validate.checkColumnIndex(column, set.sizes.length, 'column');
      validate.checkIds(groupOf, set.length, groups, 'groupOf');
      validate.checkCells(groups, set.sizes[column]);
      return this.#engine.groupHistogram(set, groupOf, groups, column);
    });
  }

  groupsHold(set: FrequencySet, groupOf: Uint32Array, groups: number, conditions: readonly ClassCondition[]) {
    return this.#run(() => {
      this.#checkSet(set);
      validate.checkIds(groupOf, set.length, groups, 'groupOf');
      validate.checkListed(conditions, set.sizes);
      return this.#engine.groupsHold(set, groupOf, groups, conditions);
    });
  }

  classSums(sizes: Uint32Array, k: number) {
    return this.#run(() => {
      validate.checkRows(k, 'k');
      return this.#engine.classSums(sizes, k);
    });
  }

  minoritySum(histogram: Uint32Array, size: number) {
    return this.#run(() => {
      validate.checkHistogram(histogram, size);
      return this.#engine.minoritySum(histogram, size);
    });
  }

  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null) {
    return this.#run(() => {
      validate.checkConditionInput(condition, sizes, histogram);
      return this.#engine.checkCondition(condition, sizes, histogram);
    });
  }

  mondrian(set: FrequencySet, spec: MondrianSpec) {
    return this.#search(() => {
      this.#checkSet(set);
      validate.checkMondrian(spec, set.sizes);
      return this.#engine.mondrian(set, spec);
    });
  }

  kOptimize(set: FrequencySet, spec: KOptimizeSpec) {
    return this.#kept('search by K-OPTIMIZE', () => {
      this.#checkSet(set);
      checkKOptimize(spec, set);
      return this.#engine.kOptimize(set, spec);
    });
  }

  resumeKOptimize(state: Uint8Array) {
    return this.#kept('search by K-OPTIMIZE', () => {
      return this.#engine.resumeKOptimize(state);
    });
  }

  cutEvaluator(set: FrequencySet, problem: CutProblem): CutEvaluator {
    const evaluator = this.#keptEvaluator(() => {
      this.#checkSet(set);
      checkCutProblem(problem, set);
      return this.#engine.cutEvaluator(set, problem);
    });
    try {
      return guardCuts(evaluator, problem, set.sizes.slice(0, problem.attributes));
    } catch (error) {
      evaluator.dispose();
      throw error;
    }
  }

  nodeSets(set: FrequencySet, spec: NodeSetsSpec) {
    return this.#kept('node sets', () => {
      this.#checkSet(set);
      validate.checkNodeSets(set, spec);
      return this.#engine.nodeSets(set, spec);
    });
  }

  pointScan(values: readonly Float64Array[], rows: Uint32Array) {
    return this.#kept('point scan', () => {
      checkPoints(values, rows);
      return this.#engine.pointScan(values, rows);
    });
  }

  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]) {
    return this.#kept('member scan', () => {
      checkCodes(codes, sizes);
      return this.#engine.memberScan(codes, sizes);
    });
  }

  combinationScan(classes: CombinationClasses, limits: CombinationLimits) {
    const scan = this.#kept('combination scan', () => {
      checkCombinations(classes, limits);
      return this.#engine.combinationScan(classes, limits);
    });
    return guardCombinations(scan, classes);
  }

  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]) {
    return this.#kept('nearest means', () => {
      checkMeans(groups, costs, places);
      return this.#engine.nearestMeans(groups, costs, places);
    });
  }

  hilbertKeys(points: readonly Uint32Array[], bits: number) {
    return this.#run(() => {
      checkHilbert(points, bits);
      return this.#engine.hilbertKeys(points, bits);
    });
  }

  cheapestRuns(line: RowLine, limits: RunLimits) {
    return this.#search(() => {
      checkRuns(line, limits);
      return this.#engine.cheapestRuns(line, limits);
    });
  }

  greedyRuns(line: RowLine, ends: Uint32Array) {
    return this.#search(() => {
      checkRuns(line, { ends });
      return this.#engine.greedyRuns(line, ends);
    });
  }

  dispose(): void {
    if (this.#state === 'disposed') return;
    this.#state = 'disposed';
    this.#engine.dispose();
  }

  #search<Result>(make: () => EngineSearch<Result>): EngineSearch<Result> {
    return this.#kept('search', make);
  }

  /**
   * Returns the result of `make`, each of its methods run as an operation of the engine, and none after its `dispose`. `dispose` and `release` do
   * nothing once the engine cannot be used.
   */
  #kept<T extends { dispose(): void }>(name: string, make: () => T): T {
    const kept = this.#run(make);
    let isDisposed = false;
    const guarded = {} as Record<string, unknown>;
    for (const key of keysOf(kept)) {
      const member = kept[key as keyof T];
      if (typeof member !== 'function') Object.defineProperty(guarded, key, { get: () => kept[key as keyof T] });
      else if (key === 'dispose' || key === 'release') {
        guarded[key] = (...values: unknown[]): void => {
          if (this.#state === 'usable' && !isDisposed) member.apply(kept, values);
          isDisposed ||= key === 'dispose';
        };
      } else {
        guarded[key] = (...values: unknown[]): unknown => {
          if (isDisposed) throw new EngineError(0, `${name}: was disposed of`);
          return this.#run(() => member.apply(kept, values) as unknown);
        };
      }
    }
    return guarded as T;
  }

  #keptEvaluator(make: () => CutEvaluator): CutEvaluator {
    const evaluator = this.#kept('cut evaluator', make);
    return { ...evaluator, coarsen: (cuts) => this.#keptEvaluator(() => evaluator.coarsen(cuts)) };
  }

  /** Runs one operation, and retires the engine after a trap. */
  #run<T>(operation: () => T): T {
    if (this.#state === 'disposed') throw new EngineError(0, 'engine: was disposed of');
    if (this.#state === 'broken') throw new EngineError(0, 'engine: a kernel failed before; create a new one');
    try {
      return this.#engine.run(operation);
    } catch (error) {
      if (!(error instanceof Error && this.#engine.isTrap(error))) throw error;
      this.#state = 'broken';
      throw new EngineError(0, `kernel: ${error.message}; this engine cannot be used any more, create a new one`);
    }
  }

  #made<T extends ResidentTable | FrequencySet>(made: T): T {
    this.#own.add(made);
    return made;
  }

  #checkTable(table: ResidentTable): void {
    if (!this.#own.has(table)) throw new InvalidArgumentError('table', 'a table of this engine', 'another');
  }

  #checkSet(set: FrequencySet): void {
    if (!this.#own.has(set)) throw new InvalidArgumentError('set', 'a frequency set of this engine', 'another');
  }
}

/** Names of an object's own members and of those of its class. */
function keysOf(object: object): string[] {
  const prototype = Object.getPrototypeOf(object) as object;
  const inherited = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
  return [...Object.keys(object), ...inherited].filter((key) => key !== 'constructor');
}
