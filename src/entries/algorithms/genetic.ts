import { genetic as algorithm } from '../../algorithms/cuts/genetic.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `genetic` alone, for `createAnonymize` of `kohort/core`. */
export const genetic: ImportableAlgorithm<'genetic'> = /* @__PURE__ */ importable({
  algorithm,
});
