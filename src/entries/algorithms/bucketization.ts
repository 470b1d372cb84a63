import { bucketization as algorithm } from '../../algorithms/permutation/bucketization.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `bucketization` alone, for `createAnonymize` of `kohort/core`. */
export const bucketization: ImportableAlgorithm<'bucketization'> = /* @__PURE__ */ importable({
  algorithm,
});
