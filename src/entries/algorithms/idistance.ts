import { idistance as algorithm } from '../../algorithms/lines/idistance.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `idistance` alone, for `createAnonymize` of `kohort/core`. */
export const idistance: ImportableAlgorithm<'idistance'> = /* @__PURE__ */ importable({
  algorithm,
});
