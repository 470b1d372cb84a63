import { listCutItems, orderCutItems, pickCutItems, type CutItems } from '../cut-items.js';
import { intervalsOf, piecesOf, unitOf, type Pieces } from '../cut-parts.js';
import { CutProjections, type KnownCuts, type Projection } from '../cut-projections.js';
import { applyToggles } from '../cut-toggles.js';
import type { CutEvaluator, CutProblem, CutSets } from '../engine.js';
import type { Codes } from '../../table/table.js';
import { widthOf } from '../mondrian-layout.js';
import { Blocks } from './blocks.js';
import type { Grouper, SourceColumn } from './grouping.js';
import type { WasmInstance } from './instantiate.js';
import { cutLines, cutPath, cutToggles } from './layouts.js';
import type { Grouping } from './partitioned.js';
import { layOutColumns, type WasmFrequencySet } from './resident.js';

/**
 * The evaluator over linear memory; see assembly/cut-evaluator.ts. The problem was checked. Its methods take scratch: call
 * them between mark and release. Throws CapacityError.
 */
export function createCutEvaluator(
  instance: WasmInstance,
  grouper: Grouper,
  set: WasmFrequencySet,
  problem: CutProblem,
): CutEvaluator {
  const sizes = set.sizes.slice(0, problem.attributes);
  const items = listCutItems(problem, sizes, (a) => set.codes(a), set.counts());
  const unit = unitOf(problem, set.rows);
  return new WasmCutEvaluator(items, { instance, grouper, problem, sizes, unit, coarse: new Set() });
}

/** Items that some cuts do not part, in linear memory. */
interface WasmProjection extends Projection {
  /** [attributes] of merged items those of the first. */
  readonly codesPtr: readonly number[];
  readonly weightsPtr: number;
}

type MergedItems = Omit<WasmProjection, 'dispose'>;

/** State shared by an evaluator and its coarser ones. */
interface Shared {
  readonly instance: WasmInstance;
  readonly grouper: Grouper;
  readonly problem: CutProblem;
  readonly sizes: readonly number[];
  /** Cost of a suppressed row. */
  readonly unit: number;
  /** Coarser evaluators that were not disposed of. */
  readonly coarse: Set<CutEvaluator>;
}

class WasmCutEvaluator implements CutEvaluator {
  readonly #shared: Shared;
  readonly #instance: WasmInstance;
  readonly #grouper: Grouper;
  readonly #sizes: readonly number[];
  readonly #k: number;
  readonly #byLabel: boolean;
  /** Cost of a suppressed row. */
  readonly #unit: number;
  readonly #pieces: readonly Pieces[];
  readonly #allowed: readonly Uint8Array[];
  readonly #items: number;
  readonly #blocks: Blocks;
  readonly #context: number;
  readonly #codesPtr: readonly number[];
  readonly #weightsPtr: number;
  /** u32[items], 0 under discernibility. */
  readonly #labelsPtr: number;
  readonly #lineOfPtr: number;
  /** [attributes] u32 each: order of the items, starts of the leaves, pieces of the leaves. */
  readonly #ordersPtr: readonly number[];
  readonly #startsPtr: readonly number[];
  readonly #piecesPtr: readonly number[];
  readonly #projections: CutProjections<WasmProjection>;

