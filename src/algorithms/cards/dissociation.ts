import { InvalidArgumentError } from '../../base/errors.js';
import { defineAlgorithm } from '../algorithm.js';
import { dissociationOptions } from '../sets/dissociation-options.js';

/** The algorithm `dissociation`, for `createAnonymize`. Its records are lists and no vectors: `pipeline/dissociate.ts` runs it. */
export const dissociation = defineAlgorithm({
  name: 'dissociation',
  source:
    'M. Terrovitis, J. Liagouris, N. Mamoulis, S. Skiadopoulos: Privacy Preservation by Disassociation, PVLDB 5(10), 2012',
  guarantee:
    'k^m-anonymous records of one set-valued column: every term is released, rare combinations of terms are taken apart; no optimality',
  complexity: 'about O(n t log n) for n records of t terms, times t^(m-2) for m > 2',
  releases: 'values',
  takesLists: 'apart',
  bucketsPersons: true,
  options: dissociationOptions(),
  run() {
    throw new InvalidArgumentError('problem', 'records of a set-valued column', 'vectors', 'NOT_A_TABLE_OF_SETS');
  },
});
