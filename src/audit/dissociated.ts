/**
 * The audit of a dissociated release, from the file alone and, where it is at hand, against the original. It counts every
 * set of terms by itself and shares no code with what took the records apart.
 */
import { amount } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import { placeOf } from './dissociated-parts.js';
import type { AuditedChunk, DissociatedParts, DissociatedSpec, PersonsOfClusters } from './dissociated-parts.js';
import { countClusterPersons } from './dissociated-persons.js';
import { addTerms, rareTerms } from './exposed-terms.js';
import {
  listAt,
  type ReadTerms,
  readRecords,
  readTerms,
  sortAscending,
  type TermLists,
  TermNumbers,
} from './list-terms.js';
import { measureSizes } from './measure.js';
import { finish } from './grouping.js';
import type { Persons } from './persons.js';
import { TermSets } from './term-sets.js';
import type { AuditReport } from './report.js';

/** Rows, and terms of records compared with sub-records, between two pauses. */
const rowsAtOnce = 1 << 13;
const termsAtOnce = 1 << 17;

/**
 * Confirms k^m-anonymity (Terrovitis et al. 2012, section 3): every cluster has k records; every set of up to m terms of
 * a sub-record is in k sub-records of its chunk; no term is in two chunks of a cluster, shared ones counted; a cluster
 * with an empty term chunk has as many sub-records as lemma 2 asks for. With the original: the same number of records, the
 * same terms, each as often as the chunks say, and enough records for every sub-record.
 */
export function auditDissociated(release: Table, spec: DissociatedSpec, original?: Table): AuditReport {
  return finish(auditDissociatedInSteps(release, spec, original));
}

/** {@link auditDissociated} that yields between stretches of the work. */
export function* auditDissociatedInSteps(
  release: Table,
  spec: DissociatedSpec,
  whole?: Table,
): Generator<void, AuditReport> {
  const { k, m, attribute } = spec;
  const problems = checkNames(release, spec);
  const { original, persons, ...drawn } = yield* readRecords(spec, whole);
  const terms = new TermNumbers();
  const shown = yield* readTerms(release, spec, terms);
  const held = original === undefined ? null : yield* readTerms(original, spec, terms);
  const parts: DissociatedParts = { clusters: new Map(), shared: new Map() };
  if (problems.length === 0) yield* readRows(release, spec, shown!.lists, parts, problems);
  const exposed = original === undefined ? null : yield* rareTerms(shown, held, terms.count, { k, persons });
  const byRecords = yield* judgeParts(parts, shown, terms.count, spec, problems);
  const sizes = Uint32Array.from(parts.clusters.values(), ({ records }) => records);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  if (original !== undefined && problems.length === 0) {
    if (held === null) problems.push(`column ${JSON.stringify(attribute)}: not in the original`);
    else {
      if (rows !== original.rows) problems.push(`${amount(rows, 'record')}, the original has ${original.rows}`);
      yield* compareTerms(parts, shown!, held, terms.count, problems);
    }
  }
  const byPersons = yield* recountPersons({ parts, shown, held, original, persons, fewest: byRecords }, spec, problems);
  const fewest = byPersons?.fewest ?? byRecords;
  const holds = problems.length === 0;
  const achieved = { k: Number.isFinite(fewest) ? fewest : 0 };
  return {
    rows: original?.rows ?? rows,
    released: rows,
    suppressed: 0,
    persons: null,
    personsReleased: null,
    ...byPersons?.figures,
    ...drawn,
    classes: sizes.length,
    classSizes: countSizes(sizes),
    privacy: [{ model: 'km-anonymity', attribute, required: { k, m }, achieved, holds }],
    metrics: yield* measureSizes({ rows, suppressed: 0, sizes, k }),
    exposure: exposed === null ? null : { [attribute]: exposed },
    risk: { before: null, after: null },
    oneValued: {},
    largestShares: {},
    originalSizes: null,
    columns: {},
    labelLosses: null,
    holds,
    problems,
    warnings: [],
  };
}

/** Figures by persons; null where the job names no key. No model holds where persons cannot be counted. */
function* recountPersons(
  {
    original,
    persons,
    held,
    shown,
    ...released
  }: Omit<PersonsOfClusters, 'original' | 'persons' | 'shown' | 'held'> & {
    readonly original: Table | undefined;
    readonly persons: Persons | null;
    readonly shown: ReadTerms | null;
    readonly held: ReadTerms | null;
  },
  spec: DissociatedSpec,
  problems: string[],
): Generator<
  void,
  { readonly fewest: number; readonly figures: Partial<AuditReport> & Pick<AuditReport, 'persons'> } | null
