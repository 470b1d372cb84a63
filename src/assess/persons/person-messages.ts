/** Words for people with several rows: names of columns and numbers, never a cell. */
import { largestOf } from '../../base/sequences.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { counted } from '../../base/numbers.js';
import { amount, plural } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import type { Table, Warning } from '../../table/table.js';
import type { RepeatedPersons } from './find-persons.js';
import { findRepeatedPersonsInSteps } from './find-persons.js';

const quoted = (name: string): string => JSON.stringify(name);

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"` */
function listed(names: readonly string[]): string {
  const all = names.map(quoted);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}

/** PERSON_MISSING for rows that lack the key of a person, before a run; none where no row does. */
export function warnOfMissingKeys(missing: number, attribute: string): Warning[] {
  const message = `${amount(missing, 'row')} without the key of a person: a run refuses these, leaves them out ("input": {"onMissing": "drop"}) or counts them separately ("missingPersons": "separate")`;
  return missing === 0 ? [] : [{ code: 'PERSON_MISSING', message, attribute }];
}

/** The key of people with several rows, as a part of a sentence. */
export function describeRepeated({ columns, rows, values, most, constant }: RepeatedPersons): string {
  if (columns.length === 0) {
    return `${counted(rows, 'row')} of which only ${counted(values, 'row is', 'rows are')} different, one of them ${counted(most, 'time')} there`;
  }
  const verb = plural(columns.length, 'has', 'together have');
  const key = `${counted(rows, 'row')} in which ${listed(columns)} ${verb} ${counted(values, 'value')}, one of them in ${counted(most, 'row')}`;
  if (constant.length === 0) return key;
  const exceptions = largestOf(constant.map((each) => each.exceptions));
  const except = exceptions === 0 ? '' : ` but for ${counted(exceptions, 'value')}`;
  return `${key}; within a value ${listed(constant.map(({ name }) => name))} ${plural(constant.length, 'is', 'are')} constant${except}`;
}

const ONE_ROW = 'one row per person (keep one row of each, or state with this option that each row is one person)';

/** Minimum share of the persons of one key for another key to mean the same. */
const AS_MANY = 0.9;

/** People who have several rows by another key than the one that is named, which says that they are far more; null where none is found. */
function* findCoarserKey(table: Table, named: ReadonlySet<string>, persons: number): Steps<RepeatedPersons | null> {
  const found = yield* findRepeatedPersonsInSteps(table);
  if (found === null || found.columns.length === 0) return null;
  return found.columns.every((name) => named.has(name)) || found.values >= AS_MANY * persons ? null : found;
}

/** Throws InvalidArgumentError REPEATED_PERSONS where the key that is named says that people are far more than another key does. */
export function* requireCoarsestKey(table: Table, named: readonly string[], persons: number): Steps<void> {
  const found = yield* findCoarserKey(table, new Set(named), persons);
  if (found === null) return;
  const flags = found.columns.map((name) => `--person ${quoted(name)}`).join(' ');
  throw new InvalidArgumentError(
    'persons',
    `the key of persons (${flags}?)`,
    `a key of ${counted(persons, 'value')}, where there are ${describeRepeated(found)}`,
    'REPEATED_PERSONS',
    `name the key of the persons: ${flags}; or write a job that says what the columns are, which is run with a warning`,
  );
}

/** REPEATED_PERSONS for a run whose job names a key of far more persons than another key says there are. */
export function* warnOfCoarserKey(table: Table, named: ReadonlySet<string>, persons: number): Steps<Warning[]> {
  const found = yield* findCoarserKey(table, named, persons);
  if (found === null) return [];
  const message = `the key of persons that the job names has ${counted(persons, 'value')}, and people may be fewer: ${describeRepeated(found)}`;
  return [{ code: 'REPEATED_PERSONS', message }];
}

/** Throws InvalidArgumentError REPEATED_PERSONS where people have several rows each. */
export function* requireRowsArePeople(table: Table): Steps<void> {
  const found = yield* findRepeatedPersonsInSteps(table);
  if (found === null) return;
  const { columns } = found;
  const received = describeRepeated(found);
  if (columns.length === 0) throw new InvalidArgumentError('rowsArePeople', ONE_ROW, received, 'REPEATED_PERSONS');
  const flags = columns.map((name) => `--person ${quoted(name)}`).join(' ');
  throw new InvalidArgumentError(
    'persons',
    `the key of the persons who have several rows (${flags}), or one row per person (--rows-are-people states this)`,
    received,
    'REPEATED_PERSONS',
    `name the key of the persons, and persons are counted: ${flags} (persons: ${JSON.stringify(columns)} of proposeJob), or the role "person" in the job; or keep one row of each person; or state that each row is a person: --rows-are-people (rowsArePeople: true), or "unit": "row" in the job`,
  );
}

/** REPEATED_PERSONS for a run with a job, where its table has several rows a person and the job does not say that rows are people. */
export function* warnOfRepeated(table: Table, identifiers: ReadonlySet<string>): Steps<Warning[]> {
  const found = yield* findRepeatedPersonsInSteps(table, { identifiers });
  if (found === null) return [];
  const message = `the models count rows, and people may have several: ${describeRepeated(found)}`;
  return [
    { code: 'REPEATED_PERSONS', message, ...(found.columns.length === 1 ? { attribute: found.columns[0] } : {}) },
  ];
}
