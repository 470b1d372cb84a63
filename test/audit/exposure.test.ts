import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { countRows, tableOf } from './tables.js';

const specOf = (k: number, more: Partial<AuditSpec> = {}, isRounded = false): AuditSpec => ({
  quasiIdentifiers: [{ name: 'x' }],
  classColumn: null,
  privacy: [],
  suppressed: 'drop',
  identifiers: [],
  missing: ['', 'NA'],
  exposure: { k, isRounded, isRequired: false },
  ...more,
});
const cells = (...texts: readonly string[]): string[][] => texts.map((text) => [text]);
/** `a*3` is three cells of `a`. */
const times = (text: string): string[][] =>
  text.split('; ').flatMap((each) => {
    const [, of, count] = /^(.*?)(?: \*(\d+))?$/.exec(each)!;
    return Array.from({ length: Number(count ?? 1) }, () => [of]);
  });

describe('what a column that is released as it is shows of few people', () => {
  const header = ['x', 'y'];
  const rows = [
    ['p', 'a'],
    ['p', 'a'],
    ['p', 'a'],
    ['p', 'b'],
    ['p', 'b'],
    ['p', 'c'],
    ['p', ''],
    ['p', 'NA'],
  ];
  const exposureOf = (k: number, more: Partial<AuditSpec> = {}, released = rows) =>
    audit(tableOf(header, released), specOf(k, more), tableOf(header, rows)).exposure;

  it('is every value that fewer people have, and the rows that have one', () => {
    expect([1, 2, 3, 4].map((k) => exposureOf(k)!.y)).toEqual([
      { texts: 0, rows: 0 },
      { texts: 1, rows: 1 },
      { texts: 2, rows: 3 },
      { texts: 3, rows: 6 },
    ]);
    // People are those of the original; rows are those of the release.
    expect(exposureOf(3, {}, rows.slice(4))!.y).toEqual({ texts: 2, rows: 2 });
    // Without one that is asked for, nobody has to be hidden.
    expect(audit(tableOf(header, rows), { ...specOf(9), exposure: undefined }, tableOf(header, rows)).exposure).toBeNull();
    expect(audit(tableOf(header, rows), specOf(9)).exposure).toBeNull();
  }); // prettier-ignore

  it('is the same of counted rows', () => {
    const report = audit(countRows(tableOf(header, rows)), specOf(3), countRows(tableOf(header, rows)));
    expect(report.exposure).toEqual(exposureOf(3));
  });

  it('is nothing that the job names: an order, a hierarchy', () => {
    const y = { texts: 1, rows: 1 };
    expect(exposureOf(3, { sensitiveOrders: [{ name: 'y', values: ['a', 'b'] }] })).toMatchObject({ y });
    expect(exposureOf(3, { sensitiveOrders: [{ name: 'z', values: ['a', 'b'] }] })!.y.texts).toBe(2);
    const tree: AuditHierarchy = { type: 'tree', tree: { '*': ['a', 'b'] } };
    expect(exposureOf(3, { sensitiveHierarchies: [{ name: 'y', hierarchy: tree }] })).toMatchObject({ y });
    expect(exposureOf(3, { sensitiveHierarchies: [{ name: 'z', hierarchy: tree }] })!.y.texts).toBe(2);
    const levels: AuditHierarchy = { type: 'levels', rows: [['b', '*'], ['c', '*']] }; // prettier-ignore
    expect(exposureOf(4, { sensitiveHierarchies: [{ name: 'y', hierarchy: levels }] })!.y).toEqual({
      texts: 1,
      rows: 3,
    });
    expect(exposureOf(3, { sensitiveHierarchies: [{ name: 'y', hierarchy: { type: 'suppress' } }] })!.y.texts).toBe(2);
  });

  it('is no value without a row, and no column that the original lacks', () => {
    expect(exposureOf(3, {}, [['p', 'made up'], ...rows.slice(1)])!.y).toEqual({ texts: 2, rows: 3 });
    const more = audit(
      tableOf([...header, 'z'], rows.map((row) => [...row, 'z'])), // prettier-ignore
      specOf(3),
      tableOf(header, rows),
    );
    expect(Object.keys(more.exposure!)).toEqual(['x', 'y']);
  });

  it('takes numbers that are written otherwise for equal', () => {
    const original = tableOf(['x', 'n'], [['p', '1.0'], ['p', '1'], ['p', '2']], { n: 'number' }); // prettier-ignore
    const released = tableOf(['x', 'n'], [['p', '1'], ['p', '1'], ['p', '2']]); // prettier-ignore
    expect(audit(released, specOf(2), original).exposure!.n).toEqual({ texts: 1, rows: 1 });
  });
});

