import type { Engine } from '../engine/engine.js';
import { CapacityError } from '../errors.js';
import { seeClassesInSteps } from '../release/see-classes.js';
import { tellsNothing, warnEndedEarly } from './ended-early.js';
import type { Found, RunContext, RunInput, Unconfirmed } from './run-values.js';
import { prepare } from './prepare.js';
import { releaseEntries } from './release-entries.js';
import { releaseRows } from './release-rows.js';
import { checkResumable, search } from './search.js';
import { stopwatch } from './stopwatch.js';
import { requireCountable } from './two-passes.js';

/**
 * Prepares, searches, assigns, measures and makes the released table. What it makes resident in the engine is disposed of,
 * whatever happens.
 */
export async function execute(input: RunInput, engine: Engine, context: RunContext): Promise<Unconfirmed> {
  const { table, roles, domains, joined } = input;
  const { job, options, pace } = context;
  checkResumable(job.algorithm, options);
  const clock = stopwatch();
  await pace.pause('prepare', 0);
  const prepared = prepare(table, job, roles, domains, engine, joined);
  try {
    await pace.pause('prepare', 1);
    const outcome = await search(prepared, engine, context);
    const searchSeconds = clock();
    const { recoding } = outcome;
    await pace.pause('measure', 0);
    const seen = await pace.drive('measure', 0, seeClassesInSteps(recoding, domains, prepared.set, engine));
    const hasNothing = tellsNothing(seen);
    if (hasNothing) options.onProgress?.({ phase: 'measure', share: 0, tellsNothing: true });
    const found: Found = { table, roles, prepared, recoding, seen };
    // Permuting needs the rows: throws.
    if (table.weights !== null && recoding.permutation !== undefined) requireCountable(job, 'table');
    const made =
      table.weights === null
        ? await releaseRows(found, engine, context, clock)
        : await releaseEntries(found, table.weights, engine, context, clock);
    return {
      ...made,
      outcome,
      warnings: [...prepared.warnings, ...outcome.warnings, ...warnEndedEarly(outcome, options, hasNothing)],
      ...(hasNothing ? { tellsNothing: true } : {}),
      seconds: { search: searchSeconds, ...made.seconds },
    };
  } finally {
    prepared.dispose();
  }
}

/** Allocation failures of the host as CapacityError; every other error as it is. */
export function asCapacityError(error: unknown, rows: number): unknown {
  if (error instanceof RangeError && /allocation|array length|out of memory/i.test(error.message)) {
    return new CapacityError(
      'memory of this machine (bytes of one array of the run, bytes that are left)',
      4 * rows,
      0,
    );
  }
  return error;
}
