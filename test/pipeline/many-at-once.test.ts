import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { algorithmNames } from '../registry.js';
import { casesOf, inTurn } from '../shared.js';
import { ENGINES } from '../engine/engines.js';
import { seededRandom } from '../../src/base/random.js';
import { runAborted, runAtOnce, runMixedJob, type Ending } from './soak-jobs.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
const mixed = casesOf(1000, 9);
const aborts = casesOf(100, 2);

/** Open resources of a process: timers, ports, threads and files. */
function heldOpen(): string {
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const resources = process.getActiveResourcesInfo().filter((name) => !['Timeout', 'Immediate'].includes(name));
  return JSON.stringify({ files, resources: resources.sort() });
}

describe(`${mixed} mixed jobs in one process`, () => {
  it('give at 50 at once what they give one after the other', async () => {
    const alone = await runAtOnce(range(mixed), 1, runMixedJob);
    expect(new Set(alone).size).toBeGreaterThan(mixed / 3);
    expect(await runAtOnce(range(mixed), 50, runMixedJob)).toEqual(alone);
  });
});

describe(`${aborts} aborts in each engine`, () => {
  it.each(algorithmNames)('of %s end in an AbortError or a release, and hold nothing open', async (name) => {
    const random = seededRandom(name.length);
    const before = [await runMixedJob(4), await runMixedJob(5)];
    const open = heldOpen();
    const endings: Ending[] = [];
    for (const engine of inTurn(ENGINES, 2)) {
      // The first before anything is done: it is ended whatever the machine does.
      endings.push(await runAborted(name, engine, { afterEvents: 0 }));
      for (let n = 1; n < aborts; n++) {
        const isTimed = n % 2 === 0;
        const abort = isTimed ? { afterMilliseconds: random.below(60) } : { afterEvents: random.below(30) };
        endings.push(await runAborted(name, engine, abort));
      }
    }
    expect(endings.filter((ending) => ending === 'refused')).toEqual([]);
    expect(endings).toContain('ended');
    await vi.waitFor(() => expect(heldOpen()).toBe(open), 30_000);
    expect([await runMixedJob(4), await runMixedJob(5)]).toEqual(before);
  });
});
