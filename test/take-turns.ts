/** Turns of tests of dear files in `npm test`: a share of them runs each day, and the others count as skipped. */
import { beforeEach } from 'vitest';
import type { RunnerTask, RunnerTestFile } from 'vitest';
import { TURNS } from './dear-files.js';
import { day } from './day.js';
import { long } from './shared.js';

/** The days move on by one every 12 days, so that what takes turns inside of a test (`inTurn`) meets each turn of the test. */
const turn = day + Math.floor(day / 12);

const testsOf = (task: RunnerTask): RunnerTask[] => (task.type === 'suite' ? task.tasks.flatMap(testsOf) : [task]);

const nameOf = (file: RunnerTestFile): string => file.name.replace(/^test\//, '').replace(/\.test\.ts$/, '');

/** The tests of a file that have their turn; a file of few tests has none on some days. */
const found = new WeakMap<RunnerTestFile, ReadonlySet<RunnerTask>>();
function testsInTurn(file: RunnerTestFile, days: number): ReadonlySet<RunnerTask> {
  const known = found.get(file);
  if (known !== undefined) return known;
  const tests = file.tasks.flatMap(testsOf);
  // Files begin at numbers of their own, so that the days are equally long.
  const first = [...TURNS.keys()].indexOf(nameOf(file));
  const inTurn = new Set(tests.filter((_, i) => (first + i + turn) % days === 0));
  found.set(file, inTurn);
  return inTurn;
}

beforeEach(({ task, skip }) => {
  const days = TURNS.get(nameOf(task.file));
  if (long || days === undefined) return;
  if (!testsInTurn(task.file, days).has(task)) skip(`has its turn on another day than ${day}`);
});
