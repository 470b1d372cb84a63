import { resolveChecked } from '../../pipeline/resolve-job.js';
import { stat } from 'node:fs/promises';
import { InvalidArgumentError } from '../../base/errors.js';
import type { CheckedJob } from '../../index.js';
import { createLineCaches } from '../../engine/create-engine.js';
import type { CountedReading } from '../../io/csv/count-file.js';
import { formatOf } from '../../table/file-formats.js';
import { countingThreadsOf } from './run-options.js';
import type { Plan } from '../../job/plan.js';
import { planRun } from '../../pipeline/plan-run.js';
import { releasesOtherRows, requireCountable, requireWholeEntries } from '../../pipeline/two-passes.js';

/** Minimum size of a file that is counted where the job allows it. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Options of counting on the command line. */
interface CountingOptions {
  readonly twoPass?: boolean;
  readonly memory?: number;
  readonly engine?: 'wasm' | 'js';
  /** Threads that count; the result is the same for any number. Default: all cores but one, at most 8. */
  readonly threads?: number;
}

/**
 * Decides whether distinct rows are counted instead of kept: when asked for, else for a large file whose job can do with counts. Null when the rows
 * are kept. Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE.
 */
export async function chooseCounting(
  inputs: readonly string[],
  job: CheckedJob,
  { twoPass = false, memory, engine = 'wasm', ...asked }: CountingOptions,
): Promise<CountedReading | null> {
  const [input] = inputs;
  const plan = planRun(resolveChecked(job));
  const threads = countingThreadsOf(asked);
  const createMemo = engine === 'js' ? undefined : await createLineCaches();
  if (twoPass || memory !== undefined) {
    const argument = memory === undefined ? '--two-pass' : '--memory';
    const refuse = (expected: string, received: string): never => {
      throw new InvalidArgumentError(argument, expected, received, 'TWO_PASS_IMPOSSIBLE');
    };
    if (formatOf(input, plan.input) !== 'csv')
      refuse('a CSV file', `a file of the format ${formatOf(input, plan.input)}`);
    requireCountable(plan, argument);
    if (plan.order === 'input') requireWholeEntries(plan, argument);
    if (input === '-' && plan.order === 'input') {
      refuse('a file, which can be read twice, since "order" is "input"', 'stdin');
    }
    return { memory, createMemo, threads };
  }
  if (plan.whyRows !== null || releasesOthers(plan)) return null;
  if (releasesOtherRows(plan) && plan.order === 'input') return null;
  if (formatOf(input, plan.input) !== 'csv') return null;
  let bytes = 0;
  for (const path of inputs) {
    if (path !== '-')
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes >= LARGE_BYTES ? { createMemo, threads } : null;
}

/** True when columns are released as they are that no search looks at: rows then rarely repeat. */
const releasesOthers = ({ columns, patterns, defaultRole }: Plan): boolean =>
  defaultRole === 'insensitive' || [...columns, ...patterns].some(({ role }) => role === 'insensitive');
