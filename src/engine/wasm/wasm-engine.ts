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
  EngineVariant,
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
import { widthOf } from '../mondrian-layout.js';
import * as validate from '../validate.js';
import { writeConditions } from './conditions.js';
import { createCutEvaluator } from './cut-evaluator.js';
import { Grouper, type SourceColumn } from './grouping.js';
import type { Grouping } from './partitioned.js';
import { hilbertKeys } from './hilbert.js';
import { instantiateHere, instantiateLater, type InstanceOptions, type WasmInstance } from './instantiate.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize.js';
import type { Kernels } from './kernels.js';
import { classHistogram, classSums, codeCopy } from './layouts.js';
import { createCheapestRuns, createGreedyRuns } from './line-runs.js';
import { createMemberScan } from './member-scan.js';
import { createMondrianSearch } from './mondrian.js';
import { createNearestMeans } from './nearest-means.js';
import { createNodeSets, NodeTables } from './node-sets.js';
import { createPointScan } from './point-scan.js';
import { layOutColumns, loadColumnInto, WasmFrequencySet, WasmTable } from './resident.js';
import { isTrap } from './status.js';

/** Creates an engine from a compiled module or its bytes, on the calling thread. */
export function createWasmEngine(source: BufferSource | WebAssembly.Module, options: InstanceOptions): Engine {
  return new WasmEngine(instantiateHere(source, options));
}

/** The same without blocking: for the main thread of a page. */
export async function createWasmEngineLater(
  source: BufferSource | WebAssembly.Module,
  options: InstanceOptions,
): Promise<Engine> {
  return new WasmEngine(await instantiateLater(source, options));
}

class WasmEngine implements Engine {
  readonly name = 'wasm';
  readonly variant: EngineVariant;
  readonly #instance: WasmInstance;
  readonly #grouper: Grouper;
  readonly #nodeTables: NodeTables;
  #state: 'usable' | 'broken' | 'disposed' = 'usable';

  constructor(instance: WasmInstance) {
    this.variant = instance.variant;
    this.#instance = instance;
    this.#grouper = new Grouper(instance);
    this.#nodeTables = new NodeTables(instance);
  }

