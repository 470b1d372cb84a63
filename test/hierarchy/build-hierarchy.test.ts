import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HierarchyError, InvalidArgumentError } from '../../src/base/errors.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import type { Hierarchy } from '../../src/hierarchy/hierarchy.js';
import { parseLevelsText } from '../../src/hierarchy/parse-levels.js';
import type { HierarchySpec, HierarchyTree } from '../../src/job/job.js';
import type { Column } from '../../src/table/table.js';
import { casesOf, sharedFolder, sharedPath } from '../shared.js';
import { columnOf, splitCells } from './columns.js';

/** The path of every leaf, as rows of a hierarchy file. */
function pathsOf({ levels }: Hierarchy): string[][] {
  return levels[0].labels.map((_, leaf) => levels.map(({ labels, nodeOf }) => labels[nodeOf[leaf]]));
}

function expectSound(hierarchy: Hierarchy): void {
  const leaves = hierarchy.levels[0].labels.length;
  const sound = hierarchy.levels.every(({ labels, nodeOf, first }) => {
    const rebuilt: number[] = [];
    for (let node = 0; node < labels.length; node++) {
      if (first[node] >= first[node + 1]) return false;
      for (let leaf = first[node]; leaf < first[node + 1]; leaf++) rebuilt.push(node);
    }
    return (
      new Set(labels).size === labels.length &&
      first.length === labels.length + 1 &&
      first[0] === 0 &&
      first[labels.length] === leaves &&
      rebuilt.join() === nodeOf.join()
    );
  });
  expect([sound, hierarchy.levels.length]).toEqual([true, hierarchy.height + 1]);
}

function failure(spec: HierarchySpec, column: Column): HierarchyError {
  try {
    buildHierarchy(spec, column);
  } catch (error) {
    expect(error).toBeInstanceOf(HierarchyError);
    return error as HierarchyError;
  }
  throw new Error('no error');
}

const levels = (rows: string[][]): HierarchySpec => ({ type: 'levels', rows });
const strings = (...cells: (string | null)[]) => columnOf('a', 'string', cells);

