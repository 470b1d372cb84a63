import type { ClassCondition, Engine } from '../engine/engine.js';
import { InfeasibleError } from '../errors.js';
import type { Problem } from './algorithm.js';

/** Throws InfeasibleError `NO_SOLUTION` when even one class of all rows breaks a model. */
export function refuseUnsatisfiable(problem: Problem, engine: Engine, conditions: readonly ClassCondition[]): void {
  const sizes = Uint32Array.of(problem.rows);
  conditions.forEach((condition, i) => {
    const histogram =
      'column' in condition ? problem.sensitive[condition.column - problem.domains.length].global : null;
    if (engine.checkCondition(condition, sizes, histogram)[0] === 0) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        `privacy[${i}]: even one class of all ${problem.rows} rows does not satisfy ${problem.models[i].name}, so no release can`,
      );
    }
  });
}
