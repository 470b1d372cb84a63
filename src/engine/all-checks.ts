import { checkCodes, checkHilbert, checkMeans, checkPoints, checkRuns } from './check-groups.js';
import { checkCutProblem, guardCuts } from './cut-problem.js';
import { checkKOptimize } from './k-optimize/check.js';
import type { KernelChecks } from './kernel-checks.js';
import { checkMondrian, checkNodeSets } from './validate.js';

/** The checks of an engine that has every kernel. */
export const allChecks: KernelChecks = {
  mondrian: checkMondrian,
  kOptimize: checkKOptimize,
  cutEvaluator: { problem: checkCutProblem, guard: guardCuts },
  nodeSets: checkNodeSets,
  pointScan: checkPoints,
  memberScan: checkCodes,
  nearestMeans: checkMeans,
  hilbertKeys: checkHilbert,
  runs: checkRuns,
};
