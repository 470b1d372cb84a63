import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { KohortError } from '../../src/base/errors.js';
import { anonymize, auditRelease, parseJob, readCsv } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { bothEngines } from '../engine/engines.js';
import { casesOf } from '../shared.js';
import { drawFrom } from './random-job.js';
import { csvOf } from '../table-texts.js';

const engines = await bothEngines();

const ALGORITHMS = ['mondrian', 'optimal-lattice', 'datafly', 'k-optimize', 'hilbert', 'mdav', 'local-suppression', 'k-member'] as const; // prettier-ignore

const median = (sorted: readonly number[]): number =>
  (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of each person's cells, ascending. */
function valuesOf(members: readonly number[], personOf: (row: number) => string, cellOf: (row: number) => string) {
  const byPerson = new Map<string, number[]>();
  for (const row of members) {
    if (cellOf(row) === '') continue;
    const person = personOf(row);
    byPerson.set(person, [...(byPerson.get(person) ?? []), Number(cellOf(row))]);
  }
  return [...byPerson.values()].map(mean).sort((x, y) => x - y);
}

describe('a column with "release": "mean" or "median"', () => {
  it('has the average over the people of each class, in both engines, and the audit says so', async () => {
    const draw = drawFrom(seededRandom(4), false);
    let compared = 0;
    for (let round = 0; round < casesOf(1500, 60); round++) {
      const isByPersons = draw.oneIn(2);
      const count = 10 + draw.below(30);
      const rows = Array.from({ length: count }, () => [
        `p${draw.below(isByPersons ? 12 : 1000)}`,
        String(20 + draw.below(6)),
        draw.of(['F', 'M']),
        draw.oneIn(6) ? '' : String(draw.below(5000) / 10),
        String(draw.below(100)),
      ]);
      const job = parseJob({
        attributes: {
          id: isByPersons ? 'person' : 'drop',
          age: 'quasi-identifier',
          sex: 'quasi-identifier',
          pay: { role: 'insensitive', type: 'number', release: 'mean' },
          size: { role: 'insensitive', type: 'integer', release: 'median' },
        },
        privacy: [{ model: 'k-anonymity', k: 3 }],
        algorithm: isByPersons ? draw.of(['mondrian', 'optimal-lattice', 'datafly']) : draw.of(ALGORITHMS),
        suppression: { maxRows: 4 },
        output: { order: 'input', suppressed: 'star' },
      });
      const table = await readCsv(['id,age,sex,pay,size', ...rows.map((row) => row.join(','))].join('\n'));
      const done = [];
      for (const engine of [engines.wasm, engines.js]) {
        try {
          done.push(await anonymize(table, job, { engine, seed: 1 }));
        } catch (error) {
          if (!(error instanceof KohortError) || error.name === 'AuditError') throw error;
        }
      }
      if (done.length < 2) continue;
      const [{ release, result }, other] = done;
      expect(csvOf(other.release)).toBe(csvOf(release));
      expect(result.warnings.map(({ code }) => code)).not.toContain('AVERAGES_NOT_CHECKED');
      for (const name of ['pay', 'size']) expect(result.exposure[name]).toEqual({ texts: 0, rows: 0 });
      const cells = [...release].map((row) => [row.age, row.sex].map(String).join());
      const shown = { pay: release.cells('pay'), size: release.cells('size') };
      const isSuppressed = cells.map((key, row) => key === '*,*' && shown.size[row] === null);
      if (cells.filter((key) => key === '*,*').length !== isSuppressed.filter(Boolean).length) continue;
      for (const key of new Set(cells.filter((_, row) => !isSuppressed[row]))) {
        const members = [...cells.keys()].filter((row) => cells[row] === key);
        for (const [name, at] of [
          ['pay', 3],
          ['size', 4],
        ] as const) {
          // prettier-ignore
          const values = valuesOf(members, (row) => (isByPersons ? rows[row][0] : String(row)), (row) => rows[row][at]);
          const expected = values.length < 3 ? null : name === 'pay' ? mean(values) : median(values);
          const cell = expected === null ? null : Number(expected.toPrecision(5));
          const found = new Set(members.map((row) => shown[name][row] as number | null));
          expect(found).toEqual(new Set([cell]));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  }, 240_000);

  it('is a problem of a file whose class shows another average, or one of too few', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${i < 6 ? 20 : 70},${10 * i}`);
    const table = await readCsv(`age,pay\n${rows.join('\n')}\n`);
    const job: Job = {
      attributes: { age: 'quasi-identifier', pay: { role: 'insensitive', release: 'mean' } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
    };
    const { release, result } = await anonymize(table, job, { seed: 1 });
    const text = csvOf(release);
    const audit = async (csv: string) => auditRelease(await readCsv(csv, { types: { age: 'string' } }), job, table);
    expect((await audit(text)).problems).toEqual([]);
    expect(new Set(release.cells('pay'))).toEqual(new Set([25, 85]));
    expect((await audit(text.replaceAll(',25\n', ',26\n'))).problems[0]).toContain('the mean over at least 3');
    expect((await audit(text.replace(',25\n', ',26\n'))).problems[0]).toContain('several averages');
    // Its own rare values are not released.
    expect(result.warnings.map(({ code }) => code)).toEqual(['MINIMAL_RECODING']);
  });

  it.each<[string, Job['attributes'][string], string, string]>([
    ['a sensitive column', { role: 'sensitive', release: 'mean' }, 'mondrian', 'OPTION_UNUSED'],
    ['a weight', { role: 'weight', release: 'mean' }, 'mondrian', 'OPTION_UNUSED'],
    ['an insensitive column', { role: 'insensitive', release: 'rounded' }, 'mondrian', 'OPTION_UNUSED'],
    ['texts', { role: 'insensitive', type: 'string', release: 'median' }, 'mondrian', 'OPTION_UNUSED'],
    ['values that are permuted', { role: 'insensitive', release: 'mean' }, 'bucketization', 'OPTION_UNUSED'],
  ])('is refused for %s', async (_, pay, algorithm, code) => {
    const table = await readCsv('age,pay,s\n1,2,a\n2,3,b\n3,3,a\n4,4,b\n');
    const job: Job = { attributes: { age: 'quasi-identifier', pay, s: 'sensitive' }, privacy: [{ model: 'k-anonymity', k: 2 }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }], algorithm }; // prettier-ignore
    await expect(anonymize(table, job)).rejects.toMatchObject({ code, argument: 'attributes.pay.release' });
  });

  it('is not asked for by a query', async () => {
    const table = await readCsv('age,pay\n1,2\n2,3\n3,3\n4,4\n');
    const job: Job = { attributes: { age: 'quasi-identifier', pay: { role: 'insensitive', release: 'mean' } }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', queries: [{ name: 'a', where: 'pay > 2' }] }; // prettier-ignore
    await expect(anonymize(table, job)).rejects.toMatchObject({ code: 'ROLE_CONFLICT' });
  });
});
