import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import { OriginalVectors } from '../../src/audit/original-vectors.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { countRows, tableOf } from './tables.js';

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

describe('the audit of a counted original', () => {
  it('finds what that of its rows finds, whether the release is one of it or not', () => {
    let problems = 0;
    for (let seed = 0; seed < casesOf(20_000, 80); seed++) {
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
      const counted = audit(table, spec, countRows(original));
      expect(counted.problems.length > 0, `seed ${seed}`).toBe(byRow.problems.length > 0);
      expect(counted.holds).toBe(byRow.holds);
      expect(counted.risk).toEqual(byRow.risk);
      expect(counted.risk.before).toBe(1 / Math.min(...countRows(original).weights!));
      if (byRow.problems.length > 0) problems++;
      const { klDivergence, ...metrics } = byRow.metrics;
      expect(counted.metrics).toMatchObject(metrics);
      if (klDivergence === null) expect(counted.metrics.klDivergence).toBeNull();
      else expect(counted.metrics.klDivergence).toBeCloseTo(klDivergence, 9);
    }
    expect(problems).toBeGreaterThan(15);
  });

  it('finds the same where the original has columns that are not released, and where labels overlap', () => {
    const overlapping = new Set<boolean>();
    for (let seed = 0; seed < casesOf(4000, 15); seed++) {
      const random = seededRandom(seed);
      const draw = (values: readonly string[]): string => values[random.below(values.length)];
      const rows = Array.from({ length: 3 + random.below(12) }, () => [
        draw(['a', 'b', 'c', 'd']),
        draw(['m', 'f']),
        draw(['a', 'b', 'c', 'd']),
        draw(['p', 'q', 'r']),
      ]);
      // Each row is recoded as it likes, so that classes may share leaves.
      const isLocal = random.below(2) === 0;
      const level = random.below(3);
      const label = (text: string): string => {
        const own = isLocal ? random.below(3) : level;
        return own === 0 ? text : own === 1 ? (text < 'c' ? 'ab' : 'cd') : '*';
      };
      const release = rows.map(([x, y, z]) => [label(x), y, label(z)]);
      const [header, names] = [
        ['x', 'y', 'z'],
        ['x', 'y', 'z', 'name'],
      ];
      const table = tableOf(header, release);
      const original = tableOf(names, rows);
      const byRow = audit(table, spec, original);
      const counted = audit(table, spec, countRows(original));
      const without = audit(table, spec, countRows(tableOf(header, rows.map((row) => row.slice(0, 3))))); // prettier-ignore
      for (const found of [counted, without]) {
        expect(found.problems, `seed ${seed}`).toEqual(byRow.problems);
        expect(found.metrics.klDivergence).toBeCloseTo(byRow.metrics.klDivergence!, 9);
        expect({ ...found.metrics, klDivergence: 0 }).toEqual({ ...byRow.metrics, klDivergence: 0 });
        expect([found.risk, found.originalSizes]).toEqual([byRow.risk, byRow.originalSizes]);
      }
      overlapping.add(release.some(([x]) => x === '*') && release.some(([x]) => x !== '*'));
    }
    expect(overlapping.size).toBe(2);
  });

  it('takes entries for vectors where they have the columns that are asked for, and no others', () => {
    const rows = [
      ['a', 'm'],
      ['a', 'm'],
      ['b', 'f'],
    ];
    const ask = (header: readonly string[], names: readonly string[], isCounted = true): boolean => {
      const table = tableOf(header, rows.map((row) => header.map((_, at) => row[at] ?? 'z'))); // prettier-ignore
      return new OriginalVectors(isCounted ? countRows(table) : table, names).areEntries;
    };
    expect(ask(['x', 'y'], ['x', 'y'])).toBe(true);
    expect(ask(['x', 'y'], ['y', 'x'])).toBe(true);
    expect(ask(['x', 'y'], ['x', 'y'], false)).toBe(false);
    expect(ask(['x', 'y'], ['x'])).toBe(false);
    expect(ask(['x', 'other'], ['x', 'y'])).toBe(false);
    expect(ask(['x', 'y', 'other'], ['x', 'y'])).toBe(false);
  });
});
