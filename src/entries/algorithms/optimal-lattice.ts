import { optimalLattice as algorithm } from '../../algorithms/lattice/optimal-lattice.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `optimal-lattice` alone, for `createAnonymize` of `kohort/core`. */
export const optimalLattice: ImportableAlgorithm<'optimal-lattice'> = /* @__PURE__ */ importable({
  algorithm,
});
