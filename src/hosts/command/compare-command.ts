import type { Classifier } from '../../assess/accuracy/classifier.js';
import type { CheckedJob } from '../../index.js';
import { compare, listAlgorithms, toJson } from '../../index.js';
import { resolveChecked, withAlgorithm } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { expandCounted } from '../../table/expand-counted.js';
import { stdoutWidth, writeResult } from './console.js';
import { describeComparison } from './format.js';
import { algorithmsArgument, countsArgument, namesArgument, numberArgument } from './arguments.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, negated, parsed, required, withDefault } from './declare.js';
import { inputOptions, jobWith } from './input-options.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readPublicTables } from './public-tables.js';
import { publicRepairs } from './repairs.js';
import { readInput } from './read-input.js';
import { refuseSeveral } from './read-table.js';
import { commonOptions, exactMetrics, job, runOptionsOf } from './run-options.js';
import { withTerminal } from './with-terminal.js';

const cards = {
  ...commonOptions,
  ...inputOptions,
  job,
  algorithms: required({
    ...parsed(
      '<names>',
      'names of algorithms, separated by commas; with options as name:option=value',
      algorithmsArgument,
      () => listAlgorithms().algorithms.map(({ name }) => name),
    ),
    isList: true,
  }),
  k: parsed('<numbers>', 'runs every algorithm with each of these k, such as 5,10,25', countsArgument),
  pareto: parsed(
    '<criteria>',
    'criteria of the Pareto marks: risk, accuracy, suppressed, classes, seconds, metrics (default: loss,risk)',
    namesArgument,
  ),
  exactMetrics,
  accuracy: negated('trains no classifiers'),
  holdouts: withDefault(
    parsed(
      '<n>',
      'number of thirds of the rows that are held out in turn to measure accuracy',
      numberArgument('1, 2 or 3', (value) => [1, 2, 3].includes(value)),
    ),
    1,
  ),
};

type CompareOptions = OptionsOf<typeof cards>;

export const comparing = defineCommand({
  usage: 'compare <input> [more...]',
  help: 'runs a job with several algorithms',
  options: cards,
  examples: [
    ['kohort compare people.csv --job job.json --algorithms mondrian,hilbert', 'what two algorithms cost and keep'],
    [
      'kohort compare people.csv --job job.json --algorithms mondrian,mondrian:partitioning=relaxed --k 2,5',
      'with options, and for several k',
    ],
  ],
  run: compareCommand,
});

/** The classifier, or undefined where its package is not installed. */
async function loadClassifier(): Promise<Classifier | undefined> {
  try {
    return (await import('../../assess/accuracy/naive-bayes.js')).naiveBayes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** True where one of the algorithms needs rows. */
function needsRows(asked: CheckedJob, algorithms: CompareOptions['algorithms']): boolean {
  const own = resolveChecked(asked);
  return algorithms.some((given, i) => planRun(withAlgorithm(own, given, `algorithms[${i}]`)).whyRows !== null);
}

/** `kohort compare`. */
async function compareCommand(inputs: readonly string[], given: CompareOptions): Promise<void> {
  const { json = false } = given;
  const [input] = inputs;
  return withTerminal({ quiet: given.quiet }, async ({ interrupts, signal, terminal }) => {
    refuseSeveral(inputs);
    refuseTwoStdins(input, given.job);
    const { job: plain, publicFile, warnings: noticed } = await readJob(given.job, signal, given, input);
    const asked = jobWith(plain, given);
    const { table: found, job: read } = await readInput(inputs, 'input', asked, { signal, terminal });
    const table = found.weights !== null && needsRows(asked, given.algorithms) ? expandCounted(found) : found;
    const publicTables = await readPublicTables(publicFile, read, table, signal);
    const { k, pareto, accuracy, holdouts } = given;
    const comparison = await compare(table, read, given.algorithms, {
      ...runOptionsOf(given, interrupts, terminal),
      publicTables,
      k,
      ...(pareto === undefined ? {} : { pareto }),
      accuracy,
      classifier: accuracy ? await loadClassifier() : undefined,
      holdouts,
      exactMetrics: given.exactMetrics === true,
    });
    terminal.clear();
    const repaired = [...noticed, ...publicRepairs(publicTables)];
    if (json) terminal.warnBesideJson([...repaired, ...comparison.warnings]);
    else terminal.warn([...repaired, ...table.warnings, ...comparison.warnings]);
    await writeResult(json ? toJson(comparison, 2) : describeComparison(comparison, stdoutWidth(), read).join('\n'), {
      json,
    });
  });
}
