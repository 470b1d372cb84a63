import { eachInSteps, sortInSteps } from '../base/steps.js';
import type { Column, Table } from '../table/table.js';
import { findLeafCodes, orderNumbers } from './domain.js';
import type { Domain, Runs } from './domain.js';
import type { Grouping } from './grouping.js';
import { countingOrder } from './counting-order.js';
import type { ClassPairs } from './metrics/labelled-rows.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AskedRange } from './query-workload.js';
import { listQueries } from './query-workload.js';
import { countCodes } from './sensitive.js';
import type { AuditQuasiIdentifier, AuditSpec } from './spec.js';
import { compareText, joinValues, parseValue } from './values.js';

/** Mean and median relative error of counting queries; null when nothing can be asked. */
export interface QueryErrors {
  readonly queryError: number | null;
  readonly queryErrorMedian: number | null;
}

export const noQueryErrors: QueryErrors = { queryError: null, queryErrorMedian: null };

/** A release and its original, both read. */
export interface QueriedTables {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  /** Quasi-identifiers as in `spec`. */
  readonly attributes: readonly ReadAttribute[];
  readonly missing: ReadonlySet<string>;
  /** Rows of the release by the labels of all quasi-identifiers, [quasi-identifiers][classes] labels, and rows that count. */
  readonly classes: Grouping;
  readonly codes: readonly Uint32Array[];
  readonly sizes: Uint32Array;
  readonly suppressed: number;
  /** Rows of the release by class and value of the sensitive column, where the classes count. */
  readonly sensitivePairs: ClassPairs | null;
  /** Rows by bucket of a permuted release, and the groups of columns that stayed together. */
  readonly buckets: Grouping | null;
  readonly groups: readonly (readonly string[])[] | null;
}

/** A column as queries see it: places in an order of its values. */
interface AskedColumn {
  readonly name: string;
  readonly rowsAt: Float64Array;
  /** [dictionary of the original] place of every value, -1 for none. */
  readonly placeOf: Int32Array;
  readonly source: Column;
  /** [dictionary of the release] share of what a label stands for that is in a range. */
  readonly shareOf: (range: AskedRange) => Float64Array;
}

/**
 * Relative errors of the counting queries of docs/metrics.md. What a query counts comes from the original; what a reader
 * expects from the release: of a class, its rows (those with a sensitive value in the range, where one is asked for) times
 * the share of the leaf vectors of its box in the ranges; of a bucket, its rows times the product over groups of columns of
 * the mean over its rows of that; of suppressed rows, the share of the whole domain. Yields between stretches of the work.
 */
export function* queryErrors(tables: QueriedTables): Generator<void, QueryErrors> {
  const { original, spec, attributes, suppressed, buckets, groups } = tables;
  if (original.rows === 0 || attributes.length === 0 || (buckets !== null && groups === null)) return noQueryErrors;
  const quasi: (AskedColumn | null)[] = [];
  for (const [i, attribute] of attributes.entries()) {
    quasi.push(yield* quasiColumn(tables, attribute, spec.quasiIdentifiers[i]));
  }
  const sensitive = yield* sensitiveColumn(tables);
  if (quasi.includes(null)) return noQueryErrors;
  const columns = [...quasi, ...(sensitive === null ? [] : [sensitive])] as AskedColumn[];
  yield;
  const errors: number[] = [];
  const queries = listQueries(columns.slice(0, quasi.length), sensitive, original.rows);
  const counts = yield* countRows(original, columns, queries);
  const sorted = buckets === null ? null : yield* sortByBucket(tables, columns, buckets);
  for (const [i, query] of queries.entries()) {
    const count = counts[i];
    if (count === 0) continue;
    let expected = suppressed;
    for (const { column, first, last } of query) expected *= (last - first + 1) / columns[column].rowsAt.length;
    expected +=
      sorted === null ? expectByClass(tables, columns, query) : yield* expectByBucket(tables, columns, query, sorted);
    errors.push(Math.abs(expected - count) / count);
    yield;
  }
  if (errors.length === 0) return noQueryErrors;
  errors.sort((a, b) => a - b);
  const half = Math.floor(errors.length / 2);
  return {
    queryError: errors.reduce((all, error) => all + error, 0) / errors.length,
    queryErrorMedian: errors.length % 2 === 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2,
  };
}

/** Entries of the original that are looked at together. */
const entriesAtOnce = 1 << 13;

