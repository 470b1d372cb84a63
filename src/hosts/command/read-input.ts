import type { CheckedJob, Table } from '../../index.js';
import { isSourceAddress } from '../../table/source-address.js';
import type { CountedReading } from '../../io/csv/count-file.js';
import { readJobInput } from './read-table.js';
import { readAuditedSource } from './sql-source.js';
import type { Session } from './with-terminal.js';

/** The input of a job. */
interface ReadInput {
  readonly table: Table;
  readonly job: CheckedJob;
  /** Columns of a file, those that were not kept too. */
  readonly columns?: readonly string[];
}

/** Reads the input of a job, files or a counted table of an SQL engine; `count` says how rows of a file are counted. */
export async function readInput(
  paths: readonly string[],
  argument: string,
  job: CheckedJob,
  { signal, terminal }: Pick<Session, 'signal' | 'terminal'>,
  count?: (path: string) => Promise<CountedReading | null>,
): Promise<ReadInput> {
  const [path] = paths;
  if (isSourceAddress(path)) return readAuditedSource(path, argument, job, signal);
  return readJobInput(paths, job, signal, terminal, await count?.(path));
}
