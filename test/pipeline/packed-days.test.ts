/** Days as whole numbers, 19670209: found, released in their own spelling, and numbers where a job groups numbers. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, csvChunks, readCsv, readForJob, type Job, type Table } from '../../src/index.js';

const random = seededRandom(5);
const two = (number: number): string => String(number).padStart(2, '0');
const births = Array.from(
  { length: 120 },
  () => `${1930 + random.below(70)}${two(1 + random.below(12))}${two(1 + random.below(28))}`,
);
const csv = `birth,sex\n${births.map((birth, i) => `${birth},${i % 2 === 0 ? 'f' : 'm'}`).join('\n')}\n`;

const jobOf = (birth: object, algorithm: unknown = 'mondrian', more: object = {}): Job =>
  ({
    attributes: { birth: { role: 'quasi-identifier', ...birth }, sex: { role: 'quasi-identifier' } },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm,
    output: { order: 'input', ...more },
  }) as unknown as Job;

const cellsOf = (table: Table, name: string): string[] => {
  const { codes, texts } = table.column(name)!;
  return Array.from(codes, (code) => texts[code]);
};

/** The first or last day of a day, month or year written in digits. */
const edge = (text: string, rest: string): number => Number(text + rest.slice(text.length));

function isWithin(label: string, birth: string): boolean {
  if (label === '*') return true;
  if (/^\d{3}0s$/.test(label)) return birth.startsWith(label.slice(0, 3));
  const match = /^\[?(\d{4}|\d{6}|\d{8})(?:-(\d{4}|\d{6}|\d{8})\])?$/.exec(label);
  expect([label, match === null]).toEqual([label, false]);
  const [, from, to = from] = match as unknown as [string, string, string?];
  const [start, end] = [edge(from, '00000101'), edge(to, '99991231')];
  expect([label, start <= end]).toEqual([label, true]);
  return start <= Number(birth) && Number(birth) <= end;
}

const dates = { hierarchy: { type: 'dates', levels: ['month', 'year', 'decade'] } };

describe.each(['js', 'wasm'] as const)('births written 19670209 (%s)', (engine) => {
  it.each([
    ['mondrian', {}, 'rounded'],
    ['mondrian', {}, 'tight'],
    ['mondrian', dates, 'rounded'],
    ['hilbert', {}, 'rounded'],
    ['optimal-lattice', { ...dates, format: 'YYYYMMDD' }, 'rounded'],
  ])('are released as days by %s (%j, %s), and the release is confirmed', async (algorithm, spec, ranges) => {
    const table = await readCsv(csv);
    const job = jobOf(spec, algorithm, { ranges });
    const { release, audit } = await anonymize(table, job, { engine });
    expect([audit.holds, release.rows]).toEqual([true, births.length]);
    cellsOf(release, 'birth').forEach((label, row) => {
      expect([label, births[row], isWithin(label, births[row])]).toEqual([label, births[row], true]);
    });
    const again = await readCsv(Buffer.concat([...csvChunks(release)]), { types: { birth: 'string', sex: 'string' } });
    const report = auditRelease(again, job, table);
    expect([report.holds, report.problems]).toEqual([true, []]);
  });

  it('are numbers where the job groups them into intervals of numbers, and nothing is said of days', async () => {
    const job = jobOf({ hierarchy: { type: 'intervals', widths: [10_000, 100_000] } }, 'optimal-lattice');
    const { table, job: checked } = await readForJob(csv, job);
    expect([table.column('birth')?.type, table.warnings]).toEqual(['integer', []]);
    const { release } = await anonymize(table, checked, { engine });
    expect(cellsOf(release, 'birth').every((label) => label === '*' || /^\[\d{4}0000-\d{4}9999\]$/.test(label))).toBe(
      true,
    );
    const inMemory = await anonymize(await readCsv(csv), job, { engine });
    expect(cellsOf(inMemory.release, 'birth')).toEqual(cellsOf(release, 'birth'));
    expect(auditRelease(inMemory.release, job, await readCsv(csv)).problems).toEqual([]);
  });

  it('may be a few in the input and many in the public table', async () => {
    const people = await readCsv(csv);
    const few = await readCsv(`birth,sex\n${births.slice(0, 15).map((birth, i) => `${birth},${i % 2 === 0 ? 'f' : 'm'}`).join('\n')}\n`); // prettier-ignore
    expect([people.column('birth')?.type, few.column('birth')?.type]).toEqual(['date', 'integer']);
    const job = { ...jobOf({}), privacy: [{ model: 'k-map', k: 5, public: 'people' }] } as unknown as Job;
    const { audit, release } = await anonymize(few, job, { engine, publicTables: { people } });
    expect([audit.holds, release.rows]).toEqual([true, 15]);
  });

  it('may be few in the public table, which is read as the input says, and refused where it holds no days', async () => {
    const job = {
      ...jobOf({ format: 'YYYYMMDD' }),
      privacy: [{ model: 'k-map', k: 3, public: 'people' }],
    } as unknown as Job;
    const lines = births.slice(0, 12).map((birth, i) => `${birth},${i % 2 === 0 ? 'f' : 'm'}`);
    const { table } = await readForJob(`birth,sex\n${lines.slice(0, 8).join('\n')}\n`, job);
    expect(table.column('birth')?.type).toBe('date');
    const people = await readCsv(`birth,sex\n${lines.join('\n')}\n,f\n`);
    expect([people.column('birth')?.type, people.column('birth')?.missingCode]).toEqual(['integer', 12]);
    const { audit, release } = await anonymize(table, job, { engine, publicTables: { people } });
    expect([audit.holds, release.rows]).toEqual([true, 8]);
    const wrong = await readCsv(`birth,sex\n${lines.join('\n')}\n19671399,f\n`);
    expect(wrong.column('birth')?.type).toBe('integer');
    await expect(anonymize(table, job, { engine, publicTables: { people: wrong } })).rejects.toMatchObject({
      code: 'PUBLIC_TYPE',
    });
  });
});
