import { InvalidArgumentError } from '../../base/errors.js';
import type { ClassCondition, CutCondition } from '../../engine/engine.js';
import { CUT_CONDITION_KINDS } from '../../engine/cut-parts.js';
import type { Problem } from '../algorithm.js';
import { conditionsOf } from '../judge-classes.js';

/** Conditions on classes of cuts. */
export interface CutConditions {
  /** The largest k of the models on class sizes, at least 1. */
  readonly k: number;
  /** Conditions of the other models, on the columns of the problem's set. */
  readonly conditions: readonly CutCondition[];
}

/**
 * The conditions of a problem's models for a search that proves optima. By rows the union of two classes that satisfy one must satisfy it; by
 * persons it need not.
 *
 * Throws InvalidArgumentError `MODEL_NOT_SUPPORTED` for any other model.
 */
export function cutConditionsOf(problem: Problem): CutConditions {
  let k = 1;
  const conditions: CutCondition[] = [];
  problem.models.forEach((model, i) => {
    const [condition] = model.public === undefined ? conditionsOf({ ...problem, models: [model] }) : [];
    if (condition?.kind === 'size' && model.attribute === null) k = Math.max(k, condition.minimum);
    else if (condition !== undefined && isCutCondition(condition, model)) conditions.push(condition);
    else {
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        'k-anonymity, maximum-risk, average-risk, l-diversity, t-closeness, alpha-k-anonymity, beta-likeness, or delta-disclosure with "absent": "violates", the only models that this algorithm can take',
        JSON.stringify(model.name),
        'MODEL_NOT_SUPPORTED',
      );
    }
  });
  return { k, conditions };
}

/** All of them as the kernels judge classes by. */
export function classConditionsOf({ k, conditions }: CutConditions): readonly ClassCondition[] {
  return [{ kind: 'size', minimum: k }, ...conditions];
}

function isCutCondition(
  condition: ClassCondition,
  { monotone }: { readonly monotone: boolean },
): condition is CutCondition {
  if (condition.outside === true || !CUT_CONDITION_KINDS.includes(condition.kind)) return false;
  return monotone || condition.pairs !== undefined;
}
