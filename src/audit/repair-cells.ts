/** Rows moved between cells until sums are met: finds a way in large groups of cells, where trial in order takes too long. */
import type { KnownSums } from './cell-sums.js';

/** Steps between two pauses, and tries of one cell at most. */
const stepsAtOnce = 1 << 16;
const mostTried = 24;

/** Cells of 0 or 1, by what they share out. */
interface SharedCells extends Pick<KnownSums, 'sums'> {
  /** [cells] */
  readonly kindOf: ArrayLike<number>;
  /** [kinds] cells that are 1; fewer where `mayLack`. */
  readonly many: ArrayLike<number>;
  readonly mayLack: boolean;
}

/**
 * Cells that meet all sums and shares, or null where none were found within the budget, which proves nothing. Every step moves a share of one
 * kind so that a sum that is missed comes nearer, the step that misses least of others; what was moved stays for a while (tabu search).
 * Yields between stretches of the work.
 */
export function* repairCells(shared: SharedCells, budget: number): Generator<void, Uint8Array | null> {
  const repair = new CellRepair(shared);
  let pausedAt = 0;
  while (repair.missed > 0) {
    repair.step();
    if (repair.steps > budget) return null;
    if (repair.steps - pausedAt < stepsAtOnce) continue;
    pausedAt = repair.steps;
    yield;
  }
  return repair.chosen;
}

class CellRepair {
  readonly chosen: Uint8Array;
  steps = 0;
  readonly #sums: SharedCells['sums'];
  readonly #kindOf: ArrayLike<number>;
  readonly #cellsOfKind: number[][];
  readonly #sumsOf: number[][];
  /** [sums] chosen cells beyond the sum. */
  readonly #beyond: Int32Array;
  readonly #mayLack: boolean;
  readonly #left: Int32Array;
  /** Sums that are missed, and the place of each there or -1. */
  readonly #open: number[] = [];
  readonly #placeOf: Int32Array;
  readonly #keptUntil: Float64Array;
  #round = 0;
  #seed = 1;

  constructor({ sums, kindOf, many, mayLack }: SharedCells) {
    this.chosen = new Uint8Array(kindOf.length);
    this.#sums = sums;
    this.#kindOf = kindOf;
    this.#mayLack = mayLack;
    this.#left = Int32Array.from(many);
    this.#cellsOfKind = Array.from(many, () => []);
    this.#sumsOf = Array.from(kindOf, () => []);
    for (let cell = 0; cell < kindOf.length; cell++) this.#cellsOfKind[kindOf[cell]].push(cell);
    sums.forEach(({ cells }, s) => {
      for (const cell of cells) this.#sumsOf[cell].push(s);
    });
    this.#beyond = Int32Array.from(sums, ({ sum }) => -sum);
    this.#placeOf = new Int32Array(sums.length).fill(-1);
    this.#keptUntil = new Float64Array(kindOf.length);
    for (const cells of this.#cellsOfKind) {
      const kind = kindOf[cells[0]];
      while (this.#left[kind] > 0) {
        let best = -1;
        let least = Infinity;
        for (const cell of cells) {
          const cost = this.chosen[cell] === 1 ? Infinity : this.#costOf(cell, 1);
          if (cost < least) [best, least] = [cell, cost];
        }
        if (best < 0 || (mayLack && least > 0)) break;
        this.#set(best, 1);
      }
    }
    sums.forEach((_, s) => this.#note(s));
  }

  get missed(): number {
    return this.#open.length;
  }

  /** Moves one share towards a sum that is missed. */
  step(): void {
    this.#round++;
    const s = this.#open[this.#below(this.#open.length)];
    const { cells } = this.#sums[s];
    const to = this.#beyond[s] > 0 ? 0 : 1;
    const first = this.#below(cells.length);
    let best: readonly [number, number] | null = null;
    let least = Infinity;
    const consider = (cell: number, other: number, cost: number): void => {
      this.steps++;
      const isKept = this.#keptUntil[cell] > this.#round || (other >= 0 && this.#keptUntil[other] > this.#round);
      const own = cost + (isKept ? 4 : 0) + this.#below(1 << 10) / (1 << 11);
      if (own < least) [best, least] = [[cell, other], own];
    };
    for (let i = 0, tried = 0; i < cells.length && tried < mostTried; i++) {
      this.steps++;
      const cell = cells[(first + i) % cells.length];
      if (this.chosen[cell] === to) continue;
      tried++;
      const kind = this.#kindOf[cell];
      const cost = this.#costOf(cell, to);
      if (this.#mayLack && (to === 0 || this.#left[kind] > 0)) consider(cell, -1, cost);
      for (const other of this.#cellsOfKind[kind]) {
        if (other !== cell && this.chosen[other] === to)
          consider(cell, other, cost + this.#costBeside(other, cell, to));
      }
    }
    if (best === null) {
      this.steps++;
      return;
    }
    const [cell, other] = best as readonly [number, number];
    this.#set(cell, to);
    this.#keptUntil[cell] = this.#round + 8 + this.#below(8);
    if (other < 0) return;
    this.#set(other, 1 - to);
    this.#keptUntil[other] = this.#round + 8 + this.#below(8);
  }

  /** Increase of the errors of sums when a cell becomes 0 or 1. */
  #costOf(cell: number, to: number): number {
    let cost = 0;
    for (const s of this.#sumsOf[cell]) cost += this.#missedBy(s, to === 1 ? 1 : -1);
    return cost;
  }

  /** Further increase when a cell becomes the opposite, where another of its kind has become 0 or 1. */
  #costBeside(other: number, cell: number, to: number): number {
    let cost = 0;
    const by = to === 1 ? 1 : -1;
    for (const s of this.#sumsOf[other]) {
      if (this.#sumsOf[cell].includes(s)) cost -= this.#missedBy(s, by);
      else cost += this.#missedBy(s, -by);
    }
    return cost;
  }

  #missedBy(s: number, by: number): number {
    const miss = (beyond: number): number => (this.#sums[s].isMost === true ? Math.max(0, beyond) : Math.abs(beyond));
    return miss(this.#beyond[s] + by) - miss(this.#beyond[s]);
  }

  #set(cell: number, to: number): void {
    this.chosen[cell] = to;
    this.#left[this.#kindOf[cell]] += to === 1 ? -1 : 1;
    for (const s of this.#sumsOf[cell]) {
      this.#beyond[s] += to === 1 ? 1 : -1;
      this.#note(s);
    }
  }

  /** Keeps the list of sums that are missed. */
  #note(s: number): void {
    const isMissed = this.#sums[s].isMost === true ? this.#beyond[s] > 0 : this.#beyond[s] !== 0;
    const place = this.#placeOf[s];
    if (isMissed === place >= 0) return;
    if (isMissed) this.#placeOf[s] = this.#open.push(s) - 1;
    else {
      const last = this.#open.pop() as number;
      if (last !== s) {
        this.#open[place] = last;
        this.#placeOf[last] = place;
      }
      this.#placeOf[s] = -1;
    }
  }

  /** A number below a bound, the same in every run. */
  #below(bound: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * bound);
  }
}
