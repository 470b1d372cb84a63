import { InvalidArgumentError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import type { Plan } from '../job/plan.js';
import { PACKED_DAYS } from '../table/infer-kind.js';
import { hasOpenEnds } from '../table/of-numbers.js';
import { formatValue, isSameKind, kindOf, spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import { Table } from '../table/table.js';
import { requireTable } from './options.js';
import { type CodedPublic, preparePublic } from './prepare-public.js';
import { findPublicPersons, type PublicPersons } from './public-persons.js';
import { preparePublicPersons } from './prepare-public-persons.js';

/** A public table P in the terms of the input T, whose rows are among its own. */
export interface JoinedPublic extends CodedPublic {
  /** Name in the models. */
  readonly name: string;
  /** Path of the name in the job. */
  readonly path: string;
  /** Counts it for a search. */
  readonly prepare: typeof preparePublic;
  /** Finds and counts it by persons. */
  readonly byPersons: {
    readonly find: typeof findPublicPersons;
    readonly prepare: typeof preparePublicPersons;
  };
  /** Persons of its rows; null where rows are counted. */
  readonly persons: PublicPersons | null;
}

/**
 * Joins the public table of a plan to the input: the dictionaries of the quasi-identifiers then hold the public values too
 * (which no row of T has), so that domains and hierarchies are those of P. Yields between stretches of the work.
 *
 * @throws InvalidArgumentError PUBLIC_NOT_READ when the table is not among those given, PUBLIC_COLUMN for a column that it
 *   lacks, PUBLIC_TYPE for one of another type.
 */
export function* joinPublic(
  table: Table,
  { publicTable, columns: planned }: Plan,
  tables: Readonly<Record<string, Table>> = {},
): Steps<{ readonly table: Table; readonly joined: JoinedPublic | null }> {
  if (publicTable === null) return { table, joined: null };
  const { name, path } = publicTable;
  if (!Object.hasOwn(tables, name)) {
    throw new InvalidArgumentError(
      path,
      'a table among options.publicTables (the command line reads the file)',
      'a name that is not among them',
      'PUBLIC_NOT_READ',
    );
  }
  const other = tables[name];
  requireTable(other, `options.publicTables[${JSON.stringify(name)}]`);
  const columns: JoinedPublic['columns'][number][] = [];
  const extended = new Map<string, Column>();
  for (const { name: attribute, role } of planned) {
    if (role !== 'quasi-identifier') continue;
    const column = table.column(attribute);
    if (column === undefined) continue;
    const found = other.column(attribute);
    if (found === undefined) {
      const expected = `a table with the column ${JSON.stringify(attribute)}`;
      throw new InvalidArgumentError(path, expected, 'one without it', 'PUBLIC_COLUMN');
    }
    const { joined, codeOf } = yield* joinColumn(column, found, path);
    extended.set(attribute, joined);
    columns.push({ name: attribute, column: found, codeOf });
  }
  const all = table.columns.map((column) => extended.get(column.name) ?? column);
  return {
    table: new Table(table.rows, all, table.warnings, table.weights),
    joined: {
      name,
      path,
      table: other,
      columns,
      prepare: preparePublic,
      byPersons: { find: findPublicPersons, prepare: preparePublicPersons },
      persons: null,
    },
  };
}

/** Values between two yields. */
const VALUES_AT_ONCE = 1 << 13;

/** The column with the values of the other one added to its dictionary, and the codes of those values. */
function* joinColumn(column: Column, given: Column, path: string): Steps<{ joined: Column; codeOf: Uint32Array }> {
  const other = readAlike(column, given);
  const fits = other.type === column.type || (column.type === 'number' && other.type === 'integer');
  if (!fits && column.type !== 'string') {
    throw new InvalidArgumentError(
      path,
      `${JSON.stringify(column.name)} of type ${column.type}, as in the input`,
      `type ${other.type}`,
      'PUBLIC_TYPE',
    );
  }
  if (hasOpenEnds(other) && !isSameKind(other, column)) {
    const expected = `${JSON.stringify(column.name)} with the open ends of the input, or without any`;
    throw new InvalidArgumentError(path, expected, 'numbers with another open end', 'PUBLIC_TYPE');
  }
  yield;
  const texts = [...column.texts];
  const numbers = column.numbers === null ? null : Array.from(column.numbers);
  const byText = new Map<string, number>();
  const byNumber = new Map<number, number>();
  for (const [code, text] of texts.entries()) {
    if (code % VALUES_AT_ONCE === 0) yield;
    if (numbers === null) byText.set(text, code);
    else if (!Number.isNaN(numbers[code])) byNumber.set(numbers[code], code);
  }
  let missingCode = column.missingCode;
  const joinedCode = (text: string, code: number): number => {
    if (code === other.missingCode) {
      if (missingCode < 0) {
        missingCode = texts.push(text) - 1;
        numbers?.push(NaN);
      }
      return missingCode;
    }
    const number = other.numbers?.[code] ?? NaN;
    const known = numbers === null ? byText.get(text) : byNumber.get(number);
    if (known !== undefined && known !== column.missingCode) return known;
    numbers?.push(number);
    const added = texts.push(column.format === undefined ? text : formatValue(number, column)) - 1;
    if (numbers !== null) byNumber.set(number, added);
    return added;
  };
  const codeOf = new Uint32Array(other.texts.length);
  for (const [code, text] of other.texts.entries()) {
    if (code % VALUES_AT_ONCE === 0) yield;
    codeOf[code] = joinedCode(text, code);
  }
  const rowsPerCode = column.rowsPerCode === undefined ? undefined : extend(column.rowsPerCode, texts.length);
  return {
    joined: {
      ...column,
      texts,
      numbers: numbers === null ? null : Float64Array.from(numbers),
      missingCode,
      ...(rowsPerCode === undefined ? {} : { rowsPerCode }),
    },
    codeOf,
  };
}

/**
 * The other column as values of the first one's kind. Numbers of eight digits seem days only where there are enough of them, and numbers
 * that an open end of the first column covers are this end.
 */
function readAlike(column: Column, other: Column): Column {
  const isPacked = isSameKind(column, PACKED_DAYS) || isSameKind(other, PACKED_DAYS);
  const isRetyped = isPacked && (column.type === 'integer' || other.type === 'integer');
  if (!isRetyped && (!hasOpenEnds(column) || other.numbers === null)) return other;
  const kind = spellingOf(column);
  const numbers = Float64Array.from(other.texts, (text, code) => {
    const value = code === other.missingCode ? NaN : kind.read(text);
    return typeof value === 'number' ? value : NaN;
  });
  const isRead = numbers.every((value, code) => code === other.missingCode || !Number.isNaN(value));
  return isRead ? { ...other, format: undefined, ...kindOf(column), numbers } : other;
}

function extend<Counts extends { readonly length: number }>(counts: Counts, length: number): Counts {
  const longer = new (counts.constructor as new (length: number) => Counts & { set(from: Counts): void })(length);
  longer.set(counts);
  return longer;
}
