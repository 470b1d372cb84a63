import { explain, toJson } from '../../index.js';
import { listMatches } from '../../job/patterns.js';
import { planColumns } from '../../job/plan.js';
import { withUnread } from '../../pipeline/explained-run.js';
import { stdoutWidth, writeResult } from './console.js';
import { describePlan } from './describe-plan.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, flag } from './declare.js';
import { inputOptions, jobWith } from './input-options.js';
import { readPublicTables } from './public-tables.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readInput } from './read-input.js';
import { refuseSeveral } from './read-table.js';
import { publicRepairs } from './repairs.js';
import { commonOptions, job, runOptionsOf } from './run-options.js';
import { person, withUnit } from './unit-options.js';
import { withTerminal } from './with-terminal.js';
import { isDetail } from '../../report/warning-lines.js';

const cards = {
  ...commonOptions,
  ...inputOptions,
  job,
  person,
  rowsArePeople: flag('each row is one person'),
};

export const explaining = defineCommand({
  usage: 'explain <input> [more...]',
  help: 'prints the plan of a job for a table: what happens to each column, and why',
  options: cards,
  examples: [
    ['kohort explain people.csv --job job.json', 'what will happen to every column, and why'],
    ['kohort explain people.csv --job job.json --json', 'the plan as JSON'],
  ],
  run: explainCommand,
});

/** `kohort explain`: prints the plan of a run. No search is started, and nothing is released. */
async function explainCommand(inputs: readonly string[], flags: OptionsOf<typeof cards>): Promise<void> {
  const { json = false } = flags;
  const [input] = inputs;
  return withTerminal({ quiet: flags.quiet }, async ({ interrupts, signal, terminal }) => {
    refuseSeveral(inputs);
    refuseTwoStdins(input, flags.job);
    const { job: given, publicFile, warnings: noticed } = await readJob(flags.job, signal, flags, input);
    const asked = withUnit(jobWith(given, flags), flags);
    const {
      table,
      job,
      columns = [...table.columns.map(({ name }) => name), ...planColumns(asked).columns.map(({ name }) => name)],
    } = await readInput(inputs, 'input', asked, { signal, terminal });
    const publicTables = await readPublicTables(publicFile, job, table, signal);
    const { onProgress } = runOptionsOf(flags, interrupts, terminal);
    const listed = planColumns(listMatches(asked, columns));
    const made = await explain(table, job, { signal, onProgress, publicTables });
    const plan = withUnread(made, listed, [...new Set(columns)]);
    terminal.clear();
    const repaired = [...noticed, ...publicRepairs(publicTables)];
    if (json) terminal.warnBesideJson(repaired);
    else terminal.warn([...repaired, ...plan.warnings.filter((warning) => !isDetail(warning))]);
    await writeResult(json ? toJson(plan, 2) : describePlan(plan, stdoutWidth()).join('\n'), { json });
  });
}
