import { meyersonWilliams as algorithm } from '../../algorithms/cells/meyerson-williams.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `meyerson-williams` alone, for `createAnonymize` of `kohort/core`. */
export const meyersonWilliams: ImportableAlgorithm<'meyerson-williams'> = /* @__PURE__ */ importable({
  algorithm,
});
