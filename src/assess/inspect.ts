import { warnOfMissingKeys } from './persons/person-messages.js';
import { isKeyOfUnit, planColumns } from '../job/plan.js';
import { keyedUnitsOf, numberUnits, type Units } from '../table/units.js';
import { withCures } from '../base/cures.js';
import type { Steps } from '../base/steps.js';
import { throwIfAborted } from '../base/errors.js';
import type { Job, Role } from '../job/job.js';
import { resolveJob } from '../pipeline/resolve-job.js';
import { findRepeatedPersonsInSteps, type RepeatedPersons } from './persons/find-persons.js';
import { suggestRole } from './inspection/suggest-role.js';
import { findBatteries } from './proposal/batteries.js';
import { requireNames } from './proposal/propose-roles.js';
import type { Uniqueness } from './attacks/uniqueness.js';
import { countAlone, uniqueness } from './attacks/uniqueness.js';
import { countValues } from '../pipeline/prepare.js';
import type { EngineFactory, RunOptions } from '../pipeline/options.js';
import { checkRunOptions, withEngine } from '../pipeline/options.js';
import { runProgressOf } from '../pipeline/run-progress.js';
import { warnOfJob } from '../pipeline/pre-checks.js';
import { expandCounted } from '../table/expand-counted.js';
import type { TableSource } from '../io/read-table.js';
import { readTable } from '../io/read-table.js';
import type { Column, ColumnType, Warning } from '../table/table.js';
import { isTable } from '../table/table.js';
import { findStrayRows, strayWarnings } from '../table/stray-rows.js';

/** A column at a glance. */
export interface InspectedColumn {
  /** Name of the column. */
  readonly name: string;
  /** Type found for its values. */
  readonly type: ColumnType;
  /** Distinct values, the missing one counted. */
  readonly distinct: number;
  /** Rows where the value is missing. */
  readonly missing: number;
  /** Rows whose value no other row has; where persons are counted, persons with a value that no other person has. */
  readonly unique: number;
  /** Proposed role, to be checked by somebody who knows the data. */
  readonly suggestedRole: Role;
  /** Why. */
  readonly reason: string;
}

/** Result of `inspect`. */
export interface Inspection {
  /** Rows of the table. */
  readonly rows: number;
  /** Persons of the rows, where the columns of their key are named; null: rows are counted. */
  readonly persons: number | null;
  /** Every column, in the order of the table. */
  readonly columns: readonly InspectedColumn[];
  /** Columns side by side with one set of values, such as questions of a survey; names of each such battery. */
  readonly batteries: readonly (readonly string[])[];
  /** Sets of up to three columns, the most identifying first; at most 50. */
  readonly uniqueness: readonly Uniqueness[];
  /** False when there were too many sets to look at all. */
  readonly uniquenessComplete: boolean;
  /** People who seem to have several rows, by what key; null where each row may be a person. */
  readonly repeatedPersons: RepeatedPersons | null;
  /** Warnings of the reader, and those that apply to the job where one was given. */
  readonly warnings: readonly Warning[];
}

/** Looks at a table, or at what `readTable` reads one from. */
export type Inspect = (
  source: TableSource,
  options?: Pick<RunOptions, 'engine' | 'signal' | 'onProgress'> & {
    /** Adds to the warnings what applies to this job on this table. */
    readonly job?: Job;
    /** Columns that together are the key of a person, who may have several rows. Default: those of the job with the role `person`. */
    readonly persons?: readonly string[];
    /** Asserts that each row is one person: no key of persons is looked for. Default: as the job's `unit` says. */
    readonly rowsArePeople?: boolean;
  },
) => Promise<Inspection>;

const shownSets = 50;

/**
 * Binds `inspect` to the engines of an entry point. The bound function counts values and missing cells, finds how many
 * rows, or persons where their key is named, every set of up to three columns makes unique, and suggests roles (`suggestRole`;
 * `person` for the key of people who seem to have several rows).
 */
