import { EngineError } from '../../base/errors.js';
import type { NodeSets, NodeSetsSpec, NodeSums } from '../engine.js';
import {
  BLOCK_BITS,
  DIRECT_BITS,
  NodeLayout,
  SMALL_BLOCK_BITS,
  SORT_BITS,
  sortBits,
  type NodeStep,
} from '../node-layout.js';
import { partListed } from '../listed-columns.js';
import { Blocks } from './blocks.js';
import { type CodeList, ListedColumn } from './code-lists.js';
import type { WasmInstance } from './instantiate.js';
import { classHistogram, nodeMerge, nodeSort, nodeStep, nodeSum, weighedField } from './layouts.js';
import type { WasmFrequencySet } from './resident.js';

/** Leaves keys as they are. */
const NO_STEP: NodeStep = {
  word: 0,
  low: 0xffffffff,
  high: 0,
  down: 0,
  shift: 0,
  mask: 0,
  table: null,
  isOrdered: true,
  lowBits: 0,
};

/** Numbers that slots can hold. */
const NUMBERS = 0xffffffff;

/**
 * The tables by which equal keys are found. All node sets of an engine use the same ones, since they never need clearing:
 * see assembly/node-sets.ts.
 */
export class NodeTables {
  readonly #instance: WasmInstance;
  #direct = 0;
  #directBits = -1;
  #hashed = 0;
  #slots = 0;
  #epoch = 1;

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  /** First address of the numbers of a roll-up. At most `entries` are taken. */
  begin(entries: number): number {
    if (this.#epoch > NUMBERS - entries - 1) {
      const { memory } = this.#instance;
      if (this.#hashed !== 0) memory.u8(this.#hashed, 8 * this.#slots).fill(0);
      if (this.#direct !== 0) memory.u8(this.#direct, 4 * 2 ** this.#directBits).fill(0);
      this.#epoch = 1;
    }
    return this.#epoch;
  }

  /** Says how many numbers were taken. */
  end(length: number): void {
    this.#epoch += length;
  }

  /** A table of 2^bits slots by key. */
  direct(bits: number): number {
    if (bits > this.#directBits) {
      const { memory } = this.#instance;
      // Larger at once: key spaces of a lattice grow to the widest soon.
      const wanted = Math.max(bits, Math.min(DIRECT_BITS, 16));
      memory.free(this.#direct);
      // When there is no memory the address becomes another's.
      this.#direct = 0;
      this.#directBits = -1;
      this.#direct = memory.allocate(4 * 2 ** wanted);
      this.#directBits = wanted;
      memory.u8(this.#direct, 4 * 2 ** wanted).fill(0);
    }
    return this.#direct;
  }

  /** A hash table of at least `slots` slots. */
  hashed(slots: number): number {
    if (slots > this.#slots) {
      const { memory } = this.#instance;
      memory.free(this.#hashed);
      this.#hashed = 0;
      this.#slots = 0;
      this.#hashed = memory.allocate(8 * slots);
      this.#slots = slots;
      memory.u8(this.#hashed, 8 * slots).fill(0);
    }
    return this.#hashed;
  }
}

/** Frequency sets of lattice nodes in linear memory; see assembly/node-sets.ts. Throws CapacityError. */
export function createNodeSets(
  instance: WasmInstance,
  tables: NodeTables,
  set: WasmFrequencySet,
  spec: NodeSetsSpec,
): NodeSets {
  return new WasmNodeSets(instance, tables, set, spec);
}

interface NodeSet {
  readonly levels: readonly number[];
  readonly length: number;
  /** [words] addresses of u32[length] */
  readonly keys: readonly number[];
  readonly counts: number;
  /** [histograms] addresses of u32[length * size] */
  readonly histograms: readonly number[];
  /** [listed columns] */
  readonly lists: CodeList[];
  readonly block: number;
  readonly bytes: number;
}

/** Vectors that are rolled up and summed. */
type Vectors = Pick<NodeSet, 'levels' | 'length' | 'keys' | 'counts'>;

class WasmNodeSets implements NodeSets {
  readonly base = 0;
  rollUps = 0;
  bytes = 0;
  readonly #instance: WasmInstance;
  readonly #layout: NodeLayout;
  readonly #spec: NodeSetsSpec;
  readonly #histogramSizes: readonly number[];
  readonly #listed: readonly ListedColumn[] = [];
  readonly #sets = new Map<number, NodeSet>();
  #next = 0;
  readonly #blocks: Blocks;
  /** Scratch: keys before grouping, and two outputs that chains use in turn. */
  readonly #moved: readonly number[];
  readonly #outputs: readonly { readonly keys: readonly number[]; readonly counts: number }[];
  readonly #ids: number;
  /** Two pairs of keys and counts that sorted keys move between. */
  readonly #sorted: readonly { readonly keys: number; readonly counts: number }[];
  readonly #shared: NodeTables;
  /** Blocks of fields: see layouts.ts. Those of scratch that never changes are set in #merge. */
  readonly #merge: number;
  readonly #step: number;
  readonly #sort: number;
  readonly #sums: number;
  readonly #fields: number;
  /** f64[attributes] */
  readonly #weighed: number;
  /** Two lists of addresses of words. */
  readonly #fromWords: number;
  readonly #toWords: number;
  readonly #tables = new Map<number, number>();
  /** [attributes][levels] addresses of weights. */
  readonly #weights: readonly (readonly number[])[] | null;

  constructor(instance: WasmInstance, shared: NodeTables, set: WasmFrequencySet, spec: NodeSetsSpec) {
    this.#instance = instance;
    this.#shared = shared;
    this.#layout = new NodeLayout(spec);
    this.#spec = spec;
    this.#histogramSizes = spec.histograms.map((column) => set.sizes[column]);
    const { words, isSorted } = this.#layout;
    const attributes = spec.attributes.length;
    const blocks = new Blocks(instance.memory);
    this.#blocks = blocks;
    try {
      // One entry more: kernels write the next class before they know whether it is new.
      const list = (): number => blocks.take(4 * (set.length + 1));
      const many = (): number[] => Array.from({ length: words }, list);
      this.#moved = many();
      this.#outputs = [0, 1].map(() => ({ keys: many(), counts: list() }));
      this.#ids = isSorted ? 0 : list();
      this.#sorted = isSorted ? [0, 1].map(() => ({ keys: list(), counts: list() })) : [];
      const blockSlots = 2 ** Math.min(BLOCK_BITS, this.#layout.totalBits(spec.attributes.map(() => 0)));
      this.#step = blocks.take(nodeStep.bytes);
      this.#merge = blocks.fields(nodeMerge, {
        words,
        step: this.#step,
        ...(isSorted && {
          sums: blocks.zeroed(4 * blockSlots),
          marks: blocks.zeroed(4 * Math.ceil(blockSlots / 32)),
          moved: this.#sorted[0].keys,
          blockMarks: this.#moved[0],
        }),
      });
      this.#sort = blocks.fields(nodeSort, { starts: isSorted ? blocks.take(4 * 2 ** SORT_BITS) : 0 });
      this.#sums = blocks.take(nodeSum.bytes);
      this.#fields = blocks.take(weighedField.bytes * attributes);
      this.#weighed = blocks.take(8 * attributes);
      this.#fromWords = blocks.take(4 * words);
      this.#toWords = blocks.take(4 * words);
      this.#weights = spec.weights?.map((levels) => levels.map((weights) => blocks.copy(weights))) ?? null;
      const { listed } = partListed(spec.listed ?? []);
      this.#listed = [...listed].map(
        ([column, conditions]) => new ListedColumn(instance, blocks, column, set.sizes[column], conditions),
      );
      this.#makeBase(set);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  length(id: number): number {
    return this.#get(id).length;
  }

  rollUp(id: number, levels: readonly number[]): number {
    const source = this.#get(id);
    this.#layout.checkLevels(source.levels, levels);
    const length = this.#roll(source, levels, 0);
    const kept = this.#keep(levels, length);
    const { kernels, memory } = this.#instance;
    source.histograms.forEach((from, h) => {
      const size = this.#histogramSizes[h];
      const to = this.#get(kept).histograms[h];
      memory.u8(to, 4 * length * size).fill(0);
      kernels.nodeAddHistograms(this.#ids, source.length, size, from, to);
    });
    this.#addLists(kept, (column, i) => column.merge(source.lists[i], this.#ids, source.length, length));
    return kept;
  }

  release(id: number): void {
    const set = this.#sets.get(id);
    if (set === undefined || id === this.base) return;
    this.bytes -= set.lists.reduce((sum, { bytes }) => sum + bytes, set.bytes);
    this.#free(set);
    this.#sets.delete(id);
  }

  #free({ block, lists }: NodeSet): void {
    lists.forEach((list, i) => this.#listed[i].free(list));
    this.#instance.memory.free(block);
  }

  /** Makes the lists of a set that is kept. */
  #addLists(id: number, make: (column: ListedColumn, i: number) => CodeList): void {
    const { lists } = this.#get(id);
    this.#listed.forEach((column, i) => {
      const list = make(column, i);
      lists.push(list);
      this.bytes += list.bytes;
    });
  }

  sum(id: number, accepted: number | Uint8Array): NodeSums {
    const { levels, length, keys, counts } = this.#get(id);
    if (typeof accepted === 'number') return this.#sum({ levels, length, keys, counts }, accepted, 0);
    const { memory } = this.#instance;
    const ptr = memory.scratchCopy(accepted);
    return this.#sum({ levels, length, keys, counts }, 0, ptr);
  }

  chain(
    id: number,
    levels: readonly number[],
    attribute: number,
    from: number,
    to: number,
    minimum: number,
  ): NodeSums[] {
    let source: Vectors = this.#get(id);
    const sums: NodeSums[] = [];
    for (let level = from, side = 0; level <= to; level++, side = 1 - side) {
      const target = levels.slice();
      target[attribute] = level;
      this.#layout.checkLevels(source.levels, target);
      if (target.every((to, a) => to === source.levels[a])) {
        sums.push(this.#sum(source, minimum, 0));
        continue;
      }
      const length = this.#roll(source, target, side, false);
      source = { levels: target, length, ...this.#outputs[side] };
      sums.push(this.#sum(source, minimum, 0));
    }
    return sums;
  }

  sizes(id: number): Uint32Array {
    const { counts, length } = this.#get(id);
    return this.#instance.memory.u32(counts, length).slice();
  }

  histogram(id: number, index: number): Uint32Array {
    const { histograms, length } = this.#get(id);
    return this.#instance.memory.u32(histograms[index], length * this.#histogramSizes[index]).slice();
  }

  holds(id: number): Uint8Array {
    const { lists, length } = this.#get(id);
    const { memory } = this.#instance;
    const accepted = memory.scratchCopy(new Uint8Array(length).fill(1));
    this.#listed.forEach((column, i) => column.judge(lists[i], length, accepted));
    return memory.u8(accepted, length).slice();
  }

  dispose(): void {
    for (const set of this.#sets.values()) this.#free(set);
    this.#sets.clear();
    this.#blocks.free();
    this.bytes = 0;
  }

  #makeBase(set: WasmFrequencySet): void {
    const { kernels, memory } = this.#instance;
    const { length } = set;
    const levels = this.#spec.attributes.map(() => 0);
    for (const ptr of this.#moved) memory.u8(ptr, 4 * length).fill(0);
    this.#spec.attributes.forEach(({ column, levels: maps }, a) => {
      const { map } = maps[0];
      const mapPtr = this.#blocks.copy(map);
      const keys = this.#moved[this.#layout.wordOf[a]];
      const shift = this.#layout.shift(a, levels);
      kernels.nodeField(set.columnPtr(column), set.columnWidth(column), length, mapPtr, shift, keys);
    });
    const source = { levels, length, keys: this.#moved, counts: set.countsPtr() };
    const classes = this.#layout.isSorted ? this.#sortAndMerge(source, 0) : this.#group(source, 0, null, true);
    const base = this.#get(this.#keep(levels, classes));
    this.#spec.histograms.forEach((column, h) => {
      const size = this.#histogramSizes[h];
      memory.u8(base.histograms[h], 4 * classes * size).fill(0);
      const request = memory.scratchFields(classHistogram, {
        classOf: this.#ids,
        codes: set.columnPtr(column),
        width: set.columnWidth(column),
        weights: set.countsPtr(),
        count: length,
        size,
        histogram: base.histograms[h],
      });
      kernels.countPerClass(request);
    });
    this.#addLists(this.base, (column) => column.listVectors(set, this.#ids, classes));
  }

  #get(id: number): NodeSet {
    const set = this.#sets.get(id);
    if (set === undefined) throw new EngineError(0, 'node set: was released or disposed of');
    return set;
  }

  /** Keeps output 0, with room for its histograms. */
  #keep(levels: readonly number[], length: number): number {
    const { memory } = this.#instance;
    const { keys, counts } = this.#outputs[0];
    const wordBytes = Math.ceil(length / 4) * 16;
    const sizes = this.#histogramSizes.map((size) => Math.ceil((length * size) / 4) * 16);
    const bytes = wordBytes * (keys.length + 1) + sizes.reduce((sum, size) => sum + size, 0);
    const block = memory.allocate(bytes);
    const all = memory.u8(0, memory.bytes);
    [...keys, counts].forEach((from, i) => all.copyWithin(block + i * wordBytes, from, from + 4 * length));
    let at = block + (keys.length + 1) * wordBytes;
    const histograms = sizes.map((size) => (at += size) - size);
    this.#sets.set(this.#next, {
      levels: [...levels],
      length,
      keys: keys.map((_, w) => block + w * wordBytes),
      counts: block + keys.length * wordBytes,
      histograms,
      lists: [],
      block,
      bytes,
    });
    this.bytes += bytes;
    return this.#next++;
  }

