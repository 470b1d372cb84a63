import { checkCodes } from '../../check-groups.js';
import type { TwinKernel } from '../kernel.js';
import { createMemberScan } from '../member-scan.js';

export const memberScanKernel: TwinKernel = {
  operations: { memberScan: createMemberScan },
  checks: { memberScan: checkCodes },
};
