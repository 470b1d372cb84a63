import { dissociation as algorithm } from '../../algorithms/sets/dissociation.js';
import { checkListRun } from '../../pipeline/dissociate.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `dissociation` alone, for `createAnonymize` of `kohort/core`. */
export const dissociation: ImportableAlgorithm<'dissociation'> = /* @__PURE__ */ importable({
  algorithm,
  checkListRun,
});
