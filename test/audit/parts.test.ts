import { describe, expect, it } from 'vitest';
import { allAuditParts, audit } from '../../src/audit/audit.js';
import { auditByParts, type AuditParts } from '../../src/audit/audit-by-parts.js';
import { finish } from '../../src/audit/grouping.js';
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
const table = tableOf(['x', 'bucket'], [['1', 'b'], ['1', 'b']]); // prettier-ignore
const by = (parts: Partial<AuditParts>, more: Partial<AuditSpec>) =>
  finish(auditByParts({ ...allAuditParts, ...parts }, table, { ...spec, ...more }));

describe('an audit that was loaded in parts', () => {
  const permutation = { bucketColumn: 'bucket', groups: null };
  const privacy = [{ model: 'k-map', k: 1, public: 'p' }] as const;
  const quasiIdentifiers = [{ name: 'x', replacement: 'median' }] as const;

  it.each<[string, Partial<AuditParts>, Partial<AuditSpec>]>([
    ['permuted releases', { permuted: null }, { permutation }],
    ['models on a public table', { inPublic: null }, { privacy }],
    ['means and medians', { replaced: null }, { quasiIdentifiers }],
  ])('ends where that of %s is needed and not there, and only there', (_, parts, more) => {
    expect(() => by(parts, more)).toThrow('a part of the audit was not loaded');
    expect(by(parts, {})).toEqual(audit(table, spec));
    expect(by({}, more)).toEqual(audit(table, { ...spec, ...more }));
  });
});

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
