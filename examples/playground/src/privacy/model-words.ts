/** What privacy models promise people, in a sentence. */
import type { ModelChoice } from '../choices.js';
import { counted } from '../parts/words.js';

const number = (text: string | undefined): number => Number(text ?? NaN);
const percentOf = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const others = (k: number): string => (k === 2 ? 'at least 1 other' : `at least ${k - 1} others`);

const SENTENCES: Readonly<Record<string, (parameters: ModelChoice['parameters']) => string>> = {
  'k-anonymity': ({ k }) =>
    number(k) > 1
      ? `By what others may know, no person can be told from ${others(number(k))}.`
      : 'Every person can be told from all others.',
  'l-diversity': ({ variant, l, c, attribute }) => {
    if (variant === 'entropy')
      return `The ${attribute} of a person is as uncertain as among ${counted(number(l), 'value')} that are equally frequent.`;
    if (variant === 'recursive')
      return `The most frequent ${attribute} of a group has fewer than ${c || 'c'} times the people of those from the ${l}th on.`;
    return `People who cannot be told apart have at least ${l} different values of ${attribute}.`;
  },
  't-closeness': ({ t, attribute }) =>
    `Knowing a person's group tells little of ${attribute}: its distribution there is at most ${t} from that of the table.`,
  'ke-anonymity': ({ k, e, attribute }) =>
    `People who cannot be told apart have at least ${k} values of ${attribute}, at least ${e} apart.`,
  'alpha-k-anonymity': ({ k, alpha, attribute }) =>
    `No person can be told from ${others(number(k))}, and nobody's ${attribute} is known with more than ${percentOf(number(alpha))}.`,
  'beta-likeness': ({ beta, attribute }) =>
    `No value of ${attribute} is more than ${1 + number(beta)} times as frequent in a group as in the table.`,
  'delta-disclosure': ({ attribute }) =>
    `Knowing a person's group makes each value of ${attribute} only so much more or less likely.`,
  'km-anonymity': ({ k, m, attribute }) =>
    `Who knows up to ${m} items of a person's ${attribute} finds at least ${k} people with them, or none.`,
  'average-risk': ({ risk }) =>
    `A person is found with ${percentOf(number(risk))} at most, on average over all people.`,
  'maximum-risk': ({ risk }) => `No person is found with more than ${percentOf(number(risk))}.`,
};

/** The promise of a model with its parameters, or null where there is no sentence for it. */
export const promiseOf = ({ model, parameters }: ModelChoice): string | null => SENTENCES[model]?.(parameters) ?? null;

/** Sizes of groups that guidelines ask for. */
export const K_PRESETS: readonly (readonly [k: string, why: string])[] = [
  [
    '5',
    'data for people under contract: risk 0.2 (Institute of Medicine, Sharing Clinical Trial Data, 2015, appendix B)',
  ],
  ['11', 'no cell below 11: CMS cell size policy; risk 0.09: EMA policy 0070 and Health Canada'],
  ['20', 'data for everybody: risk 0.05 (Institute of Medicine, 2015, appendix B)'],
];
