/** Days without a known day or month: found, and released in labels that are true of every day that they may be. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, proposeJob, readCsv, readForJob, type Job } from '../../src/index.js';
import { csvOf as csvText } from '../table-texts.js';
import { casesOf } from '../shared.js';
import { drawFrom } from './random-job.js';

const two = (number: number): string => String(number).padStart(2, '0');

/** The first and the last day of `1945`, `1945-03`, `1945-03-02`, `1945-03-00` or `1940s`, as texts that compare. */
function spanOf(text: string): readonly [string, string] {
  if (text === '*' || text === 'not missing') return ['0000', '9999'];
  if (text.startsWith('>=')) return [spanOf(text.slice(2))[0], '9999'];
  if (text.startsWith('<')) return ['0000', beforeOf(spanOf(text.slice(1))[0])];
  if (text.startsWith('"')) return spanOf(text.slice(1, -1));
  if (/^\d{3}0s$/.test(text)) return [`${text.slice(0, 4)}-01-01`, `${text.slice(0, 3)}9-12-31`];
  const range = /^\[(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:-| \.\. )(\d{4}(?:-\d\d(?:-\d\d)?)?)\]$/.exec(text);
  if (range !== null) return [spanOf(range[1])[0], spanOf(range[2])[1]];
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? [];
  if (quarter !== undefined)
    return [`${year}-${two(3 * Number(quarter) - 2)}-01`, `${year}-${two(3 * Number(quarter))}-31`];
  expect(text).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
  const known = text.replace(/(-00)+$/, '');
  return [`${known}-01-01`.slice(0, 10), known + '-12-31'.slice(known.length - 10)];
}

