import { checkPoints } from '../../check-groups.js';
import type { TwinKernel } from '../kernel.js';
import { createPointScan } from '../point-scan.js';

export const pointScanKernel: TwinKernel = {
  operations: { pointScan: createPointScan },
  checks: { pointScan: checkPoints },
};
