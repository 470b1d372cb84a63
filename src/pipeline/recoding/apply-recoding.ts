import type { Steps } from '../../base/steps.js';
import { keyOfName } from '../../job/patterns.js';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { cryptographicRandom, seededRandom } from '../../base/random.js';
import { anyValue } from '../../hierarchy/any-value.js';
import type { TableSource } from '../../io/read-table.js';
import type { AttributeSpec, CheckedJob, OutputSpec } from '../../job/job.js';
import { planColumns } from '../../job/plan.js';
import { suppressedRow } from '../../release/pieces.js';
import { orderRows } from '../../release/row-order.js';
import { blankText, compactColumn, keptColumn } from '../../release/select-column.js';
import { withDeclaredTypes } from '../../table/declared-types.js';
import { EntryIndex } from '../../table/entry-index.js';
import { expandCounted } from '../../table/expand-counted.js';
import { RARE_TEXT } from '../../table/merge-rare.js';
import { replaceTexts } from '../../table/replace-texts.js';
import type { Codes, Column, ValueKind, Warning } from '../../table/table.js';
import { isTable, pickCodes, Table } from '../../table/table.js';
import { holdersOfGroups, keyedUnitsOf, NOBODY, numberUnits, type Units } from '../../table/units.js';
import { drawPersons, filterRows } from '../take-rows.js';
import { personsMissing, warnOfAlike } from '../number-persons.js';
import { readForChecked, type ReadForJobOptions } from '../read-for-checked.js';
import { runProgressOf } from '../run-progress.js';
import { Covering } from './covers.js';
import type { MatchedAttribute } from './match-classes.js';
import { matchClasses } from './match-classes.js';
import { readRecoding } from './read-recoding.js';
import type { ApplicableRecoding, KeptAttribute } from './recoding.js';

/** Options of applying a recoding. */
export interface ApplyOptions extends Pick<OutputSpec, 'suppressed' | 'order'> {
  /**
   * New rows that a class must have to be released; persons of new rows, where the job counts persons. Default 1: classes are those of the
   * kept release, however few come new.
   */
  readonly minimum?: number;
  /** Whole number from 0: rows are shuffled by a reproducible generator instead of the platform's cryptographic one. */
  readonly seed?: number;
  /** Ends the work with an AbortError. */
  readonly signal?: AbortSignal;
  /** Reads what `readTable` does not take. */
  readonly read?: ReadForJobOptions['read'];
}

/** Outcome of new rows. */
export interface AppliedRecoding {
  /** The columns of the kept release, with the new rows that a class of it covers. */
  readonly release: Table;
  /** New rows that came, without those that `rowsNotDrawn` counts. */
  readonly rows: number;
  /** Persons of the new rows; null where the job counts rows. */
  readonly persons: number | null;
  /** Persons with a new row in the release. */
  readonly personsReleased: number | null;
  /** New rows beyond the job's `rowsPerPerson`, which are left out; null without it. */
  readonly rowsNotDrawn: number | null;
  /** New rows that are in the release, without suppressed ones. */
  readonly released: number;
  /** Those of the three kinds below. */
  readonly suppressed: number;
  /** Rows with a value that lies outside of all released values of its attribute. */
  readonly outside: number;
  /** By attribute the rows whose value lies outside of its released values. */
  readonly outsideBy: Readonly<Record<string, number>>;
  /** Rows whose values are covered one by one, but by no class together. */
  readonly withoutClass: number;
  /** Rows of classes with fewer than `minimum` new rows, or persons. */
  readonly belowMinimum: number;
  /** Classes of the kept release that new rows are released in. */
  readonly classes: number;
  /** New rows, or persons, of the smallest of these classes; null without any. */
  readonly smallestClass: number | null;
  /** Warnings, such as of classes of few new rows. */
  readonly warnings: readonly Warning[];
}

/**
 * Releases new rows as an earlier release did those of its input: every row as a member of a class that the earlier release has,
 * or not at all. Rows that no class covers are counted and suppressed. The rows of the earlier input come out as they did.
 *
 * Every released combination of quasi-identifiers is thus one that the earlier release shows of k people or more. What the new
 * rows show by themselves is not promised: a class may have few new rows (`minimum`), its sensitive values may be all alike, and
 * who is in both releases can be compared in both; see docs/apply.md.
 *
 * @param kept - the result of `anonymize`, as it is or as its JSON was read, or the `recoding` of one
 * @param source - the new rows: a table, or what `readTable` takes, read as the earlier job's `input` says; with all columns that
 *   the earlier release has, and the columns of the person's key where the job counts persons. Others are dropped
 * @throws InvalidArgumentError RECODING_INVALID, RECODING_VERSION, RECODING_CHANGED, RECODING_NOT_APPLICABLE with the reason (values were permuted,
 *   classes overlap); UNKNOWN_COLUMN for a column that the rows do not have; InputError PERSON_MISSING; and what `readTable` throws
 *
 * @example
 * ```js
 * const { result } = await anonymize(people, job);
 * const { release, outside } = await applyRecoding(result, newcomers);
 * ```
 */
