import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bothEngines } from '../engine/engines.js';
import { expectKept, hashLine, keeps } from '../kept.js';
import { long } from '../shared.js';
import { keptJobs, resultOf } from './kept-results.js';

/** Results by the names of jobs: the first one of an algorithm as a text, the others as hashes. KOHORT_KEEP=1 writes them. */
const path = resolve(import.meta.dirname, 'kept-results.txt');
const command = 'KOHORT_KEEP=1 npx vitest run test/pipeline/kept-results.test.ts';
const engines = Object.values(await bothEngines());
const jobs = Object.entries(keptJobs);

const kept = new Map<string, readonly string[]>();
for (const part of (existsSync(path) ? readFileSync(path, 'utf8') : '').split(/^== /m).slice(1)) {
  const [name, ...lines] = part.trimEnd().split('\n');
  kept.set(name, lines);
}

const algorithmOf = (name: string): string => {
  const { algorithm } = keptJobs[name];
  return typeof algorithm === 'object' ? algorithm.name : String(algorithm);
};
const isWhole = (name: string, place: number): boolean =>
  jobs.findIndex(([other]) => algorithmOf(other) === algorithmOf(name)) === place;

describe('the whole result of a job, and what becomes of later rows, stay as they are', () => {
  const found = new Map<string, readonly string[]>();

  it.each(jobs.map(([name, job], place) => [name, job, place] as const))('%s', async (name, job, place) => {
    // In the short run the engines take turns.
    for (const engine of long ? engines : [engines[place % 2]]) {
      const lines = await resultOf(job, engine);
      found.set(name, isWhole(name, place) ? lines : [hashLine(lines)]);
      if (!keeps) expectKept(lines, kept.get(name) ?? [], { name: `${name}, ${engine.name}`, command });
    }
  });

  it('no result is kept of a job that is gone', () => {
    if (!keeps) expect([...kept.keys()], command).toEqual(jobs.map(([name]) => name));
  });

  if (keeps) {
    afterAll(() => {
      const texts = jobs.map(([name]) => [name, ...(found.get(name) ?? kept.get(name) ?? [])]);
      writeFileSync(path, texts.map((lines) => `== ${lines.join('\n')}\n`).join(''));
    });
  }
});
