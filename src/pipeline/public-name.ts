import type { CheckedJob } from '../job/job.js';

/** The name of the job's public table, or null when no model has one. */
export function publicNameOf(job: Pick<CheckedJob, 'attributes' | 'privacy' | 'input'>): string | null {
  for (const spec of job.privacy) if ('public' in spec) return spec.public;
  return null;
}

/** Path in a job of the name of its public table. */
export const pathOfPublic = ({ privacy }: Pick<CheckedJob, 'privacy'>): string =>
  `privacy[${privacy.findIndex((spec) => 'public' in spec)}].public`;
