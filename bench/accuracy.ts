/**
 * What releases of UCI Adult are worth to a classifier: compare with k 10 and 50, and three thirds held out in turn.
 *
 *   npm run bench -- accuracy [--k 10,50] [--algorithms mondrian,hilbert,...] [--smoke] [--json]
 *
 * Eight quasi-identifiers without hierarchies, salary as the class. The original and the commonest label are the ends
 * of the scale. Seconds are of the release of all rows, which is not the one that the classifier learns from.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { algorithmsArgument } from '../src/cli/arguments.js';
import { describeComparison } from '../src/cli/format.js';
import { naiveBayes } from '../src/evaluation/naive-bayes.js';
import type { Job } from '../src/index.js';
import { compare, readCsv, toJson } from '../src/index.js';
import { args, option } from './command-line.js';

const shared = process.env.KOHORT_SHARED ?? resolve('../shared');
const file = join(shared, 'data/adult/adult.data');
const smoke = args.includes('--smoke');
const ks = option('k', smoke ? '50' : '10,50')
  .split(',')
  .map(Number);
const algorithms = algorithmsArgument(
  option('algorithms', smoke ? 'mondrian' : 'mondrian,mondrian:split=information-gain,hilbert,local-recoding'),
);
const columns =
  'age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,hours-per-week,native-country,salary';
const quasi = ['age', 'workclass', 'education-num', 'marital-status', 'occupation', 'race', 'sex', 'native-country'];

if (!existsSync(file)) {
  console.error('accuracy: Adult is not there (KOHORT_SHARED)');
  process.exit(0);
}
const table = await readCsv(new Uint8Array(readFileSync(file)), {
  header: false,
  columns: columns.split(','),
  missing: ['?'],
  onMissing: 'drop',
});
const job: Job = {
  attributes: {
    ...Object.fromEntries(quasi.map((name) => [name, { role: 'quasi-identifier' as const }])),
    salary: { role: 'class' },
  },
  privacy: [{ model: 'k-anonymity', k: 10 }],
  algorithm: 'mondrian',
  output: { ranges: 'tight' },
};
const found = await compare(table, job, algorithms, {
  k: ks,
  classifier: naiveBayes,
  holdouts: smoke ? 1 : 3,
  seed: 1,
});
console.log(args.includes('--json') ? toJson(found, 2) : describeComparison(found).join('\n'));
for (const { message } of found.warnings) console.log(message);
