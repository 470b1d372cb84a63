import { EngineError } from '../../base/errors.js';
import type { NodeSets, NodeSetsSpec, NodeSums } from '../engine.js';
import { BLOCK_BITS, DIRECT_BITS, NodeLayout, sortBits, type NodeStep } from '../node-layout.js';
import { partListed } from '../listed-columns.js';
import { type CodeList, ListedColumn, wipeList } from './code-lists.js';
import { hashWord } from './hash.js';
import type { JsFrequencySet } from './resident.js';

/** Frequency sets of lattice nodes, the twin of assembly/node-sets.ts. Throws CapacityError. */
export function createNodeSets(set: JsFrequencySet, spec: NodeSetsSpec): NodeSets & { dispose(): void } {
  return new JsNodeSets(set, spec);
}

interface NodeSet {
  readonly levels: readonly number[];
  readonly length: number;
  /** [words][length] */
  readonly keys: readonly Uint32Array[];
  readonly counts: Uint32Array;
  /** [histograms][length * size] */
  readonly histograms: readonly Uint32Array[];
  /** [listed columns] */
  readonly lists: readonly CodeList[];
}

class JsNodeSets implements NodeSets {
  readonly base = 0;
  rollUps = 0;
  bytes = 0;
  readonly #layout: NodeLayout;
  readonly #spec: NodeSetsSpec;
  readonly #histogramSizes: readonly number[];
  readonly #listed: readonly ListedColumn[];
  readonly #sets = new Map<number, NodeSet>();
  #next = 0;
  /** Scratch: keys before grouping, and two outputs that chains use in turn. */
  readonly #moved: readonly Uint32Array[];
  readonly #outputs: readonly { readonly keys: readonly Uint32Array[]; readonly counts: Uint32Array }[];
  readonly #ids: Uint32Array;
  readonly #sorted: readonly { readonly keys: Uint32Array; readonly counts: Uint32Array }[];
  #blockSums = new Uint32Array(0);
  readonly #slots: Uint32Array;
  readonly #slotKeys: Uint32Array;
  #direct = new Uint32Array(0);

