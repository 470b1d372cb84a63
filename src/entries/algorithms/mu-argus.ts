import { muArgus as algorithm } from '../../algorithms/greedy/mu-argus.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `mu-argus` alone, for `createAnonymize` of `kohort/core`. */
export const muArgus: ImportableAlgorithm<'mu-argus'> = /* @__PURE__ */ importable({ algorithm });
