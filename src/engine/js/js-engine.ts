import { allChecks } from '../all-checks.js';
import type { Engine } from '../engine.js';
import { createCutEvaluator } from './cut-evaluator.js';
import { hilbertKeys } from './hilbert.js';
import { createKOptimizeSearch, resumeKOptimizeSearch } from './k-optimize/index.js';
import { createCheapestRuns, createGreedyRuns } from './line-runs.js';
import { createMemberScan } from './member-scan.js';
import { createMondrianSearch } from './mondrian.js';
import { createNearestMeans } from './nearest-means.js';
import { createNodeSets } from './node-sets.js';
import { createPointScan } from './point-scan.js';
import { createTwin } from './twin.js';

/** Creates the pure-JavaScript twin: the same results to the last bit, without WebAssembly. */
export function createJsEngine(): Engine {
  return createTwin(
    {
      mondrian: createMondrianSearch,
      kOptimize: createKOptimizeSearch,
      resumeKOptimize: resumeKOptimizeSearch,
      cutEvaluator: createCutEvaluator,
      nodeSets: createNodeSets,
      pointScan: createPointScan,
      memberScan: createMemberScan,
      nearestMeans: createNearestMeans,
      hilbertKeys,
      cheapestRuns: createCheapestRuns,
      greedyRuns: createGreedyRuns,
    },
    allChecks,
  );
}
