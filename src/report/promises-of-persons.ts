/** The promises of models to people who have several rows. */
import { count, counted, percent, quantity } from '../base/numbers.js';
import type { PrivacyResult } from '../privacy/model.js';

/** A model that holds, as a sentence needs it. */
export type Promised = Pick<PrivacyResult, 'model' | 'variant' | 'distance' | 'required' | 'absent' | 'outside'> &
  Partial<Pick<PrivacyResult, 'achievedFolded' | 'holdsFolded'>>;

/** A missing cell is a value of every sensitive column, so that two values of a class may be one disease and no entry. */
export const MISSING = 'missing cells count as one value';

const ofPublic = ({ k }: Promised['required']): string =>
  `At least ${counted(k, 'person', 'people')} of the public table match every class.`;

const RISK = "The risk of a person, 1 / people of the smallest class with one of the person's rows,";
const WHICHEVER = 'whichever row of each person is looked at';

/** The promises of models that count persons with several rows. */
const promisesOfPersons: Readonly<Partial<Record<PrivacyResult['model'], (of: Promised) => string>>> = {
  'k-anonymity': ({ required: { k } }) =>
    `Every released row of a person shares its quasi-identifiers with rows of at least ${count(k - 1)} other ${k === 2 ? 'person' : 'people'}.`,
  'l-diversity': ({ required: { l, c }, variant }) =>
    variant === 'distinct'
      ? `The people of every class hold at least ${quantity(l)} different values of the sensitive column, ${WHICHEVER}; ${MISSING}.`
      : variant === 'entropy'
        ? `In every class the sensitive values of its people are spread at least as evenly as ${quantity(l)} equally frequent ones, ${WHICHEVER}; ${MISSING}.`
        : `In every class the commonest sensitive value has fewer people than ${quantity(c)} times those of the value of rank ${quantity(l)} and all rarer ones, ${WHICHEVER}; ${MISSING}.`,
  't-closeness': ({ required: { t }, distance }) => {
    const holders =
      distance === 'equal'
        ? `, and the share of people who hold a value is above that of the whole table by ${quantity(t)} at most`
        : '';
    return `In every class the sensitive values are distributed as in the whole table, up to a distance of ${quantity(t)}, each person with the mean of the person's rows${holders}; ${MISSING}.`;
  },
  'ke-anonymity': ({ required: { k, e } }) =>
    `The people of every class hold at least ${count(k)} different sensitive values, where ${MISSING}, and their largest number is at least ${quantity(e)} above their smallest, ${WHICHEVER}.`,
  'alpha-k-anonymity': ({ required: { k, alpha } }) =>
    `Every class has at least ${counted(k, 'person', 'people')}, and no sensitive value is that of more than ${percent(alpha)} of them, ${WHICHEVER}.`,
  'beta-likeness': ({ required: { beta } }) =>
    `In no class is the share of people who hold a sensitive value above that of the whole table by more than ${quantity(beta)} times it.`,
  'delta-disclosure': ({ required: { delta } }) =>
    `The share of people of a class who hold a sensitive value is above that of the whole table by a factor below e to the power of ${quantity(delta)}; ${MISSING}.`,
  'delta-presence': ({ required: { min, max }, outside }) =>
    `For ${outside === 'ignored' ? 'everybody of the public table who matches a released class' : 'everybody of the public table'}, the probability of being in the input lies between ${percent(min)} and ${percent(max)}: people of the input / people of the public table, by class; a person who matches several classes has the largest share of these, and several classes together may reveal more.`,
  'weak-k-anonymity': ({ required }) => ofPublic(required),
  'k-map': ({ required }) => ofPublic(required),
  'weak-l-diversity': ({ required: { l } }) =>
    `Of the people of the public table who match a class, at most one in ${quantity(l)} is known to have any one sensitive value there.`,
  'km-anonymity': ({ required: { k, m } }) =>
    `Somebody who knows up to ${counted(m, 'item')} of the list in one row of a person cannot narrow it down to fewer than ${counted(k, 'person', 'people')}.`,
  'lkc-privacy': ({ required: { known, k, c } }) =>
    `Somebody who knows up to ${counted(known, 'quasi-identifier')} of a row of a person finds rows of at least ${counted(k, 'person', 'people')} with these released values${c === undefined ? '' : `, and no sensitive value is that of more than ${percent(c)} of them`}.`,
  'average-risk': ({ required: { risk } }) => `${RISK} is at most ${percent(risk)} on average.`,
  'maximum-risk': ({ required: { risk } }) => `${RISK} is at most ${percent(risk)}.`,
};

/** The promise of a model that counts persons with several rows; undefined for models that say the same of one row a person. */
export const promiseOfPersons = (promised: Promised): string | undefined =>
  promisesOfPersons[promised.model]?.(promised);
