import { InvalidArgumentError } from '../base/errors.js';
import type { Flat } from '../base/schema-parts.js';
import type { Algorithm, ListedAlgorithm } from './algorithm.js';
import type { WrittenOptions } from './options.js';
import { genetic } from './cuts/genetic.js';
import { bottomUpGeneralization } from './greedy/bottom-up-generalization.js';
import { datafly } from './greedy/datafly.js';
import { muArgus } from './greedy/mu-argus.js';
import { topDownSpecialization } from './greedy/top-down-specialization.js';
import { greedyHillClimbing } from './cuts/greedy-hill-climbing.js';
import { hilbert } from './lines/hilbert.js';
import { idistance } from './lines/idistance.js';
import { kMember } from './clusters/k-member.js';
import { kOptimize } from '../k-optimize/k-optimize.js';
import { localRecoding } from './boxes/local-recoding.js';
import { localSuppression } from './cells/local-suppression.js';
import { mdav } from './clusters/mdav.js';
import { allMinimal } from './lattice/all-minimal.js';
import { incognito } from './lattice/incognito.js';
import { minGen } from './lattice/min-gen.js';
import { optimalLattice } from './lattice/optimal-lattice.js';
import { samarati } from './lattice/samarati.js';
import { spalm } from './lattice/spalm.js';
import { meyersonWilliams } from './cells/meyerson-williams.js';
import { mondrian } from './boxes/mondrian.js';
import { anatomy } from './permutation/anatomy.js';
import { bucketization } from './permutation/bucketization.js';
import { generalizeAndPermute } from './permutation/generalize-and-permute.js';
import { mpalm } from './permutation/mpalm.js';
import { slicing } from './permutation/slicing.js';
import { oka } from './clusters/oka.js';
import { dissociation } from './sets/dissociation.js';
import { simulatedAnnealing } from './cuts/simulated-annealing.js';
import { twoPhaseHillClimbing } from './cuts/two-phase-hill-climbing.js';

const listed = [
  samarati,
  allMinimal,
  minGen,
  optimalLattice,
  incognito,
  datafly,
  muArgus,
  bottomUpGeneralization,
  topDownSpecialization,
  kOptimize,
  twoPhaseHillClimbing,
  greedyHillClimbing,
  genetic,
  simulatedAnnealing,
  meyersonWilliams,
  mondrian,
  hilbert,
  idistance,
  mdav,
  localRecoding,
  kMember,
  oka,
  localSuppression,
  dissociation,
  bucketization,
  anatomy,
  slicing,
  mpalm,
  spalm,
  generalizeAndPermute,
] as const;

/** Every algorithm of this version, in the order in which they are listed. */
export const algorithms: readonly Algorithm[] = listed;

type Listed = (typeof listed)[number];

/** The name of an algorithm of this version. */
export type AlgorithmName = Listed['name'];

type OptionsOfListed<Of> =
  Of extends ListedAlgorithm<infer Name, infer Schema> ? Flat<{ readonly name: Name } & WrittenOptions<Schema>> : never;

/** An algorithm with its options, by its name. */
export type AlgorithmOptions = { [Name in AlgorithmName]: OptionsOfListed<Extract<Listed, { readonly name: Name }>> };

/** The algorithm of that name. Throws InvalidArgumentError. */
export function findAlgorithm(name: string): Algorithm {
  const found = algorithms.find((algorithm) => algorithm.name === name);
  if (found !== undefined) return found;
  const names = algorithms.map((algorithm) => algorithm.name).join(', ');
  throw new InvalidArgumentError('algorithm', `one of ${names}`, JSON.stringify(name), 'UNKNOWN_VALUE');
}
