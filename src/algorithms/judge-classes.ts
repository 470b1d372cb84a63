import type { ClassCondition, Engine } from '../engine/engine.js';
import type { Problem } from './algorithm.js';

/** The conditions of the problem's models, in their order, in the terms of the kernels. */
export function conditionsOf(problem: Problem): ClassCondition[] {
  return problem.models.map((model) => {
    const at = problem.sensitive.findIndex((sensitive) => sensitive.attribute === model.attribute);
    const column = at < 0 ? 0 : problem.domains.length + at;
    return model.condition(column, at < 0 ? new Uint32Array(0) : problem.sensitive[at].global);
  });
}

/**
 * [groups] 1 for every group of vectors that satisfies all conditions.
 *
 * @param groupOf - [problem.set.length] group of every vector, in [0, groups)
 * @param sizes - [groups] rows of every group
 */
export function judgeClasses(
  problem: Problem,
  engine: Engine,
  conditions: readonly ClassCondition[],
  groupOf: Uint32Array,
  sizes: Uint32Array,
): Uint8Array {
  const holds = new Uint8Array(sizes.length).fill(1);
  const histograms = new Map<number, Uint32Array>();
  for (const condition of conditions) {
    let histogram: Uint32Array | null = null;
    if ('column' in condition) {
      const { column } = condition;
      histogram = histograms.get(column) ?? engine.groupHistogram(problem.set, groupOf, sizes.length, column);
      histograms.set(column, histogram);
    }
    const satisfied = engine.checkCondition(condition, sizes, histogram);
    for (let group = 0; group < holds.length; group++) holds[group] &= satisfied[group];
  }
  return holds;
}