export async function applyRecoding(
  kept: unknown,
  source: TableSource,
  options: ApplyOptions = {},
): Promise<AppliedRecoding> {
  return applyRead(await readRecoding(kept), source, options);
}

/** Applies a recoding that `readRecoding` has checked. */
export async function applyRead(
  recoding: ApplicableRecoding,
  source: TableSource,
  options: ApplyOptions = {},
): Promise<AppliedRecoding> {
  const { signal, minimum = 1, seed } = options;
  if (!Number.isSafeInteger(minimum) || minimum < 1) {
    throw new InvalidArgumentError('options.minimum', 'a whole number from 1', String(minimum), 'OPTION_RANGE');
  }
  throwIfAborted(signal);
  const progress = runProgressOf({ signal });
  const kinds = kindsOf(recoding);
  const job = jobOf(recoding, kinds);
  const read = expandCounted(await readRows(job, kinds, source, options));
  const plan = planColumns(job, read.columns);
  const { table: taken } = await progress.drive('prepare', 0, filterRows(read, plan));
  const { table, rowsNotDrawn } = await progress.drive('prepare', 0, drawPersons(taken, plan));
  const { units, warnings } = await progress.drive('prepare', 0, personsOf(table, recoding));
  const found = await classesOf(table, recoding, signal);
  const { classOf, belowMinimum } = withMinimum(found.classOf, recoding.classes.length, { minimum, units });
  const random = seed === undefined ? cryptographicRandom() : seededRandom(seed);
  const output = {
    suppressed: options.suppressed ?? recoding.output?.suppressed,
    order: options.order ?? recoding.output?.order,
  };
  const order = await progress.drive('release', 0, orderRows(classOf, output, random));
  const release = await progress.drive('release', 0, build(table, recoding, classOf, order));
  const rowsOf = countClasses(classOf, recoding.classes.length, null);
  const sizes = countClasses(classOf, recoding.classes.length, units).filter((_, id) => rowsOf[id] > 0);
  const suppressed = countOf(classOf, suppressedRow);
  const { rows } = table;
  const smallestClass = sizes.length === 0 ? null : sizes.reduce((least, size) => Math.min(least, size), Infinity);
  return {
    release,
    rows,
    persons: units?.count ?? null,
    personsReleased: units === null ? null : new Set(units.of.filter(isReleasedOf(classOf))).size,
    rowsNotDrawn,
    released: rows - suppressed,
    suppressed,
    outside: found.outside,
    outsideBy: found.outsideBy,
    withoutClass: suppressed - found.outside - belowMinimum,
    belowMinimum,
    classes: sizes.length,
    smallestClass,
    warnings: [
      ...table.warnings,
      ...warnings,
      ...(rows === suppressed ? [warnOfNothing(belowMinimum, units)] : warnOfFew(recoding, sizes)),
    ],
  };
}

/** No row is released: the earlier release is made already, so only other new rows, or another release, can help. */
function warnOfNothing(belowMinimum: number, units: Units | null): Warning {
  const why =
    belowMinimum > 0
      ? `classes of the new rows have fewer ${units === null ? 'of them' : 'persons'} than the minimum; collect more new rows, and apply the recoding to all of them together`
      : 'none of them has a class in the earlier release; anonymize them by themselves';
  return { code: 'NO_NEW_ROW_RELEASED', message: `every new row was suppressed: ${why}` };
}

function warnOfFew({ k, persons }: ApplicableRecoding, sizes: Uint32Array): Warning[] {
  const few = k === null ? 0 : sizes.filter((size) => size < k).length;
  if (few === 0) return [];
  const message = `${amount(few, 'class', 'classes')} of the new rows ${few === 1 ? 'has' : 'have'} fewer than ${k} ${persons === undefined ? 'of them' : 'persons'}; a minimum of ${k} suppresses such (docs/apply.md)`;
  return [{ code: 'FEW_NEW_ROWS', message }];
}

