/** What privacy models promise people, in plain words. */
import type { ModelChoice } from '../choices.js';
import { counted } from '../parts/words.js';

const number = (text: string | undefined): number => Number(text ?? NaN);
const percentOf = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const others = (k: number): string => counted(k - 1, 'other');

interface ModelWords {
  /** What the model is about, as a title. */
  readonly title: string;
  /** The promise, with the parameters in it. */
  readonly promise: (parameters: ModelChoice['parameters']) => string;
}

const WORDS: Readonly<Record<string, ModelWords>> = {
  'k-anonymity': {
    title: 'Groups of people who look alike',
    promise: ({ k }) =>
      number(k) > 1
        ? `By what others may know, a person cannot be told from at least ${others(number(k))}.`
        : 'Every person may be told from all others.',
  },
  'l-diversity': {
    title: 'Several sensitive values in every group',
    promise: ({ variant, l, c, attribute }) => {
      const of = attribute || 'the sensitive column';
      if (variant === 'entropy') {
        return `Within a group, ${of} is as uncertain as among ${counted(number(l), 'value')} that are equally frequent.`;
      }
      if (variant === 'recursive') {
        return `In every group, the most frequent value of ${of} has fewer than ${c || 'c'} times the people of the ${l}th most frequent and all rarer ones.`;
      }
      return `People who look alike have at least ${l} different values of ${of}.`;
    },
  },
  't-closeness': {
    title: 'Groups are like the whole table',
    promise: ({ t, attribute }) =>
      `To know a person's group tells little about ${attribute || 'the sensitive column'}: its distribution there is at most ${t} away from the one in the whole table.`,
  },
  'ke-anonymity': {
    title: 'Sensitive numbers far apart',
    promise: ({ k, e, attribute }) =>
      `People who look alike have at least ${k} different values of ${attribute || 'the sensitive column'}, and the largest is at least ${e} above the smallest.`,
  },
  'alpha-k-anonymity': {
    title: 'Groups, and no value too certain',
    promise: ({ k, alpha, attribute }) =>
      `A person cannot be told from at least ${others(number(k))}, and nobody's ${attribute || 'sensitive value'} is known with more than ${percentOf(number(alpha))} certainty.`,
  },
  'beta-likeness': {
    title: 'No value much more likely',
    promise: ({ beta, attribute }) =>
      `No value of ${attribute || 'the sensitive column'} is more than ${1 + number(beta)} times as frequent in a group as in the whole table.`,
  },
  'delta-disclosure': {
    title: 'No value much more or less likely',
    promise: ({ delta, attribute }) =>
      `To know a person's group makes a value of ${attribute || 'the sensitive column'} at most ${Math.exp(number(delta)).toFixed(1)} times more or less likely.`,
  },
  'km-anonymity': {
    title: 'Lists of items',
    promise: ({ k, m, attribute }) =>
      `Who knows up to ${m} items of a person's ${attribute || 'list'} finds at least ${counted(number(k), 'person', 'people')} with them, or nobody.`,
  },
  'average-risk': {
    title: 'Risk on average',
    promise: ({ risk }) =>
      `On average over everybody, a person is found with a probability of at most ${percentOf(number(risk))}.`,
  },
  'delta-presence': {
    title: 'Membership hidden',
    promise: ({ min, max }) =>
      number(min) > 0
        ? `For everybody, the probability to be among these rows lies between ${percentOf(number(min))} and ${percentOf(number(max))}.`
        : `Of nobody is it known with more than ${percentOf(number(max))} certainty that they are among these rows.`,
  },
  'k-map': {
    title: 'Alike among everybody',
    promise: ({ k }) =>
      `Every row of the release fits at least ${counted(number(k), 'person', 'people')} among everybody.`,
  },
  'weak-k-anonymity': {
    title: 'Groups among everybody',
    promise: ({ k }) =>
      `Every group fits at least ${counted(number(k), 'person', 'people')} among everybody, whether they are in the release or not.`,
  },
  'weak-l-diversity': {
    title: 'Sensitive values among everybody',
    promise: ({ l, attribute }) =>
      `Of at most 1 in ${l} of the people among everybody who fit a group is a value of ${attribute || 'the sensitive column'} known.`,
  },
  'maximum-risk': {
    title: 'Risk of the person who stands out most',
    promise: ({ risk }) => `Nobody is found with a probability of more than ${percentOf(number(risk))}.`,
  },
};

/** What a model is about, as a title; its name where there are no words for it. */
export const titleOf = (model: string): string => WORDS[model]?.title ?? model;

/** The promise of a model with its parameters, or null where there is no sentence for it. */
export const promiseOf = ({ model, parameters }: ModelChoice): string | null =>
  WORDS[model]?.promise(parameters) ?? null;
