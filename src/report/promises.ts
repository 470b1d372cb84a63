import { count, counted, percent, quantity } from '../base/numbers.js';
import { type UnitNoun, unitNoun } from '../base/unit.js';
import type { Solution } from '../pipeline/solution.js';
import type { PrivacyResult } from '../privacy/model.js';
import { parameterText } from './words.js';

type Numbers = Readonly<Record<string, number>>;

/** What every model promises, as a sentence with its parameters. */
const promises: Readonly<
  Record<PrivacyResult['model'], (required: Numbers, kind: string | undefined, noun: UnitNoun) => string>
> = {
  'k-anonymity': ({ k }, _, { one }) =>
    `Every ${one} shares the released quasi-identifiers with at least ${count(k - 1)} other${k === 2 ? '' : 's'}.`,
  'l-diversity': ({ l, c }, kind) =>
    kind === 'distinct'
      ? `Every class holds at least ${quantity(l)} different values of the sensitive column.`
      : kind === 'entropy'
        ? `In every class the sensitive values are spread at least as evenly as ${quantity(l)} equally frequent ones.`
        : `In every class the commonest sensitive value has fewer rows than ${quantity(c)} times those of the value of rank ${quantity(l)} and all rarer ones.`,
  't-closeness': ({ t }) =>
    `In every class the sensitive values are distributed as in the whole table, up to a distance of ${quantity(t)}.`,
  'ke-anonymity': ({ k, e }) =>
    `Every class holds at least ${count(k)} different sensitive numbers, which span at least ${quantity(e)}.`,
  'alpha-k-anonymity': ({ k, alpha }) =>
    `Every class has at least ${counted(k, 'row')}, and no sensitive value has more than ${percent(alpha)} of them.`,
  'beta-likeness': ({ beta }) =>
    `In no class is a sensitive value more frequent than in the whole table by more than ${quantity(beta)} times its share there.`,
  'delta-disclosure': ({ delta }) =>
    `The share of a sensitive value in a class differs from its share in the whole table by a factor below e to the power of ${quantity(delta)}.`,
  'delta-presence': ({ min, max }) =>
    `For every row of the public table the probability of being in the input lies between ${percent(min)} and ${percent(max)}.`,
  'weak-k-anonymity': ({ k }) => `At least ${counted(k, 'row')} of the public table match every class.`,
  'k-map': ({ k }) => `At least ${counted(k, 'row')} of the public table match every class.`,
  'weak-l-diversity': ({ l }) =>
    `Of the rows of the public table that match a class, at most one in ${quantity(l)} is known to have any one sensitive value.`,
  'km-anonymity': ({ k, m }, _, { one }) =>
    `Somebody who knows up to ${count(m)} items of the list of a ${one} cannot narrow it down to fewer than ${counted(k, 'row')}.`,
  'average-risk': ({ risk }, _, { one }) =>
    one === 'person'
      ? `On average a released row is linked to its person with a probability of at most ${percent(risk)}.`
      : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)} on average.`,
  'maximum-risk': ({ risk }, _, { one }) =>
    one === 'person'
      ? `No released row is linked to its person with a probability above ${percent(risk)}.`
      : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)}.`,
};

/** A model as a sentence about it needs it. */
export type Promised = Pick<PrivacyResult, 'model' | 'variant' | 'distance' | 'required'> &
  Partial<Pick<PrivacyResult, 'achievedFolded' | 'holdsFolded'>>;

/** What a model that holds promises of a release; empty for a model that this version does not know. */
export function promiseOf(promised: Promised, solution?: Solution['kind'], noun = unitNoun()): string {
  const { model, variant, distance, required } = promised;
  // Where values are permuted, those of one row are released as they are, and it is hidden whose they are.
  if (model === 'k-anonymity' && solution === 'permutation') {
    return `Every ${noun.one} shares a bucket, within which values are permuted, with at least ${count(required.k - 1)} other${required.k === 2 ? '' : 's'}.`;
  }
  const sentence = promises[model]?.(required, variant ?? distance, noun) ?? '';
  return promised.holdsFolded === false ? withFolded(sentence, promised) : sentence;
}

/** The sentence of a model that spellings of one value satisfy, with what is left without them. */
function withFolded(sentence: string, { variant, achievedFolded = {} }: Promised): string {
  const { l } = achievedFolded;
  const left =
    variant === 'distinct' && l !== undefined
      ? `, ${quantity(l)} when spellings are folded`
      : `; not when spellings are folded (${parameterText(achievedFolded)})`;
  return `${sentence.slice(0, -1)}${left}.`;
}
