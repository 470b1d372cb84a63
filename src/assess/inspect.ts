import { roleIn } from '../job/roles.js';
import { numberUnits } from '../table/units.js';
import { withCures } from '../base/cures.js';
import type { Steps } from '../base/steps.js';
import { throwIfAborted } from '../base/errors.js';
import type { Job, Role } from '../job/job.js';
import { resolveJob } from '../pipeline/resolve-job.js';
import { findRepeatedPersonsInSteps, type RepeatedPersons } from './persons/find-persons.js';
import { suggestRole } from './inspection/suggest-role.js';
import type { Uniqueness } from './attacks/uniqueness.js';
import { uniqueness } from './attacks/uniqueness.js';
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
  /** What its values were found to be. */
  readonly type: ColumnType;
  /** Distinct values, the missing one counted. */
  readonly distinct: number;
  /** Rows where the value is missing. */
  readonly missing: number;
  /** Rows whose value no other row has. */
  readonly unique: number;
  /** What the column may be; a proposal to be checked by somebody who knows the data. */
  readonly suggestedRole: Role;
  /** Why. */
  readonly reason: string;
}

/** What `inspect` gives. */
export interface Inspection {
  /** Rows of the table. */
  readonly rows: number;
  /** Persons of the rows, where the job names a column with the role `person`; null: rows are counted. */
  readonly persons: number | null;
  /** Every column, in the order of the table. */
  readonly columns: readonly InspectedColumn[];
  /** Sets of up to three columns, the most identifying first; at most 50. */
  readonly uniqueness: readonly Uniqueness[];
  /** False when there were too many sets to look at all. */
  readonly uniquenessComplete: boolean;
  /** People who seem to have several rows, by what key; null where each row may be a person. */
  readonly repeatedPersons: RepeatedPersons | null;
  /** What the reader noticed, and what applies to the job where one was given. */
  readonly warnings: readonly Warning[];
}

/** Looks at a table, or at what `readTable` reads one from. */
export type Inspect = (
  source: TableSource,
  options?: Pick<RunOptions, 'engine' | 'signal' | 'onProgress'> & {
    /** Adds to the warnings what applies to this job on this table. */
    readonly job?: Job;
  },
) => Promise<Inspection>;

const shownSets = 50;

/**
 * Binds `inspect` to the engines of an entry point. The bound function counts values and missing cells, finds how many
 * rows every set of up to three columns makes unique, and suggests roles (`suggestRole`).
 */
export function bindInspect(makeEngine: EngineFactory): Inspect {
  return async (source, given) => {
    const { job, ...others } = given ?? {};
    const options = checkRunOptions(others);
    const parsed = job === undefined ? null : resolveJob(job);
    throwIfAborted(options.signal);
    const { signal } = options;
    const table = expandCounted(isTable(source) ? source : await readTable(source, { ...parsed?.input, signal }));
    const progress = runProgressOf(options);
    const columns = await progress.drive('measure', 0, inspectColumns(table.columns));
    const candidates = columns
      .filter((column) => column.suggestedRole !== 'identifier' && column.distinct > 1)
      .map((column) => column.name);
    const found = await withEngine(options, makeEngine, (engine) =>
      uniqueness(table, engine, {
        columns: candidates,
        onSet: (done, all) => progress.pause('measure', done / all),
      }),
    );
    const keys = parsed === null ? [] : table.columns.filter(({ name }) => roleIn(parsed, name) === 'person');
    const persons = keys.length === 0 ? null : (await progress.drive('measure', 1, numberUnits(table, keys))).count;
    const repeatedPersons =
      parsed?.unit === 'row' || persons !== null
        ? null
        : await progress.drive('measure', 1, findRepeatedPersonsInSteps(table));
    return {
      rows: table.rows,
      persons,
      columns,
      uniqueness: found.sets.slice(0, shownSets),
      uniquenessComplete: found.complete,
      repeatedPersons,
      warnings: withCures([
        ...table.warnings,
        ...strayWarnings(findStrayRows(table)),
        ...(parsed === null ? [] : warnOfJob(table, parsed)),
      ]),
    };
  };
}

function* inspectColumns(columns: readonly Column[]): Steps<InspectedColumn[]> {
  const inspected: InspectedColumn[] = [];
  for (const column of columns) {
    yield;
    inspected.push(inspectColumn(column));
  }
  return inspected;
}

function inspectColumn(column: Column): InspectedColumn {
  const counts = countValues(column);
  const { name, type, missingCode } = column;
  const unique = counts.reduce((sum, count) => (count === 1 ? sum + 1 : sum), 0);
  return {
    name,
    type,
    distinct: counts.length,
    missing: missingCode < 0 ? 0 : counts[missingCode],
    unique,
    ...suggestRole(column, counts),
  };
}
