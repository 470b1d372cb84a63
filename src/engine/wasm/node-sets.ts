import { EngineError } from '../../errors.js';
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
import { checkCells } from '../validate.js';
import type { WasmInstance } from './instantiate.js';
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

  /** Where numbers of a roll-up begin. At most `entries` are taken. */
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
      this.#slots = 0;
      this.#hashed = memory.allocate(8 * slots);
      this.#slots = slots;
      memory.u8(this.#hashed, 8 * slots).fill(0);
    }
    return this.#hashed;
  }
}

/** Frequency sets of lattice nodes in linear memory; see assembly/node-sets.ts. Throws InvalidArgumentError, CapacityError. */
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
  readonly block: number;
  readonly bytes: number;
}

class WasmNodeSets implements NodeSets {
  readonly base = 0;
  rollUps = 0;
  bytes = 0;
  readonly #instance: WasmInstance;
  readonly #layout: NodeLayout;
  readonly #spec: NodeSetsSpec;
  readonly #histogramSizes: readonly number[];
  readonly #sets = new Map<number, NodeSet>();
  #next = 0;
  readonly #blocks: number[] = [];
  readonly #capacity: number;
  /** Scratch: keys before grouping, and two outputs that chains use in turn. */
  readonly #moved: readonly number[];
  readonly #outputs: readonly { readonly keys: readonly number[]; readonly counts: number }[];
  readonly #ids: number;
  /** For sorted keys: sums and marks of a block, starts of digits, and counts beside `#moved` and a second pair. */
  readonly #sums16: number;
  readonly #marks: number;
  readonly #starts: number;
  readonly #sorted: readonly { readonly keys: number; readonly counts: number }[];
  readonly #shared: NodeTables;
  /** f64[4 + attributes], u32[attributes][4], and two lists of addresses of words. */
  readonly #sums: number;
  readonly #fields: number;
  readonly #fromWords: number;
  readonly #toWords: number;
  readonly #tables = new Map<number, number>();
  /** [attributes][levels] addresses of weights. */
  readonly #weights: readonly (readonly number[])[] | null;

