import { dirname, resolve } from 'node:path';
import { checkOutputTarget } from '../node/output-target.js';
import { writeOutput } from '../node/write-output.js';
import { keepingCosts, toJson } from '../../index.js';
import { costLines } from '../../assess/proposal/keeping-costs.js';
import { refuseClosedStdout, writeStdout } from './console.js';
import { filesRead } from './files-read.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, flag, text } from './declare.js';
import { inputOptions } from './input-options.js';
import { proposalOptions, propose, readLooked, textOf, withoutPasswords } from './proposal.js';
import { refuseSeveral } from './read-table.js';
import { commonOptions } from './run-options.js';
import { withTerminal } from './with-terminal.js';

const cards = {
  ...commonOptions,
  ...inputOptions,
  ...proposalOptions,
  yes: flag('accepts the proposal without questions'),
  out: text('<file>', 'file for the job, JSON with comments; default: stdout'),
};

export const init = defineCommand({
  usage: 'init <input> [more...]',
  help: 'proposes a job for a table; asks questions on a terminal',
  options: cards,
  examples: [
    ['kohort init people.csv --yes --out proposed.json', 'proposed job, to read and change'],
    ['kohort init people.csv --yes --k 10 --sensitive disease', 'same for k = 10, on stdout'],
    [
      'kohort init people.csv --yes --known 2',
      'job for somebody who knows two columns of a person: wide tables keep their columns',
    ],
  ],
  run: initCommand,
});

/** `kohort init`: proposes a job for a table, asks on a terminal what it cannot know, and writes it. */
async function initCommand(inputs: readonly string[], given: OptionsOf<typeof cards>): Promise<void> {
  const { json = false, out, yes = false } = given;
  refuseSeveral(inputs);
  return withTerminal(given, async ({ signal, terminal }) => {
    if (out !== undefined) await checkOutputTarget('--out', out, ...inputs.flatMap(filesRead));
    else if (!json) refuseClosedStdout('job');
    const read = await readLooked(inputs, given, dirname(resolve(out ?? 'job.json')), { signal, terminal });
    terminal.clear();
    const isAsked = !yes && !json && process.stdin.isTTY && process.stderr.isTTY;
    const ask = isAsked ? await import('./ask.js') : null;
    const looked = ask === null ? read : await ask.askForFormats(read);
    const known = ask === null ? given : await ask.askForPersons(looked, given);
    const asked = ask === null ? known : await ask.askForJob(looked, known, { out });
    const proposed = await propose(looked, asked, signal);
    const costs = await keepingCosts(looked.table, proposed, { signal });
    if (!json) terminal.warn([...looked.table.warnings, ...looked.warnings, ...(isAsked ? [] : proposed.warnings)]);
    if (!isAsked && !yes) terminal.tell('no terminal for questions: the proposal is used unchanged, as with --yes');
    const text = json ? `${toJson({ ...withoutPasswords(proposed), costs }, 2)}\n` : textOf(proposed, inputs, costs);
    if (!json) for (const line of costLines(costs)) terminal.tell(line);
    if (out === undefined) return writeStdout([text]);
    await writeOutput(out, [new TextEncoder().encode(text)], { signal });
    terminal.tell(`job: ${out}`);
  });
}
