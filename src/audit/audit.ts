import { drawOriginal } from './drawn-rows.js';
import { splitEntries, splitKeyless } from './split-entries.js';
import { judgeByPersons } from './judge-persons.js';
import { kindOf } from './all-kinds.js';
import { auditByParts, type AuditParts } from './audit-by-parts.js';
import { finish } from './grouping.js';
import { checkPermutedFit, readPermuted } from './permutation.js';
import { judgePermutedPublic, measurePermutedPresence } from './permuted-public.js';
import { judgePublic, measurePublic, spellAlike } from './public-table.js';
import { checkReplaced, isReplaced } from './replaced.js';
import type { AuditReport } from './report.js';
import type { AuditSpec } from './spec.js';
import type { Table } from '../table/table.js';

/** All parts, for any release. */
export const allAuditParts: AuditParts = {
  kindOf,
  permuted: { readPermuted, checkPermutedFit },
  replaced: { isReplaced, checkReplaced },
  persons: { judgeByPersons, drawOriginal, splitEntries, splitKeyless },
  inPublic: { spellAlike, measurePublic, judgePublic, measurePermutedPresence, judgePermutedPublic },
};

/**
 * Recomputes every privacy model and metric of a release and checks, as far as it is given the original, that the release can be made from it.
 *
 * Classes are rows with the same text in every quasi-identifier. A released value is a leaf, the label of a node of the hierarchy, a range `[lo-hi]`
 * of the domain's order or `*`. With `suppressed: "star"`, rows with `*` in every quasi-identifier are the suppressed ones: as many of them as
 * `spec.suppressedRows` says, or, without it, all of them when they would break a required model as a class or stand beside other classes in a
 * release whose classes are disjoint, else none. Where a class of the whole domain and suppressed rows stand side by side, they cannot be
 * distinguished: k is judged on the class alone, l and t on both together.
 *
 * @param release - the finished file
 * @param spec - the requirements
 * @param original - the input; without it, metrics that need it are null and t-closeness takes the release's own table
 * @throws InvalidArgumentError for a privacy model that the audit does not know, or levels without rows
 */
export function audit(release: Table, spec: AuditSpec, original?: Table): AuditReport {
  return finish(auditInSteps(release, spec, original));
}

/** {@link audit} that yields between stretches of the work, so that the host can do something else, or end it there. */
export function auditInSteps(release: Table, spec: AuditSpec, original?: Table): Generator<void, AuditReport> {
  return auditByParts(allAuditParts, release, spec, original);
}
