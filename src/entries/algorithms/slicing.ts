import { slicing as algorithm } from '../../algorithms/permutation/slicing.js';
import { mondrianKernel } from '../../engine/js/kernels/mondrian.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `slicing` alone, for `createAnonymize` of `kohort/core`. */
export const slicing: ImportableAlgorithm<'slicing'> = /* @__PURE__ */ importable({
  algorithm,
  kernels: [mondrianKernel],
});
