import { simulatedAnnealing as algorithm } from '../../algorithms/cuts/simulated-annealing.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `simulated-annealing` alone, for `createAnonymize` of `kohort/core`. */
export const simulatedAnnealing: ImportableAlgorithm<'simulated-annealing'> = /* @__PURE__ */ importable({
  algorithm,
});
