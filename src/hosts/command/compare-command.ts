import type { Classifier } from '../../assess/accuracy/classifier.js';
import type { AlgorithmSpec, CheckedJob, Table } from '../../index.js';
import { compare, toJson } from '../../index.js';
import { resolveChecked, withAlgorithm } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { isSourceAddress } from '../../io/sql/address.js';
import { expandCounted } from '../../table/expand-counted.js';
import { readAuditedSource } from './sql-source.js';
import { stdoutWidth, writeResult } from './console.js';
import { describeComparison } from './format.js';
import type { InputFlags } from './input-options.js';
import { jobWith } from './input-options.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readPublicTables } from './public-tables.js';
import { publicRepairs } from './repairs.js';
import { readJobInput, refuseSeveral } from './read-table.js';
import type { CommonOptions } from './run-options.js';
import { runOptionsOf } from './run-options.js';
import { withTerminal } from './with-terminal.js';

/** Options of `kohort compare`. */
export interface CompareOptions extends CommonOptions, InputFlags {
  readonly job: string;
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
  readonly algorithms: readonly (string | AlgorithmSpec)[];
  readonly k?: readonly number[];
  readonly pareto?: readonly string[];
  /** False with `--no-accuracy`. */
  readonly accuracy: boolean;
  readonly holdouts: number;
  /** Prints all metrics with all digits. */
  readonly exactMetrics?: boolean;
}

/** The classifier, or undefined where its package is not installed. */
async function loadClassifier(): Promise<Classifier | undefined> {
  try {
    return (await import('../../assess/accuracy/naive-bayes.js')).naiveBayes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A table of an SQL engine: counted, or its rows where one of the algorithms needs them. */
async function readComparedSource(
  address: string,
  asked: CheckedJob,
  algorithms: CompareOptions['algorithms'],
  signal: AbortSignal,
): Promise<{ readonly table: Table; readonly job: CheckedJob }> {
  const { table, job } = await readAuditedSource(address, 'input', asked, signal);
  const own = resolveChecked(asked);
  const needsRows = algorithms.some(
    (given, i) => planRun(withAlgorithm(own, given, `algorithms[${i}]`)).whyRows !== null,
  );
  return { table: needsRows ? expandCounted(table) : table, job };
}

/** `kohort compare`. */
export async function compareCommand(input: string, options: CompareOptions): Promise<void> {
  const { json = false, more = [] } = options;
  return withTerminal({ quiet: options.quiet }, async ({ interrupts, signal, terminal }) => {
    refuseSeveral([input, ...more]);
    refuseTwoStdins(input, options.job);
    const { job: given, publicFile, warnings: noticed } = await readJob(options.job, signal, options, input);
    const asked = jobWith(given, options);
    const { table, job } = isSourceAddress(input)
      ? await readComparedSource(input, asked, options.algorithms, signal)
      : await readJobInput([input, ...more], asked, signal, terminal);
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
      exactMetrics: options.exactMetrics === true,
    });
    terminal.clear();
    const repaired = [...noticed, ...publicRepairs(publicTables)];
    if (json) terminal.warnBesideJson([...repaired, ...found.warnings]);
    else terminal.warn([...repaired, ...table.warnings, ...found.warnings]);
    await writeResult(json ? toJson(found, 2) : describeComparison(found, stdoutWidth(), job).join('\n'), { json });
  });
}