describe('a hierarchy of levels', () => {
  it('keeps leaves that the data does not have and numbers them depth first', () => {
    const hierarchy = buildHierarchy(
      levels([
        ['x', 'A', '*'],
        ['y', 'B', '*'],
        ['z', 'A', '*'],
      ]),
      strings('y', 'x'),
    );
    expectSound(hierarchy);
    expect(pathsOf(hierarchy)).toEqual([
      ['x', 'A', '*'],
      ['z', 'A', '*'],
      ['y', 'B', '*'],
    ]);
  });

  it('matches numbers by value, spells them as the column does and puts them in ascending order', () => {
    const hierarchy = buildHierarchy(
      levels([
        ['30', 'old', '*'],
        ['05', 'young', '*'],
        ['1e1', 'young', '*'],
        ['40', 'old', '*'],
      ]),
      columnOf('age', 'integer', ['10', '5', '30']),
    );
    expect(pathsOf(hierarchy).map(([leaf]) => leaf)).toEqual(['5', '10', '30', '40']);
  });

  it('stays depth first where numbers cannot ascend', () => {
    const hierarchy = buildHierarchy(
      levels([
        ['3', 'odd', '*'],
        ['2', 'even', '*'],
        ['1', 'odd', '*'],
      ]),
      columnOf('n', 'integer', [1, 2, 3]),
    );
    expectSound(hierarchy);
    expect(pathsOf(hierarchy).map(([leaf]) => leaf)).toEqual(['3', '1', '2']);
  });

  it('gives an uncovered missing value a leaf of its own that joins the root', () => {
    const hierarchy = buildHierarchy(
      levels([
        ['x', 'A', 'AB', 'any'],
        ['y', 'B', 'AB', 'any'],
      ]),
      strings('x', null),
    );
    expectSound(hierarchy);
    expect(pathsOf(hierarchy)[2]).toEqual(['?', '?', '?', 'any']);
  });

  it.each(['', '*', '?', 'any'])(
    'lets no spelling of missing cells (%j) decide where an uncovered one stands',
    (spelling) => {
      const column = columnOf('s', 'string', ['x', 'y', null], spelling);
      const texts = new Set(['', '*', '?', 'any']);
      const onTwo = [
        ['x', 'X', '*', 'any', 'any'],
        ['y', 'Y', '*', 'any', 'any'],
      ];
      const { levels: built } = buildHierarchy(levels(onTwo), column, texts);
      expect(built.map(({ nodeOf }) => nodeOf.join())).toEqual(['0,1,2', '0,1,2', '0,0,0', '0,0,0', '0,0,0']);
      expect(built.slice(2).map((level) => level.labels)).toEqual([['*'], ['any'], ['any']]);
    },
  );

  it('refuses a label of other leaves that is the text of an uncovered missing value', () => {
    const rows = [
      ['x', '?', '*'],
      ['y', 'Y', '*'],
    ];
    expect(() => buildHierarchy(levels(rows), strings('x', 'y', null))).toThrow(/names a value outside of it/);
  });

  it('takes a leaf spelled like the missing value as its leaf', () => {
    const rows = [
      ['?', 'B', '*'],
      ['7', 'A', '*'],
    ];
    expect(pathsOf(buildHierarchy(levels(rows), columnOf('n', 'integer', [null, 7])))).toEqual([
      ['7', 'A', '*'],
      ['?', 'B', '*'],
    ]);
  });

  it('may consist of leaves alone, without a root', () => {
    const hierarchy = buildHierarchy(levels([['x'], ['y']]), strings('x', null));
    expect(hierarchy.height).toBe(0);
    expect(hierarchy.levels[0].labels).toEqual(['x', 'y', '?']);
  });

  it('keeps levels that are identical to the level below', () => {
    expect(buildHierarchy(levels([['x', 'x', '*', '*']]), strings('x')).height).toBe(3);
  });

  it('lets a label name a node and its own ancestor', () => {
    expect(
      buildHierarchy(
        levels([
          ['x', 'x', '*'],
          ['y', 'x', '*'],
        ]),
        strings('x'),
      ).height,
    ).toBe(2);
  });

  it('takes labels that are named like members of objects', () => {
    const rows = [
      ['__proto__', 'constructor', '*'],
      ['toString', 'constructor', '*'],
    ];
    expect(pathsOf(buildHierarchy(levels(rows), strings('__proto__', 'toString')))).toEqual(rows);
  });

  it('needs the rows of its file', () => {
    expect(() => buildHierarchy({ type: 'levels', file: 'a.csv' }, strings('x'))).toThrow(InvalidArgumentError);
  });
});

