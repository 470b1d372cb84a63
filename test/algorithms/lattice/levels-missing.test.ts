import { describe, expect, it } from 'vitest';
import { algorithms } from '../../../src/algorithms/list.js';
import type { HierarchySpec, Job } from '../../../src/index.js';
import { anonymize, tableFromRows } from '../../../src/index.js';
import { warningLines } from '../../../src/report/warning-lines.js';

const table = tableFromRows(
  Array.from({ length: 60 }, (_, i) => ({
    age: 17 + ((i * 7) % 60),
    born: `19${40 + (i % 50)}-0${1 + (i % 9)}-11`,
    zip: `0${2100 + ((i * 37) % 60)}`,
    sex: 'fm'[i % 2],
    town: ['Arhus', 'Bergen', 'Cork', 'Derry'][i % 4],
    trade: ['cook', 'smith', 'nurse'][i % 3],
  })),
);

const pairsJob = (attributes: Job['attributes'], algorithm: Job['algorithm'] = 'optimal-lattice'): Job => ({
  attributes,
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm,
});

describe('attributes without levels', () => {
  it('get (value, *), and the warning proposes a hierarchy that fits the values and shows none of them', async () => {
    const names = ['age', 'born', 'zip', 'sex', 'town', 'trade'];
    const job = pairsJob(Object.fromEntries(names.map((name) => [name, { role: 'quasi-identifier' as const }])));
    const { warnings } = await anonymize(table, job);
    const missing = warnings.filter(({ code }) => code === 'LEVELS_MISSING');
    expect(missing.map(({ attribute }) => attribute)).toEqual(names);
    const proposed = missing.map(({ message }) => /"hierarchy": (\{.*\})/.exec(message)?.[1] ?? null);
    expect(proposed).toEqual([
      '{"type":"intervals","origin":0,"widths":[5,10,20]}',
      '{"type":"dates","levels":["year","decade"]}',
      '{"type":"mask"}',
      '{"type":"suppress"}',
      null,
      null,
    ]);
    const lines = warningLines(missing).map(({ text }) => text);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatch(/^columns "town", "trade": optimal-lattice needs levels, and none are given: .*"tree"/);
    for (const column of table.columns) {
      for (const text of column.texts.filter((each) => each.length > 3)) expect(lines.join(' ')).not.toContain(text);
    }

    // The job as proposed has no such warning, and loses less.
    const [age, born] = proposed.map((text) => JSON.parse(text ?? 'null') as HierarchySpec);
    const role = 'quasi-identifier' as const;
    const without = await anonymize(table, pairsJob({ age: { role }, born: { role } }));
    const again = await anonymize(table, pairsJob({ age: { role, hierarchy: age }, born: { role, hierarchy: born } }));
    expect(without.result.metrics.loss).toBe(1);
    expect(again.warnings.map(({ code }) => code)).not.toContain('LEVELS_MISSING');
    expect(Number(again.result.metrics.loss)).toBeLessThan(0.8);
  });

  it('warn in every algorithm that needs levels', async () => {
    const attributes: Job['attributes'] = {
      age: { role: 'quasi-identifier' },
      trade: { role: 'quasi-identifier', hierarchy: { type: 'order', values: ['cook', 'nurse', 'smith'] } },
    };
    const needing = algorithms.filter(({ needsLevels, name }) => needsLevels === true && name !== 'spalm');
    expect(needing.length).toBeGreaterThan(5);
    for (const { name } of needing) {
      const { warnings } = await anonymize(table, {
        ...pairsJob(attributes, name === 'mu-argus' ? { name, violations: 'release' } : name),
        suppression: 'unlimited',
      });
      const found = warnings.filter(({ code }) => code === 'LEVELS_MISSING').map(({ attribute }) => attribute);
      expect(found, name).toEqual(['age', 'trade']);
    }
  });
});
