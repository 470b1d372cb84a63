import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { tableOf } from './tables.js';

interface Given {
  readonly replacement?: 'centroid' | 'median';
  readonly type?: ColumnType;
  readonly format?: string;
  readonly hierarchy?: AuditHierarchy;
  readonly missing?: readonly string[];
  /** Rows of the original that the released ones are; null where that is not known. */
  readonly rows?: readonly number[] | null;
  readonly isRounded?: boolean;
  readonly suppressed?: 'star' | 'drop';
}

/** Audits numbers beside a class that `classes` names, a letter for each row. */
function auditOf(classes: string, cells: readonly string[], released: readonly string[], given: Given = {}) {
  const { replacement = 'centroid', type = 'number', format, hierarchy, missing = [''], isRounded, suppressed } = given;
  const { rows = released.map((_, row) => row) } = given;
  const spec: AuditSpec = {
    quasiIdentifiers: [{ name: 'x', type, format, hierarchy, replacement }, { name: 'c' }],
    classColumn: null,
    privacy: [],
    suppressed: suppressed ?? 'drop',
    identifiers: [],
    missing,
    ...(rows === null ? {} : { originalRows: Uint32Array.from(rows) }),
    ...(isRounded === undefined ? {} : { exposure: { k: 1, isRounded, isRequired: false } }),
  };
  const letters = [...classes];
  const original = tableOf(['x', 'c'], cells.map((cell, row) => [cell, letters[row]]), { x: type }); // prettier-ignore
  const release = tableOf(
    ['x', 'c'],
    released.map((cell, row) => [cell, letters[rows?.[row] ?? row]]),
  );
  const { problems, warnings, holds, metrics } = audit(release, spec, original);
  expect(holds).toBe(problems.length === 0);
  return { problems, warnings, metrics };
}
const problemsOf = (...given: Parameters<typeof auditOf>): readonly string[] => auditOf(...given).problems;
const isWrong = (classes: number, what = 'mean'): string[] => [
  classes === 1
    ? `column "x": 1 class is not released with the ${what} of its rows`
    : `column "x": ${classes} classes are not released with the ${what} of their rows`,
];

