import { describe, expect, it } from 'vitest';
import { evaluatorUnder } from '../../src/algorithms/cuts/condition-evaluator.js';
import { bothEngines } from '../engine/engines.js';
import {
  costOfCuts,
  everything,
  open,
  randomModelProblem,
  randomWidthProblem,
  specOf,
  suppressedCost,
} from '../k-optimize/problems.js';
import { generator } from '../engine/random.js';
import { casesOf } from '../shared.js';

const engines = Object.values(await bothEngines());

describe('the evaluator of cuts under conditions', () => {
  it('counts, toggles and chooses cuts as their definition says', () => {
    const random = generator(80);
    let chosen = 0;
    for (let i = 0; i < casesOf(2_000, 60); i++) {
      const problem = [randomModelProblem, randomWidthProblem][(i >> 1) % 2](random, 8);
      if (problem.rows.length === 0) continue;
      const engine = engines[i % 2];
      const set = open(engine, problem);
      const spec = specOf(problem, set, everything, Infinity);
      const evaluator = evaluatorUnder(engine, set, spec, spec.conditions ?? []);
      const draw = (a: number): Uint32Array =>
        Uint32Array.from(Array.from(problem.allowed[a].keys()).filter((leaf) => leaf > 0 && problem.allowed[a][leaf] === 1 && random.below(2) === 0)); // prettier-ignore
      const cuts = problem.sizes.map((_, a) => draw(a));
      const [cost, suppressed] = costOfCuts(problem, cuts);
      expect([i, evaluator.evaluate(cuts)]).toEqual([i, { cost, suppressed }]);
      const toggled = (random.below(2) === 0 ? evaluator : evaluator.coarsen(cuts)).toggles(cuts);
      const unit = suppressedCost(problem);
      problem.sizes.forEach((size, a) => {
        const penalty = random.pick([1, 1, 3, 0]) * unit;
        const valueOf = (own: Uint32Array): number => {
          const [all, lost] = costOfCuts(problem, cuts.map((list, b) => (b === a ? own : list))); // prettier-ignore
          return all + lost * (penalty - unit);
        };
        const leaves = Array.from({ length: size - 1 }, (_, leaf) => leaf + 1);
        const allowed = leaves.filter((leaf) => problem.allowed[a][leaf] === 1);
        let least = Infinity;
        for (let mask = 0; mask < 2 ** allowed.length; mask++) {
          least = Math.min(least, valueOf(Uint32Array.from(allowed.filter((_, bit) => (mask >>> bit) & 1))));
        }
        const best = evaluator.bestCuts(cuts, a, penalty);
        expect([...best]).toEqual([...best].sort((x, y) => x - y));
        expect([i, a, valueOf(best)]).toEqual([i, a, least]);
        chosen += best.length;
        for (const leaf of allowed) {
          const own = cuts[a].includes(leaf) ? cuts[a].filter((cut) => cut !== leaf) : Uint32Array.of(...cuts[a], leaf).sort(); // prettier-ignore
          const [all, lost] = costOfCuts(problem, cuts.map((list, b) => (b === a ? own : list))); // prettier-ignore
          expect([i, a, leaf, toggled.cost[a][leaf], toggled.suppressed[a][leaf]]).toEqual([i, a, leaf, all, lost]);
        }
      });
      evaluator.dispose();
      set.dispose();
    }
    expect(chosen).toBeGreaterThan(20);
  });
});
