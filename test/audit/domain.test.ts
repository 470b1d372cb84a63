import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import { runsOf } from '../../src/audit/domain.js';
import type { AuditHierarchy, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { drawing } from '../random.js';
import { specOf, tableOf } from './tables.js';

/** Audits a column that is released with a hierarchy: pairs of cells, as they were and as they are released. */
function auditOf(
  pairs: readonly (readonly [string, string])[],
  hierarchy: AuditHierarchy | undefined,
  { type, missing = [''], ...more }: Partial<AuditSpec> & { readonly type?: ColumnType } = {},
) {
  const spec = specOf({ quasiIdentifiers: [{ name: 'x', type, hierarchy }], missing, ...more });
  const original = tableOf(['x'], pairs.map(([cell]) => [cell]), { x: type ?? 'string' }); // prettier-ignore
  return audit(tableOf(['x'], pairs.map(([, label]) => [label])), spec, original); // prettier-ignore
}
const levels = (...rows: readonly (readonly string[])[]): AuditHierarchy => ({ type: 'levels', rows });

describe('a node of one leaf, of a release with one level for all', () => {
  // Level 1 loses a half for B and C, and nothing for A and its node.
  const below = [
    ['b', 'B'],
    ['c', 'B'],
  ] as const;
  const rows = (label: string) => levels(['a', label, '*'], ['b', 'B', '*'], ['c', 'B', '*']);
  const heightOf = (label: string, shown: string, missing?: readonly string[]): number | null =>
    auditOf([['a', shown], ...below], rows(label), { missing }).metrics.height;

  it('is written as its label, where that says the same', () => {
    expect(heightOf('A', 'A')).toBe(1);
    expect(heightOf('A', 'a')).toBeNull();
    expect(heightOf('a', 'a')).toBe(1);
  });

  it('is written as its leaf where its label reads as a missing cell, as *, or as another text', () => {
    expect(heightOf('', 'a')).toBe(1);
    expect(heightOf('NA', 'a', ['', 'NA'])).toBe(1);
    expect(heightOf('NA', 'a')).toBeNull();
    expect(heightOf('*', 'a')).toBe(1);
    expect(heightOf('"b"', 'a')).toBe(1);
    expect(heightOf('"a"', 'a')).toBeNull();
    expect(heightOf('["b"-"c"]', 'a')).toBe(1);
    expect(heightOf('B ', 'B ')).toBe(1);
    // N is the larger node of the level above.
    const larger = levels(['a', 'N', 'N', '*'], ['b', 'B', 'N', '*'], ['c', 'C', 'M', '*']);
    expect(auditOf([['a', 'a'], ['b', 'B'], ['c', 'C']], larger).metrics.height).toBe(1); // prettier-ignore
    const unknown = levels(['a', 'A', '*'], ['', 'unknown', '*']);
    expect(auditOf([['a', 'A'], ['', 'unknown']], unknown).metrics.height).toBe(1); // prettier-ignore
    expect(auditOf([['a', 'A'], ['', '']], unknown).metrics.height).toBeNull(); // prettier-ignore
    const rootless = levels(['a', '*'], ['b', 'B'], ['c', 'B']);
    expect(auditOf([['a', 'a'], ...below], rootless).metrics.height).toBe(1);
  });

  it('is the leaf where the label is the number as the column writes it', () => {
    const hierarchy = levels(['07', '7', '*'], ['10', 'ten', '*'], ['11', 'ten', '*']);
    const pairs = [
      ['7', '7'],
      ['10', 'ten'],
      ['11', 'ten'],
    ] as const;
    expect(auditOf(pairs, hierarchy, { type: 'integer' }).metrics).toMatchObject({
      height: 1,
      loss: (2 * (1 / 2)) / 3,
    });
    // The text 7 is no value of the hierarchy.
    expect(auditOf(pairs, hierarchy).problems).toContain('column "x": 1 value of the original is not in the hierarchy');
  });
});

describe('the order of a domain', () => {
  const lossOf = (pairs: readonly (readonly [string, string])[], hierarchy?: AuditHierarchy, type?: ColumnType) => {
    const { problems, metrics } = auditOf(pairs, hierarchy, { type });
    return problems.length > 0 ? problems : metrics.loss;
  };
  const spread = (cells: readonly string[], label: string): [string, string][] =>
    cells.map((cell) => [cell, cell === cells[0] || cell === cells[1] ? label : cell]);

  it('is that of numbers, of code points, or as listed', () => {
    expect(lossOf(spread(['9', '10', '100'], '[9-10]'), undefined, 'integer')).toBeCloseTo((2 * (1 / 91)) / 3, 12);
    expect(lossOf(spread(['10', '100', '9'], '[10-100]'), undefined, 'string')).toBeCloseTo((2 * (1 / 2)) / 3, 12);
    expect(lossOf(spread(['9', '10', '100'], '[9-10]'), undefined, 'string')).toEqual([
      'column "x": 1 label means nothing in its domain',
    ]);
    const order: AuditHierarchy = { type: 'order', values: ['low', 'high', 'between'] };
    expect(lossOf(spread(['low', 'high', 'between'], '[low-high]'), order)).toBeCloseTo((2 * (1 / 2)) / 3, 12);
    expect(lossOf(spread(['low', 'between', 'high'], '[between-low]'), order)).toEqual([
      'column "x": 1 label means nothing in its domain',
    ]);
    // Numbers in a listed order are as many steps apart as are listed.
    const numbers: AuditHierarchy = { type: 'order', values: ['1', '50', '2', '3'] };
    expect(lossOf(spread(['1', '50', '2', '3'], '[1-50]'), numbers, 'integer')).toBeCloseTo((2 * (1 / 3)) / 4, 12);
  });

  it('of numbers under nodes that are not in their order is that of the numbers, for ranges', () => {
    const hierarchy = levels(['1', 'odd', '*'], ['2', 'even', '*'], ['3', 'odd', '*'], ['4', 'even', '*']);
    const { metrics, problems } = auditOf(
      [
        ['1', '[1-2]'],
        ['2', '[1-2]'],
        ['3', 'odd'],
        ['4', '4'],
      ],
      hierarchy,
      { type: 'integer' },
    );
    expect(problems).toEqual([]);
    // Leaves for the loss, numbers for the penalty: [1-2] spans 1 of 3, odd spans 2 of 3.
    expect(metrics.loss).toBeCloseTo((3 * (1 / 3)) / 4, 12);
    expect(metrics.ncp).toBeCloseTo((2 * (1 / 3) + 2 / 3) / 4, 12);
  });

  it('knows numbers and dates by their leaves where nobody declares them', () => {
    const days = levels(['2020-01-01', 'y', '*'], ['2020-01-03', 'y', '*'], ['2020-01-11', 'z', '*']);
    const release = tableOf(['x'], [['[2020-01-01-2020-01-03]'], ['[2020-01-01-2020-01-03]'], ['2020-01-11']]);
    const spec = specOf({ quasiIdentifiers: [{ name: 'x', hierarchy: days }] });
    const ncpOf = (hierarchy: AuditHierarchy, cells: readonly string[]) => {
      const one = { ...spec, quasiIdentifiers: [{ name: 'x', hierarchy }] };
      const { metrics, problems } = audit(tableOf(['x'], cells.map((cell) => [cell])), one); // prettier-ignore
      return problems.length > 0 ? problems : metrics.ncp;
    };
    expect(audit(release, spec).metrics.ncp).toBeCloseTo((2 * (2 / 10)) / 3, 12);
    const numbers = levels(['1', 'y', '*'], ['3', 'y', '*'], ['11', 'z', '*']);
    expect(ncpOf(numbers, ['[1-3]', '[1-3]', '11'])).toBeCloseTo((2 * (2 / 10)) / 3, 12);
    expect(ncpOf(numbers, ['y', 'y', '11'])).toBeCloseTo((2 * (2 / 10)) / 3, 12);
    // One leaf that is none makes all of them texts.
    const mixed = levels(['1', 'y', '*'], ['3', 'y', '*'], ['many', 'z', '*']);
    expect(ncpOf(mixed, ['y', 'y', 'many'])).toBeCloseTo((2 * (2 / 3)) / 3, 12);
    // But not the missing value.
    const missing = levels(['1', 'y', '*'], ['3', 'y', '*'], ['11', 'z', '*'], ['', 'z', '*']);
    expect(ncpOf(missing, ['y', 'y', ''])).toBeCloseTo((2 * (2 / 10)) / 3, 12);
    expect(ncpOf(missing, ['z', 'z', '1'])).toBeCloseTo(2 / 3, 12);
  });
});

describe('values that a hierarchy does not have', () => {
  it('are counted, but for missing cells', () => {
    const tree: AuditHierarchy = { type: 'tree', tree: { '*': { N: ['a', 'b'], S: ['c'] } } };
    const pairs = [
      ['a', 'N'],
      ['b', 'N'],
      ['c', 'S'],
      ['', ''],
    ] as const;
    expect(auditOf(pairs, tree).problems).toEqual([]);
    expect(auditOf([...pairs, ['d', '*']], tree).problems).toEqual([
      'column "x": 1 value of the original is not in the hierarchy',
    ]);
    expect(auditOf([...pairs, ['d', '*'], ['e', '*'], ['d', '*']], tree).problems).toEqual([
      'column "x": 2 values of the original are not in the hierarchy',
    ]);
  });
});

describe('a missing value that a hierarchy does not have', () => {
  it('is assumed to stand in a range only where there is no original to show it', () => {
    const order: AuditHierarchy = { type: 'order', values: ['a', 'b'] };
    expect(auditOf([['a', 'a'], ['b', '[b-]']], order).problems).toEqual(['column "x": 1 label means nothing in its domain']); // prettier-ignore
  });

  const pairs = (label: string, missing: string): [string, string][] => [['a', label], ['b', label], ['', missing]]; // prettier-ignore

  it('is under the root alone, however many levels that has', () => {
    const all = levels(['a', 'all', '*'], ['b', 'all', '*']);
    expect(auditOf(pairs('all', ''), all)).toMatchObject({ problems: [], metrics: { height: 1 } });
    expect(auditOf(pairs('all', ''), all).metrics.loss).toBeCloseTo(1 / 3, 12);
    expect(auditOf(pairs('all', 'all'), all).problems.length).toBeGreaterThan(0);
    expect(auditOf(pairs('*', '*'), all)).toMatchObject({ problems: [], metrics: { height: 2, loss: 1 } });
    const twice = levels(['a', 'everyone', 'everyone'], ['b', 'everyone', 'everyone']);
    expect(auditOf(pairs('everyone', 'everyone'), twice)).toMatchObject({ problems: [], metrics: { height: 1, loss: 1 } });
    const stars = levels(['a', 'A', '*', '*', 'end'], ['b', 'B', '*', '*', 'end']);
    expect(auditOf(pairs('*', '*'), stars)).toMatchObject({ problems: [], metrics: { height: 2, loss: 1 } });
  }); // prettier-ignore

  it('is at the root of a mask, which is all that is left of a single value of stars', () => {
    const mask: AuditHierarchy = { type: 'mask' };
    expect(auditOf([['**', '**'], ['', '**']], mask)).toMatchObject({ problems: [], metrics: { height: 1, loss: 1 } });
    expect(auditOf([['12', '**'], ['', '**']], mask)).toMatchObject({ problems: [], metrics: { height: 2, loss: 1 } });
  }); // prettier-ignore
});

describe('rows of a value that a hierarchy does not have', () => {
  it.each<[string, AuditHierarchy]>([
    ['tree', { type: 'tree', tree: { '*': { N: ['a', 'b'] } } }],
    ['levels', levels(['a', '*'], ['b', '*'])],
    ['order', { type: 'order', values: ['a', 'b'] }],
  ])('are noticed where they were suppressed, too: %s', (_, hierarchy) => {
    const spec = specOf({ quasiIdentifiers: [{ name: 'x', hierarchy }] });
    const report = audit(tableOf(['x'], [['a'], ['b']]), spec, tableOf(['x'], [['a'], ['b'], ['d']]));
    expect(report.problems).toEqual(['column "x": 1 value of the original is not in the hierarchy']);
    expect(report.holds).toBe(false);
  });
});

describe('numbers beyond all measure', () => {
  it('are refused, as values and where means replace them', () => {
    const tooLarge = 'column "x": numbers beyond 1e+300, whose ranges and sums may be infinite, cannot be measured';
    const pairs = [
      ['1e301', '1e301'],
      ['1', '1'],
    ] as const;
    expect(auditOf(pairs, undefined, { type: 'number' }).problems).toEqual([tooLarge]);
    expect(auditOf([['-1e301', '-1e301']], undefined, { type: 'number' }).problems).toEqual([tooLarge]);
    expect(auditOf([['1e300', '1e300'], ['1', '1']], undefined, { type: 'number' }).problems).toEqual([]); // prettier-ignore
    expect(auditOf(pairs, undefined, { type: 'string' }).problems).toEqual([]);
    const spec = { quasiIdentifiers: [{ name: 'x', type: 'number' as const, replacement: 'median' as const }] };
    expect(auditOf(pairs, undefined, { type: 'number', ...spec }).problems).toEqual([tooLarge]);
  });
});

describe('levels that are claimed', () => {
  const hierarchy: AuditHierarchy = { type: 'mask' };
  const at = (level: number, pairs: readonly (readonly [string, string])[]) =>
    auditOf(pairs, undefined, { quasiIdentifiers: [{ name: 'x', hierarchy, level }] });
  const ones = [
    ['11', '1*'],
    ['12', '1*'],
    ['21', '2*'],
  ] as const;

  it('are those of every label, or a problem', () => {
    expect(at(1, ones)).toMatchObject({ problems: [], metrics: { height: 1 } });
    expect(at(0, ones).problems).toEqual(['column "x": 2 labels do not stand on level 0, which was claimed']);
    expect(at(1, [...ones, ['22', '22']]).problems).toEqual([
      'column "x": 1 label does not stand on level 1, which was claimed',
    ]);
    expect(at(2, [['11', '*'], ['21', '*']])).toMatchObject({ problems: [], metrics: { height: 2 } }); // prettier-ignore
  });
});

describe('a label that is nearly another', () => {
  const nothing = ['column "x": 1 label means nothing in its domain'];
  const rounded = { exposure: { k: 1, isRounded: true, isRequired: false } };
  const one = (cells: readonly string[], label: string, type?: ColumnType, more: Partial<AuditSpec> = {}) =>
    auditOf(cells.map((cell) => [cell, label]), undefined, { type, ...more }).problems; // prettier-ignore

  it.each<[string, string[], string, ColumnType, boolean]>([
    ['a range without its end', ['1', '2'], '[1-25', 'integer', false],
    ['a range without its beginning', ['1', '2'], '1-2]', 'integer', false],
    ['a range without an end', ['1', '2'], '[1-]', 'integer', false],
    ['a range of one number', ['1', '2'], '[1]', 'integer', false],
    ['a value in quotes with more behind', ['a"'], '"a"b', 'string', false],
    ['a value in quotes', ['a"'], '"a"""', 'string', true],
    ['a set', ['a', 'b'], '{a, b}', 'string', true],
    ['a set without its beginning', ['a', 'b'], 'xa, b}', 'string', false],
    ['a set without its end', ['a', 'b'], '{a, bx', 'string', false],
    ['a set with a comma behind', ['a', 'b'], '{a, b, }', 'string', false],
    ['a set with braces inside', ['a', 'b'], '{a, {b}}', 'string', false],
    ['a set of nothing', ['a', 'b'], '{}', 'string', false],
    ['a set with spaces lacking', ['a', 'b'], '{a,b}', 'string', false],
    ['a set with a stranger', ['a', 'b'], '{a, c}', 'string', false],
    ['a set of a quoted value', ['a, b', 'c'], '{"a, b", c}', 'string', true],
    ['a set of a value of quotes', ['a"b', 'c'], '{"a""b", c}', 'string', true],
    ['a range below', ['1', '2'], '<5', 'integer', true],
    ['a range below nothing', ['1', '2'], '<', 'integer', false],
    ['a range above', ['1', '2'], '>=0', 'integer', true],
    ['a range above nothing', ['1', '2'], '>=', 'integer', false],
    ['a range above what is larger', ['1', '2'], '>=3', 'integer', false],
    ['a range below the smallest', ['1', '2'], '<1', 'integer', false],
    ['a whole range', ['1', '2'], '[0-9]', 'integer', true],
    ['a whole range that is turned round', ['1', '2'], '[9-0]', 'integer', false],
    ['a whole range without its end', ['1', '2'], '[0-9', 'integer', false],
    ['a half-open range', ['0.5', '0.7'], '[0.5, 1)', 'number', true],
    ['a half-open range that is empty', ['0.5', '0.7'], '[1, 0.5)', 'number', false],
    ['a half-open range of one number', ['0.5', '0.7'], '[0.5, 0.5)', 'number', false],
    ['a half-open range with three ends', ['0.5', '0.7'], '[0.5, 0.7, 1)', 'number', false],
    ['a half-open range with one end', ['0.5', '0.7'], '[0.5)', 'number', false],
    ['a half-open range of whole numbers', ['1', '2'], '[0, 9)', 'integer', false],
    ['a year', ['1961-03-04', '1961-05-06'], '1961', 'date', true],
    ['a month', ['1961-03-04', '1961-03-06'], '1961-03', 'date', true],
    ['years', ['1961-03-04', '1963-03-06'], '[1961-1963]', 'date', true],
    ['months', ['1961-03-04', '1962-05-06'], '[1961-03 .. 1962-05]', 'date', true],
    ['months that are turned round', ['1961-03-04', '1962-05-06'], '[1962-05 .. 1961-03]', 'date', false],
    ['days before a year', ['1961-03-04', '1962-05-06'], '<1963', 'date', true],
    ['days from a month on', ['1961-03-04', '1962-05-06'], '>=1961-03', 'date', true],
    ['a month that there is not', ['1961-03-04', '1962-05-06'], '1961-13', 'date', false],
  ])('%s', (_, cells, label, type, isRead) => {
    expect(one(cells, label, type, rounded)).toEqual(isRead ? [] : nothing);
  });

  it('covers its own ends, and half-open ranges all but the last', () => {
    const misfit = (label: string, cells: string[], type: ColumnType) => one(cells, label, type, rounded).length > 0;
    expect(['[0-9]', '[1-9]', '[2-9]', '[0-4]', '[0-5]'].map((label) => misfit(label, ['1', '5'], 'integer'))).toEqual([false, false, true, true, false]);
    expect(['[0, 5)', '[0, 5.5)', '[1, 6)', '[1.5, 6)'].map((label) => misfit(label, ['1', '5'], 'number'))).toEqual([true, false, false, true]);
    expect(['<5', '<6', '<5.5'].map((label) => misfit(label, ['1', '5'], 'number'))).toEqual([true, false, false]);
    expect(['<5', '<6', '>=1', '>=2'].map((label) => misfit(label, ['1', '5'], 'integer'))).toEqual([true, false, false, true]);
    const days = ['1961-01-01', '1962-12-31'];
    expect(['[1961-1962]', '<1963', '<1962', '>=1961', '[1961-02 .. 1962-12]', '[1961-01 .. 1962-11]', '>=1961-01'].map((label) => misfit(label, days, 'date'))).toEqual([false, false, true, false, true, true, false]);
  }); // prettier-ignore

  it('of two double quotes is the missing value where no value is empty', () => {
    const spec = { missing: ['?'], ...rounded };
    const cells = ['a', 'b', '?'];
    expect(one(cells, '{a, b, ""}', 'string', spec)).toEqual([]);
    expect(one(cells.slice(0, 2), '{a, b, ""}', 'string', spec)).toEqual(nothing);
    expect(auditOf([['a', 'a'], ['b', 'b'], ['?', '""']], undefined, spec).problems).toEqual([]); // prettier-ignore
    expect(auditOf([['a', 'a'], ['b', '""'], ['?', '""']], undefined, spec).problems.length).toBeGreaterThan(0); // prettier-ignore
  });
});

describe('* of a hierarchy without a root', () => {
  it('means everything, and stands on no level', () => {
    const rootless = levels(['a', 'x'], ['b', 'y']);
    const { metrics, problems } = auditOf([['a', '*'], ['b', '*']], rootless); // prettier-ignore
    expect(problems).toEqual([]);
    expect(metrics).toMatchObject({ loss: 1, height: null });
    expect(auditOf([['a', 'x'], ['b', 'y']], rootless).metrics.height).toBe(1); // prettier-ignore
    // The lowest level with one node for all.
    expect(auditOf([['a', '*'], ['b', '*']], levels(['a', 'x', 'all', 'all'], ['b', 'y', 'all', 'all'])).metrics.height).toBe(2); // prettier-ignore
  });
});

describe('runs of leaves', () => {
  it('are as few as there are, and hold these leaves alone', () => {
    expect(runsOf([])).toEqual([]);
    for (let seed = 0; seed < 100; seed++) {
      const below = drawing(seed);
      const leaves = Array.from({ length: 20 }, (_, leaf) => leaf).filter(() => below(3) > 0);
      const runs = runsOf(leaves);
      const found: number[] = [];
      for (let r = 0; r < runs.length; r += 2) {
        for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) found.push(leaf);
        if (r > 0) expect(runs[r]).toBeGreaterThan(runs[r - 1] + 1);
      }
      expect(found).toEqual(leaves);
    }
  });
});
