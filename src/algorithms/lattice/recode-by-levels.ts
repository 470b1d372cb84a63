import type { ClassCondition, Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { levelMap, levelSize } from './level-maps.js';
import type { Problem, Recoding } from '../algorithm.js';
import { conditionsApartOf, judgeClasses } from '../judge-classes.js';
import { GroupJudge, groupBoundsOf } from '../known-groups.js';
import { acceptWithin, releaseBoundOf } from '../release-bound.js';
import { keptParts } from '../kept-parts.js';

/**
 * Full-domain generalization to one level per quasi-identifier: vectors with the same nodes are one class, and a class
 * that fails any required model is suppressed, whether or not the limit allows that many rows. A public table is generalized
 * alike; models on it judge a class by the public rows that become it.
 *
 * @param levels - one level per domain, 0 .. height
 */
export function recodeByLevels(
  problem: Problem,
  engine: Engine,
  levels: readonly number[],
): { readonly recoding: Recoding; readonly suppressed: number } {
  const { domains } = problem;
  // Private vectors come first, with the same numbers; regions are those of all public rows.
  const { set } = problem.public ?? problem;
  const { groups, groupOf, codes } = groupColumns(
    engine,
    set.length,
    domains.map((domain, a) => ({
      codes: set.codes(a),
      size: levelSize(domain, levels[a]),
      map: levelMap(domain, levels[a])?.map,
    })),
  );
  const counts = set.counts();
  const regions = new Uint32Array(groups);
  for (let v = 0; v < groupOf.length; v++) regions[groupOf[v]] += counts[v];
  const own = problem.public === null ? counts : problem.set.counts();
  const ownGroupOf = groupOf.subarray(0, own.length);
  const sizes = problem.public === null ? regions : new Uint32Array(groups);
  if (problem.public !== null) for (let v = 0; v < own.length; v++) sizes[groupOf[v]] += own[v];
  const conditions = conditionsApartOf(problem);
  const holdsInPublic = judgeClasses({ set }, engine, conditions.regions, groupOf, regions);
  const bounded = new GroupJudge(engine, problem.set, groupBoundsOf(problem));
  const holds = acceptWithin(releaseBoundOf(problem), sizes, 1, (minimum) => {
    const own: readonly ClassCondition[] =
      minimum === 1 ? conditions.own : [...conditions.own, { kind: 'size', minimum }];
    const accepted = judgeClasses(problem, engine, own, ownGroupOf, sizes);
    if (bounded.isIdle) return accepted;
    const values = { codes: codes.map((list) => Uint32Array.from(list)), sizes: domains.map((domain, a) => levelSize(domain, levels[a])) }; // prettier-ignore
    bounded.settleNow(values, ownGroupOf, accepted);
    return accepted;
  });
  const classOf = new Int32Array(groups).fill(-1);
  let classes = 0;
  let suppressed = 0;
  for (let group = 0; group < groups; group++) {
    if (holds[group] === 1 && holdsInPublic[group] === 1 && sizes[group] > 0) classOf[group] = classes++;
    else suppressed += sizes[group];
  }
  const boxes = domains.map((domain, a) => {
    const nodes = codes[a];
    const first = domain.hierarchy?.levels[levels[a]].first ?? null;
    const lower = new Uint32Array(classes);
    const upper = new Uint32Array(classes);
    for (let group = 0; group < groups; group++) {
      const id = classOf[group];
      if (id < 0) continue;
      lower[id] = first === null ? nodes[group] : first[nodes[group]];
      upper[id] = first === null ? nodes[group] : first[nodes[group] + 1] - 1;
    }
    return { lower, upper };
  });
  return {
    suppressed,
    recoding: {
      kind: 'levels',
      classes,
      disjoint: true,
      parts: keptParts(ownGroupOf, classOf, own),
      lower: boxes.map(({ lower }) => lower),
      upper: boxes.map(({ upper }) => upper),
      nodes: domains.map(() => true),
      levels: [...levels],
    },
  };
}
