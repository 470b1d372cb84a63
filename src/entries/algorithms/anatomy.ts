import { anatomy as algorithm } from '../../algorithms/permutation/anatomy.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `anatomy` alone, for `createAnonymize` of `kohort/core`. */
export const anatomy: ImportableAlgorithm<'anatomy'> = /* @__PURE__ */ importable({
  algorithm,
});
