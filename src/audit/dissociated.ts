/**
 * The audit of a dissociated release, from the file alone and, where it is at hand, against the original. It counts every
 * set of terms by itself and shares no code with what took the records apart.
 */
import { amount } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import { measureSizes } from './measure.js';
import { finish } from './grouping.js';
import type { AuditReport, Exposed } from './report.js';

/** Rows, and terms of records held against sub-records, between two pauses; what a term that is looked up counts as. */
const rowsAtOnce = 1 << 13;
const termsAtOnce = 1 << 17;
const termsPerLookup = 1 << 11;

/** What the audit of a dissociated release is told. */
export interface DissociatedSpec {
  readonly attribute: string;
  readonly delimiter: string;
  readonly k: number;
  readonly m: number;
  /** Cells and items that count as missing. */
  readonly missing: readonly string[];
  /** Columns that must not be in the release. */
  readonly identifiers: readonly string[];
  /** Most sets of terms that are counted. Default 10^7. */
  readonly budget?: number;
}

interface AuditedChunk {
  readonly place: string;
  readonly subRecords: string[][];
}

interface AuditedCluster {
  records: number;
  readonly chunks: Map<string, AuditedChunk>;
  terms: string[] | null;
  /** Terms of its own and its shared chunks. */
  readonly seen: Set<string>;
}

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
  original?: Table,
): Generator<void, AuditReport> {
  const { k, m, attribute } = spec;
  const problems = checkNames(release, spec);
  const parts: DissociatedParts = { clusters: new Map(), shared: new Map() };
  if (problems.length === 0) yield* readRows(release, spec, parts.clusters, parts.shared, problems);
  const fewest = yield* judgeParts(parts, spec, problems);
  const sizes = Uint32Array.from(parts.clusters.values(), ({ records }) => records);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  if (original !== undefined && problems.length === 0) {
    yield* compareTerms([...parts.clusters.values()], [...parts.shared.values()], original, spec, rows, problems);
  }
  const holds = problems.length === 0;
  const counted = new Map<number, number>();
  for (const size of sizes.slice().sort()) counted.set(size, (counted.get(size) ?? 0) + 1);
  const achieved = { k: Number.isFinite(fewest) ? fewest : 0 };
  return {
    rows: original?.rows ?? rows,
    released: rows,
    suppressed: 0,
    classes: sizes.length,
    classSizes: [...counted],
    privacy: [{ model: 'km-anonymity', attribute, required: { k, m }, achieved, holds }],
    metrics: yield* measureSizes({ rows, suppressed: 0, sizes, k }),
    exposure: original === undefined ? null : { [attribute]: yield* rareTerms(release, original, spec) },
    risk: { before: null, after: null },
    oneValued: {},
    largestShares: {},
    originalSizes: null,
    columns: {},
    holds,
    problems,
    warnings: [],
  };
}

/** The clusters of a release by name, and the chunks that several of them share. */
interface DissociatedParts {
  readonly clusters: Map<string, AuditedCluster>;
  readonly shared: Map<string, SharedChunk>;
}

type SharedChunk = AuditedChunk & { readonly joined: readonly string[]; readonly records: number };

/** What is wrong with the columns of a release. */
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
  { k, m, budget = 1e7 }: DissociatedSpec,
  problems: string[],
): Generator<void, number> {
  let fewest = Infinity;
  let left = budget;
  const judge = ({ place, subRecords }: AuditedChunk, records: number): void => {
    const found = fewestSubRecords(subRecords, m, left);
    if (found === null) problems.push(`${place}: more sets of terms than can be counted`);
    else {
      left -= found.sets;
      fewest = Math.min(fewest, found.support);
      if (found.support < k) problems.push(`${place}: a set of terms is in ${found.support} sub-records, k is ${k}`);
    }
    if (subRecords.length > records) problems.push(`${place}: more sub-records than records`);
  };
  for (const [name, { records, chunks, terms, seen }] of clusters) {
    yield;
    const place = `cluster ${JSON.stringify(name)}`;
    fewest = Math.min(fewest, records);
    if (records < k) problems.push(`${place}: ${amount(records, 'record')}, k is ${k}`);
    if (terms === null) problems.push(`${place}: no term chunk`);
    for (const chunk of chunks.values()) {
      judge(chunk, records);
      claimTerms(seen, chunk, problems);
    }
    if (terms?.some((term) => seen.has(term)) === true) problems.push(`${place}: a term in two chunks`);
    terms?.forEach((term) => seen.add(term));
  }
  checkEmptyTermChunks({ clusters, shared }, k, m, problems);
  for (const chunk of shared.values()) {
    yield;
    const joined = [...new Set(chunk.joined)].map((name) => clusters.get(name));
    const records = joined.reduce((sum, cluster) => sum + (cluster?.records ?? 0), 0);
    judge(chunk, records);
    for (const cluster of joined) {
      if (cluster === undefined) problems.push(`${chunk.place}: of a cluster that is not there`);
      else claimTerms(cluster.seen, chunk, problems);
    }
    if (records === chunk.records) continue;
    problems.push(`${chunk.place}: ${amount(chunk.records, 'record')}, its clusters have ${records}`);
  }
  return fewest;
}

