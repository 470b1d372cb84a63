import { explain, toJson } from '../../index.js';
import type { CheckedJob, Table } from '../../index.js';
import { planColumns } from '../../job/plan.js';
import { withUnread } from '../../pipeline/explained-run.js';
import { isSourceAddress } from '../../io/sql/address.js';
import { stdoutWidth, writeResult } from './console.js';
import { describePlan } from './describe-plan.js';
import type { InputFlags } from './input-options.js';
import { jobWith } from './input-options.js';
import { readPublicTables } from './public-tables.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readJobInput, refuseSeveral } from './read-table.js';
import { publicRepairs } from './repairs.js';
import type { CommonOptions } from './run-options.js';
import { runOptionsOf } from './run-options.js';
import { readAuditedSource } from './sql-source.js';
import type { UnitOptions } from './unit-options.js';
import { withUnit } from './unit-options.js';
import { withTerminal } from './with-terminal.js';
import { isDetail } from '../../report/warning-lines.js';

/** Options of `kohort explain`. */
export interface ExplainOptions extends CommonOptions, InputFlags, UnitOptions {
  readonly job: string;
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
}

/** `kohort explain`: prints the plan of a run. No search is started, and nothing is released. */
export async function explainCommand(input: string, options: ExplainOptions): Promise<void> {
  const { json = false, more = [] } = options;
  return withTerminal({ quiet: options.quiet }, async ({ interrupts, signal, terminal }) => {
    refuseSeveral([input, ...more]);
    refuseTwoStdins(input, options.job);
    const { job: given, publicFile, warnings: noticed } = await readJob(options.job, signal, options, input);
    const asked = withUnit(jobWith(given, options), options);
    const read = async (): Promise<{
      readonly table: Table;
      readonly job: CheckedJob;
      readonly columns?: readonly string[];
    }> =>
      isSourceAddress(input)
        ? readAuditedSource(input, 'input', asked, signal)
        : readJobInput([input, ...more], asked, signal, terminal);
    const {
      table,
      job,
      columns = [...table.columns.map(({ name }) => name), ...Object.keys(asked.attributes)],
    } = await read();
    const publicTables = await readPublicTables(publicFile, job, table, signal);
    const { onProgress } = runOptionsOf(options, interrupts, terminal);
    const plan = withUnread(await explain(table, job, { signal, onProgress, publicTables }), planColumns(asked), [
      ...new Set(columns),
    ]);
    terminal.clear();
    const repaired = [...noticed, ...publicRepairs(publicTables)];
    if (json) terminal.warnBesideJson(repaired);
    else terminal.warn([...repaired, ...plan.warnings.filter((warning) => !isDetail(warning))]);
    await writeResult(json ? toJson(plan, 2) : describePlan(plan, stdoutWidth()).join('\n'), { json });
  });
}
