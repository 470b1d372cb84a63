import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, readForJob } from '../../src/index.js';

/** Numbers whose groups interleave: 1, 5 and 9 are one region, 2 and 7 another, 100 is not in the data. */
const rows = [1, 1, 5, 5, 9, 9, 2, 2, 7, 7, 7, 9].map((zip) => `${zip}`);
const levels = [['9'], ['1'], ['5'], ['7'], ['2'], ['100']].map(([zip], i) => [zip, i < 3 ? 'north' : 'south', '*']);

const run = async (algorithm: Job['algorithm'], k: number, engine: 'wasm' | 'js') => {
  const job: Job = {
    attributes: { zip: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'levels', rows: levels } } },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    output: { order: 'input' },
  };
  const { table, job: resolved } = await readForJob(`zip\n${rows.join('\n')}\n`, job);
  return anonymize(table, resolved, { engine });
};

describe.each(['wasm', 'js'] as const)('numbers that a hierarchy puts in another order (%s)', (engine) => {
  it('have the range of what a node holds as penalty', async () => {
    const { release, result } = await run('min-gen', 5, engine);
    expect(release.columns[0].texts.toSorted()).toEqual(['north', 'south']);
    expect(result.metrics.ncp).toBeCloseTo((7 * (8 / 99) + 5 * (98 / 99)) / 12, 12);
    expect(result.metrics.loss).toBeCloseTo((7 * 2 + 5 * 2) / 5 / 12, 12);
  });

  it('stand at the top of their hierarchy where they are suppressed', async () => {
    const job: Job = {
      attributes: { zip: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'levels', rows: levels } } },
      privacy: [{ model: 'maximum-risk', risk: 0.05 }],
      algorithm: 'greedy-hill-climbing',
      suppression: 'unlimited',
    };
    const { table, job: resolved } = await readForJob(`zip\n${rows.join('\n')}\n`, job);
    const { result } = await anonymize(table, resolved, { engine });
    expect(result.suppressed).toBe(12);
    expect(result.metrics).toMatchObject({ generalization: 12 * 2, precision: 0 });
  });

  it('are cut into ranges of numbers', async () => {
    const { release, result } = await run('k-optimize', 4, engine);
    expect(release.columns[0].texts).toEqual(['[1-5]', '[7-100]']);
    expect(result.metrics.discernibility).toBe(36 + 36);
    expect(result.metrics.loss).toBeCloseTo((6 * 2 + 6 * 2) / 5 / 12, 12);
    const algorithms: Job['algorithm'][] = [
      { name: 'mondrian', cuts: 'ranges' },
      'greedy-hill-climbing',
      'two-phase-hill-climbing',
      'simulated-annealing',
      { name: 'genetic', offspring: 200 },
    ];
    for (const algorithm of algorithms) {
      for (const k of [1, 2, 3, 6]) {
        const { release: other } = await run(algorithm, k, engine);
        for (const text of other.columns[0].texts) expect(text).toMatch(/^(\d+|\[\d+-\d+\]|\*)$/);
      }
    }
  });
});
