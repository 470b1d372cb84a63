/** The rows of a table that a run takes. */
import type { Steps } from '../base/steps.js';
import { type ColumnsPlan, isWithheld, plannedKinds } from '../job/plan.js';
import { keysOf, requireNamed } from '../job/roles.js';
import { suppressedRow } from '../release/pieces.js';
import { selectColumn } from '../release/select-column.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { drawRowsPerPerson } from '../table/rows-per-person.js';
import { type Column, pickCodes, Table } from '../table/table.js';
import { type FoundUnits, numberUnits } from '../table/units.js';
import { personsMissing } from './number-persons.js';
import type { ReleasePlan } from './options.js';

interface DrawnRows {
  readonly table: Table;
  /** Rows that were left out by `rowsPerPerson`; null where the job has none. */
  readonly rowsNotDrawn: number | null;
}

interface TakenRows extends DrawnRows {
  /** Returns a plan for the entries of the table that was given; null where rows were drawn. */
  readonly asGiven: ((plan: ReleasePlan) => ReleasePlan) | null;
}

/** Takes rows as a plan says: those that are drawn of each person, or all, with each row of a counted table that lacks a key as an entry. */
export function* takeRows(given: Table, plan: ColumnsPlan): Steps<TakenRows> {
  if (plan.rowsPerPerson !== null) return { ...(yield* drawPersons(given, plan)), asGiven: null };
  const isCounted = given.weights !== null && plan.missingPersons === 'separate';
  const lacking = isCounted ? (yield* numberTyped(given, plan)).units.lacking : null;
  const entryOf = lacking === null ? null : entriesApart(given.weights!, lacking);
  if (entryOf === null) return { table: given, rowsNotDrawn: null, asGiven: (own) => own };
  const table = yield* splitEntries(given, entryOf);
  return { table, rowsNotDrawn: null, asGiven: (own) => joinSplit(own, entryOf) };
}

/** A table with the types of its plan, and the persons whose its rows are. */
function* numberTyped(
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
  const columns = [];
  for (const column of table.columns) {
    columns.push(selectColumn(column, entries, weights));
    yield;
  }
  return { table: new Table(rows, columns, table.warnings, weights), rowsNotDrawn };
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
