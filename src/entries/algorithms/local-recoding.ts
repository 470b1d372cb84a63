import { localRecoding as algorithm } from '../../algorithms/boxes/local-recoding.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `local-recoding` alone, for `createAnonymize` of `kohort/core`. */
export const localRecoding: ImportableAlgorithm<'local-recoding'> = /* @__PURE__ */ importable({
  algorithm,
});