export function bindInspect(makeEngine: EngineFactory): Inspect {
  return async (source, given) => {
    const { job, persons: named = [], rowsArePeople, ...others } = given ?? {};
    const options = checkRunOptions(others);
    const parsed = job === undefined ? null : resolveJob(job);
    throwIfAborted(options.signal);
    const { signal } = options;
    const table = expandCounted(isTable(source) ? source : await readTable(source, { ...parsed?.input, signal }));
    const progress = runProgressOf(options);
    requireNames(table, { persons: named });
    const plan = parsed === null ? null : planColumns(parsed);
    const keys = table.columns.filter(({ name }) => named.includes(name) || (plan !== null && isKeyOfUnit(plan, name)));
    const numbered = keys.length === 0 ? null : await progress.drive('measure', 0, numberUnits(table, keys));
    const units = numbered === null ? null : keyedUnitsOf(numbered);
    const isSearched = units === null && !(rowsArePeople ?? parsed?.unit === 'row');
    const repeatedPersons = isSearched ? await progress.drive('measure', 0, findRepeatedPersonsInSteps(table)) : null;
    const found = await progress.drive('measure', 0, inspectColumns(table.columns, units));
    const columns = found.map((column) => ({ ...column, ...personRole(column, keys, repeatedPersons) }));
    const candidates = columns
      .filter(
        ({ suggestedRole: role, distinct }) =>
          !['identifier', 'person', 'household', 'weight'].includes(role) && distinct > 1,
      )
      .map((column) => column.name);
    const unique = await withEngine(options, makeEngine, (engine) =>
      uniqueness(table, engine, {
        columns: candidates,
        units,
        onSet: (done, all) => progress.pause('measure', done / all),
      }),
    );
    return {
      rows: table.rows,
      persons: units?.count ?? null,
      columns,
      batteries: findBatteries(table.columns, (name) => keys.some((key) => key.name === name)),
      uniqueness: unique.sets.slice(0, shownSets),
      uniquenessComplete: unique.complete,
      repeatedPersons,
      warnings: withCures([
        ...table.warnings,
        ...strayWarnings(findStrayRows(table)),
        ...(numbered === null ? [] : warnOfMissingKeys(numbered.missing, keys[0].name)),
        ...(parsed === null ? [] : warnOfJob(table, parsed)),
      ]),
    };
  };
}

/**
 * The role `person` for a column of the key that is named or was found. A key of several columns that others know, such as birth, sex
 * and town, is none to be withheld.
 */
function personRole(
  { name, suggestedRole }: InspectedColumn,
  keys: readonly Column[],
  repeated: RepeatedPersons | null,
): Partial<Pick<InspectedColumn, 'suggestedRole' | 'reason'>> {
  if (keys.some((key) => key.name === name)) return { suggestedRole: 'person', reason: 'named as the key of a person' };
  if (repeated?.columns.includes(name) !== true) return {};
  if (repeated.columns.length > 1 && suggestedRole !== 'identifier') return {};
  return { suggestedRole: 'person', reason: 'its values are a key of persons: people seem to have several rows' };
}

function* inspectColumns(columns: readonly Column[], units: Units | null): Steps<InspectedColumn[]> {
  const inspected: InspectedColumn[] = [];
  for (const column of columns) {
    yield;
    inspected.push(inspectColumn(column, units));
  }
  return inspected;
}

function inspectColumn(column: Column, units: Units | null): InspectedColumn {
  const counts = countValues(column);
  const { name, type, missingCode } = column;
  const unique =
    units === null
      ? counts.reduce((sum, count) => (count === 1 ? sum + 1 : sum), 0)
      : countAlone(column.codes, column.texts.length, units).unique;
  return {
    name,
    type,
    distinct: counts.length,
    missing: missingCode < 0 ? 0 : counts[missingCode],
    unique,
    ...suggestRole(column, counts),
  };
}
