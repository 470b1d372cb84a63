import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import { tableOf } from './tables.js';

const spec: AuditSpec = {
  quasiIdentifiers: [{ name: 'x' }],
  classColumn: null,
  privacy: [{ model: 'k-anonymity', k: 1 }],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
};
describe('a release of which nobody knows a column', () => {
  const names = ['s', 'n'];
  const rows = [
    ['flu', '1'],
    ['cold', '2'],
    ['flu', '2'],
  ];
  const none: AuditSpec = { ...spec, quasiIdentifiers: [] };
  const check = (cells: readonly (readonly string[])[], more: Partial<AuditSpec> = {}) =>
    audit(tableOf(names, cells), { ...none, ...more }, tableOf(names, rows));

  it('is one class', () => {
    const report = check(rows);
    expect(report).toMatchObject({ classes: 1, problems: [], holds: true, privacy: [{ achieved: { k: 3 } }] });
    expect(report.metrics).toMatchObject({ discernibility: 9, loss: null, ncp: null, klDivergence: null, queryError: null });
    expect(report.risk).toEqual({ before: 1 / 3, after: 1 / 3 });
    // Without a column there are no rows of *.
    expect(check(rows, { suppressed: 'star' })).toMatchObject({ suppressed: 0, released: 3 });
  }); // prettier-ignore

  it('is compared with its original row by row', () => {
    const exchanged = [
      ['flu', '2'],
      ['cold', '1'],
      ['flu', '2'],
    ];
    expect(check(exchanged).problems).toEqual([
      '2 released rows have no row of the original under them',
      '2 rows of the original fit no released row, but 0 were removed',
    ]);
    expect(check([rows[2], rows[0]]).problems).toEqual([]);
    expect(check([rows[2], rows[2]]).problems).toEqual(
      ['column "n": 0 cells']
        .slice(1)
        .concat([
          '1 released row has no row of the original under it',
          '2 rows of the original fit no released row, but 1 was removed',
        ]),
    );
  });
});
