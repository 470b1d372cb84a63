import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Job, RunResult } from '../../../src/index.js';
import { cutAlgorithms, globalAlgorithms } from '../../registry.js';
import { runInside } from '../../hosts/command/run-cli.js';
import { drawPeople, planted, plantedColumns, rareTowns } from '../../release/planted-people.js';
import type { OddColumn, OddEngine } from './odd-tables.js';

/** Algorithms that recode a table in place: all that treat equal rows alike, but for `spalm`, which needs a public table. */
const algorithms = [...globalAlgorithms.filter((name) => name !== 'spalm'), 'mondrian'] as const;
/** Options that keep slow searches short. */
const quick: Readonly<Record<string, object>> = {
  genetic: { population: 20, offspring: 200 },
  'simulated-annealing': { steps: 200 },
};
const columns: readonly OddColumn[] = [
  { name: 'town', kind: 'text' },
  { name: 'income', kind: 'integer' },
  { name: 'weight', kind: 'decimal' },
  { name: 'born', kind: 'date' },
  { name: 'illness', kind: 'text' },
];
/** The decimals of a test's engine have two digits. */
const values = { ...planted, weight: '88.17' };

function jobFor(name: string, k: number, ranges?: 'tight'): Job {
  const known = { role: 'quasi-identifier' } as const;
  return {
    attributes: { town: known, income: known, weight: known, born: known, illness: { role: 'sensitive' } },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm: { name, ...quick[name] } as Job['algorithm'],
    suppression: { maxFraction: 0.2 },
    ...(ranges === undefined ? {} : { output: { ranges } }),
  };
}

/**
 * Tables of people in an SQL engine, with texts, numbers and dates that one person each has. Released by every algorithm that recodes in the engine,
 * everything at its default, they show none of them, nor a town of fewer than k people; with `ranges: "tight"` some releases do, and each is counted
 * in `exposure`.
 */
export async function expectNothingPlanted(engine: OddEngine, folder: string, rounds: number): Promise<void> {
  const jobFile = join(folder, 'planted.json');
  let seed = 0;
  let shown = 0;
  const release = async (from: string, to: string, job: Job) => {
    writeFileSync(jobFile, JSON.stringify(job));
    const twin = seed % 2 === 0 ? 'js' : 'wasm';
    const address = [engine.address(from), '--out', engine.address(to)];
    const done = await runInside(
      ['anonymize', ...address, '--job', jobFile, '--json', '--quiet', '--engine', twin, '--time-limit', '0.3'],
      folder,
    );
    expect([JSON.stringify(job.algorithm), seed, done.code, done.code === 0 ? '' : done.stderr]).toEqual([
      JSON.stringify(job.algorithm),
      seed,
      0,
      '',
    ]);
    const { exposure } = JSON.parse(done.stdout) as RunResult;
    const rows = (await engine.read(to)).map((row) => row.map((cell) => String(cell ?? '')));
    expect(rows.length).toBeGreaterThan(60);
    return { exposure, rows, said: done.stdout + done.stderr };
  };
  for (let round = 0; round < rounds; round++) {
    for (const name of algorithms) {
      seed++;
      const k = 3 + (seed % 3);
      const people = drawPeople(seed, 120, values).map((row) => [...row.slice(0, 4), row[5]]);
      await engine.make(`planted_${seed}`, { columns, rows: people });
      const kept = await release(`planted_${seed}`, `rounded_${seed}`, jobFor(name, k));
      const where = `${name}, seed ${seed}`;
      plantedColumns.forEach((column, c) => {
        expect(kept.exposure[column], where).toEqual({ texts: 0, rows: 0 });
        expect(
          kept.rows.filter((row) => row[c].includes(values[column])),
          where,
        ).toEqual([]);
      });
      expect(rareTowns(people, kept.rows.map(([town]) => town), k), where).toEqual([]); // prettier-ignore
      for (const text of [planted.town, planted.born]) expect(kept.said.includes(text), where).toBe(false);
      if (name !== 'mondrian' && !cutAlgorithms.some((each) => each === name)) continue;
      // This search, shown the papers' bounding boxes, finds the planted values.
      const tight = await release(`planted_${seed}`, `tight_${seed}`, jobFor(name, k, 'tight'));
      plantedColumns.forEach((column, c) => {
        if (!tight.rows.some((row) => row[c].includes(values[column]))) return;
        shown++;
        expect(tight.exposure[column].rows, where).toBeGreaterThan(0);
      });
    }
  }
  expect(shown).toBeGreaterThanOrEqual(rounds);
}