/** The types that columns of the earlier input had. */
const kindsOf = ({ attributes, persons }: ApplicableRecoding): Map<string, ValueKind> =>
  new Map(
    [...attributes, ...(persons?.columns ?? [])].map(({ name, type, format }): [string, ValueKind] => [
      name,
      format === undefined ? { type } : { type, format },
    ]),
  );

/** Job by which the new rows are read and drawn. */
function jobOf({ columns, persons, input }: ApplicableRecoding, kinds: ReadonlyMap<string, ValueKind>): CheckedJob {
  const keys = (persons?.columns ?? []).map(({ name, spec }) => ({ name, spec, role: 'person' as const }));
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const { name, role, spec } of [...columns, ...keys]) {
    attributes[keyOfName(name)] = { ...spec, role, ...kinds.get(name) };
  }
  return { input, attributes, privacy: [], algorithm: '', rowsPerPerson: persons?.rowsPerPerson };
}

async function readRows(
  job: CheckedJob,
  kinds: ReadonlyMap<string, ValueKind>,
  source: TableSource,
  { signal, read }: ApplyOptions,
): Promise<Table> {
  const { table } = await readForChecked(source, job, { signal, read });
  return isTable(source) ? withDeclaredTypes(table, kinds) : table;
}

/** The persons of the new rows; null where the job counts rows. */
function* personsOf(
  table: Table,
  { persons }: ApplicableRecoding,
): Steps<{ readonly units: Units | null; readonly warnings: readonly Warning[] }> {
  if (persons === undefined) return { units: null, warnings: [] };
  const keys = persons.columns.map(({ name }) => table.column(name)!);
  const numbered = yield* numberUnits(table, keys);
  if (numbered.missing > 0 && persons.missing !== 'separate') throw personsMissing(numbered.missing, keys);
  return { units: keyedUnitsOf(numbered), warnings: warnOfAlike(numbered.alike, keys) };
}

/** True for the person of a released row. */
const isReleasedOf =
  (classOf: Uint32Array) =>
  (person: number, row: number): boolean =>
    person !== NOBODY && classOf[row] !== suppressedRow;

/** [rows] class of every row, and how many lie outside. */
async function classesOf(
  table: Table,
  { attributes, classes, input }: ApplicableRecoding,
  signal: AbortSignal | undefined,
): Promise<Pick<AppliedRecoding, 'outside' | 'outsideBy'> & { readonly classOf: Uint32Array }> {
  const columns = attributes.map(({ name }) => table.column(name)!);
  const missing = new Set(input?.missing ?? ['']);
  const progress = runProgressOf({ signal });
  const { vectorOf, codes, count } = await progress.drive('search', 0, distinctVectors(columns, table.rows));
  const coverings = attributes.map((attribute, a) => new Covering(attribute, columns[a], missing));
  const matched = attributes.map(({ values }, a): MatchedAttribute => ({
    cells: codes[a],
    size: columns[a].texts.length,
    values: Uint32Array.from(classes, (one) => one[a]),
    valueCount: values.length,
    covers: (code, value) => coverings[a].covers(code, value),
  }));
  const found = await progress.drive('search', 0, matchClasses(count, classes.length, matched));
  const classOf = Uint32Array.from(vectorOf, (vector) => (found as Uint32Array)[vector]);
  const outsideBy = Object.create(null) as Record<string, number>;
  const isOutside = new Uint8Array(table.rows);
  for (const [a, { name, codes: own, texts }] of columns.entries()) {
    const values = attributes[a].values.keys();
    const all = [...values];
    const lies = await progress.drive('search', 0, liesOutside(texts.length, (code) => all.some((value) => coverings[a].covers(code, value)))); // prettier-ignore
    let rows = 0;
    for (let row = 0; row < own.length; row++) {
      if (lies[own[row]] === 0) continue;
      isOutside[row] = 1;
      rows++;
    }
    outsideBy[name] = rows;
  }
  return { classOf, outside: countOf(isOutside, 1), outsideBy };
}

/** Rows, and values of a column, between two yields. */
const ROWS_AT_ONCE = 1 << 13;
const VALUES_AT_ONCE = 64;

interface DistinctVectors {
  readonly vectorOf: Uint32Array;
  readonly count: number;
  /** [columns][vectors] */
  readonly codes: readonly Codes[];
}

