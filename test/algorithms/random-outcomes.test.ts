import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { algorithmNames } from '../registry.js';
import { bothEngines } from '../engine/engines.js';
import { long } from '../shared.js';
import { outcomeOfNumber } from './random-problems.js';

/**
 * The same job gives the same release in every version, on random tables with options, models and limits in any combination: a line each
 * in random-outcomes/. What changes one on purpose writes them anew with KOHORT_KEEP=1, as kept-outcomes.test.ts; there the releases
 * themselves can be read.
 */
const keeps = process.env.KOHORT_KEEP === '1';
const PROBLEMS = 60;
const IN_ONE_TEST = 5;
const engines = Object.values(await bothEngines());
const pathOf = (algorithm: string): string => resolve(import.meta.dirname, 'random-outcomes', `${algorithm}.txt`);

const read = (algorithm: string): string[] =>
  existsSync(pathOf(algorithm)) ? readFileSync(pathOf(algorithm), 'utf8').trimEnd().split('\n') : [];

// Dissociation takes lists, and no vectors.
describe.each(algorithmNames.filter((name) => name !== 'dissociation'))('%s', (algorithm) => {
  const kept = read(algorithm);
  const found: string[] = [];
  const starts = Array.from({ length: PROBLEMS / IN_ONE_TEST }, (_, i) => IN_ONE_TEST * i);

  it.each(starts)('finds what it found, from problem %i on', async (start) => {
    for (let number = start; number < start + IN_ONE_TEST; number++) {
      // In the short run the engines take turns.
      for (const engine of long ? engines : [engines[number % 2]]) {
        found[number] = await outcomeOfNumber(algorithm, number, engine);
        if (!keeps) expect(found[number], engine.name).toBe(kept[number]);
      }
    }
  });

  if (keeps) {
    afterAll(() => {
      mkdirSync(resolve(pathOf(algorithm), '..'), { recursive: true });
      writeFileSync(pathOf(algorithm), `${found.join('\n')}\n`);
    });
  }
});
