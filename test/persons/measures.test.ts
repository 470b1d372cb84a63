import { describe, expect, it } from 'vitest';
import { frequencyCounts, individualRisk, sudaContributions, sudaScores, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { textTable } from './attacked-release.js';

const COLUMNS = ['a', 'b', 'c'] as const;

type Row = Readonly<Record<'p' | 'a' | 'b' | 'c' | 's', string>>;

/** Persons of one to four rows; a cell may be missing. */
function drawRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const cell = (name: string): string => (random.below(8) === 0 ? '' : `${name}${random.below(3)}`);
  return Array.from(
    { length: 1 + random.below(5) },
    (_, person) =>
    Array.from({ length: 1 + random.below(4) }, () => ({ p: `p${person}`, a: cell('a'), b: cell('b'), c: cell('c'), s: cell('s') })), // prettier-ignore
  ).flat();
}

const personsOf = (rows: readonly Row[]): string[] => [...new Set(rows.map(({ p }) => p))];

const sets = Array.from({ length: 7 }, (_, i) => COLUMNS.filter((_, c) => (((i + 1) >> c) & 1) === 1));

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** The minimal sets of columns in which only the person of a row has its values. */
function minimalSets(rows: readonly Row[], row: Row): (typeof sets)[number][] {
  const isAlone = (set: readonly (typeof COLUMNS)[number][]): boolean =>
    personsOf(rows.filter((other) => set.every((name) => other[name] === row[name]))).length === 1;
  const alone = sets.filter(isAlone);
  return alone.filter((set) => !alone.some((other) => other.length < set.length && other.every((name) => set.includes(name)))); // prettier-ignore
}

describe('counts of re-identification risks by persons', () => {
  it.each(['value', 'wildcard'] as const)('equal sets of persons who match, missing cells as %s', (missing) => {
    for (let seed = 1; seed <= casesOf(1000, 60); seed++) {
      const rows = drawRows(seed);
      const weightOf = (p: string): number => 1 + Number(p[1]);
      const weights = rows.map(({ p }) => weightOf(p));
      const found = frequencyCounts(textTable(rows), { missing, weights, persons: ['p'], sensitive: 's' });
      const isAlike = (one: Row, other: Row): boolean =>
        COLUMNS.every((name) => one[name] === other[name] || (missing === 'wildcard' && [one[name], other[name]].includes(''))); // prettier-ignore
      const matching = rows.map((row) => rows.filter((other) => isAlike(row, other)));
      const counts = matching.map((some) => personsOf(some).length);
      expect([...found.sample], `seed ${seed}`).toEqual(counts);
      const sums = matching.map((some) => personsOf(some).reduce((sum, p) => sum + weightOf(p), 0));
      expect([...found.population]).toEqual(sums);
      expect([...found.distinct!]).toEqual(matching.map((some) => new Set(some.map(({ s }) => s)).size));
      const fewest = personsOf(rows).map((p) => Math.min(...counts.filter((_, i) => rows[i].p === p)));
      expect([found.unique, found.pairs]).toEqual([1, 2].map((k) => fewest.filter((count) => count === k).length));
      const risks = individualRisk(found.sample, found.population, 'sample');
      expect([...risks]).toEqual(counts.map((count) => 1 / count));
    }
  });

  it('are those of rows where each person has one row', () => {
    const rows = drawRows(4).map((row, i) => ({ ...row, p: `q${i}` }));
    const table = textTable(rows);
    const columns = [...COLUMNS];
    expect(frequencyCounts(table, { columns, persons: ['p'] })).toEqual(frequencyCounts(table, { columns }));
    expect(sudaScores(table, columns, { persons: ['p'] })).toEqual(sudaScores(table, columns));
    expect(sudaContributions(table, columns, { persons: ['p'] })).toEqual(sudaContributions(table, columns));
  });

  it('need a key in every row, and one weight a person', () => {
    const table = tableFromRows([{ p: 1, a: 'x' }, { p: 1, a: 'y' }, { p: '', a: 'y' }]); // prettier-ignore
    const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
    expect(() => frequencyCounts(table, { persons: ['p'] })).toThrow(refusal('PERSON_MISSING'));
    expect(() => sudaScores(table, ['a'], { persons: ['q'] })).toThrow(refusal('UNKNOWN_COLUMN'));
    const two = tableFromRows([{ p: 1, a: 'x' }, { p: 1, a: 'y' }]); // prettier-ignore
    expect(() => frequencyCounts(two, { persons: ['p'], weights: [1, 2] })).toThrow(refusal('WEIGHTS_RANGE'));
  });
});

describe('SUDA by persons', () => {
  it('finds the sets of values that only one person has', () => {
    for (let seed = 1; seed <= casesOf(1000, 60); seed++) {
      const rows = drawRows(seed);
      const table = textTable(rows);
      const columns = [...COLUMNS];
      const found = rows.map((row) => minimalSets(rows, row));
      const weightOf = (set: readonly string[]): number => factorial(3 - set.length);
      const scores = found.map((own) => own.reduce((sum, set) => sum + weightOf(set), 0));
      expect([...sudaScores(table, columns, { persons: ['p'] })], `seed ${seed}`).toEqual(scores);
      const uniques = new Map(
        found.flatMap((own, i) => own.map((set) => [set.map((name) => `${name}=${rows[i][name]}`).join(), { set, p: rows[i].p }] as const)), // prettier-ignore
      );
      const all = [...uniques.values()];
      const total = all.reduce((sum, { set }) => sum + weightOf(set), 0);
      const expected = columns.map((column) => {
        const own = all.filter(({ set }) => set.includes(column));
        const share = total === 0 ? 0 : own.reduce((sum, { set }) => sum + weightOf(set), 0) / total;
        return { column, share, uniques: own.length, rows: new Set(own.map(({ p }) => p)).size };
      });
      expect(sudaContributions(table, columns, { persons: ['p'] }), `seed ${seed}`).toEqual(expected);
    }
  });
});
