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

/** Seeds from `from` to before `to`. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/** `count` seeds from `first` on, `each` to a test: a test that takes a second or more judges no mutant (docs/testing.md). */
export const seedRanges = (count: number, each: number, first = 0): SeedRange[] =>
  Array.from({ length: Math.ceil(count / each) }, (_, i) => ({
    from: first + i * each,
    to: first + Math.min(count, (i + 1) * each),
  }));