describe('a malformed hierarchy is refused', () => {
  it('when values of the data are uncovered, counting them and naming the first row, not the value', () => {
    const error = failure(levels([['x', '*']]), strings('x', null, 'secret', 'hidden', 'secret'));
    expect(error.code).toBe('HIERARCHY_MISSING_VALUE');
    expect(error.uncovered).toBe(2);
    expect(error.message).toContain('"a"');
    expect(error.message).toContain('row 3');
    expect(error.message).not.toMatch(/secret|hidden/);
  });

  it('when it is empty', () => {
    expect(failure(levels([]), strings('x')).code).toBe('HIERARCHY_EMPTY');
    expect(failure(levels([[]]), strings('x')).code).toBe('HIERARCHY_EMPTY');
  });

  it('when rows are of unequal length, with the row', () => {
    const error = failure(
      levels([
        ['x', '*'],
        ['y', 'A', '*'],
      ]),
      strings('x'),
    );
    expect(error.code).toBe('HIERARCHY_RAGGED');
    expect(error.message).toContain('row 2');
  });

  it('when a leaf has two paths, but not when it has one path twice', () => {
    expect(
      failure(
        levels([
          ['x', 'A', '*'],
          ['x', 'B', '*'],
        ]),
        strings('x'),
      ).code,
    ).toBe('HIERARCHY_DUPLICATE_LEAF');
    expect(
      failure(
        levels([
          ['1', 'A', '*'],
          ['01', 'B', '*'],
        ]),
        columnOf('n', 'integer', [1]),
      ).code,
    ).toBe('HIERARCHY_DUPLICATE_LEAF');
    expect(
      buildHierarchy(
        levels([
          ['x', 'A', '*'],
          ['x', 'A', '*'],
        ]),
        strings('x'),
      ).levels[0].labels,
    ).toEqual(['x']);
  });

  it('when a label generalizes to two', () => {
    const error = failure(
      levels([
        ['66', '70-80', '30-69', '*'],
        ['70', '70-80', '70+', '*'],
      ]),
      columnOf('age', 'integer', [66]),
    );
    expect([error.code, error.level]).toEqual(['HIERARCHY_NOT_MONOTONE', 1]);
  });

  it('when a label also names a value of another branch', () => {
    const rows = [
      ['Other', 'A', '*'],
      ['x', 'Other', '*'],
    ];
    expect(failure(levels(rows), strings('x')).code).toBe('HIERARCHY_AMBIGUOUS_LABEL');
    const tree: HierarchyTree = { '*': { A: { Other: ['x'] }, B: { Other: ['y'] } } };
    expect(failure({ type: 'tree', tree }, strings('x')).code).toBe('HIERARCHY_AMBIGUOUS_LABEL');
  });

  it('when it has several roots', () => {
    expect(
      failure(
        levels([
          ['x', 'A'],
          ['y', 'B'],
        ]),
        strings('x'),
      ).code,
    ).toBe('HIERARCHY_NO_SINGLE_ROOT');
    expect(failure({ type: 'tree', tree: { A: ['x'], B: ['y'] } }, strings('x')).code).toBe('HIERARCHY_NO_SINGLE_ROOT');
  });

  it('when it is 10,000 levels deep, without a stack overflow', () => {
    const path = Array.from({ length: 10_000 }, (_, i) => `n${i}`);
    expect(failure(levels([path]), strings('n0')).code).toBe('HIERARCHY_TOO_DEEP');
    let tree: HierarchyTree = { leafParent: ['x'] };
    for (let i = 0; i < 10_000; i++) tree = { [`n${i}`]: tree };
    expect(failure({ type: 'tree', tree }, strings('x')).code).toBe('HIERARCHY_TOO_DEEP');
    expect(buildHierarchy(levels([path.slice(0, 64)]), strings('n0')).height).toBe(63);
  });
});

describe('a tree', () => {
  it('lets a leaf that lies higher repeat its label up to the level below its parent', () => {
    const tree: HierarchyTree = { any: { Alone: { Left: ['Widowed', 'Divorced'] }, Never: ['Never-married'] } };
    const hierarchy = buildHierarchy({ type: 'tree', tree }, strings('Widowed', 'Never-married'));
    expectSound(hierarchy);
    expect(pathsOf(hierarchy)).toEqual([
      ['Widowed', 'Left', 'Alone', 'any'],
      ['Divorced', 'Left', 'Alone', 'any'],
      ['Never-married', 'Never-married', 'Never', 'any'],
    ]);
  });

  it('reads nodes named like members of objects from JSON', () => {
    const tree = JSON.parse('{"*":{"__proto__":["x"],"constructor":["y"]}}') as HierarchyTree;
    expect(pathsOf(buildHierarchy({ type: 'tree', tree }, strings('x', 'y')))).toEqual([
      ['x', '__proto__', '*'],
      ['y', 'constructor', '*'],
    ]);
  });

  it('is refused with a node that has no leaf', () => {
    expect(failure({ type: 'tree', tree: { '*': { A: ['x'], B: [] } } }, strings('x')).code).toBe('HIERARCHY_EMPTY');
    expect(failure({ type: 'tree', tree: {} }, strings('x')).code).toBe('HIERARCHY_EMPTY');
  });
});

describe('suppression', () => {
  it('has the distinct values of the column, sorted by code point, under *', () => {
    expect(pathsOf(buildHierarchy({ type: 'suppress' }, strings('b', 'a', null, 'é')))).toEqual([
      ['a', '*'],
      ['b', '*'],
      ['é', '*'],
      ['?', '*'],
    ]);
  });
});

