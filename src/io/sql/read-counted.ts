import { listMatches } from '../../job/patterns.js';
import { runWithEvents } from '../../base/steps.js';
import { CapacityError, InputError } from '../../base/errors.js';
import type { CheckedJob, Role } from '../../job/job.js';
import { closedJob } from '../../job/job-of-columns.js';
import {
  type ColumnsPlan,
  isKeyOfUnit,
  isUnread,
  isWithheld,
  planColumns,
  takingColumns,
  plannedColumn,
  plannedRole,
} from '../../job/plan.js';
import { requireColumns, warnOfDefaults } from '../../job/roles.js';
import type { ColumnRules } from '../../table/build-column.js';
import type { SpelledColumn } from '../../table/build-counted.js';
import { missingTextOf, withDeclaredMissing } from '../../table/declared-missing.js';
import { buildCounted, droppedEntry } from '../../table/build-counted.js';
import { ColumnEncoder } from '../../table/column-encoder.js';
import { EntryIndex } from '../../table/entry-index.js';
import type { Column } from '../../table/table.js';
import { Table } from '../../table/table.js';
import { tooManyEntries } from '../csv/too-many-entries.js';
import type { CellProblem } from '../../table/cell-problem.js';
import { isCanonicalInteger } from '../../table/value.js';
import { kindChecker } from '../../table/cell-problem.js';
import { codedRows } from './coded-rows.js';
import type { OwnNames } from './own-names.js';
import { ownNames } from './own-names.js';
import type { CountRequest } from './statements.js';
import { countRowsStatement, countStatement, nullKey, presentCondition } from './statements.js';
import type { SourceColumn, SqlConnection } from './source.js';
import type { Sql } from './sql.js';

/** A frequency set that an engine counted. */
export interface CountedSource {
  /** Counted table of the quasi-identifiers, sensitive attributes, the class and the key of persons. */
  readonly table: Table;
  /** The job without what `table` does not hold. */
  readonly job: CheckedJob;
  /** All columns of the relation, and those that are released, in their order. */
  readonly columns: readonly SourceColumn[];
  readonly released: readonly string[];
  /** Condition on rows that take part, or null. */
  readonly where: Sql | null;
  /** Names for statements about the relation. */
  readonly names: OwnNames;
  /** Released columns that were not counted, with [entries of the table] the sum of their fingerprints; null where not asked for. */
  readonly printed: { readonly columns: readonly string[]; readonly sums: BigUint64Array } | null;
  /** Codes of the values as the engine has them. */
  readonly spelled: {
    readonly index: EntryIndex;
    /** [columns of the table][codes] text, {@link nullKey} for null. */
    readonly texts: readonly (readonly string[])[];
    /** [entries of the index] entry of the table; null where they are the same. */
    readonly entryOf: Uint32Array | null;
  };
}

/** Options of reading a frequency set. */
export interface ReadCountedOptions {
  readonly signal?: AbortSignal;
  /** Most bytes that the distinct vectors may take. Default 512 MiB. */
  readonly memory?: number;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
  /** True to show the columns that are not to be released, if there are any, as empty ones: for the audit of a release. */
  readonly showsUnreleased?: boolean;
  /** True to take a relation without rows too: a release of which every row is suppressed. */
  readonly allowEmpty?: boolean;
  /** True to count all released columns, those too that are released as they are. */
  readonly whole?: boolean;
  /** True to take fingerprints of the released columns that are not counted. */
  readonly prints?: boolean;
}

const defaultMemory = 512 * 1024 * 1024;

/**
 * Counts the distinct vectors of a relation by one GROUP BY of the engine's. Nothing else crosses the wire: neither rows,
 * nor identifiers, nor the columns that are released as they are.
 *
 * @param from - the relation, quoted
 * @throws InputError, CapacityError, InvalidArgumentError UNKNOWN_COLUMN
 */
