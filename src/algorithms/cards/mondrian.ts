import { defineAlgorithm } from '../algorithm.js';
import { optionSet, ruled, word, type OptionsOf } from '../options.js';
import { HIERARCHIES, PARTITIONING, tiesOption } from '../shared-options.js';

const OPTIONS = ruled(
  optionSet({
    split: word(
      'median',
      {
        median: 'at the median of the widest attribute',
        'information-gain':
          'InfoGain Mondrian: of all cuts that leave both sides satisfying the models, the one after which the labels of the class column have the least entropy',
        variance: 'least squared deviance Mondrian: so too, for the squared deviation of a numeric class column',
      },
      'where a part is cut',
    ),
    partitioning: PARTITIONING,
    cuts: word('auto', {
      auto: 'attributes that are released as nodes of a hierarchy are cut along its tree',
      order:
        'every attribute is cut in two along the order of its leaves; with a hierarchy the smallest node that covers the class is released, so that nodes of two classes may overlap',
      ranges: 'every attribute is cut in two along the order of its leaves and released as ranges',
    }),
    hierarchies: HIERARCHIES,
    ties: tiesOption('smaller-domain'),
  }),
  ({ cuts, hierarchies }) =>
    cuts === 'ranges' && hierarchies === 'follow'
      ? { at: 'cuts', expected: '"auto" or "order" with "hierarchies": "follow"' }
      : null,
);

/** Options of mondrian, checked and with their defaults. */
export type MondrianOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `mondrian`, for `createAnonymize`. */
export const mondrian = defineAlgorithm({
  name: 'mondrian',
  source: 'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
  guarantee:
    'every class satisfies every model; greedy, not optimal (for k-anonymity on distinct points in d dimensions a strict class holds at most 2d(k-1)+m rows, m the copies of one point; relaxed at most 2k-1)',
  complexity: 'O(m q log m) time for m distinct vectors and q quasi-identifiers, O(m q) memory',
  keepsVectors: ({ partitioning }) => partitioning === 'strict',
  whyRows: ({ partitioning }) =>
    partitioning === 'relaxed'
      ? 'mondrian with "partitioning": "relaxed" divides equal rows by their order, so it needs the rows themselves'
      : null,
  minimality: ({ options }) => {
    for (const [option, only] of [
      ['split', 'median'],
      ['partitioning', 'strict'],
      ['cuts', 'auto'],
    ] as const) {
      const value = options[option];
      if (value !== only) return { unknown: `mondrian with "${option}": ${JSON.stringify(value)}` };
    }
    return 'every-class';
  },
  sharesWork: true,
  tasks: { 'label-cuts': async () => (await import('../boxes/label-cuts-task.js')).labelCutsTask },
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../boxes/mondrian.js'),
});
