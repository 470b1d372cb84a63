import { type ColumnsPlan, planColumns } from '../../job/plan.js';
import type { CheckedJob, Table } from '../../index.js';
import type { Warning } from '../../table/table.js';
import type { ReleasePlan } from '../../pipeline/options.js';
import { suppressedRow } from '../../release/pieces.js';
import type { Recoded } from '../../io/sql/map-tables.js';
import type { CountedSource } from '../../io/sql/read-counted.js';
import type { SqlConnection } from '../../io/sql/source.js';
import type { Sql } from '../../io/sql/sql.js';
import { makeSourceRelease } from '../../io/sql/write-release.js';
import { confirmTable } from './confirm-table.js';

/** A release that becomes a table of the database that its input is in. */
export interface ReleaseInto {
  /** Starts to make it when it is known what becomes of every vector. */
  begin(plan: ReleasePlan): Promise<void>;
  /** Compares the table with the audited release, and only then gives it its name. */
  publish(release: Table, plan: ReleasePlan): Promise<void>;
  /** Removes a release that was not published, or names it in a warning; called in any case. */
  close(): Promise<Warning[]>;
}

/** Makes a release of a relation in a new table, as its job says. */
export function releaseInto(
  connection: SqlConnection,
  from: Sql,
  target: string,
  source: CountedSource,
  { job, signal, onCheck }: { readonly job: CheckedJob; readonly signal?: AbortSignal; readonly onCheck?: () => void },
): ReleaseInto {
  const planned = planColumns(job);
  const keepOrder = planned.order === 'input';
  const making = makeSourceRelease(connection, from, target, source, { signal, keepOrder });
  return {
    begin: (plan) => making.begin(recodedOf(plan, planned)),
    publish: (release, plan) =>
      making.publish(async (written) => {
        onCheck?.();
        await confirmTable(connection, written, source, recodedOf(plan, planned), release, signal);
      }),
    close: () => making.close(),
  };
}

/** The job of a counted table of an engine, whose rows have no order that could be kept. */
export function withoutOrder(job: CheckedJob): CheckedJob {
  const { order, output } = planColumns(job);
  return order === 'input' ? { ...job, output: { ...output, order: 'shuffle' } } : job;
}

/** Outcome of the entries of a counted table. */
export function recodedOf({ pieces, attributes }: ReleasePlan, { suppressed }: ColumnsPlan): Recoded {
  return {
    entry: pieces.entry,
    classId: pieces.classId,
    suppressed: suppressedRow,
    attributes: attributes.map(({ domain, values, valueOf }) => ({
      name: domain.attribute,
      labels: values.map(({ label }) => label),
      valueOf,
    })),
    star: suppressed === 'star',
  };
}
