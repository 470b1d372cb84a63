/** The persons of a dissociated release: of its clusters, and of the sets of terms that its chunks show. */
import { amount } from '../base/plural.js';
import { appendAll } from '../base/sequences.js';
import { placeOf } from './dissociated-parts.js';
import type { AuditedChunk, DissociatedParts, DissociatedSpec, PersonsOfClusters } from './dissociated-parts.js';
import { listAt, type ReadTerms } from './list-terms.js';
import { NONE, type Persons } from './persons.js';
import { placeInClusters } from './place-in-clusters.js';

/** Counts of persons. */
interface Counted {
  /** The fewest persons that anything known is of. */
  readonly fewest: number;
  /** [clusters] persons. */
  readonly sizes: Uint32Array;
}

const unfit = { reason: 'the run names rows of the original for clusters that do not fit them' };

/**
 * Counts the persons of every cluster, and those who have a set of up to m terms that a sub-record shows, by the rows of the original that
 * clusters are said to have, which must fit them; else by one way to give the rows to clusters that no cluster has two rows of one person in. Where
 * nobody has two rows, every record is a person.
 */
export function* countClusterPersons(
  input: PersonsOfClusters,
  spec: DissociatedSpec,
  problems: string[],
): Generator<void, Counted | { readonly reason: string }> {
  const { original, persons } = input;
  const { recordsOf, budget = 1e7 } = spec;
  if (persons.withoutKey > 0) return { reason: 'rows of the original lack a key' };
  if (persons.count === original.rows) return ofRecords(input);
  for (let turn = 1; ; turn++) {
    const found = yield* recordsOf === undefined ? findPlaces(input, budget, turn) : findRows(input, recordsOf);
    const own: string[] = [];
    const counted = 'reason' in found ? found : yield* countIn(input, spec, found, own);
    // Another way may leave shared chunks more persons.
    if (counted === OTHER_CLUSTERS && turn < MOST_WAYS) continue;
    appendAll(problems, own);
    return counted;
  }
}

/** Counts the persons of clusters of which the rows are known. */
function* countIn(
  input: PersonsOfClusters,
  { k, m, budget = 1e7 }: DissociatedSpec,
  { rowsOf, isOneOfSeveral }: Exclude<RowsOfClusters, { readonly reason: string }>,
  problems: string[],
): Generator<void, Counted | { readonly reason: string }> {
  const { parts, persons } = input;
  let fewest = Infinity;
  let repeated = 0;
  const sizes: number[] = [];
  for (const rows of rowsOf.values()) {
    const own = new Set(Array.from(rows, (entry) => persons.of[entry])).size;
    sizes.push(own);
    fewest = Math.min(fewest, own);
    if (own < rows.length) repeated++;
  }
  if (repeated > 0)
    problems.push(`${amount(repeated, 'cluster')} with several rows of one person, which stand for one`);
  yield;
  let left = budget;
  for (const { name, clusters, chunks } of placesOf(parts)) {
    yield;
    const rows = clusters.flatMap((cluster) => rowsOf.get(cluster) ?? []).sort((a, b) => persons.of[a] - persons.of[b]);
    for (const chunk of chunks) {
      const terms = termsOf(input.shown, chunk);
      const projected = rows.map((entry) => listOf(input.held, entry).filter((term) => terms.has(term)));
      if (!areEqual(input.shown, chunk, projected)) return unfit;
      const counted = fewestPersons(projected, rows, persons, { m, budget: left });
      if (counted === null) return { reason: 'there are more sets of terms than can be counted' };
      left -= counted.sets;
      fewest = Math.min(fewest, counted.support);
      if (counted.support >= k) continue;
      if (isOneOfSeveral) return OTHER_CLUSTERS;
      problems.push(`${name}: ${amount(counted.support, 'person has', 'persons have')} a set of terms, k is ${k}`);
    }
  }
  return hidesRest(input, rowsOf) ? { fewest, sizes: Uint32Array.from(sizes) } : unfit;
}

/** Counts of clusters in which each record is another person. */
const ofRecords = ({ parts, fewest }: PersonsOfClusters): Counted => ({
  fewest,
  sizes: Uint32Array.from(parts.clusters.values(), ({ records }) => records),
});

const OTHER_CLUSTERS = {
  reason: 'the rows of the original fit the clusters in several ways, which leave shared chunks different persons',
};

/** Ways of which one may leave every shared chunk enough persons. */
const MOST_WAYS = 12;

/** Rows of clusters, as nobody says which they are: one way in which no cluster has two rows of one person. */
function* findPlaces(input: PersonsOfClusters, budget: number, turn: number): Generator<void, RowsOfClusters> {
  const placed = yield* placeInClusters(input, { budget, turn });
  return placed ?? { reason: 'the rows of the original do not fit clusters without two rows of one person' };
}

/** Cluster by name -> the entries of the original that its rows are. */
type RowsOfClusters =
  | { readonly rowsOf: ReadonlyMap<string, readonly number[]>; readonly isOneOfSeveral: boolean }
  | { readonly reason: string };

