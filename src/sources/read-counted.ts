import { CapacityError, InputError, InvalidArgumentError } from '../errors.js';
import { formatPath } from '../job/describe.js';
import type { Job, Role } from '../job/job.js';
import { suggestion } from '../job/near-name.js';
import type { SpelledColumn } from '../table/build-counted.js';
import { buildCounted } from '../table/build-counted.js';
import { ColumnEncoder } from '../table/column-encoder.js';
import { EntryIndex } from '../table/entry-index.js';
import type { Column, ColumnType } from '../table/table.js';
import { Table } from '../table/table.js';
import { tooManyEntries } from '../table/too-many-entries.js';
import { VALUE_EXPECTED, parseValue } from '../table/value.js';
import { codedRows } from './coded-rows.js';
import { countStatement, nullKey, presentCondition } from './statements.js';
import type { SourceColumn, SqlConnection } from './source.js';

/** A frequency set that an engine counted. */
export interface CountedSource {
  /** Counted table of the quasi-identifiers, sensitive attributes and the class. */
  readonly table: Table;
  /** The job without what `table` does not hold. */
  readonly job: Job;
  /** All columns of the relation, and those that are released, in their order. */
  readonly columns: readonly SourceColumn[];
  readonly released: readonly string[];
  /** Condition on rows that take part, or null. */
  readonly where: string | null;
  /** Codes of the values as the engine has them. */
  readonly spelled: {
    readonly index: EntryIndex;
    /** [columns of the table][codes] text, {@link nullKey} for null. */
    readonly texts: readonly (readonly string[])[];
    /** [entries of the index] entry of the table; null where they are the same. */
    readonly entryOf: Uint32Array | null;
  };
}

/** How a frequency set is read. */
export interface ReadCountedOptions {
  readonly signal?: AbortSignal;
  /** Most bytes that the distinct vectors may take. Default 512 MiB. */
  readonly memory?: number;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
  /** True to show the columns that are not to be released, if there are any, as empty ones: for the audit of a release. */
  readonly strangers?: boolean;
  /** True to take a relation without rows too: a release of which every row is suppressed. */
  readonly allowEmpty?: boolean;
  /** True to count all released columns, those too that are released as they are. */
  readonly whole?: boolean;
}

const defaultMemory = 512 * 1024 * 1024;
const withheld: readonly Role[] = ['identifier', 'drop'];

/**
 * Counts the distinct vectors of a relation by one GROUP BY of the engine's. Nothing else crosses the wire: neither rows,
 * nor identifiers, nor the columns that are released as they are.
 *
 * @param from - the relation, quoted
 * @throws InputError, CapacityError, InvalidArgumentError UNKNOWN_COLUMN
 */
