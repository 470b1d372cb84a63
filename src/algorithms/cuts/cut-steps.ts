import type { Steps } from '../../base/steps.js';
import type { CutEvaluator, CutSets } from '../../engine/engine.js';

/** The calls of an evaluator in steps: where classes are judged one by one, a call takes seconds. */
export interface CutSteps {
  evaluate(cuts: CutSets): Steps<ReturnType<CutEvaluator['evaluate']>>;
  toggles(cuts: CutSets): Steps<ReturnType<CutEvaluator['toggles']>>;
  bestCuts(cuts: CutSets, attribute: number, penalty: number): Steps<Uint32Array>;
}

export interface SteppedEvaluator extends CutEvaluator {
  readonly steps: CutSteps;
}

/** Steps of any evaluator; a call of an engine's own is one step. */
export function stepsOf(evaluator: CutEvaluator): CutSteps {
  if ('steps' in evaluator) return (evaluator as SteppedEvaluator).steps;
  return {
    evaluate: (cuts) => oneStep(() => evaluator.evaluate(cuts)),
    toggles: (cuts) => oneStep(() => evaluator.toggles(cuts)),
    bestCuts: (cuts, attribute, penalty) => oneStep(() => evaluator.bestCuts(cuts, attribute, penalty)),
  };
}

function* oneStep<Result>(work: () => Result): Steps<Result> {
  return work();
}
