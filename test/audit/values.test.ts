import { describe, expect, it } from 'vitest';
import { compareText, isMissing, joinValues, parseValue } from '../../src/audit/values.js';
import type { ColumnType } from '../../src/table/table.js';
import { columnOf } from './tables.js';

describe('the value of a text', () => {
  it.each<[string, ColumnType, number]>([
    ['1', 'integer', 1],
    ['-1.0', 'integer', -1],
    ['1.5', 'integer', NaN],
    ['9007199254740992', 'integer', 2 ** 53],
    ['9007199254740994', 'integer', NaN],
    ['1e3', 'number', 1000],
    ['.5', 'number', 0.5],
    ['5.', 'number', 5],
    ['+5', 'number', 5],
    ['-0', 'number', 0],
    ['', 'number', NaN],
    [' 1', 'number', NaN],
    ['0x10', 'number', NaN],
    ['1', 'string', NaN],
    ['1970-01-02', 'date', 1],
    ['1969-12-31', 'date', -1],
    ['0001-01-01', 'date', -719_162],
    ['2024-02-29', 'date', 19_782],
    ['2023-02-29', 'date', NaN],
    ['2024-13-01', 'date', NaN],
    ['2024-2-1', 'date', NaN],
    ['1970-01-01T00:00:01', 'datetime', 1000],
    ['1970-01-01', 'datetime', NaN],
    ['yesterday', 'datetime', NaN],
  ])('%s as %s is %d', (text, type, value) => {
    expect(parseValue(text, { type })).toBe(value);
  });

  it('is read by the format of the column, where it has one', () => {
    expect(parseValue('02.01.1970', { type: 'date', format: 'DD.MM.YYYY' })).toBe(1);
    expect(parseValue('1970-01-02', { type: 'date', format: 'DD.MM.YYYY' })).toBeNaN();
    expect(parseValue('1,5', { type: 'number', format: '0,0' })).not.toBe(15);
    expect(parseValue('1', { type: 'string', format: 'DD.MM.YYYY' })).toBeNaN();
  });
});

it('texts are compared by code point', () => {
  const texts = ['', 'a', 'ab', 'b', '\u{1F600}', '\uFFFD', '\uD7FF', '\uE000', '\u{10000}', 'a\u{1F600}', 'a\uFFFD'];
  const points = (text: string): number[] => Array.from(text, (point) => point.codePointAt(0)!);
  const byPoints = (a: string, b: string): number => {
    const [x, y] = [points(a), points(b)];
    const at = x.findIndex((point, i) => point !== y[i]);
    return at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at] - y[at];
  };
  for (const a of texts) {
    for (const b of texts) expect(Math.sign(compareText(a, b)), `${a} ${b}`).toBe(Math.sign(byPoints(a, b)));
  }
});

describe('values of two columns', () => {
  const missing = new Set(['', 'NA']);

  it('are equal by their texts, by their numbers where the first has some, and as missing cells', () => {
    const base = columnOf('x', ['1', '2.0', 'NA', '', '1.0'], 'number', ['NA', '']);
    const other = columnOf('x', ['2', '', '3', '1', 'x', '3.0']);
    const joined = joinValues(base, other, missing);
    expect(joined.texts).toEqual(['1', '2.0', 'NA', '3', 'x']);
    expect(joined).toMatchObject({ count: 5, missing: 2 });
    expect(Array.from(joined.ofBase)).toEqual([0, 1, 2, 2, 0]);
    expect(Array.from(joined.ofOther)).toEqual([1, 2, 3, 0, 4, 3]);
    expect(Array.from(joined.numbers!)).toEqual([1, 2, NaN, 3, NaN]);
  });

  it('are equal by their texts alone where the first has none', () => {
    const joined = joinValues(columnOf('x', ['1', '1.0']), columnOf('x', ['1.0', '1.00', '1'], 'number'), missing);
    expect(joined).toMatchObject({ count: 3, missing: -1, numbers: null, texts: ['1', '1.0', '1.00'] });
    expect(Array.from(joined.ofOther)).toEqual([1, 2, 0]);
    const column = columnOf('x', ['a', 'NA']);
    expect(joinValues(column, column, missing).ofOther).toEqual(Uint32Array.of(0, 1));
    expect([0, 1].map((code) => isMissing(column, code, missing))).toEqual([false, true]);
  });
});