/** Lemma 2: a cluster with an empty term chunk must have enough sub-records. */
function checkEmptyTermChunks({ clusters, shared }: DissociatedParts, k: number, m: number, problems: string[]): void {
  const sharing = new Set([...shared.values()].flatMap(({ joined }) => joined));
  for (const [name, { records, chunks, terms }] of clusters) {
    // Records of a cluster without any term are empty: nobody knows a term of them.
    if (terms?.length !== 0 || (chunks.size === 0 && !sharing.has(name))) continue;
    const own = [...chunks.values()].reduce((sum, { subRecords }) => sum + subRecords.length, 0);
    const needed = records + k * Math.max(0, Math.min(m, chunks.size) - 1);
    if (own >= needed) continue;
    problems.push(
      `cluster ${JSON.stringify(name)}: ${amount(own, 'sub-record')} and no terms, where lemma 2 asks for ${needed}`,
    );
  }
}

/** Distinct terms of the release that fewer than k records of the original hold, and the released rows that show one. */
function* rareTerms(release: Table, original: Table, spec: DissociatedSpec): Generator<void, Exposed> {
  const column = release.column(spec.attribute);
  const source = original.column(spec.attribute);
  if (column === undefined || source === undefined) return { texts: 0, rows: 0 };
  const records = new Map<string, number>();
  const weightOf = weightsOf(original, source);
  for (const [code, terms] of (yield* itemsOf(source, spec)).entries()) {
    if (code % rowsAtOnce === 0) yield;
    for (const term of terms) records.set(term, (records.get(term) ?? 0) + weightOf[code]);
  }
  const shownIn = weightsOf(release, column);
  const shown = new Set<string>();
  let rows = 0;
  for (const [code, terms] of (yield* itemsOf(column, spec)).entries()) {
    if (code % rowsAtOnce === 0) yield;
    const few = terms.filter((term) => (records.get(term) ?? 0) < spec.k);
    for (const term of few) shown.add(term);
    if (few.length > 0) rows += shownIn[code];
  }
  return { texts: shown.size, rows };
}

/** [dictionary] rows of every text. */
function weightsOf({ weights }: Table, { codes, texts }: Column): Float64Array {
  const weightOf = new Float64Array(texts.length);
  codes.forEach((code, entry) => (weightOf[code] += weights?.[entry] ?? 1));
  return weightOf;
}

function* readRows(
  release: Table,
  spec: DissociatedSpec,
  clusters: Map<string, AuditedCluster>,
  shared: Map<string, SharedChunk>,
  problems: string[],
): Generator<void, void> {
  const [names, chunkNames, counts, sets] = ['cluster', 'chunk', 'records', spec.attribute].map(
    (name) => release.column(name) as Column,
  );
  const items = yield* itemsOf(sets, spec);
  for (let entry = 0; entry < release.entries; entry++) {
    if (entry % rowsAtOnce === 0) yield;
    const name = names.texts[names.codes[entry]];
    const chunk = chunkNames.texts[chunkNames.codes[entry]];
    const records = Number(counts.texts[counts.codes[entry]]);
    const terms = items[sets.codes[entry]];
    const times = release.weights?.[entry] ?? 1;
    const place = `cluster ${JSON.stringify(name)}, chunk ${JSON.stringify(chunk)}`;
    if (!Number.isSafeInteger(records) || records < 1) problems.push(`${place}: records is no whole number above 0`);
    if (chunk !== 'terms' && terms.length === 0) problems.push(`${place}: an empty sub-record`);
    if (chunk.startsWith('shared ')) {
      const key = `${name} ${chunk}`;
      const known = shared.get(key) ?? { place, subRecords: [], joined: name.split('+'), records };
      if (known.records !== records) problems.push(`${place}: records in two numbers`);
      for (let i = 0; i < times; i++) known.subRecords.push(terms);
      shared.set(key, known);
      continue;
    }
    const cluster = clusters.get(name) ?? { records, chunks: new Map(), terms: null, seen: new Set() };
    clusters.set(name, cluster);
    if (cluster.records !== records) problems.push(`${place}: records in two numbers`);
    if (chunk === 'terms') {
      if (cluster.terms !== null || times > 1) problems.push(`${place}: a second term chunk`);
      cluster.terms = terms;
    } else {
      const known = cluster.chunks.get(chunk) ?? { place, subRecords: [] };
      for (let i = 0; i < times; i++) known.subRecords.push(terms);
      cluster.chunks.set(chunk, known);
    }
  }
}

