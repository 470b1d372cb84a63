import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { dataflySteps } from '../lattice/datafly-steps.js';
import { levelRangeOf, levelStep } from '../lattice/level-maps.js';
import { amount } from '../../base/plural.js';
import type { Control, Outcome, Problem, Recoding } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import { conditionsOf, leastSize } from '../judge-classes.js';
import { groupBoundsOf } from '../known-groups.js';
import { describeLevels } from '../lattice/outcome-of-levels.js';
import { recodeByLevels } from '../lattice/recode-by-levels.js';
import type { DataflyOptions } from '../cards/datafly.js';

/**
 * Datafly: as long as more rows than allowed are in classes that are too small, the quasi-identifier with the most distinct values goes up one level;
 * the rest is suppressed.
 *
 * Sweeney, "Achieving k-Anonymity Privacy Protection Using Generalization and Suppression", IJUFKS 10(5), 2002, section 4.3 (core Datafly; first:
 * "Guaranteeing Anonymity when Sharing Medical Data, the Datafly System", 1997). Distinct values are those of all rows at their current levels; ties
 * go to the earlier attribute. The paper allows k suppressed rows: so does a job without `suppression`; else the job's limit counts.
 *
 * The paper's last step, "enforce k requirement on suppressed tuples", matters where suppressed rows are published as rows of stars, which give
 * persons away when they are fewer than k. `suppressed: "at-least-k"` does it: whole classes, the smallest first, join the suppressed rows until
 * these are k or none. In a job without `suppression` they come on top of the k rows that end step 2, as in the paper; a limit of the job holds for
 * all suppressed rows. Where the limit does not allow that, or no class would be left, generalization goes on.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: DataflyOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { domains, suppressionLimit, failingLimit = suppressionLimit } = problem;
  const conditions = conditionsOf(problem);
  const k = leastSize(conditions);
  const enforced = options.suppressed === 'at-least-k' ? k : 0;
  // Sizes of classes say nothing of groups of fewer columns.
  const isBySize = conditions.every(({ kind }) => kind === 'size') && groupBoundsOf(problem).length === 0;
  const clock = new SearchClock(control);
  const levels = domains.map((domain) => levelRangeOf(domain).least);
  const way = dataflySteps(domains, problem.set);
  let set = engine.project(
    problem.set,
    domains.map((_, a) => a),
  );
  if (levels.some((level) => level > 0)) {
    const lowest = engine.rollUp(
      set,
      domains.map((domain, a) => levelStep(domain, 0, levels[a])),
    );
    set.dispose();
    set = lowest;
  }
  try {
    for (let steps = 0; ; steps++) {
      const recoded = isBySize ? null : recode();
      const failing = recoded?.suppressed ?? rowsBelow(set.counts(), k);
      const done = failing <= failingLimit ? suppressAtLeast(recoded ?? recode(), enforced) : null;
      const next = way.at(steps) ?? -1;
      const isAllowed = done !== null && done.suppressed <= suppressionLimit;
      if (isAllowed && (done.recoding.classes > 0 || failing === problem.rows || next < 0)) {
        return {
          recoding: done.recoding,
          solution: { kind: 'levels', levels: describeLevels(domains, levels) },
          search: { optimal: false, lowerBound: null, nodes: steps + 1, checked: steps + 1, generalizations: steps },
          options,
          warnings: [],
        };
      }
      if (next < 0) {
        throw new InfeasibleError(
          'NO_SOLUTION',
          `with every quasi-identifier at its highest level ${amount(done?.suppressed ?? failing, 'row')} would be suppressed, at most ${done === null ? failingLimit : suppressionLimit} may be`,
        );
      }
      const maps = domains.map((domain, a) => (a === next ? levelStep(domain, levels[a], levels[a] + 1) : null));
      const above = engine.rollUp(set, maps);
      set.dispose();
      set = above;
      levels[next]++;
      await clock.pause((steps + 1) / Math.max(1, way.length));
    }
  } finally {
    set.dispose();
  }

  function recode(): { readonly recoding: Recoding; readonly suppressed: number } {
    return recodeByLevels(problem, engine, levels);
  }
}

function rowsBelow(sizes: Uint32Array, k: number): number {
  let rows = 0;
  for (const size of sizes) if (size < k) rows += size;
  return rows;
}

/** Suppresses whole classes, the smallest first, of equal ones the earlier, until at least `least` rows or none are. */
function suppressAtLeast(
  recoded: { readonly recoding: Recoding; readonly suppressed: number },
  least: number,
): { readonly recoding: Recoding; readonly suppressed: number } {
  if (recoded.suppressed === 0 || recoded.suppressed >= least) return recoded;
  const { recoding } = recoded;
  const { vector, classId, count } = recoding.parts;
  const sizes = new Float64Array(recoding.classes);
  for (let p = 0; p < vector.length; p++) sizes[classId[p]] += count[p];
  const bySize = Array.from(sizes.keys()).sort((a, b) => sizes[a] - sizes[b]);
  let { suppressed } = recoded;
  const isGone = new Uint8Array(recoding.classes);
  for (const c of bySize) {
    if (suppressed >= least) break;
    isGone[c] = 1;
    suppressed += sizes[c];
  }
  const stays = (id: number): boolean => isGone[id] === 0;
  const renumbered = new Uint32Array(recoding.classes);
  let classes = 0;
  for (let c = 0; c < recoding.classes; c++) if (stays(c)) renumbered[c] = classes++;
  const kept = Uint32Array.from(classId.keys()).filter((p) => stays(classId[p]));
  return {
    suppressed,
    recoding: {
      ...recoding,
      classes,
      parts: {
        vector: kept.map((p) => vector[p]),
        classId: kept.map((p) => renumbered[classId[p]]),
        count: kept.map((p) => count[p]),
      },
      lower: recoding.lower.map((list) => list.filter((_, c) => stays(c))),
      upper: recoding.upper.map((list) => list.filter((_, c) => stays(c))),
    },
  };
}
