import { spalm as algorithm } from '../../algorithms/lattice/spalm.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `spalm` alone, for `createAnonymize` of `kohort/core`. */
export const spalm: ImportableAlgorithm<'spalm'> = /* @__PURE__ */ importable({ algorithm });