describe('intervals', () => {
  it('group ages by 5, 10 and 20 years from 16 as the Samarati report does', () => {
    const ages = Array.from({ length: 75 }, (_, i) => 90 - i);
    const hierarchy = buildHierarchy(
      { type: 'intervals', origin: 16, widths: [5, 10, 20] },
      columnOf('age', 'integer', ages),
    );
    expectSound(hierarchy);
    const expected = (width: number) =>
      Array.from({ length: Math.ceil(75 / width) }, (_, i) => `[${16 + i * width}-${15 + (i + 1) * width}]`);
    expect(hierarchy.levels.map(({ labels }) => labels).slice(1)).toEqual([
      expected(5),
      expected(10),
      expected(20),
      ['*'],
    ]);
    expect(hierarchy.levels[0].labels[0]).toBe('16');
  });

  it('start at 0 by default, reach below a given origin, and leave the missing value out', () => {
    const column = columnOf('n', 'integer', [13, 3, null]);
    expect(pathsOf(buildHierarchy({ type: 'intervals', widths: [10] }, column))).toEqual([
      ['3', '[0-9]', '*'],
      ['13', '[10-19]', '*'],
      ['?', '?', '*'],
    ]);
    expect(pathsOf(buildHierarchy({ type: 'intervals', origin: 5, widths: [10] }, column))[0]).toEqual([
      '3',
      '[-5-4]',
      '*',
    ]);
  });

  it('are half open for numbers and computed in decimal', () => {
    const column = columnOf('x', 'number', ['0.3', '0.29', '0.7', '1.25']);
    expect(pathsOf(buildHierarchy({ type: 'intervals', origin: 0, widths: [0.1, 0.5] }, column))).toEqual([
      ['0.29', '[0.2, 0.3)', '[0, 0.5)', '*'],
      ['0.3', '[0.3, 0.4)', '[0, 0.5)', '*'],
      ['0.7', '[0.7, 0.8)', '[0.5, 1)', '*'],
      ['1.25', '[1.2, 1.3)', '[1, 1.5)', '*'],
    ]);
  });

  it('hold every value within its bounds and nest, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 2, max: 4 }), { maxLength: 3 }),
        fc.integer({ min: 0, max: 4 }),
        (values, origin, width, factors, places) => {
          const unit = 10 ** places;
          const widths = [width];
          for (const factor of factors) widths.push(widths[widths.length - 1] * factor);
          const column = columnOf(
            'x',
            'number',
            values.map((value) => String(value / unit)),
          );
          const hierarchy = buildHierarchy(
            { type: 'intervals', origin: origin / unit, widths: widths.map((w) => w / unit) },
            column,
          );
          expectSound(hierarchy);
          for (const [leaf, ...path] of pathsOf(hierarchy)) {
            for (const label of path.slice(0, -1)) {
              const [low, high] = label.slice(1, -1).split(', ').map(Number);
              if (!(low <= Number(leaf) && Number(leaf) < high)) throw new Error(`${leaf} is not in ${label}`);
            }
          }
        },
      ),
      { seed: 11, numRuns: casesOf(20_000, 80) },
    );
  });

  it('are refused with bounds that are not finite, positive, ascending multiples', () => {
    const column = columnOf('n', 'integer', [1]);
    const bad: [number | undefined, number[]][] = [
      [NaN, [5]],
      [Infinity, [5]],
      [0, [NaN]],
      [0, [Infinity]],
      [0, [0]],
      [0, [-5]],
      [0, []],
      [0, [5, 5]],
      [0, [10, 5]],
      [0, [5, 12]],
      [0, [2.5]],
      [0.5, [1]],
    ];
    for (const [origin, widths] of bad) {
      expect(failure({ type: 'intervals', origin, widths }, column).code).toBe('INTERVAL_RANGE');
    }
    expect(failure({ type: 'intervals', widths: [1e-30] }, columnOf('x', 'number', [1])).code).toBe('INTERVAL_RANGE');
    expect(failure({ type: 'intervals', origin: 0, widths: [1e-15] }, columnOf('x', 'number', [1e9])).code).toBe(
      'INTERVAL_RANGE',
    );
    expect(failure({ type: 'intervals', widths: [5] }, strings('x')).code).toBe('HIERARCHY_TYPE');
  });
});

