import { judgePermutedPublic, measurePermutedPresence } from '../../audit/permuted-public.js';
import { judgePublic, measurePublic, spellAlike } from '../../audit/public-table.js';
import { joinPublic } from '../../pipeline/join-public.js';
import type { JobParts } from '../../pipeline/job-parts.js';
import { countPublic } from '../../release/count-public.js';

/** Loaded for jobs with models on a public table. */
export const inPublic: JobParts['inPublic'] = { joinPublic, countPublic };
export const audited: JobParts['audit']['inPublic'] = {
  spellAlike,
  measurePublic,
  judgePublic,
  measurePermutedPresence,
  judgePermutedPublic,
};
