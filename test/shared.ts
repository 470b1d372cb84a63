import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of truth tables and data that stands beside the project, or null where it is absent. */
export const sharedFolder: string | null = (() => {
  const folder = process.env.KOHORT_SHARED ?? resolve(import.meta.dirname, '../../shared');
  return existsSync(join(folder, 'truth')) ? folder : null;
})();

if (sharedFolder === null) {
  console.warn('SKIPPED: tests against the shared truth tables need ../shared or KOHORT_SHARED; neither is there.');
}

export const sharedPath = (...parts: string[]): string => join(sharedFolder ?? 'shared-is-absent', ...parts);

/** `test:long` sets KOHORT_LONG=1: more random cases. */
export const long = process.env.KOHORT_LONG === '1';
