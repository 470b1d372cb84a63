import type { ClassCondition, Engine } from '../engine/engine.js';
import { InfeasibleError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Problem } from './algorithm.js';

/**
 * Throws InfeasibleError `NO_SOLUTION` when even one class of all rows breaks a model. Of a model that is not monotone this
 * says only that there is nothing to start from.
 */
export function refuseUnsatisfiable(problem: Problem, engine: Engine, conditions: readonly ClassCondition[]): void {
  const sizes = Uint32Array.of(problem.rows);
  const all = Uint32Array.of(problem.public?.rows ?? problem.rows);
  conditions.forEach((condition, i) => {
    const histogram = 'column' in condition ? wholeHistogram(problem, condition) : null;
    const rows = histogram === null ? sizes : all;
    if (engine.checkCondition(condition, rows, histogram)[0] === 0) {
      // A model may be judged by two readings of rows.
      const at = problem.models.findIndex(({ spec }) => spec === problem.models[i].spec);
      throw new InfeasibleError(
        'NO_SOLUTION',
        `privacy[${at}]: even one class of all ${amount(problem.rows, 'row')} does not satisfy ${problem.models[i].name}, so no release ${problem.models[i].monotone ? 'can' : 'that is divided from it is looked for'}`,
      );
    }
  });
}

/** Counts of the condition's column over all rows; for a problem with a public table, over those of its set. */
function wholeHistogram(problem: Problem, { column }: { readonly column: number }): Uint32Array {
  const paired = problem.public?.pairs?.find((own) => own.column === column);
  if (paired !== undefined) return paired.global;
  const others = problem.public === null ? 0 : problem.public.rows - problem.rows;
  if (column === problem.public?.membership) return Uint32Array.of(problem.rows, others);
  const { global, own = global } = problem.sensitive[column - problem.domains.length];
  if (problem.public === null) return own;
  const all = new Uint32Array(global.length + 1);
  all.set(global);
  all[global.length] = others;
  return all;
}
