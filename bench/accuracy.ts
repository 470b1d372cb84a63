/**
 * Accuracy of a classifier on releases of UCI Adult: compare with k 10 and 50, and three thirds held out in turn.
 *
 *   npm run bench -- accuracy [--k 10,50] [--algorithms mondrian,hilbert,...] [--smoke] [--json]
 *
 * Eight quasi-identifiers without hierarchies, salary as the class. The original and the commonest label are the ends
 * of the scale. Seconds are of the release of all rows, which is not the one that the classifier learns from.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { algorithmsArgument } from '../src/hosts/command/arguments.js';
import { describeComparison } from '../src/hosts/command/format.js';
import { naiveBayes } from '../src/assess/accuracy/naive-bayes.js';
import type { Job } from '../src/index.js';
import { compare, toJson } from '../src/index.js';
import { ADULT_EIGHT, adultFolder, readAdult } from './adult.js';
import { args, option } from './command-line.js';

const smoke = args.includes('--smoke');
const ks = option('k', smoke ? '50' : '10,50')
  .split(',')
  .map(Number);
const algorithms = algorithmsArgument(
  option('algorithms', smoke ? 'mondrian' : 'mondrian,mondrian:split=information-gain,hilbert,local-recoding'),
);

if (!existsSync(join(adultFolder, 'adult.data'))) {
  console.error('accuracy: Adult is not there (KOHORT_SHARED)');
  process.exit(0);
}
const table = await readAdult();
const job: Job = {
  attributes: {
    ...Object.fromEntries(ADULT_EIGHT.map((name) => [name, { role: 'quasi-identifier' as const }])),
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
