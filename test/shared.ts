import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { day } from './day.js';

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

/** KOHORT_SHARE=N: one random case in N, another one each day (UTC), as CI runs them; every case without it. */
const share = Number(process.env.KOHORT_SHARE ?? '1');
if (!Number.isInteger(share) || share < 1) throw new Error('KOHORT_SHARE is a whole number from 1');

/** True for those of `count` cases of a long test, numbered from 0, that are run: all, or the day's share, which is never empty. */
export const isInShare = (number: number, count: number): boolean => (number + day) % Math.min(share, count) === 0;

/** The seeds from `first` on, `count` of them in `npm run test:long`, or the day's share of these; the first `few` in `npm test`. */
export const seedsFrom = (first: number, count: number, few: number): number[] =>
  Array.from({ length: long ? count : few }, (_, i) => first + i).filter((_, i) => !long || isInShare(i, count));

/** Random cases of a test: `many` in `npm run test:long`, their share under KOHORT_SHARE, but never below the `few` of `npm test`. */
export const casesOf = (many: number, few: number): number => (long ? Math.max(few, Math.ceil(many / share)) : few);

/** Cases of `it.each`: all of them in `npm run test:long`, whatever the share; those of `isQuick` in `npm test`. */
export const longCases = <Case>(cases: readonly Case[], isQuick: (each: Case) => boolean): Case[] =>
  cases.filter((each) => long || isQuick(each));

/** One case in `every` in `npm test`, others each day (UTC); all of them in `npm run test:long`. What is compared takes turns so. */
export function inTurn<Case extends unknown[] | [unknown]>(cases: readonly Case[], every: number): Case[];
export function inTurn<Case>(cases: readonly Case[], every: number): Case[];
export function inTurn<Case>(cases: readonly Case[], every: number): Case[] {
  return cases.filter((_, i) => long || (i + day) % Math.min(every, cases.length) === 0);
}

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

/** The result of a run; null where it ends with an error of the class. Throws every other error. */
export const nullOn = <Result>(
  expected: abstract new (...args: never[]) => Error,
  run: Promise<Result>,
): Promise<Result | null> =>
  run.catch((error: unknown) => {
    if (error instanceof expected) return null;
    throw error;
  });
