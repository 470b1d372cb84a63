/** Loaded for models on a public table, algorithms that permute columns within buckets or write means, and counted tables. */
import type { AuditParts } from '../../audit/audit-by-parts.js';
import { checkPermutedFit, readPermuted } from '../../audit/permutation.js';
import { judgePermutedPublic, measurePermutedPresence as auditPermutedPresence } from '../../audit/permuted-public.js';
import { judgePublic, measurePublic, spellAlike } from '../../audit/public-table.js';
import { checkReplaced, isReplaced } from '../../audit/replaced.js';
import type { JobParts } from '../../pipeline/job-parts.js';
import { joinPublic } from '../../pipeline/join-public.js';
import { countPublicPersons } from '../../pipeline/public-persons.js';
import { measurePermutedPresence, waysCounterWith } from '../../pipeline/permuted-presence.js';
import { countPublic } from '../../release/count-public.js';
import { permuteTableInSteps } from '../../release/permute-table.js';

export { joinPieces } from '../../release/join-pieces.js';

export const permuting: JobParts['permuting'] = {
  permuteTableInSteps,
  waysCounterWith,
  measurePermutedPresence,
};
export const inPublic: JobParts['inPublic'] = { joinPublic, countPublic, countPublicPersons };
export const audited: Pick<AuditParts, 'permuted' | 'replaced' | 'inPublic'> = {
  permuted: { readPermuted, checkPermutedFit },
  replaced: { isReplaced, checkReplaced },
  inPublic: {
    spellAlike,
    measurePublic,
    judgePublic,
    measurePermutedPresence: auditPermutedPresence,
    judgePermutedPublic,
  },
};
