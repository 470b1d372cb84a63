import type { Engine } from '../engine.js';
import { cutEvaluatorKernel } from './kernels/cut-evaluator.js';
import { hilbertKernel } from './kernels/hilbert.js';
import { kOptimizeKernel } from './kernels/k-optimize.js';
import { lineRunsKernel } from './kernels/line-runs.js';
import { memberScanKernel } from './kernels/member-scan.js';
import { mondrianKernel } from './kernels/mondrian.js';
import { nearestMeansKernel } from './kernels/nearest-means.js';
import { nodeSetsKernel } from './kernels/node-sets.js';
import { pointScanKernel } from './kernels/point-scan.js';
import { createTwin } from './twin.js';

const kernels = [
  mondrianKernel,
  kOptimizeKernel,
  cutEvaluatorKernel,
  nodeSetsKernel,
  pointScanKernel,
  memberScanKernel,
  nearestMeansKernel,
  hilbertKernel,
  lineRunsKernel,
];

/** Creates the pure-JavaScript twin: the same results to the last bit, without WebAssembly. */
export function createJsEngine(): Engine {
  return createTwin(kernels);
}
