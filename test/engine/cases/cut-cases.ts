import { drawCutCase, drawCuts, sum } from '../cut-oracle.js';
import { generator } from '../random.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

/** Costs of cuts, of all toggles, and best cuts; see cut-evaluator.test.ts for what they must be. */
function prepareCuts(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 100);
  const drawn =
    seed % 12 === 11 ? drawCutCase(random, { attributes: 9, size: 300, vectors: 700 }) : drawCutCase(random);
  const cuts = [0, 1].map(() => drawCuts(random, drawn.sizes));
  const rows = sum(drawn.counts);
  const penalties = drawn.sizes.map(() => random.pick([0, 1, rows, 3 * rows, 0.1 + random.below(100)]));
  const columns = drawn.sizes.map((size, a) => ({ codes: Uint32Array.from(drawn.vectors, (v) => v[a]), size }));
  return ({ engine }) => {
    const set = engine.frequencySetOf(columns, drawn.counts);
    const evaluator = engine.cutEvaluator(set, drawn.problem);
    const seen = cuts.map((own) => [
      evaluator.evaluate(own),
      evaluator.toggles(own),
      penalties.map((penalty, a) => evaluator.bestCuts(own, a, penalty)),
    ]);
    evaluator.dispose();
    set.dispose();
    return seen;
  };
}

export const cutCases = seededCases('cuts', 96, prepareCuts);