/** The items of every dictionary entry, each once. */
function* itemsOf(
  { texts, missingCode }: Column,
  { delimiter, missing }: DissociatedSpec,
): Generator<void, string[][]> {
  const all: string[][] = [];
  for (const [code, text] of texts.entries()) {
    if (code % rowsAtOnce === 0) yield;
    const items = code === missingCode ? [] : text.split(delimiter).map((item) => item.trim());
    all.push([...new Set(items.filter((item) => item !== '' && !missing.includes(item)))]);
  }
  return all;
}

function claimTerms(seen: Set<string>, { place, subRecords }: AuditedChunk, problems: string[]): void {
  const own = new Set(subRecords.flat());
  for (const term of own) {
    if (seen.has(term)) {
      problems.push(`${place}: a term that another chunk of the cluster has`);
      break;
    }
  }
  for (const term of own) seen.add(term);
}

/** The fewest sub-records that have a set of up to m terms of one sub-record; null when there are more sets than the budget. */
function fewestSubRecords(
  subRecords: readonly (readonly string[])[],
  m: number,
  budget: number,
): { readonly support: number; readonly sets: number } | null {
  const numbers = new Map<string, number>();
  const supports = new Map<string, number>();
  for (const terms of subRecords) {
    for (const term of terms) if (!numbers.has(term)) numbers.set(term, numbers.size);
    const own = terms.map((term) => numbers.get(term)!).sort((a, b) => a - b);
    for (const set of setsOf(own, m)) {
      supports.set(set, (supports.get(set) ?? 0) + 1);
      if (supports.size > budget) return null;
    }
  }
  let support = Infinity;
  for (const count of supports.values()) support = Math.min(support, count);
  return { support, sets: supports.size };
}

/** The sets of 1 to m of the terms, smaller ones first, as keys. */
function* setsOf(terms: readonly number[], m: number): Generator<string> {
  let level: { readonly last: number; readonly key: string }[] = [{ last: -1, key: '' }];
  for (let length = 1; length <= Math.min(m, terms.length); length++) {
    const next: typeof level = [];
    for (const { last, key } of level) {
      for (let at = last + 1; at < terms.length; at++) {
        const longer = `${key}${terms[at]},`;
        yield longer;
        next.push({ last: at, key: longer });
      }
    }
    level = next;
  }
}

/** Lists of terms, one behind the other. */
interface TermLists {
  /** [lists + 1] */
  readonly start: Uint32Array;
  readonly terms: Uint32Array;
}

/** Holds terms and sub-records against the records that they are of. */
function* compareTerms(
  clusters: readonly AuditedCluster[],
  shared: readonly AuditedChunk[],
  original: Table,
  spec: DissociatedSpec,
  rows: number,
  problems: string[],
): Generator<void, void> {
  const column = original.column(spec.attribute);
  if (column === undefined) {
    problems.push(`column ${JSON.stringify(spec.attribute)}: not in the original`);
    return;
  }
  if (rows !== original.rows) problems.push(`${amount(rows, 'record')}, the original has ${original.rows}`);
  const weightOf = weightsOf(original, column);
  yield;
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size;
    if (number === numbers.size) numbers.set(term, number);
    return number;
  };
  const records = yield* listTerms(yield* itemsOf(column, spec), numberOf);
  yield;
  // A text of the release is read into one list, however many sub-records have it.
  const timesOf = new Map<readonly string[], number>();
  for (const { subRecords } of [...clusters.flatMap(({ chunks }) => [...chunks.values()]), ...shared]) {
    yield;
    for (const terms of subRecords) timesOf.set(terms, (timesOf.get(terms) ?? 0) + 1);
  }
  const told = yield* listTerms([...timesOf.keys()], numberOf);
  const times = Float64Array.from(timesOf.values());
  const hidden = clusters.map(({ terms }) => (terms ?? []).map(numberOf));
  yield;
  const rest = new Float64Array(numbers.size);
  addTerms(records, weightOf, rest);
  const having = rest.slice();
  addTerms(
    told,
    times.map((count) => -count),
    rest,
  );
  const least = new Float64Array(numbers.size);
  const most = new Float64Array(numbers.size);
  for (const [c, terms] of hidden.entries()) {
    for (const term of terms) {
      least[term]++;
      most[term] += clusters[c].records;
    }
  }
  const wrong = rest.reduce((sum, own, term) => (own < least[term] || own > most[term] ? sum + 1 : sum), 0);
  if (wrong > 0)
    problems.push(`${amount(wrong, 'term is', 'terms are')} in another number of records than in the original`);
  yield;
  const tooMany = yield* countTooMany(yield* sortSets(told, times, having), records, weightOf, having);
  if (tooMany > 0)
    problems.push(`${tooMany} sub-records stand more often than records of the original have their terms`);
}