  constructor(items: CutItems, shared: Shared) {
    const { instance, problem } = shared;
    this.#shared = shared;
    this.#instance = instance;
    this.#grouper = shared.grouper;
    this.#sizes = shared.sizes;
    this.#k = problem.k;
    this.#byLabel = problem.metric === 'classification';
    this.#unit = shared.unit;
    this.#allowed = problem.allowed.map((list) => list.slice());
    this.#pieces = this.#allowed.map(piecesOf);
    this.#items = items.length;
    this.#projections = new CutProjections(items.length, shared.sizes, (known, from) => this.#project(known, from));
    const blocks = new Blocks(instance.memory);
    this.#blocks = blocks;
    try {
      this.#codesPtr = this.#copyCodes(blocks, items.codes, items.length);
      const copy = (values: Uint32Array): number => blocks.copy(values);
      this.#weightsPtr = copy(items.weights);
      this.#ordersPtr = items.orders.map(copy);
      this.#startsPtr = items.starts.map(copy);
      this.#piecesPtr = this.#pieces.map(({ of }) => copy(of));
      const { length } = items;
      this.#labelsPtr = items.labels === null ? 0 : copy(items.labels);
      this.#lineOfPtr = blocks.take(4 * length);
      this.#context = blocks.fields(cutLines, {
        items: length,
        byLabel: this.#byLabel ? 1 : 0,
        k: problem.k,
        weights: this.#weightsPtr,
        labels: this.#labelsPtr,
        lineOf: this.#lineOfPtr,
        lineStart: blocks.take(4 * (length + 1)),
        lineEnd: blocks.take(4 * length),
        positions: blocks.take(4 * length),
        entryWeights: blocks.take(8 * length),
        entryLabels: blocks.take(this.#byLabel ? 4 * length : 0),
        tally: blocks.zeroed(8 * (problem.labels?.size ?? 0)),
        walk: blocks.take(8 * length),
      });
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  evaluate(cuts: CutSets): { cost: number; suppressed: number } {
    const { kernels, memory } = this.#instance;
    const result = memory.scratch(16);
    if (this.#byLabel) {
      this.#fill(this.#group(cuts, -1).length, 0, 0);
      kernels.cutSumLines(this.#context, result);
    } else {
      const grouping = this.#count(cuts);
      kernels.cutSumSizes(grouping.countsPtr, grouping.length, this.#k, result);
    }
    const [released, suppressed] = memory.f64(result, 2);
    return { cost: released + suppressed * this.#unit, suppressed };
  }

  toggles(cuts: CutSets): { cost: Float64Array[]; suppressed: Float64Array[] } {
    const { kernels, memory } = this.#instance;
    const base = this.evaluate(cuts);
    const cost: Float64Array[] = [];
    const suppressed: Float64Array[] = [];
    this.#sizes.forEach((size, a) => {
      const mark = memory.mark();
      this.#fill(this.#group(cuts, a).length, a, 0);
      const counts = [size + 1, size + 1, cuts[a].length + 1, cuts[a].length + 1];
      const ptrs = counts.map((count) => memory.scratch(8 * count));
      ptrs.forEach((ptr, i) => memory.f64(ptr, counts[i]).fill(0));
      kernels.cutToggles(
        this.#context,
        memory.scratchFields(cutToggles, {
          intervals: memory.scratchCopy(intervalsOf(size, cuts[a])),
          released: ptrs[0],
          below: ptrs[1],
          releasedRemoved: ptrs[2],
          belowRemoved: ptrs[3],
        }),
      );
      const [released, below, releasedRemoved, belowRemoved] = ptrs.map((ptr, i) => memory.f64(ptr, counts[i]));
      const changes = { released, below, releasedRemoved, belowRemoved };
      const found = applyToggles(changes, cuts[a], this.#allowed[a], base, this.#unit);
      memory.release(mark);
      cost.push(found.cost);
      suppressed.push(found.suppressed);
    });
    return { cost, suppressed };
  }

  bestCuts(cuts: CutSets, attribute: number, penalty: number): Uint32Array {
    const { kernels, memory } = this.#instance;
    const { first } = this.#pieces[attribute];
    const pieces = first.length;
    this.#fill(this.#group(cuts, attribute).length, attribute, this.#piecesPtr[attribute]);
    const beforePtr = memory.scratch(4 * (pieces + 1));
    const path = memory.scratchFields(cutPath, {
      penalty,
      pieces,
      matrix: memory.scratch(8 * pieces * pieces),
      sums: memory.scratch(8 * pieces),
      reached: memory.scratch(8 * (pieces + 1)),
      before: beforePtr,
    });
    kernels.cutPath(this.#context, path);
    const before = memory.u32(beforePtr, pieces + 1);
    const chosen: number[] = [];
    for (let at = before[pieces]; at > 0; at = before[at]) chosen.push(first[at]);
    return Uint32Array.from(chosen.reverse());
  }

  coarsen(cuts: CutSets): CutEvaluator {
    const { problem, sizes, coarse } = this.#shared;
    const size = problem.labels?.size ?? 0;
    const columns = this.#columnsOf(cuts, this.#codesPtr);
    if (this.#byLabel) columns.push({ ptr: this.#labelsPtr, width: 4, domain: size, size, map: null });
    const made = new WasmCutEvaluator(orderCutItems(this.#merge(columns, this.#whole), sizes, size), this.#shared);
    coarse.add(made);
    return made;
  }

  dispose(): void {
    const { coarse } = this.#shared;
    if (!coarse.delete(this)) for (const evaluator of coarse) evaluator.dispose();
    this.#projections.dispose();
    this.#blocks.free();
  }

  #copyCodes(blocks: Blocks, codes: readonly Codes[], length: number): number[] {
    const { offsets, bytes } = layOutColumns(length, this.#sizes);
    const block = blocks.take(bytes);
    codes.forEach((column, a) => this.#instance.memory.write(block + offsets[a], column));
    return offsets.map((offset) => block + offset);
  }

  #columnsOf(cuts: KnownCuts, codesPtr: readonly number[]): SourceColumn[] {
    return this.#sizes.map((domain, a) => {
      const column = { ptr: codesPtr[a], width: widthOf(domain), domain };
      const own = cuts[a];
      if (own === null) return { ...column, size: domain, map: null };
      return { ...column, size: own.length + 1, map: intervalsOf(domain, own) };
    });
  }

  /** All items. */
  get #whole(): MergedItems {
    return { items: this.#items, codesPtr: this.#codesPtr, weightsPtr: this.#weightsPtr };
  }

  /** Rows of every class. */
  #count(cuts: CutSets): Grouping {
    const { items, codesPtr, weightsPtr } = this.#projections.of(cuts) ?? this.#whole;
    return this.#grouper.group(items, this.#columnsOf(cuts, codesPtr), weightsPtr, 0);
  }

  #project(known: KnownCuts, from: MergedItems | null): WasmProjection {
    const source = from ?? this.#whole;
    const { codes, weights } = this.#merge(this.#columnsOf(known, source.codesPtr), source);
    const blocks = new Blocks(this.#instance.memory);
    return blocks.orFree(() => ({
      items: weights.length,
      codesPtr: this.#copyCodes(blocks, codes, weights.length),
      weightsPtr: blocks.copy(weights),
      dispose: () => blocks.free(),
    }));
  }

  /** Items merged where they agree in some columns; of all other codes and labels, those of the first item. */
  #merge(
    merged: readonly SourceColumn[],
    { items, codesPtr, weightsPtr }: MergedItems,
  ): Pick<CutItems, 'codes' | 'weights' | 'labels'> {
    const { memory } = this.#instance;
    const mark = memory.mark();
    try {
      const { length, firstPtr, countsPtr } = this.#grouper.group(items, merged, weightsPtr, 0);
      const codes = this.#sizes.map((_, a) => this.#viewCodes(codesPtr[a], items, a));
      const labels = this.#byLabel ? memory.u32(this.#labelsPtr, items) : null;
      const picked = pickCutItems({ codes, labels }, this.#sizes, memory.u32(firstPtr, length));
      return { ...picked, weights: memory.u32(countsPtr, length).slice() };
    } finally {
      memory.release(mark);
    }
  }

  #viewCodes(ptr: number, length: number, attribute: number): Uint8Array | Uint16Array | Uint32Array {
    const { memory } = this.#instance;
    const width = widthOf(this.#sizes[attribute]);
    if (width === 1) return memory.u8(ptr, length);
    return width === 2 ? memory.u16(ptr, length) : memory.u32(ptr, length);
  }

  /** Numbers the items' intervals in all attributes but one (-1: in all) into lineOf. */
  #group(cuts: CutSets, without: number): Grouping {
    const columns = this.#columnsOf(cuts, this.#codesPtr).filter((_, a) => a !== without);
    return this.#grouper.group(this.#items, columns, this.#weightsPtr, this.#lineOfPtr, false);
  }

  #fill(lines: number, attribute: number, positionOfPtr: number): void {
    const order = this.#ordersPtr[attribute];
    const starts = this.#startsPtr[attribute];
    this.#instance.kernels.cutFillLines(this.#context, lines, order, starts, this.#sizes[attribute], positionOfPtr);
  }
}
