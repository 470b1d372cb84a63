import { oka as algorithm } from '../../algorithms/clusters/oka.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `oka` alone, for `createAnonymize` of `kohort/core`. */
export const oka: ImportableAlgorithm<'oka'> = /* @__PURE__ */ importable({ algorithm });
