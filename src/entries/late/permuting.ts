import { checkPermutedFit, readPermuted } from '../../audit/permutation.js';
import { measurePermutedPresence, waysCounter } from '../../pipeline/permuted-presence.js';
import type { JobParts } from '../../pipeline/job-parts.js';
import { permuteTableInSteps } from '../../release/permute-table.js';

/** Loaded for algorithms that permute columns within buckets. */
export const permuting: JobParts['permuting'] = { permuteTableInSteps, waysCounter, measurePermutedPresence };
export const audited: JobParts['audit']['permuted'] = { readPermuted, checkPermutedFit };
