import { datafly as algorithm } from '../../algorithms/greedy/datafly.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `datafly` alone, for `createAnonymize` of `kohort/core`. */
export const datafly: ImportableAlgorithm<'datafly'> = /* @__PURE__ */ importable({ algorithm });
