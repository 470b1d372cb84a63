import { withCures } from '../base/cures.js';
import { suggestion } from '../base/near-name.js';
import { InvalidArgumentError, throwIfAborted } from '../base/errors.js';
import { asCapacityError } from '../base/refused-memory.js';
import type { Job } from '../job/job.js';
import type { Previewed, SampledColumn } from './run-values.js';
import { openRun, resolveFor, type RunHost } from './open-run.js';
import { checkRunOptions, type RunOptions, withEngine } from './options.js';
import { orderOf } from './assumed-order.js';
import type { RunResult } from './result.js';
import type { Solution } from './solution.js';
import { stopwatch } from './stopwatch.js';
import { metrics } from '../quality/list.js';
import type { Metrics, Wanted } from '../quality/metrics.js';
import type { Table } from '../table/table.js';

/** Outcome of a job, as far as it is known without its release. */
export interface Preview extends Pick<
  RunResult,
  | 'algorithm'
  | 'threads'
  | 'rows'
  | 'persons'
  | 'personsReleased'
  | 'released'
  | 'suppressed'
  | 'classes'
  | 'quasiIdentifiers'
  | 'privacy'
  | 'metrics'
  | 'queries'
  | 'solution'
  | 'search'
  | 'assumedOrder'
  | 'warnings'
> {
  /** Rows of a class (of permuting algorithms, of a bucket), and how many have as many; sizes ascending. */
  readonly classSizes: readonly (readonly [size: number, classes: number])[];
  /** Persons of a class, and how many have as many; ascending. Absent where rows are counted. */
  readonly classPersons?: readonly (readonly [persons: number, classes: number])[];
  /**
   * Released values of every quasi-identifier for the rows that `sample` asked for. Null where none were asked for, and where single rows have no
   * released values yet: of permuting algorithms, of dissociation, of counted tables.
   */
  readonly sample: readonly SampledColumn[] | null;
  /** Duration of each part, in seconds. */
  readonly seconds: Pick<RunResult['seconds'], 'search' | 'measure' | 'total'>;
}

/** Options of a preview: those of a run that a release is not needed for. */
export interface PreviewOptions extends Omit<
  RunOptions,
  'resume' | 'onCheckpoint' | 'checkpointSeconds' | 'onPlan' | 'recoding'
> {
  /** Numbers of rows, counted from 0, whose released values `sample` then shows. Default none. */
  readonly sample?: readonly number[];
  /**
   * Names of the metrics to be measured, of those that `listAlgorithms().metrics` lists: the others are null, and take no time. Metrics of
   * class sizes alone (`discernibility`, `averageClassSize`, `largestClass`) are always there. Default all. Throws InvalidArgumentError `UNKNOWN_VALUE`.
   */
  readonly metrics?: readonly (keyof Metrics)[];
}

/** Searches by a job and measures what it finds, and makes no release. */
export type PreviewRun = (table: Table, job: Job, options?: PreviewOptions) => Promise<Preview>;

/** A preview that is known: returns it with the rows that are asked for, any number of times. */
export type KnownPreview = (sample?: readonly number[]) => Preview;

/** Binds `preview` to an entry point of the package. */
export function bindPreview(host: RunHost): PreviewRun {
  const open = bindKnownPreview(host);
  return async (table, job, given) => {
    const { sample, ...options } = given ?? {};
    checkSample(sample, table);
    return (await open(table, job, options))(sample);
  };
}

/** A preview that is kept, so that rows can be asked for later without another search. */
export function bindKnownPreview(
  host: RunHost,
): (table: Table, job: Job, options?: Omit<PreviewOptions, 'sample'>) => Promise<KnownPreview> {
  return async (table, job, given) => {
    const total = stopwatch();
    try {
      const checked = resolveFor(host, job);
      const { metrics: named, ...others } = given ?? {};
      const wanted = checkMetrics(named);
      const options = checkRunOptions(others);
      throwIfAborted(options.signal);
      const { run, context } = await openRun(table, checked, options, host);
      const found = await withEngine(options, host.makeEngine, (engine, onEngineIdle) =>
        run.preview(engine, { ...context, onEngineIdle }, wanted),
      );
      const { outcome, privacy, metrics: measured, suppressed, labelRows } = found;
      const { search, measure } = found.seconds;
      const figures = {
        algorithm: { name: checked.algorithm.name, ...outcome.options },
        threads: outcome.threads ?? 1,
        rows: run.rows,
        released: run.rows - suppressed,
        suppressed,
        classes: found.classes,
        classSizes: countSizes(found.sizes),
        persons: run.persons,
        ...personsOf(found),
        quasiIdentifiers: run.quasiIdentifiers,
        privacy,
        metrics: measured,
        ...(found.queries.length === 0 ? {} : { queries: found.queries }),
        solution: outcome.solution as Solution,
        search: outcome.search,
        ...orderOf(run),
        seconds: { search, measure, total: total() },
        warnings: withCures([...run.warnings, ...found.warnings]),
      };
      return (sample) => {
        checkSample(sample, table);
        return { ...figures, sample: sample === undefined ? null : (labelRows?.(sample) ?? null) };
      };
    } catch (error) {
      throw asCapacityError(error, 'bytes of one array of the run, bytes that are left', 4 * table.rows);
    }
  };
}

/** Persons of the released classes; nothing where rows are counted. */
const personsOf = ({ persons }: Previewed): Pick<Preview, 'personsReleased' | 'classPersons'> =>
  persons == null ? {} : { personsReleased: persons.released, classPersons: countSizes(persons.sizes) };

/** Throws InvalidArgumentError unless a sample is numbers of rows of the table. */
function checkSample(sample: unknown, { rows }: Table): void {
  if (sample === undefined) return;
  const isRow = (row: unknown): boolean => Number.isInteger(row) && (row as number) >= 0 && (row as number) < rows;
  if (Array.isArray(sample) && sample.every(isRow)) return;
  throw new InvalidArgumentError(
    'options.sample',
    `numbers of rows, 0 .. ${rows - 1}`,
    'something else',
    'OPTION_RANGE',
  );
}

/** Returns a test whether a metric is among the named ones. Throws InvalidArgumentError for what is no list of names of metrics. */
function checkMetrics(named: unknown): Wanted | undefined {
  if (named === undefined) return undefined;
  const known = metrics.map(({ name }) => name as string);
  if (!Array.isArray(named)) {
    throw new InvalidArgumentError('options.metrics', 'a list of names of metrics', 'something else', 'WRONG_TYPE');
  }
  const wanted: readonly unknown[] = [...(named as unknown[])];
  for (const name of wanted) {
    if (typeof name === 'string' && known.includes(name)) continue;
    const near = typeof name === 'string' ? suggestion(name, known) : '';
    throw new InvalidArgumentError(
      'options.metrics',
      `names among ${known.join(', ')}${near}`,
      'another one',
      'UNKNOWN_VALUE',
    );
  }
  return (name) => wanted.includes(name);
}

function countSizes(sizes: Uint32Array): [size: number, classes: number][] {
  const classes = new Map<number, number>();
  for (const size of sizes) if (size > 0) classes.set(size, (classes.get(size) ?? 0) + 1);
  return [...classes].sort(([a], [b]) => a - b);
}