/** [codes] 1 for values that lie outside of all released ones. */
function* liesOutside(count: number, isCovered: (code: number) => boolean): Steps<Uint8Array> {
  const lies = new Uint8Array(count);
  for (let code = 0; code < count; code++) {
    if (code % VALUES_AT_ONCE === 0) yield;
    if (!isCovered(code)) lies[code] = 1;
  }
  return lies;
}

/** Rows with equal cells are one vector, numbered by first appearance. */
function* distinctVectors(columns: readonly Column[], rows: number): Steps<DistinctVectors> {
  const index = new EntryIndex(columns.length);
  const vector = new Uint32Array(columns.length);
  const vectorOf = new Uint32Array(rows);
  const firsts: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    columns.forEach(({ codes }, a) => (vector[a] = codes[row]));
    const before = index.size;
    vectorOf[row] = index.add(vector, 0, 1);
    if (vectorOf[row] === before) firsts.push(row);
  }
  const at = Uint32Array.from(firsts);
  return { vectorOf, count: index.size, codes: columns.map(({ codes }) => pickCodes(codes, at)) };
}

function withMinimum(
  classOf: Uint32Array,
  classes: number,
  { minimum, units }: { readonly minimum: number; readonly units: Units | null },
): { readonly classOf: Uint32Array; readonly belowMinimum: number } {
  if (minimum <= 1) return { classOf, belowMinimum: 0 };
  const sizes = countClasses(classOf, classes, units);
  let belowMinimum = 0;
  const kept = classOf.map((id) => {
    if (id === suppressedRow || sizes[id] >= minimum) return id;
    belowMinimum++;
    return suppressedRow;
  });
  return { classOf: kept, belowMinimum };
}

/** [classes] rows, or persons. */
function countClasses(classOf: Uint32Array, classes: number, units: Units | null): Uint32Array {
  if (units !== null) {
    const groupOf = classOf.map((id) => Math.min(id, classes));
    const { start } = holdersOfGroups(groupOf, classes + 1, units);
    return Uint32Array.from({ length: classes }, (_, id) => start[id + 1] - start[id]);
  }
  const sizes = new Uint32Array(classes);
  for (const id of classOf) if (id !== suppressedRow) sizes[id]++;
  return sizes;
}

function countOf(values: Uint32Array | Uint8Array, wanted: number): number {
  let count = 0;
  for (const value of values) if (value === wanted) count++;
  return count;
}

/**
 * The release: columns in the order of the earlier one, quasi-identifiers as their classes have them. Suppressed rows that stay
 * have `*` in every quasi-identifier and blank cells elsewhere.
 */
function* build(
  table: Table,
  { attributes, classes, columns, input }: ApplicableRecoding,
  classOf: Uint32Array,
  order: Uint32Array,
): Steps<Table> {
  const missing = new Set(input?.missing ?? ['']);
  const blank = blankText(input?.missing);
  const idOf = pickCodes(classOf, order);
  const build = ({ name, known }: ApplicableRecoding['columns'][number]): Column => {
    const at = attributes.findIndex((attribute) => attribute.name === name);
    return at < 0
      ? keptColumn(knownOnly(table.column(name)!, known), order, { classes: idOf, blank })
      : labelColumn(
          attributes[at],
          missing,
          Uint32Array.from(idOf, (id) => (id === suppressedRow ? id : classes[id][at])),
        );
  };
  const built: Column[] = [];
  for (const each of columns) {
    yield;
    built.push(build(each));
  }
  return new Table(order.length, built);
}

/** The column with `other` for texts that the earlier release does not show: fewer rows had them than its job asks for. */
function knownOnly(column: Column, known: readonly string[] | undefined): Column {
  if (known === undefined) return column;
  const isKnown = new Set(known);
  const { name, codes, texts, missingCode } = column;
  const asTexts: Column = { name, type: 'string', codes, texts, numbers: null, missingCode };
  return replaceTexts(asTexts, (code) => (isKnown.has(texts[code]) ? texts[code] : RARE_TEXT));
}

/** @param valueOf - [rows] value, or `suppressedRow`; overwritten */
function labelColumn({ name, values }: KeptAttribute, missing: ReadonlySet<string>, valueOf: Uint32Array): Column {
  const texts = values.map(({ label }) => label);
  let star = texts.indexOf(anyValue);
  if (star < 0) star = texts.push(anyValue) - 1;
  const missingCode = values.findIndex((value) => value.missing === true && missing.has(value.label));
  valueOf.forEach((value, row) => {
    if (value === suppressedRow) valueOf[row] = star;
  });
  return compactColumn({ name, type: 'string', texts, numbers: null, missingCode }, valueOf);
}
