import { checkKOptimize } from '../../k-optimize/check.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from '../k-optimize/index.js';
import type { TwinKernel } from '../kernel.js';

export const kOptimizeKernel: TwinKernel = {
  operations: { kOptimize: createKOptimizeSearch, resumeKOptimize: resumeKOptimizeSearch },
  checks: { kOptimize: checkKOptimize },
};
