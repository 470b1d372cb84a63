import { describe, expect, it } from 'vitest';
import { groupNames, nameColumns } from '../../src/base/name-columns.js';
import { seededRandom } from '../../src/base/random.js';

const run = (from: number, to: number, name: (i: number) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => name(from + i));
const F = run(1, 40, (i) => `F${i}`);

describe('names of columns in messages', () => {
  it('stand for groups of numbered columns', () => {
    expect(nameColumns([...F, 'income', 'region'])).toBe('F1 to F40 (40 columns), income, region');
    expect(nameColumns(['age', ...F, 'F41_b'], { quote: true })).toBe('"age", "F1" to "F40" (40 columns), "F41_b"');
    expect(nameColumns(run(8, 12, (i) => `q${String(i).padStart(2, '0')}_a`))).toBe('q08_a to q12_a (5 columns)');
    expect(nameColumns(['F1', 'F2', 'F3'])).toBe('F1, F2, F3');
    expect(nameColumns(['F1', 'F3', 'F5', 'F7'])).toBe('F1, F3, F5, F7');
    expect(nameColumns([])).toBe('');
    expect(nameColumns(run(1, 1093, (i) => `V${i}`))).toBe('V1 to V1093 (1,093 columns)');
  });

  it('count along one number of a name', () => {
    expect(groupNames(['F1_1', 'F1_2', 'F1_3', 'F1_4', 'F2_4', 'F3_4', 'F4_4', 'F5_4'])).toEqual([
      ['F1_1', 'F1_2', 'F1_3', 'F1_4'], ['F2_4', 'F3_4', 'F4_4', 'F5_4'],
    ]); // prettier-ignore
    expect(groupNames(['a1b1', 'a1b2', 'a2b2', 'a2b3'])).toHaveLength(4);
  });

  it('list a few and count the columns of the others', () => {
    const letters = 'abcdefghijklmnop'.split('');
    expect(nameColumns(letters, { most: 3 })).toBe('a, b, c and 13 more');
    expect(nameColumns([...letters.slice(0, 3), 'z'], { most: 3 })).toBe('a, b, c, z');
    expect(nameColumns(['a', 'b', ...F, 'c'], { most: 1 })).toBe('a and 42 more');
  });

  it('are in one group only with one label', () => {
    const label = (name: string): string => (F.indexOf(name) < 20 ? ' (drop)' : ' (identifier)');
    expect(nameColumns(F, { label })).toBe('F1 to F20 (20 columns) (drop), F21 to F40 (20 columns) (identifier)');
  });

  it('keep each name once and in its order', () => {
    const { below } = seededRandom(3);
    for (let i = 0; i < 2000; i++) {
      const names = Array.from(
        { length: below(30) },
        () => `${'ab'[below(2)]}${below(4)}${['', `_${below(3)}`][below(2)]}`,
      );
      expect(groupNames(names).flat()).toEqual(names);
      for (const group of groupNames(names)) expect(group.length === 1 || group.length >= 4).toBe(true);
    }
  });
});
