/** The order of the rows as they leave: every order of a small table equally often, whatever made the release. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, createEngine, csvChunks, readForJob } from '../../src/index.js';
import type { Engine, Job } from '../../src/index.js';
import { long, inTurn } from '../shared.js';

/** Four people with distinct values of a column that is released unchanged. */
const csv = 'age,mark,illness\n31,a,flu\n32,b,gout\n33,c,flu\n34,d,gout\n';
const jobOf = (algorithm: string): Job => ({
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    mark: { role: 'insensitive' },
    illness: { role: 'sensitive' },
  },
  privacy:
    algorithm === 'mondrian'
      ? [{ model: 'k-anonymity', k: 2 }]
      : [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' }],
  algorithm,
});

/** The marks in the order of a CSV file. */
const orderOf = (text: string): string => [...text.matchAll(/,([abcd])(?:,|$)/gm)].map(([, mark]) => mark).join('');

async function textOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

/** Counted releases are drawn from again and again, others are made each time. */
const rounds = { counted: long ? 2400 : 480, made: long ? 2400 : 144 };

/** Distance of the orders of many runs from 24 that are equally likely; 23 degrees of freedom pass 65 once in 200,000. */
async function distance(runs: number, order: (round: number) => Promise<string>): Promise<number> {
  const seen = new Map<string, number>();
  for (let round = 0; round < runs; round++) {
    const found = await order(round);
    expect([...found].sort().join('')).toBe('abcd');
    seen.set(found, (seen.get(found) ?? 0) + 1);
  }
  expect(seen.size).toBe(24);
  return [...seen.values()].reduce((sum, count) => sum + (count - runs / 24) ** 2 / (runs / 24), 0);
}

describe.each(inTurn(['wasm', 'js'] as const, 2))('the rows of a release of the engine %s', (name) => {
  const withEngine = async (work: (engine: Engine) => Promise<void>): Promise<void> => {
    const engine = await createEngine({ engine: name });
    try {
      await work(engine);
    } finally {
      engine.dispose();
    }
  };

  // In the short run the engines share the algorithms.
  const algorithms = ['mondrian', 'bucketization'].filter((_, i) => long || (i === 0) === (name === 'wasm'));
  // promise: order-random
  it.each(algorithms)('leave in every order equally often: %s', async (algorithm) => {
    await withEngine(async (engine) => {
      const { table, job } = await readForJob(csv, jobOf(algorithm));
      for (const isSeeded of long ? [true, false] : [true]) {
        const chi = await distance(rounds.made, async (round) => {
          const seed = isSeeded ? round : undefined;
          const { release } = await anonymize(table, job, { engine, seed });
          return orderOf(await textOf(csvChunks(release)));
        });
        expect(chi, isSeeded ? 'with seeds' : 'without a seed').toBeLessThan(65);
      }
    });
  });

  // promise: order-random
  it('leave in every order equally often where the table was counted', async () => {
    await withEngine(async (engine) => {
      const { table, job } = await readForJob(csv, jobOf('mondrian'), { counted: {} });
      const { release } = await anonymize(table, job, { engine, seed: 1 });
      for (const isSeeded of [true, false]) {
        const chi = await distance(rounds.counted, async (round) =>
          orderOf(await textOf(csvChunks(release, { random: isSeeded ? seededRandom(round) : undefined }))),
        );
        expect(chi, isSeeded ? 'with seeds' : 'without a seed').toBeLessThan(65);
      }
    });
  });
});
