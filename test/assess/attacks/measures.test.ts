import { expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { sudaContributions, sudaScores, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { uniqueness } from '../../../src/assess/attacks/uniqueness.js';
import { casesOf } from '../../shared.js';

/** Every set of columns as a bit mask, the empty one left out. */
const setsOf = (columns: number): number[] => Array.from({ length: 2 ** columns - 1 }, (_, i) => i + 1);
const membersOf = (set: number, columns: number): number[] =>
  Array.from({ length: columns }, (_, c) => c).filter((c) => (set >> c) & 1);
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

it('SUDA scores, their contributions by column and uniqueness equal the comparison of all rows in all sets of columns', async () => {
  const random = seededRandom(31);
  const engines = { js: await createEngine({ engine: 'js' }), wasm: await createEngine({ engine: 'wasm' }) };
  for (let trial = 0; trial < casesOf(2_000, 100); trial++) {
    const columns = 1 + random.below(4);
    const rows = Array.from({ length: 1 + random.below(12) }, () =>
      Array.from({ length: columns }, () => random.below(3)),
    );
    const names = Array.from({ length: columns }, (_, c) => `c${c}`);
    const table = tableFromRows(rows.map((row) => Object.fromEntries(row.map((cell, c) => [names[c], cell]))));
    const isUnique = (row: number, set: number): boolean =>
      rows.filter((other) => membersOf(set, columns).every((c) => other[c] === rows[row][c])).length === 1;
    const minimal = rows.map((_, row) =>
      setsOf(columns)
        .filter((set) => isUnique(row, set))
        .filter((set, __, all) => !all.some((within) => within !== set && (within & set) === within)),
    );
    const scoreOf = (sets: readonly number[]): number =>
      sets.reduce((sum, set) => sum + factorial(columns - membersOf(set, columns).length), 0);
    expect([...sudaScores(table, names)]).toEqual(minimal.map(scoreOf));
    const total = minimal.reduce((sum, sets) => sum + scoreOf(sets), 0);
    const contributions = names.map((column, c) => {
      const withIt = minimal.map((sets) => sets.filter((set) => membersOf(set, columns).includes(c)));
      return {
        column,
        share: total === 0 ? 0 : withIt.reduce((sum, sets) => sum + scoreOf(sets), 0) / total,
        uniques: withIt.flat().length,
        rows: withIt.filter(({ length }) => length > 0).length,
      };
    });
    expect(sudaContributions(table, names)).toEqual(contributions);
    for (const engine of Object.values(engines)) {
      const { sets, complete } = await uniqueness(table, engine, { size: columns, columns: names });
      expect(complete).toBe(true);
      expect(sets.length).toBe(2 ** columns - 1);
      for (const found of sets) {
        const set = found.columns.reduce((mask, name) => mask | (1 << names.indexOf(name)), 0);
        const keys = rows.map((row) => membersOf(set, columns).map((c) => row[c]).join()); // prettier-ignore
        expect(found.distinct).toBe(new Set(keys).size);
        expect(found.unique).toBe(rows.filter((_, row) => isUnique(row, set)).length);
      }
    }
  }
});

it('SUDA contributions of a small table, by hand', () => {
  // Row 1 is unique by b alone (2! of 3 columns), row 2 by a with c (1!); rows 3 and 4 by none with the others.
  const table = tableFromRows([
    { a: 1, b: 9, c: 1 },
    { a: 2, b: 1, c: 1 },
    { a: 1, b: 1, c: 1 },
    { a: 1, b: 1, c: 1 },
    { a: 2, b: 1, c: 2 },
    { a: 2, b: 1, c: 2 },
  ]);
  expect([...sudaScores(table)]).toEqual([2, 1, 0, 0, 0, 0]);
  expect(sudaContributions(table)).toEqual([
    { column: 'a', share: 1 / 3, uniques: 1, rows: 1 },
    { column: 'b', share: 2 / 3, uniques: 1, rows: 1 },
    { column: 'c', share: 1 / 3, uniques: 1, rows: 1 },
  ]);
});
