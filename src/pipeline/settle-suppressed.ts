import type { Plan } from '../job/plan.js';
import { suppressedRow } from '../release/pieces.js';
import { withStarClass } from '../release/star-class.js';
import { countBy } from './assign.js';
import { judgeRelease } from './measure-release.js';
import { findDisclosed, watchedColumns } from './protect-history.js';
import type { Assigned, Found, RunContext } from './run-values.js';

/** A recoding with its rows assigned. */
interface Settled {
  readonly found: Found;
  readonly assigned: Assigned;
}

/**
 * Decides what suppressed rows are that stay in the release (`output.suppressed: "star"`): a class of `*`, with the rows that
 * have `*` already, where every model holds with it. Otherwise they stay suppressed, and have blank cells in the columns that are
 * released as they are.
 */
export async function settleSuppressed(
  { found, assigned }: Settled,
  { plan, progress }: Pick<RunContext, 'plan' | 'progress'>,
): Promise<Settled> {
  const { recoding, prepared } = found;
  const isStarred = plan.suppressed === 'star' && assigned.kinds === null && assigned.counted.suppressed > 0;
  if (!isStarred) return { found, assigned };
  const { shownClasses, starClass } = withStarClass(found.shownClasses, prepared.domains);
  const isNew = shownClasses.count > found.shownClasses.count;
  const { pieces, vectors } = assigned;
  const classId = pieces.classId.map((id) => (id === suppressedRow ? starClass : id));
  const own = { ...pieces, classId };
  // Rows of `*` are on no level, and their class lies over others.
  const together: Settled = {
    found: { ...found, shownClasses, recoding: isNew ? { ...recoding, levels: undefined } : recoding },
    assigned: {
      ...assigned,
      pieces: own,
      counted: countBy(own, shownClasses.count, prepared),
      vectors: { codes: vectors.codes, counts: vectors.counts },
    },
  };
  const { privacy, overlapping } = await judgeRelease(together.found, together.assigned, { plan, progress });
  const isSafe = overlapping === 0 && privacy.every(({ holds }) => holds) && !disclosesHistory(together, plan);
  return isSafe ? together : { found, assigned };
}

/** True where the class of `*` discloses somebody whose history the job protects. */
function disclosesHistory({ found, assigned }: Settled, plan: Plan): boolean {
  const units = found.prepared.persons?.units;
  if (plan.history !== 'protect' || units === undefined) return false;
  return findDisclosed(assigned.pieces, found.shownClasses.count, watchedColumns(found, plan, units), units).length > 0;
}
