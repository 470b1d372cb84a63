import type { Steps } from '../../../base/steps.js';
import { InvalidArgumentError, toJson } from '../../../index.js';
import type { CheckedJob, Table } from '../../../index.js';
import { isSourceAddress } from '../../../table/source-address.js';
import { listMatches } from '../../../job/patterns.js';
import { plannedRole } from '../../../job/plan.js';
import type { Plan } from '../../../job/plan.js';
import { planRun } from '../../../pipeline/plan-run.js';
import { resolveChecked } from '../../../pipeline/resolve-job.js';
import { runProgressOf } from '../../../pipeline/run-progress.js';
import { writeResult } from '../console.js';
import { jobWith } from '../input-options.js';
import { readPublicTables } from '../public-tables.js';
import { readInput } from '../read-input.js';
import { readJob } from '../read-job.js';
import { readAnyRelease } from '../read-rows.js';
import { sensitivePath } from '../sensitive-file.js';
import { repairsOf } from '../repairs.js';
import { withUnit } from '../unit-options.js';
import { withTerminal } from '../with-terminal.js';
import type { AttackOptions } from './options.js';

/** Tables that an attack reads, and the driver of its steps. */
export interface Tables {
  readonly release: Table;
  readonly people: Table | null;
  /** The original, where it is given. */
  readonly original?: Table;
  readonly job: CheckedJob;
  readonly plan: Plan;
  /** Table of sensitive columns of an algorithm that releases two, where it is asked for. */
  readonly sensitive?: Table;
  /** The second release with its job, where one is given. */
  readonly second: { readonly release: Table; readonly sensitive?: Table; readonly job: CheckedJob } | null;
  readonly progress: (text: string) => void;
  /** Runs an attack that signals and the time limit can end between its steps. */
  readonly drive: <Result>(steps: Steps<Result>) => Promise<Result>;
}

/** The first job with all columns that people are matched by, those of a second job too. */
function matchedBy(job: CheckedJob, other: CheckedJob): CheckedJob {
  const all = [...Object.entries(other.attributes), ...Object.entries(job.attributes)];
  const known = all.filter(([, { role }]) => role === 'quasi-identifier' || role === 'person' || role === 'household');
  return { ...job, attributes: Object.fromEntries(known) };
}

/** Options by their names in the attacks. */
const optionOf: Readonly<Record<string, string>> = {
  original: '--original',
  people: '--public',
  'public table': '--public',
  columns: '--columns',
  size: '--size',
  population: '--population',
  budget: '--budget',
  minimal: '--minimal',
};

/** An error of an attack that names the option of the command line. */
function withOption(error: InvalidArgumentError): InvalidArgumentError {
  const { argument, expected, received, code, cure } = error;
  if (!Object.hasOwn(optionOf, argument)) return error;
  return new InvalidArgumentError(optionOf[argument], expected, received, code, cure);
}

/** A release, and the table of sensitive columns with it where the algorithm of its job makes one. */
async function readBoth(
  [path, argument]: readonly [string, string],
  [given, givenBy]: readonly [string | undefined, string],
  { job, plan }: Pick<Tables, 'job' | 'plan'>,
  signal: AbortSignal,
): Promise<Pick<Tables, 'release' | 'sensitive'>> {
  const release = await readAnyRelease(path, argument, job, undefined, signal);
  const isWhole = release.columns.some(({ name }) => plannedRole(plan, name) === 'sensitive');
  if (given === undefined && (isWhole || plan.permutes?.twoTables !== true || isSourceAddress(path)))
    return { release };
  return { release, sensitive: await readAnyRelease(given ?? sensitivePath(path), givenBy, job, undefined, signal) };
}

/** The report of an attack, as JSON and in lines. */
export interface AttackReport {
  readonly json: object;
  readonly lines: readonly string[];
}

/** Reads the tables of an attack, runs it, and prints its report. */
export async function withTables(
  file: string,
  options: AttackOptions,
  run: (tables: Tables) => Promise<AttackReport>,
  { isWithSensitive = false, graceSeconds = 0 } = {},
): Promise<void> {
  const { json = false } = options;
  return withTerminal({ ...options, graceSeconds }, async ({ signal, terminal }) => {
    const jobOf = async (path: string, option: string): Promise<CheckedJob> => {
      const { job } = await readJob(path, signal, options, undefined, option);
      return withUnit(jobWith(job, options), options);
    };
    const job = await jobOf(options.job, '--job');
    const plan = planRun(resolveChecked(job));
    const other = options.withJob === undefined ? job : await jobOf(options.withJob, '--with-job');
    const second = { job: other, plan: other === job ? plan : planRun(resolveChecked(other)) };
    const register =
      options.public === undefined
        ? null
        : { name: 'people', path: options.public, argument: '--public', network: true };
    const { people = null } = await readPublicTables(register, matchedBy(job, other), undefined, signal);
    const original =
      options.original === undefined
        ? undefined
        : await readInput(options.original, '--original', job, { signal, terminal });
    const read = {
      ...(isWithSensitive
        ? await readBoth([file, 'release'], [options.sensitive, '--sensitive'], { job, plan }, signal)
        : { release: await readAnyRelease(file, 'release', job, undefined, signal) }),
    };
    const found = [original?.table, read.release, read.sensitive].flatMap((table) => table?.columns ?? []);
    const names = new Set([...(original?.columns ?? []), ...found.map(({ name }) => name)]);
    const named = listMatches(job, [...names]);
    const tables: Tables = {
      original: original?.table,
      ...read,
      people,
      job: named,
      plan: named === job ? plan : planRun(resolveChecked(named)),
      second:
        options.with === undefined
          ? null
          : {
              ...(await readBoth(
                [options.with, '--with'],
                [options.withSensitive, '--with-sensitive'],
                second,
                signal,
              )),
              job: other,
            },
      progress: (text) => terminal.progress(text),
      drive: async (steps) => {
        try {
          return await runProgressOf({ signal }).drive('audit', 1, steps);
        } catch (error) {
          throw error instanceof InvalidArgumentError ? withOption(error) : error;
        }
      },
    };
    terminal.progress('attack');
    const { json: result, lines } = await run(tables);
    terminal.clear();
    if (!json) terminal.warn([...repairsOf(people, 'the public table'), ...repairsOf(tables.release, 'the release')]);
    await writeResult(json ? toJson(result, 2) : lines.join('\n'), { json });
  });
}
