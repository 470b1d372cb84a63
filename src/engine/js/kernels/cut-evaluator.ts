import { checkCutProblem, guardCuts } from '../../cut-problem.js';
import { createCutEvaluator } from '../cut-evaluator.js';
import type { TwinKernel } from '../kernel.js';

export const cutEvaluatorKernel: TwinKernel = {
  operations: { cutEvaluator: createCutEvaluator },
  checks: { cutEvaluator: { problem: checkCutProblem, guard: guardCuts } },
};