  constructor(set: JsFrequencySet, spec: NodeSetsSpec) {
    this.#layout = new NodeLayout(spec);
    this.#spec = spec;
    this.#histogramSizes = spec.histograms.map((column) => set.sizes[column]);
    const { words } = this.#layout;
    const many = (): Uint32Array[] => Array.from({ length: words }, () => new Uint32Array(set.length));
    this.#moved = many();
    this.#outputs = [0, 1].map(() => ({ keys: many(), counts: new Uint32Array(set.length) }));
    this.#ids = new Uint32Array(set.length);
    const sortedLength = this.#layout.isSorted ? set.length : 0;
    this.#sorted = [0, 1].map(() => ({ keys: new Uint32Array(sortedLength), counts: new Uint32Array(sortedLength) }));
    let slots = 16;
    while (slots < 2 * set.length) slots *= 2;
    this.#slots = new Uint32Array(slots);
    this.#slotKeys = new Uint32Array(slots);
    const levels = spec.attributes.map(() => 0);
    spec.attributes.forEach(({ column, levels: maps }, a) => {
      const codes = set.column(column);
      const { map } = maps[0];
      const shift = this.#layout.shift(a, levels);
      const keys = this.#moved[this.#layout.wordOf[a]];
      for (let v = 0; v < set.length; v++) keys[v] |= map[codes[v]] << shift;
    });
    const length = this.#layout.isSorted
      ? this.#sortAndMerge(this.#moved[0], set.weights(), set.length, levels, 0)
      : this.#group(this.#moved, set.weights(), set.length, levels, 0);
    const histograms = spec.histograms.map((column, h) => {
      const size = this.#histogramSizes[h];
      const codes = set.column(column);
      const weights = set.weights();
      const cells = new Uint32Array(length * size);
      for (let v = 0; v < set.length; v++) cells[this.#ids[v] * size + codes[v]] += weights[v];
      return cells;
    });
    const { listed } = partListed(spec.listed ?? []);
    const columns = [...listed].map(([column, conditions]) => ({
      column,
      lists: new ListedColumn(column, set.sizes[column], conditions),
    }));
    this.#listed = columns.map(({ lists }) => lists);
    const lists = columns.map(({ column, lists: own }) =>
      own.listVectors(set.column(column), set.weights(), this.#ids, length),
    );
    this.#keep(levels, length, 0, { histograms, lists });
  }

  length(id: number): number {
    return this.#get(id).length;
  }

  rollUp(id: number, levels: readonly number[]): number {
    const source = this.#get(id);
    this.#layout.checkLevels(source.levels, levels);
    const length = this.#roll(source, levels, 0);
    const histograms = source.histograms.map((cells, h) => {
      const size = this.#histogramSizes[h];
      const merged = new Uint32Array(length * size);
      for (let e = 0; e < source.length; e++) {
        const from = e * size;
        const to = this.#ids[e] * size;
        for (let code = 0; code < size; code++) merged[to + code] += cells[from + code];
      }
      return merged;
    });
    const lists = this.#listed.map((column, i) => column.merge(source.lists[i], this.#ids, source.length, length));
    return this.#keep(levels, length, 0, { histograms, lists });
  }

  release(id: number): void {
    const set = this.#sets.get(id);
    if (set === undefined || id === this.base) return;
    this.bytes -= bytesOf(set);
    wipe(set);
    this.#sets.delete(id);
  }

  sum(id: number, accepted: number | Uint8Array): NodeSums {
    const set = this.#get(id);
    return this.#sum(set.levels, set.length, set.keys, set.counts, accepted);
  }

  chain(
    id: number,
    levels: readonly number[],
    attribute: number,
    from: number,
    to: number,
    minimum: number,
  ): NodeSums[] {
    let source = this.#get(id);
    const sums: NodeSums[] = [];
    for (let level = from, side = 0; level <= to; level++, side = 1 - side) {
      const target = levels.slice();
      target[attribute] = level;
      this.#layout.checkLevels(source.levels, target);
      if (target.every((to, a) => to === source.levels[a])) {
        sums.push(this.#sum(target, source.length, source.keys, source.counts, minimum));
        continue;
      }
      const length = this.#roll(source, target, side);
      const { keys, counts } = this.#outputs[side];
      sums.push(this.#sum(target, length, keys, counts, minimum));
      source = { levels: target, length, keys, counts, histograms: [], lists: [] };
    }
    return sums;
  }

  sizes(id: number): Uint32Array {
    return this.#get(id).counts.slice();
  }

  histogram(id: number, index: number): Uint32Array {
    return this.#get(id).histograms[index].slice();
  }

  holds(id: number): Uint8Array {
    const { lists, length } = this.#get(id);
    const accepted = new Uint8Array(length).fill(1);
    this.#listed.forEach((column, i) => column.judge(lists[i], accepted));
    return accepted;
  }

  dispose(): void {
    for (const set of this.#sets.values()) wipe(set);
    for (const column of this.#listed) column.clear();
    this.#sets.clear();
    const outputs = this.#outputs.flatMap((output) => [...output.keys, output.counts]);
    const sorted = this.#sorted.flatMap((output) => [output.keys, output.counts]);
    const tables = [this.#ids, this.#slots, this.#slotKeys, this.#blockSums, this.#direct];
    for (const list of [...this.#moved, ...outputs, ...sorted, ...tables]) list.fill(0);
    this.bytes = 0;
  }

  #get(id: number): NodeSet {
    const set = this.#sets.get(id);
    if (set === undefined) throw new EngineError(0, 'node set: was released or disposed of');
    return set;
  }

  #keep(levels: readonly number[], length: number, side: number, more: Pick<NodeSet, 'histograms' | 'lists'>): number {
    const { keys, counts } = this.#outputs[side];
    const set: NodeSet = {
      levels: [...levels],
      length,
      keys: keys.map((words) => words.slice(0, length)),
      counts: counts.slice(0, length),
      ...more,
    };
    this.#sets.set(this.#next, set);
    this.bytes += bytesOf(set);
    return this.#next++;
  }

  /** Rolls up into output `side`; #ids hold the class of every entry afterwards. */
  #roll(source: NodeSet, levels: readonly number[], side: number): number {
    this.rollUps++;
    let keys = source.keys;
    const steps = this.#layout.steps(source.levels, levels);
    if (this.#layout.isSorted) return this.#rollSorted(source, steps, levels, side);
    for (const step of steps) {
      this.#move(keys[step.word], step, source.length);
      keys = keys.map((words, w) => (w === step.word ? this.#moved[w] : words));
    }
    return this.#group(keys, source.counts, source.length, levels, side);
  }

  #rollSorted(source: NodeSet, steps: readonly NodeStep[], levels: readonly number[], side: number): number {
    const { length, counts } = source;
    const output = this.#outputs[side];
    let keys = source.keys[0];
    if (steps.length <= 1 && (steps.length === 0 || (steps[0].isOrdered && steps[0].lowBits <= BLOCK_BITS))) {
      const lowBits = steps.length === 0 ? 0 : steps[0].lowBits;
      if (steps.length === 1) {
        this.#move(keys, steps[0], length);
        keys = this.#moved[0];
      }
      if (lowBits === 0) return mergeRuns(keys, counts, length, output.keys[0], output.counts);
      if (this.#blockSums.length < 2 ** lowBits) this.#blockSums = new Uint32Array(2 ** lowBits);
      return mergeBlocks(keys, counts, length, lowBits, this.#blockSums, output.keys[0], output.counts);
    }
    for (const step of steps) {
      this.#move(keys, step, length);
      keys = this.#moved[0];
    }
    return this.#sortAndMerge(keys, counts, length, levels, side);
  }

  /** Sorts keys in any order by digits, and merges equal ones. */
  #sortAndMerge(
    keys: Uint32Array,
    counts: Uint32Array,
    length: number,
    levels: readonly number[],
    side: number,
  ): number {
    const bits = this.#layout.totalBits(levels);
    const digit = sortBits(length);
    let from = { keys, counts };
    for (let shift = 0, pass = 0; shift < bits; shift += digit, pass++) {
      const to = this.#sorted[pass & 1];
      sortDigit(from.keys, from.counts, length, shift, digit, to.keys, to.counts);
      from = to;
    }
    const output = this.#outputs[side];
    return mergeRuns(from.keys, from.counts, length, output.keys[0], output.counts);
  }

  #move(from: Uint32Array, step: NodeStep, length: number): void {
    const to = this.#moved[step.word];
    const { low, high, down, shift, mask } = step;
    if (step.table === null) {
      for (let e = 0; e < length; e++) to[e] = (from[e] & low) | ((from[e] & high) >>> down);
      return;
    }
    const table = this.#layout.table(step.table.attribute, step.table.from, step.table.to);
    for (let e = 0; e < length; e++) {
      const key = from[e];
      to[e] = (key & low) | (table[(key >>> shift) & mask] << shift) | ((key & high) >>> down);
    }
  }

  /** Numbers equal keys by first appearance, in output `side`. */
  #group(
    keys: readonly Uint32Array[],
    counts: Uint32Array,
    entries: number,
    levels: readonly number[],
    side: number,
  ): number {
    const output = this.#outputs[side];
    const bits = this.#layout.totalBits(levels);
    if (keys.length === 1 && bits <= DIRECT_BITS) {
      if (this.#direct.length < 2 ** bits) this.#direct = new Uint32Array(2 ** bits);
      return this.#groupDirect(keys[0], counts, entries, output.keys[0], output.counts);
    }
    return this.#groupHashed(keys, counts, entries, output.keys, output.counts);
  }

  #groupDirect(
    keys: Uint32Array,
    counts: Uint32Array,
    entries: number,
    outKeys: Uint32Array,
    outCounts: Uint32Array,
  ): number {
    const slots = this.#direct;
    const ids = this.#ids;
    let length = 0;
    for (let e = 0; e < entries; e++) {
      const key = keys[e];
      let id = slots[key] - 1;
      if (id < 0) {
        id = length++;
        slots[key] = length;
        outKeys[id] = key;
        outCounts[id] = 0;
      }
      outCounts[id] += counts[e];
      ids[e] = id;
    }
    for (let id = 0; id < length; id++) slots[outKeys[id]] = 0;
    return length;
  }

  #groupHashed(
    keys: readonly Uint32Array[],
    counts: Uint32Array,
    entries: number,
    outKeys: readonly Uint32Array[],
    outCounts: Uint32Array,
  ): number {
    const ids = this.#ids;
    let slotCount = 16;
    while (slotCount < 2 * entries) slotCount *= 2;
    const mask = slotCount - 1;
    const slots = this.#slots.fill(0, 0, slotCount);
    const slotKeys = this.#slotKeys;
    const words = keys.length;
    let length = 0;
    for (let e = 0; e < entries; e++) {
      let tag = keys[0][e];
      for (let w = 1; w < words; w++) tag = (Math.imul(tag, 0x85ebca6b) ^ keys[w][e]) >>> 0;
      let slot = hashWord(tag) & mask;
      let id = slots[slot] - 1;
      while (id >= 0 && !(slotKeys[slot] === tag && same(keys, e, outKeys, id, words))) {
        slot = (slot + 1) & mask;
        id = slots[slot] - 1;
      }
      if (id < 0) {
        id = length++;
        slots[slot] = length;
        slotKeys[slot] = tag;
        for (let w = 0; w < words; w++) outKeys[w][id] = keys[w][e];
        outCounts[id] = 0;
      }
      outCounts[id] += counts[e];
      ids[e] = id;
    }
    return length;
  }

  #sum(
    levels: readonly number[],
    length: number,
    keys: readonly Uint32Array[],
    counts: Uint32Array,
    accepted: number | Uint8Array,
  ): NodeSums {
    const minimum = typeof accepted === 'number' ? accepted : 0;
    const flags = typeof accepted === 'number' ? null : accepted;
    let classes = 0;
    let suppressed = 0;
    let squares = 0;
    let allSquares = 0;
    for (let id = 0; id < length; id++) {
      const size = counts[id];
      allSquares += size * size;
      if (flags === null ? size >= minimum : flags[id] !== 0) {
        classes++;
        squares += size * size;
      } else suppressed += size;
    }
    const { weights } = this.#spec;
    let cells: Float64Array | null = null;
    if (weights !== null) {
      cells = new Float64Array(levels.length);
      if (suppressed > 0) {
        for (let a = 0; a < levels.length; a++) {
          const weight = weights[a][levels[a]];
          if (!this.#layout.isWeighed(a, levels[a])) continue;
          const bits = this.#layout.bits(a, levels[a]);
          if (bits === 0) {
            cells[a] = suppressed * weight[0];
            continue;
          }
          const shift = this.#layout.shift(a, levels) & 31;
          const words = keys[this.#layout.wordOf[a]];
          const mask = 2 ** bits - 1;
          let sum = 0;
          for (let id = 0; id < length; id++) {
            const size = counts[id];
            if (flags === null ? size >= minimum : flags[id] !== 0) continue;
            sum += size * weight[(words[id] >>> shift) & mask];
          }
          cells[a] = sum;
        }
      }
    }
    if (this.#spec.squares === false) squares = allSquares = NaN;
    return { total: length, classes, suppressed, squares, allSquares, cells };
  }
}

/** Merges equal neighbours of ascending keys. */
function mergeRuns(
  keys: Uint32Array,
  counts: Uint32Array,
  entries: number,
  outKeys: Uint32Array,
  outCounts: Uint32Array,
): number {
  let length = 0;
  for (let e = 0; e < entries; e++) {
    if (e > 0 && keys[e] === keys[e - 1]) outCounts[length - 1] += counts[e];
    else {
      outKeys[length] = keys[e];
      outCounts[length++] = counts[e];
    }
  }
  return length;
}

/** Merges equal keys within blocks of neighbours that agree in all but the lowest bits. `sums` is 0 before and after. */
function mergeBlocks(
  keys: Uint32Array,
  counts: Uint32Array,
  entries: number,
  lowBits: number,
  sums: Uint32Array,
  outKeys: Uint32Array,
  outCounts: Uint32Array,
): number {
  const low = 2 ** lowBits - 1;
  const high = ~low;
  let length = 0;
  for (let e = 0; e < entries;) {
    const block = keys[e] & high;
    const start = length;
    for (; e < entries && (keys[e] & high) === block; e++) {
      const slot = keys[e] & low;
      if (sums[slot] === 0) outKeys[length++] = slot;
      sums[slot] += counts[e];
    }
    outKeys.subarray(start, length).sort();
    for (let id = start; id < length; id++) {
      const slot = outKeys[id];
      outKeys[id] = block | slot;
      outCounts[id] = sums[slot];
      sums[slot] = 0;
    }
  }
  return length;
}

/** Sorts keys with their counts by one digit, keeping the order of equal digits. */
function sortDigit(
  keys: Uint32Array,
  counts: Uint32Array,
  entries: number,
  shift: number,
  bits: number,
  outKeys: Uint32Array,
  outCounts: Uint32Array,
): void {
  const starts = new Uint32Array(2 ** bits);
  const mask = starts.length - 1;
  for (let e = 0; e < entries; e++) starts[(keys[e] >>> shift) & mask]++;
  let start = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const count = starts[digit];
    starts[digit] = start;
    start += count;
  }
  for (let e = 0; e < entries; e++) {
    const at = starts[(keys[e] >>> shift) & mask]++;
    outKeys[at] = keys[e];
    outCounts[at] = counts[e];
  }
}

function same(
  keys: readonly Uint32Array[],
  e: number,
  outKeys: readonly Uint32Array[],
  id: number,
  words: number,
): boolean {
  for (let w = 0; w < words; w++) if (keys[w][e] !== outKeys[w][id]) return false;
  return true;
}

function bytesOf(set: NodeSet): number {
  let bytes = set.counts.byteLength;
  for (const words of set.keys) bytes += words.byteLength;
  for (const cells of set.histograms) bytes += cells.byteLength;
  for (const { starts, codes, rows } of set.lists) bytes += 4 * (starts.length + codes.length + rows.length);
  return bytes;
}

function wipe(set: NodeSet): void {
  set.counts.fill(0);
  for (const words of set.keys) words.fill(0);
  for (const cells of set.histograms) cells.fill(0);
  set.lists.forEach(wipeList);
}
