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
import { checkedEngine, type UncheckedEngine } from '../checked-engine.js';
import { widthOf } from '../mondrian-layout.js';
import { codeOutOfRange } from '../validate.js';
import { partListed } from '../listed-columns.js';
import { Blocks } from './blocks.js';
import { ListedColumn } from './code-lists.js';
import { writeConditions } from './conditions.js';
import { createCombinationScan } from './combination-scan.js';
import { createCutEvaluator } from './cut-evaluator.js';
import { Grouper, type SourceColumn } from './grouping.js';
import type { Grouping } from './partitioned.js';
import { hilbertKeys } from './hilbert.js';
import { instantiateHere, instantiateLater, type InstanceOptions, type WasmInstance } from './instantiate.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize.js';
import type { Kernels } from './kernels.js';
import type { FieldValues } from './layout.js';
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
  return checkedEngine(new WasmEngine(instantiateHere(source, options)));
}

/** Makes an engine without blocking: for the main thread of a page. */
export async function createWasmEngineLater(
  source: BufferSource | WebAssembly.Module,
  options: InstanceOptions,
): Promise<Engine> {
  return checkedEngine(new WasmEngine(await instantiateLater(source, options)));
}

class WasmEngine implements UncheckedEngine {
  readonly name = 'wasm';
  readonly variant: EngineVariant;
  readonly #instance: WasmInstance;
  readonly #grouper: Grouper;
  readonly #nodeTables: NodeTables;

  constructor(instance: WasmInstance) {
    this.variant = instance.variant;
    this.#instance = instance;
    this.#grouper = new Grouper(instance);
    this.#nodeTables = new NodeTables(instance);
  }

  /** Gives back the scratch of the operation. */
  run<T>(operation: () => T): T {
    const { memory } = this.#instance;
    const mark = memory.mark();
    try {
      return operation();
    } finally {
      memory.release(mark);
    }
  }

  isTrap(error: unknown): boolean {
    return isTrap(error);
  }

