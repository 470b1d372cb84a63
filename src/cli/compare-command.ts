import { compare, toJson } from '../index.js';
import { openTerminal, writeStdout } from './console.js';
import { describeComparison } from './format.js';
import { listenForInterrupts } from './interrupts.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readJobInput, readPublicTables } from './read-table.js';
import type { CommonOptions } from './run-options.js';
import { runOptionsOf } from './run-options.js';

/** Options of `kohort compare`. */
export interface CompareOptions extends CommonOptions {
  readonly job: string;
  readonly algorithms: readonly string[];
}

/** `kohort compare`. */
export async function compareCommand(input: string, options: CompareOptions): Promise<void> {
  const { json = false, quiet = false } = options;
  const interrupts = listenForInterrupts();
  const terminal = openTerminal(quiet);
  try {
    const { signal } = interrupts;
    refuseTwoStdins(input, options.job);
    const { job: asked, publicFile } = await readJob(options.job, signal);
    const { table, job } = await readJobInput(input, asked, signal, terminal);
    const publicTables = await readPublicTables(publicFile, job, table, signal);
    const run = { ...runOptionsOf(options, interrupts, terminal), publicTables };
    const found = await compare(table, job, options.algorithms, run);
    terminal.clear();
    if (!json) terminal.warn(table.warnings);
    await writeStdout([`${json ? toJson(found, 2) : describeComparison(found).join('\n')}\n`]);
  } finally {
    terminal.clear();
    interrupts.stop();
  }
}