export async function readSourceCounted(
  connection: SqlConnection,
  from: Sql,
  job: CheckedJob,
  options: ReadCountedOptions = {},
): Promise<CountedSource> {
  const described = await connection.describe(from);
  const names = described.map(({ name }) => name);
  // A release lacks columns that patterns of its job match.
  requireColumns(planColumns(options.showsUnreleased === true ? listMatches(job, names) : job), names);
  const plan = planColumns(listMatches(job, names));
  const roleOf = (name: string): Role => plannedRole(plan, name);
  const isNamed = (name: string): boolean => plannedColumn(plan, name) !== undefined;
  const released = names.filter((name) => !isWithheld(plan, name));
  const taking = takingColumns(plan);
  const isCounted = (name: string): boolean =>
    isKeyOfUnit(plan, name) ||
    taking.includes(name) ||
    (released.includes(name) && (options.whole === true || roleOf(name) !== 'insensitive'));
  const { missing } = plan;
  const { onMissing = 'keep' } = plan.input;
  const named = names.filter((name) => !isUnread(plan, name) && isNamed(name));
  const uncounted = released.filter((name) => !isCounted(name));
  const where = onMissing === 'drop' ? presentCondition(connection.dialect, named, missing) : null;
  if (onMissing === 'error') {
    await refuseMissing(
      connection,
      from,
      uncounted.filter((name) => named.includes(name)),
      missing,
    );
  }
  const own = ownNames(names);
  const printed = options.prints === true ? uncounted : [];
  const isDeclared = (name: string): boolean => (plannedColumn(plan, name)?.kind ?? null) !== null;
  const request = { from, columns: names.filter(isCounted), printed, names: own, where };
  const refusesMissing = (name: string): boolean => onMissing === 'error' && isNamed(name);
  /** Counts the columns; those of numbers with one that no double holds are counted again as texts, as files have them. */
  const count = async (columns: readonly SourceColumn[]) => {
    const counted = columns.filter(({ name }) => isCounted(name));
    const spelledColumns = counted.map((column) => spelledColumn(column, plan));
    try {
      const found = await countVectors(connection, request, spelledColumns, refusesMissing, options);
      return { columns, counted, spelledColumns, found };
    } catch (error) {
      const inexact =
        error instanceof InputError && error.code === 'NUMBER_NOT_EXACT' ? error.where.attribute : undefined;
      if (!columns.some(({ name, type }) => name === inexact && type === 'number' && !isDeclared(name))) throw error;
      return count(columns.map((column) => (column.name === inexact ? { ...column, type: null } : column)));
    }
  };
  const { columns, counted, spelledColumns, found } = await count(described);
  const { index, encoders } = found;
  const steps = buildCounted(
    { rows: index.rows(), firstRows: null, codes: counted.map((_, c) => index.column(c)) },
    spelledColumns.map((column, c) => ({ ...column, spellings: encoders[c].spellings })),
    { trimmable: false },
  );
  const built = await runWithEvents(steps, options.signal);
  const ofNumbers = new Set(counted.filter(({ name, type }) => type === 'number' && !isDeclared(name)).map(({ name }) => name)); // prettier-ignore
  const read = built.columns.map((column) => (ofNumbers.has(column.name) ? asWhole(column) : column));
  // Columns that the job names stand in its order.
  const kept = [...plan.columns, ...counted]
    .map(({ name }) => name)
    .filter((name) => counted.some((column) => column.name === name));
  const noticed = plan.defaultRole === 'insensitive' ? warnOfDefaults(plan) : [];
  const unreleased = options.showsUnreleased === true ? names.filter((name) => isUnread(plan, name)) : [];
  const present = unreleased.map((name): Column => emptyColumn(name, built.weights.length, built.rows));
  return {
    table: new Table(built.rows, [...read, ...present], [...built.warnings, ...noticed], built.weights),
    job: closedJob(job, kept),
    columns,
    released,
    where,
    names: own,
    printed:
      options.prints === true
        ? { columns: printed, sums: sumByEntry(found.prints, built.entryOf, built.weights.length) }
        : null,
    spelled: { index, texts: encoders.map(({ spellings }) => spellings), entryOf: built.entryOf },
  };
}

/**
 * Rules for reading the texts of a column. Whole numbers are found from their texts, as in files: those above 2^53 are texts, and days of
 * eight digits are days.
 */
function spelledColumn({ name, type }: SourceColumn, plan: ColumnsPlan): SpelledColumn {
  const { missing } = plan;
  const missingTexts = new Set(missing);
  const nullText = missingTextOf(missingTexts);
  const rules: ColumnRules = {
    name,
    declared: plannedColumn(plan, name)?.kind ?? (type === null || type === 'integer' ? undefined : { type }),
    interpret: (spelling) =>
      spelling === nullKey
        ? { content: nullText, missing: true }
        : { content: spelling, missing: missingTexts.has(spelling) },
  };
  return {
    rules: withDeclaredMissing(rules, nullText),
    spellings: [],
    nullSpelling: nullKey,
    dropsMissing: false,
  };
}