describe('what a quasi-identifier shows of few people', () => {
  interface Case {
    readonly original: string;
    readonly release: string;
    readonly k: number;
    readonly type?: ColumnType;
    readonly hierarchy?: AuditHierarchy;
    readonly grid?: AuditHierarchy;
    readonly isRounded?: boolean;
    readonly shown: readonly [number, number];
  }
  const mask: AuditHierarchy = { type: 'mask' };
  const fives: AuditHierarchy = { type: 'intervals', widths: [5, 10] };
  const towns = 'A *3; B *2; C; D *4';
  const ages = '10 *3; 11; 15 *3; 19 *2; 20 *3';
  it.each<[string, Case]>([
    ['texts that k bear', { original: towns, release: 'A *3; B; B; C; D *4', k: 1, shown: [0, 0] }],
    ['texts that fewer bear', { original: towns, release: 'A *3; B; B; C; D *4', k: 3, shown: [2, 3] }],
    ['one more', { original: towns, release: towns, k: 4, shown: [3, 6] }],
    ['*', { original: towns, release: '* *10', k: 99, shown: [0, 0] }],
    ['the missing value', { original: 'A *3; NA', release: 'A *3; NA', k: 3, shown: [0, 0] }],
    ['a range that begins with a rare text', { original: towns, release: 'A *3; [B-D] *7', k: 3, shown: [1, 7] }],
    ['a range that ends with one', { original: towns, release: '[A-C] *6; D *4', k: 3, shown: [1, 6] }],
    ['a range around rare texts', { original: towns, release: '[A-D] *10', k: 3, shown: [0, 0] }],
    ['a range whose ends one fewer bear', { original: towns, release: '[A-D] *10', k: 4, shown: [1, 10] }],
    ['a range that begins with a rare number', { original: ages, release: '10 *3; [11-20] *9', k: 3, type: 'integer', shown: [1, 9] }],
    ['a range that ends with one', { original: ages, release: '[10-19] *9; 20 *3', k: 3, type: 'integer', shown: [1, 9] }],
    ['a range of numbers that k bear', { original: ages, release: '[10-15] *7; [19-20] *5', k: 2, type: 'integer', shown: [0, 0] }],
    ['values of a listed order', { original: towns, release: towns, k: 99, hierarchy: { type: 'order', values: ['D', 'C', 'B', 'A'] }, shown: [0, 0] }],
    ['leaves of a tree', { original: towns, release: towns, k: 99, hierarchy: { type: 'tree', tree: { '*': { N: ['A', 'B'], S: ['C', 'D'] } } }, shown: [0, 0] }],
    ['nodes that k bear', { original: '11 *2; 12; 21 *2', release: '1* *3; 2* *2', k: 2, hierarchy: mask, shown: [0, 0] }],
    ['nodes that fewer bear', { original: '11 *2; 12; 21 *2', release: '1* *3; 2* *2', k: 3, hierarchy: mask, shown: [1, 2] }],
    ['leaves under a mask', { original: '11 *2; 12; 21 *2', release: '11; 11; 12; 2* *2', k: 2, hierarchy: mask, shown: [1, 1] }],
    ['nodes of one value', { original: '11 *2; 12; 21', release: '1* *3; 2*', k: 2, hierarchy: mask, shown: [1, 1] }],
    ['intervals that k bear', { original: ages, release: '[10-14] *4; [15-19] *5; [20-24] *3', k: 3, type: 'integer', hierarchy: fives, shown: [0, 0] }],
    ['intervals that fewer bear', { original: ages, release: '[10-14] *4; [15-19] *5; [20-24] *3', k: 5, type: 'integer', hierarchy: fives, shown: [2, 7] }],
    ['other', { original: towns, release: 'A *3; other *3; D *4', k: 3, isRounded: true, shown: [0, 0] }],
    ['a set', { original: towns, release: '{A, other} *6; D *4', k: 3, isRounded: true, shown: [0, 0] }],
    ['a set of a rare text', { original: towns, release: '{A, B} *5; C; D *4', k: 2, isRounded: true, shown: [1, 1] }],
    ['a set with a rare text', { original: towns, release: '{A, B, C} *6; D *4', k: 3, isRounded: true, shown: [1, 6] }],
    ['a set of the missing value', { original: 'A *3; NA; D *3', release: '{A, ""} *4; D *3', k: 3, isRounded: true, shown: [0, 0] }],
    ['a set whose member is in quotes', { original: 'A *3; b, c; D *3', release: '{A, "b, c"} *4; D *3', k: 3, isRounded: true, shown: [1, 4] }],
    ['a rounded range', { original: ages, release: '[10-19] *9; 20 *3', k: 3, type: 'integer', isRounded: true, shown: [0, 0] }],
    ['an open range', { original: ages, release: '<20 *9; >=20 *3', k: 3, type: 'integer', isRounded: true, shown: [0, 0] }],
    ['a rounded range that ends with a rare number', { original: '10 *3; 13; 15 *3; 19 *2; 20 *3', release: '[10-13] *4; [15-20] *8', k: 3, type: 'integer', isRounded: true, shown: [1, 4] }],
    ['not missing', { original: '1; 2; 9; ; ', release: 'not missing *3; ; ', k: 3, type: 'integer', isRounded: true, shown: [0, 0] }],
    ['a rare number, with rounded ranges', { original: ages, release: '10 *3; 11; [15-20] *8', k: 3, type: 'integer', isRounded: true, shown: [1, 1] }],
    ['a range along a grid', { original: '11 *2; 13 *2; 17 *2; 18 *2', release: '[11-15] *4; [16-20] *4', k: 3, type: 'integer', isRounded: true, grid: { type: 'intervals', origin: 1, widths: [5] }, shown: [0, 0] }],
    ['a range beside a grid', { original: '11 *2; 13 *2; 17 *2; 18 *2', release: '[10-13] *4; [16-20] *4', k: 3, type: 'integer', isRounded: true, grid: { type: 'intervals', origin: 1, widths: [5] }, shown: [1, 4] }],
  ])('%s', (_, { original, release, k, type, hierarchy, grid, isRounded, shown: [texts, rows] }) => {
    const spec = specOf(k, { quasiIdentifiers: [{ name: 'x', type, hierarchy, grid }] }, isRounded);
    const types = { x: type ?? 'string' } as const;
    const input = tableOf(['x'], times(original), types);
    const report = audit(tableOf(['x'], times(release)), spec, input);
    expect({ problems: report.problems, x: report.exposure!.x }).toEqual({ problems: [], x: { texts, rows } });
    expect(audit(countRows(tableOf(['x'], times(release))), spec, countRows(input)).exposure!.x).toEqual({ texts, rows });
    const required = { ...spec, exposure: { ...spec.exposure!, isRequired: true } };
    const found = audit(tableOf(['x'], times(release)), required, input);
    expect(found.problems).toEqual(
      texts === 0 ? [] : [`column "x": ${texts} label${texts === 1 ? '' : 's'} in ${rows} row${rows === 1 ? '' : 's'} ${texts === 1 ? 'shows' : 'show'} what fewer than ${k} rows have`],
    );
    expect(found.holds).toBe(texts === 0);
  }); // prettier-ignore

  it('is what few people of the public table have, where there is one', () => {
    const people = tableOf(['x'], times('A *3; B *2; C; D *4; C; C'));
    const shown = (publicTable?: typeof people) =>
      audit(tableOf(['x'], times(towns)), specOf(3, { publicTable }), tableOf(['x'], times(towns))).exposure!.x;
    expect(shown()).toEqual({ texts: 2, rows: 3 });
    expect(shown(people)).toEqual({ texts: 1, rows: 2 });
    // A person whom the public table lacks is one of few.
    expect(shown(tableOf(['x'], times('A *3; B *3; D *4')))).toEqual({ texts: 1, rows: 1 });
    expect(shown(tableOf(['other'], cells('A')))).toEqual({ texts: 2, rows: 3 });
  });

  it('is nothing of rows that are suppressed', () => {
    const spec = specOf(3, { suppressed: 'star', suppressedRows: 3, privacy: [{ model: 'k-anonymity', k: 3 }] });
    const report = audit(tableOf(['x'], times('A *3; * *3; D *4')), spec, tableOf(['x'], times(towns)));
    expect(report).toMatchObject({ suppressed: 3, problems: [], exposure: { x: { texts: 0, rows: 0 } } });
  });

  it('is that of its values where means replace them', () => {
    const spec = specOf(2, { quasiIdentifiers: [{ name: 'x', type: 'integer', replacement: 'centroid' }] });
    const original = tableOf(['x'], cells('1', '3', '2', '2', '7'), { x: 'integer' });
    // Value 2 has two rows, 7 has one.
    const report = audit(tableOf(['x'], cells('2', '2', '2', '2', '7')), spec, original);
    expect(report.exposure!.x).toEqual({ texts: 1, rows: 1 });
  });
});
