import { dirname, resolve } from 'node:path';
import { checkOutputTarget } from '../node/output-target.js';
import { writeOutput } from '../node/write-output.js';
import { toJson } from '../../index.js';
import { refuseClosedStdout, writeStdout } from './console.js';
import { filesRead } from './files-read.js';
import type { InputFlags } from './input-options.js';
import type { ProposalOptions } from './proposal.js';
import { propose, readLooked, textOf, withoutPasswords } from './proposal.js';
import { refuseSeveral } from './read-table.js';
import type { CommonOptions } from './run-options.js';
import { withTerminal } from './with-terminal.js';

/** Options of `kohort init`. */
export interface InitOptions extends CommonOptions, InputFlags, ProposalOptions {
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
  /** Takes the proposal without asking. */
  readonly yes?: boolean;
  /** File for the job; default: stdout. */
  readonly out?: string;
}

/** `kohort init`: proposes a job for a table, asks on a terminal what it cannot know, and writes it. */
export async function initCommand(input: string, options: InitOptions): Promise<void> {
  const { json = false, more = [], out, yes = false } = options;
  const inputs = [input, ...more];
  refuseSeveral(inputs);
  return withTerminal(options, async ({ signal, terminal }) => {
    if (out !== undefined) await checkOutputTarget('--out', out, ...inputs.flatMap(filesRead));
    else if (!json) refuseClosedStdout('job');
    const read = await readLooked(inputs, options, dirname(resolve(out ?? 'job.json')), { signal, terminal });
    terminal.clear();
    const isAsked = !yes && !json && process.stdin.isTTY && process.stderr.isTTY;
    const ask = isAsked ? await import('./ask.js') : null;
    const looked = ask === null ? read : await ask.askForFormats(read);
    const known = ask === null ? options : await ask.askForPersons(looked, options);
    const asked = ask === null ? known : await ask.askForJob(looked, known, { out });
    const proposed = await propose(looked, asked, signal);
    if (!json) terminal.warn([...looked.table.warnings, ...looked.warnings, ...(isAsked ? [] : proposed.warnings)]);
    if (!isAsked && !yes) terminal.tell('no terminal to ask on: the proposal is taken as it is (--yes says so)');
    const text = json ? `${toJson(withoutPasswords(proposed), 2)}\n` : textOf(proposed, inputs);
    if (out === undefined) return writeStdout([text]);
    await writeOutput(out, [new TextEncoder().encode(text)], { signal });
    terminal.tell(`job: ${out}`);
  });
}
