/**
 * The audit of a dissociated release, from the file alone and, where it is at hand, against the original. It counts every
 * set of terms by itself and shares no code with what took the records apart.
 */
import { amount } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import { measureSizes } from './measure.js';
import { finish } from './grouping.js';
import type { AuditReport, Exposed } from './report.js';

/** Rows, and sub-records held against the original, between two pauses. */
const rowsAtOnce = 1 << 13;
const termsAtOnce = 1 << 6;

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
  const items = yield* itemsOf(column, spec);
  const weightOf = weightsOf(original, column);
  yield;
  /** Lists of the original that have a term. */
  const codesWith = new Map<string, number[]>();
  for (const [code, terms] of items.entries()) {
    if (code % rowsAtOnce === 0) yield;
    for (const term of terms) {
      const codes = codesWith.get(term);
      if (codes === undefined) codesWith.set(term, [code]);
      else codes.push(code);
    }
  }
  const recordsWith = (term: string): number => {
    let sum = 0;
    for (const code of codesWith.get(term) ?? []) sum += weightOf[code];
    return sum;
  };
  yield;

  const told = new Map<string, number>();
  const timesOf = new Map<string, { readonly terms: readonly string[]; times: number }>();
  for (const { subRecords } of [...clusters.flatMap(({ chunks }) => [...chunks.values()]), ...shared]) {
    yield;
    for (const terms of subRecords) {
      const sorted = [...terms].sort();
      const key = JSON.stringify(sorted);
      const known = timesOf.get(key) ?? { terms: sorted, times: 0 };
      known.times++;
      timesOf.set(key, known);
      for (const term of terms) told.set(term, (told.get(term) ?? 0) + 1);
    }
  }
  const hidden = new Map<string, { least: number; most: number }>();
  for (const { terms, records } of clusters) {
    for (const term of terms ?? []) {
      const known = hidden.get(term) ?? { least: 0, most: 0 };
      hidden.set(term, { least: known.least + 1, most: known.most + records });
    }
  }
  let wrong = 0;
  for (const term of new Set([...codesWith.keys(), ...told.keys(), ...hidden.keys()])) {
    const rest = recordsWith(term) - (told.get(term) ?? 0);
    const { least, most } = hidden.get(term) ?? { least: 0, most: 0 };
    if (rest < least || rest > most) wrong++;
  }
  if (wrong > 0)
    problems.push(`${amount(wrong, 'term is', 'terms are')} in another number of records than in the original`);

  let tooMany = 0;
  let looked = 0;
  for (const { terms, times } of timesOf.values()) {
    if (looked++ % termsAtOnce === 0) yield;
    let rarest = terms[0];
    for (const term of terms) {
      if ((codesWith.get(term)?.length ?? 0) < (codesWith.get(rarest)?.length ?? 0)) rarest = term;
    }
    const others = terms.filter((term) => term !== rarest);
    let having = 0;
    for (const code of codesWith.get(rarest) ?? []) {
      if (having >= times) break;
      const own = items[code];
      if (others.every((term) => own.includes(term))) having += weightOf[code];
    }
    if (having < times) tooMany++;
  }
  if (tooMany > 0)
    problems.push(`${tooMany} sub-records stand more often than records of the original have their terms`);
}
