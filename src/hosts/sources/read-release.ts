import type { CheckedJob, Job, ReadCsvOptions, ReadTableOptions, Table } from '../../index.js';
import { parseJob, readTable } from '../../index.js';
import { typesOfColumns } from '../../io/cell-options.js';
import { planColumns, plannedColumn } from '../../job/plan.js';
import { raisedLimits, UNSUSPICIOUS_BYTES, UNSUSPICIOUS_CELLS } from '../../io/input-limits.js';
import type { InputLimits, InputSpec } from '../../table/input-spec.js';
import type { TableSource } from '../../io/read-table.js';
import { kindOf } from '../../table/spelling.js';
import type { ValueKind } from '../../table/table.js';

/** Options of reading a finished release. */
export interface ReadReleaseOptions extends Pick<ReadTableOptions, 'signal' | 'onProgress' | 'delimiter'> {
  /** The input of the release: its columns say the types of those that are released as they are. */
  readonly original?: Table;
}

/**
 * Reads a finished release for `auditRelease` and the attacks: its quasi-identifiers are labels, such as `[20-29]`, so they are texts, and
 * a release of which every row was suppressed has no rows.
 *
 * @param source - where the release is: a `fileSource`, an `sqlSource`, or anything else that `readTable` takes
 * @param job - the job that made it
 * @param options - `original`: its input as a table; `delimiter` of a CSV file that another program has saved since (default: as the job says, else `,`)
 * @throws what `parseJob` and `readTable` throw
 *
 * @example
 * ```js
 * const original = await readForJob(sqlSource('duckdb:people.db#census'), job);
 * const release = await readRelease(sqlSource('duckdb:people.db#released'), job, { original: original.table });
 * const { holds } = auditRelease(release, original.job, original.table);
 * ```
 */
export async function readRelease(
  source: TableSource,
  job: Job,
  { original, ...options }: ReadReleaseOptions = {},
): Promise<Table> {
  return readTable(source, { ...releaseReading(parseJob(job), original), ...options });
}

/** Options of reading a release: its columns, and that it may have no rows. */
export function releaseReading(job: CheckedJob, original: Table | undefined): ReadCsvOptions {
  const plan = planColumns(job);
  const { columns, input, output } = plan;
  const typeOf = (name: string): ValueKind | undefined => {
    const { role, kind = null } = plannedColumn(plan, name) ?? {};
    if (role === 'quasi-identifier') return { type: 'string' };
    const found = original?.column(name) ?? kind;
    return found === null ? undefined : kindOf(found);
  };
  const names = [...(original?.columns ?? []), ...columns].map(({ name }) => name);
  const types = plan.patterns.length === 0 ? typesOfColumns(typeOf, [...new Set(names)]) : typeOf;
  return {
    delimiter: output.delimiter ?? ',',
    missing: input.missing,
    types,
    allowEmpty: true,
    limits: releaseLimits(input, original),
  };
}

/** Columns that a release has too many are a matter of the audit, which reports any that can be read. */
const TIMES_THE_CELLS = 4;
/** Bytes of a label on average, at most. */
const BYTES_A_CELL = 1000;

/**
 * A release may have as many cells as its original, however few bytes they take: generalized cells repeat. Limits of the input that lower
 * the defaults are not those of the release.
 */
function releaseLimits(input: InputSpec, original: Table | undefined): InputLimits | undefined {
  if (original === undefined) return input.limits;
  const cells = original.rows * original.columns.length;
  const raised = raisedLimits(input.limits ?? {});
  return {
    unpackedBytes: Math.max(UNSUSPICIOUS_BYTES, BYTES_A_CELL * cells),
    ...raised,
    cells: Math.max(UNSUSPICIOUS_CELLS, TIMES_THE_CELLS * cells, raised.cells ?? 0),
  };
}
