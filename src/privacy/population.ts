import { counted } from '../base/numbers.js';
import type { Promised, PromiseWords } from './promise.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { Achievement, Judge } from './definition.js';
import { defineModel } from './definition.js';
import { k, publicTable } from './parameters.js';

const parameters = { k: k('fewest public rows in the region of a class: integer from 1'), public: publicTable() };

const promise = ({ required: { k } }: Promised, { group }: PromiseWords): string =>
  `At least ${counted(k, 'row')} of the public table match every ${group}.`;
const promiseToPersons = ({ required: { k } }: Promised): string =>
  `At least ${counted(k, 'person', 'people')} of the public table match every class.`;

/** Weak k-anonymity: every released class fits at least k rows of the public table, however few rows it has itself. */
export const weakKAnonymity = defineModel({
  name: 'weak-k-anonymity',
  title: 'Groups among everybody',
  description:
    'Every class has at least k rows of the public table in its region, the suppressed ones counted as they may lie.',
  promise,
  promiseToPersons,
  example: { k: 5 },
  source: 'M. Atzori: Weak k-anonymity: a low-distortion model for protecting privacy, ISC 2006',
  parameters,
  monotone: true,
  create: ({ k }) => judgePopulation(k),
});

/** k-map, which says of a class what weak k-anonymity says; they come from different papers. */
export const kMap = defineModel({
  name: 'k-map',
  title: 'Alike among everybody',
  description: 'Every released row fits at least k rows of the public table.',
  promise,
  promiseToPersons,
  example: { k: 5 },
  source:
    'L. Sweeney: Computational disclosure control: a primer on data privacy protection, PhD thesis, MIT 2001, section 4.4',
  parameters,
  monotone: true,
  create: ({ k }) => judgePopulation(k),
});

const judgePopulation = (k: number): Judge => ({
  public: 'regions',
  condition: (column) => ({ kind: 'population', column, minimum: k }),
  achieved(sizes, _histogram, _global, counts): Achievement {
    if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
    let smallest = Infinity;
    for (let c = 0; c < sizes.length; c++) smallest = Math.min(smallest, counts.population[c]);
    return { achieved: sizes.length === 0 ? {} : { k: smallest }, holds: smallest >= k };
  },
});
