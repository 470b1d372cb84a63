import { kMember as algorithm } from '../../algorithms/clusters/k-member.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `k-member` alone, for `createAnonymize` of `kohort/core`. */
export const kMember: ImportableAlgorithm<'k-member'> = /* @__PURE__ */ importable({
  algorithm,
});
