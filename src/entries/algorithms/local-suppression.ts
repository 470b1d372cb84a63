import { localSuppression as algorithm } from '../../algorithms/cells/local-suppression.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `local-suppression` alone, for `createAnonymize` of `kohort/core`. */
export const localSuppression: ImportableAlgorithm<'local-suppression'> = /* @__PURE__ */ importable({
  algorithm,
});
