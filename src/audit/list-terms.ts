/** Terms of columns of lists, as the audit reads them from a release and from its original. */
import type { Codes, Table } from '../table/table.js';
import { drawOriginal } from './drawn-rows.js';
import { type Persons, readPersons } from './persons.js';
import type { AuditReport } from './report.js';
import type { AuditPersons } from './spec.js';

/** Texts looked at between two pauses. */
const textsAtOnce = 1 << 13;

/** Input of the audit of a release of lists. */
export interface ListSpec {
  readonly attribute: string;
  readonly delimiter: string;
  readonly k: number;
  readonly m: number;
  /** Cells and items that count as missing. */
  readonly missing: readonly string[];
  /** Columns that must not be in the release. */
  readonly identifiers: readonly string[];
  /** Persons of the records: sets then count persons. Default: every record counts as one. */
  readonly persons?: AuditPersons;
}

/** Lists of terms, one behind the other. */
export interface TermLists {
  /** [lists + 1] */
  readonly start: Uint32Array;
  readonly terms: Uint32Array;
}

/** The terms of one list. */
export const listAt = ({ start, terms }: TermLists, list: number): Uint32Array =>
  terms.subarray(start[list], start[list + 1]);

/** The terms of a column, by the texts of its dictionary. */
export interface ReadTerms {
  /** [texts] ascending, each once. */
  readonly lists: TermLists;
  /** [texts] rows of every text. */
  readonly weightOf: Float64Array;
  /** [entries] text of every entry. */
  readonly codes: Codes;
}

/** The rows of the original that the release is made of, and their persons where the job names their key. */
export function* readRecords(
  { persons: key, missing }: ListSpec,
  whole: Table | undefined,
): Generator<
  void,
  Pick<AuditReport, 'rowsNotDrawn'> & { readonly original: Table | undefined; readonly persons: Persons | null }
> {
  const persons =
    key === undefined || whole === undefined ? null : yield* readPersons(whole, key.columns, new Set(missing));
  if (key?.drawn === undefined || whole === undefined || persons === null) return { original: whole, persons };
  return (yield* drawOriginal(whole, persons, key.columns, key.drawn)) ?? { original: whole, persons };
}

/** Numbers terms by first appearance. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #lastIn: number[] = [];
  #lists = 0;

  get count(): number {
    return this.#lastIn.length;
  }

  /** Terms by their numbers. */
  names(): string[] {
    return [...this.#numbers.keys()];
  }

  /** Begins another list. */
  open(): void {
    this.#lists++;
  }

  /** The number of a term that the list has not yet, else -1. */
  add(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      this.#numbers.set(term, (number = this.#lastIn.length));
      this.#lastIn.push(0);
    }
    if (this.#lastIn[number] === this.#lists) return -1;
    this.#lastIn[number] = this.#lists;
    return number;
  }
}

/** The terms of every text of the attribute's column; null without one. */
export function* readTerms(
  table: Table,
  { attribute, delimiter, missing }: ListSpec,
  numbers: TermNumbers,
): Generator<void, ReadTerms | null> {
  const column = table.column(attribute);
  if (column === undefined) return null;
  const { texts, codes, missingCode } = column;
  const weightOf = new Float64Array(texts.length);
  codes.forEach((code, entry) => (weightOf[code] += table.weights?.[entry] ?? 1));
  const isMissing = new Set(missing);
  const start = new Uint32Array(texts.length + 1);
  let terms = new Uint32Array(texts.length);
  let kept = 0;
  for (const [code, text] of texts.entries()) {
    if (code % textsAtOnce === 0) yield;
    numbers.open();
    const items = code === missingCode ? [] : text.split(delimiter);
    if (kept + items.length > terms.length) {
      const longer = new Uint32Array(2 * (kept + items.length));
      longer.set(terms);
      terms = longer;
    }
    for (const untrimmed of items) {
      const item = untrimmed.trim();
      if (item === '' || isMissing.has(item)) continue;
      const number = numbers.add(item);
      if (number >= 0) terms[kept++] = number;
    }
    sortAscending(terms, start[code], kept);
    start[code + 1] = kept;
  }
  return { lists: { start, terms: terms.slice(0, kept) }, weightOf, codes };
}

/** Sorts a stretch of numbers, mostly a few. */
export function sortAscending(numbers: Uint32Array, from: number, to: number): void {
  if (to - from > 32) {
    numbers.subarray(from, to).sort();
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const number = numbers[at];
    let place = at;
    for (; place > from && numbers[place - 1] > number; place--) numbers[place] = numbers[place - 1];
    numbers[place] = number;
  }
}
