/** Figures of every privacy model on the classes that Samarati's algorithm releases. No code of `src/`. */
import type { Job, PrivacySpec } from '../../src/index.js';
import { coarseRelease, truthCases } from './cases.js';
import { achievedBy } from './naive-achieved.js';
import type { Person } from './people.js';
import { people, publicPeople, quasiIdentifiers } from './people.js';

/** Kinds of work in two steps above the occupations. */
const occupations = {
  '*': {
    'White-collar': ['Exec-managerial', 'Prof-specialty', 'Adm-clerical', 'Sales', 'Tech-support'],
    'Blue-collar': ['Craft-repair', 'Machine-op-inspct', 'Transport-moving', 'Handlers-cleaners', 'Farming-fishing'],
    Services: ['Other-service', 'Protective-serv', 'Priv-house-serv', 'Armed-Forces'],
  },
};
const attribute = 'occupation';
const numeric = 'education-num';

/** Every model with bounds that nothing breaks, by a name of its own. */
export const looseModels: Readonly<Record<string, PrivacySpec>> = {
  'k-anonymity': { model: 'k-anonymity', k: 1 },
  'l-diversity, distinct': { model: 'l-diversity', variant: 'distinct', l: 1, attribute },
  'l-diversity, entropy': { model: 'l-diversity', variant: 'entropy', l: 1, attribute },
  'l-diversity, recursive': { model: 'l-diversity', variant: 'recursive', l: 2, c: 1000, attribute },
  't-closeness, equal': { model: 't-closeness', distance: 'equal', t: 1, attribute },
  't-closeness, ordered': { model: 't-closeness', distance: 'ordered', t: 1, attribute },
  't-closeness, hierarchical': { model: 't-closeness', distance: 'hierarchical', t: 1, attribute },
  'ke-anonymity': { model: 'ke-anonymity', k: 1, e: 0, attribute: numeric },
  'alpha-k-anonymity': { model: 'alpha-k-anonymity', k: 1, alpha: 1, attribute },
  'beta-likeness, basic': { model: 'beta-likeness', variant: 'basic', beta: 1e6, attribute },
  'beta-likeness, enhanced': { model: 'beta-likeness', variant: 'enhanced', beta: 1e6, attribute: 'salary' },
  'delta-disclosure, ignored': { model: 'delta-disclosure', delta: 1e6, attribute },
  'delta-disclosure, violates': { model: 'delta-disclosure', delta: 1e6, attribute: 'salary', absent: 'violates' },
  'delta-presence': { model: 'delta-presence', min: 0, max: 1, public: 'public.csv' },
  'weak-k-anonymity': { model: 'weak-k-anonymity', k: 1, public: 'public.csv' },
  'k-map': { model: 'k-map', k: 1, public: 'public.csv' },
  'weak-l-diversity': { model: 'weak-l-diversity', l: 1, attribute, public: 'public.csv' },
  'km-anonymity': { model: 'km-anonymity', k: 1, m: 2, attribute: 'terms' },
  'lkc-privacy': { model: 'lkc-privacy', known: 20, k: 1, c: 1, attribute },
  'population-uniqueness': { model: 'population-uniqueness', population: 5000, estimator: 'zayatz', uniques: 1 },
  'maximum-risk': { model: 'maximum-risk', risk: 1 },
  'average-risk': { model: 'average-risk', risk: 1 },
};

/** The people with a column of sets. */
export const judgedPeople: readonly Person[] = people.map((person) => ({
  ...person,
  terms: [person.workclass, person.sex, person.salary].join('|'),
}));

const samarati = truthCases.find(({ shows }) => shows === coarseRelease)!;

/** Samarati's job with one more model. */
export const jobWith = (spec: PrivacySpec): Job => ({
  ...samarati.job,
  attributes: {
    ...samarati.job.attributes,
    occupation: { role: 'sensitive', hierarchy: { type: 'tree', tree: occupations } },
    [numeric]: { role: 'sensitive', type: 'integer' },
    salary: { role: 'sensitive' },
    terms: { role: 'sensitive', set: { delimiter: '|' } },
  },
  privacy: [...samarati.job.privacy, spec],
});

const groupOf = (occupation: string): string =>
  Object.entries(occupations['*']).find(([, list]) => list.includes(occupation))![0];

function distance(a: string, b: string, kind: string): number {
  if (a === b) return 0;
  return kind === 'hierarchical' && groupOf(a) === groupOf(b) ? 1 / 2 : 1;
}

/** Figures of every one of them. */
export function achievedByAll(): Record<string, Record<string, number>> {
  const truth = samarati.truth();
  if (truth.kind !== 'release') throw new Error('no release');
  const release = {
    people: judgedPeople,
    everybody: publicPeople,
    attributes: quasiIdentifiers(publicPeople),
    cells: truth.cells,
    distance,
  };
  return Object.fromEntries(Object.entries(looseModels).map(([name, spec]) => [name, achievedBy(spec, release)]));
}
