import { mdav as algorithm } from '../../algorithms/clusters/mdav.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `mdav` alone, for `createAnonymize` of `kohort/core`. */
export const mdav: ImportableAlgorithm<'mdav'> = /* @__PURE__ */ importable({ algorithm });