describe('a mask', () => {
  it('hides one character more a level, from the right or from the left', () => {
    const column = strings('1234', '1299');
    expect(pathsOf(buildHierarchy({ type: 'mask' }, column))).toEqual([
      ['1234', '123*', '12**', '1***', '****'],
      ['1299', '129*', '12**', '1***', '****'],
    ]);
    expect(pathsOf(buildHierarchy({ type: 'mask', keep: 'right' }, column))[0]).toEqual([
      '1234',
      '*234',
      '**34',
      '***4',
      '****',
    ]);
  });

  it('hides the same places of values of unequal length', () => {
    const column = strings('12', '1234', '5', null);
    expect(pathsOf(buildHierarchy({ type: 'mask' }, column))).toEqual([
      ['12', '12*', '12**', '1***', '*'],
      ['1234', '123*', '12**', '1***', '*'],
      ['5', '5*', '5**', '5***', '*'],
      ['?', '?', '?', '?', '*'],
    ]);
    const right = pathsOf(buildHierarchy({ type: 'mask', keep: 'right' }, strings('34', '1234')));
    expect(right).toEqual([
      ['1234', '*234', '**34', '***4', '*'],
      ['34', '*34', '**34', '***4', '*'],
    ]);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(pathsOf(buildHierarchy({ type: 'mask' }, strings('a😀')))).toEqual([['a😀', 'a*', '**']]);
  });

  it('is sound for random values', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.uniqueArray(value, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('left', 'right'),
        (values, keep) => {
          const hierarchy = buildHierarchy({ type: 'mask', keep: keep as 'left' | 'right' }, strings(...values));
          expectSound(hierarchy);
          const longest = Math.max(...values.map((text) => text.length));
          expect(hierarchy.height).toBe(longest);
          for (const [leaf, ...path] of pathsOf(hierarchy)) {
            const pad = ' '.repeat(longest - leaf.length);
            path.slice(0, -1).forEach((label, i) => {
              const kept = keep === 'left' ? (leaf + pad).slice(0, longest - i - 1) : (pad + leaf).slice(i + 1);
              expect(label.replaceAll('*', '')).toBe(kept.trim());
            });
          }
        },
      ),
      { seed: 12, numRuns: casesOf(20_000, 80) },
    );
  });

  it('is refused for values longer than 63 characters', () => {
    expect(failure({ type: 'mask' }, strings('x'.repeat(64))).code).toBe('HIERARCHY_TOO_DEEP');
    expect(buildHierarchy({ type: 'mask' }, strings('x'.repeat(63))).height).toBe(63);
  });
});

describe('dates', () => {
  const days = columnOf('born', 'date', ['2024-05-17', '1999-12-31', '2000-01-01', null]);

  it('group into months, quarters, years, decades and centuries', () => {
    const hierarchy = buildHierarchy(
      { type: 'dates', levels: ['month', 'quarter', 'year', 'decade', 'century'] },
      days,
    );
    expectSound(hierarchy);
    expect(pathsOf(hierarchy)).toEqual([
      ['1999-12-31', '1999-12', '1999-Q4', '1999', '1990s', '1900-1999', '*'],
      ['2000-01-01', '2000-01', '2000-Q1', '2000', '2000s', '2000-2099', '*'],
      ['2024-05-17', '2024-05', '2024-Q2', '2024', '2020s', '2000-2099', '*'],
      ['?', '?', '?', '?', '?', '?', '*'],
    ]);
  });

  it('group into weeks of ISO 8601, which are the last level', () => {
    const weeks: readonly (readonly [string, string])[] = [
      ['1899-12-31', '1899-W52'],
      ['1967-02-09', '1967-W06'],
      ['1969-12-28', '1969-W52'],
      ['1969-12-29', '1970-W01'],
      ['1970-01-01', '1970-W01'],
      ['2005-01-01', '2004-W53'],
      ['2008-12-29', '2009-W01'],
      ['2021-01-03', '2020-W53'],
      ['2021-01-04', '2021-W01'],
      ['2024-12-30', '2025-W01'],
    ];
    const column = columnOf('born', 'date', [...weeks.map(([day]) => day), null]);
    const hierarchy = buildHierarchy({ type: 'dates', levels: ['week'] }, column);
    expectSound(hierarchy);
    expect(pathsOf(hierarchy).slice(0, -1)).toEqual(weeks.map(([day, week]) => [day, week, '*']));
    for (const levels of [
      ['week', 'month'],
      ['week', 'year'],
      ['week', 'decade'],
    ]) {
      const { code, message } = failure({ type: 'dates', levels } as never, column);
      expect([code, message]).toEqual(['DATE_LEVELS', expect.stringContaining('do not nest in months')]);
    }
    expect(failure({ type: 'dates', levels: ['day', 'week'] }, column).code).toBe('DATE_LEVELS');
  });

  it('need levels that grow coarser, and a column of dates', () => {
    expect(failure({ type: 'dates', levels: ['year', 'month'] }, days).code).toBe('DATE_LEVELS');
    expect(failure({ type: 'dates', levels: ['year', 'year'] }, days).code).toBe('DATE_LEVELS');
    expect(failure({ type: 'dates', levels: [] }, days).code).toBe('DATE_LEVELS');
    expect(failure({ type: 'dates', levels: ['year'] }, strings('x')).code).toBe('HIERARCHY_TYPE');
  });
});

