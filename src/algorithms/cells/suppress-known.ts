/** Cell suppression under models on groups of known values (bounded knowledge). */
import { allOf, isConstant } from '../../engine/combinations.js';
import type { Engine } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import type { Problem } from '../algorithm.js';
import { GroupJudge, groupBoundsOf, type CellScan } from '../known-groups.js';
import { suppressFailing } from './failing-combinations.js';

/** Suppressed cells of vectors. */
interface KnownCells {
  /** [attributes][vectors] 1 for a suppressed cell. */
  readonly starred: readonly Uint8Array[];
  /** Rounds of suppression. */
  readonly rounds: number;
}

/**
 * Suppresses cells until every combination of at most `known` released values satisfies the models: `*` matches nothing. A combination that fails
 * must lose a cell in all of its rows, since counts only fall. Single values come first, then pairs, and so on: in every row the cell whose value has the most failing
 * combinations a row for its weight (a greedy hitting set). Cells that are lost make other combinations rare, so the columns that changed are scanned again. Once `inTime` says no, all cells are suppressed.
 *
 * @param codes - [attributes][vectors]
 * @param weights - [attributes] cost of a suppressed cell
 */
export function* suppressKnown(
  problem: Problem,
  engine: Engine,
  { codes, weights }: { readonly codes: readonly Uint32Array[]; readonly weights: readonly number[] },
  inTime: () => boolean,
): Steps<KnownCells> {
  const scans = new GroupJudge(engine, problem.set, groupBoundsOf(problem)).openCells({
    codes: codes.map((column) => column.slice()),
    sizes: problem.domains.map(({ size }) => size + 1),
  });
  const cells = new SuppressedCells(problem, codes, weights, scans);
  try {
    for (let isSettled = false; !isSettled;) {
      isSettled = true;
      for (const [i, { known }] of scans.entries()) {
        const found = yield* settle(cells, i, Math.min(known, codes.length), inTime);
        if (found === 'late') return cells.suppressAll();
        if (found === 'changed') isSettled = false;
      }
    }
    return cells;
  } finally {
    for (const { scan } of scans) scan.dispose();
  }
}

/** Suppresses cells until no combination of up to `most` attributes fails under a scan; `late` where the time is over before. */
function* settle(
  cells: SuppressedCells,
  scan: number,
  most: number,
  inTime: () => boolean,
): Steps<'settled' | 'changed' | 'late'> {
  let isChanged = false;
  for (let size = 1; size <= most;) {
    if (!inTime()) return 'late';
    const failing = yield* cells.round(scan, size);
    size = failing === 0 ? size + 1 : 1;
    isChanged ||= failing > 0;
  }
  return isChanged ? 'changed' : 'settled';
}

class SuppressedCells implements KnownCells {
  readonly starred: readonly Uint8Array[];
  rounds = 0;
  /** [attributes][vectors] the last code of an attribute stands for a suppressed cell. */
  readonly #codes: readonly Uint32Array[];
  readonly #sizes: readonly number[];
  readonly #weights: readonly number[];
  readonly #scans: readonly CellScan[];
  readonly #all: Uint32Array;
  /** [attributes] round that changed it last. */
  readonly #changed: Uint32Array;
  /** [scans][sizes] round that scanned combinations of a size last. */
  readonly #scanned: readonly number[][];
  #clock = 1;

  constructor(
    { set, domains }: Problem,
    codes: readonly Uint32Array[],
    weights: readonly number[],
    scans: readonly CellScan[],
  ) {
    this.#codes = codes.map((column) => column.slice());
    this.#sizes = domains.map(({ size }) => size + 1);
    this.#weights = weights;
    this.#scans = scans;
    this.starred = codes.map((column) => new Uint8Array(column.length));
    this.#all = allOf(set.length);
    this.#changed = new Uint32Array(codes.length).fill(this.#clock);
    this.#scanned = scans.map(() => []);
  }

  /** Suppresses cells of failing combinations of one size. Returns how many fail, in all vectors. */
  *round(index: number, size: number): Steps<number> {
    const { scan } = this.#scans[index];
    const codes = this.#codes;
    // A column with one value in all rows singles out nobody.
    const attributes = Array.from(codes.keys()).filter((a) => !isConstant(codes[a], this.#all));
    const before = this.#scanned[index][size] ?? 0;
    this.#scanned[index][size] = this.#clock++;
    if (!attributes.some((a) => this.#changed[a] > before)) return 0;
    const failing = yield* suppressFailing({
      scan,
      values: { codes, sizes: this.#sizes },
      attributes,
      fewest: size,
      most: size,
      blanks: true,
      isNeeded: (combination) => combination.some((a) => this.#changed[a] > before),
      order: attributes,
      costs: this.#weights,
      suppress: (a, vector) => {
        this.starred[a][vector] = 1;
      },
    });
    if (failing === 0) return 0;
    this.rounds++;
    for (const a of attributes) this.#applyTo(a);
    return failing;
  }

  suppressAll(): this {
    this.#codes.forEach((column, a) => {
      if (!isConstant(column, this.#all)) this.starred[a].fill(1);
    });
    return this;
  }

  #applyTo(a: number): void {
    const column = this.#codes[a];
    const starred = this.starred[a];
    const star = this.#sizes[a] - 1;
    let isChanged = false;
    for (let v = 0; v < column.length; v++) {
      if (starred[v] === 0 || column[v] === star) continue;
      column[v] = star;
      isChanged = true;
    }
    if (!isChanged) return;
    this.#changed[a] = this.#clock;
    for (const { scan } of this.#scans) scan.replace(a, column, star + 1);
  }
}
