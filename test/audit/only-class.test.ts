import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import type { Column } from '../../src/table/table.js';
import { Table } from '../../src/table/table.js';
import { seededRandom } from '../../src/base/random.js';
import { long } from '../shared.js';
import { tableOf } from './tables.js';

const tree = { type: 'tree', tree: { '*': { ab: ['a', 'b'], cd: ['c', 'd'] } } } as const;

const spec: AuditSpec = {
  quasiIdentifiers: [
    { name: 'x', hierarchy: tree },
    { name: 'y', hierarchy: { type: 'suppress' } },
    { name: 'z', hierarchy: tree },
  ],
  classColumn: null,
  privacy: [{ model: 'k-anonymity', k: 1 }],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
};

/** Every distinct row once, with the number of its rows. */
function count(table: Table): Table {
  const entryOf = new Map<string, number>();
  const firstOf: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    const key = table.columns.map(({ codes }) => codes[row]).join();
    const entry = entryOf.get(key) ?? firstOf.push(row) - 1;
    entryOf.set(key, entry);
    weights[entry] = (weights[entry] ?? 0) + 1;
  }
  const columns = table.columns.map((column): Column => {
    const rowsPerCode = new Uint32Array(column.texts.length);
    for (const code of column.codes) rowsPerCode[code]++;
    return { ...column, codes: Uint32Array.from(firstOf, (row) => column.codes[row]), rowsPerCode };
  });
  return new Table(table.rows, columns, [], Uint32Array.from(weights));
}

describe('the audit of a counted original', () => {
  it('finds what that of its rows finds, whether the release is one of it or not', () => {
    let problems = 0;
    for (let seed = 0; seed < (long ? 20_000 : 500); seed++) {
      const random = seededRandom(seed);
      const draw = (values: readonly string[]): string => values[random.below(values.length)];
      const rows = Array.from({ length: 4 + random.below(16) }, () => [
        draw(['a', 'b', 'c', 'd']),
        draw(['m', 'f']),
        draw(['a', 'b', 'c', 'd']),
      ]);
      const levels = [random.below(3), random.below(2), random.below(3)];
      const label = (text: string, a: number): string =>
        levels[a] === 0 ? text : a !== 1 && levels[a] === 1 ? (text < 'c' ? 'ab' : 'cd') : '*';
      const recoded = rows.map((row) => row.map(label));
      const gone = draw(recoded.map((row) => row.join()));
      let release = random.below(2) === 0 ? recoded : recoded.filter((row) => row.join() !== gone);
      // A row of another class, of no class of the original, or one too few.
      const change = random.below(4);
      if (change === 1)
        release = release.map((row, i) => (i === 0 ? draw(release.map((r) => r.join())).split(',') : row));
      if (change === 2)
        release = release.map((row, i) =>
          i === 0 ? row.map((_, a) => label(draw(a === 1 ? ['m', 'f'] : ['a', 'b', 'c', 'd']), a)) : row,
        );
      if (change === 3) release = release.slice(1);
      if (release.length === 0) continue;
      const header = ['x', 'y', 'z'];
      const original = tableOf(header, rows);
      const table = tableOf(header, release);
      const byRow = audit(table, spec, original);
      const counted = audit(table, spec, count(original));
      expect(counted.problems.length > 0, `seed ${seed}`).toBe(byRow.problems.length > 0);
      expect(counted.holds).toBe(byRow.holds);
      expect(counted.risk).toEqual(byRow.risk);
      expect(counted.risk.before).toBe(1 / Math.min(...count(original).weights!));
      if (byRow.problems.length > 0) problems++;
      const { klDivergence, ...metrics } = byRow.metrics;
      expect(counted.metrics).toMatchObject(metrics);
      if (klDivergence === null) expect(counted.metrics.klDivergence).toBeNull();
      else expect(counted.metrics.klDivergence).toBeCloseTo(klDivergence, 9);
    }
    expect(problems).toBeGreaterThan(50);
  });
});
