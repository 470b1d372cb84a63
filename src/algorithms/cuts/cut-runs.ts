import { CellCodes, isOfPersons, type PersonCondition } from '../local/cell-codes.js';
import type { Steps } from '../../base/steps.js';
import type { ClassCondition, CutProblem, Engine, FrequencySet } from '../../engine/engine.js';

/** Receives the cost of a class when it is released, below 0 when it is not, and its rows. */
type Listener = (released: number, rows: number) => void;

interface Cells {
  readonly engine: Engine;
  readonly set: FrequencySet;
  readonly problem: CutProblem;
  readonly conditions: readonly ClassCondition[];
  /** [vectors] rows and cell; [cells] line, and piece within it. */
  readonly counts: Uint32Array;
  readonly cellOf: Uint32Array;
  readonly cellCount: number;
  readonly lineOf: Uint32Array;
  readonly pieceOf: ArrayLike<number>;
  /** [cells] under widths: what a row costs by its other attributes. */
  readonly widths: Float64Array | null;
}

/** Classes that are judged at once. */
const BATCH = 4096;
/** Work of classes that are judged one by one between two yields, in vectors; what a class costs beside its vectors. */
const YIELD_WORK = 1 << 14;
const CLASS_WORK = 64;

/** Cells in lines, by rising piece; classes of neighbouring cells of a line are judged many at once, from sums of the cells before. */
export class CutRuns {
  readonly cells: number;
  /** [lines + 1] first cell of every line. */
  readonly lines: Uint32Array;
  /** [cells] */
  readonly pieces: Uint32Array;
  readonly #engine: Engine;
  readonly #conditions: readonly ClassCondition[];
  readonly #widths: Float64Array | null;
  readonly #isByLabel: boolean;
  readonly #labels: number;
  /** [cells + 1] rows before a cell; [cells + 1][labels] by label; by sensitive column [cells + 1][values]. */
  readonly #rows: Float64Array;
  readonly #byLabel: Uint32Array;
  readonly #byValue = new Map<number, Uint32Array>();
  /** Columns of persons and of pairs. */
  readonly #byCell = new Map<number, CellCodes>();
  readonly #from = new Uint32Array(BATCH);
  readonly #to = new Uint32Array(BATCH);
  readonly #listeners: Listener[] = [];
  readonly #histograms = new Map<number, Uint32Array>();

