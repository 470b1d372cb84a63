import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { amount, amountsByAttribute, optionSet, plainWord, word, type OptionsOf } from '../options.js';
import { LATTICE_METRICS } from './objective.js';

/** Options that every search over the lattice has. */
export const LATTICE = {
  metric: plainWord('loss', LATTICE_METRICS, 'what is minimized (precision: maximized)'),
  weights: amountsByAttribute(
    'every attribute weighs 1',
    { min: 0 },
    'weight of an attribute in loss, lossGeometric, precision and entropy',
    'an object, attribute to weight',
  ),
  memory: amount(
    256,
    { min: 0, max: 65536 },
    'MiB: once kept frequency sets take so much, nodes are rolled up from those that are kept',
  ),
  nodes: word(
    'none',
    {
      none: 'no list',
      minimal: 'the minimal ones',
      height: 'those of the least height that has one within the limit',
      satisfying: 'those within the limit',
      all: 'every node of the lattice',
    },
    'level vectors that the solution lists with their metrics, at most 10,000',
  ),
};

export const LATTICE_OPTIONS = optionSet(LATTICE);
export type LatticeOptions = OptionsOf<typeof LATTICE_OPTIONS>;
export type NodeList = LatticeOptions['nodes'];

/** [attributes] weights in the job's order. Throws InvalidArgumentError for a name that is no quasi-identifier. */
export function importanceOf(problem: Problem, weights: LatticeOptions['weights']): number[] {
  const names = problem.domains.map(({ attribute }) => attribute);
  for (const name of weights.keys()) {
    if (!names.includes(name)) {
      throw new InvalidArgumentError(
        'algorithm.weights',
        `names of quasi-identifiers (${names.join(', ')})`,
        JSON.stringify(name),
      );
    }
  }
  const importance = names.map((name) => weights.get(name) ?? 1);
  if (!importance.some((weight) => weight > 0)) {
    throw new InvalidArgumentError('algorithm.weights', 'at least one weight above 0', 'none');
  }
  return importance;
}
