/** Combinations of values that fail, by vector, and the cells that are suppressed so that none is left. */
import { scanEach } from '../../engine/combinations.js';
import type { CombinationClasses } from '../../engine/engine.js';
import type { GroupScan } from '../../engine/group-scan.js';
import type { Steps } from '../../base/steps.js';

/** Words of marks kept at a time: 256 MiB. */
const MOST_WORDS = 1 << 26;
/** Combinations of a word. */
const BITS = 32;
/** Vectors whose cells are chosen between two yields. */
const YIELD_VECTORS = 1 << 8;

/** Marks of up to 32 combinations: [vectors of the stretch] bit i says that combination i fails there. */
interface Plane {
  readonly combinations: (readonly number[])[];
  readonly words: Uint32Array;
}

/** A round of cell suppression. */
interface CellRound {
  readonly scan: GroupScan;
  readonly values: Pick<CombinationClasses, 'codes' | 'sizes'>;
  /** Attributes to combine, ascending. */
  readonly attributes: readonly number[];
  /** Fewest and most attributes of a combination. */
  readonly fewest: number;
  readonly most: number;
  /** True where the last value of each attribute stands for suppressed cells. */
  readonly blanks: boolean;
  /** False for a combination to leave out. */
  readonly isNeeded: (combination: readonly number[]) => boolean;
  /** Attributes whose cells may be suppressed, the first of equals first. */
  readonly order: readonly number[];
  /**
   * [attributes] cost of a cell, above 0: the cell goes first whose value has the most failing combinations a row for its cost, so that rows with the value are
   * treated alike. Null: the cell that is in the most failing combinations of its vector.
   */
  readonly costs: readonly number[] | null;
  readonly suppress: (attribute: number, vector: number) => void;
  /** Most words of marks; default: 256 MiB. */
  readonly mostWords?: number;
}

/**
 * Scans combinations, and suppresses cells of every vector with failing ones, one after the other, until none is left. Where marks of all vectors are too many
 * the scan is repeated for the others. Yields between stretches of the work.
 *
 * @returns failing combinations of all vectors
 */
export function* suppressFailing(round: CellRound): Steps<number> {
  const vectors = round.values.codes[0].length;
  const chooser = new CellChooser(round);
  let failing = 0;
  for (let from = 0; from < vectors;) {
    const stretch = new Stretch(from, vectors, round.mostWords ?? MOST_WORDS);
    yield* scanEach(round.scan, round.values, {
      ...round,
      scanned: (combination) => {
        const fails = round.scan.takeFailing();
        if (fails.length > 0) stretch.mark(combination, fails);
      },
    });
    chooser.reset();
    for (let v = from; v < stretch.end && round.costs !== null; v++) {
      if (v % YIELD_VECTORS === 0) yield;
      chooser.add(v, stretch.failingOf(v));
    }
    for (let v = from; v < stretch.end; v++) {
      if (v % YIELD_VECTORS === 0) yield;
      const own = stretch.failingOf(v);
      failing += own.length;
      chooser.choose(v, own);
    }
    from = stretch.end;
  }
  return failing;
}

/** Marks of the vectors from .. end - 1. */
class Stretch {
  readonly #from: number;
  readonly #mostWords: number;
  #end: number;
  #planes: Plane[] = [];

  constructor(from: number, end: number, mostWords: number) {
    this.#from = from;
    this.#end = end;
    this.#mostWords = mostWords;
  }

  /** Fewer than asked where marks were too many. */
  get end(): number {
    return this.#end;
  }

  /** Marks a combination in vectors where it fails. */
  mark(combination: readonly number[], vectors: Uint32Array): void {
    let plane = this.#planes.at(-1);
    if (plane === undefined || plane.combinations.length === BITS) {
      this.#shorten();
      plane = { combinations: [], words: new Uint32Array(this.#end - this.#from) };
      this.#planes.push(plane);
    }
    const bit = 1 << plane.combinations.length;
    plane.combinations.push([...combination]);
    for (const vector of vectors) {
      if (vector >= this.#from && vector < this.#end) plane.words[vector - this.#from] |= bit;
    }
  }

  /** Combinations that fail in a vector. */
  failingOf(vector: number): (readonly number[])[] {
    const found: (readonly number[])[] = [];
    for (const { combinations, words } of this.#planes) {
      for (let rest = words[vector - this.#from]; rest !== 0; rest &= rest - 1) {
        found.push(combinations[BITS - 1 - Math.clz32(rest & -rest)]);
      }
    }
    return found;
  }

  /** Gives up vectors until there is room for one plane more. */
  #shorten(): void {
    let length = this.#end - this.#from;
    while (length > 1 && (this.#planes.length + 1) * length > this.#mostWords) length = Math.ceil(length / 2);
    if (length === this.#end - this.#from) return;
    this.#end = this.#from + length;
    this.#planes = this.#planes.map(({ combinations, words }) => ({ combinations, words: words.slice(0, length) }));
  }
}

/** Chooses cells that failing combinations have in common. */
class CellChooser {
  readonly #round: Pick<CellRound, 'values' | 'order' | 'costs' | 'suppress'>;
  /** [attributes] failing combinations of a vector that have it. */
  readonly #counts: Uint32Array;
  /** [attributes][values] failing combinations of all vectors, and vectors. */
  readonly #failing: readonly Float64Array[];
  readonly #vectors: readonly Float64Array[];

  constructor(round: CellRound) {
    const { codes, sizes } = round.values;
    this.#round = round;
    this.#counts = new Uint32Array(codes.length);
    this.#failing = sizes.map((size) => new Float64Array(size));
    this.#vectors = sizes.map((size) => new Float64Array(size));
  }

  reset(): void {
    for (const list of [...this.#failing, ...this.#vectors]) list.fill(0);
  }

  /** Adds the failing combinations of a vector to those of its values. */
  add(vector: number, failing: readonly (readonly number[])[]): void {
    const { codes } = this.#round.values;
    for (let a = 0; a < codes.length; a++) this.#vectors[a][codes[a][vector]]++;
    for (const combination of failing) for (const a of combination) this.#failing[a][codes[a][vector]]++;
  }

  choose(vector: number, failing: readonly (readonly number[])[]): void {
    if (failing.length === 0) return;
    const { order, suppress } = this.#round;
    const counts = this.#counts.fill(0);
    for (const combination of failing) for (const a of combination) counts[a]++;
    const scores = order.map((a) => this.#scoreOf(a, vector));
    let left = failing;
    while (left.length > 0) {
      let worst = -1;
      let most = 0;
      order.forEach((a, i) => {
        const score = counts[a] === 0 ? 0 : (scores[i] ?? counts[a]);
        if (score > most) [worst, most] = [a, score];
      });
      if (worst < 0) return;
      suppress(worst, vector);
      left = left.filter((combination) => {
        if (!combination.includes(worst)) return true;
        for (const a of combination) counts[a]--;
        return false;
      });
    }
  }

  /** Failing combinations a row of a vector's value for its cost; null where only those of the vector count. */
  #scoreOf(a: number, vector: number): number | null {
    const { costs, values } = this.#round;
    const value = values.codes[a][vector];
    return costs === null ? null : this.#failing[a][value] / this.#vectors[a][value] / costs[a];
  }
}
