import type { ClassCondition, Engine } from '../../engine/engine.js';
import { codesCounted } from '../../engine/listed-columns.js';

/** A condition on persons or on pairs of a person and a value, of which a class has few. */
export type PersonCondition = Exclude<ClassCondition, { readonly kind: 'size' }>;

/** True where codes are pairs of a person and a value: codes of first rows are few, and each says where it stands. */
export const hasPairs = ({ pairs }: ClassCondition): boolean => pairs !== undefined && pairs.personOf.length > 0;

/** True for a condition whose column has far more codes than a class has: they are counted class by class. */
export const isOfPersons = (condition: ClassCondition): boolean =>
  hasPairs(condition) || (condition.kind === 'distinct' && condition.persons === true);

/** The condition on a histogram of these codes alone, ascending; null for all. */
export function onCodes(condition: ClassCondition, codes: Uint32Array | null): ClassCondition {
  const { pairs } = condition;
  if (codes === null || pairs === undefined) return condition;
  const pick = (column: Uint32Array): Uint32Array => codes.map((code) => column[code]);
  return { ...condition, pairs: { ...pairs, personOf: pick(pairs.personOf), valueOf: pick(pairs.valueOf) } };
}

/** Rows of cells by their places and the codes of a column: judges the class of neighbouring cells. */
export class CellCodes {
  /** [cells + 1] vectors of cell c are start[c] .. start[c + 1] - 1. */
  readonly #start: Uint32Array;
  readonly #codes: Uint32Array;
  readonly #counts: Uint32Array;
  /** [codes] rows of the class that is judged; 0 else. */
  readonly #rows: Uint32Array;

  /**
   * @param places - [vectors] cell of each
   * @param counts - [vectors] rows
   * @param codeOf - [vectors] code of the column, below `size`
   */
  constructor(
    places: Uint32Array,
    counts: Uint32Array,
    cells: number,
    { codeOf, size }: { readonly codeOf: ArrayLike<number>; readonly size: number },
  ) {
    const start = new Uint32Array(cells + 1);
    for (const place of places) start[place + 1]++;
    for (let cell = 0; cell < cells; cell++) start[cell + 1] += start[cell];
    const at = start.slice();
    this.#start = start;
    this.#codes = new Uint32Array(places.length);
    this.#counts = new Uint32Array(places.length);
    places.forEach((place, vector) => {
      this.#codes[at[place]] = codeOf[vector];
      this.#counts[at[place]++] = counts[vector];
    });
    this.#rows = new Uint32Array(size);
  }

  /** Vectors of the class of the cells from .. to - 1. */
  vectors(from: number, to: number): number {
    return this.#start[to] - this.#start[from];
  }

  /** True when the class of the cells from .. to - 1 satisfies the condition. */
  holds(engine: Engine, condition: PersonCondition, from: number, to: number): boolean {
    const [first, last] = [this.#start[from], this.#start[to]];
    const isCounted = condition.kind === 'distinct' && condition.pairs === undefined;
    const enough = isCounted ? condition.l : Infinity;
    const rows = this.#rows;
    const known = codesCounted(condition, rows.length);
    const present: number[] = [];
    let all = 0;
    for (let i = first; i < last && present.length < enough; i++) {
      const code = this.#codes[i];
      if (code >= known) continue;
      if (rows[code] === 0) present.push(code);
      rows[code] += this.#counts[i];
      all += this.#counts[i];
    }
    const codes = isCounted ? new Uint32Array(0) : Uint32Array.from(present).sort();
    const histogram = codes.map((code) => rows[code]);
    for (const code of present) rows[code] = 0;
    if (isCounted) return present.length >= enough;
    return engine.checkCondition(onCodes(condition, codes), Uint32Array.of(all), histogram)[0] === 1;
  }
}
