/** The promises of privacy models, in plain words. */
import { promiseOf as cardPromise } from 'kohort/assess';
import type { ModelChoice } from '../choices.js';
import { counted, type UnitNoun, unitNoun } from '../parts/words.js';

const number = (text: string | undefined): number => Number(text ?? NaN);
const percentOf = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const alike = ({ one, permutes }: Words): string =>
  permutes ? 'The rows of a bucket' : one === 'person' ? 'People who look alike' : 'Rows that look alike';
const others = (k: string, { one, permutes }: Words): string =>
  permutes
    ? `A ${one} shares a bucket, within which values are permuted, with at least ${counted(number(k) - 1, 'other')}`
    : `By what others may know, a ${one} cannot be distinguished from at least ${counted(number(k) - 1, 'other')}`;
/** Missing cells are a value of every sensitive column. */
const MISSING = 'missing cells count as one value';
/** Permuted values hide whose they are: a risk is the chance of a bucket. */
const found = ({ one, permutes }: Words): string =>
  permutes
    ? `linked with its own among the permuted values of its bucket`
    : `found${one === 'row' ? ', 1 / rows of its class,' : ''}`;

/** Nouns for rows, and the way in which the release hides them. */
export interface Words extends UnitNoun {
  /** True where values are permuted within buckets. */
  readonly permutes?: boolean;
}

/** The promise of a model with its parameters; rows are people only where the job says so. */
type PromiseText = (parameters: ModelChoice['parameters'], noun: Words) => string;

/** Promises in the words of the page; a model without them has the sentence of the summary. */
const WORDS: Readonly<Record<string, PromiseText>> = {
  'k-anonymity': ({ k }, noun) =>
    number(k) > 1 ? `${others(k, noun)}.` : `Every ${noun.one} may be distinguished from all others.`,
  'l-diversity': ({ variant, l, c, attribute }, noun) => {
    const of = attribute || 'the sensitive column';
    if (variant === 'entropy') {
      return `Within a group, ${of} is as uncertain as among ${counted(number(l), 'value')} that are equally frequent; ${MISSING}.`;
    }
    if (variant === 'recursive') {
      return `In every group, the most frequent value of ${of} has fewer than ${c || 'c'} times the ${noun.many} of the ${l}th most frequent and all rarer ones; ${MISSING}.`;
    }
    return `${alike(noun)} have at least ${l} different values of ${of}; ${MISSING}.`;
  },
  't-closeness': ({ t, attribute }, { one }) =>
    `To know the group of a ${one} reveals little about ${attribute || 'the sensitive column'}: its distribution there is at most ${t} away from the one in the whole table; ${MISSING}.`,
  'ke-anonymity': ({ k, e, attribute }, noun) =>
    `${alike(noun)} have at least ${k} different values of ${attribute || 'the sensitive column'}, where ${MISSING}, and the largest number is at least ${e} above the smallest.`,
  'alpha-k-anonymity': ({ k, alpha, attribute }, noun) =>
    `${others(k, noun)}, and no value of ${attribute || 'the sensitive column'} has more than ${percentOf(number(alpha))} of their group.`,
  'beta-likeness': ({ beta, attribute }) =>
    `No value of ${attribute || 'the sensitive column'} is more than ${1 + number(beta)} times as frequent in a group as in the whole table.`,
  'delta-disclosure': ({ delta, attribute, absent }, { one }) =>
    `To know the group of a ${one} makes a value of ${attribute || 'the sensitive column'} at most ${Math.exp(number(delta)).toFixed(1)} times more or less likely; ${absent === 'violates' ? 'every group has every value' : 'nothing is promised of values that a group lacks'}.`,
  'km-anonymity': ({ k, m, attribute }, { one, many }) =>
    `An attacker who knows up to ${m} items of ${attribute || 'the list'} of a ${one} finds at least ${counted(number(k), one, many)} with them, or none.`,
  'lkc-privacy': ({ known, k, c, attribute }, { one, many }) =>
    `Somebody who knows up to ${known} of the quasi-identifiers of a ${one} finds at least ${counted(number(k), one, many)} with these released values${c === undefined ? '' : `, and no value of ${attribute || 'the sensitive column'} in more than ${percentOf(number(c))} of them`}.`,
  'population-uniqueness': ({ population, fraction, uniques }) =>
    `An estimated ${percentOf(number(uniques))} or less of ${population === undefined ? `the people from whom ${percentOf(number(fraction))} were drawn for the release` : counted(number(population), 'person', 'people')} are unique in what the release shows of them.`,
  'average-risk': ({ risk }, noun) =>
    `On average, a ${noun.one} is ${found(noun)} with a probability of at most ${percentOf(number(risk))}.`,
  'delta-presence': ({ min, max, outside }) =>
    `For every row of the public table${outside === 'ignored' ? ' that matches a released group' : ''}, the probability to be among these rows is ${number(min) > 0 ? `between ${percentOf(number(min))} and` : 'at most'} ${percentOf(number(max))}.`,
  'k-map': ({ k }, { one, many }) =>
    `Every row of the release fits at least ${counted(number(k), one, many)} among everybody.`,
  'weak-k-anonymity': ({ k }, { one, many }) =>
    `Every group fits at least ${counted(number(k), one, many)} among everybody, whether they are in the release or not.`,
  'weak-l-diversity': ({ l, attribute }, { many }) =>
    `Of at most 1 in ${l} of the ${many} among everybody that fit a group is a value of ${attribute || 'the sensitive column'} known.`,
  'maximum-risk': ({ risk }, noun) =>
    `No ${noun.one} is ${found(noun)} with a probability of more than ${percentOf(number(risk))}.`,
};

/** The promise of a model with its parameters. */
export const promiseOf = (choice: ModelChoice, noun: Words = unitNoun()): string => {
  const own = WORDS[choice.model];
  return noun.hasSeveral !== true && own !== undefined ? own(choice.parameters, noun) : promiseOfCard(choice, noun);
};

/** The sentence of the summary, with the name of the sensitive column. */
function promiseOfCard({ model, parameters }: ModelChoice, noun: Words): string {
  const { attribute = '', variant, distance, absent, outside, ...numbers } = parameters;
  const required = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, number(text)]));
  const group = noun.permutes === true ? 'permutation' : undefined;
  const sentence = cardPromise({ model, variant, distance, absent, outside, required }, group, noun);
  if (attribute === '') return sentence;
  const named = sentence.replace('the sensitive column', attribute);
  return named === sentence ? `${attribute}: ${sentence}` : named;
}
