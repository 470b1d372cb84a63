import { basename } from 'node:path';
import { toJson } from '../../index.js';
import { auditReleaseInSteps } from '../../pipeline/audit-release.js';
import { runProgressOf } from '../../pipeline/run-progress.js';
import { isSourceAddress } from '../../io/sql/address.js';
import { readAuditedSource } from './sql-source.js';
import { releaseJob } from '../sources/confirm-table.js';
import { chooseCounting } from './counting.js';
import { writeResult } from './console.js';
import { countWildcards } from './count-wildcards.js';
import { describeAudit, describeWildcards } from './format.js';
import type { InputFlags, MissingFlag } from './input-options.js';
import { jobWith } from './input-options.js';
import { withOutput } from './output-options.js';
import { readJob } from './read-job.js';
import { readPublicTables } from './public-tables.js';
import { publicRepairs, repairsOf } from './repairs.js';
import { readJobInput, readRelease } from './read-table.js';
import { hidesFigures, publishAudit } from '../../pipeline/publish-figures.js';
import { releasesTwoTables, sensitivePath } from './sensitive-file.js';
import type { CommonOptions } from './run-options.js';
import { withTerminal } from './with-terminal.js';

/** Options of `kohort audit`. */
export interface AuditOptions extends CommonOptions, InputFlags {
  readonly job: string;
  readonly original?: string;
  /** The table of sensitive columns; default: beside FILE. */
  readonly sensitive?: string;
  /** Groups of columns that were permuted together. */
  readonly columns?: string[][];
  /** Prints all metrics with all digits. */
  readonly exactMetrics?: boolean;
  /** Adds counts in which missing and suppressed cells match every value. */
  readonly wildcards?: boolean;
  readonly missing?: MissingFlag;
  /** True when formulas of the release are disarmed. */
  readonly formulaGuard?: boolean;
}

/** `kohort audit`. Returns the exit code: 1 when a required model does not hold or a problem was found. */
export async function auditCommand(file: string, options: AuditOptions): Promise<number> {
  const { json = false, engine, threads } = options;
  return withTerminal(options, async ({ signal, terminal }) => {
    const { job: given, publicFile, warnings: noticed } = await readJob(options.job, signal, options);
    const job = withOutput(jobWith(given, options), { formulaGuard: options.formulaGuard });
    const counting = async (path: string) => chooseCounting([path], job, { engine, threads });
    const original =
      options.original === undefined
        ? undefined
        : isSourceAddress(options.original)
          ? await readAuditedSource(options.original, '--original', job, signal)
          : await readJobInput([options.original], job, signal, terminal, await counting(options.original));
    const release = isSourceAddress(file)
      ? (await readAuditedSource(file, 'file', releaseJob({ job: original?.job ?? job }), signal, { isRelease: true }))
          .table
      : await readRelease(file, basename(file), job, original?.table, signal, await counting(file));
    const second = releasesTwoTables(job) ? (options.sensitive ?? sensitivePath(file)) : options.sensitive;
    const sensitive =
      second === undefined ? undefined : await readRelease(second, basename(second), job, original?.table, signal);
    const publicTables = await readPublicTables(publicFile, job, original?.table, signal);
    terminal.progress('audit');
    // The audit needs the given job: that of the original's reading no longer knows the identifiers.
    const steps = auditReleaseInSteps(release, job, original?.table, {
      groups: options.columns,
      sensitive,
      publicTables,
    });
    const progress = runProgressOf({ signal });
    const exact = await progress.drive('audit', 1, steps);
    const report = hidesFigures(job, options) ? publishAudit(exact) : exact;
    const { wildcards = options.missing?.semantics === 'wildcard' } = options;
    const wildcard = wildcards ? await progress.drive('audit', 1, countWildcards(release, job)) : null;
    terminal.clear();
    if (json) {
      await writeResult(toJson(wildcard === null ? report : { ...report, wildcard }, 2), { json });
    } else {
      const repaired = [...repairsOf(original?.table, 'the original'), ...repairsOf(release, 'the release')];
      terminal.warn([...noticed, ...repaired, ...publicRepairs(publicTables), ...report.warnings]);
      const lines = [...describeAudit(report, job), ...(wildcard === null ? [] : ['', ...describeWildcards(wildcard)])];
      await writeResult(lines.join('\n'), { json });
    }
    return report.holds ? 0 : 1;
  });
}
