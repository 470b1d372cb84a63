/** The rows of a table that a run takes. */
import type { Steps } from '../base/steps.js';
import type { CheckedJob } from '../job/job.js';
import { type ColumnsPlan, isWithheld, planColumns, plannedKinds } from '../job/plan.js';
import { keysOf, requireNamed } from '../job/roles.js';
import { suppressedRow } from '../release/pieces.js';
import { selectColumn } from '../release/select-column.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { drawRowsPerPerson } from '../table/rows-per-person.js';
import { type Column, pickCodes, Table } from '../table/table.js';
import { type FoundUnits, numberUnits } from '../table/units.js';
import { bindWhere, requireWhereColumns } from '../table/bind-where.js';
import type { InputSpec, TakenKeys } from '../table/input-spec.js';
import { fulfils } from '../table/filter-where.js';
import { parseWhere } from '../table/parse-where.js';
import { InputError, InvalidArgumentError } from '../base/errors.js';
import { listNames, nearCure, suggestion } from '../base/near-name.js';
import { counted } from '../base/numbers.js';
import { personsMissing } from './number-persons.js';
import type { ReleasePlan } from './options.js';

/** The rows that `where` and `count` of the input leave. */
interface FilteredRows {
  readonly table: Table;
  /** Rows of the input that do not fulfil `where`; null where the job has none. */
  readonly rowsFilteredOut: number | null;
}

interface DrawnRows {
  readonly table: Table;
  /** Rows that were left out by `rowsPerPerson`; null where the job has none. */
  readonly rowsNotDrawn: number | null;
}

interface TakenRows extends DrawnRows, Pick<FilteredRows, 'rowsFilteredOut'> {
  /** Returns a plan for the entries of the table that was given; null where rows were drawn. */
  readonly asGiven: ((plan: ReleasePlan) => ReleasePlan) | null;
}

/** Takes rows as a plan says: those that are drawn of each person, or all, with each row of a counted table that lacks a key as an entry. */
export function* takeRows(whole: Table, plan: ColumnsPlan): Steps<TakenRows> {
  const { table: given, rowsFilteredOut } = yield* filterRows(whole, plan);
  const taken = yield* takeOfPersons(given, plan);
  return { ...taken, rowsFilteredOut, asGiven: given === whole ? taken.asGiven : null };
}

function* takeOfPersons(given: Table, plan: ColumnsPlan): Steps<Omit<TakenRows, 'rowsFilteredOut'>> {
  if (plan.rowsPerPerson !== null) return { ...(yield* drawPersons(given, plan)), asGiven: null };
  const isCounted = given.weights !== null && plan.missingPersons === 'separate';
  const lacking = isCounted ? (yield* numberTyped(given, plan)).units.lacking : null;
  const entryOf = lacking === null ? null : entriesApart(given.weights!, lacking);
  if (entryOf === null) return { table: given, rowsNotDrawn: null, asGiven: (own) => own };
  const table = yield* splitEntries(given, entryOf);
  return { table, rowsNotDrawn: null, asGiven: (own) => joinSplit(own, entryOf) };
}

/**
 * Takes the rows that fulfil `input.where`, each as often as `input.count` says. A counted table stays counted.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, WHERE_INVALID, WHERE_TYPE; InputError INPUT_NO_ROWS, COUNT_INVALID, INPUT_LIMIT
 */
export function* filterRows(given: Table, plan: ColumnsPlan): Steps<FilteredRows> {
  const { where, count } = plan.input;
  if (where === undefined && count === undefined) return { table: given, rowsFilteredOut: null };
  const table = withDeclaredTypes(given, plannedKinds(plan));
  requireTaking(
    plan.input,
    table.columns.map(({ name }) => name),
  );
  const mask = where === undefined ? null : yield* fulfils(bindWhere(parseWhere(where), table.columns), table);
  const { entries, weights } = yield* takeCounted(table, mask, plan);
  const rowsFilteredOut = mask === null ? null : rowsWhere(table, (entry) => mask[entry] === 0);
  if (rowsFilteredOut === 0 && count === undefined) return { table, rowsFilteredOut };
  return { table: yield* selectEntries(table, entries, weights), rowsFilteredOut };
}