describe('means of classes, where it is known which row became which', () => {
  it('are those of their rows, to half a unit of the last decimal', () => {
    expect(problemsOf('aab', ['1', '2', '7'], ['1.5', '1.5', '7'])).toEqual([]);
    expect(problemsOf('aaab', ['1', '2', '2', '7'], ['1.67', '1.67', '1.67', '7'])).toEqual([]);
    expect(problemsOf('aaab', ['1', '2', '2', '7'], ['1.66', '1.66', '1.66', '7'])).toEqual(isWrong(1));
    expect(problemsOf('aaab', ['1', '2', '2', '7'], ['1.68', '1.68', '1.68', '7.01'])).toEqual(isWrong(2));
    // Values with two decimals, means with four.
    expect(problemsOf('aaa', ['1.01', '1.02', '1.02'], ['1.0167', '1.0167', '1.0167'])).toEqual([]);
    expect(problemsOf('aaa', ['1.01', '1.02', '1.02'], ['1.02', '1.02', '1.02'])).toEqual(isWrong(1));
    expect(problemsOf('aaa', ['1.01', '1.02', '1.02'], ['1.0168', '1.0168', '1.0168'])).toEqual(isWrong(1));
    // Numbers with exponents: 1.5e-2 has three decimals; 2e2 none.
    expect(problemsOf('aaa', ['1.5e-2', '0', '0'], ['0.005', '0.005', '0.005'])).toEqual([]);
    expect(problemsOf('aaa', ['1e-2', '0', '0'], ['0.0033', '0.0033', '0.0033'])).toEqual([]);
    expect(problemsOf('aaa', ['1e-2', '0', '0'], ['0.0034', '0.0034', '0.0034'])).toEqual(isWrong(1));
    expect(problemsOf('aaa', ['2e2', '0', '0'], ['66.67', '66.67', '66.67'])).toEqual([]);
    expect(problemsOf('aaa', ['2e2', '0', '0'], ['66.7', '66.7', '66.7'])).toEqual(isWrong(1));
  });

  it('are bounds of a grid where they would read like a rare number, and means of several rows in place of medians', () => {
    const cells = ['1', '2', '2'];
    const shown = (mean: string, isRounded: boolean) => problemsOf('aaa', cells, [mean, mean, mean], { isRounded });
    expect(shown('5', true)).toEqual([]);
    expect(shown('5', false)).toEqual(isWrong(1));
    expect(shown('1.68', true)).toEqual(isWrong(1));
    const five = ['10', '20', '21', '25', '90'];
    const middle = (mean: string, isRounded: boolean) =>
      problemsOf('aaaaa', five, [mean, mean, mean, mean, mean], { isRounded, replacement: 'median' });
    expect(middle('22', true)).toEqual([]);
    expect(middle('22', false)).toHaveLength(1);
    expect(middle('33.2', true)).toEqual([]);
    expect(middle('60', true)).toHaveLength(1);
  });

  it('have at most fourteen decimals', () => {
    const cells = ['0.1234567890123', '0.1234567890124', '0.1234567890124'];
    const mean = '0.12345678901237';
    expect(problemsOf('aaa', cells, [mean, mean, mean])).toEqual([]);
    const off = '0.1234567890134';
    expect(problemsOf('aaa', cells, [off, off, off])).toEqual(isWrong(1));
    expect(problemsOf('aaa', ['1e-15', '0', '0'], ['0', '0', '0'])).toEqual([]);
    expect(problemsOf('aaa', ['1.8e-14', '0', '0'], ['1e-14', '1e-14', '1e-14'])).toEqual([]);
    expect(problemsOf('aaa', ['1.8e-14', '0', '0'], ['0', '0', '0'])).toEqual(isWrong(1));
  });

  it('are medians where these were asked for: of an even number the mean of the two in the middle', () => {
    const median = { replacement: 'median' } as const;
    expect(problemsOf('aaa', ['1', '9', '2'], ['2', '2', '2'], median)).toEqual([]);
    expect(problemsOf('aaa', ['1', '9', '2'], ['4', '4', '4'], median)).toEqual(isWrong(1, 'median'));
    expect(problemsOf('aaaab', ['1', '9', '2', '5', '3'], ['3.5', '3.5', '3.5', '3.5', '3'], median)).toEqual([]);
    expect(problemsOf('aaab', ['1', '9', '2', '5'], ['1', '1', '1', '9'], median)).toEqual(isWrong(2, 'median'));
    expect(problemsOf('aa', ['10', '9'], ['9.5', '9.5'], median)).toEqual([]);
  });

  it('are those of the rows that were named, in whatever order', () => {
    const cells = ['1', '2', '7', '9'];
    const rows = [3, 0, 2, 1];
    expect(problemsOf('aabb', cells, ['8', '1.5', '8', '1.5'], { rows })).toEqual([]);
    expect(problemsOf('aabb', cells, ['1.5', '8', '1.5', '8'], { rows })).toEqual(isWrong(2));
    const others = 'column "x": the rows of the original that were named are not one for each released row';
    expect(problemsOf('aabb', cells, ['8', '1.5', '8', '1.5'], { rows: [3, 0, 2, 0] })).toContain(others);
    expect(problemsOf('aabb', cells, ['8', '8', '1.5', '1.5'], { rows: [2, 3, 0] })).toContain(others);
  });

  it('are * beside missing cells, and missing of nothing else', () => {
    const missing = ['', 'NA'];
    expect(problemsOf('aabb', ['1', '', '', 'NA'], ['*', '*', '', ''], { missing })).toEqual([]);
    expect(problemsOf('aabb', ['1', '', '', 'NA'], ['1', '1', 'NA', 'NA'], { missing })).toEqual(isWrong(1));
    expect(problemsOf('aabb', ['1', '', '', ''], ['', '', '*', '*'])).toEqual(isWrong(2));
    expect(problemsOf('aabb', ['1', '3', '', ''], ['*', '*', '0', '0'])).toEqual(isWrong(2));
    // The missing value is written in double quotes where * is read as missing.
    const star = { missing: ['*'] };
    expect(problemsOf('aabb', ['1', '*', '*', '*'], ['*', '*', '"*"', '"*"'], star)).toEqual([]);
    expect(problemsOf('aabb', ['1', '3', '*', '*'], ['2', '2', '*', '*'], star)).toEqual(isWrong(1));
  });

  it('are numbers', () => {
    const cells = ['1', '3', '5', '7'];
    expect(problemsOf('aabb', cells, ['[1-3]', '[1-3]', '6', '6'])).toEqual(['column "x": 1 label is not a number']);
    expect(problemsOf('aabb', cells, ['[1-3]', '[1-3]', 'x', 'x'])).toEqual(['column "x": 2 labels are not numbers']);
    expect(problemsOf('aabb', cells, ['"2"', '"2"', '6', '6'])).toEqual(['column "x": 1 label is not a number']);
    const comma = { type: 'number', format: '#,##' } as const;
    expect(problemsOf('aa', ['1', '3'], ['2', '2'], comma).length).toBeLessThan(2);
  });
});

