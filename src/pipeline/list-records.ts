/** Records of a table of lists: the terms of every row as numbers. */
import type { RecordPersons, TermLists } from '../algorithms/sets/term-lists.js';
import type { Steps } from '../base/steps.js';
import { type Column, rowsPerEntry, type Table } from '../table/table.js';
import type { Units } from '../table/units.js';
import type { ListPlan } from './plan-lists.js';

/** Persons of the records, of which an entry may stand for several. */
export function recordPersons({ rows, entries, weights }: Table, { of, count }: Units): RecordPersons {
  if (weights === null) return { count, of };
  const all = new Uint32Array(rows);
  for (let entry = 0, row = 0; entry < entries; row += weights[entry++]) all.fill(of[entry], row, row + weights[entry]);
  return { count, of: all };
}

/** Entries, or texts, read between two yields. */
const YIELD_ENTRIES = 1 << 13;

/** The terms of every row as numbers, the most frequent first; ascending in a record. */
export function* readRecords(
  table: Table,
  { codes, texts, missingCode }: Column,
  { delimiter, missing }: ListPlan,
): Steps<{ readonly records: TermLists; readonly texts: readonly string[] }> {
  const rowsWith = new Float64Array(texts.length);
  const weights = rowsPerEntry(table);
  codes.forEach((code, entry) => (rowsWith[code] += weights[entry]));
  const isMissing = new Set(missing);
  /** Terms of texts that rows have, by first appearance. */
  const numbers = new Map<string, number>();
  const supports: number[] = [];
  /** [terms] the text that had it last, from 1. */
  const lastIn: number[] = [];
  const start = new Uint32Array(texts.length + 1);
  let items = new Uint32Array(texts.length);
  let kept = 0;
  for (const [code, text] of texts.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    const own = code === missingCode || rowsWith[code] === 0 ? [] : text.split(delimiter);
    if (kept + own.length > items.length) items = grown(items, kept + own.length);
    for (const untrimmed of own) {
      const item = untrimmed.trim();
      if (item === '' || isMissing.has(item)) continue;
      let term = numbers.get(item);
      if (term === undefined) {
        numbers.set(item, (term = supports.length));
        supports.push(0);
        lastIn.push(0);
      }
      if (lastIn[term] === code + 1) continue;
      lastIn[term] = code + 1;
      items[kept++] = term;
      supports[term] += rowsWith[code];
    }
    start[code + 1] = kept;
  }
  const names = [...numbers.keys()];
  const byFrequency = Uint32Array.from(names.keys()).sort(
    (a, b) => supports[b] - supports[a] || (names[a] < names[b] ? -1 : 1),
  );
  const numberOf = new Uint32Array(names.length);
  byFrequency.forEach((term, number) => (numberOf[term] = number));
  for (const [code] of texts.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    const own = items.subarray(start[code], start[code + 1]);
    for (let i = 0; i < own.length; i++) own[i] = numberOf[own[i]];
    own.sort();
  }
  const records = yield* recordsOf(table.rows, { codes, weights }, { start, terms: items });
  return { records, texts: Array.from(byFrequency, (term) => names[term]) };
}

/** A longer array that begins with the same numbers. */
function grown(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(least, 2 * numbers.length));
  longer.set(numbers);
  return longer;
}

/** The terms of every row, of entries that have the terms of a text. */
function* recordsOf(
  rows: number,
  { codes, weights }: { readonly codes: ArrayLike<number>; readonly weights: ArrayLike<number> },
  { start, terms }: TermLists,
): Steps<TermLists> {
  const begins = new Uint32Array(rows + 1);
  let row = 0;
  for (let entry = 0; entry < codes.length; entry++) {
    if (entry % YIELD_ENTRIES === 0) yield;
    const length = start[codes[entry] + 1] - start[codes[entry]];
    for (let i = 0; i < weights[entry]; i++, row++) begins[row + 1] = begins[row] + length;
  }
  const all = new Uint32Array(begins[rows]);
  row = 0;
  for (let entry = 0; entry < codes.length; entry++) {
    if (entry % YIELD_ENTRIES === 0) yield;
    for (let i = 0; i < weights[entry]; i++, row++) {
      for (let at = start[codes[entry]], to = begins[row]; to < begins[row + 1]; at++, to++) all[to] = terms[at];
    }
  }
  return { start: begins, terms: all };
}
