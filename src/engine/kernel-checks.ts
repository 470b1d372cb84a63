import type { checkCodes, checkHilbert, checkMeans, checkPoints, checkRuns } from './check-groups.js';
import type { checkCutProblem, guardCuts } from './cut-problem.js';
import type { checkKOptimize } from './k-optimize/check.js';
import type { checkMondrian, checkNodeSets } from './validate.js';

/** What checks the arguments of the kernels that one or a few algorithms have for themselves. */
export interface KernelChecks {
  readonly mondrian: typeof checkMondrian;
  readonly kOptimize: typeof checkKOptimize;
  readonly cutEvaluator: { readonly problem: typeof checkCutProblem; readonly guard: typeof guardCuts };
  readonly nodeSets: typeof checkNodeSets;
  readonly pointScan: typeof checkPoints;
  readonly memberScan: typeof checkCodes;
  readonly nearestMeans: typeof checkMeans;
  readonly hilbertKeys: typeof checkHilbert;
  readonly runs: typeof checkRuns;
}
