/** The built-in sample: a census-like table drawn from a seed. Nobody in it exists. */
import { makeCensus } from '../../../../scripts/census.mjs';
import { demoJob } from '../../../../scripts/demo-job.mjs';
import type { CheckedJob } from 'kohort/js';
import type { ColumnChoice } from '../choices.js';

const rows = 30_000;

export const sampleFile = (): File => new File([makeCensus(rows, 1)], 'census-sample.csv', { type: 'text/csv' });

/** Roles and hierarchies that fit the sample. */
export function sampleColumns(): ColumnChoice[] {
  const { attributes } = demoJob as unknown as CheckedJob;
  return Object.keys(attributes).map((name) => ({
    name,
    role: attributes[name].role ?? 'drop',
    hierarchy: attributes[name].hierarchy,
  }));
}