  load(rows: number, columns: readonly EngineColumn[]): ResidentTable {
    return this.#run(() => {
      validate.checkColumns(rows, columns);
      const { bytes } = layOutColumns(
        rows,
        columns.map((column) => column.size),
      );
      // Room for what counting the rows takes, so that memory grows once and before the work.
      this.#instance.memory.reserve(bytes + rows * 8);
      return new WasmTable(this.#instance, rows, columns);
    });
  }

  frequencySet(
    table: ResidentTable,
    columns: readonly number[] = table.sizes.map((_, index) => index),
    maps?: readonly (LevelMap | null)[],
  ): FrequencySetWithRows {
    return this.#run(() => {
      const source = this.#table(table);
      validate.checkSelection(source.sizes, columns, maps);
      const sources = columns.map((column, i) => sourceOf(source, column, maps?.[i] ?? null));
      const ids = this.#instance.memory.allocate(source.rows * 4);
      try {
        return this.#merge(source.rows, sources, 0, ids, source.rows);
      } catch (error) {
        this.#instance.memory.free(ids);
        throw error;
      }
    });
  }

  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct = false): FrequencySet {
    return this.#run(() => {
      const { memory } = this.#instance;
      validate.checkColumns(counts.length, columns);
      const rows = validate.checkCounts(counts, counts.length);
      if (areDistinct) return this.#setOfDistinct(columns, counts, rows);
      const sources = columns.map((column, index): SourceColumn => {
        const ptr = memory.scratch(counts.length * widthOf(column.size));
        loadColumnInto(this.#instance, column, ptr, `columns[${index}].codes`);
        return { ptr, width: widthOf(column.size), domain: column.size, size: column.size, map: null };
      });
      return this.#merge(counts.length, sources, this.#instance.memory.scratchCopy(counts), 0, rows);
    });
  }

  rollUp(set: FrequencySet, maps: readonly (LevelMap | null)[]): FrequencySet {
    return this.#run(() => {
      const source = this.#set(set);
      const columns = source.sizes.map((_, index) => index);
      validate.checkSelection(source.sizes, columns, maps);
      const sources = columns.map((column, i) => sourceOf(source, column, maps[i]));
      return this.#merge(source.length, sources, source.countsPtr(), 0, source.rows);
    });
  }

  project(set: FrequencySet, columns: readonly number[]): FrequencySet {
    return this.#run(() => {
      const source = this.#set(set);
      validate.checkSelection(source.sizes, columns, undefined);
      const sources = columns.map((column) => sourceOf(source, column, null));
      return this.#merge(source.length, sources, source.countsPtr(), 0, source.rows);
    });
  }

  splitClasses(table: ResidentTable, classes: Classes, column: number, map: LevelMap | null = null): Classes {
    return this.#run(() => {
      const source = this.#table(table);
      const { memory } = this.#instance;
      validate.checkColumnIndex(column, source.sizes.length, 'column');
      if (map !== null) validate.checkLevelMap(map, source.sizes[column], 'map');
      const size = Math.max(1, classes.count);
      const ptr = this.#classOf(classes, source.rows);
      const before: SourceColumn = { ptr, width: 4, domain: size, size, map: null };
      const ids = memory.scratch(source.rows * 4);
      const { length } = this.#grouper.group(source.rows, [sourceOf(source, column, map), before], 0, ids, false);
      return { count: length, classOf: memory.u32(ids, source.rows).slice() };
    });
  }

  histogram(table: ResidentTable, classes: Classes, column: number): Uint32Array {
    return this.#run(() => {
      const source = this.#table(table);
      validate.checkColumnIndex(column, source.sizes.length, 'column');
      const { sizes, rows } = source;
      return this.#count(this.#classOf(classes, rows), source.columnPtr(column), 0, rows, classes.count, sizes[column]);
    });
  }

  groupHistogram(set: FrequencySet, groupOf: Uint32Array, groups: number, column: number): Uint32Array {
    return this.#run(() => {
      const source = this.#set(set);
      validate.checkColumnIndex(column, source.sizes.length, 'column');
      validate.checkIds(groupOf, source.length, groups, 'groupOf');
      const codes = source.columnPtr(column);
      return this.#count(
        this.#instance.memory.scratchCopy(groupOf),
        codes,
        source.countsPtr(),
        source.length,
        groups,
        source.sizes[column],
      );
    });
  }

  classSums(sizes: Uint32Array, k: number): ClassSums {
    return this.#run(() => {
      const { kernels, memory } = this.#instance;
      validate.checkRows(k, 'k');
      const sums = memory.scratchFields(classSums, { minimum: sizes.length > 0 ? 0xffffffff : 0 });
      kernels.sumClassesInto(memory.scratchCopy(sizes), sizes.length, k, sums);
      const [classes, released, below, minimum, maximum, low, high] = new BigUint64Array(memory.buffer, sums, 7);
      return {
        classes: Number(classes),
        released: Number(released),
        below: Number(below),
        minimum: Number(minimum),
        maximum: Number(maximum),
        sumOfSquares: (high << 32n) + low,
      };
    });
  }

  minoritySum(histogram: Uint32Array, size: number): number {
    return this.#run(() => {
      const rows = validate.checkHistogram(histogram, size);
      return this.#instance.kernels.sumMinorities(this.#instance.memory.scratchCopy(histogram), rows, size);
    });
  }

  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null): Uint8Array {
    return this.#run(() => {
      const { kernels, memory } = this.#instance;
      const size = validate.checkConditionInput(condition, sizes, histogram);
      const take = (bytes: number): number => memory.scratch(bytes);
      const { ptr } = writeConditions(memory, take, [condition], 0);
      const sizesPtr = this.#instance.memory.scratchCopy(sizes);
      const histogramPtr = histogram === null ? 0 : this.#instance.memory.scratchCopy(histogram);
      const result = memory.scratch(sizes.length);
      kernels.checkConditionInto(ptr, sizesPtr, histogramPtr, size, sizes.length, result);
      return memory.u8(result, sizes.length).slice();
    });
  }

  mondrian(set: FrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult> {
    return this.#guardSteps(() => {
      const source = this.#set(set);
      validate.checkMondrian(spec, source.sizes);
      return createMondrianSearch(this.#instance, source, spec);
    });
  }

  kOptimize(set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
    return this.#guard(() => createKOptimizeSearch(this.#instance, this.#set(set), spec));
  }

  resumeKOptimize(state: Uint8Array): KOptimizeSearch {
    return this.#guard(() => resumeKOptimizeSearch(this.#instance, state));
  }

  #guard(make: () => KOptimizeSearch): KOptimizeSearch {
    return this.#run(() => {
      const search = make();
      return {
        fingerprint: search.fingerprint,
        step: (budget) => this.#run(() => search.step(budget)),
        progress: () => this.#run(() => search.progress()),
        result: () => this.#run(() => search.result()),
        status: () => this.#run(() => search.status()),
        lowerBestCost: (cost) => this.#run(() => search.lowerBestCost(cost)),
        save: () => this.#run(() => search.save()),
        split: () => this.#run(() => search.split()),
        dispose: () => {
          if (this.#state === 'usable') search.dispose();
        },
      };
    });
  }

  cutEvaluator(set: FrequencySet, problem: CutProblem): CutEvaluator {
    return this.#run(() => {
      const source = this.#set(set);
      checkCutProblem(problem, source);
      const evaluator = createCutEvaluator(this.#instance, this.#grouper, source, problem);
      return {
        evaluate: (cuts) => this.#run(() => evaluator.evaluate(cuts)),
        toggles: (cuts) => this.#run(() => evaluator.toggles(cuts)),
        bestCuts: (cuts, attribute, penalty) => this.#run(() => evaluator.bestCuts(cuts, attribute, penalty)),
        dispose: () => {
          if (this.#state === 'usable') evaluator.dispose();
        },
      };
    });
  }

  nodeSets(set: FrequencySet, spec: NodeSetsSpec): NodeSets {
    return this.#run(() => {
      const sets = createNodeSets(this.#instance, this.#nodeTables, this.#set(set), spec);
      const guarded: NodeSets = {
        base: sets.base,
        get bytes() {
          return sets.bytes;
        },
        get rollUps() {
          return sets.rollUps;
        },
        length: (id) => sets.length(id),
        rollUp: (id, levels) => this.#run(() => sets.rollUp(id, levels)),
        release: (id) => {
          if (this.#state === 'usable') sets.release(id);
        },
        sum: (id, accepted) => this.#run(() => sets.sum(id, accepted)),
        chain: (id, levels, attribute, from, to, minimum) =>
          this.#run(() => sets.chain(id, levels, attribute, from, to, minimum)),
        sizes: (id) => this.#run(() => sets.sizes(id)),
        histogram: (id, index) => this.#run(() => sets.histogram(id, index)),
        dispose: () => {
          if (this.#state === 'usable') sets.dispose();
        },
      };
      return guarded;
    });
  }

  pointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan {
    return this.#run(() => {
      check.checkPoints(values, rows);
      const scan = createPointScan(this.#instance, values, rows);
      return {
        farthest: (from) => this.#run(() => scan.farthest(from)),
        around: (from, wanted) => this.#run(() => scan.around(from, wanted)),
        join: (from, begins) => this.#run(() => scan.join(from, begins)),
        joined: () => this.#run(() => scan.joined()),
        take: (point, count) => this.#run(() => scan.take(point, count)),
        dispose: () => {
          if (this.#state === 'usable') scan.dispose();
        },
      };
    });
  }

  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan {
    return this.#run(() => {
      check.checkCodes(codes, sizes);
      const scan = createMemberScan(this.#instance, codes, sizes);
      return {
        start: (numbers) => this.#run(() => scan.start(numbers)),
        change: (attribute, difference) => this.#run(() => scan.change(attribute, difference)),
        nearest: () => this.#run(() => scan.nearest()),
        farthest: () => this.#run(() => scan.farthest()),
        take: (vector) => this.#run(() => scan.take(vector)),
        dispose: () => {
          if (this.#state === 'usable') scan.dispose();
        },
      };
    });
  }

  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): NearestMeans {
    return this.#run(() => {
      check.checkMeans(groups, costs, places);
      const means = createNearestMeans(this.#instance, groups, costs, places);
      return {
        move: (group, mean) => this.#run(() => means.move(group, mean)),
        nearest: (codes, among) => this.#run(() => means.nearest(codes, among)),
        distance: (codes, group) => this.#run(() => means.distance(codes, group)),
        dispose: () => {
          if (this.#state === 'usable') means.dispose();
        },
      };
    });
  }

  hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[] {
    return this.#run(() => {
      check.checkHilbert(points, bits);
      return hilbertKeys(this.#instance, points, bits);
    });
  }

  cheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null> {
    return this.#guardSteps(() => {
      check.checkLine(line);
      check.checkLimits(limits, line.vectorOf.length);
      return createCheapestRuns(this.#instance, line, limits);
    });
  }

  greedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
    return this.#guardSteps(() => {
      check.checkLine(line);
      check.checkLimits({ ends }, line.vectorOf.length);
      return createGreedyRuns(this.#instance, line, ends);
    });
  }

  #guardSteps<Result>(make: () => EngineSearch<Result>): EngineSearch<Result> {
    return this.#run(() => {
      const search = make();
      return {
        step: (budget) => this.#run(() => search.step(budget)),
        progress: () => this.#run(() => search.progress()),
        result: () => this.#run(() => search.result()),
        dispose: () => {
          if (this.#state === 'usable') search.dispose();
        },
      };
    });
  }

  dispose(): void {
    if (this.#state === 'disposed') return;
    this.#state = 'disposed';
    this.#instance.memory.dispose();
    this.#instance.kernels = {} as Kernels;
  }

  /** Groups rows and gathers the distinct vectors into one block. */
  #merge(
    rows: number,
    columns: readonly SourceColumn[],
    weightsPtr: number,
    idsPtr: number,
    total: number,
  ): WasmFrequencySet {
    const { memory } = this.#instance;
    const grouping = this.#grouper.group(rows, columns, weightsPtr, idsPtr);
    const sizes = columns.map((column) => column.size);
    const layout = layOutColumns(grouping.length, sizes);
    const block = memory.allocate(layout.bytes + grouping.length * 4);
    this.#gather(grouping, columns, block, layout.offsets, block + layout.bytes);
    return new WasmFrequencySet(this.#instance, grouping.length, total, sizes, block, idsPtr);
  }

  /** The vectors as they come. */
  #setOfDistinct(columns: readonly EngineColumn[], counts: Uint32Array, rows: number): WasmFrequencySet {
    const { memory } = this.#instance;
    const sizes = columns.map(({ size }) => size);
    const { bytes, offsets } = layOutColumns(counts.length, sizes);
    const block = memory.allocate(bytes + counts.length * 4);
    try {
      columns.forEach((column, index) =>
        loadColumnInto(this.#instance, column, block + offsets[index], `columns[${index}].codes`),
      );
    } catch (error) {
      memory.free(block);
      throw error;
    }
    memory.write(block + bytes, counts);
    return new WasmFrequencySet(this.#instance, counts.length, rows, sizes, block, 0);
  }

  #gather(
    grouping: Grouping,
    columns: readonly SourceColumn[],
    block: number,
    offsets: readonly number[],
    countsPtr: number,
  ): void {
    const { kernels, memory } = this.#instance;
    const { length, firstPtr } = grouping;
    columns.forEach(({ ptr, width, size, map }, index) => {
      const target = block + offsets[index];
      if (size === 1) {
        memory.u8(target, length).fill(0);
        return;
      }
      const request = memory.scratchFields(codeCopy, {
        codes: ptr,
        width,
        rows: firstPtr,
        count: length,
        map: map === null ? 0 : memory.scratchCopy(map),
        target,
        targetWidth: widthOf(size),
      });
      kernels.gatherCodes(request);
    });
    memory.u8(0, memory.bytes).copyWithin(countsPtr, grouping.countsPtr, grouping.countsPtr + length * 4);
  }

  #count(
    classOfPtr: number,
    codesPtr: number,
    weightsPtr: number,
    count: number,
    classes: number,
    size: number,
  ): Uint32Array {
    const { kernels, memory } = this.#instance;
    const cells = validate.checkCells(classes, size);
    const result = memory.scratch(cells * 4);
    memory.u8(result, cells * 4).fill(0);
    const request = memory.scratchFields(classHistogram, {
      classOf: classOfPtr,
      codes: codesPtr,
      width: widthOf(size),
      weights: weightsPtr,
      count,
      size,
      histogram: result,
    });
    kernels.countPerClass(request);
    return memory.u32(result, cells).slice();
  }

  /** Class ids in scratch, checked there. */
  #classOf(classes: Classes, rows: number): number {
    validate.checkClassesShape(classes, rows);
    const ptr = this.#instance.memory.scratchCopy(classes.classOf);
    if (rows > 0 && this.#instance.kernels.largestCode(ptr, 4, rows) >>> 0 >= classes.count) {
      throw validate.codeOutOfRange('classes.classOf', classes.count);
    }
    return ptr;
  }

  /** Runs one operation: gives its scratch back, and retires the engine after a trap. */
  #run<T>(operation: () => T): T {
    this.#checkUsable();
    const { memory } = this.#instance;
    const mark = memory.mark();
    try {
      return operation();
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#state = 'broken';
      throw new EngineError(0, `kernel: ${error.message}; this engine cannot be used any more, create a new one`);
    } finally {
      memory.release(mark);
    }
  }

  #checkUsable(): void {
    if (this.#state === 'disposed') throw new EngineError(0, 'engine: was disposed of');
    if (this.#state === 'broken') throw new EngineError(0, 'engine: a kernel failed before; create a new one');
  }

  #table(table: ResidentTable): WasmTable {
    if (!(table instanceof WasmTable) || table.instance !== this.#instance) {
      throw new InvalidArgumentError('table', 'a table of this engine', 'another');
    }
    return table;
  }

  #set(set: FrequencySet): WasmFrequencySet {
    if (!(set instanceof WasmFrequencySet) || set.instance !== this.#instance) {
      throw new InvalidArgumentError('set', 'a frequency set of this engine', 'another');
    }
    return set;
  }
}

function sourceOf(source: WasmTable | WasmFrequencySet, column: number, level: LevelMap | null): SourceColumn {
  const domain = source.sizes[column];
  return {
    ptr: source.columnPtr(column),
    width: widthOf(domain),
    domain,
    size: level?.size ?? domain,
    map: level?.map ?? null,
  };
}
