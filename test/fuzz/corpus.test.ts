import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge } from './target.js';
import { targets } from './targets/index.js';
import { long } from '../shared.js';

const corpus = join(import.meta.dirname, 'corpus');

/** Inputs of a target that are run: `run` has many jobs, which test/pipeline/random-jobs.test.ts runs. */
const FIRST = long ? 20 : 6;

/** Every case that was found once, by what it showed. */
const cases = readdirSync(corpus).flatMap((name) =>
  readdirSync(join(corpus, name)).map((file) => ({ name, file, path: join(corpus, name, file) })),
);

describe('the kept inputs', () => {
  // promise: any-bytes-end
  it.each(cases)(
    'an input that was once a find ends in a result or a typed error: $name, $file',
    async ({ name, path }) => {
      const target = targets.find((each) => each.name === name);
      expect(await judge(target!, new Uint8Array(readFileSync(path)))).toMatchObject({ isFind: false });
    },
  );

  it('are small, and each belongs to a target', () => {
    expect(cases.length).toBeGreaterThan(0);
    const bytes = cases.reduce((sum, { path }) => sum + readFileSync(path).length, 0);
    expect(bytes).toBeLessThan(100_000);
    for (const { name } of cases) expect(targets.map((target) => target.name)).toContain(name);
  });
});

describe.each(targets)('the inputs that fuzzing of $name begins with', (target) => {
  it('end in a result or a typed error, of which one is a result', async () => {
    const outcomes: string[] = [];
    for (const input of (await target.seeds()).slice(0, FIRST)) {
      const verdict = await judge(target, input);
      expect(verdict, verdict.isFind ? `${verdict.signature}: ${verdict.message}` : '').toMatchObject({
        isFind: false,
      });
      if (!verdict.isFind) outcomes.push(verdict.outcome);
    }
    expect(outcomes.some((outcome) => !/^[A-Z_]+$/.test(outcome))).toBe(true);
  });
});