  load(rows: number, columns: readonly EngineColumn[]): ResidentTable {
    const { bytes } = layOutColumns(
      rows,
      columns.map((column) => column.size),
    );
    // Room for what counting the rows takes, so that memory grows once and before the work.
    this.#instance.memory.reserve(bytes + rows * 8);
    return new WasmTable(this.#instance, rows, columns);
  }

  frequencySet(
    source: WasmTable,
    columns: readonly number[],
    maps?: readonly (LevelMap | null)[],
  ): FrequencySetWithRows {
    const sources = columns.map((column, i) => sourceOf(source, column, maps?.[i] ?? null));
    const ids = this.#instance.memory.allocate(source.rows * 4);
    try {
      return this.#merge(source.rows, sources, 0, ids, source.rows);
    } catch (error) {
      this.#instance.memory.free(ids);
      throw error;
    }
  }

  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct: boolean): FrequencySet {
    const { memory } = this.#instance;
    const rows = counts.reduce((sum, count) => sum + count, 0);
    if (areDistinct) return this.#setOfDistinct(columns, counts, rows);
    const sources = columns.map((column, index): SourceColumn => {
      const ptr = memory.scratch(counts.length * widthOf(column.size));
      loadColumnInto(this.#instance, column, ptr, `columns[${index}].codes`);
      return { ptr, width: widthOf(column.size), domain: column.size, size: column.size, map: null };
    });
    return this.#merge(counts.length, sources, memory.scratchCopy(counts), 0, rows);
  }

  rollUp(source: WasmFrequencySet, maps: readonly (LevelMap | null)[]): FrequencySet {
    const sources = maps.map((map, column) => sourceOf(source, column, map));
    return this.#merge(source.length, sources, source.countsPtr(), 0, source.rows);
  }

  project(source: WasmFrequencySet, columns: readonly number[]): FrequencySet {
    const sources = columns.map((column) => sourceOf(source, column, null));
    return this.#merge(source.length, sources, source.countsPtr(), 0, source.rows);
  }

  splitClasses(source: WasmTable, classes: Classes, column: number, map: LevelMap | null): Classes {
    const { memory } = this.#instance;
    const size = Math.max(1, classes.count);
    const before: SourceColumn = { ptr: this.#classOf(classes), width: 4, domain: size, size, map: null };
    const ids = memory.scratch(source.rows * 4);
    const { length } = this.#grouper.group(source.rows, [sourceOf(source, column, map), before], 0, ids, false);
    return { count: length, classOf: memory.u32(ids, source.rows).slice() };
  }

  histogram(source: WasmTable, classes: Classes, column: number): Uint32Array {
    const classOf = this.#classOf(classes);
    return this.#count(
      { classOf, codes: source.columnPtr(column), count: source.rows },
      classes.count,
      source.sizes[column],
    );
  }

  groupHistogram(source: WasmFrequencySet, groupOf: Uint32Array, groups: number, column: number): Uint32Array {
    const classOf = this.#instance.memory.scratchCopy(groupOf);
    const rows = { classOf, codes: source.columnPtr(column), weights: source.countsPtr(), count: source.length };
    return this.#count(rows, groups, source.sizes[column]);
  }

  groupsHold(
    set: WasmFrequencySet,
    groupOf: Uint32Array,
    groups: number,
    conditions: readonly ClassCondition[],
  ): Uint8Array {
    const { memory } = this.#instance;
    const accepted = memory.scratchCopy(new Uint8Array(groups).fill(1));
    const ids = memory.scratchCopy(groupOf);
    const blocks = new Blocks(memory);
    try {
      for (const [column, own] of partListed(conditions).listed) {
        const lists = new ListedColumn(this.#instance, blocks, column, set.sizes[column], own);
        const list = lists.listVectors(set, ids, groups);
        lists.judge(list, groups, accepted);
        lists.free(list);
      }
      return memory.u8(accepted, groups).slice();
    } finally {
      blocks.free();
    }
  }

  classSums(sizes: Uint32Array, k: number): ClassSums {
    const { kernels, memory } = this.#instance;
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
  }

  minoritySum(histogram: Uint32Array, size: number): number {
    const { kernels, memory } = this.#instance;
    return kernels.sumMinorities(memory.scratchCopy(histogram), histogram.length / size, size);
  }

  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null): Uint8Array {
    const { kernels, memory } = this.#instance;
    const size = histogram === null || sizes.length === 0 ? 0 : histogram.length / sizes.length;
    const { ptr } = writeConditions(memory, (bytes) => memory.scratch(bytes), [condition], 0);
    const sizesPtr = memory.scratchCopy(sizes);
    const histogramPtr = histogram === null ? 0 : memory.scratchCopy(histogram);
    const result = memory.scratch(sizes.length);
    kernels.checkConditionInto(ptr, sizesPtr, histogramPtr, size, sizes.length, result);
    return memory.u8(result, sizes.length).slice();
  }

  mondrian(source: WasmFrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult> {
    return createMondrianSearch(this.#instance, source, spec);
  }

  kOptimize(source: WasmFrequencySet, spec: KOptimizeSpec): KOptimizeSearch {
    return createKOptimizeSearch(this.#instance, source, spec);
  }

  resumeKOptimize(state: Uint8Array): KOptimizeSearch {
    return resumeKOptimizeSearch(this.#instance, state);
  }

  cutEvaluator(source: WasmFrequencySet, problem: CutProblem): CutEvaluator {
    return createCutEvaluator(this.#instance, this.#grouper, source, problem);
  }

  nodeSets(source: WasmFrequencySet, spec: NodeSetsSpec): NodeSets {
    return createNodeSets(this.#instance, this.#nodeTables, source, spec);
  }

  pointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan {
    return createPointScan(this.#instance, values, rows);
  }

  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan {
    return createMemberScan(this.#instance, codes, sizes);
  }

  combinationScan(classes: CombinationClasses, limits: CombinationLimits): CombinationScan {
    return createCombinationScan(this.#instance, classes, limits);
  }

  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): NearestMeans {
    return createNearestMeans(this.#instance, groups, costs, places);
  }

  hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[] {
    return hilbertKeys(this.#instance, points, bits);
  }

  cheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null> {
    return createCheapestRuns(this.#instance, line, limits);
  }

  greedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
    return createGreedyRuns(this.#instance, line, ends);
  }

  dispose(): void {
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
    try {
      this.#gather(grouping, columns, block, layout.offsets, block + layout.bytes);
      return new WasmFrequencySet(this.#instance, grouping.length, total, sizes, block, idsPtr);
    } catch (error) {
      memory.free(block);
      throw error;
    }
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

  #count(rows: FieldValues<'classOf' | 'codes' | 'weights' | 'count'>, classes: number, size: number): Uint32Array {
    const { kernels, memory } = this.#instance;
    const cells = classes * size;
    const histogram = memory.scratch(cells * 4);
    memory.u8(histogram, cells * 4).fill(0);
    kernels.countPerClass(memory.scratchFields(classHistogram, { ...rows, width: widthOf(size), size, histogram }));
    return memory.u32(histogram, cells).slice();
  }

  /** Class ids in scratch, checked there. */
  #classOf({ classOf, count }: Classes): number {
    const { kernels, memory } = this.#instance;
    const ptr = memory.scratchCopy(classOf);
    if (classOf.length > 0 && kernels.largestCode(ptr, 4, classOf.length) >>> 0 >= count) {
      throw codeOutOfRange('classes.classOf', count);
    }
    return ptr;
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
