import { describe, expect, it } from 'vitest';
import type { HierarchyError } from '../../src/base/errors.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import { inNaturalOrder } from '../../src/hierarchy/natural-order.js';
import { compareCodePoints } from '../../src/hierarchy/sorted-codes.js';
import { columnOf } from './columns.js';

describe('a domain without hierarchy', () => {
  it('puts numbers in ascending order, the missing value last', () => {
    const { domain, warnings } = buildDomain(columnOf('n', 'number', ['10', null, '-2.5', '9']), undefined);
    expect(domain).toMatchObject({ size: 4, order: 'numeric', hierarchy: null, missingLeaf: 3 });
    expect(domain.labels).toEqual(['-2.5', '9', '10', '?']);
    expect(Array.from(domain.leafOf)).toEqual([2, 3, 0, 1]);
    expect(Array.from(domain.numbers ?? [])).toEqual([-2.5, 9, 10, NaN]);
    expect(warnings).toEqual([]);
  });

  it('says from a dozen values on that strings are in the order of code points', () => {
    const letters = [...'lkjihgfedcba'];
    expect(buildDomain(columnOf('s', 'string', letters), undefined).warnings.map(({ code }) => code)).toEqual([
      'ORDER_BY_CODE_POINT',
    ]);
    expect(buildDomain(columnOf('s', 'string', [...letters.slice(1), null]), undefined).warnings).toEqual([]);
  });

  it('puts strings in the order of code points', () => {
    const { domain } = buildDomain(columnOf('s', 'string', ['b', null, 'B', 'a']), undefined);
    expect(domain).toMatchObject({ order: 'sorted', numbers: null, missingLeaf: 3 });
    expect(domain.labels).toEqual(['B', 'a', 'b', '?']);
  });

  it('says nothing of the order of two values, a missing one beside them or not', () => {
    for (const values of [
      ['f', 'm'],
      ['m', null, 'f'],
    ]) {
      expect(buildDomain(columnOf('sex', 'string', values), undefined).warnings).toEqual([]);
    }
  });

  it('compares code points beyond the basic plane after U+FFFF', () => {
    expect(compareCodePoints('\uffee', '\u{1f600}')).toBeLessThan(0);
    expect(compareCodePoints('\u{1f600}', '\u{1f601}')).toBeLessThan(0);
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
    expect(compareCodePoints('a', 'a')).toBe(0);
  });
});

describe('a listed order', () => {
  const spec = (...values: string[]) => ({ type: 'order' as const, values });
  it('is the order of the leaves, seen or not, with the missing value last', () => {
    const { domain, warnings } = buildDomain(
      columnOf('s', 'string', ['high', null, 'low']),
      spec('low', 'mid', 'high'),
    );
    expect(domain).toMatchObject({ order: 'listed', size: 4, missingLeaf: 3, numbers: null });
    expect(domain.labels).toEqual(['low', 'mid', 'high', '?']);
    expect(Array.from(domain.leafOf)).toEqual([2, 3, 0]);
    expect(warnings).toEqual([]);
  });

  it('may place the missing value itself, and matches numbers by value', () => {
    const { domain } = buildDomain(columnOf('n', 'integer', [null, 7]), spec('?', '07'));
    expect(domain.labels).toEqual(['?', '7']);
    expect(domain.missingLeaf).toBe(0);
  });

  it('is refused when values are uncovered, twice or none', () => {
    const column = columnOf('s', 'string', ['x', 'y']);
    const code = (...values: string[]) => {
      try {
        buildDomain(column, spec(...values));
      } catch (error) {
        return (error as HierarchyError).code;
      }
      return 'none';
    };
    expect(code('x')).toBe('HIERARCHY_MISSING_VALUE');
    expect(code('x', 'y', 'x')).toBe('HIERARCHY_DUPLICATE_LEAF');
    expect(code()).toBe('HIERARCHY_EMPTY');
  });
});

