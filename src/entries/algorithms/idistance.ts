import { idistance as algorithm } from '../../algorithms/lines/idistance.js';
import { lineRunsKernel } from '../../engine/js/kernels/line-runs.js';
import { pointScanKernel } from '../../engine/js/kernels/point-scan.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `idistance` alone, for `createAnonymize` of `kohort/core`. */
export const idistance: ImportableAlgorithm<'idistance'> = /* @__PURE__ */ importable({
  algorithm,
  kernels: [lineRunsKernel, pointScanKernel],
});
