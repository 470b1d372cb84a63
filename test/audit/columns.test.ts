import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import { tableOf } from './tables.js';

const spec: AuditSpec = {
  quasiIdentifiers: [{ name: 'x' }],
  classColumn: null,
  privacy: [],
  suppressed: 'drop',
  identifiers: ['name', 'ssn'],
  missing: [''],
};
const header = ['x', 's'];
const rows = [
  ['a', '1'],
  ['a', '2'],
  ['b', '2'],
  ['b', ''],
];
const original = tableOf([...header, 'name'], rows.map((row, at) => [...row, `n${at}`])); // prettier-ignore
const check = (
  cells: readonly (readonly string[])[],
  more: Partial<AuditSpec> = {},
  names: readonly string[] = header,
) => audit(tableOf(names, cells), { ...spec, ...more }, original);
const problemsOf = (...given: Parameters<typeof check>): readonly string[] => check(...given).problems;

describe('the columns of a release', () => {
  const withColumn = (name: string): Parameters<typeof check> => [rows.map((row) => [...row, 'z']), {}, [...header, name]];
  const asked = (expectedColumns?: readonly string[], allowedColumns?: readonly string[]) => ({ expectedColumns, allowedColumns });

  it('are known and may be released', () => {
    expect(problemsOf(rows)).toEqual([]);
    expect(problemsOf(...withColumn('name'))).toEqual(['column "name": an identifier is in the release']);
    expect(problemsOf(...withColumn('more'))).toEqual(['column "more": not in the original']);
    const [cells, , names] = withColumn('more');
    expect(audit(tableOf(names!, cells), spec).problems).toEqual([]);
    expect(audit(tableOf(names!, cells), { ...spec, ...asked(undefined, header) }).problems).toEqual(['column "more": not to be released']);
    expect(problemsOf(cells, asked(header), names)).toEqual(['column "more": not to be released']);
    expect(problemsOf(cells, asked(header, names), names)).toEqual(['column "more": not in the original']);
    expect(problemsOf(rows, asked([...header, 'sex', 'age']))).toEqual(['column "sex": not in the release', 'column "age": not in the release']);
    expect(problemsOf(rows, asked(undefined, [...header, 'sex']))).toEqual([]);
    expect(problemsOf(rows, { classColumn: 'label' })).toEqual(['column "label": not in the release']);
    expect(problemsOf(rows, { quasiIdentifiers: [{ name: 'x' }, { name: 'y' }] })).toEqual(['column "y": not in the release']);
    expect(problemsOf(rows, { quasiIdentifiers: [{ name: 'x' }, { name: 'y' }], ...asked(['y', 's', 'x']), classColumn: 'y' })).toEqual(['column "y": not in the release']);
  });

  it('that are released as they are have no cell that the original has not, and none more often', () => {
    const shown = (...cells: string[]) => problemsOf(rows.map(([x], at) => [x, cells[at]]));
    expect(shown('2', '1', '', '2')).not.toContain('column "s": 1 cell is not a cell of the original');
    expect(shown('1', '2', '2', '9')).toEqual(['column "s": 1 cell is not a cell of the original']);
    expect(shown('2', '2', '2', '')).toEqual(['column "s": 1 cell is not a cell of the original']);
    expect(shown('2', '2', '2', '2')).toEqual(['column "s": 2 cells are not cells of the original']);
    expect(shown('8', '9', '', '')).toEqual(['column "s": 3 cells are not cells of the original']);
    // Cells of the right number in the wrong class.
    expect(shown('2', '2', '1', '')).toEqual([
      '2 released rows have no row of the original under them',
      '2 rows of the original fit no released row, but 0 were removed',
    ]);
  });
}); // prettier-ignore

describe('the rows of a release', () => {
  it('are as many as the original has, less those that were removed', () => {
    expect(check(rows.slice(1))).toMatchObject({ rows: 4, released: 3, suppressed: 1, problems: [] });
    expect(problemsOf(rows.slice(1), { maxSuppressed: 1, suppressedRows: 1 })).toEqual([]);
    expect(problemsOf(rows.slice(1), { maxSuppressed: 0 })).toEqual(['1 row is suppressed, at most 0 may be']);
    expect(problemsOf(rows.slice(2), { maxSuppressed: 1 })).toEqual(['2 rows are suppressed, at most 1 may be']);
    expect(problemsOf(rows.slice(1), { suppressedRows: 0 })).toEqual(['1 row is suppressed in the release, 0 were said to be']);
    expect(problemsOf(rows.slice(2), { suppressedRows: 1 })).toEqual(['2 rows are suppressed in the release, 1 was said to be']);
    expect(problemsOf([...rows, ['a', '1']])).toContain('the release has 5 rows, the original 4');
    expect(check([...rows, ['a', '1']]).suppressed).toBe(0);
    expect(problemsOf(rows.slice(3), { suppressed: 'star' })).toContain('the release has 1 row, the original 4');
    expect(problemsOf(rows, { suppressed: 'star' })).toEqual([]);
    expect(problemsOf([...rows, ['a', '1']], { suppressed: 'star' })).toContain('the release has 5 rows, the original 4');
  });

  it('are those of the release and what is known to be suppressed, without the original', () => {
    const alone = (more: Partial<AuditSpec>) => audit(tableOf(header, rows), { ...spec, ...more });
    expect(alone({})).toMatchObject({ rows: 4, suppressed: 0, warnings: [{ code: 'NO_ORIGINAL' }] });
    expect(alone({ suppressedRows: 3 })).toMatchObject({ rows: 7, released: 4, suppressed: 3, warnings: [], problems: [] });
    expect(alone({ suppressed: 'star' })).toMatchObject({ rows: 4, suppressed: 0, warnings: [], problems: [] });
    expect(alone({ suppressed: 'star', suppressedRows: 1 }).problems).toEqual(['0 rows are suppressed in the release, 1 was said to be']);
  });
}); // prettier-ignore
