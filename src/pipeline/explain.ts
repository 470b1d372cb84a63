import { withCures } from '../base/cures.js';
import { throwIfAborted } from '../base/errors.js';
import type { Job } from '../job/job.js';
import type { Table } from '../table/table.js';
import type { RunPlan } from './explained-run.js';
import { openRun, resolveFor, type RunHost } from './open-run.js';
import { checkRunOptions, type RunOptions } from './options.js';

/** Options of {@link Explain}. */
export type ExplainOptions = Pick<RunOptions, 'signal' | 'onProgress' | 'publicTables'>;

/** Plans a run by a job, and starts no search. */
export type Explain = (table: Table, job: Job, options?: ExplainOptions) => Promise<RunPlan>;

/** Binds `explain` to an entry point of the package. */
export function bindExplain(host: RunHost): Explain {
  return async (table, job, given) => {
    const checked = resolveFor(host, job);
    const options = checkRunOptions(given);
    throwIfAborted(options.signal);
    const { run } = await openRun(table, checked, options, host);
    return { ...run.explain(), warnings: withCures([...run.warnings]) };
  };
}
