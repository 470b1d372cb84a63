import { minGen as algorithm } from '../../algorithms/lattice/min-gen.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `min-gen` alone, for `createAnonymize` of `kohort/core`. */
export const minGen: ImportableAlgorithm<'min-gen'> = /* @__PURE__ */ importable({
  algorithm,
});