/** The table of some entries; an entry may stand there several times. `weights` holds the rows of each in a counted table. */
function* selectEntries(table: Table, entries: Uint32Array, weights: Uint32Array | null): Steps<Table> {
  const rows = weights === null ? entries.length : weights.reduce((sum, own) => sum + own, 0);
  const columns = [];
  for (const column of table.columns) {
    columns.push(selectColumn(column, entries, weights));
    yield;
  }
  return new Table(rows, columns, table.warnings, weights);
}

/** The table of the rows that `where` and `count` of the input leave, and the job for it; both as they are where there is neither. */
export function* takeInput<Asked extends CheckedJob>(
  given: Table,
  job: Asked,
): Steps<{ readonly table: Table; readonly job: Asked }> {
  const { where, count, ...input } = job.input ?? {};
  if (where === undefined && count === undefined) return { table: given, job };
  const { table } = yield* filterRows(given, planColumns(job, given.columns));
  const columns = table.columns.filter(({ name }) => name !== count);
  return { table: new Table(table.rows, columns, table.warnings, table.weights), job: { ...job, input } };
}

function rowsWhere({ entries, weights }: Table, isIt: (entry: number) => boolean): number {
  let rows = 0;
  for (let entry = 0; entry < entries; entry++) if (isIt(entry)) rows += weights?.[entry] ?? 1;
  return rows;
}

/** Maximum cells of a table whose rows stand for many, where no limit of rows is set. */
const MOST_CELLS = 2 ** 28;

/** The entries that are taken, one each for a row, or [entries] rows of each in a counted table. */
function* takeCounted(
  table: Table,
  mask: Uint8Array | null,
  { input: { count, limits = {} } }: ColumnsPlan,
): Steps<{ readonly entries: Uint32Array; readonly weights: Uint32Array | null }> {
  const { weights: given } = table;
  const chosen: number[] = [];
  for (let entry = 0; entry < table.entries; entry++) if (mask === null || mask[entry] === 1) chosen.push(entry);
  yield;
  if (chosen.length === 0) {
    throw new InputError('INPUT_NO_ROWS', 'no row fulfils input.where', {});
  }
  const asked = Uint32Array.from(chosen);
  if (count === undefined)
    return { entries: asked, weights: given === null ? null : asked.map((entry) => given[entry]) };
  const all = countsOf(table, count, asked);
  // A row that stands for none is left out.
  const entries = asked.filter((_, i) => all[i] > 0);
  const times = all.filter((value) => value > 0);
  if (entries.length === 0) throw new InputError('INPUT_NO_ROWS', 'each row stands for 0 rows by input.count', {});
  let rows = 0;
  for (const [i, entry] of entries.entries()) rows += times[i] * (given?.[entry] ?? 1);
  const most = limits.rows ?? (given === null ? Math.floor(MOST_CELLS / table.columns.length) : MOST_ROWS);
  if (rows > Math.min(most, MOST_ROWS)) {
    const problem = `the rows stand for ${counted(rows, 'row')} by the column ${JSON.stringify(count)}, the limit is ${most}`;
    throw new InputError(
      'INPUT_LIMIT',
      `${problem}; "input": {"limits": {"rows": ${rows}}} (--limit rows=${rows}) takes them`,
      {},
    );
  }
  if (given !== null) return { entries, weights: entries.map((entry, i) => given[entry] * times[i]) };
  const written = new Uint32Array(rows);
  let at = 0;
  for (const [i, entry] of entries.entries()) written.fill(entry, at, (at += times[i]));
  return { entries: written, weights: null };
}

/** Maximum rows of a table. */
const MOST_ROWS = 2 ** 32 - 1;

/** Throws InvalidArgumentError UNKNOWN_COLUMN where `where` or `count` of the input names no column of a table. */
export function requireTaking(
  { where, count }: Pick<InputSpec, TakenKeys>,
  columns: readonly string[],
  source = 'the table',
): void {
  if (where !== undefined) requireWhereColumns(parseWhere(where), columns, source);
  if (count === undefined || columns.includes(count)) return;
  const expected = `the name of a column of ${source}: ${listNames(columns)}${suggestion(count, columns)}`;
  const cure = nearCure(count, columns);
  throw new InvalidArgumentError('input.count', expected, JSON.stringify(count), 'UNKNOWN_COLUMN', cure);
}