/** Rows of clusters as they are said to be; a reason where a row is in none, or in two, or clusters differ. */
function* findRows(
  { parts: { clusters }, original, persons }: PersonsOfClusters,
  recordsOf: readonly Uint32Array[],
): Generator<void, RowsOfClusters> {
  yield;
  const entryOf = new Uint32Array(original.rows).fill(NONE);
  for (let entry = 0, row = 0; entry < persons.of.length; entry++) {
    for (let i = 0; i < (original.weights?.[entry] ?? 1); i++) entryOf[row++] = entry;
  }
  const rowsOf = new Map<string, number[]>();
  let rows = 0;
  for (const [i, own] of recordsOf.entries()) {
    const name = String(i + 1);
    if (clusters.get(name)?.records !== own.length) return unfit;
    const entries: number[] = [];
    for (const row of own) {
      if (row >= entryOf.length || entryOf[row] === NONE) return unfit;
      entries.push(entryOf[row]);
      entryOf[row] = NONE;
    }
    rows += entries.length;
    rowsOf.set(name, entries);
  }
  return rowsOf.size === clusters.size && rows === original.rows ? { rowsOf, isOneOfSeveral: false } : unfit;
}

/** The chunks of every cluster, and those that several share. */
function* placesOf({ clusters, shared }: DissociatedParts) {
  for (const [name, { chunks }] of clusters) {
    yield { name: `cluster ${JSON.stringify(name)}`, clusters: [name], chunks: [...chunks.values()] };
  }
  for (const chunk of shared.values()) {
    yield { name: placeOf(chunk), clusters: [...new Set(chunk.joined)], chunks: [chunk] };
  }
}

/** The terms of an entry, ascending. */
const listOf = ({ lists, codes }: ReadTerms, entry: number): number[] => Array.from(listAt(lists, codes[entry]));

/** The terms of a text of the release, ascending. */
const listOfText = ({ lists }: ReadTerms, text: number): number[] => Array.from(listAt(lists, text));

const termsOf = (shown: ReadTerms, { subRecords }: AuditedChunk): Set<number> =>
  new Set(subRecords.flatMap((text) => listOfText(shown, text)));

/** True where the sub-records of a chunk are what the rows have of its terms. */
function areEqual(shown: ReadTerms, { subRecords }: AuditedChunk, projected: readonly (readonly number[])[]): boolean {
  const balance = new Map<string, number>();
  const add = (list: readonly number[], rows: number): void => {
    const key = list.join(' ');
    balance.set(key, (balance.get(key) ?? 0) + rows);
  };
  for (const text of subRecords) add(listOfText(shown, text), 1);
  for (const list of projected) if (list.length > 0) add(list, -1);
  return [...balance.values()].every((rows) => rows === 0);
}

/** The fewest persons who have a set of up to m terms that a row has; rows of a person one after the other. */
function fewestPersons(
  projected: readonly (readonly number[])[],
  rows: readonly number[],
  { of }: Persons,
  { m, budget }: { readonly m: number; readonly budget: number },
): { readonly support: number; readonly sets: number } | null {
  const holders = new Map<string, { persons: number; last: number }>();
  const extend = (row: number, from: number, length: number, key: string): boolean => {
    for (let at = from; at < projected[row].length; at++) {
      const longer = `${key} ${projected[row][at]}`;
      const found = holders.get(longer) ?? { persons: 0, last: NONE };
      if (found.persons === 0) holders.set(longer, found);
      if (found.last !== of[rows[row]]) found.persons++;
      found.last = of[rows[row]];
      if (holders.size > budget) return false;
      if (length + 1 < m && !extend(row, at + 1, length + 1, longer)) return false;
    }
    return true;
  };
  for (let row = 0; row < rows.length; row++) if (!extend(row, 0, 0, '')) return null;
  let support = Infinity;
  for (const { persons } of holders.values()) support = Math.min(support, persons);
  return { support, sets: holders.size };
}

/** True where the term chunk of every cluster has what its rows have beside all chunks. */
function hidesRest(
  { parts: { clusters, shared }, shown, held }: PersonsOfClusters,
  rowsOf: ReadonlyMap<string, readonly number[]>,
): boolean {
  const shownOf = new Map<string, Set<number>>();
  for (const [name, { chunks }] of clusters) {
    shownOf.set(name, new Set([...chunks.values()].flatMap((chunk) => [...termsOf(shown, chunk)])));
  }
  for (const chunk of shared.values()) {
    const own = termsOf(shown, chunk);
    for (const name of chunk.joined) for (const term of own) shownOf.get(name)?.add(term);
  }
  for (const [name, { terms }] of clusters) {
    const hidden = new Set(terms === null ? [] : listOfText(shown, terms));
    const rest = new Set<number>();
    for (const entry of rowsOf.get(name) ?? []) {
      for (const term of listOf(held, entry)) if (shownOf.get(name)?.has(term) !== true) rest.add(term);
    }
    if (rest.size !== hidden.size || [...rest].some((term) => !hidden.has(term))) return false;
  }
  return true;
}
