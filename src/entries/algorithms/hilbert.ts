import { hilbert as algorithm } from '../../algorithms/lines/hilbert.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `hilbert` alone, for `createAnonymize` of `kohort/core`. */
export const hilbert: ImportableAlgorithm<'hilbert'> = /* @__PURE__ */ importable({
  algorithm,
});