/** [entries] rows that each of some entries stands for. */
function countsOf(table: Table, name: string, entries: Uint32Array): Float64Array {
  const { numbers, codes } = table.column(name)!;
  const isRight = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MOST_ROWS;
  const times = Float64Array.from(entries, (entry) => numbers?.[codes[entry]] ?? NaN);
  const wrong = times.reduce((sum, value) => sum + Number(!isRight(value)), 0);
  if (wrong === 0) return times;
  const cells = `${counted(wrong, 'cell')} of the column ${JSON.stringify(name)} of "input.count"`;
  const cure = 'correct them, or leave their rows out ("input": {"where": ...})';
  throw new InputError(
    'COUNT_INVALID',
    `${cells} ${wrong === 1 ? 'is not a whole number' : 'are not whole numbers'} from 0; ${cure}`,
    { attribute: name },
  );
}

/** A table with the types of its plan, and the persons whose its rows are. */
export function* numberTyped(
  given: Table,
  plan: ColumnsPlan,
): Steps<{ readonly table: Table; readonly keys: readonly Column[]; readonly units: FoundUnits }> {
  const table = withDeclaredTypes(given, plannedKinds(plan));
  requireNamed(plan, table);
  const keys = keysOf(plan, table);
  return { table, keys, units: yield* numberUnits(table, keys) };
}

/**
 * Keeps as many rows of every person as `rowsPerPerson` says.
 *
 * @throws InputError PERSON_MISSING
 */
export function* drawPersons(given: Table, plan: ColumnsPlan): Steps<DrawnRows> {
  const { rowsPerPerson } = plan;
  if (rowsPerPerson === null) return { table: given, rowsNotDrawn: null };
  const { table, keys, units } = yield* numberTyped(given, plan);
  if (units.missing > 0) throw personsMissing(units.missing, keys);
  const cells = table.columns.filter(({ name }) => !isWithheld(plan, name));
  const drawn = yield* drawRowsPerPerson(table, units, { keys, cells }, rowsPerPerson);
  const rows = drawn.reduce((sum, own) => sum + own, 0);
  const rowsNotDrawn = table.rows - rows;
  if (rowsNotDrawn === 0) return { table, rowsNotDrawn };
  const entries = Uint32Array.from(drawn.keys()).filter((entry) => drawn[entry] > 0);
  const weights = table.weights === null ? null : entries.map((entry) => drawn[entry]);
  return { table: yield* selectEntries(table, entries, weights), rowsNotDrawn };
}

/** [new entries] entry of every row that lacks a key, and of the others together; null where these are the same. */
function entriesApart(weights: Uint32Array, lacking: Uint8Array): Uint32Array | null {
  const partsOf = weights.map((rows, entry) => (lacking[entry] === 1 ? rows : 1));
  const entries = partsOf.reduce((sum, parts) => sum + parts, 0);
  if (entries === weights.length) return null;
  const entryOf = new Uint32Array(entries);
  let next = 0;
  for (const [entry, parts] of partsOf.entries()) entryOf.fill(entry, next, (next += parts));
  return entryOf;
}

function* splitEntries({ rows, columns: given, warnings, weights }: Table, entryOf: Uint32Array): Steps<Table> {
  const partsOf = new Uint32Array(weights!.length);
  for (const entry of entryOf) partsOf[entry]++;
  const columns = [];
  for (const column of given) {
    columns.push({ ...column, codes: pickCodes(column.codes, entryOf) });
    yield;
  }
  return new Table(
    rows,
    columns,
    warnings,
    entryOf.map((entry) => weights![entry] / partsOf[entry]),
  );
}

/** A plan for the entries of the table that was given: pieces of one entry in one class are one piece again. */
function joinSplit({ pieces, entryOf: released, ...plan }: ReleasePlan, entryOf: Uint32Array): ReleasePlan {
  const entry: number[] = [];
  const classId: number[] = [];
  const count: number[] = [];
  const becomes: number[] = [];
  for (let piece = 0; piece < pieces.entry.length; piece++) {
    const own = entryOf[pieces.entry[piece]];
    const last = entry.length - 1;
    if (entry[last] === own && classId[last] === pieces.classId[piece]) {
      count[last] += pieces.count[piece];
      continue;
    }
    entry.push(own);
    classId.push(pieces.classId[piece]);
    count.push(pieces.count[piece]);
    becomes.push(released?.[piece] ?? suppressedRow);
  }
  const [entries, classes, counts] = [entry, classId, count].map((numbers) => Uint32Array.from(numbers));
  const joined = { entry: entries, classId: classes, count: counts };
  return { ...plan, pieces: joined, ...(released === undefined ? {} : { entryOf: Uint32Array.from(becomes) }) };
}