export async function readSourceCounted(
  connection: SqlConnection,
  from: string,
  job: Job,
  options: ReadCountedOptions = {},
): Promise<CountedSource> {
  const columns = await connection.describe(from);
  const names = columns.map(({ name }) => name);
  for (const name of Object.keys(job.attributes)) {
    if (names.includes(name)) continue;
    const expected = `the name of a column of the table${suggestion(name, names)}`;
    throw new InvalidArgumentError(
      formatPath(['attributes', name]),
      expected,
      'a name that no column has',
      'UNKNOWN_COLUMN',
    );
  }
  const roleOf = (name: string): Role =>
    (Object.hasOwn(job.attributes, name) ? job.attributes[name].role : undefined) ?? job.defaultRole ?? 'drop';
  const released = names.filter((name) => !withheld.includes(roleOf(name)));
  const counted = columns.filter(
    ({ name }) => released.includes(name) && (options.whole === true || roleOf(name) !== 'insensitive'),
  );
  const missing = job.input?.missing ?? [''];
  const onMissing = job.input?.onMissing ?? 'keep';
  const named = released.filter((name) => Object.hasOwn(job.attributes, name));
  const uncounted = named.filter((name) => !counted.some((column) => column.name === name));
  const where = onMissing === 'drop' ? presentCondition(connection.dialect, named, missing) : null;
  if (onMissing === 'error') await refuseMissing(connection, from, uncounted, missing);

  const missingTexts = new Set(missing);
  const nullText = missingTexts.has('') || missing.length === 0 ? '' : missing[0];
  const spelledColumns = counted.map(({ name, type }): SpelledColumn => {
    const declared = (Object.hasOwn(job.attributes, name) ? job.attributes[name].type : undefined) ?? type ?? undefined;
    return {
      rules: {
        name,
        type: declared,
        interpret: (spelling) =>
          spelling === nullKey
            ? { content: nullText, missing: true }
            : { content: spelling, missing: missingTexts.has(spelling) },
      },
      spellings: [],
      dropsMissing: false,
    };
  });
  const refusesMissing = (name: string): boolean => onMissing === 'error' && Object.hasOwn(job.attributes, name);
  const encoders = spelledColumns.map(
    ({ rules }) =>
      new ColumnEncoder<string>((cell) => {
        const { content, missing: isMissing } = rules.interpret(cell);
        if (isMissing) return refusesMissing(rules.name) ? 'MISSING_VALUE' : null;
        if (rules.type === undefined || rules.type === 'string') return null;
        const value = parseValue(content, rules.type);
        return typeof value === 'number' ? null : value;
      }),
  );
  const sql = countStatement(connection.dialect, { from, columns: counted.map(({ name }) => name), where });
  const index = new EntryIndex(counted.length);
  const vector = new Uint32Array(counted.length);
  const refuse = (c: number): Error =>
    refused(String(encoders[c].problem), spelledColumns[c].rules.type, counted[c].name);
  let rows = 0;
  for await (const batch of codedRows(connection, sql, encoders, refuse, options.signal)) {
    for (let row = 0; row < batch.rows; row++) {
      for (let c = 0; c < vector.length; c++) vector[c] = batch.codes[c][row];
      const count = batch.counts[row];
      rows += count;
      if (rows > 0xffffffff) throw new CapacityError('rows of the table', rows, 0xffffffff);
      index.add(vector, 0, count);
    }
    if (index.bytes > (options.memory ?? defaultMemory)) {
      throw tooManyEntries(
        index,
        counted.map(({ name }) => name),
        options.memory ?? defaultMemory,
      );
    }
    options.onProgress?.({ rows });
  }
  if (rows === 0 && options.allowEmpty !== true) {
    const dropped = where === null ? '' : ' without a missing value, and input.onMissing is "drop"';
    throw new InputError('INPUT_NO_ROWS', `the table has no rows${dropped}`);
  }
  const built = buildCounted(
    {
      rows: index.rows(),
      firstRows: new Uint32Array(index.size),
      codes: counted.map((_, c) => index.column(c)),
    },
    spelledColumns.map((column, c) => ({ ...column, spellings: encoders[c].spellings })),
    false,
  );
  const attributes = Object.create(null) as Record<string, Job['attributes'][string]>;
  for (const name of Object.keys(job.attributes)) {
    if (counted.some((column) => column.name === name)) attributes[name] = job.attributes[name];
  }
  for (const { name } of counted) attributes[name] ??= { role: roleOf(name) };
  const strangers = options.strangers === true ? names.filter((name) => !released.includes(name)) : [];
  const present = strangers.map((name): Column => emptyColumn(name, built.weights.length, built.rows));
  return {
    table: new Table(built.rows, [...built.columns, ...present], built.warnings, built.weights),
    job: { ...job, attributes, defaultRole: 'drop' },
    columns,
    released,
    where,
    spelled: { index, texts: encoders.map(({ spellings }) => spellings), entryOf: built.entryOf },
  };
}

function emptyColumn(name: string, entries: number, rows: number): Column {
  const codes = new Uint8Array(entries);
  return { name, type: 'string', codes, texts: [''], numbers: null, missingCode: 0, rowsPerCode: Uint32Array.of(rows) };
}

async function refuseMissing(
  connection: SqlConnection,
  from: string,
  columns: readonly string[],
  missing: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const present = presentCondition(connection.dialect, [column], missing);
    const count = connection.dialect.asText.replace('%', 'COUNT(*)');
    for await (const rows of connection.query(`SELECT ${count} FROM ${from} WHERE NOT (${present})`)) {
      if (rows.length > 0 && rows[0][0] !== '0') throw refused('MISSING_VALUE', undefined, column);
    }
  }
}

function refused(code: string, type: ColumnType | undefined, attribute: string): InputError {
  const message =
    code === 'MISSING_VALUE'
      ? 'a value is missing, and input.onMissing is "error"'
      : code === 'NUMBER_SYNTAX' && type === 'integer'
        ? 'expected a whole number, found other text'
        : VALUE_EXPECTED[code as keyof typeof VALUE_EXPECTED];
  return new InputError(code, message, { attribute });
}
