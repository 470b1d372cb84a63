import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bothEngines } from '../engine/engines.js';
import { long } from '../shared.js';
import { keptJobs, resultOf } from './kept-results.js';

/** KOHORT_KEEP=1 writes the texts, as for test/algorithms/kept-outcomes.test.ts. */
const keeps = process.env.KOHORT_KEEP === '1';
const folder = resolve(import.meta.dirname, 'kept-results');
const engines = Object.values(await bothEngines());

describe('the whole result of a job, and what becomes of later rows, stay as they are', () => {
  it.each(Object.entries(keptJobs).map(([name, job], place) => [name, job, place] as const))(
    '%s',
    async (name, job, place) => {
      const path = resolve(folder, `${name.replaceAll(/[ ,]+/g, '-')}.txt`);
      // In the short run the engines take turns.
      for (const engine of long ? engines : [engines[place % 2]]) {
        const found = await resultOf(job, engine);
        if (keeps) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(path, `${found.join('\n')}\n`);
        } else expect(found, engine.name).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'));
      }
    },
  );
});
