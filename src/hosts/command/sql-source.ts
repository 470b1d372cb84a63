import { planColumns, withoutOrder } from '../../job/plan.js';
import { basename, extname } from 'node:path';
import type { CheckedJob, Table } from '../../index.js';
import { InvalidArgumentError } from '../../index.js';
import { amount } from '../../base/plural.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { requireCopies, requireCountable } from '../../pipeline/two-passes.js';
import { isSourceAddress, parseSourceAddress } from '../../table/source-address.js';
import { openSource } from '../../io/sql/open-source.js';
import { readSourceCounted } from '../../io/sql/read-counted.js';
import { relationOf } from '../../io/sql/relation.js';
import type { SourceAddress } from '../../table/source-address.js';
import type { SqlConnection } from '../../io/sql/source.js';
import { requireNewTable, sweepTables } from '../../io/sql/write-release.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { releaseInto } from '../../io/sql/release-into.js';
import { recodedOf } from '../sources/recoded.js';
import { writeStdout } from './console.js';
import { printSql } from '../../io/sql/print-sql.js';
import type { CommandRun, Sink, Source } from './source.js';

/**
 * A table of an SQL engine: its frequency set comes by one GROUP BY. A release that stays in the engine is made by one join with
 * the map of vectors to classes, or the statements for that are printed.
 */
export function sqlSource(input: string, { options, signal, terminal }: CommandRun): Source {
  const { out, sql, memory } = options;
  const address = parseSourceAddress(input, 'input');
  const target = out !== undefined && isSourceAddress(out) ? parseTarget(out, address) : null;
  refuseUnused(options);
  const made = sql === undefined ? target : null;
  let connection: SqlConnection | null = null;
  return {
    accept: (job) => {
      const plan = planRun(resolveChecked(job));
      requireCountable(plan, 'input');
      if (target !== null || sql !== undefined) requireCopies(plan, sql === undefined ? '--out' : '--sql');
    },
    open: async () => {
      connection = await openSource(address, { write: made !== null });
      if (made === null) return [];
      await requireNewTable(connection, made);
      return sweepTables(connection, made);
    },
    read: async (asked) => {
      const open = connection!;
      const from = relationOf(address, open);
      const source = await readSourceCounted(open, from, asked, {
        signal,
        memory,
        onProgress: ({ rows }) => terminal.progress(`counted ${amount(rows, 'row')}`),
        // A file or stdout takes whole rows, so all released columns are counted; inside the engine the others stay there.
        whole: target === null && sql === undefined,
        prints: made !== null,
      });
      const columns = planColumns(asked);
      const tableSink = (table: string): Sink => {
        const onCheck = (): void => terminal.progress('check of the table');
        const making = releaseInto(open, from, table, source, { job: asked, signal, onCheck });
        return {
          begin: (plan) => making.begin(recodedOf(plan, columns)),
          write: ({ release, plan }) => making.publish(release, recodedOf(plan!, columns)),
          close: async () => terminal.warn(await making.close()),
        };
      };
      const name = address.table ?? basename(address.database, extname(address.database));
      const printSink: Sink = {
        write: async ({ plan }) => {
          const recoded = recodedOf(plan!, columns);
          const statements = printSql(sql!, { name, target: target ?? `${name}_released`, source, recoded });
          await writeStdout(statements);
        },
      };
      return {
        table: source.table,
        columns: source.columns.map(({ name }) => name),
        job: withoutOrder(source.job),
        threads: 1,
        engine: { address, connection: open },
        counted: null,
        inOrder: null,
        sink: sql !== undefined ? printSink : made !== null ? tableSink(made) : null,
      };
    },
    close: async () => connection?.close(),
  };
}

/** Reads a counted release or original for `kohort audit`: by GROUP BY in an engine. */
export async function readAuditedSource(
  address: string,
  argument: string,
  job: CheckedJob,
  signal: AbortSignal,
  { isRelease = false }: { readonly isRelease?: boolean } = {},
): Promise<{ readonly table: Table; readonly job: CheckedJob; readonly columns: readonly string[] }> {
  const parsed = parseSourceAddress(address, argument);
  const connection = await openSource(parsed, { write: false });
  try {
    const { table, ...read } = await readSourceCounted(connection, relationOf(parsed, connection), job, {
      signal,
      showsUnreleased: isRelease,
      allowEmpty: isRelease,
      whole: true,
    });
    return { table, job: read.job, columns: read.columns.map(({ name }) => name) };
  } finally {
    await connection.close();
  }
}

function parseTarget(out: string, source: SourceAddress): string {
  const target = parseSourceAddress(out, '--out');
  if (target.engine === source.engine && target.database === source.database && target.table !== null) {
    if (target.table !== source.table) return target.table;
    throw new InvalidArgumentError('--out', 'another table than the input', JSON.stringify(target.table), 'SAME_FILE');
  }
  throw new InvalidArgumentError(
    '--out',
    'a table of the database that the input is in, or a file',
    'another database',
    'OUTPUT_DATABASE',
  );
}

/** Options that a run in an engine has no use for. */
function refuseUnused({ report, checkpoint, resume, sql }: AnonymizeOptions): void {
  for (const [name, given] of Object.entries({ '--checkpoint': checkpoint, '--resume': resume })) {
    if (given === undefined) continue;
    throw new InvalidArgumentError(name, 'an input that is a file', 'a table of an engine', 'OPTION_UNUSED');
  }
  if (report === undefined || sql === undefined) return;
  throw new InvalidArgumentError('--report', 'a release that is made', 'one that --sql prints', 'OPTION_UNUSED');
}
