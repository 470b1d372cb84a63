/** The built-in sample: a census-like table drawn from a seed. Nobody in it exists. */
import { makeCensus } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import type { CheckedJob } from 'kohort/js';

const rows = 30_000;

export const sampleFile = (): File => new File([makeCensus(rows, 1)], 'census-sample.csv', { type: 'text/csv' });

/** A job that fits the sample: that of `npm run demo`, with k-anonymity alone, which every algorithm takes. */
export function sampleJob(): CheckedJob {
  const job = demoJob as unknown as CheckedJob;
  return { ...job, privacy: job.privacy.filter(({ model }) => model === 'k-anonymity') };
}
