import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, parseJob, proposeJob, readCsv, readForJob, readTable, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { auditRelease } from '../../src/index.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { csvOf as csvText } from '../table-texts.js';
import { drawFrom } from './random-job.js';
import { casesOf } from '../shared.js';

const GOOD = ['31', '32', '47', '47', '55', '60', '61', '62'];
const ODD = ['9o+', 'ca. 40', 'Total', '1.5', 'x y'];

const jobWith = (age: object, others: Partial<Job> = {}): Job => ({
  attributes: { age: { role: 'quasi-identifier', ...age }, kind: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  ...others,
});

const csvOf = (cells: readonly string[]): string =>
  `age,kind\n${cells.map((cell, i) => `${cell},${i % 3}`).join('\n')}\n`;
const cellsOf = (ages: readonly string[]): string[] => Array.from({ length: 40 }, (_, i) => ages[i % ages.length]);

describe('odd cells of a declared type', () => {
  it('equal tables with missing cells in their place, whatever is read', async () => {
    const draw = drawFrom(seededRandom(3701), false);
    for (let run = 0; run < casesOf(2000, 150); run++) {
      const missing = draw.oneIn(2) ? ['', 'NA'] : ['NA', ''];
      const cells = Array.from({ length: 1 + draw.below(30) }, () =>
        draw.oneIn(4) ? draw.of([...ODD, 'NA', '', '-9']) : draw.of(GOOD),
      );
      const marks = draw.oneIn(2) ? { missing: ['-9', '61'] } : {};
      const isGone = (cell: string): boolean => ODD.includes(cell) || marks.missing?.includes(cell) === true;
      const options = { missing, types: { age: { type: 'integer', odd: 'missing', ...marks } as const } };
      const naive = { missing, types: { age: 'integer' as const } };
      const plain = csvOf(cells.map((cell) => (isGone(cell) ? '' : cell)));
      const values = (table: Awaited<ReturnType<typeof readCsv>>) => table.toColumns();
      const expected = values(await readCsv(plain, naive));
      const csv = csvOf(cells);
      expect(values(await readCsv(csv, options))).toEqual(expected);
      const counted = await readCsvCounted(csv, options);
      const other = await readCsvCounted(plain, naive);
      expect(values(counted)).toEqual(values(other));
      const rows = cells.map((age, i) => ({ age, kind: String(i % 3) }));
      expect(values(tableFromRows(rows, options)).age).toEqual(expected.age);
      expect(values(await readTable(rows, options)).age).toEqual(expected.age);
      const odd = cells.filter((cell) => ODD.includes(cell)).length;
      const told = (await readCsv(csv, options)).warnings.filter(({ code }) => code === 'ODD_AS_MISSING');
      expect(told.length).toBe(odd === 0 ? 0 : 1);
      if (odd > 0) expect(told[0].message).toMatch(new RegExp(`^${odd} cells? of column "age" (is|are) not`));
      expect(counted.warnings.filter(({ code }) => code === 'ODD_AS_MISSING')).toEqual(told);
    }
  });

  it('are an error by default, and when asked for', async () => {
    for (const odd of [{}, { odd: 'error' }]) {
      const job = jobWith({ type: 'integer', ...odd });
      await expect(readForJob(csvOf(cellsOf([...GOOD, '9o+'])), job)).rejects.toMatchObject({ code: 'NUMBER_SYNTAX' });
    }
  });

  it('count as missing in a release, which its audit confirms, of files and of tables in memory', async () => {
    const cells = cellsOf([...GOOD, '9o+']);
    const job = jobWith({ type: 'integer', odd: 'missing', hierarchy: { type: 'intervals', widths: [10, 50] } });
    for (const algorithm of ['mondrian', 'optimal-lattice', 'k-optimize']) {
      const asked = { ...job, algorithm };
      const { table, job: own } = await readForJob(csvOf(cells), asked);
      const { release, result, audit } = await anonymize(table, own);
      expect(audit.holds).toBe(true);
      expect(JSON.stringify(result.warnings)).toContain('4 cells of column \\"age\\" are not whole numbers');
      expect(csvText(release)).not.toContain('9o+');
      const inMemory = tableFromRows(cells.map((age, i) => ({ age, kind: i % 3 })));
      const other = await anonymize(inMemory, asked);
      expect(other.audit.holds).toBe(true);
      expect(JSON.stringify(other.result.warnings)).toContain('ODD_AS_MISSING');
      const again = await readCsv(csvText(release), { types: { age: 'string' } });
      expect(auditRelease(again, own, table).holds).toBe(true);
    }
  });

  it('drop their rows, or are errors, where missing cells do so', async () => {
    const cells = cellsOf([...GOOD, '9o+']);
    const job = (onMissing: 'drop' | 'error'): Job =>
      jobWith({ type: 'integer', odd: 'missing' }, { input: { onMissing } });
    expect((await readForJob(csvOf(cells), job('drop'))).table.rows).toBe(36);
    await expect(readForJob(csvOf(cells), job('error'))).rejects.toMatchObject({ code: 'MISSING_VALUE' });
  });

  it('stay as texts in a column of texts, which takes no intervals', async () => {
    const cells = cellsOf([...GOOD, '9o+', '9o+']);
    const job = jobWith({ type: 'integer', odd: 'text', hierarchy: { type: 'mask' } });
    const { table, job: own } = await readForJob(csvOf(cells), parseJob(job));
    expect(table.column('age')).toMatchObject({ type: 'string' });
    const { release, audit } = await anonymize(table, own);
    expect(audit.holds).toBe(true);
    expect(release.rows).toBe(40);
    const wrong = jobWith({ type: 'integer', odd: 'text', hierarchy: { type: 'intervals', widths: [10] } });
    expect(() => parseJob(wrong)).toThrow(
      /attributes\.age\.hierarchy: expected beside "odd": "text" a hierarchy of texts/,
    );
  });

  it('need a type; own marks of missing cells need one too', () => {
    expect(() => parseJob(jobWith({ odd: 'missing' }))).toThrow(/expected beside "odd" a "type" of numbers/);
    expect(() => parseJob(jobWith({ odd: 'missing', type: 'string' }))).toThrow(/received "type": "string"/);
    expect(() => parseJob(jobWith({ missing: ['-9'] }))).toThrow(/expected beside "missing" a "type" or a "format"/);
    const none = jobWith({ odd: 'missing', type: 'integer' }, { input: { missing: [] } });
    expect(() => parseJob(none)).toThrow(/input\.missing: expected at least one text/);
    expect(parseJob(parseJob(jobWith({ odd: 'text', type: 'integer' })))).toMatchObject({
      attributes: { age: { type: 'string', odd: 'text' } },
    });
  });

  it('are named with their number and the cure where intervals cannot be made', async () => {
    const intervals = { hierarchy: { type: 'intervals', widths: [10] } };
    const refused = async (odd: string, hierarchy: object = intervals.hierarchy): Promise<unknown> => {
      const { table, job } = await readForJob(csvOf([...cellsOf(GOOD), odd]), jobWith({ hierarchy }));
      return anonymize(table, { ...job, algorithm: 'optimal-lattice' });
    };
    await expect(refused('NA')).rejects.toThrow(
      /received string, since 1 cell is "NA"; --missing NA, or "missing" of "input"/,
    );
    await expect(refused('9o+')).rejects.toThrow(
      /since 1 of its cells is of another kind; "type": "integer" with "odd": "missing"/,
    );
    await expect(refused('9o+', { type: 'intervals', bounds: [[40, 60]] })).rejects.toThrow(/since 1 of its cells/);
  });
});

describe('a proposed job', () => {
  const proposed = async (cells: readonly string[]) => {
    const rows = cells.map((age, i) => `${age},${'abcde'[i % 5]}`).join('\n');
    const made = proposeJob(await readCsv(`age,city\n${rows}\n`), { k: 3, quasiIdentifiers: ['age', 'city'] });
    return { spec: made.job.attributes.age, reason: made.columns[0].reason, made };
  };
  const ages = (count: number): string[] => Array.from({ length: count }, (_, i) => String(18 + ((i * 11) % 70)));

  it('takes a few odd cells for missing, and says how many', async () => {
    const { spec, reason, made } = await proposed([...ages(397), '9o+', 'ca. 40', 'none']);
    expect(spec).toMatchObject({ role: 'quasi-identifier', type: 'integer', odd: 'missing' });
    expect(reason).toContain('3 cells are not numbers and count as missing ("odd")');
    const { audit } = await anonymize(await readCsv(`age,city\n${[...ages(397), '9o+', 'ca. 40', 'none'].map((age, i) => `${age},${'abcde'[i % 5]}`).join('\n')}\n`), made.job); // prettier-ignore
    expect(audit.holds).toBe(true);
  });

  it('leaves columns with many odd cells as they are', async () => {
    const { spec } = await proposed([...ages(380), ...Array.from({ length: 20 }, () => '9o+')]);
    expect(spec.odd).toBeUndefined();
    expect((await proposed(ages(400))).spec).toEqual({ role: 'quasi-identifier' });
  });

  it('takes codes apart from all values for missing, and no honest age of 99', async () => {
    const coded = await proposed([...ages(390), ...Array.from({ length: 6 }, () => '999'), '-9', '-9', '-8', '-8']);
    expect(coded.spec).toMatchObject({ type: 'integer', missing: ['999', '-8', '-9'] });
    expect(coded.reason).toContain('6 cells "999", 2 cells "-8", 2 cells "-9" lie apart from the other values');
    const old = Array.from({ length: 400 }, (_, i) => String(20 + ((i * 13) % 82)));
    expect(old).toContain('99');
    expect((await proposed(old)).spec).toEqual({ role: 'quasi-identifier' });
    const days = Array.from({ length: 300 }, (_, i) => `19${40 + (i % 50)}-0${1 + (i % 9)}-1${i % 10}`);
    const born = await proposed([...days, '9999-12-31', '9999-12-31', '0001-01-01']);
    expect(born.spec).toMatchObject({ type: 'date', missing: ['9999-12-31', '0001-01-01'] });
    const income = Array.from({ length: 300 }, (_, i) => String(1200 + ((i * 37) % 4000)));
    expect((await proposed([...income, '999998', '999998', '999998'])).spec).toMatchObject({ missing: ['999998'] });
    // 99 of 0 to 100 points is one of them.
    const points = Array.from({ length: 300 }, (_, i) => String((i * 7) % 101));
    expect((await proposed(points)).spec).toEqual({ role: 'quasi-identifier' });
  });

  it('takes 99 for missing in one column and for an age in another', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `${20 + ((i * 13) % 82)},${i % 30 === 0 ? 99 : 1 + (i % 5)}`);
    const { job } = proposeJob(await readCsv(`age,mood\n${rows.join('\n')}\n`), {
      k: 3,
      quasiIdentifiers: ['age', 'mood'],
    });
    expect(job.attributes.age.missing).toBeUndefined();
    expect(job.attributes.mood).toMatchObject({ type: 'integer', missing: ['99'] });
  });
});
