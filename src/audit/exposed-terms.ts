import type { ReadTerms, TermLists } from './list-terms.js';
import { NONE, type Persons } from './persons.js';
import type { Exposed } from './report.js';

/** Texts looked at between two pauses. */
const textsAtOnce = 1 << 13;

/** Distinct terms of the release that fewer than k records of the original, or persons, hold, and the released rows that show one. */
export function* rareTerms(
  shown: ReadTerms | null,
  held: ReadTerms | null,
  count: number,
  { k, persons }: { readonly k: number; readonly persons: Persons | null },
): Generator<void, Exposed> {
  if (shown === null || held === null) return { texts: 0, rows: 0 };
  const records = new Float64Array(count);
  if (persons === null) addTerms(held.lists, held.weightOf, records);
  else countHolders(held, persons, records);
  yield;
  const isShown = new Uint8Array(count);
  let rows = 0;
  const { start, terms } = shown.lists;
  for (let text = 0; text < shown.weightOf.length; text++) {
    if (text % textsAtOnce === 0) yield;
    let few = 0;
    for (let at = start[text]; at < start[text + 1]; at++) {
      if (records[terms[at]] >= k) continue;
      isShown[terms[at]] = 1;
      few++;
    }
    if (few > 0) rows += shown.weightOf[text];
  }
  return { texts: isShown.reduce((sum, each) => sum + each, 0), rows };
}

/** Counts the persons who have each term in a record. */
function countHolders({ lists: { start, terms }, codes }: ReadTerms, { of }: Persons, holders: Float64Array): void {
  const lastWith = new Uint32Array(holders.length).fill(NONE);
  const byPerson = Uint32Array.from(of.keys()).sort((a, b) => of[a] - of[b]);
  for (const entry of byPerson) {
    if (of[entry] === NONE) continue;
    for (let at = start[codes[entry]]; at < start[codes[entry] + 1]; at++) {
      if (lastWith[terms[at]] === of[entry]) continue;
      lastWith[terms[at]] = of[entry];
      holders[terms[at]]++;
    }
  }
}

/** Adds the weight of every list to each of its terms. */
export function addTerms({ start, terms }: TermLists, weights: Float64Array, sums: Float64Array): void {
  for (let i = 0; i < weights.length; i++) {
    for (let at = start[i]; at < start[i + 1]; at++) sums[terms[at]] += weights[i];
  }
}
