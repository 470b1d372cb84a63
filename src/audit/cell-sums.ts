/** Unknown whole numbers of which sums are known: what follows from the sums, and by trial one way to satisfy all of them. */

/** Steps between two pauses. */
const stepsAtOnce = 1 << 17;

/** Known facts about cells. */
export interface KnownSums {
  /** [cells] the largest number that each may be; the least is 0. */
  readonly most: ArrayLike<number>;
  /** Cells with their sum; `isMost` where the sum may be less. */
  readonly sums: readonly { readonly cells: readonly number[]; readonly sum: number; readonly isMost?: boolean }[];
}

/** Ranges found for cells. */
interface FoundCells {
  /** [cells] */
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** Narrows the ranges of cells by their sums, and tries values where that leaves several. */
export class CellSums {
  /** Steps that are left. */
  budget: number;
  readonly #lows: Int32Array;
  readonly #highs: Int32Array;
  readonly #cellsOf: readonly (readonly number[])[];
  readonly #sumsOf: readonly number[][];
  readonly #isMost: Uint8Array;
  /** [sums] what is left of the sum above the lows, and of the highs above the sum. */
  readonly #above: Float64Array;
  readonly #below: Float64Array;
  readonly #range: Float64Array;
  readonly #isQueued: Uint8Array;
  readonly #queue: number[] = [];
  /** Cells with their ranges before each change. */
  readonly #trail: number[] = [];
  #pausedAt: number;

