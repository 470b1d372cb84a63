import type { ClassCondition } from '../engine.js';
import { askedOfColumn } from '../listed-columns.js';
import { CompiledCondition } from './conditions.js';

/** Distinct codes of classes: those of class c stand at starts[c] .. starts[c + 1] - 1. */
export interface CodeList {
  readonly starts: Uint32Array;
  readonly codes: ArrayLike<number>;
  /** Rows of each code; none where they are not kept. */
  readonly rows: Uint32Array;
}

/** A column whose codes are listed by class, with the conditions on it: the twin of assembly/code-lists.ts. */
export class ListedColumn {
  readonly #least: number;
  /** Codes from which on none counts. */
  readonly #known: number;
  readonly #conditions: readonly CompiledCondition[];
  readonly #marks: Uint32Array;

  /** @param conditions - those on the column, all of which lists serve */
  constructor(column: number, size: number, conditions: readonly ClassCondition[]) {
    const { least, hasKeyless } = askedOfColumn(conditions, column);
    this.#least = least;
    this.#known = size - Number(hasKeyless);
    this.#conditions = this.#least > 0 ? [] : conditions.map((condition) => new CompiledCondition(condition, size));
    this.#marks = new Uint32Array(size);
  }

  /** The lists of classes of vectors. */
  listVectors(codes: ArrayLike<number>, rows: Uint32Array, ids: Uint32Array, classes: number): CodeList {
    return this.#merge({ starts: null, codes, rows }, ids, codes.length, classes);
  }

  /** The lists of classes of entries that have lists. */
  merge(source: CodeList, ids: Uint32Array, entries: number, classes: number): CodeList {
    return this.#merge(source, ids, entries, classes);
  }

  /** Takes back the acceptance, [classes], of classes that break a condition. */
  judge({ starts, codes, rows }: CodeList, accepted: Uint8Array): void {
    for (let c = 0; c < accepted.length; c++) {
      if (accepted[c] === 0) continue;
      const [from, to] = [starts[c], starts[c + 1]];
      const holds =
        this.#least > 0
          ? to - from >= this.#least
          : this.#conditions.every((condition) => condition.listHolds(codes as Uint32Array, rows, from, to));
      if (!holds) accepted[c] = 0;
    }
  }

  clear(): void {
    for (const condition of this.#conditions) condition.clear();
  }

  #merge(
    { starts, codes, rows }: Omit<CodeList, 'starts'> & { readonly starts: Uint32Array | null },
    ids: Uint32Array,
    entries: number,
    classes: number,
  ): CodeList {
    const hasRows = this.#least === 0;
    const marks = this.#marks;
    const next = new Uint32Array(classes + 2);
    for (let e = 0; e < entries; e++) next[ids[e] + 2]++;
    for (let c = 0; c < classes; c++) next[c + 2] += next[c + 1];
    const order = new Uint32Array(entries);
    for (let e = 0; e < entries; e++) order[next[ids[e] + 1]++] = e;
    const all = starts === null ? entries : starts[entries];
    const outStarts = new Uint32Array(classes + 1);
    const outCodes = new Uint32Array(all);
    const outRows = new Uint32Array(hasRows ? all : 0);
    let length = 0;
    for (let c = 0; c < classes; c++) {
      outStarts[c] = length;
      const first = length;
      const limit = hasRows ? Infinity : first + this.#least;
      for (let i = next[c]; i < next[c + 1] && length < limit; i++) {
        const entry = order[i];
        const from = starts === null ? entry : starts[entry];
        const to = starts === null ? entry + 1 : starts[entry + 1];
        for (let at = from; at < to && length < limit; at++) {
          const code = codes[at];
          if (code >= this.#known) continue;
          // One more than the place where the code stands; those of earlier classes are not beyond `first`.
          const known = marks[code];
          if (known <= first) {
            outCodes[length] = code;
            marks[code] = ++length;
          }
          if (hasRows) outRows[marks[code] - 1] += rows[at];
        }
      }
    }
    outStarts[classes] = length;
    for (let i = 0; i < length; i++) marks[outCodes[i]] = 0;
    return { starts: outStarts, codes: outCodes.slice(0, length), rows: outRows.slice(0, hasRows ? length : 0) };
  }
}

/** Zeroes lists. */
export function wipeList({ starts, codes, rows }: CodeList): void {
  for (const list of [starts, codes as Uint32Array, rows]) list.fill(0);
}
