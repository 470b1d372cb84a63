import { checkHilbert } from '../../check-groups.js';
import { hilbertKeys } from '../hilbert.js';
import type { TwinKernel } from '../kernel.js';

export const hilbertKernel: TwinKernel = {
  operations: { hilbertKeys },
  checks: { hilbertKeys: checkHilbert },
};
