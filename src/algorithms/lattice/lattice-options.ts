import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { amount, amountsByAttribute, optionSet, plainWord, word, type OptionsOf } from '../options.js';
import { heightOf } from './level-maps.js';
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

/** Options of searches in which the levels of some attributes may be given. */
export const LEVEL_OPTIONS = optionSet({
  ...LATTICE,
  levels: amountsByAttribute(
    'none: the search chooses all of them',
    { min: 0, integer: true },
    'levels that are given, of all attributes or of some: those attributes are released at them, the search chooses the others',
    'an object of levels by attribute',
    'keys',
  ),
});
export type LatticeOptions = OptionsOf<typeof LATTICE_OPTIONS>;
export type LevelOptions = OptionsOf<typeof LEVEL_OPTIONS>;
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

/**
 * [attributes] the level that is given, or null, in the job's order.
 *
 * @throws InvalidArgumentError for a name that is no quasi-identifier, or a level that its hierarchy does not have
 */
export function givenLevels({ domains }: Problem, levels: LevelOptions['levels']): (number | null)[] {
  const names = domains.map(({ attribute }) => attribute);
  for (const name of levels.keys()) {
    if (names.includes(name)) continue;
    const expected = `names of quasi-identifiers (${names.join(', ')})`;
    throw new InvalidArgumentError('algorithm.levels', expected, JSON.stringify(name), 'UNKNOWN_COLUMN');
  }
  return domains.map((domain) => {
    const level = levels.get(domain.attribute);
    if (level === undefined) return null;
    if (level <= heightOf(domain)) return level;
    const expected = `a level from 0 to ${heightOf(domain)}`;
    throw new InvalidArgumentError(`algorithm.levels.${domain.attribute}`, expected, String(level));
  });
}
