import type { Engine } from '../../engine/engine.js';
import { InfeasibleError } from '../../base/errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import { amount } from '../../base/plural.js';
import type { Outcome, Problem } from '../algorithm.js';
import { recodeByLevels } from './recode-by-levels.js';

/** A level vector as results show it: attribute to level. */
export function describeLevels(domains: readonly Domain[], levels: readonly number[]): Record<string, number> {
  const described = Object.create(null) as Record<string, number>;
  domains.forEach((domain, a) => (described[domain.attribute] = levels[a]));
  return described;
}

/**
 * The outcome of a search that ended at one level vector. Classes that fail any required model are suppressed.
 *
 * @param solution - what the algorithm adds to `kind` and `levels`
 * @throws InfeasibleError NO_SOLUTION when that would be more rows than the limit allows
 */
export function outcomeOfLevels(
  problem: Problem,
  engine: Engine,
  levels: readonly number[],
  rest: Pick<Outcome, 'search' | 'options' | 'warnings' | 'endedEarly' | 'threads'> & {
    readonly solution?: Readonly<Record<string, unknown>>;
  },
): Outcome {
  const { recoding, suppressed } = recodeByLevels(problem, engine, levels);
  if (suppressed > problem.suppressionLimit) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      `levels ${levels.join(', ')}: ${amount(suppressed, 'row')} would be suppressed, at most ${problem.suppressionLimit} may be`,
    );
  }
  return {
    recoding,
    search: rest.search,
    solution: { kind: 'levels', levels: describeLevels(problem.domains, levels), ...rest.solution },
    options: rest.options,
    warnings: rest.warnings,
    endedEarly: rest.endedEarly,
    threads: rest.threads,
  };
}
