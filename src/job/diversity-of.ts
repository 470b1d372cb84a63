import { largestOf } from '../base/sequences.js';
import type { CheckedJob } from './job.js';

/** Fewest values of a sensitive column that the classes of a person may leave together: l of its l-diversity, 2 without one. */
export function diversityOf({ privacy }: Pick<CheckedJob, 'privacy'>, attribute: string): number {
  const asked = privacy.flatMap((spec) => (spec.model === 'l-diversity' && spec.attribute === attribute ? spec.l : []));
  return asked.length === 0 ? 2 : largestOf(asked);
}
