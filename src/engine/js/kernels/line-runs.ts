import { checkRuns } from '../../check-groups.js';
import type { TwinKernel } from '../kernel.js';
import { createCheapestRuns, createGreedyRuns } from '../line-runs.js';

export const lineRunsKernel: TwinKernel = {
  operations: { cheapestRuns: createCheapestRuns, greedyRuns: createGreedyRuns },
  checks: { runs: checkRuns },
};
