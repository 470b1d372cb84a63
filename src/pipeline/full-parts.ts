import { lookedColumns, warnOfPersons } from './persons-of-job.js';
import { allAuditParts } from '../audit/audit.js';
import { countPublic } from '../release/count-public.js';
import { joinPieces } from '../release/join-pieces.js';
import { permuteTableInSteps } from '../release/permute-table.js';
import { checkListRun } from './dissociate.js';
import { fullRegistry } from './full-registry.js';
import { joinPublic } from './join-public.js';
import { countPublicPersons } from './public-persons.js';
import { measurePermutedPresence, waysCounterWith } from './permuted-presence.js';
import { readForChecked } from './read-for-checked.js';
import type { JobParts } from './job-parts.js';
import type { RunParts } from './run-parts.js';

const jobParts: JobParts = {
  audit: allAuditParts,
  permuting: { permuteTableInSteps, waysCounterWith, measurePermutedPresence },
  joinPieces,
  inPublic: { joinPublic, countPublic, countPublicPersons },
};

/** All parts, loaded with the entry point that has them. */
export const fullParts: RunParts = {
  registryFor: () => fullRegistry,
  partsFor: () => jobParts,
  read: (source, job, options) => readForChecked(source, job, { ...options, looked: lookedColumns(job) }),
  warnOfPersons,
  checkListRun,
};
