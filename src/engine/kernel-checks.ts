import type { checkCodes, checkHilbert, checkMeans, checkPoints, checkRuns } from './check-groups.js';
import type { checkCutProblem, guardCuts } from './cut-problem.js';
import type { checkKOptimize } from './k-optimize/check.js';
import type { checkMondrian, checkNodeSets } from './validate.js';

/** Checks of the arguments of kernels that serve one or a few algorithms. */
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
