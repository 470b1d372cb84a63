import { number } from '../../base/schema-parts.js';
import { flag, option, optionSet, type OptionsOf } from '../options.js';

/** Options, by k of the job's km-anonymity; without it the default of maxClusterSize is not yet known. */
export const dissociationOptions = (k = 1) =>
  optionSet({
    maxClusterSize: option(
      Math.max(100, 2 * k),
      number({ code: { every: 'OPTION_RANGE' }, min: 2 * k, integer: true }),
      'records below which a cluster is not cut any further, at least 2 k',
      '100, or 2 k where that is more',
    ),
    refine: flag(
      true,
      '',
      {
        true: 'clusters share chunks for terms that are frequent in several together',
        false: 'every cluster has its own chunks alone',
      },
      'WRONG_TYPE',
    ),
  });

export type DissociationOptions = OptionsOf<ReturnType<typeof dissociationOptions>>;