  /** Rolls up into output `side`. */
  #roll(
    source: Vectors,
    levels: readonly number[],
    side: number,
    wantsIds = this.#histogramSizes.length + this.#listed.length > 0,
  ): number {
    this.rollUps++;
    const steps = this.#layout.steps(source.levels, levels);
    if (this.#layout.isSorted) return this.#rollSorted(source, steps, levels, side);
    const last = this.#layout.words === 1 ? (steps.pop() ?? null) : null;
    const keys = steps.reduce((from, step) => this.#move(from, step, source.length), source.keys);
    return this.#group({ ...source, keys, levels }, side, last, wantsIds);
  }

  /** Keys with one field rewritten. */
  #move(keys: readonly number[], step: NodeStep, length: number): readonly number[] {
    const to = this.#moved[step.word];
    this.#instance.kernels.nodeMove(keys[step.word], to, length, this.#writeStep(step));
    return keys.map((ptr, w) => (w === step.word ? to : ptr));
  }

  #rollSorted(source: Vectors, steps: readonly NodeStep[], levels: readonly number[], side: number): number {
    const { kernels } = this.#instance;
    const step = steps.length === 1 ? steps[0] : NO_STEP;
    if (steps.length <= 1 && step.isOrdered && step.lowBits <= BLOCK_BITS) {
      const merge = this.#writeMerge(source.keys[0], source.counts, source.length, side, step);
      if (step.lowBits === 0) return kernels.nodeRuns(merge);
      return step.lowBits <= SMALL_BLOCK_BITS ? kernels.nodeSmallBlocks(merge) : kernels.nodeBlocks(merge);
    }
    const keys = steps.reduce((from, each) => this.#move(from, each, source.length), source.keys);
    return this.#sortAndMerge({ ...source, keys, levels }, side);
  }

  /** Sorts keys in any order by digits, and merges equal ones. */
  #sortAndMerge({ keys, counts, length, levels }: Vectors, side: number): number {
    const { kernels, memory } = this.#instance;
    const bits = sortBits(length);
    const starts = memory.field(this.#sort, nodeSort, 'starts');
    let from = { keys: keys[0], counts };
    for (let shift = 0, pass = 0; shift < this.#layout.totalBits(levels); shift += bits, pass++) {
      const to = this.#sorted[pass & 1];
      const outputs = { outKeys: to.keys, outCounts: to.counts };
      memory.writeFields(this.#sort, nodeSort, { ...from, entries: length, ...outputs, shift, bits, starts });
      kernels.nodeSortDigit(this.#sort);
      from = to;
    }
    return kernels.nodeRuns(this.#writeMerge(from.keys, from.counts, length, side, NO_STEP));
  }

  /** Writes what to merge into output `side`. */
  #writeMerge(keys: number, counts: number, entries: number, side: number, step: NodeStep): number {
    const output = this.#outputs[side];
    const outputs = { outKeys: output.keys[0], outCounts: output.counts };
    this.#instance.memory.setFields(this.#merge, nodeMerge, { keys, counts, entries, ...outputs });
    this.#writeStep(step);
    return this.#merge;
  }

  #writeStep(step: NodeStep): number {
    const { low, high, down, shift, mask } = step;
    const table = this.#table(step);
    this.#instance.memory.setFields(this.#step, nodeStep, { low, high, down, shift, mask, table });
    return this.#step;
  }

  #group(source: Vectors, side: number, step: NodeStep | null, wantsIds: boolean): number {
    const { kernels, memory } = this.#instance;
    const { keys, counts, length: entries, levels } = source;
    const isWide = keys.length > 1;
    const bits = isWide ? 32 : this.#layout.totalBits(levels);
    const merge = this.#writeMerge(keys[0], counts, entries, side, step ?? NO_STEP);
    let slots: number;
    let slotMask = 0;
    if (bits <= DIRECT_BITS) slots = this.#shared.direct(bits);
    else {
      let slotCount = 16;
      while (slotCount < 2 * entries) slotCount *= 2;
      slotMask = slotCount - 1;
      slots = this.#shared.hashed(slotCount);
    }
    const epoch = this.#shared.begin(entries);
    memory.setFields(merge, nodeMerge, { ids: wantsIds ? this.#ids : 0, slots, slotMask, epoch });
    let length: number;
    if (isWide) {
      memory.write(this.#fromWords, Uint32Array.from(keys));
      memory.write(this.#toWords, Uint32Array.from(this.#outputs[side].keys));
      memory.setFields(merge, nodeMerge, { keys: this.#fromWords, outKeys: this.#toWords });
      length = kernels.nodeGroupWide(merge);
    } else length = kernels.nodeGroup(merge);
    this.#shared.end(length);
    return length;
  }

  #table(step: NodeStep): number {
    if (step.table === null) return 0;
    const { attribute, from, to } = step.table;
    const key = (attribute * 256 + from) * 256 + to;
    let ptr = this.#tables.get(key);
    if (ptr === undefined) {
      const table = this.#layout.table(attribute, from, to);
      ptr = this.#blocks.copy(table);
      this.#tables.set(key, ptr);
    }
    return ptr;
  }

  #sum({ levels, length, keys, counts }: Vectors, minimum: number, accepted: number): NodeSums {
    const { kernels, memory } = this.#instance;
    memory.setFields(this.#sums, nodeSum, { counts, length, minimum, accepted });
    kernels.nodeSum(this.#sums);
    const field = (name: 'classes' | 'suppressed' | 'squares' | 'allSquares'): number =>
      memory.field(this.#sums, nodeSum, name);
    const suppressed = field('suppressed');
    let cells: Float64Array | null = null;
    if (this.#weights !== null) {
      cells = new Float64Array(levels.length);
      if (suppressed > 0) this.#weigh(levels, keys, suppressed, cells);
    }
    const classes = field('classes');
    const isSquared = this.#spec.squares !== false;
    const [squares, allSquares] = isSquared ? [field('squares'), field('allSquares')] : [NaN, NaN];
    return { total: length, classes, suppressed, squares, allSquares, cells };
  }

  /**
   * Weights of the rows in the failing classes of the last sum; attributes with one node or no weight at their level need no
   * look at classes.
   */
  #weigh(levels: readonly number[], keys: readonly number[], suppressed: number, cells: Float64Array): void {
    const { kernels, memory } = this.#instance;
    const layout = this.#layout;
    const asked: number[] = [];
    const lowBits = layout.wordOf.map(() => 0);
    for (let a = levels.length - 1; a >= 0; a--) {
      const word = layout.wordOf[a];
      const bits = layout.bits(a, levels[a]);
      if (layout.isWeighed(a, levels[a])) {
        if (bits === 0) cells[a] = suppressed * this.#spec.weights![a][levels[a]][0];
        else {
          memory.writeFields(this.#fields + weighedField.bytes * asked.length, weighedField, {
            keys: keys[word],
            shift: lowBits[word],
            mask: 2 ** bits - 1,
            weights: this.#weights![a][levels[a]],
          });
          asked.push(a);
        }
      }
      lowBits[word] += bits;
    }
    if (asked.length === 0) return;
    memory.setFields(this.#sums, nodeSum, {
      fields: this.#fields,
      fieldCount: asked.length,
      failing: this.#moved[0],
      result: this.#weighed,
    });
    kernels.nodeWeights(this.#sums);
    const sums = memory.f64(this.#weighed, asked.length);
    for (let i = 0; i < asked.length; i++) cells[asked[i]] = sums[i];
  }
}