/**
 * [queries] rows of the original in all ranges. A value has one bit for each of the 32 queries, set where the query takes it
 * or does not ask for its column; a row is counted by the queries whose bit all its values have.
 */
function* countRows(
  { entries, weights }: Table,
  columns: readonly AskedColumn[],
  queries: readonly (readonly AskedRange[])[],
): Generator<void, Float64Array> {
  const together = Array.from({ length: Math.ceil(queries.length / 4) }, () => new Float64Array(16));
  const taken = new Int32Array(Math.min(entries, entriesAtOnce));
  const codes = new Uint32Array(taken.length);
  const bitsOf = columns.map((column, c) => bitsOfValues(column, c, queries));
  for (let from = 0; from < entries; from += entriesAtOnce) {
    const length = Math.min(entriesAtOnce, entries - from);
    taken.fill(-1);
    columns.forEach(({ source }, c) => {
      const bits = bitsOf[c];
      if (bits === null) return;
      codes.set(source.codes.subarray(from, from + length));
      keepCommon(taken, bits, codes, length);
    });
    addUp(together, taken, weights, from, length);
    yield;
  }
  return Float64Array.from(queries, (_, query) =>
    together[query >> 2].reduce((sum, rows, bits) => (((bits >> (query & 3)) & 1) === 1 ? sum + rows : sum), 0),
  );
}

function keepCommon(taken: Int32Array, bits: Int32Array, codes: Uint32Array, length: number): void {
  for (let i = 0; i < length; i++) taken[i] &= bits[codes[i]];
}

/** `together` [queries / 4][16] rows by which of four queries take them. */
function addUp(
  together: readonly Float64Array[],
  taken: Int32Array,
  weights: Uint32Array | null,
  from: number,
  length: number,
): void {
  together.forEach((rows, four) => {
    for (let i = 0; i < length; i++) rows[(taken[i] >> (4 * four)) & 15] += weights === null ? 1 : weights[from + i];
  });
}

/** [dictionary of the original] bits of the queries; null where none asks for the column. */
function bitsOfValues(
  { placeOf }: AskedColumn,
  column: number,
  queries: readonly (readonly AskedRange[])[],
): Int32Array | null {
  const asked = queries.map((query) => query.find((range) => range.column === column));
  if (asked.every((range) => range === undefined)) return null;
  return placeOf.map((place) => {
    let bits = 0;
    asked.forEach((range, query) => {
      if (range === undefined || (place >= range.first && place <= range.last)) bits |= 1 << query;
    });
    return bits;
  });
}

function expectByClass(
  { attributes, codes, sizes, sensitivePairs }: QueriedTables,
  columns: readonly AskedColumn[],
  query: readonly AskedRange[],
): number {
  const range = query.find(({ column }) => column === attributes.length);
  const rows = new Float64Array(sizes.length);
  if (range === undefined) rows.set(sizes);
  else countWith(rows, sizes, columns[range.column].shareOf(range), sensitivePairs!);
  for (const asked of query) {
    if (asked !== range) weigh(rows, columns[asked.column].shareOf(asked), codes[asked.column]);
  }
  return sum(rows);
}

function weigh(rows: Float64Array, share: Float64Array, labels: Uint32Array): void {
  for (let c = 0; c < rows.length; c++) rows[c] *= share[labels[c]];
}

/** Adds to `found` [classes] the rows whose sensitive value is in the range, of classes that count. */
function countWith(
  found: Float64Array,
  sizes: Uint32Array,
  isIn: Float64Array,
  { classOf, code, rows }: ClassPairs,
): void {
  for (let p = 0; p < rows.length; p++) if (sizes[classOf[p]] > 0) found[classOf[p]] += rows[p] * isIn[code[p]];
}

/** The rows of a permuted release, bucket by bucket. */
interface SortedRows {
  /** [buckets + 1] */
  readonly start: Uint32Array;
  /** [columns][rows] dictionary code in the release. */
  readonly labels: readonly Uint32Array[];
  /** [rows] and [buckets], for one query after the other. */
  readonly weights: Float64Array;
  readonly expected: Float64Array;
}

function* sortByBucket(
  { release }: QueriedTables,
  columns: readonly AskedColumn[],
  { count, groupOf }: Grouping,
): Generator<void, SortedRows> {
  const { start, order } = countingOrder(
    groupOf.length,
    count,
    (row) => groupOf[row],
    (at) => at,
  );
  yield;
  const labels: Uint32Array[] = [];
  for (const { name } of columns) {
    const { codes } = release.column(name)!;
    const sorted = new Uint32Array(order.length);
    for (let at = 0; at < sorted.length; at++) sorted[at] = codes[order[at]];
    labels.push(sorted);
    yield;
  }
  return { start, labels, weights: new Float64Array(order.length), expected: new Float64Array(count) };
}

