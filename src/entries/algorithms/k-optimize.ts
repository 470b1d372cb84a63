import { kOptimize as algorithm } from '../../k-optimize/k-optimize.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `k-optimize` alone, for `createAnonymize` of `kohort/core`. */
export const kOptimize: ImportableAlgorithm<'k-optimize'> = /* @__PURE__ */ importable({
  algorithm,
});
