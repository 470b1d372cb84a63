import { InvalidArgumentError } from '../../base/errors.js';
import type { AnonymizeResult, Job, RunOptions } from '../../index.js';
import { anonymize, parseJob } from '../../index.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { requireCopies, requireCountable } from '../../pipeline/two-passes.js';
import { readSourceCounted } from '../../io/sql/read-counted.js';
import { requireNewTable, sweepTables } from '../../io/sql/write-release.js';
import { releaseInto } from '../../io/sql/release-into.js';
import { planColumns, withoutOrder } from '../../job/plan.js';
import { recodedOf } from './recoded.js';
import type { SqlSource } from './sql-source.js';

/** Options of a release into a database. */
export interface AnonymizeIntoOptions extends RunOptions {
  /** Most bytes for the distinct vectors. Default 512 MiB. */
  readonly memory?: number;
}

/** A release that stays in its database: what `anonymize` gives, without the rows. */
export type StoredRelease = Pick<AnonymizeResult, 'result' | 'audit' | 'warnings'>;

/**
 * Releases a table of an SQL engine into a new table of the same database. The engine counts the distinct vectors of quasi-identifiers and recodes
 * the rows, which never leave it; the search, the measuring and the audit are here. The new table is read again by a count of its own and compared
 * with the audited release before it gets its name: after an error there is none.
 *
 * @param source - the input, of `sqlSource`
 * @param target - the name of a new table; a dot separates its schema
 * @param job - as for `anonymize`, but not one that needs the rows themselves
 * @param options - those of `anonymize`, and `memory`
 * @returns `result`, `audit` and `warnings` as `anonymize` gives them
 * @throws what `anonymize` throws; InvalidArgumentError TARGET_EXISTS, TWO_PASS_IMPOSSIBLE, PACKAGE_MISSING; InputError ENGINE_READ, INPUT_NOT_FOUND;
 * OutputError ENGINE_WRITE; AuditError when the table is not the audited release
 *
 * @example
 * ```js
 * const census = sqlSource({ connection: pool, table: 'census' });
 * const { result } = await anonymizeInto(census, 'released', job);
 * ```
 */
export async function anonymizeInto(
  source: SqlSource,
  target: string,
  job: Job,
  { memory, ...options }: AnonymizeIntoOptions = {},
): Promise<StoredRelease> {
  const asked = parseJob(job);
  const plan = planRun(resolveChecked(asked));
  requireCountable(plan, 'job');
  requireCopies(plan, 'job');
  if (typeof target !== 'string' || target === '') {
    throw new InvalidArgumentError('target', 'the name of a new table', typeof target);
  }
  const { signal } = options;
  return source.connect(
    async (connection, from, table) => {
      if (target === table) {
        throw new InvalidArgumentError('target', 'another table than the input', JSON.stringify(target), 'SAME_FILE');
      }
      await requireNewTable(connection, target, 'target');
      const swept = await sweepTables(connection, target);
      const counted = await readSourceCounted(connection, from, asked, { signal, memory, prints: true });
      const columns = planColumns(asked);
      const making = releaseInto(connection, from, target, counted, { job: asked, signal });
      try {
        const { release, plan, result, audit } = await anonymize(counted.table, withoutOrder(counted.job), {
          ...options,
          onPlan: async (made) => {
            await making.begin(recodedOf(made, columns));
            await options.onPlan?.(made);
          },
        });
        await making.publish(release, recodedOf(plan!, columns));
        const warnings = [...swept, ...result.warnings];
        return { result: { ...result, warnings }, audit, warnings };
      } finally {
        await making.close();
      }
    },
    { write: true },
  );
}