  constructor(instance: WasmInstance, shared: NodeTables, set: WasmFrequencySet, spec: NodeSetsSpec) {
    const { memory } = instance;
    this.#instance = instance;
    this.#shared = shared;
    this.#layout = new NodeLayout(set, spec);
    this.#spec = spec;
    this.#histogramSizes = spec.histograms.map((column) => set.sizes[column]);
    for (const size of this.#histogramSizes) checkCells(set.length, size);
    const { words } = this.#layout;
    // One entry more: kernels write the next class before they know whether it is new.
    this.#capacity = set.length + 1;
    const attributes = spec.attributes.length;
    try {
      const many = (): number[] => Array.from({ length: words }, () => this.#take(4 * this.#capacity));
      this.#moved = many();
      this.#outputs = [0, 1].map(() => ({ keys: many(), counts: this.#take(4 * this.#capacity) }));
      const { isSorted } = this.#layout;
      this.#ids = isSorted ? 0 : this.#take(4 * this.#capacity);
      const zeroed = (bytes: number): number => {
        const ptr = this.#take(bytes);
        memory.u8(ptr, bytes).fill(0);
        return ptr;
      };
      const blockSlots = 2 ** Math.min(BLOCK_BITS, this.#layout.totalBits(spec.attributes.map(() => 0)));
      this.#sums16 = isSorted ? zeroed(4 * blockSlots) : 0;
      this.#marks = isSorted ? zeroed(4 * Math.ceil(blockSlots / 32)) : 0;
      this.#starts = isSorted ? this.#take(4 * 2 ** SORT_BITS) : 0;
      this.#sorted = isSorted
        ? [0, 1].map(() => ({ keys: this.#take(4 * this.#capacity), counts: this.#take(4 * this.#capacity) }))
        : [];
      this.#sums = this.#take(8 * (4 + attributes));
      this.#fields = this.#take(16 * attributes);
      this.#fromWords = this.#take(4 * words);
      this.#toWords = this.#take(4 * words);
      this.#weights =
        spec.weights === null
          ? null
          : spec.weights.map((levels) =>
              levels.map((weights) => {
                const ptr = this.#take(8 * weights.length);
                memory.write(ptr, weights);
                return ptr;
              }),
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
      kernels.nodeMerge(this.#ids, source.length, size, from, to);
    });
    return kept;
  }

  release(id: number): void {
    const set = this.#sets.get(id);
    if (set === undefined || id === this.base) return;
    this.bytes -= set.bytes;
    this.#instance.memory.free(set.block);
    this.#sets.delete(id);
  }

  sum(id: number, accepted: number | Uint8Array): NodeSums {
    const { levels, length, keys, counts } = this.#get(id);
    if (typeof accepted === 'number') return this.#sum(levels, length, keys, counts, accepted, 0);
    const { memory } = this.#instance;
    const ptr = memory.scratch(length);
    memory.write(ptr, accepted);
    return this.#sum(levels, length, keys, counts, 0, ptr);
  }

  chain(
    id: number,
    levels: readonly number[],
    attribute: number,
    from: number,
    to: number,
    minimum: number,
  ): NodeSums[] {
    let source: Pick<NodeSet, 'levels' | 'length' | 'keys' | 'counts'> = this.#get(id);
    const sums: NodeSums[] = [];
    for (let level = from, side = 0; level <= to; level++, side = 1 - side) {
      const target = levels.slice();
      target[attribute] = level;
      this.#layout.checkLevels(source.levels, target);
      if (target.every((to, a) => to === source.levels[a])) {
        sums.push(this.#sum(target, source.length, source.keys, source.counts, minimum, 0));
        continue;
      }
      const length = this.#roll(source, target, side, false);
      const { keys, counts } = this.#outputs[side];
      sums.push(this.#sum(target, length, keys, counts, minimum, 0));
      source = { levels: target, length, keys, counts };
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

  dispose(): void {
    const { memory } = this.#instance;
    for (const { block } of this.#sets.values()) memory.free(block);
    this.#sets.clear();
    for (const block of this.#blocks) memory.free(block);
    this.#blocks.length = 0;
    this.bytes = 0;
  }

  #makeBase(set: WasmFrequencySet): void {
    const { kernels, memory } = this.#instance;
    const { length } = set;
    const levels = this.#spec.attributes.map(() => 0);
    for (const ptr of this.#moved) memory.u8(ptr, 4 * length).fill(0);
    this.#spec.attributes.forEach(({ column, levels: maps }, a) => {
      const { map } = maps[0];
      const mapPtr = this.#take(4 * map.length);
      memory.write(mapPtr, map);
      const keys = this.#moved[this.#layout.wordOf[a]];
      const shift = this.#layout.shift(a, levels);
      kernels.nodeField(set.columnPtr(column), set.columnWidth(column), length, mapPtr, shift, keys);
    });
    const classes = this.#layout.isSorted
      ? this.#sortAndMerge(this.#moved[0], set.countsPtr(), length, levels, 0)
      : this.#group(this.#moved, set.countsPtr(), length, levels, 0, null, true);
    const base = this.#get(this.#keep(levels, classes));
    this.#spec.histograms.forEach((column, h) => {
      const size = this.#histogramSizes[h];
      memory.u8(base.histograms[h], 4 * classes * size).fill(0);
      kernels.countPerClassInto(
        this.#ids,
        set.columnPtr(column),
        set.columnWidth(column),
        set.countsPtr(),
        length,
        size,
        base.histograms[h],
      );
    });
  }

  #take(bytes: number): number {
    const ptr = this.#instance.memory.allocate(bytes);
    this.#blocks.push(ptr);
    return ptr;
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
      block,
      bytes,
    });
    this.bytes += bytes;
    return this.#next++;
  }

  /** Rolls up into output `side`. */
  #roll(
    source: Pick<NodeSet, 'levels' | 'length' | 'keys' | 'counts'>,
    levels: readonly number[],
    side: number,
    wantsIds = this.#histogramSizes.length > 0,
  ): number {
    this.rollUps++;
    const steps = this.#layout.steps(source.levels, levels);
    if (this.#layout.isSorted) return this.#rollSorted(source, steps, levels, side);
    const last = this.#layout.words === 1 ? (steps.pop() ?? null) : null;
    let { keys } = source;
    for (const step of steps) {
      const to = this.#moved[step.word];
      const { low, high, down, shift, mask } = step;
      const table = this.#table(step);
      this.#instance.kernels.nodeMove(keys[step.word], to, source.length, low, high, down, shift, mask, table);
      keys = keys.map((ptr, w) => (w === step.word ? to : ptr));
    }
    return this.#group(keys, source.counts, source.length, levels, side, last, wantsIds);
  }

  #rollSorted(
    source: Pick<NodeSet, 'length' | 'keys' | 'counts'>,
    steps: readonly NodeStep[],
    levels: readonly number[],
    side: number,
  ): number {
    const { kernels } = this.#instance;
    const { length, counts } = source;
    const output = this.#outputs[side];
    const step = steps.length === 1 ? steps[0] : NO_STEP;
    if (steps.length <= 1 && step.isOrdered && step.lowBits <= BLOCK_BITS) {
      const { low, high, down, shift, mask, lowBits } = step;
      const keys = source.keys[0];
      const table = this.#table(step);
      const to = output.keys[0];
      if (lowBits > 0 && lowBits <= SMALL_BLOCK_BITS) {
        return kernels.nodeSmallBlocks(
          keys,
          counts,
          length,
          low,
          high,
          down,
          shift,
          mask,
          table,
          to,
          output.counts,
          this.#sorted[0].keys,
          this.#moved[0],
        );
      }
      return lowBits === 0
        ? kernels.nodeRuns(keys, counts, length, low, high, down, shift, mask, table, to, output.counts)
        : kernels.nodeBlocks(
            keys,
            counts,
            length,
            low,
            high,
            down,
            shift,
            mask,
            table,
            to,
            output.counts,
            lowBits,
            this.#sums16,
            this.#marks,
          );
    }
    let keys = source.keys[0];
    for (const { low, high, down, shift, mask, ...rest } of steps) {
      const table = this.#table({ low, high, down, shift, mask, ...rest });
      kernels.nodeMove(keys, this.#moved[0], length, low, high, down, shift, mask, table);
      keys = this.#moved[0];
    }
    return this.#sortAndMerge(keys, counts, length, levels, side);
  }

  /** Sorts keys in any order by digits, and merges equal ones. */
  #sortAndMerge(keys: number, counts: number, length: number, levels: readonly number[], side: number): number {
    const { kernels } = this.#instance;
    const bits = this.#layout.totalBits(levels);
    const digit = sortBits(length);
    let from = { keys, counts };
    for (let shift = 0, pass = 0; shift < bits; shift += digit, pass++) {
      const to = this.#sorted[pass & 1];
      kernels.nodeSortDigit(from.keys, from.counts, length, shift, digit, to.keys, to.counts, this.#starts);
      from = to;
    }
    const output = this.#outputs[side];
    const { low, high, down, shift, mask } = NO_STEP;
    return kernels.nodeRuns(
      from.keys,
      from.counts,
      length,
      low,
      high,
      down,
      shift,
      mask,
      0,
      output.keys[0],
      output.counts,
    );
  }

  #group(
    keys: readonly number[],
    counts: number,
    entries: number,
    levels: readonly number[],
    side: number,
    step: NodeStep | null,
    wantsIds: boolean,
  ): number {
    const { kernels, memory } = this.#instance;
    const table = step === null ? 0 : this.#table(step);
    const isWide = keys.length > 1;
    const bits = isWide ? 32 : this.#layout.totalBits(levels);
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
    const output = this.#outputs[side];
    const ids = wantsIds ? this.#ids : 0;
    let length: number;
    if (isWide) {
      memory.u32(this.#fromWords, keys.length).set(keys);
      memory.u32(this.#toWords, keys.length).set(output.keys);
      length = kernels.nodeGroupWide(
        keys.length,
        this.#fromWords,
        counts,
        entries,
        this.#toWords,
        output.counts,
        ids,
        slots,
        slotMask,
        epoch,
      );
    } else {
      const { low, high, down, shift, mask } = step ?? { low: 0xffffffff, high: 0, down: 0, shift: 0, mask: 0 };
      length = kernels.nodeGroup(
        keys[0],
        counts,
        entries,
        low,
        high,
        down,
        shift,
        mask,
        table,
        output.keys[0],
        output.counts,
        ids,
        slots,
        slotMask,
        epoch,
      );
    }
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
      ptr = this.#take(4 * table.length);
      this.#instance.memory.write(ptr, table);
      this.#tables.set(key, ptr);
    }
    return ptr;
  }

  #sum(
    levels: readonly number[],
    length: number,
    keys: readonly number[],
    counts: number,
    minimum: number,
    accepted: number,
  ): NodeSums {
    const { kernels, memory } = this.#instance;
    kernels.nodeSum(counts, length, minimum, accepted, this.#sums);
    const found = memory.f64(this.#sums, 4);
    const classes = found[0];
    const suppressed = found[1];
    const squares = found[2];
    const allSquares = found[3];
    let cells: Float64Array | null = null;
    if (this.#weights !== null) {
      cells = new Float64Array(levels.length);
      if (suppressed > 0) this.#weigh(levels, length, keys, counts, minimum, accepted, suppressed, cells);
    }
    return { total: length, classes, suppressed, squares, allSquares, cells };
  }

  /** Weights of the rows in failing classes; attributes with one node or no weight at their level need no look at classes. */
  #weigh(
    levels: readonly number[],
    length: number,
    keys: readonly number[],
    counts: number,
    minimum: number,
    accepted: number,
    suppressed: number,
    cells: Float64Array,
  ): void {
    const { kernels, memory } = this.#instance;
    const layout = this.#layout;
    const fields = memory.u32(this.#fields, 4 * levels.length);
    const asked: number[] = [];
    const lowBits = layout.wordOf.map(() => 0);
    for (let a = levels.length - 1; a >= 0; a--) {
      const word = layout.wordOf[a];
      const bits = layout.bits(a, levels[a]);
      if (layout.isWeighed(a, levels[a])) {
        if (bits === 0) cells[a] = suppressed * this.#spec.weights![a][levels[a]][0];
        else {
          const at = 4 * asked.length;
          fields[at] = keys[word];
          fields[at + 1] = lowBits[word];
          fields[at + 2] = 2 ** bits - 1;
          fields[at + 3] = this.#weights![a][levels[a]];
          asked.push(a);
        }
      }
      lowBits[word] += bits;
    }
    if (asked.length === 0) return;
    const result = this.#sums + 32;
    const failing = this.#moved[0];
    kernels.nodeCells(counts, length, minimum, accepted, asked.length, this.#fields, failing, result);
    const sums = memory.f64(result, asked.length);
    for (let i = 0; i < asked.length; i++) cells[asked[i]] = sums[i];
  }
}
