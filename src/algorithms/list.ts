import { InvalidArgumentError } from '../base/errors.js';
import type { Flat } from '../base/schema-parts.js';
import type { Algorithm, ListedAlgorithm } from './algorithm.js';
import type { WrittenOptions } from './options.js';
import { genetic } from './cards/genetic.js';
import { bottomUpGeneralization } from './cards/bottom-up-generalization.js';
import { datafly } from './cards/datafly.js';
import { muArgus } from './cards/mu-argus.js';
import { topDownSpecialization } from './cards/top-down-specialization.js';
import { greedyHillClimbing } from './cards/greedy-hill-climbing.js';
import { hilbert } from './cards/hilbert.js';
import { idistance } from './cards/idistance.js';
import { kMember } from './cards/k-member.js';
import { kOptimize } from './cards/k-optimize.js';
import { localRecoding } from './cards/local-recoding.js';
import { localSuppression } from './cards/local-suppression.js';
import { mdav } from './cards/mdav.js';
import { allMinimal } from './cards/all-minimal.js';
import { incognito } from './cards/incognito.js';
import { minGen } from './cards/min-gen.js';
import { optimalLattice } from './cards/optimal-lattice.js';
import { samarati } from './cards/samarati.js';
import { spalm } from './cards/spalm.js';
import { meyersonWilliams } from './cards/meyerson-williams.js';
import { mondrian } from './cards/mondrian.js';
import { anatomy } from './cards/anatomy.js';
import { bucketization } from './cards/bucketization.js';
import { generalizeAndPermute } from './cards/generalize-and-permute.js';
import { mpalm } from './cards/mpalm.js';
import { slicing } from './cards/slicing.js';
import { oka } from './cards/oka.js';
import { aprioriAnonymization } from './cards/apriori-anonymization.js';
import { dissociation } from './cards/dissociation.js';
import { simulatedAnnealing } from './cards/simulated-annealing.js';
import { twoPhaseHillClimbing } from './cards/two-phase-hill-climbing.js';

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
  aprioriAnonymization,
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
