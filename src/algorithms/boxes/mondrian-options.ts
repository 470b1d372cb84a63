import { HIERARCHIES } from '../released-boxes.js';
import { optionSet, ruled, word, type OptionsOf } from '../options.js';
import { tiesOption } from '../ties.js';

export const PARTITIONING = word('strict', {
  strict: 'rows with equal values stay together, so classes are disjoint boxes',
  relaxed: 'the rows of the median are divided, so that halves are even; boxes may overlap',
});

export const MONDRIAN_OPTIONS = ruled(
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
      auto: 'what is released as nodes of a hierarchy is cut along its tree',
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
export type MondrianOptions = OptionsOf<typeof MONDRIAN_OPTIONS>;
