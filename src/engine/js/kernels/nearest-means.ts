import { checkMeans } from '../../check-groups.js';
import type { TwinKernel } from '../kernel.js';
import { createNearestMeans } from '../nearest-means.js';

export const nearestMeansKernel: TwinKernel = {
  operations: { nearestMeans: createNearestMeans },
  checks: { nearestMeans: checkMeans },
};
