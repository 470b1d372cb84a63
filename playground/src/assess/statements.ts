/** The SQL that makes a release where the rows are. */
import { nameOfKey } from 'kohort/assess';
import type { SqlDialect } from 'kohort/sources';
import type { HeldRun, Tell } from './read-release.js';

/** Runs the job of a release on the distinct rows, and writes the statements that make that release. */
export async function writeStatements(
  { original, run }: HeldRun,
  { dialect, table }: { readonly dialect: SqlDialect; readonly table: string },
  tell: Tell,
): Promise<Blob> {
  const known = Object.entries(run.job.attributes).filter(([key]) => original.column(nameOfKey(key)) !== undefined);
  const job = { ...run.job, attributes: Object.fromEntries(known) };
  const { releaseAsSql } = await import('./release-sql.js');
  const { statements } = await releaseAsSql(original, job, {
    ...{ dialect, table },
    onProgress: ({ share }) => void tell(share),
  });
  return new Blob([...statements], { type: 'application/sql' });
}
