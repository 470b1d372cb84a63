import { describe, expect, it } from 'vitest';
import { InfeasibleError, throwIfAborted } from '../../../src/base/errors.js';
import { readCsv, type CheckedJob } from '../../../src/index.js';
import { attackMembershipInSteps } from '../../../src/assess/attacks/membership-attack.js';
import { auditReleaseInSteps } from '../../../src/pipeline/audit-release.js';
import type { Steps } from '../../../src/base/steps.js';
import { withTerminal } from '../../../src/hosts/command/with-terminal.js';
import { long } from '../../shared.js';

/** The steps that some work takes. */
function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
}

const job = {
  attributes: { n: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: { name: 'mondrian', partitioning: 'relaxed' },
  output: { ranges: 'tight' },
} as const;

const tables = async (rows: number) => ({
  people: await readCsv(['n', ...Array.from({ length: rows }, (_, i) => i)].join('\n')),
  release: await readCsv(
    ['n', ...Array.from({ length: rows }, (_, i) => `[${Math.max(0, i - 3)}-${Math.min(rows - 1, i + 3)}]`)].join('\n'),
  ),
});

describe('commands that are no search', () => {
  it('end with TIME_LIMIT when their time is over', async () => {
    const work = withTerminal({ quiet: true, timeLimit: 0.001 }, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      throwIfAborted(signal);
    });
    await expect(work).rejects.toBeInstanceOf(InfeasibleError);
    await expect(work).rejects.toMatchObject({ code: 'TIME_LIMIT', exitCode: 1 });
  });

  it('yield more often the more they have to do: the membership attack and the audit', async () => {
    const [few, many] = [await tables(100), await tables(long ? 2000 : 600)];
    const plain = job as unknown as CheckedJob;
    const attack = ({ release, people }: typeof few): number =>
      countSteps(attackMembershipInSteps(release, people, plain, { budget: 0 }));
    expect(attack(many)).toBeGreaterThan(2 * attack(few));
    expect(countSteps(auditReleaseInSteps(few.release, plain, few.people))).toBeGreaterThan(5);
  });

  it('the membership attack ends with what it has once its time is over, and says so', async () => {
    const { release, people } = await tables(50);
    const steps = attackMembershipInSteps(release, people, job as unknown as CheckedJob, { isOver: () => true });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toMatchObject({ endedEarly: true, unknown: 50, undecided: 50, certain: 0 });
  });
});
