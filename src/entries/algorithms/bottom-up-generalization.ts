import { bottomUpGeneralization as algorithm } from '../../algorithms/greedy/bottom-up-generalization.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `bottom-up-generalization` alone, for `createAnonymize` of `kohort/core`. */
export const bottomUpGeneralization: ImportableAlgorithm<'bottom-up-generalization'> = /* @__PURE__ */ importable({
  algorithm,
});
