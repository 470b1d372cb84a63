import { generalizeAndPermute as algorithm } from '../../algorithms/permutation/generalize-and-permute.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `generalize-and-permute` alone, for `createAnonymize` of `kohort/core`. */
export const generalizeAndPermute: ImportableAlgorithm<'generalize-and-permute'> = /* @__PURE__ */ importable({
  algorithm,
});
