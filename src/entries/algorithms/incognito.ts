import { incognito as algorithm } from '../../algorithms/lattice/incognito.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `incognito` alone, for `createAnonymize` of `kohort/core`. */
export const incognito: ImportableAlgorithm<'incognito'> = /* @__PURE__ */ importable({
  algorithm,
});
