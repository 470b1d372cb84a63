import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import type { LevelRange } from './allowed-nodes.js';
import { levelRangeOf } from './level-maps.js';
import type { LatticeOptions, LevelOptions } from '../shared-options.js';

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
 * [attributes] the levels that may be released, in the job's order: those of the job, or the one that is given.
 *
 * @throws InvalidArgumentError for a name that is no quasi-identifier, or a level that may not be released
 */
export function givenRanges({ domains }: Problem, levels: LevelOptions['levels']): LevelRange[] {
  const names = domains.map(({ attribute }) => attribute);
  for (const name of levels.keys()) {
    if (names.includes(name)) continue;
    const expected = `names of quasi-identifiers (${names.join(', ')})`;
    throw new InvalidArgumentError('algorithm.levels', expected, JSON.stringify(name), 'UNKNOWN_COLUMN');
  }
  return domains.map((domain) => {
    const range = levelRangeOf(domain);
    const level = levels.get(domain.attribute);
    if (level === undefined) return range;
    if (range.least <= level && level <= range.most) return { least: level, most: level };
    const expected = `a level from ${range.least} to ${range.most}`;
    throw new InvalidArgumentError(`algorithm.levels.${domain.attribute}`, expected, String(level));
  });
}