function* expectByBucket(
  { groups }: QueriedTables,
  columns: readonly AskedColumn[],
  query: readonly AskedRange[],
  { start, labels, weights, expected }: SortedRows,
): Generator<void, number> {
  const groupOf = ({ column }: AskedRange): number =>
    groups!.findIndex((group) => group.includes(columns[column].name));
  // A column that no group names stands alone.
  const together = query
    .map((range) =>
      query.filter((other) => other === range || (groupOf(range) >= 0 && groupOf(other) === groupOf(range))),
    )
    .filter((ranges, i) => ranges[0] === query[i]);
  // Buckets matter only where groups meet.
  if (together.length === 1) {
    weights.fill(1);
    for (const range of query) {
      weigh(weights, columns[range.column].shareOf(range), labels[range.column]);
      yield;
    }
    return sum(weights);
  }
  for (let b = 0; b < expected.length; b++) expected[b] = start[b + 1] - start[b];
  for (const ranges of together) {
    const asked = ranges.map((range) => ({
      share: columns[range.column].shareOf(range),
      labels: labels[range.column],
    }));
    timesMeans(expected, asked, start);
    yield;
  }
  return sum(expected);
}

/** Multiplies what is expected of every bucket by the mean over its rows of the product of shares; what is 0 stays it. */
function timesMeans(
  expected: Float64Array,
  [first, ...others]: readonly { readonly share: Float64Array; readonly labels: Uint32Array }[],
  start: Uint32Array,
): void {
  const { share, labels } = first;
  for (let b = 0; b < expected.length; b++) {
    if (expected[b] === 0) continue;
    let met = 0;
    for (let at = start[b]; at < start[b + 1]; at++) {
      let weight = share[labels[at]];
      for (let r = 0; weight > 0 && r < others.length; r++) weight *= others[r].share[others[r].labels[at]];
      met += weight;
    }
    expected[b] *= met / (start[b + 1] - start[b]);
  }
}

/** Terms that are added up before their sum is. */
const termsAtOnce = 1 << 10;

/** A sum of sums, whose rounding is carried along (Neumaier 1974). */
function sum(terms: Float64Array): number {
  let total = 0;
  let lost = 0;
  for (let from = 0; from < terms.length; from += termsAtOnce) {
    const to = Math.min(terms.length, from + termsAtOnce);
    let part = 0;
    for (let i = from; i < to; i++) part += terms[i];
    const next = total + part;
    lost += Math.abs(total) >= Math.abs(part) ? total - next + part : part - next + total;
    total = next;
  }
  return total + lost;
}

/** The quasi-identifier `name`; null where the original lacks it. */
function* quasiColumn(
  { original, missing }: QueriedTables,
  attribute: ReadAttribute,
  { name, listedValues }: AuditQuasiIdentifier,
): Generator<void, AskedColumn | null> {
  const { domain, labels, leafCounts } = attribute;
  const source = original.column(name);
  if (source === undefined || leafCounts === null) return null;
  const placeOfLeaf =
    listedValues === undefined ? yield* placesOfLeaves(domain, source) : placesAsListed(domain, listedValues, source);
  const rowsAt = new Float64Array(domain.size);
  placeOfLeaf.forEach((place, leaf) => (rowsAt[place] = leafCounts[leaf]));
  yield;
  const placeOf = (yield* findLeafCodes(source, domain, missing)).map((leaf) => (leaf < 0 ? -1 : placeOfLeaf[leaf]));
  const { labelOf, firsts, lasts } = listRuns(labels.runs);
  const shareOf = ({ first, last }: AskedRange): Float64Array => {
    const before = new Float64Array(domain.size + 1);
    for (let leaf = 0; leaf < domain.size; leaf++) {
      before[leaf + 1] = before[leaf] + (placeOfLeaf[leaf] >= first && placeOfLeaf[leaf] <= last ? 1 : 0);
    }
    const share = new Float64Array(labels.leaves.length);
    for (let r = 0; r < lasts.length; r++) share[labelOf[r]] += before[lasts[r] + 1] - before[firsts[r]];
    for (let code = 0; code < share.length; code++) if (share[code] > 0) share[code] /= labels.leaves[code];
    return share;
  };
  return { name, rowsAt, placeOf, source, shareOf };
}