function* listTerms(
  lists: readonly (readonly string[])[],
  numberOf: (term: string) => number,
): Generator<void, TermLists> {
  const start = new Uint32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) start[i + 1] = start[i] + lists[i].length;
  const terms = new Uint32Array(start[lists.length]);
  for (let i = 0; i < lists.length; i++) {
    if (i % rowsAtOnce === 0) yield;
    for (let at = 0; at < lists[i].length; at++) terms[start[i] + at] = numberOf(lists[i][at]);
  }
  return { start, terms };
}

/** Adds the weight of every list to each of its terms. */
function addTerms({ start, terms }: TermLists, weights: Float64Array, sums: Float64Array): void {
  for (let i = 0; i < weights.length; i++) {
    for (let at = start[i]; at < start[i + 1]; at++) sums[terms[at]] += weights[i];
  }
}

/** A set of terms that sub-records have, the rarest first, and how many have just this. */
interface ToldSet {
  readonly terms: readonly number[];
  times: number;
}

/** The sets by their rarest term. */
function* sortSets(
  { start, terms }: TermLists,
  times: Float64Array,
  having: Float64Array,
): Generator<void, Map<number, ToldSet[]>> {
  const sets = new Map<string, ToldSet>();
  const byRarest = new Map<number, ToldSet[]>();
  for (let i = 0; i < times.length; i++) {
    if (i % rowsAtOnce === 0) yield;
    const own = Array.from(terms.subarray(start[i], start[i + 1])).sort((a, b) => having[a] - having[b] || a - b);
    const key = own.join(' ');
    const known = sets.get(key);
    if (known !== undefined) {
      known.times += times[i];
      continue;
    }
    const set = { terms: own, times: times[i] };
    sets.set(key, set);
    const others = byRarest.get(own[0]);
    if (others === undefined) byRarest.set(own[0], [set]);
    else others.push(set);
  }
  return byRarest;
}

/** Sets of terms that more sub-records have than records of the original. */
function* countTooMany(
  byRarest: ReadonlyMap<number, readonly ToldSet[]>,
  { start, terms }: TermLists,
  weightOf: Float64Array,
  having: Float64Array,
): Generator<void, number> {
  const listsWith = findLists({ start, terms }, having.length);
  yield;
  let tooMany = 0;
  let looked = 0;
  /** [terms] the list that was looked at last and has the term, from 1. */
  const lastIn = new Uint32Array(having.length);
  for (const [rarest, sets] of byRarest) {
    looked += termsPerLookup;
    for (const { terms: own, times } of sets) if (own.length === 1 && having[rarest] < times) tooMany++;
    const bySecond = openBySecond(sets);
    const from = listsWith.start[rarest];
    // Sets of one term are held against the records of their term above.
    const to = bySecond.size === 0 ? from : listsWith.start[rarest + 1];
    for (let at = from; at <= to; at++) {
      if (looked > termsAtOnce) {
        looked = 0;
        yield;
      }
      if (at === to) break;
      const list = listsWith.terms[at];
      const own = terms.subarray(start[list], start[list + 1]);
      for (const term of own) lastIn[term] = list + 1;
      const open = Array.from(own, (term) => bySecond.get(term) ?? []).flat();
      looked += own.length + open.length;
      for (const set of open) if (set.terms.every((each) => lastIn[each] === list + 1)) set.left -= weightOf[list];
    }
    for (const open of bySecond.values()) tooMany += open.filter(({ left }) => left > 0).length;
  }
  return tooMany;
}

/** Sets of two and more by their second term, with what is left of their times: a record is held against those whose second it has. */
function openBySecond(sets: readonly ToldSet[]) {
  const bySecond = new Map<number, { readonly terms: readonly number[]; left: number }[]>();
  for (const { terms, times } of sets) {
    if (terms.length === 1) continue;
    const others = bySecond.get(terms[1]);
    if (others === undefined) bySecond.set(terms[1], [{ terms, left: times }]);
    else others.push({ terms, left: times });
  }
  return bySecond;
}

/** Of every term the lists that have it. */
function findLists({ start, terms }: TermLists, count: number): TermLists {
  const ends = new Uint32Array(count + 1);
  for (const term of terms) ends[term + 1]++;
  for (let term = 0; term < count; term++) ends[term + 1] += ends[term];
  const found = ends.slice();
  const lists = new Uint32Array(terms.length);
  for (let list = 0; list + 1 < start.length; list++) {
    for (let at = start[list]; at < start[list + 1]; at++) lists[ends[terms[at]]++] = list;
  }
  return { start: found, terms: lists };
}
