import { twoPhaseHillClimbing as algorithm } from '../../algorithms/cuts/two-phase-hill-climbing.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

/** The algorithm `two-phase-hill-climbing` alone, for `createAnonymize` of `kohort/core`. */
export const twoPhaseHillClimbing: ImportableAlgorithm<'two-phase-hill-climbing'> = /* @__PURE__ */ importable({
  algorithm,
});
