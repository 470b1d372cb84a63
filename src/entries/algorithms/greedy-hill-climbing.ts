import { greedyHillClimbing as algorithm } from '../../algorithms/cuts/greedy-hill-climbing.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `greedy-hill-climbing` alone, for `createAnonymize` of `kohort/core`. */
export const greedyHillClimbing: ImportableAlgorithm<'greedy-hill-climbing'> = /* @__PURE__ */ importable({
  algorithm,
});
