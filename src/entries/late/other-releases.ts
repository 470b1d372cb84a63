/** Loaded for models on a public table, and for algorithms that permute columns within buckets. */
import type { AuditParts } from '../../audit/audit-by-parts.js';
import { checkPermutedFit, readPermuted } from '../../audit/permutation.js';
import { judgePermutedPublic, measurePermutedPresence as auditPermutedPresence } from '../../audit/permuted-public.js';
import { judgePublic, measurePublic, spellAlike } from '../../audit/public-table.js';
import type { JobParts } from '../../pipeline/job-parts.js';
import { joinPublic } from '../../pipeline/join-public.js';
import { measurePermutedPresence, waysCounter } from '../../pipeline/permuted-presence.js';
import { countPublic } from '../../release/count-public.js';
import { permuteTableInSteps } from '../../release/permute-table.js';

export const permuting: JobParts['permuting'] = { permuteTableInSteps, waysCounter, measurePermutedPresence };
export const inPublic: JobParts['inPublic'] = { joinPublic, countPublic };
export const audited: Pick<AuditParts, 'permuted' | 'inPublic'> = {
  permuted: { readPermuted, checkPermutedFit },
  inPublic: {
    spellAlike,
    measurePublic,
    judgePublic,
    measurePermutedPresence: auditPermutedPresence,
    judgePermutedPublic,
  },
};
