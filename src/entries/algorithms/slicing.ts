import { slicing as algorithm } from '../../algorithms/permutation/slicing.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `slicing` alone, for `createAnonymize` of `kohort/core`. */
export const slicing: ImportableAlgorithm<'slicing'> = /* @__PURE__ */ importable({
  algorithm,
});
