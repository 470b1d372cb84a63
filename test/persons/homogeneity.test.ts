import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attackHomogeneity, tableFromRows, type Job } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';
import { drawRelease, type DrawnRelease, type DrawnRow } from './attacked-release.js';

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

const near = (value: number): number => expect.closeTo(value, 9) as number;

/** Figures by definition, on sets of texts. */
function naiveHomogeneity({ rows, classOf, isReleased }: DrawnRelease, column: 's' | 't') {
  const released = rows.filter(isReleased);
  const values = distinct(released.map((row) => row[column]));
  const personsOf = (some: readonly DrawnRow[]): string[] => distinct(some.map(({ p }) => p));
  const holders = (some: readonly DrawnRow[], value: string): number =>
    personsOf(some.filter((row) => row[column] === value)).length / personsOf(some).length;
  const spread = (some: readonly DrawnRow[], value: string): number => {
    const shares = personsOf(some).map((p) => {
      const own = some.filter((row) => row.p === p);
      return own.filter((row) => row[column] === value).length / own.length;
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  const classes = distinct(released.map(classOf)).map((name) => released.filter((row) => classOf(row) === name));
  const known = classes.filter((rowsOf) => values.some((value) => holders(rowsOf, value) === 1));
  const most = (of: (rowsOf: readonly DrawnRow[], value: string) => number): number =>
    Math.max(...classes.flatMap((rowsOf) => values.map((value) => of(rowsOf, value))));
  const distances = classes.map(
    (rowsOf) => values.reduce((sum, value) => sum + Math.abs(spread(rowsOf, value) - spread(released, value)), 0) / 2,
  );
  return {
    homogeneousClasses: known.length,
    homogeneousRows: known.flat().length,
    homogeneousPersons: personsOf(known.flat()).length,
    largestConfidence: near(most(holders)),
    largestGain: near(most((rowsOf, value) => holders(rowsOf, value) / holders(released, value))),
    largestDistance: near(Math.max(...distances)),
  };
}

describe('the homogeneity attack by persons', () => {
  it('equals the definition on sets, by the original and by a key in the release', () => {
    for (let seed = 1; seed <= casesOf(2000, 25); seed++) {
      const drawn = drawRelease(seed);
      const released = drawn.rows.filter(drawn.isReleased);
      const expected = {
        rows: released.length,
        persons: distinct(released.map(({ p }) => p)).length,
        classes: distinct(released.map(drawn.classOf)).length,
        attributes: (['s', 't'] as const).map((attribute) => ({ attribute, ...naiveHomogeneity(drawn, attribute) })),
      };
      expect(attackHomogeneity(drawn.release, drawn.job, drawn.original), `seed ${seed}`).toEqual(expected);
      expect(attackHomogeneity(drawn.keyed, drawn.job), `seed ${seed}, with the key`).toEqual(expected);
    }
  });

  it('equals the attack by rows where each person has one row, and where all rows stand several times', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { keyed, job } = drawRelease(seed);
      const rows = keyed.toRows().map((row, i) => ({ ...row, p: `q${i}` }));
      const { p: _, ...attributes } = job.attributes;
      const byRows = attackHomogeneity(tableFromRows(rows), { ...job, attributes });
      expect(byRows.persons).toBeNull();
      const split = tableFromRows(rows.flatMap((row, i) => Array.from({ length: 1 + (i % 3) }, () => row)));
      for (const table of [tableFromRows(rows), split]) {
        const byPersons = attackHomogeneity(table, job);
        expect(byPersons.persons).toBe(rows.length);
        byPersons.attributes.forEach(({ homogeneousPersons, homogeneousRows: _, ...own }, i) => {
          const { homogeneousRows, ...other } = byRows.attributes[i];
          expect(homogeneousPersons).toBe(homogeneousRows);
          for (const [key, value] of Object.entries(other)) {
            expect(own[key as keyof typeof own]).toEqual(typeof value === 'number' ? near(value) : value);
          }
        });
      }
    }
  });

  it('sees that everybody has a value, whatever else one of them has', () => {
    const values = [['a', 'b', 'c'], ['a'], ['a'], ['a'], ['a']];
    const rows = values.flatMap((own, p) => own.map((s) => ({ p, zip: 'x', s })));
    const job = {
      attributes: { p: 'person', zip: 'quasi-identifier', s: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: 'mondrian',
    } as unknown as Job;
    const release = tableFromRows(rows.map(({ p: _, ...row }) => row));
    const { attributes } = attackHomogeneity(release, job, tableFromRows(rows));
    expect(attributes[0]).toMatchObject({ homogeneousPersons: 5, homogeneousRows: 7, largestConfidence: 1 });
  });

  it('reads rare values and rows that were drawn as the run did', () => {
    const values = ['a', 'a', 'b', 'c', 'd', 'a'];
    const rows = values.map((s, p) => ({ p, zip: 'x', s }));
    const job = {
      attributes: { p: 'person', zip: 'quasi-identifier', s: { role: 'sensitive', rare: 2 } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    } as unknown as Job;
    const release = tableFromRows(values.map((s) => ({ zip: 'x', s: s === 'a' ? s : 'other' })));
    const found = attackHomogeneity(release, job, tableFromRows(rows));
    expect(found.attributes[0].largestConfidence).toBe(0.5);
    const drawn = { ...job, rowsPerPerson: 1 } as Job;
    const twice = tableFromRows([...rows, ...rows]);
    expect(attackHomogeneity(release, drawn, twice)).toEqual(found);
  });
});

describe('kohort attack homogeneity', () => {
  it('prints people where the key is known, and rows with a note else', async () => {
    const { path: here } = makeFolder();
    const rows = ['0,x,a', '0,x,b', '1,x,a', '2,x,a'];
    writeFileSync(join(here, 'in.csv'), `p,zip,s\n${rows.join('\n')}\n`);
    writeFileSync(join(here, 'r.csv'), `zip,s\n${rows.map((row) => row.slice(2)).join('\n')}\n`);
    const job = { attributes: { p: 'drop', zip: 'quasi-identifier', s: 'sensitive' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' }; // prettier-ignore
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const args = ['attack', 'homogeneity', 'r.csv', '--job', 'job.json'];
    const byRows = await runInside(args, here);
    expect(byRows.stdout).toMatch(/^s +0 +0\.00 % +75\.00 %/m);
    expect(byRows.stdout).toContain('rows are counted, and people may have several');
    const byPersons = await runInside([...args, '--person', 'p', '--original', 'in.csv'], here);
    expect(byPersons.stdout).toMatch(/^s +3 +100\.00 % +100\.00 %/m);
    expect(byPersons.stdout).toContain('shares are for 3 people, who have 4 rows in the release');
  });
});