describe('a domain with a hierarchy', () => {
  it('is numeric when numbers ascend along its leaves', () => {
    const { domain } = buildDomain(columnOf('age', 'integer', [30, null, 20]), {
      type: 'intervals',
      origin: 0,
      widths: [10],
    });
    expect(domain).toMatchObject({ order: 'numeric', size: 3, missingLeaf: 2 });
    expect(Array.from(domain.numbers ?? [])).toEqual([20, 30, NaN]);
    expect(Array.from(domain.leafOf)).toEqual([1, 2, 0]);
  });

  it('has the order of the hierarchy when they do not, or when the missing value stands among them', () => {
    const column = columnOf('n', 'integer', [1, 2, 3, null]);
    const crossed = [
      ['1', 'odd', '*'],
      ['2', 'even', '*'],
      ['3', 'odd', '*'],
    ];
    expect(buildDomain(column, { type: 'levels', rows: crossed }).domain).toMatchObject({
      order: 'hierarchy',
      numbers: null,
    });
    const missingAmong = [
      ['1', 'low', '*'],
      ['?', 'low', '*'],
      ['2', 'high', '*'],
      ['3', 'high', '*'],
    ];
    const { domain } = buildDomain(column, { type: 'levels', rows: missingAmong });
    expect(domain).toMatchObject({ order: 'hierarchy', missingLeaf: 1 });
  });

  it('keeps unseen leaves and knows their numbers', () => {
    const rows = ['3', '1', '2'].map((leaf) => [leaf, '*']);
    const { domain } = buildDomain(columnOf('n', 'integer', [3]), { type: 'levels', rows });
    expect(domain.labels).toEqual(['1', '2', '3']);
    expect(Array.from(domain.numbers ?? [])).toEqual([1, 2, 3]);
    expect(Array.from(domain.leafOf)).toEqual([2]);
  });

  it('is numeric with texts that no cell can hold, which stand behind the numbers, and the missing value last', () => {
    const rows = [
      ['1', 'low', '*'],
      ['?', 'none', '*'],
      ['unknown', 'none', '*'],
      ['3', 'high', '*'],
      ['2', 'low', '*'],
    ];
    const column = columnOf('n', 'integer', [3, null, 1]);
    const { domain } = buildDomain(column, { type: 'levels', rows });
    expect(domain).toMatchObject({ order: 'numeric', missingLeaf: 4 });
    expect(domain.labels).toEqual(['1', '2', '3', 'unknown', '?']);
    expect(Array.from(domain.numbers ?? [])).toEqual([1, 2, 3, NaN, NaN]);
    const among = buildDomain(column, {
      type: 'levels',
      rows: rows.map(([leaf], i) => [leaf, 'ab'[i % 2], '*']),
    }).domain;
    expect(among).toMatchObject({ order: 'hierarchy', numbers: null });
    const natural = inNaturalOrder(among);
    expect(natural).toMatchObject({ order: 'numeric', missingLeaf: 4 });
    expect(natural.labels).toEqual(domain.labels);
    expect(Array.from(natural.leafOf, (leaf) => natural.labels[leaf])).toEqual(column.texts);
  });

  it('has one leaf for the missing value: that of its text, else the first listed that reads as a missing cell', () => {
    const rows = ['a', 'NA', '', 'b'].map((leaf) => [leaf, '*']);
    const missing = ['', 'NA', '?'];
    const leafOf = (spelling: string): string => {
      const { domain } = buildDomain(columnOf('s', 'string', ['a', null], spelling), { type: 'levels', rows }, missing);
      expect(domain.size).toBe(4);
      return rows[domain.missingLeaf][0];
    };
    expect(['', 'NA', '?'].map(leafOf)).toEqual(['', 'NA', 'NA']);
    const order = { type: 'order' as const, values: ['b', 'NA', 'a'] };
    const { domain } = buildDomain(columnOf('s', 'string', ['a', null], ''), order, missing);
    expect(domain).toMatchObject({ size: 3, missingLeaf: 1 });
  });

  it('warns when a value of the data is the label that stands for all', () => {
    const { warnings } = buildDomain(columnOf('s', 'string', ['*', 'x']), { type: 'suppress' });
    expect(warnings.map(({ code }) => code)).toEqual(['LABEL_COLLIDES_WITH_DATA']);
  });
});
