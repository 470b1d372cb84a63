import { listMatches } from '../../job/patterns.js';
import { basename } from 'node:path';
import { toJson } from '../../index.js';
import { auditReleaseInSteps } from '../../pipeline/audit-release.js';
import { runProgressOf } from '../../pipeline/run-progress.js';
import { isSourceAddress } from '../../table/source-address.js';
import { readAuditedSource } from './sql-source.js';
import { releaseJob } from '../../io/sql/confirm-table.js';
import { chooseCounting } from './counting.js';
import { writeResult } from './console.js';
import { countWildcards } from './count-wildcards.js';
import { describeAudit, describeWildcards } from './format.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, flag, parsed, text } from './declare.js';
import { listArgument } from './arguments.js';
import { refuseSeveral } from './read-table.js';
import { auditInputOptions, jobWith } from './input-options.js';
import { withOutput } from './output-options.js';
import { readJob } from './read-job.js';
import { readPublicTables } from './public-tables.js';
import { publicRepairs, repairsOf } from './repairs.js';
import { readInput } from './read-input.js';
import { readRelease } from './read-table.js';
import { hidesFigures, publishAudit } from '../../pipeline/publish-figures.js';
import { columns, releasesTwoTables, sensitivePath } from './sensitive-file.js';
import { commonOptions, exactMetrics, job } from './run-options.js';
import { withTerminal } from './with-terminal.js';

const cards = {
  ...commonOptions,
  ...auditInputOptions,
  job,
  original: parsed(
    '<file>',
    'input of the release; may be given several times, for CSV files that are read as one',
    listArgument,
  ),
  sensitive: text('<file>', 'second table of anatomy; default: FILE with .sensitive before its extension'),
  columns,
  formulaGuard: flag('reads a release that was written with --formula-guard'),
  exactMetrics,
  wildcards: flag('also counts classes in which missing cells and * match each value'),
};

export const audit = defineCommand({
  usage: 'audit <file>',
  help: 'recomputes every privacy model and metric of a finished release',
  options: cards,
  examples: [
    ['kohort audit release.csv --job job.json', 'checks the models of the job; exit code 1 if one does not hold'],
    ['kohort audit release.csv --job job.json --original people.csv', 'and what was lost'],
  ],
  run: auditCommand,
});

/** `kohort audit`. Returns the exit code: 1 when a required model does not hold or a problem was found. */
async function auditCommand([file]: readonly string[], given: OptionsOf<typeof cards>): Promise<number> {
  const { json = false, engine, threads } = given;
  return withTerminal(given, async ({ signal, terminal }) => {
    const { job: plain, publicFile, warnings: noticed } = await readJob(given.job, signal, given);
    const asked = withOutput(jobWith(plain, given), { formulaGuard: given.formulaGuard });
    refuseSeveral(given.original ?? ['-']);
    const counting = async (path: string) => chooseCounting(given.original ?? [path], asked, { engine, threads });
    const original =
      given.original === undefined
        ? undefined
        : await readInput(given.original, '--original', asked, { signal, terminal }, counting);
    const listed = original === undefined ? asked : listMatches(asked, original.columns ?? []);
    const release = isSourceAddress(file)
      ? (
          await readAuditedSource(file, 'file', releaseJob({ job: original?.job ?? asked }), signal, {
            isRelease: true,
          })
        ).table
      : await readRelease(file, basename(file), listed, original?.table, signal, await counting(file));
    const second = releasesTwoTables(asked) ? (given.sensitive ?? sensitivePath(file)) : given.sensitive;
    const sensitive =
      second === undefined ? undefined : await readRelease(second, basename(second), listed, original?.table, signal);
    const publicTables = await readPublicTables(publicFile, asked, original?.table, signal);
    terminal.progress('audit');
    // The audit needs the given job: that of the original's reading no longer knows the identifiers.
    const steps = auditReleaseInSteps(release, listed, original?.table, {
      groups: given.columns,
      sensitive,
      publicTables,
    });
    const progress = runProgressOf({ signal });
    const exact = await progress.drive('audit', 1, steps);
    const report = hidesFigures(asked, given) ? publishAudit(exact) : exact;
    const { wildcards = given.missing?.semantics === 'wildcard' } = given;
    const wildcard = wildcards ? await progress.drive('audit', 1, countWildcards(release, listed)) : null;
    terminal.clear();
    if (json) {
      await writeResult(toJson(wildcard === null ? report : { ...report, wildcard }, 2), { json });
    } else {
      const repaired = [...repairsOf(original?.table, 'the original'), ...repairsOf(release, 'the release')];
      terminal.warn([...noticed, ...repaired, ...publicRepairs(publicTables), ...report.warnings]);
      const lines = [
        ...describeAudit(report, listed),
        ...(wildcard === null ? [] : ['', ...describeWildcards(wildcard)]),
      ];
      await writeResult(lines.join('\n'), { json });
    }
    return report.holds ? 0 : 1;
  });
}