describe('columns that hold nothing but the missing value', () => {
  it('have one leaf in every kind of hierarchy', () => {
    for (const [type, spec] of [
      ['string', { type: 'suppress' }],
      ['string', { type: 'mask' }],
      ['integer', { type: 'intervals', widths: [5] }],
      ['date', { type: 'dates', levels: ['year'] }],
      ['string', { type: 'levels', rows: [['x', '*']] }],
    ] as const) {
      const hierarchy = buildHierarchy(spec, columnOf('a', type, [null]));
      expectSound(hierarchy);
      expect(hierarchy.levels[0].labels).toContain('?');
    }
  });
});

it('a kind that does not exist is refused by its name', () => {
  const made = () => buildHierarchy({ type: 'masks' } as unknown as HierarchySpec, columnOf('a', 'string', ['x']));
  expect(made).toThrow(expect.objectContaining({ code: 'UNKNOWN_VALUE', received: '"masks"' }));
});

describe('random trees over numbers', () => {
  it('are rebuilt leaf for leaf, and ascend exactly when some depth-first order does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
        fc.boolean(),
        (values, widths, scramble) => {
          // Nested groups of the value, or of a scrambled value, for which no order need ascend.
          const sorted = [...widths].sort((a, b) => a - b);
          const group = (value: number, level: number): string => {
            let x = scramble ? (value * 37) % 61 : value;
            for (let i = 0; i <= level; i++) x = Math.floor(x / (sorted[i] + 1));
            return `g${level}/${x}`;
          };
          const rows = values.map((value) => [String(value), ...sorted.map((_, i) => group(value, i)), '*']);
          const hierarchy = buildHierarchy(levels(rows), columnOf('n', 'integer', values));
          expectSound(hierarchy);
          const paths = pathsOf(hierarchy);
          expect([...paths].sort()).toEqual([...rows].sort());
          const ascending = [...rows].sort((a, b) => Number(a[0]) - Number(b[0]));
          const contiguous = ascending[0].every((_, level) => {
            const runs = ascending.filter((row, i) => i === 0 || row[level] !== ascending[i - 1][level]);
            return new Set(runs.map((row) => row[level])).size === runs.length;
          });
          if (contiguous) expect(paths).toEqual(ascending);
        },
      ),
      { seed: 13, numRuns: casesOf(40_000, 150) },
    );
  });
});

describe.skipIf(sharedFolder === null)('the hierarchies of the Adult data', () => {
  const [header, ...rows] =
    sharedFolder === null ? [[]] : splitCells(readFileSync(sharedPath('data/adult/adult-complete.csv'), 'utf8'));
  it.each([
    'sex',
    'age',
    'race',
    'marital-status',
    'education',
    'native-country',
    'workclass',
    'occupation',
    'salary-class',
  ])('%s covers the data and comes back as given', (name) => {
    const text = readFileSync(sharedPath('data/adult/hierarchies', `${name}.csv`), 'utf8');
    const at = header.indexOf(name);
    const column = columnOf(
      name,
      name === 'age' ? 'integer' : 'string',
      rows.map((row) => row[at]),
    );
    const given = parseLevelsText(text, ';', name);
    const hierarchy = buildHierarchy(levels(given), column);
    expectSound(hierarchy);
    expect([...pathsOf(hierarchy)].sort()).toEqual([...given].sort());
    if (name === 'age') expect(hierarchy.levels[0].labels).toEqual(given.map(([leaf]) => leaf));
  });
});
