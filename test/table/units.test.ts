import { describe, expect, it } from 'vitest';
import { tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { holdersOf, isConstantWithin, numberUnits } from '../../src/table/units.js';

describe('persons of a table', () => {
  it('hold what their rows have, whether it is constant within them or not', () => {
    const random = seededRandom(3);
    let constant = 0;
    for (let round = 0; round < 200; round++) {
      const persons = 1 + random.below(6);
      const home = Array.from({ length: persons }, () => `z${random.below(3)}`);
      const isFixed = random.below(2) === 0;
      const rows = Array.from({ length: 1 + random.below(20) }, () => {
        const person = random.below(persons);
        return [`p${person}`, isFixed ? home[person] : `z${random.below(3)}`];
      });
      const table = tableFromRows(rows, { columns: ['person', 'zip'] });
      const zip = table.column('zip')!;
      const units = runToCompletion(numberUnits(table, [table.column('person')!]));
      const { start, units: members } = holdersOf(zip, units);
      const found = zip.texts.map((_, code) => Array.from(members.subarray(start[code], start[code + 1])).sort());
      const names = [...new Set(rows.map(([person]) => person))];
      const expected = zip.texts.map((text) =>
        [...new Set(rows.flatMap(([person, own]) => (own === text ? names.indexOf(person) : [])))].sort(),
      );
      expect(found).toEqual(expected);
      const isConstant = names.every((name) => new Set(rows.flatMap(([p, own]) => (p === name ? own : []))).size === 1);
      expect(isConstantWithin([zip], units)).toBe(isConstant);
      constant += Number(isConstant);
    }
    expect(constant).toBeGreaterThan(50);
    expect(constant).toBeLessThan(195);
  });

  it('are numbered once for the same columns, and again for others', () => {
    const table = tableFromRows([['a', 'x'], ['b', 'x'], ['a', 'y']], { columns: ['one', 'other'] }); // prettier-ignore
    const [one, other] = table.columns;
    const units = runToCompletion(numberUnits(table, [one]));
    expect(runToCompletion(numberUnits(table, [one]))).toBe(units);
    expect(Array.from(runToCompletion(numberUnits(table, [one, other])).of)).toEqual([0, 1, 2]);
    expect(Array.from(units.of)).toEqual([0, 1, 0]);
  });
});
