import { hilbert as algorithm } from '../../algorithms/lines/hilbert.js';
import { hilbertKernel } from '../../engine/js/kernels/hilbert.js';
import { lineRunsKernel } from '../../engine/js/kernels/line-runs.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `hilbert` alone, for `createAnonymize` of `kohort/core`. */
export const hilbert: ImportableAlgorithm<'hilbert'> = /* @__PURE__ */ importable({
  algorithm,
  kernels: [hilbertKernel, lineRunsKernel],
});
