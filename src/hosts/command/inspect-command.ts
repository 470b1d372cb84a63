import { inspect, toJson } from '../../index.js';
import { stdoutWidth, writeResult } from './console.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, flag, text } from './declare.js';
import { inputOptions, inputWith } from './input-options.js';
import { describeInspection } from './format.js';
import { withOptionNames } from './proposal.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readRows } from './read-rows.js';
import { commonOptions, runOptionsOf } from './run-options.js';
import { person, withUnit } from './unit-options.js';
import { withTerminal } from './with-terminal.js';
import { reportReading } from './reading-progress.js';

const cards = {
  ...commonOptions,
  ...inputOptions,
  job: text('<file>', 'job file: its "input" says how to read the table'),
  person,
  rowsArePeople: flag('asserts that each row is one person: skips the search for a key of people with several rows'),
};

export const inspecting = defineCommand({
  usage: 'inspect <input> [more...]',
  help: 'prints columns, types, uniqueness and suggested roles',
  options: cards,
  examples: [
    ['kohort inspect people.csv', 'columns, types, what makes rows unique, suggested roles'],
    ['kohort inspect people.csv --job job.json', 'and what should be known of the job'],
  ],
  run: inspectCommand,
});

/** `kohort inspect`. Rows with missing values are kept: they are what is looked at. */
async function inspectCommand(inputs: readonly string[], given: OptionsOf<typeof cards>): Promise<void> {
  const { json = false } = given;
  return withTerminal(given, async ({ interrupts, signal, terminal }) => {
    if (given.job !== undefined) refuseTwoStdins(inputs[0], given.job);
    const job = given.job === undefined ? undefined : withUnit((await readJob(given.job, signal)).job, given);
    const table = await readRows(inputs, 'input', {
      ...inputWith(job?.input, given),
      onMissing: 'keep',
      signal,
      onProgress: reportReading(inputs, terminal),
    });
    const { engine, onProgress } = runOptionsOf(given, interrupts, terminal);
    const { person: persons, rowsArePeople = job?.unit === 'row' } = given;
    const asked = { engine, signal, onProgress, persons, rowsArePeople, ...(job === undefined ? {} : { job }) };
    const found = await withOptionNames(async () => inspect(table, asked));
    terminal.clear();
    if (!json) terminal.warn(found.warnings);
    await writeResult(
      json ? toJson(found, 2) : describeInspection(found, { width: stdoutWidth(), rowsArePeople }).join('\n'),
      { json },
    );
  });
}
