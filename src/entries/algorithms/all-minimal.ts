import { allMinimal as algorithm } from '../../algorithms/lattice/all-minimal.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `all-minimal` alone, for `createAnonymize` of `kohort/core`. */
export const allMinimal: ImportableAlgorithm<'all-minimal'> = /* @__PURE__ */ importable({
  algorithm,
});