describe('means of classes, where it is not known which row became which', () => {
  const located = {
    code: 'MEANS_NOT_LOCATED',
    message: 'which row of the original became which is not known: means were checked by their sum only',
    attribute: 'x',
  };
  const found = (cells: readonly string[], released: readonly string[], more: Given = {}) => {
    const { problems, warnings } = auditOf('aabb', cells, released, { rows: null, ...more });
    expect(warnings).toEqual([located]);
    return problems;
  };
  const cells = ['1', '3', '5', '7'];
  const sum = ['column "x": the means do not keep the sum of the column'];

  it('keep the sum of the column', () => {
    expect(found(cells, ['2', '2', '6', '6'])).toEqual([]);
    expect(found(cells, ['6', '6', '2', '2'])).toEqual([]);
    expect(found(cells, ['2', '2', '6.01', '6.01'])).toEqual([]);
    expect(found(cells, ['2', '2', '6.02', '6.02'])).toEqual(sum);
    expect(found(cells, ['1.98', '1.98', '6', '6'])).toEqual(sum);
    expect(found(cells, ['2', '2', '7', '7'], { isRounded: true })).toEqual([]);
    expect(found(['1', '3', '', ''], ['2', '2', '', ''])).toEqual([]);
    expect(found(['1', '3', '', ''], ['1', '1', '', ''])).toEqual(sum);
    // The sum may differ for medians, for classes of *, and where rows were suppressed.
    expect(found(cells, ['1', '1', '6', '6'], { replacement: 'median' })).toEqual([]);
    expect(found(['1', '', '5', '7'], ['*', '*', '5', '5'])).toEqual([]);
    expect(found(cells, ['2', '2', '7'])).toEqual([]);
  });

  it('lie within the numbers of the original', () => {
    const outside = (labels: string): string[] => [`column "x": ${labels} outside of the original's numbers`];
    expect(found(cells, ['0.98', '0.98', '7', '7'])).toEqual([...outside('1 label lies'), ...sum]);
    expect(found(cells, ['1', '1', '7.01', '7.01'])).toEqual(outside('1 label lies'));
    expect(found(cells, ['0', '0', '8', '8'])).toEqual(outside('2 labels lie'));
    expect(found(cells, ['1', '1', '7', '7'])).toEqual([]);
    expect(found(cells, ['0', '0', '8', '8'], { replacement: 'median' })).toEqual(outside('2 labels lie'));
  });

  it('say nothing of leaves', () => {
    const { metrics } = auditOf('aabb', cells, ['2', '2', '6', '6'], { rows: null });
    expect(metrics).toMatchObject({ loss: null, ncp: null, discernibility: 8 });
  });
});

describe('columns that are asked to be replaced', () => {
  const release = (labels: readonly string[]) => tableOf(['x'], labels.map((label) => [label])); // prettier-ignore
  const alone = (labels: readonly string[], more: object = {}) => {
    const quasiIdentifiers = [{ name: 'x', replacement: 'centroid' as const, ...more }];
    const spec: AuditSpec = {
      quasiIdentifiers,
      classColumn: null,
      privacy: [],
      suppressed: 'drop',
      identifiers: [],
      missing: [''],
    };
    return audit(release(labels), spec);
  };

  it('keep their ranges where they are no numbers: dates, texts, a listed order', () => {
    const dates = ['2020-01-01', '2020-01-03', '2020-01-05'];
    const days = ['[2020-01-01-2020-01-03]', '[2020-01-01-2020-01-03]', '2020-01-05'];
    expect(problemsOf('aab', dates, days, { type: 'date' })).toEqual([]);
    expect(problemsOf('aab', ['p', 'q', 'r'], ['[p-q]', '[p-q]', 'r'], { type: 'string' })).toEqual([]);
    const order: AuditHierarchy = { type: 'order', values: ['1', '5', '3'] };
    expect(problemsOf('aab', ['1', '5', '3'], ['[1-5]', '[1-5]', '3'], { type: 'integer', hierarchy: order })).toEqual([]);
    const fives: AuditHierarchy = { type: 'intervals', widths: [5] };
    expect(problemsOf('aab', ['1', '2', '9'], ['1.5', '1.5', '9'], { type: 'integer', hierarchy: fives })).toEqual([]);
  }); // prettier-ignore

  it('are numbers by their labels, where nobody says what they are', () => {
    expect(alone(['1.5', '*', '', '""']).problems).toEqual([]);
    expect(alone(['1.5', '*', '""', '"x"'], { type: 'integer' }).problems).toEqual([
      'column "x": 1 label is not a number',
    ]);
    expect(alone(['1.5', 'a'], { type: 'number' }).problems).toEqual(['column "x": 1 label is not a number']);
    expect(alone(['1.5', 'a']).problems).toEqual([]);
    expect(alone(['1.5', 'a'], { type: 'string' }).problems).toEqual([]);
    // Means are not compared without the original.
    expect(alone(['1', '2'], { type: 'integer' })).toMatchObject({ problems: [], warnings: [{ code: 'NO_ORIGINAL' }] });
  });
});
