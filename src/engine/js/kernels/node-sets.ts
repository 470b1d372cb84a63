import { checkNodeSets } from '../../validate.js';
import type { TwinKernel } from '../kernel.js';
import { createNodeSets } from '../node-sets.js';

export const nodeSetsKernel: TwinKernel = {
  operations: { nodeSets: createNodeSets },
  checks: { nodeSets: checkNodeSets },
};