const beforeOf = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const jobOf = (born: object, algorithm: unknown, more: object = {}): Job =>
  ({
    attributes: { born: { role: 'quasi-identifier', ...born }, kind: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm,
    output: { order: 'input', ...more },
    suppression: 'unlimited',
  }) as unknown as Job;

const csvOf = (cells: readonly string[]): string => `born,kind\n${cells.map((cell, i) => `${cell},${i % 3}`).join('\n')}\n`; // prettier-ignore

const HIERARCHIES = [
  {},
  {},
  { hierarchy: { type: 'dates', levels: ['month', 'year', 'decade'] } },
  { hierarchy: { type: 'dates', levels: ['quarter', 'decade'] } },
  { hierarchy: { type: 'intervals', bounds: [['1941', '1944-07', '1950'], ['1944-07']] } },
];

describe('days without a known day or month', () => {
  it('stand in labels that are true of them, in every release, which its audit confirms', async () => {
    const draw = drawFrom(seededRandom(1945), false);
    for (let run = 0; run < casesOf(1500, 60); run++) {
      const isShort = draw.oneIn(3);
      const years = draw.oneIn(2) ? 3 : 20;
      const cells = Array.from({ length: 12 + draw.below(50) }, () => {
        const [year, month, day] = [1940 + draw.below(years), 1 + draw.below(draw.oneIn(2) ? 2 : 12), 1 + draw.below(draw.oneIn(2) ? 3 : 28)]; // prettier-ignore
        if (draw.oneIn(6)) return isShort ? String(year) : `${year}-00-00`;
        if (draw.oneIn(6)) return isShort ? `${year}-${two(month)}` : `${year}-${two(month)}-00`;
        return `${year}-${two(month)}-${two(day)}`;
      });
      const spec = draw.of(HIERARCHIES);
      const algorithm = draw.of(['mondrian', 'optimal-lattice', 'k-optimize', 'hilbert', 'datafly', 'k-member']);
      const { table, job } = await readForJob(csvOf(cells), jobOf(spec, algorithm));
      expect(table.column('born')!.type).toBe('date');
      expect(table.toColumns().born).toEqual(cells);
      const [wasm, js] = await Promise.all((['wasm', 'js'] as const).map((engine) => anonymize(table, job, { engine }))); // prettier-ignore
      expect(csvText(js.release)).toBe(csvText(wasm.release));
      expect(wasm.audit.holds).toBe(true);
      if (wasm.release.rows < cells.length) continue;
      const labels = wasm.release.cells('born') as string[];
      labels.forEach((label, row) => {
        const [cell, named] = [spanOf(cells[row]), spanOf(label)];
        const isTrue = named[0] <= cell[0] && cell[1] <= named[1];
        expect({ label, cell: cells[row], algorithm, spec, isTrue }).toEqual({ label, cell: cells[row], algorithm, spec, isTrue: true }); // prettier-ignore
      });
      const again = await readCsv(csvText(wasm.release), { types: { born: 'string' } });
      expect(auditRelease(again, job, table).holds).toBe(true);
    }
  });

  it.each([
    [['1945-03-02', '1961-07-30', '1945-00-00', '1945-03-00'], 'YYYY-MM-DD [00]'],
    [['02.03.1945', '30.07.1961', '03.1961', '1945'], 'DD.MM.YYYY [short]'],
    [['30/07/1961', '31/07/1961', '??/03/1961'], 'DD/MM/YYYY [??]'],
    [['1945-03-02', '1961-07-30', '1945-99-99'], 'YYYY-MM-DD [99]'],
    [
      [...Array.from({ length: 20 }, (_, i) => `19450${1 + (i % 9)}${10 + (i % 19)}`), '19450000', '19350300'],
      'YYYYMMDD [00]',
    ],
  ])('%j are days written %s', async (cells, format) => {
    const table = await readCsv(csvOf(cells));
    expect([table.column('born')!.type, table.column('born')!.format]).toEqual(['date', format]);
    expect(table.toColumns().born).toEqual(cells);
  });

  it('written in two ways are one value where the type is declared, and 0000-00-00 is missing', async () => {
    const cells = ['1945-03-02', '1961-07-30', '1945', '1945-00-00', '0000-00-00'];
    expect((await readCsv(csvOf(cells))).column('born')!.type).toBe('string');
    const { table } = await readForJob(csvOf(cells), jobOf({ type: 'date' }, 'mondrian'));
    expect(table.toColumns().born).toEqual(['1945-03-02', '1961-07-30', '1945', '1945', null]);
    const wrong = readForJob(csvOf(['1945-03-02', '1945-13-00']), jobOf({ type: 'date' }, 'mondrian'));
    await expect(wrong).rejects.toMatchObject({ code: 'DATE_INVALID' });
  });

  it('are refused in tight ranges, and by the audit under a label that holds a part of them', async () => {
    const cells = ['1945-03-02', '1945-03-04', '1945-00-00', '1961-03-04', '1961-03-05', '1962-03-05'];
    const { table, job } = await readForJob(csvOf(cells), jobOf({}, 'mondrian'));
    await expect(anonymize(table, jobOf({}, 'mondrian', { ranges: 'tight' }))).rejects.toMatchObject({
      code: 'PARTIAL_DAYS',
    });
    const { release } = await anonymize(table, job);
    const labels = release.cells('born') as string[];
    const judge = async (label: string) => {
      const own = labels.map((each) => (each === labels[2] ? label : each));
      return auditRelease(await readCsv(csvOf(own), { types: { born: 'string' } }), job, table).holds;
    };
    expect(await judge(labels[2])).toBe(true);
    expect(await judge('[1945-03 .. 1945-12]')).toBe(false);
  });

  it('are proposed with their count', async () => {
    const cells = Array.from({ length: 120 }, (_, i) => (i % 40 === 3 ? '1972-05-00' : `19${40 + (i % 50)}-0${1 + (i % 9)}-${10 + (i % 18)}`)); // prettier-ignore
    const { columns } = proposeJob(await readCsv(csvOf(cells)), { k: 5 });
    const { format, reason } = columns.find(({ name }) => name === 'born')!;
    expect([format, reason]).toEqual([
      'YYYY-MM-DD [00]',
      expect.stringContaining('3 cells have no known day or month'),
    ]);
  });
});
