import { resolveChecked } from '../../pipeline/resolve-job.js';
import { stat } from 'node:fs/promises';
import { InvalidArgumentError } from '../../base/errors.js';
import type { CheckedJob } from '../../index.js';
import { createLineMemos } from '../../engine/create-engine.js';
import type { CountedReading } from './read-table.js';
import { formatOf } from '../../io/format-of-name.js';
import { countingThreadsOf } from './run-options.js';
import { drawsEqualRows, requireCountable, requireWholeEntries, whyRowsAreNeeded } from '../../pipeline/two-passes.js';

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
  const threads = countingThreadsOf(asked);
  const createMemo = engine === 'js' ? undefined : await createLineMemos();
  if (twoPass || memory !== undefined) {
    const argument = memory === undefined ? '--two-pass' : '--memory';
    const refuse = (expected: string, received: string): never => {
      throw new InvalidArgumentError(argument, expected, received, 'TWO_PASS_IMPOSSIBLE');
    };
    if (formatOf(input, job.input) !== 'csv')
      refuse('a CSV file', `a file of the format ${formatOf(input, job.input)}`);
    const resolved = resolveChecked(job);
    requireCountable(resolved, argument);
    if (job.output?.order === 'input') requireWholeEntries(resolved, argument);
    if (input === '-' && job.output?.order === 'input') {
      refuse('a file, which can be read twice, since "order" is "input"', 'stdin');
    }
    return { memory, createMemo, threads };
  }
  if (whyRowsAreNeeded(resolveChecked(job)) !== null || releasesOthers(job)) return null;
  if (drawsEqualRows(resolveChecked(job)) && job.output?.order === 'input') return null;
  if (formatOf(input, job.input) !== 'csv') return null;
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
function releasesOthers(job: CheckedJob): boolean {
  if (job.defaultRole === 'insensitive') return true;
  return Object.values(job.attributes).some(({ role }) => role === 'insensitive');
}
