import type { Classifier } from '../evaluation/classifier.js';
import type { AlgorithmSpec } from '../index.js';
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
  readonly algorithms: readonly (string | AlgorithmSpec)[];
  readonly k?: readonly number[];
  readonly pareto?: readonly string[];
  /** False with `--no-accuracy`. */
  readonly accuracy: boolean;
  readonly holdouts: number;
}

/** The classifier, or undefined where its package is not installed. */
async function loadClassifier(): Promise<Classifier | undefined> {
  try {
    return (await import('../evaluation/naive-bayes.js')).naiveBayes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
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
    const { k, pareto, accuracy, holdouts } = options;
    const found = await compare(table, job, options.algorithms, {
      ...runOptionsOf(options, interrupts, terminal),
      publicTables,
      k,
      ...(pareto === undefined ? {} : { pareto }),
      accuracy,
      classifier: accuracy ? await loadClassifier() : undefined,
      holdouts,
    });
    terminal.clear();
    if (json) terminal.warnBesideJson(found.warnings);
    else terminal.warn([...table.warnings, ...found.warnings]);
    await writeStdout([`${json ? toJson(found, 2) : describeComparison(found).join('\n')}\n`]);
  } finally {
    terminal.clear();
    interrupts.stop();
  }
}
