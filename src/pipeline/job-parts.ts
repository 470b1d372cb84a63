import type { AuditParts } from '../audit/audit-by-parts.js';
import type { countPublic } from '../release/count-public.js';
import type { joinPieces } from '../release/join-pieces.js';
import type { permuteTableInSteps } from '../release/permute-table.js';
import type { joinPublic } from './join-public.js';
import type { countPublicPersons } from './public-persons.js';
import type { measurePermutedPresence, waysCounterWith } from './permuted-presence.js';

/** Parts for runs of some jobs, beside the steps of all. */
export interface JobParts {
  readonly audit: AuditParts;
  /** Parts for algorithms that permute columns within buckets. */
  readonly permuting: null | {
    readonly permuteTableInSteps: typeof permuteTableInSteps;
    readonly waysCounterWith: typeof waysCounterWith;
    readonly measurePermutedPresence: typeof measurePermutedPresence;
  };
  /** Part for counted tables. */
  readonly joinPieces: typeof joinPieces | null;
  /** Parts for models on a public table. */
  readonly inPublic: null | {
    readonly joinPublic: typeof joinPublic;
    readonly countPublic: typeof countPublic;
    readonly countPublicPersons: typeof countPublicPersons;
  };
}

/** A part that a run cannot do without: one that was left out is a mistake of the entry point, never a step that is skipped. */
export function needed<Part>(part: Part | null): Part {
  if (part === null) throw new Error('a part of this run was not loaded');
  return part;
}
