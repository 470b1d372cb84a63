import { topDownSpecialization as algorithm } from '../../algorithms/greedy/top-down-specialization.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `top-down-specialization` alone, for `createAnonymize` of `kohort/core`. */
export const topDownSpecialization: ImportableAlgorithm<'top-down-specialization'> = /* @__PURE__ */ importable({
  algorithm,
});
