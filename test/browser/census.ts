import { censusColumns, censusRows } from '../../scripts/census.mjs';
import { demoJob } from '../../scripts/demo-job.mjs';
import type { Job } from '../../src/index.js';

/** The census-like table of the demo as CSV. */
export function censusCsv(rows: number, seed: number): string {
  const lines = [censusColumns.join(',')];
  for (const row of censusRows(rows, seed)) lines.push(row.join(','));
  return `${lines.join('\n')}\n`;
}

/** The job of the demo. */
export const censusJob = demoJob as Job;
