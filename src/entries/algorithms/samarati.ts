import { samarati as algorithm } from '../../algorithms/lattice/samarati.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `samarati` alone, for `createAnonymize` of `kohort/core`. */
export const samarati: ImportableAlgorithm<'samarati'> = /* @__PURE__ */ importable({
  algorithm,
});