> {
  if (spec.persons === undefined) return null;
  const found =
    original === undefined
      ? { reason: 'no original was given' }
      : persons === null
        ? { reason: 'the original lacks a column of their key' }
        : shown === null || held === null || problems.length > 0
          ? { reason: 'the release does not fit the original' }
          : yield* countClusterPersons({ ...released, original, persons, shown, held }, spec, problems);
  const count = persons?.count ?? null;
  if ('reason' in found) {
    problems.push(`persons could not be recounted, so that no model holds: ${found.reason}`);
    return { fewest: 0, figures: { persons: count, personsRecounted: false } };
  }
  const { fewest, sizes } = found;
  const figures = { persons: count, personsReleased: count, personsRecounted: true, classPersons: countSizes(sizes) };
  return { fewest, figures };
}

/** Sizes, ascending, and how many have each. */
function countSizes(sizes: Uint32Array): [number, number][] {
  const counted = new Map<number, number>();
  for (const size of sizes.slice().sort()) counted.set(size, (counted.get(size) ?? 0) + 1);
  return [...counted];
}

/** Reports problems of the columns of a release. */
function checkNames(release: Table, { attribute, identifiers }: DissociatedSpec): string[] {
  const expected = ['cluster', 'chunk', 'records', attribute];
  const lacking = expected.filter((name) => release.column(name) === undefined);
  const others = release.columns
    .map(({ name }) => name)
    .filter((name) => identifiers.includes(name) || !expected.includes(name));
  const mustNot = (name: string): string =>
    identifiers.includes(name) ? 'must not be in the release' : 'not expected';
  return [
    ...lacking.map((name) => `column ${JSON.stringify(name)}: not in the release`),
    ...others.map((name) => `column ${JSON.stringify(name)}: ${mustNot(name)}`),
  ];
}

/** Judges every cluster and every shared chunk; returns the fewest records or sub-records that anything known is in. */
function* judgeParts(
  { clusters, shared }: DissociatedParts,
  shown: ReadTerms | null,
  count: number,
  { k, m, budget = 1e7 }: DissociatedSpec,
  problems: string[],
): Generator<void, number> {
  if (shown === null) return Infinity;
  const { lists } = shown;
  let fewest = Infinity;
  let left = budget;
  const numbers = new ChunkTerms(lists, count);
  const judge = (chunk: AuditedChunk, records: number): void => {
    const found = numbers.fewestSubRecords(chunk.subRecords, m, left);
    if (found === null) problems.push(`${placeOf(chunk)}: more sets of terms than can be counted`);
    else {
      left -= found.sets;
      fewest = Math.min(fewest, found.support);
      if (found.support < k)
        problems.push(`${placeOf(chunk)}: a set of terms is in ${found.support} sub-records, k is ${k}`);
    }
    if (chunk.subRecords.length > records) problems.push(`${placeOf(chunk)}: more sub-records than records`);
  };
  const claim = (seen: Set<number>, chunk: AuditedChunk): void => {
    const own = numbers.of(chunk.subRecords);
    if (own.some((term) => seen.has(term)))
      problems.push(`${placeOf(chunk)}: a term that another chunk of the cluster has`);
    for (const term of own) seen.add(term);
  };
  for (const [name, { records, chunks, terms, seen }] of clusters) {
    yield;
    const place = `cluster ${JSON.stringify(name)}`;
    fewest = Math.min(fewest, records);
    if (records < k) problems.push(`${place}: ${amount(records, 'record')}, k is ${k}`);
    if (terms === null) problems.push(`${place}: no term chunk`);
    for (const chunk of chunks.values()) {
      judge(chunk, records);
      claim(seen, chunk);
    }
    const hidden = terms === null ? [] : Array.from(listAt(lists, terms));
    if (hidden.some((term) => seen.has(term))) problems.push(`${place}: a term in two chunks`);
    for (const term of hidden) seen.add(term);
  }
  checkEmptyTermChunks({ clusters, shared }, lists, k, m, problems);
  for (const chunk of shared.values()) {
    yield;
    const joined = [...new Set(chunk.joined)].map((name) => clusters.get(name));
    const records = joined.reduce((sum, cluster) => sum + (cluster?.records ?? 0), 0);
    judge(chunk, records);
    for (const cluster of joined) {
      if (cluster === undefined) problems.push(`${placeOf(chunk)}: of a cluster that is not there`);
      else claim(cluster.seen, chunk);
    }
    if (records === chunk.records) continue;
    problems.push(`${placeOf(chunk)}: ${amount(chunk.records, 'record')}, its clusters have ${records}`);
  }
  return fewest;
}

