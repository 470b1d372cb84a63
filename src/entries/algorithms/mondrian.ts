import { mondrian as algorithm } from '../../algorithms/boxes/mondrian.js';
import { mondrianKernel } from '../../engine/js/kernels/mondrian.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `mondrian` alone, for `createAnonymize` of `kohort/core`. */
export const mondrian: ImportableAlgorithm<'mondrian'> = /* @__PURE__ */ importable({
  algorithm,
  kernels: [mondrianKernel],
});
