import { InvalidArgumentError } from '../../base/errors.js';
import { defineAlgorithm } from '../algorithm.js';
import { flag, optionSet } from '../options.js';

/** The algorithm `apriori-anonymization`, for `createAnonymize`. Its records are lists and no vectors: `pipeline/generalize-lists.ts` runs it. */
export const aprioriAnonymization = defineAlgorithm({
  name: 'apriori-anonymization',
  source:
    'M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving anonymization of set-valued data, PVLDB 1(1), 2008, section 4.3',
  guarantee: 'k^m-anonymous lists of one set-valued column, items generalized along their hierarchy; no optimality',
  complexity: 'about O(passes n t^m) for n rows of t items',
  takesLists: 'generalized',
  options: optionSet({
    refine: flag(
      true,
      '',
      {
        true: 'released nodes are divided again where no set of items becomes rare',
        false: 'ends as the paper does',
      },
      'WRONG_TYPE',
    ),
  }),
  run() {
    throw new InvalidArgumentError('problem', 'records of a set-valued column', 'vectors', 'NOT_A_TABLE_OF_SETS');
  },
});