/** Lemma 2: a cluster with an empty term chunk must have enough sub-records. */
function checkEmptyTermChunks(
  { clusters, shared }: DissociatedParts,
  lists: TermLists,
  k: number,
  m: number,
  problems: string[],
): void {
  const sharing = new Set([...shared.values()].flatMap(({ joined }) => joined));
  for (const [name, { records, chunks, terms }] of clusters) {
    // Records of a cluster without any term are empty: nobody knows a term of them.
    if (terms === null || listAt(lists, terms).length > 0 || (chunks.size === 0 && !sharing.has(name))) continue;
    const own = [...chunks.values()].reduce((sum, { subRecords }) => sum + subRecords.length, 0);
    const needed = records + k * Math.max(0, Math.min(m, chunks.size) - 1);
    if (own >= needed) continue;
    problems.push(
      `cluster ${JSON.stringify(name)}: ${amount(own, 'sub-record')} and no terms, where lemma 2 asks for ${needed}`,
    );
  }
}

function* readRows(
  release: Table,
  { attribute }: DissociatedSpec,
  lists: TermLists,
  { clusters, shared }: DissociatedParts,
  problems: string[],
): Generator<void, void> {
  const [names, chunkNames, counts, sets] = ['cluster', 'chunk', 'records', attribute].map(
    (name) => release.column(name) as Column,
  );
  const recordsOf = counts.texts.map(Number);
  for (let entry = 0; entry < release.entries; entry++) {
    if (entry % rowsAtOnce === 0) yield;
    const cluster = names.texts[names.codes[entry]];
    const name = chunkNames.texts[chunkNames.codes[entry]];
    const records = recordsOf[counts.codes[entry]];
    const text = sets.codes[entry];
    const times = release.weights?.[entry] ?? 1;
    const wrong = (what: string): number => problems.push(`${placeOf({ cluster, name })}: ${what}`);
    if (!Number.isSafeInteger(records) || records < 1) wrong('records is not a whole number above 0');
    if (name !== 'terms' && lists.start[text] === lists.start[text + 1]) wrong('an empty sub-record');
    if (name.startsWith('shared ')) {
      const key = `${cluster} ${name}`;
      const known = shared.get(key) ?? { cluster, name, subRecords: [], joined: cluster.split('+'), records };
      if (known.records !== records) wrong('records in two numbers');
      for (let i = 0; i < times; i++) known.subRecords.push(text);
      shared.set(key, known);
      continue;
    }
    let own = clusters.get(cluster);
    if (own === undefined) {
      own = { records, chunks: new Map(), terms: null, seen: new Set() };
      clusters.set(cluster, own);
    }
    if (own.records !== records) wrong('records in two numbers');
    if (name === 'terms') {
      if (own.terms !== null || times > 1) wrong('a second term chunk');
      own.terms = text;
    } else {
      let known = own.chunks.get(name);
      if (known === undefined) own.chunks.set(name, (known = { cluster, name, subRecords: [] }));
      for (let i = 0; i < times; i++) known.subRecords.push(text);
    }
  }
}

/** Numbers the terms of one chunk after the other. */
class ChunkTerms {
  readonly #lists: TermLists;
  /** [terms] number within the chunk, from 1; 0 between two chunks. */
  readonly #numberOf: Uint32Array;

  constructor(lists: TermLists, count: number) {
    this.#lists = lists;
    this.#numberOf = new Uint32Array(count);
  }

  /** The distinct terms of sub-records. */
  of(subRecords: readonly number[]): number[] {
    const own = this.#number(subRecords);
    for (const term of own) this.#numberOf[term] = 0;
    return own;
  }

  #number(subRecords: readonly number[]): number[] {
    const { start, terms } = this.#lists;
    const own: number[] = [];
    for (const text of subRecords) {
      for (let at = start[text]; at < start[text + 1]; at++) {
        if (this.#numberOf[terms[at]] === 0) this.#numberOf[terms[at]] = own.push(terms[at]);
      }
    }
    return own;
  }

