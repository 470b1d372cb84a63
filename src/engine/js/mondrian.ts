import { InvalidArgumentError } from '../../base/errors.js';
import type { EngineSearch, FrequencySet, MondrianAttribute, MondrianResult, MondrianSpec } from '../engine.js';
import { layOutRecord, type RecordLayout } from '../mondrian-layout.js';
import { mondrianCapacity, sortParts } from '../mondrian-result.js';
import { compileConditions, type CompiledConditions } from './conditions.js';

/**
 * Mondrian (LeFevre, DeWitt and Ramakrishnan, ICDE 2006) over packed weighted vectors: the twin of
 * assembly/mondrian.ts, record for record. A node of the search is a run of records in one of two buffers; a cut moves
 * its records to the other buffer, the left side ascending from the start of the run, the right side descending from
 * its end. Nodes wait on a stack and the rightmost is taken first, so that relaxed cuts, which add a record, only grow
 * over finished runs.
 */
export function createMondrianSearch(set: FrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult> {
  return new MondrianSearch(set, spec);
}

class MondrianSearch implements EngineSearch<MondrianResult> {
  readonly #attributes: readonly MondrianAttribute[];
  readonly #layout: RecordLayout;
  readonly #relaxed: boolean;
  readonly #minimum: number;
  readonly #conditions: CompiledConditions;
  readonly #rows: number;
  readonly #vectorCount: number;
  #bytes: [Uint8Array, Uint8Array];
  #halves: [Uint16Array, Uint16Array];
  #words: [Uint32Array, Uint32Array];
  readonly #stackStart: number[] = [];
  readonly #stackCount: number[] = [];
  readonly #stackWeight: number[] = [];
  readonly #stackBuffer: number[] = [];
  readonly #histogram: Uint32Array;
  /** [largest domain] side of every code for the cut that is being tried. */
  readonly #sideOf: Uint32Array;
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;
  readonly #tried: Uint8Array;
  readonly #vector: Uint32Array;
  readonly #classId: Uint32Array;
  readonly #count: Uint32Array;
  readonly #sizes: Uint32Array;
  readonly #lower: Uint32Array;
  readonly #upper: Uint32Array;
  #parts = 0;
  #classes = 0;
  #cuts = 0;
  #refused = 0;
  #finishedRows = 0;

  constructor(set: FrequencySet, spec: MondrianSpec) {
    const q = spec.attributes.length;
    const sizes = set.sizes.slice(0, q);
    const sensitiveColumns = Array.from({ length: set.sizes.length - q }, (_, j) => q + j);
    this.#attributes = spec.attributes;
    this.#relaxed = spec.partitioning === 'relaxed';
    this.#conditions = compileConditions(spec.conditions, sensitiveColumns, set.sizes);
    this.#minimum = this.#conditions.minimumSize;
    this.#rows = set.rows;
    this.#vectorCount = set.length;
    this.#layout = layOutRecord(
      sizes,
      sensitiveColumns.map((c) => set.sizes[c]),
    );
    const capacity = mondrianCapacity(set.length, set.rows, this.#minimum, { relaxed: this.#relaxed });
    const bytes = capacity.records * this.#layout.strideBytes;
    const buffers = [new ArrayBuffer(bytes), new ArrayBuffer(bytes)] as const;
    this.#bytes = [new Uint8Array(buffers[0]), new Uint8Array(buffers[1])];
    this.#halves = [new Uint16Array(buffers[0]), new Uint16Array(buffers[1])];
    this.#words = [new Uint32Array(buffers[0]), new Uint32Array(buffers[1])];
    let largest = 1;
    for (const size of sizes) if (size > largest) largest = size;
    this.#histogram = new Uint32Array(largest);
    this.#sideOf = new Uint32Array(largest);
    this.#lo = new Uint32Array(q);
    this.#hi = new Uint32Array(q);
    this.#tried = new Uint8Array(q);
    this.#classId = new Uint32Array(capacity.parts);
    this.#vector = new Uint32Array(this.#relaxed ? capacity.parts : 0);
    this.#count = this.#relaxed ? new Uint32Array(capacity.parts) : set.counts();
    this.#sizes = new Uint32Array(capacity.classes);
    this.#lower = new Uint32Array(capacity.classes * q);
    this.#upper = new Uint32Array(capacity.classes * q);
    this.#pack(set, q, sensitiveColumns);
    if (set.length > 0) this.#push(0, set.length, set.rows, 0);
  }

  #pack(set: FrequencySet, q: number, sensitiveColumns: readonly number[]): void {
    const { offsets, widths, sensitiveOffsets, sensitiveWidths, weightOffset, vectorOffset, strideBytes } =
      this.#layout;
    const write = (codes: ArrayLike<number>, offset: number, width: number): void => {
      const view = width === 1 ? this.#bytes[0] : width === 2 ? this.#halves[0] : this.#words[0];
      const step = strideBytes / width;
      for (let i = 0, at = offset / width; i < codes.length; i++, at += step) view[at] = codes[i];
    };
    for (let a = 0; a < q; a++) write(set.codes(a), offsets[a], widths[a]);
    sensitiveColumns.forEach((column, j) => write(set.codes(column), sensitiveOffsets[j], sensitiveWidths[j]));
    write(set.counts(), weightOffset, 4);
    const words = this.#words[0];
    for (let i = 0, at = vectorOffset >>> 2; i < set.length; i++, at += strideBytes >>> 2) words[at] = i;
  }

  #push(start: number, count: number, weight: number, buffer: number): void {
    this.#stackStart.push(start);
    this.#stackCount.push(count);
    this.#stackWeight.push(weight);
    this.#stackBuffer.push(buffer);
  }

  step(budget: number): boolean {
    let left = budget;
    while (this.#stackStart.length > 0) {
      if (left <= 0) return false;
      const start = this.#stackStart.pop()!;
      const count = this.#stackCount.pop()!;
      const weight = this.#stackWeight.pop()!;
      const buffer = this.#stackBuffer.pop()!;
      left -= count;
      this.#measureBox(start, count, buffer);
      if (!this.#cut(start, count, weight, buffer)) this.#emit(start, count, weight, buffer);
    }
    return true;
  }

  progress(): number {
    return this.#rows === 0 ? 1 : this.#finishedRows / this.#rows;
  }

  result(): MondrianResult {
    if (this.#stackStart.length > 0) throw new InvalidArgumentError('result', 'a finished search', 'a running one');
    const classes = this.#classes;
    const q = this.#attributes.length;
    const parts = this.#relaxed
      ? sortParts(
          this.#vector.subarray(0, this.#parts),
          this.#classId.subarray(0, this.#parts),
          this.#count.subarray(0, this.#parts),
          this.#vectorCount,
        )
      : { vector: new Uint32Array(this.#vectorCount), classId: this.#classId.slice(), count: this.#count.slice() };
    if (!this.#relaxed) for (let v = 0; v < this.#vectorCount; v++) parts.vector[v] = v;
    const number = new Uint32Array(classes).fill(0xffffffff);
    const order = new Uint32Array(classes);
    let next = 0;
    for (let at = 0; at < parts.classId.length; at++) {
      const id = parts.classId[at];
      let numbered = number[id];
      if (numbered === 0xffffffff) {
        numbered = next++;
        number[id] = numbered;
        order[numbered] = id;
      }
      parts.classId[at] = numbered;
    }
    const column = (boxes: Uint32Array, a: number): Uint32Array => {
      const values = new Uint32Array(classes);
      for (let c = 0; c < classes; c++) values[c] = boxes[order[c] * q + a];
      return values;
    };
    return {
      classes,
      parts,
      sizes: Uint32Array.from(order, (id) => this.#sizes[id]),
      lower: this.#attributes.map((_, a) => column(this.#lower, a)),
      upper: this.#attributes.map((_, a) => column(this.#upper, a)),
      cuts: this.#cuts,
      refused: this.#refused,
    };
  }

  dispose(): void {
    for (const view of this.#words) view.fill(0);
    const lists = [this.#histogram, this.#sideOf, this.#lo, this.#hi, this.#tried, this.#vector, this.#classId];
    for (const list of [...lists, this.#count, this.#sizes, this.#lower, this.#upper]) list.fill(0);
    this.#conditions.clear();
  }

  #viewOf(width: number, buffer: number): Uint8Array | Uint16Array | Uint32Array {
    return width === 1 ? this.#bytes[buffer] : width === 2 ? this.#halves[buffer] : this.#words[buffer];
  }

  #measureBox(start: number, count: number, buffer: number): void {
    const { strideBytes, offsets, widths } = this.#layout;
    for (let a = 0; a < offsets.length; a++) {
      const width = widths[a];
      const base = start * strideBytes + offsets[a];
      const view = this.#viewOf(width, buffer);
      const step = strideBytes / width;
      let lo = view[base / width];
      let hi = lo;
      for (let i = 1, at = base / width + step; i < count; i++, at += step) {
        const code = view[at];
        if (code < lo) lo = code;
        else if (code > hi) hi = code;
      }
      this.#lo[a] = lo;
      this.#hi[a] = hi;
    }
  }

  #emit(start: number, count: number, weight: number, buffer: number): void {
    const { strideBytes, weightOffset, vectorOffset } = this.#layout;
    const q = this.#attributes.length;
    const words = this.#words[buffer];
    const id = this.#classes++;
    const step = strideBytes >>> 2;
    let vectorAt = start * step + (vectorOffset >>> 2);
    if (this.#relaxed) {
      let weightAt = start * step + (weightOffset >>> 2);
      let part = this.#parts;
      for (let i = 0; i < count; i++, vectorAt += step, weightAt += step, part++) {
        this.#vector[part] = words[vectorAt];
        this.#classId[part] = id;
        this.#count[part] = words[weightAt];
      }
      this.#parts = part;
    } else {
      for (let i = 0; i < count; i++, vectorAt += step) this.#classId[words[vectorAt]] = id;
    }
    this.#sizes[id] = weight;
    this.#lower.set(this.#lo, id * q);
    this.#upper.set(this.#hi, id * q);
    this.#finishedRows += weight;
  }

  /** Tries the attributes, widest first; true when the node was cut and its sides pushed. */
  #cut(start: number, count: number, weight: number, buffer: number): boolean {
    if (count < 2 && !this.#relaxed) return false;
    if (weight < 2 * this.#minimum) return false;
    const q = this.#attributes.length;
    this.#tried.fill(0);
    for (;;) {
      let best = -1;
      let bestWidth = 0;
      for (let a = 0; a < q; a++) {
        if (this.#tried[a] === 1 || this.#lo[a] === this.#hi[a]) continue;
        const { positions, range, rank } = this.#attributes[a];
        const width = (positions[this.#hi[a]] - positions[this.#lo[a]]) / range;
        if (best < 0 || width > bestWidth || (width === bestWidth && rank < this.#attributes[best].rank)) {
          best = a;
          bestWidth = width;
        }
      }
      if (best < 0) return false;
      this.#tried[best] = 1;
      this.#countCodes(start, count, best, buffer);
      const done = this.#relaxed
        ? this.#cutRelaxed(start, count, weight, buffer, best)
        : this.#attributes[best].tree === null
          ? this.#cutOrdered(start, count, weight, buffer, best)
          : this.#cutTree(start, count, buffer, best);
      if (done) {
        this.#cuts++;
        return true;
      }
      this.#refused++;
    }
  }

  /** Weights per code of one attribute into the histogram, over the codes of the box. */
  #countCodes(start: number, count: number, a: number, buffer: number): void {
    const { strideBytes, offsets, widths, weightOffset } = this.#layout;
    const histogram = this.#histogram;
    histogram.fill(0, this.#lo[a], this.#hi[a] + 1);
    const width = widths[a];
    const view = this.#viewOf(width, buffer);
    const words = this.#words[buffer];
    const step = strideBytes / width;
    const wordStep = strideBytes >>> 2;
    let at = (start * strideBytes + offsets[a]) / width;
    let weightAt = start * wordStep + (weightOffset >>> 2);
    for (let i = 0; i < count; i++, at += step, weightAt += wordStep) histogram[view[at]] += words[weightAt];
  }

  #cutOrdered(start: number, count: number, weight: number, buffer: number, a: number): boolean {
    const histogram = this.#histogram;
    const lo = this.#lo[a];
    const hi = this.#hi[a];
    let median = lo;
    let below = 0;
    let through = histogram[lo];
    while (2 * through < weight) {
      below = through;
      median++;
      through += histogram[median];
    }
    // The two cuts beside the median: after it (as published), or before it. No other can be allowed on size alone.
    const afterFirst = below === 0 || Math.abs(2 * through - weight) <= Math.abs(2 * below - weight);
    for (let attempt = 0; attempt < 2; attempt++) {
      const after = (attempt === 0) === afterFirst;
      const leftWeight = after ? through : below;
      const last = after ? median : median - 1;
      if (leftWeight < this.#minimum || weight - leftWeight < this.#minimum) continue;
      const sideOf = this.#sideOf;
      for (let code = lo; code <= hi; code++) sideOf[code] = code > last ? 1 : 0;
      if (!this.#allows(start, count, a, buffer, 2, [leftWeight, weight - leftWeight])) continue;
      const leftCount = this.#moveTwo(start, count, buffer, a, last);
      this.#push(start, leftCount, leftWeight, buffer ^ 1);
      this.#push(start + leftCount, count - leftCount, weight - leftWeight, buffer ^ 1);
      return true;
    }
    return false;
  }

  #cutTree(start: number, count: number, buffer: number, a: number): boolean {
    const tree = this.#attributes[a].tree!;
    const lo = this.#lo[a];
    const hi = this.#hi[a];
    const node = lowestOver(tree, lo, hi);
    const weights: number[] = [];
    const histogram = this.#histogram;
    const sideOf = this.#sideOf;
    for (let c = tree.childStart[node]; c < tree.childStart[node + 1]; c++) {
      const child = tree.children[c];
      const from = Math.max(lo, tree.lo[child]);
      const to = Math.min(hi, tree.hi[child]);
      let weight = 0;
      for (let code = from; code <= to; code++) {
        weight += histogram[code];
        sideOf[code] = weights.length;
      }
      if (weight === 0) continue;
      if (weight < this.#minimum) return false;
      weights.push(weight);
    }
    if (!this.#allows(start, count, a, buffer, weights.length, weights)) return false;
    this.#moveMany(start, count, buffer, a, weights);
    return true;
  }

  #cutRelaxed(start: number, count: number, weight: number, buffer: number, a: number): boolean {
    const leftWeight = Math.ceil(weight / 2);
    if (weight - leftWeight < this.#minimum) return false;
    const histogram = this.#histogram;
    let median = this.#lo[a];
    let below = 0;
    while (below + histogram[median] < leftWeight) below += histogram[median++];
    const share = leftWeight - below;
    const sides = this.#conditions.columns.length > 0;
    if (sides && !this.#allowsHalves(start, count, a, buffer, median, share, leftWeight, weight - leftWeight)) {
      return false;
    }
    const { strideBytes, weightOffset, offsets, widths } = this.#layout;
    const step = strideBytes >>> 2;
    const view = this.#viewOf(widths[a], buffer);
    const codeStep = strideBytes / widths[a];
    const from = this.#words[buffer];
    const to = this.#words[buffer ^ 1];
    let leftCount = 0;
    let rest = share;
    for (let i = 0; i < count; i++) {
      const code = view[(start + i) * codeStep + offsets[a] / widths[a]];
      if (code < median) leftCount++;
      else if (code === median && rest > 0) {
        rest -= Math.min(rest, from[(start + i) * step + (weightOffset >>> 2)]);
        leftCount++;
      }
    }
    rest = share;
    let left = start;
    let right = start + leftCount;
    for (let i = 0; i < count; i++) {
      const at = (start + i) * step;
      const code = view[(start + i) * codeStep + offsets[a] / widths[a]];
      const weightAt = at + (weightOffset >>> 2);
      let toLeft = code < median ? from[weightAt] : 0;
      if (code === median && rest > 0) {
        toLeft = Math.min(rest, from[weightAt]);
        rest -= toLeft;
      }
      const toRight = from[weightAt] - toLeft;
      if (toLeft > 0) {
        for (let w = 0; w < step; w++) to[left * step + w] = from[at + w];
        to[left * step + (weightOffset >>> 2)] = toLeft;
        left++;
      }
      if (toRight > 0) {
        for (let w = 0; w < step; w++) to[right * step + w] = from[at + w];
        to[right * step + (weightOffset >>> 2)] = toRight;
        right++;
      }
    }
    this.#push(start, leftCount, leftWeight, buffer ^ 1);
    this.#push(start + leftCount, right - start - leftCount, weight - leftWeight, buffer ^ 1);
    return true;
  }

  /** Counts the sensitive codes of every side of a cut by `sideOf` and asks the conditions. */
  #allows(start: number, count: number, a: number, buffer: number, sides: number, weights: readonly number[]): boolean {
    const conditions = this.#conditions;
    const { columns } = conditions;
    if (columns.length === 0) return true;
    const { strideBytes, offsets, widths, sensitiveOffsets, sensitiveWidths, weightOffset } = this.#layout;
    const view = this.#viewOf(widths[a], buffer);
    const codeStep = strideBytes / widths[a];
    const codeBase = start * codeStep + offsets[a] / widths[a];
    const words = this.#words[buffer];
    const step = strideBytes >>> 2;
    const weightBase = start * step + (weightOffset >>> 2);
    const sensitiveAt = (s: number) => {
      const width = sensitiveWidths[s];
      const own = strideBytes / width;
      return { codes: this.#viewOf(width, buffer), own, base: start * own + sensitiveOffsets[s] / width };
    };
    for (const [s, { enough }] of columns.entries()) {
      if (enough === null) continue;
      const { codes, own, base } = sensitiveAt(s);
      let open = sides;
      for (let i = 0; i < count && open > 0; i++) {
        open -= enough.note(this.#sideOf[view[codeBase + i * codeStep]], codes[base + i * own]);
      }
      enough.forget();
      if (open > 0) return false;
    }
    for (const [s, column] of columns.entries()) {
      const { codes, own, base } = sensitiveAt(s);
      if (column.lists !== null) {
        const lists = conditions.reserveLists(column, sides, count);
        const starts = lists.starts.fill(0);
        for (let i = 0; i < count; i++) starts[this.#sideOf[view[codeBase + i * codeStep]] + 2]++;
        for (let side = 0; side < sides; side++) starts[side + 2] += starts[side + 1];
        for (let i = 0; i < count; i++) {
          const place = starts[this.#sideOf[view[codeBase + i * codeStep]] + 1]++;
          lists.codes[place] = codes[base + i * own];
          lists.rows[place] = words[weightBase + i * step];
        }
      }
      if (column.histograms === null) continue;
      const { size } = column;
      const table = conditions.reserve(column, sides);
      table.fill(0, 0, sides * size);
      for (let i = 0; i < count; i++) {
        const side = this.#sideOf[view[codeBase + i * codeStep]];
        table[side * size + codes[base + i * own]] += words[weightBase + i * step];
      }
    }
    for (let side = 0; side < sides; side++) if (!conditions.hold(side, weights[side])) return false;
    return true;
  }

  #allowsHalves(
    start: number,
    count: number,
    a: number,
    buffer: number,
    median: number,
    share: number,
    leftWeight: number,
    rightWeight: number,
  ): boolean {
    const conditions = this.#conditions;
    const { strideBytes, offsets, widths, sensitiveOffsets, sensitiveWidths, weightOffset } = this.#layout;
    const view = this.#viewOf(widths[a], buffer);
    const codeStep = strideBytes / widths[a];
    const words = this.#words[buffer];
    const step = strideBytes >>> 2;
    for (const [s, column] of conditions.columns.entries()) {
      const { size, enough } = column;
      const table = column.histograms === null ? null : conditions.reserve(column, 2);
      table?.fill(0, 0, 2 * size);
      const lists = column.lists === null ? null : conditions.reserveLists(column, 2, count + 1);
      const codes = this.#viewOf(sensitiveWidths[s], buffer);
      const sensitiveStep = strideBytes / sensitiveWidths[s];
      let open = enough === null ? 0 : 2;
      let rest = share;
      let left = 0;
      // The right half is listed from the end of the lists downwards.
      let right = count + 1;
      for (let i = 0; i < count; i++) {
        const value = view[(start + i) * codeStep + offsets[a] / widths[a]];
        const weight = words[(start + i) * step + (weightOffset >>> 2)];
        let toLeft = value < median ? weight : 0;
        if (value === median) {
          toLeft = Math.min(rest, weight);
          rest -= toLeft;
        }
        const code = codes[(start + i) * sensitiveStep + sensitiveOffsets[s] / sensitiveWidths[s]];
        if (enough !== null) {
          if (toLeft > 0) open -= enough.note(0, code);
          if (weight > toLeft) open -= enough.note(1, code);
        }
        if (lists !== null) {
          if (toLeft > 0) {
            lists.codes[left] = code;
            lists.rows[left++] = toLeft;
          }
          if (weight > toLeft) {
            lists.codes[--right] = code;
            lists.rows[right] = weight - toLeft;
          }
        }
        if (table === null) continue;
        table[code] += toLeft;
        table[size + code] += weight - toLeft;
      }
      if (lists !== null) {
        // A list without rows fills the gap.
        lists.rows.fill(0, left, right);
        lists.starts.set([0, right, count + 1]);
      }
      enough?.forget();
      if (open > 0) return false;
    }
    return conditions.hold(0, leftWeight) && conditions.hold(1, rightWeight);
  }

  /** Moves codes up to `last` to the left, the others to the right from the end downwards; returns the left count. */
  #moveTwo(start: number, count: number, buffer: number, a: number, last: number): number {
    const { strideBytes, offsets, widths } = this.#layout;
    const view = this.#viewOf(widths[a], buffer);
    const codeStep = strideBytes / widths[a];
    const from = this.#words[buffer];
    const to = this.#words[buffer ^ 1];
    const step = strideBytes >>> 2;
    let codeAt = start * codeStep + offsets[a] / widths[a];
    let at = start * step;
    let left = at;
    let right = at + count * step;
    if (step === 4) {
      for (let i = 0; i < count; i++, codeAt += codeStep, at += 4) {
        let target: number;
        if (view[codeAt] <= last) {
          target = left;
          left += 4;
        } else {
          right -= 4;
          target = right;
        }
        to[target] = from[at];
        to[target + 1] = from[at + 1];
        to[target + 2] = from[at + 2];
        to[target + 3] = from[at + 3];
      }
    } else {
      for (let i = 0; i < count; i++, codeAt += codeStep, at += step) {
        let target: number;
        if (view[codeAt] <= last) {
          target = left;
          left += step;
        } else {
          right -= step;
          target = right;
        }
        for (let w = 0; w < step; w++) to[target + w] = from[at + w];
      }
    }
    return (left - start * step) / step;
  }

  /** Moves records to their sides by `sideOf`, every side ascending, and pushes the sides. */
  #moveMany(start: number, count: number, buffer: number, a: number, weights: readonly number[]): void {
    const { strideBytes, offsets, widths } = this.#layout;
    const view = this.#viewOf(widths[a], buffer);
    const codeStep = strideBytes / widths[a];
    const codeBase = offsets[a] / widths[a];
    const from = this.#words[buffer];
    const to = this.#words[buffer ^ 1];
    const step = strideBytes >>> 2;
    const cursor = new Uint32Array(weights.length + 1);
    for (let i = 0; i < count; i++) cursor[this.#sideOf[view[(start + i) * codeStep + codeBase]] + 1]++;
    cursor[0] = start;
    for (let side = 0; side < weights.length; side++) {
      const sideCount = cursor[side + 1];
      this.#push(cursor[side], sideCount, weights[side], buffer ^ 1);
      cursor[side + 1] = cursor[side] + sideCount;
    }
    for (let i = 0; i < count; i++) {
      const at = (start + i) * step;
      const target = cursor[this.#sideOf[view[(start + i) * codeStep + codeBase]]]++ * step;
      for (let w = 0; w < step; w++) to[target + w] = from[at + w];
    }
  }
}

/** The lowest node of a tree that holds all codes from `lo` to `hi`. */
function lowestOver(tree: NonNullable<MondrianAttribute['tree']>, lo: number, hi: number): number {
  const childOver = (node: number): number => {
    for (let c = tree.childStart[node]; c < tree.childStart[node + 1]; c++) {
      const child = tree.children[c];
      if (tree.lo[child] <= lo && hi <= tree.hi[child]) return child;
    }
    return -1;
  };
  let lowest = 0;
  for (let child = childOver(0); child >= 0; child = childOver(child)) lowest = child;
  return lowest;
}
