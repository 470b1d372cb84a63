import { checkMondrian } from '../../validate.js';
import type { TwinKernel } from '../kernel.js';
import { createMondrianSearch } from '../mondrian.js';

export const mondrianKernel: TwinKernel = {
  operations: { mondrian: createMondrianSearch },
  checks: { mondrian: checkMondrian },
};