  /** The fewest sub-records that have a set of up to m terms of one sub-record; null when there are more sets than the budget. */
  fewestSubRecords(
    subRecords: readonly number[],
    m: number,
    budget: number,
  ): { readonly support: number; readonly sets: number } | null {
    const { start, terms } = this.#lists;
    const own = this.#number(subRecords);
    const base = own.length + 1;
    const supports = new Map<number | string, number>();
    const isNumeric = m * (32 - Math.clz32(base)) <= 53;
    // False past the budget.
    const extend = (from: number, to: number, length: number, key: number | string): boolean => {
      for (let at = from; at < to; at++) {
        const number = this.#numberOf[terms[at]];
        const longer = isNumeric ? (key as number) * base + number : `${key},${number}`;
        supports.set(longer, (supports.get(longer) ?? 0) + 1);
        if (supports.size > budget) return false;
        if (length + 1 < m && !extend(at + 1, to, length + 1, longer)) return false;
      }
      return true;
    };
    const isCounted = subRecords.every((text) => extend(start[text], start[text + 1], 0, 0));
    for (const term of own) this.#numberOf[term] = 0;
    if (!isCounted) return null;
    let support = Infinity;
    for (const count of supports.values()) support = Math.min(support, count);
    return { support, sets: supports.size };
  }
}

/** Checks terms and sub-records against the records that they are of. */
function* compareTerms(
  { clusters, shared }: DissociatedParts,
  shown: ReadTerms,
  held: ReadTerms,
  count: number,
  problems: string[],
): Generator<void, void> {
  const times = new Float64Array(shown.weightOf.length);
  const least = new Float64Array(count);
  const most = new Float64Array(count);
  const { start, terms: shownTerms } = shown.lists;
  for (const { records, chunks, terms } of clusters.values()) {
    yield;
    for (const { subRecords } of chunks.values()) for (const text of subRecords) times[text]++;
    if (terms === null) continue;
    for (let at = start[terms]; at < start[terms + 1]; at++) {
      least[shownTerms[at]]++;
      most[shownTerms[at]] += records;
    }
  }
  for (const { subRecords } of shared.values()) {
    yield;
    for (const text of subRecords) times[text]++;
  }
  const having = new Float64Array(count);
  addTerms(held.lists, held.weightOf, having);
  yield;
  const rest = new Float64Array(count);
  addTerms(shown.lists, times, rest);
  let wrong = 0;
  for (let term = 0; term < count; term++) {
    const own = having[term] - rest[term];
    if (own < least[term] || own > most[term]) wrong++;
  }
  if (wrong > 0)
    problems.push(`${amount(wrong, 'term is', 'terms are')} in another number of records than in the original`);
  yield;
  const tooMany = yield* countTooMany(shown.lists, times, held, having);
  if (tooMany > 0)
    problems.push(`${tooMany} sub-records stand more often than records of the original have their terms`);
}

/** Sets of terms that more sub-records have than records of the original. Their terms are sorted in place. */
function* countTooMany(
  shownLists: TermLists,
  times: Float64Array,
  { lists, weightOf }: ReadTerms,
  having: Float64Array,
): Generator<void, number> {
  // The rarest term first: few records go far down a path.
  const rankOf = new Uint32Array(having.length);
  Uint32Array.from(rankOf.keys())
    .sort((a, b) => having[a] - having[b] || a - b)
    .forEach((term, rank) => (rankOf[term] = rank));
  const sets = new TermSets(shownLists.terms.length, having.length);
  for (const { start, terms } of [shownLists, lists]) {
    for (let list = 0; list + 1 < start.length; list++) {
      if (list % rowsAtOnce === 0) yield;
      for (let at = start[list]; at < start[list + 1]; at++) terms[at] = rankOf[terms[at]];
      sortAscending(terms, start[list], start[list + 1]);
    }
  }
  for (let list = 0; list < times.length; list++) {
    if (list % rowsAtOnce === 0) yield;
    if (times[list] > 0) sets.add(listAt(shownLists, list), times[list]);
  }
  yield;
  sets.close();
  let looked = 0;
  for (let list = 0; list < weightOf.length; list++) {
    if (weightOf[list] === 0) continue;
    sets.begin(listAt(lists, list), weightOf[list]);
    do {
      looked += sets.walk(termsAtOnce);
      if (looked > termsAtOnce) {
        looked = 0;
        yield;
      }
    } while (!sets.isDone);
  }
  return sets.unfound;
}
