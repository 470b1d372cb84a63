import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { SearchProgress } from '../../src/algorithms/algorithm.js';
import { findAlgorithm } from '../../src/algorithms/list.js';
import { algorithmNames } from '../registry.js';
import { bothEngines } from '../engine/engines.js';
import { expectKept, keeps } from '../kept.js';
import { long, longCases } from '../shared.js';
import { PHASES } from './option-settings.js';
import { outcomeOfNumber } from './random-problems.js';

/**
 * Tests that a job gives the same release in every version, on random tables with options, models and limits in any combination: a line each in
 * random-outcomes/. An intended change writes them with KOHORT_KEEP=1, as in kept-outcomes.test.ts; there the releases themselves can be read.
 */
const PROBLEMS = 60;
const IN_ONE_TEST = 5;
const engines = Object.values(await bothEngines());
const pathOf = (algorithm: string): string => resolve(import.meta.dirname, 'random-outcomes', `${algorithm}.txt`);

afterEach(() => vi.restoreAllMocks());

/** Between any two looks at the clock more time passes than a pause waits for; no other time does, and a pause takes none. */
function leap(): void {
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 25 * looks++);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => setImmediate(run)) as never);
}

const read = (algorithm: string): string[] =>
  existsSync(pathOf(algorithm)) ? readFileSync(pathOf(algorithm), 'utf8').trimEnd().split('\n') : [];

describe.each(algorithmNames)('%s', (algorithm) => {
  const kept = read(algorithm);
  const found: string[] = [];
  const command = `KOHORT_LONG=1 KOHORT_KEEP=1 npx vitest run test/algorithms/random-outcomes.test.ts -t '^${algorithm} '`;
  const expectOutcome = (outcome: string, at: number, name: string): void =>
    expectKept([outcome], [kept[at] ?? ''], { name: `line ${at + 1}, ${name}`, command });
  const starts = Array.from({ length: PROBLEMS / IN_ONE_TEST }, (_, i) => IN_ONE_TEST * i);

  it.each(longCases(starts, (start) => start < 5))('finds what it found, from problem %i on', async (start) => {
    for (let number = start; number < start + IN_ONE_TEST; number++) {
      // In the short run the engines take turns.
      for (const engine of long ? engines : [engines[number % 2]]) {
        found[number] = await outcomeOfNumber(algorithm, number, engine);
        if (!keeps) expectOutcome(found[number], number, engine.name);
      }
    }
  });

  it.each(longCases([0, 3, 4], (number) => number === 3))('finds the same where it pauses at every turn, reports shares, and can be ended at any pause, problem %i', async (number) => {
    leap();
    const [engine] = engines;
    let pauses = 0;
    const onProgress = ({ share }: SearchProgress): void => {
      pauses++;
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    };
    const outcome = await outcomeOfNumber(algorithm, number, engine, { onProgress });
    if (!keeps) expectOutcome(outcome, number, 'with pauses');
    // The last event may be the report of the end.
    for (const end of new Set([1, Math.ceil(pauses / 2)])) {
      if (end >= pauses) continue;
      const controller = new AbortController();
      let left = end;
      const aborting = (): void => void (--left === 0 && controller.abort());
      const run = outcomeOfNumber(algorithm, number, engine, { onProgress: aborting, signal: controller.signal });
      expect(await run).toMatch(/: AbortError ABORTED$/);
    }
  }); // prettier-ignore

  it('reports its own phases, and not at once that nearly all is done', async () => {
    leap();
    const phases = new Set<string>();
    let least = 1;
    for (const number of [0, 3, 4]) {
      const onProgress = ({ phase, share }: SearchProgress): void => {
        phases.add(phase);
        least = Math.min(least, share);
      };
      await outcomeOfNumber(algorithm, number, engines[0], { onProgress });
    }
    const about = 'phases of these problems: where draws have changed, look at another problem, too';
    expect([...phases].sort(), about).toEqual(PHASES[algorithm] ?? ['search']);
    expect(least).toBeLessThan(0.9);
  });

  const isAnytime = findAlgorithm(algorithm).anytime === true;
  it.runIf(isAnytime)('finds what it found where it is ended at a pause', async () => {
    let at = PROBLEMS;
    for (const number of [3, 4, 7, 8, 11]) {
      for (const pauses of [1, 2, 5, 15]) {
        if (!long && (number > 4 || pauses === 2)) {
          at++;
          continue;
        }
        leap();
        const controller = new AbortController();
        let left = pauses;
        const onProgress = (): void => void (--left === 0 && controller.abort());
        const outcome = await outcomeOfNumber(algorithm, number, engines[0], { onProgress, finish: controller.signal });
        found[at] = `${pauses} pauses, ${outcome}`;
        if (!keeps) expectOutcome(found[at], at, 'ended at a pause');
        at++;
      }
    }
  });

  if (keeps) {
    afterAll(() => {
      if (Object.keys(found).length < PROBLEMS) return;
      mkdirSync(resolve(pathOf(algorithm), '..'), { recursive: true });
      writeFileSync(pathOf(algorithm), `${found.join('\n')}\n`);
    });
  }
});