/** Distinct vectors as the engine has them. */
interface CountedVectors {
  readonly index: EntryIndex;
  readonly encoders: readonly ColumnEncoder<CellProblem>[];
  /** [entries of the index] sum of fingerprints; empty where there are none. */
  readonly prints: BigUint64Array;
}

async function countVectors(
  connection: SqlConnection,
  request: CountRequest,
  columns: readonly SpelledColumn[],
  refusesMissing: (name: string) => boolean,
  { signal, memory = defaultMemory, onProgress, allowEmpty = false }: ReadCountedOptions,
): Promise<CountedVectors> {
  const encoders = columns.map(({ rules }) => {
    const check = kindChecker(rules.declared);
    return new ColumnEncoder<CellProblem>((cell) => {
      const { content, missing: isMissing } = rules.interpret(cell);
      if (isMissing) return refusesMissing(rules.name) ? missingValue : null;
      return check === null ? null : check(content);
    });
  });
  const query = { sql: countStatement(connection.dialect, request), hasPrints: request.printed.length > 0 };
  const index = new EntryIndex(columns.length);
  let prints = new BigUint64Array(query.hasPrints ? 16 : 0);
  const vector = new Uint32Array(columns.length);
  const refuse = (c: number): Error => refused(encoders[c].problem!, columns[c].rules.name);
  let rows = 0;
  for await (const batch of codedRows(connection, query, encoders, refuse, signal)) {
    for (let row = 0; row < batch.rows; row++) {
      for (let c = 0; c < vector.length; c++) vector[c] = batch.codes[c][row];
      const count = batch.counts[row];
      rows += count;
      if (rows > 0xffffffff) throw new CapacityError('rows of the table', rows, 0xffffffff);
      const entry = index.add(vector, 0, count);
      if (!query.hasPrints) continue;
      if (entry === prints.length) {
        const longer = new BigUint64Array(prints.length * 2);
        longer.set(prints);
        prints = longer;
      }
      prints[entry] += batch.prints[row];
    }
    if (index.bytes + prints.byteLength > memory) throw tooManyEntries(index, request.columns, memory);
    onProgress?.({ rows });
  }
  if (rows === 0 && !allowEmpty) {
    const dropped = request.where === null ? '' : ' without a missing value, and input.onMissing is "drop"';
    throw new InputError('INPUT_NO_ROWS', `the table has no rows${dropped}`);
  }
  return { index, encoders, prints: prints.subarray(0, query.hasPrints ? index.size : 0) };
}

/** [entries of the table] sums of what its counted vectors have. */
function sumByEntry(prints: BigUint64Array, entryOf: Uint32Array | null, entries: number): BigUint64Array {
  if (entryOf === null || prints.length === 0) return prints;
  const sums = new BigUint64Array(entries);
  entryOf.forEach((entry, vector) => {
    if (entry !== droppedEntry) sums[entry] += prints[vector];
  });
  return sums;
}

/** Columns of whole numbers have the type that files give them; others are unchanged. */
function asWhole(column: Column): Column {
  const { texts, missingCode } = column;
  const isWhole = texts.every((text, code) => code === missingCode || isCanonicalInteger(text));
  return isWhole && texts.length > Number(missingCode >= 0) ? { ...column, type: 'integer' } : column;
}

function emptyColumn(name: string, entries: number, rows: number): Column {
  const codes = new Uint8Array(entries);
  return { name, type: 'string', codes, texts: [''], numbers: null, missingCode: 0, rowsPerCode: Uint32Array.of(rows) };
}

async function refuseMissing(
  connection: SqlConnection,
  from: Sql,
  columns: readonly string[],
  missing: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const present = presentCondition(connection.dialect, [column], missing);
    for await (const rows of connection.query(countRowsStatement(connection.dialect, from, present))) {
      if (rows.length > 0 && rows[0][0] !== '0') throw refused(missingValue, column);
    }
  }
}

const missingValue: CellProblem = {
  code: 'MISSING_VALUE',
  message: 'a value is missing, and input.onMissing is "error"',
};

const refused = ({ code, message }: CellProblem, attribute: string): InputError =>
  new InputError(code, message, { attribute });