  constructor({ engine, set, problem, conditions, counts, cellOf, cellCount, lineOf, pieceOf, widths }: Cells) {
    this.#engine = engine;
    this.#conditions = conditions;
    this.cells = cellCount;
    const order = sortedBy(
      lineOf,
      sortedBy(
        pieceOf,
        Uint32Array.from({ length: cellCount }, (_, i) => i),
      ),
    );
    const placeOf = new Uint32Array(cellCount);
    order.forEach((cell, place) => (placeOf[cell] = place));
    this.pieces = order.map((cell) => pieceOf[cell]);
    const starts: number[] = [];
    order.forEach((cell, place) => {
      if (place === 0 || lineOf[cell] !== lineOf[order[place - 1]]) starts.push(place);
    });
    this.lines = Uint32Array.from([...starts, cellCount]);
    const places = cellOf.map((cell) => placeOf[cell]);
    this.#rows = new Float64Array(cellCount + 1);
    places.forEach((place, i) => (this.#rows[place + 1] += counts[i]));
    for (let i = 0; i < cellCount; i++) this.#rows[i + 1] += this.#rows[i];
    this.#widths = widths === null ? null : Float64Array.from(order, (cell) => widths[cell]);
    this.#isByLabel = problem.metric === 'classification';
    this.#labels = this.#isByLabel ? problem.labels!.size : 0;
    this.#byLabel = new Uint32Array((cellCount + 1) * this.#labels);
    if (this.#isByLabel) {
      const { size, histogram } = problem.labels!;
      places.forEach((place, i) => {
        for (let label = 0; label < size; label++) {
          this.#byLabel[(place + 1) * size + label] += histogram[i * size + label];
        }
      });
      addUp(this.#byLabel, size);
    }
    for (const condition of conditions) {
      if (condition.kind === 'size') continue;
      const { column } = condition;
      const size = set.sizes[column];
      if (isOfPersons(condition)) {
        const codeOf = set.codes(column);
        const known = this.#byCell.get(column);
        this.#byCell.set(column, known ?? new CellCodes(places, counts, cellCount, { codeOf, size }));
        continue;
      }
      if (this.#byValue.has(column)) continue;
      const sums = new Uint32Array((cellCount + 1) * size);
      sums.set(engine.groupHistogram(set, places, cellCount, column), size);
      addUp(sums, size);
      this.#byValue.set(column, sums);
      this.#histograms.set(column, new Uint32Array(BATCH * size));
    }
  }

  /** Notes the class of cells from .. to - 1 for `answer`. Returns true when `answer` must come before the next one. */
  ask(from: number, to: number, listener: Listener): boolean {
    const at = this.#listeners.length;
    this.#from[at] = from;
    this.#to[at] = to;
    this.#listeners.push(listener);
    return at + 1 === BATCH;
  }

  /** Judges all noted classes, and calls their listeners. Yields between stretches of the work. */
  *answer(): Steps<void> {
    const count = this.#listeners.length;
    if (count === 0) return;
    const sizes = new Uint32Array(count);
    for (let i = 0; i < count; i++) sizes[i] = this.#rows[this.#to[i]] - this.#rows[this.#from[i]];
    const holds = new Uint8Array(count).fill(1);
    for (const [column, sums] of this.#byValue) this.#fill(this.#histograms.get(column)!, sums, count);
    for (const condition of this.#conditions) {
      if (condition.kind !== 'size' && isOfPersons(condition)) {
        yield* this.#judgeOneByOne(condition, holds, count);
        continue;
      }
      const histogram = condition.kind === 'size' ? null : this.#histogramOf(condition.column, count);
      const satisfied = this.#engine.checkCondition(condition, sizes, histogram);
      for (let i = 0; i < count; i++) holds[i] &= satisfied[i];
    }
    const listeners = this.#listeners.splice(0);
    for (let i = 0; i < count; i++) listeners[i](holds[i] === 0 ? -1 : this.#costOf(i, sizes[i]), sizes[i]);
    yield;
  }

  *#judgeOneByOne(condition: PersonCondition, holds: Uint8Array, count: number): Steps<void> {
    const cells = this.#byCell.get(condition.column)!;
    let work = 0;
    for (let i = 0; i < count; i++) {
      if (holds[i] === 0) continue;
      const [from, to] = [this.#from[i], this.#to[i]];
      if (!cells.holds(this.#engine, condition, from, to)) holds[i] = 0;
      work += CLASS_WORK + cells.vectors(from, to);
      if (work < YIELD_WORK) continue;
      yield;
      work = 0;
    }
  }

  #histogramOf(column: number, count: number): Uint32Array {
    const histogram = this.#histograms.get(column)!;
    return histogram.subarray(0, (histogram.length / BATCH) * count);
  }

  #fill(histogram: Uint32Array, sums: Uint32Array, count: number): void {
    const size = histogram.length / BATCH;
    for (let i = 0, at = 0; i < count; i++) {
      const [low, high] = [this.#from[i] * size, this.#to[i] * size];
      for (let value = 0; value < size; value++) histogram[at++] = sums[high + value] - sums[low + value];
    }
  }

  #costOf(i: number, rows: number): number {
    if (this.#widths !== null) return rows * this.#widths[this.#from[i]];
    if (!this.#isByLabel) return rows * rows;
    const [low, high] = [this.#from[i] * this.#labels, this.#to[i] * this.#labels];
    let most = 0;
    for (let label = 0; label < this.#labels; label++) {
      most = Math.max(most, this.#byLabel[high + label] - this.#byLabel[low + label]);
    }
    return rows - most;
  }
}

/** Items by rising key, whole numbers from 0 on; those of equal keys stay in their order. */
function sortedBy(keyOf: ArrayLike<number>, items: Uint32Array): Uint32Array {
  let most = 0;
  for (const item of items) most = Math.max(most, keyOf[item]);
  const starts = new Uint32Array(most + 2);
  for (const item of items) starts[keyOf[item] + 1]++;
  for (let key = 0; key <= most; key++) starts[key + 1] += starts[key];
  const sorted = new Uint32Array(items.length);
  for (const item of items) sorted[starts[keyOf[item]]++] = item;
  return sorted;
}

/** [count + 1][size] entries become the sums of all up to them. */
function addUp(sums: Uint32Array, size: number): void {
  for (let at = size; at < sums.length; at++) sums[at] += sums[at - size];
}