/** The runs of leaves of all labels: [runs] label, first and last leaf. */
function listRuns(runsOf: readonly (Runs | null)[]) {
  const [labelOf, firsts, lasts]: [number[], number[], number[]] = [[], [], []];
  runsOf.forEach((runs, label) => {
    for (let r = 0; runs !== null && r < runs.length; r += 2) {
      labelOf.push(label);
      firsts.push(runs[r]);
      lasts.push(runs[r + 1]);
    }
  });
  return { labelOf: Uint32Array.from(labelOf), firsts: Uint32Array.from(firsts), lasts: Uint32Array.from(lasts) };
}

/** A listed order as listed; else numbers ascending, then texts by code point; the missing value of the data last. */
function* placesOfLeaves({ texts, isListed, missing }: Domain, column: Column): Generator<void, Uint32Array> {
  const places = new Uint32Array(texts.length);
  if (isListed) return places.map((_, leaf) => leaf);
  const last = column.missingCode >= 0 ? missing : -1;
  const numbers = new Float64Array(texts.length);
  yield* eachInSteps(texts.length, (leaf) => {
    numbers[leaf] = leaf === last ? NaN : parseValue(texts[leaf], column);
  });
  const order = yield* orderNumbers(numbers);
  yield;
  const firstText = order.findIndex((leaf) => Number.isNaN(numbers[leaf]));
  if (firstText >= 0) {
    const others = order.splice(firstText);
    const isLast = (at: number): number => Number(others[at] === last);
    const compare = (a: number, b: number): number => compareText(texts[others[a]], texts[others[b]]);
    const sorted = yield* sortInSteps(others.length, (a, b) => isLast(a) - isLast(b) || compare(a, b));
    for (const at of sorted) order.push(others[at]);
  }
  order.forEach((leaf, place) => (places[leaf] = place));
  return places;
}

/** Listed values first, in their order; the missing value stands for the first of them that is read as missing. */
function placesAsListed(
  { texts, missing, isMissingText }: Domain,
  listed: readonly string[],
  column: Column,
): Uint32Array {
  const atText = new Map(listed.map((text, at) => [text, at]));
  const numberOf = (text: string): number => (column.type === 'string' ? NaN : parseValue(text, column));
  const atNumber = new Map(listed.map((text, at) => [numberOf(text), at]));
  atNumber.delete(NaN);
  const ofMissing = listed.findIndex(isMissingText);
  const keys = texts.map((text, leaf) => {
    if (leaf === missing && ofMissing >= 0) return ofMissing;
    return atText.get(text) ?? atNumber.get(numberOf(text)) ?? listed.length + leaf;
  });
  const places = new Uint32Array(texts.length);
  const leaves = Array.from(texts.keys()).sort((a, b) => keys[a] - keys[b]);
  leaves.forEach((leaf, place) => (places[leaf] = place));
  return places;
}

/** The one sensitive column, its values in the order of numbers or code points; null without one. */
function* sensitiveColumn({ release, original, spec, missing }: QueriedTables): Generator<void, AskedColumn | null> {
  const name = spec.sensitiveColumn;
  if (name === undefined) return null;
  const source = original.column(name);
  const column = release.column(name);
  if (source === undefined || column === undefined) return null;
  const values = joinValues(source, column, missing);
  const numbers = values.numbers;
  // A blank cell of a suppressed row may be a value that the original has not: queries ask for none such.
  const known = new Set(values.ofBase);
  const order = yield* sortInSteps(values.count, (a, b) => {
    if (known.has(a) !== known.has(b)) return known.has(a) ? -1 : 1;
    if (a === values.missing || b === values.missing)
      return Number(a === values.missing) - Number(b === values.missing);
    return numbers === null ? compareText(values.texts[a], values.texts[b]) : numbers[a] - numbers[b];
  });
  const placeOfValue = new Uint32Array(values.count);
  order.forEach((value, place) => (placeOfValue[value] = place));
  const placeOf = Int32Array.from(values.ofBase, (value) => placeOfValue[value]);
  const rowsAt = new Float64Array(known.size);
  countCodes(source).forEach((rows, code) => (rowsAt[placeOf[code]] += rows));
  const shareOf = ({ first, last }: AskedRange): Float64Array =>
    Float64Array.from(values.ofOther, (value) => (placeOfValue[value] >= first && placeOfValue[value] <= last ? 1 : 0));
  return { name, rowsAt, placeOf, source, shareOf };
}
