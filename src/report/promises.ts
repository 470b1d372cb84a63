/** The promises of models, with the words of a release. */
import { quantity } from '../base/numbers.js';
import { inUnits, unitNoun } from '../base/unit.js';
import type { Solution } from '../pipeline/solution.js';
import { findModel } from '../privacy/list.js';
import { MISSING, type Promised } from '../privacy/promise.js';
import { parameterText } from './words.js';

export type { Promised } from '../privacy/promise.js';

/** The promise that a model makes of a release in which it holds; empty for a model that this version does not know. */
export function promiseOf(promised: Promised, solution?: Solution['kind'], noun = unitNoun()): string {
  const group = solution === 'permutation' ? 'bucket' : 'class';
  // Every row of a bucket is another person's, so that what rows are promised there holds for persons.
  const model = findModel(promised.model);
  const ofPersons = noun.hasSeveral === true && group === 'class' ? model?.promiseToPersons?.(promised) : undefined;
  const sentence = ofPersons ?? model?.promise(promised, { group, noun }) ?? '';
  return inUnits(promised.holdsFolded === false ? withFolded(sentence, promised) : sentence, noun);
}

/** The sentence of a model that spellings of one value satisfy, with what is left without them. */
function withFolded(sentence: string, { variant, achievedFolded = {} }: Promised): string {
  const { l } = achievedFolded;
  const left =
    variant === 'distinct' && l !== undefined
      ? `, ${quantity(l)} when spellings are folded`
      : `; not when spellings are folded (${parameterText(achievedFolded)})`;
  const end = sentence.endsWith(`; ${MISSING}.`) ? `; ${MISSING}.` : '.';
  return `${sentence.slice(0, -end.length)}${left}${end}`;
}
