/** Hierarchies that a job has in files. */
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError, KohortError } from '../base/errors.js';
import { Problems } from '../base/problems.js';
import type { AttributeSpec, CheckedJob, HierarchySpec } from './job.js';

/** The job with hierarchies as `read` gives them. Throws the errors of all of them. */
export async function readHierarchies(
  job: CheckedJob,
  read: (key: string, spec: HierarchySpec) => Promise<HierarchySpec>,
): Promise<CheckedJob> {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  const problems = new Problems();
  for (const [key, spec] of Object.entries(job.attributes)) {
    attributes[key] = spec;
    if (spec.hierarchy === undefined) continue;
    try {
      attributes[key] = { ...spec, hierarchy: await read(key, spec.hierarchy) };
    } catch (error) {
      if (!(error instanceof KohortError)) throw error;
      problems.add(error);
    }
  }
  problems.throwAll();
  return { ...job, attributes };
}

/** Throws InvalidArgumentError when a hierarchy still names a file: files are read by the caller, into `rows`. */
export function requireResolved({ attributes }: Pick<CheckedJob, 'attributes'>): void {
  for (const key of Object.keys(attributes)) {
    const spec: HierarchySpec | undefined = attributes[key].hierarchy;
    if (spec?.type === 'levels' && spec.rows === undefined) {
      throw new InvalidArgumentError(
        formatPath(['attributes', key, 'hierarchy', 'file']),
        'a hierarchy as "rows" (the command line reads files; parseLevelsText makes rows of their text)',
        'a file name',
        'HIERARCHY_NOT_READ',
      );
    }
  }
}
