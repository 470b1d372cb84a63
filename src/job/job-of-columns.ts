import { roleIn } from './declared.js';
import type { AttributeSpec, CheckedJob } from './job.js';
import { keyOfName, specOf } from './patterns.js';

/** The job for some of the columns that it describes, each by its name. */
export function jobOfColumns(job: CheckedJob, names: readonly string[]): CheckedJob {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of names) attributes[keyOfName(name)] = specOf(job, name)!;
  return { ...job, attributes };
}

/** The job for some columns of a table and no other: each has its role, and the default is `drop`. */
export function closedJob(job: CheckedJob, names: readonly string[]): CheckedJob {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of names) {
    attributes[keyOfName(name)] = { ...specOf(job, name), role: roleIn(job, name) };
  }
  return { ...job, attributes, defaultRole: 'drop' };
}
