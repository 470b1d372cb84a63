import { planColumns } from '../../job/plan.js';
import type { CheckedJob } from '../../job/job.js';
import type { Table, Warning } from '../../table/table.js';
import type { Recoded } from './map-tables.js';
import type { CountedSource } from './read-counted.js';
import type { SqlConnection } from './source.js';
import type { Sql } from './sql.js';
import { makeSourceRelease } from './write-release.js';
import { confirmTable } from './confirm-table.js';

/** A release that becomes a table of the database that its input is in. */
interface ReleaseInto {
  /** Starts to make it when it is known what becomes of every vector. */
  begin(recoded: Recoded): Promise<void>;
  /** Compares the table with the audited release, and only then gives it its name. */
  publish(release: Table, recoded: Recoded): Promise<void>;
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
  const keepOrder = planColumns(job).order === 'input';
  const making = makeSourceRelease(connection, from, target, source, { signal, keepOrder });
  return {
    begin: (recoded) => making.begin(recoded),
    publish: (release, recoded) =>
      making.publish(async (written) => {
        onCheck?.();
        await confirmTable(connection, written, source, recoded, release, signal);
      }),
    close: () => making.close(),
  };
}
