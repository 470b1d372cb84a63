import type { KernelChecks } from '../kernel-checks.js';
import type { createCutEvaluator } from './cut-evaluator.js';
import type { hilbertKeys } from './hilbert.js';
import type { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize/index.js';
import type { createCheapestRuns, createGreedyRuns } from './line-runs.js';
import type { createMemberScan } from './member-scan.js';
import type { createMondrianSearch } from './mondrian.js';
import type { createNearestMeans } from './nearest-means.js';
import type { createNodeSets } from './node-sets.js';
import type { createPointScan } from './point-scan.js';

/** Operations of the twin that one or a few algorithms have for themselves. */
export interface TwinOperations {
  readonly mondrian: typeof createMondrianSearch;
  readonly kOptimize: typeof createKOptimizeSearch;
  readonly resumeKOptimize: typeof resumeKOptimizeSearch;
  readonly cutEvaluator: typeof createCutEvaluator;
  readonly nodeSets: typeof createNodeSets;
  readonly pointScan: typeof createPointScan;
  readonly memberScan: typeof createMemberScan;
  readonly nearestMeans: typeof createNearestMeans;
  readonly hilbertKeys: typeof hilbertKeys;
  readonly cheapestRuns: typeof createCheapestRuns;
  readonly greedyRuns: typeof createGreedyRuns;
}

/** A kernel of the twin, with what checks its arguments. */
export interface TwinKernel {
  readonly operations: Partial<TwinOperations>;
  readonly checks: Partial<KernelChecks>;
}
