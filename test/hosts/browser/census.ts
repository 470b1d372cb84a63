import { makeCensus } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import type { CheckedJob } from '../../../src/index.js';

/** The census-like table of the demo as CSV. */
export const censusCsv = makeCensus;

/** The job of the demo. */
export const censusJob = demoJob as CheckedJob;
