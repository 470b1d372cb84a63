import { mpalm as algorithm } from '../../algorithms/permutation/mpalm.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `mpalm` alone, for `createAnonymize` of `kohort/core`. */
export const mpalm: ImportableAlgorithm<'mpalm'> = /* @__PURE__ */ importable({ algorithm });
