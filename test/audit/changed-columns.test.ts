import { describe, expect, it } from 'vitest';
import { audit as checkRelease } from '../../src/audit/audit.js';
import type { AuditHierarchy } from '../../src/audit/spec.js';
import { anonymize, readCsv, readCsvCounted, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { columnOf, quotedCsv } from '../table-texts.js';
import { specOf, tableOf } from './tables.js';

const quasi = { role: 'quasi-identifier' } as const;

describe('what the audit counts by column', () => {
  it('is what a naive count of the rows gives: values, rows of *, loss, largest shares, sets of the original', async () => {
    let stars = 0;
    let sure = 0;
    let blanks = 0;
    for (let seed = 0; seed < casesOf(400, 11); seed++) {
      const random = seededRandom(seed);
      const people = Array.from({ length: 8 + random.below(30) }, () => [
        String(20 + random.below(6)),
        `v${random.below(3)}`,
        `s${random.below(3)}`,
        random.below(5) === 0 ? null : `n${random.below(2)}`,
      ]);
      const job: Job = {
        attributes: {
          a: quasi,
          b: { ...quasi, hierarchy: { type: 'suppress' } },
          s: { role: 'sensitive' },
          n: { role: 'insensitive' },
        },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: ['mondrian', 'optimal-lattice', 'local-recoding', 'datafly'][seed % 4],
        suppression: { maxFraction: 0.3 },
        output: { suppressed: seed % 3 === 0 ? 'star' : 'drop' },
      };
      const csv = quotedCsv([['a', 'b', 's', 'n'], ...people]);
      const { release, result, audit } = await anonymize(await readCsv(csv), job, {
        engine: seed % 2 === 0 ? 'js' : 'wasm',
        seed,
      });
      const distinct = (values: readonly (string | null)[]): number => new Set(values).size;
      const texts = Object.fromEntries(['a', 'b', 's', 'n'].map((name) => [name, columnOf(release, name)]));
      // A cell of s is missing in suppressed rows alone.
      const isShown = texts.s.map((text) => text !== null && text !== '');
      blanks += isShown.filter((shown) => !shown).length;
      ['a', 'b', 's', 'n'].forEach((name, at) => {
        expect(audit.columns[name], `seed ${seed}, ${name}`).toMatchObject({
          valuesBefore: distinct(people.map((row) => row[at])),
          valuesAfter: distinct(texts[name].filter((_, row) => isShown[row])),
          starRows: at < 2 ? texts[name].filter((text) => text === '*').length : 0,
        });
        stars += audit.columns[name].starRows;
      });
      // By levels a cell of b loses all or nothing, and so does a suppressed row.
      const isByLevels = seed % 2 === 1;
      const kept = texts.b.filter((text) => text !== '*').length;
      if (isByLevels && distinct(people.map(([, b]) => b)) > 1)
        expect(audit.columns.b.loss).toBeCloseTo(1 - kept / people.length, 12);
      expect(((audit.columns.a.loss ?? NaN) + (audit.columns.b.loss ?? NaN)) / 2).toBeCloseTo(
        result.metrics.loss as number,
        12,
      );
      expect([audit.columns.s.loss, audit.columns.n.loss]).toEqual([null, null]);
      const sets = new Map<string, number>();
      for (const [a, b] of people) sets.set(`${a}|${b}`, (sets.get(`${a}|${b}`) ?? 0) + 1);
      const sizes = [...sets.values()].sort((a, b) => a - b);
      expect(audit.originalSizes?.flatMap(([size, count]) => Array<number>(count).fill(size))).toEqual(sizes);

      const classes = new Map<string, string[]>();
      texts.a.forEach((a, row) => classes.set(`${a}|${texts.b[row]}`, [...(classes.get(`${a}|${texts.b[row]}`) ?? []), texts.s[row]])); // prettier-ignore
      const starred = classes.get('*|*')?.length ?? 0;
      if (job.output?.suppressed === 'star' && result.suppressed > 0) {
        if (starred !== result.suppressed) continue;
        classes.delete('*|*');
      }
      const shares = [...classes.values()].map((values) => {
        const most = Math.max(...values.map((value) => values.filter((each) => each === value).length));
        return most / values.length;
      });
      expect(audit.largestShares).toEqual({ s: Math.max(0, ...shares) });
      sure += Number(audit.largestShares.s === 1);

      // Counted rows say the same of the same recoding.
      const whole: Job = { ...job, algorithm: 'optimal-lattice', suppression: undefined };
      const [inRows, counted] = [await readCsv(csv), await readCsvCounted(csv)];
      const [one, other] = [await anonymize(inRows, whole, { seed }), await anonymize(counted, whole, { seed })];
      const told = ({ columns, largestShares, originalSizes }: typeof audit) => ({ columns, largestShares, originalSizes }); // prettier-ignore
      expect(told(other.audit)).toEqual(told(one.audit));
    }
    expect(blanks).toBeGreaterThan(0);
    expect(stars).toBeGreaterThan(20);
    expect(sure).toBeGreaterThan(3);
  });

  it('counts rows of a star for every character, and of no other label', () => {
    const starRows = (pairs: readonly (readonly [string, string])[], hierarchy: AuditHierarchy): number => {
      const spec = specOf({ quasiIdentifiers: [{ name: 'x', hierarchy }] });
      const [original, release] = [0, 1].map((at) => tableOf(['x'], pairs.map((pair) => [pair[at]]))); // prettier-ignore
      const report = checkRelease(release, spec, original);
      expect(report.problems).toEqual([]);
      return report.columns.x.starRows;
    };
    const tree = (root: string): AuditHierarchy => ({ type: 'tree', tree: { [root]: ['a', 'b'] } });
    const both = (label: string): [string, string][] => [['a', label], ['b', label], ['b', label]]; // prettier-ignore
    expect(starRows(both('*'), tree('*'))).toBe(3);
    expect(starRows(both('***'), tree('***'))).toBe(3);
    expect(starRows(both('**all**'), tree('**all**'))).toBe(0);
    expect(starRows(both('all**'), tree('all**'))).toBe(0);
    const mask: AuditHierarchy = { type: 'mask' };
    expect(starRows([['12', '**'], ['34', '**']], mask)).toBe(2); // prettier-ignore
    expect(starRows([['12', '1*'], ['34', '3*']], mask)).toBe(0); // prettier-ignore
    expect(starRows([['12', '**'], ['34', '**'], ['', '']], mask)).toBe(2); // prettier-ignore
    // A value of stars, and a node of some values.
    expect(starRows([['**', '**'], ['34', '34']], { type: 'suppress' })).toBe(0); // prettier-ignore
    const some: AuditHierarchy = { type: 'tree', tree: { all: { '**': ['a', 'b'], c: ['c'] } } };
    expect(starRows([['a', '**'], ['b', '**'], ['c', 'c']], some)).toBe(0); // prettier-ignore
  });

  it('counts no row of a star in columns that are released as they are', () => {
    const cells = [['*', '*'], ['a', '*'], ['*', 'flu'], ['*', '**']]; // prettier-ignore
    const { columns } = checkRelease(tableOf(['x', 's'], cells), specOf({ suppressed: 'star' }));
    expect([columns.x.starRows, columns.s.starRows]).toEqual([3, 0]);
    expect([columns.x.valuesAfter, columns.s.valuesAfter]).toEqual([2, 3]);
    expect([columns.x.valuesBefore, columns.s.valuesBefore]).toEqual([null, null]);
    const original = tableOf(['s', 'x'], [['*', 'a'], ['*', 'a'], ['flu', 'b'], ['**', 'c']]); // prettier-ignore
    const held = checkRelease(tableOf(['x', 's'], cells), specOf({ suppressed: 'star' }), original).columns;
    expect([held.x.valuesBefore, held.s.valuesBefore]).toEqual([3, 3]);
  });

  it('counts largest shares of classes that are released, and of columns that are there', () => {
    const spec = specOf({
      sensitiveColumns: ['s', 'gone'],
      privacy: [{ model: 'k-anonymity', k: 2 }],
      suppressed: 'star',
    });
    const rows = [
      ['a', 'flu'],
      ['a', 'flu'],
      ['a', 'cold'],
      ['b', 'flu'],
      ['b', 'gout'],
    ];
    const of = (cells: readonly (readonly string[])[], original = rows) =>
      checkRelease(tableOf(['x', 's'], cells), spec, tableOf(['x', 's'], original));
    expect(of(rows)).toMatchObject({
      largestShares: { s: 2 / 3 },
      oneValued: { s: { classes: 0, rows: 0 } },
      risk: { before: 1 / 2, after: 1 / 2 },
      classSizes: [
        [2, 1],
        [3, 1],
      ],
      originalSizes: [
        [2, 1],
        [3, 1],
      ],
    });
    expect(Object.keys(of(rows).largestShares)).toEqual(['s']);
    // The one row of c is suppressed: its class is none.
    const suppressed = of([...rows, ['*', '']], [...rows, ['c', 'mumps']]);
    expect(suppressed).toMatchObject({ suppressed: 1, largestShares: { s: 2 / 3 }, oneValued: { s: { classes: 0 } } });
    expect(suppressed.risk).toEqual({ before: 1, after: 1 / 2 });
    const sure = [...rows, ['c', 'flu'], ['c', 'flu'], ['d', 'gout'], ['d', 'gout'], ['d', 'gout']];
    expect(of(sure, sure)).toMatchObject({ largestShares: { s: 1 }, oneValued: { s: { classes: 2, rows: 5 } } });
    expect(checkRelease(tableOf(['x', 's'], []), { ...spec, suppressed: 'drop' }, tableOf(['x', 's'], rows))).toMatchObject({
      largestShares: { s: 0 },
      risk: { before: 1 / 2, after: 0 },
      classSizes: [],
    });
    const lacking = checkRelease(tableOf(['x', 's'], rows), spec, tableOf(['s'], rows.map(([, s]) => [s])));
    expect(lacking).toMatchObject({ risk: { before: null }, originalSizes: null });
  }); // prettier-ignore
});