  constructor({ most, sums }: KnownSums, budget: number) {
    this.budget = budget;
    this.#pausedAt = budget;
    this.#highs = Int32Array.from(most);
    this.#lows = new Int32Array(this.#highs.length);
    this.#cellsOf = sums.map(({ cells }) => cells);
    this.#isMost = Uint8Array.from(sums, ({ isMost = false }) => Number(isMost));
    const sumsOf = Array.from(this.#highs, (): number[] => []);
    this.#above = new Float64Array(sums.length);
    this.#below = new Float64Array(sums.length);
    this.#range = new Float64Array(sums.length);
    sums.forEach(({ cells, sum }, s) => {
      let all = 0;
      for (const cell of cells) {
        sumsOf[cell].push(s);
        all += this.#highs[cell];
        this.#range[s] = Math.max(this.#range[s], this.#highs[cell]);
      }
      this.#above[s] = sum;
      this.#below[s] = all - sum;
    });
    this.#sumsOf = sumsOf;
    this.#isQueued = new Uint8Array(sums.length);
  }

  get found(): FoundCells {
    return { lows: this.#lows, highs: this.#highs };
  }

  /** Narrows all ranges by the sums; false where that leaves no number for a cell. Yields between stretches of the work. */
  *narrow(): Generator<void, boolean> {
    for (let s = 0; s < this.#cellsOf.length; s++) this.#enqueue(s);
    return yield* this.#spread();
  }

  /**
   * Chooses a number for every cell, group of dependent cells by group: true where that satisfies all sums, false where no choice
   * does, null where the budget ran out before that was known. Yields between stretches of the work.
   */
  *choose(): Generator<void, boolean | null> {
    for (const group of this.#groups()) {
      const isDone = yield* this.#chooseIn(group);
      if (isDone !== true) return isDone;
    }
    return true;
  }

  /** Proves that one of some cells is above 0 in every choice; false where narrowing does not prove it. Nothing else changes. */
  *haveSome(cells: readonly number[]): Generator<void, boolean> {
    if (this.budget < 0) return false;
    if (cells.some((cell) => this.#lows[cell] > 0)) return true;
    const at = this.#trail.length;
    for (const cell of cells) if (this.#highs[cell] > 0) this.#restrict(cell, 0, 0);
    const isFit = yield* this.#spread();
    const isProven = !isFit && this.budget >= 0;
    this.#undo(at);
    return isProven;
  }

  *#chooseIn(sums: readonly number[]): Generator<void, boolean | null> {
    const tried: { readonly cell: number; readonly at: number; readonly high: number }[] = [];
    for (;;) {
      const cell = this.#nextCell(sums);
      if (cell < 0) return true;
      tried.push({ cell, at: this.#trail.length, high: this.#highs[cell] });
      this.#restrict(cell, this.#highs[cell], this.#highs[cell]);
      let isFit = yield* this.#spread();
      while (!isFit) {
        if (this.budget < 0) return null;
        const last = tried.pop();
        if (last === undefined) return false;
        this.#undo(last.at);
        this.#restrict(last.cell, this.#lows[last.cell], last.high - 1);
        isFit = yield* this.#spread();
      }
      if (this.budget < 0) return null;
    }
  }

  /** An open cell of the sum that leaves the fewest choices, the one whose other sums leave fewest; -1 where none is open. */
  #nextCell(sums: readonly number[]): number {
    let best = -1;
    let open = -1;
    let least = Infinity;
    let most = -1;
    for (const s of sums) {
      if (this.#above[s] + this.#below[s] === 0) continue;
      if (this.#isMost[s] === 1) {
        open = s;
        continue;
      }
      const slack = Math.min(this.#above[s], this.#below[s]);
      if (slack > least || (slack === least && this.#above[s] <= most)) continue;
      [best, least, most] = [s, slack, this.#above[s]];
    }
    this.budget -= sums.length;
    if (best < 0) best = open;
    if (best < 0) return -1;
    let cell = -1;
    let fewest = Infinity;
    for (const own of this.#cellsOf[best]) {
      if (this.#lows[own] === this.#highs[own]) continue;
      const left = this.#sumsOf[own].reduce(
        (fewer, s) => (s === best || this.#isMost[s] === 1 ? fewer : Math.min(fewer, this.#below[s])),
        Number.MAX_SAFE_INTEGER,
      );
      if (left < fewest) [cell, fewest] = [own, left];
    }
    return cell;
  }

  /** Sums with open cells, those together that share one. */
  #groups(): number[][] {
    const group = new Int32Array(this.#cellsOf.length).fill(-1);
    const groups: number[][] = [];
    const isOpen = (cell: number): boolean => this.#lows[cell] < this.#highs[cell];
    for (let first = 0; first < group.length; first++) {
      if (group[first] >= 0 || !this.#cellsOf[first].some(isOpen)) continue;
      const own = [first];
      group[first] = groups.length;
      for (let at = 0; at < own.length; at++) {
        const beside = this.#cellsOf[own[at]].filter(isOpen).flatMap((cell) => this.#sumsOf[cell]);
        for (const s of beside) {
          if (group[s] < 0) own.push(s);
          group[s] = groups.length;
        }
      }
      groups.push(own);
    }
    return groups;
  }

  #enqueue(s: number): void {
    if (this.#isQueued[s] === 1) return;
    this.#isQueued[s] = 1;
    this.#queue.push(s);
  }

  #restrict(cell: number, low: number, high: number): void {
    this.#trail.push(cell, this.#lows[cell], this.#highs[cell]);
    const [raised, lowered] = [low - this.#lows[cell], this.#highs[cell] - high];
    this.#lows[cell] = low;
    this.#highs[cell] = high;
    for (const s of this.#sumsOf[cell]) {
      this.#above[s] -= raised;
      this.#below[s] -= lowered;
      this.#enqueue(s);
    }
  }

  #undo(at: number): void {
    while (this.#trail.length > at) {
      const [cell, low, high] = this.#trail.splice(-3);
      for (const s of this.#sumsOf[cell]) {
        this.#above[s] += this.#lows[cell] - low;
        this.#below[s] += high - this.#highs[cell];
      }
      this.#lows[cell] = low;
      this.#highs[cell] = high;
    }
  }

  /** Applies the sums whose cells changed until nothing follows; false where a sum cannot be any more, or the budget ran out. */
  *#spread(): Generator<void, boolean> {
    for (let s = this.#queue.pop(); s !== undefined; s = this.#queue.pop()) {
      this.#isQueued[s] = 0;
      if (!this.#apply(s)) {
        for (const left of this.#queue) this.#isQueued[left] = 0;
        this.#queue.length = 0;
        return false;
      }
      if (this.#pausedAt - this.budget < stepsAtOnce) continue;
      this.#pausedAt = this.budget;
      yield;
    }
    return true;
  }

  #apply(s: number): boolean {
    const [isMost, cells] = [this.#isMost[s] === 1, this.#cellsOf[s]];
    if (this.#above[s] < 0 || (!isMost && this.#below[s] < 0) || this.budget < 0) return false;
    this.budget--;
    const slack = isMost ? this.#above[s] : Math.min(this.#above[s], this.#below[s]);
    if (slack >= this.#range[s]) return true;
    this.budget -= cells.length;
    for (const cell of cells) {
      const [low, high] = [this.#lows[cell], this.#highs[cell]];
      if (low === high) continue;
      const least = isMost ? low : Math.max(low, high - this.#below[s]);
      const most = Math.min(high, low + this.#above[s]);
      if (least > most) return false;
      if (least > low || most < high) this.#restrict(cell, least, most);
    }
    return true;
  }
}
