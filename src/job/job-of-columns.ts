import { roleIn } from './declared.js';
import type { AttributeSpec, CheckedJob } from './job.js';

/** The job for some columns; those that it does not name have their role in it. */
export function jobOfColumns(job: CheckedJob, names: readonly string[]): CheckedJob {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of names)
    attributes[name] = Object.hasOwn(job.attributes, name) ? job.attributes[name] : { role: roleIn(job, name) };
  return { ...job, attributes };
}
