/** Times of day and lengths of time: found, ordered by their value, and released in ranges that are true of them. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, parseJob, readCsv, readForJob, type Job } from '../../src/index.js';
import { csvOf as csvText } from '../table-texts.js';
import { casesOf } from '../shared.js';
import { drawFrom } from './random-job.js';

const two = (number: number): string => String(number).padStart(2, '0');

/** Spellings of a number of seconds, written and read without the code that they test. */
const SPELLINGS = [
  {
    format: 'HH:mm',
    type: 'time',
    unit: 60,
    most: 86_400,
    write: (s: number) => `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}`,
  },
  {
    format: 'HH:mm:ss',
    type: 'time',
    unit: 1,
    most: 86_400,
    write: (s: number) => new Date(s * 1000).toISOString().slice(11, 19),
  },
  {
    format: 'h:mm A',
    type: 'time',
    unit: 60,
    most: 86_400,
    write: (s: number) => `${(Math.floor(s / 3600) + 11) % 12 + 1}:${two(Math.floor(s / 60) % 60)} ${s < 43_200 ? 'AM' : 'PM'}`,
  },
  {
    format: 'h:mm:ss',
    type: 'duration',
    unit: 1,
    most: 36_000,
    write: (s: number) => `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`,
  },
  {
    format: 'PT#H#M',
    type: 'duration',
    unit: 60,
    most: 72_000,
    write: (s: number) => `PT${Math.floor(s / 3600)}H${Math.floor(s / 60) % 60}M`,
  },
  {
    format: 'm:ss',
    type: 'duration',
    unit: 1,
    most: 12_000,
    write: (s: number) => `${Math.floor(s / 60)}:${two(s % 60)}`,
  },
] as const; // prettier-ignore

function secondsOf(text: string, format: string): number {
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text);
  if (iso !== null) return 3600 * Number(iso[1] ?? 0) + 60 * Number(iso[2] ?? 0) + Number(iso[3] ?? 0);
  const [clock, half] = text.split(' ');
  const [a, b, c] = clock.split(':').map(Number);
  expect([text, Number.isNaN(a + b)]).toEqual([text, false]);
  if (half !== undefined) return 3600 * ((a % 12) + (half === 'PM' ? 12 : 0)) + 60 * b;
  return format === 'm:ss' ? 60 * a + b : 3600 * a + 60 * b + (c ?? 0);
}

function spanOf(text: string, format: string, unit: number): readonly [number, number] {
  const read = (each: string): number => secondsOf(each, format);
  if (text === '*' || text === 'not missing') return [-Infinity, Infinity];
  if (text.startsWith('>=')) return [read(text.slice(2)), Infinity];
  if (text.startsWith('<')) return [-Infinity, read(text.slice(1)) - unit];
  if (text.endsWith('+')) return [read(text.slice(0, -1)), Infinity];
  const [from, to = from] = text.replace(/^\[|\]$/g, '').split('-');
  return [read(from), read(to)];
}

const jobOf = (at: object, algorithm: unknown, more: object = {}): Job =>
  ({
    attributes: { at: { role: 'quasi-identifier', ...at }, kind: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm,
    output: { order: 'input', ...more },
    suppression: 'unlimited',
  }) as unknown as Job;

const csvOf = (cells: readonly string[]): string => `at,kind\n${cells.map((cell, i) => `${cell},${i % 3}`).join('\n')}\n`; // prettier-ignore

describe('times of day and lengths of time', () => {
  it('are released in ranges that are true of them, equal in both engines, which the audit confirms', async () => {
    const draw = drawFrom(seededRandom(2215), false);
    for (let run = 0; run < casesOf(1500, 60); run++) {
      const spelling = draw.of(SPELLINGS);
      const { format, type, unit, most, write } = spelling;
      const span = draw.oneIn(2) ? most : most / 8;
      const seconds = [6 * unit, span - unit, ...Array.from({ length: 14 + draw.below(40) }, () => unit * draw.below(span / unit))]; // prettier-ignore
      const cells = seconds.map(write);
      const bound = [3600, 7200].map(write);
      const spec = draw.of([
        {},
        {},
        { hierarchy: { type: 'intervals', widths: [10, 60, 360] } },
        { hierarchy: { type: 'intervals', origin: 7, widths: [60, 1440] } },
        { hierarchy: { type: 'intervals', bounds: bound } },
      ]);
      const algorithm = draw.of(['mondrian', 'optimal-lattice', 'k-optimize', 'hilbert', 'datafly', 'k-member']);
      const job = jobOf({ type, format, ...spec }, algorithm, { ranges: draw.oneIn(4) ? 'tight' : 'rounded' });
      const { table, job: own } = await readForJob(csvOf(cells), job);
      expect(table.toColumns().at).toEqual(cells);
      const [wasm, js] = await Promise.all((['wasm', 'js'] as const).map((engine) => anonymize(table, own, { engine }))); // prettier-ignore
      expect(csvText(js.release)).toBe(csvText(wasm.release));
      expect(wasm.audit.holds).toBe(true);
      if (wasm.release.rows < cells.length) continue;
      const labels = wasm.release.cells('at') as string[];
      labels.forEach((label, row) => {
        const [low, high] = spanOf(label, format, unit);
        const isTrue = low <= seconds[row] && seconds[row] <= high;
        expect({ label, cell: cells[row], algorithm, spec, isTrue }).toEqual({ label, cell: cells[row], algorithm, spec, isTrue: true }); // prettier-ignore
      });
      const again = await readCsv(csvText(wasm.release), { types: { at: 'string' } });
      expect(auditRelease(again, own, table).holds).toBe(true);
    }
  });

  it.each([
    [['07:37', '19:00', '00:18'], 'time', 'HH:mm'],
    [['7:37', '19:00', '0:18'], 'time', 'H:mm'],
    [['07:37:05', '19:00:00'], 'time', 'HH:mm:ss'],
    [['07:37:05.250', '19:00:00.000'], 'time', 'HH:mm:ss.SSS'],
    [['10:15 PM', '9:05 AM'], 'time', 'h:mm A'],
    [['10:15pm', '09:05am'], 'time', 'hh:mma'],
    [['2:23:58', '0:21:02', '12:00:01'], 'duration', 'h:mm:ss'],
    [['90:12', '7:05'], 'duration', 'm:ss'],
    [['PT4H40M', 'PT1H2M', 'PT3H0M'], 'duration', 'PT#H#M'],
    [['PT4H40M', 'PT1H', 'PT35S'], 'duration', 'PT'],
    [['25:10:00', '07:00:00'], 'duration', 'hh:mm:ss'],
    [['12:61', '10:00'], 'string', undefined],
    [['John 3:16', 'Luke 2:10'], 'string', undefined],
  ])('%j are of the type %s, written %s', async (cells, type, format) => {
    const table = await readCsv(csvOf(cells));
    expect([table.column('at')!.type, table.column('at')!.format]).toEqual([type, format]);
    expect(table.toColumns().at).toEqual(cells);
  });

  it('are ordered by their length, and of a declared type whatever their spelling', async () => {
    const table = await readCsv(csvOf(['10:00:00', '9:59:59', '0:00:05']));
    const { texts, numbers } = table.column('at')!;
    expect(Object.fromEntries(texts.map((text, code) => [text, numbers![code]]))).toEqual({
      '10:00:00': 36_000_000,
      '9:59:59': 35_999_000,
      '0:00:05': 5000,
    });
    const { table: declared } = await readForJob(
      csvOf(['7:05', '07:05', '19:00']),
      jobOf({ type: 'time' }, 'mondrian'),
    );
    expect(declared.toColumns().at).toEqual(['07:05', '07:05', '19:00']);
    const wrong = readForJob(csvOf(['07:05', 'noon']), jobOf({ type: 'time' }, 'mondrian'));
    await expect(wrong).rejects.toThrow(/expected a time of day, such as 23:59/);
    expect(() => parseJob(jobOf({ type: 'time', format: 'h:mm:ss' }, 'mondrian'))).toThrow(
      /a time of day as in "HH:mm"/,
    );
  });

  it('have labels as people write them', async () => {
    const starts = Array.from({ length: 40 }, (_, i) => `${two(i % 2 === 0 ? 22 : 7)}:${two((i * 7) % 60)}`);
    const job = jobOf({ hierarchy: { type: 'intervals', widths: [60] } }, { name: 'optimal-lattice' });
    const { table, job: own } = await readForJob(csvOf(starts), job);
    const { release } = await anonymize(table, own);
    expect(new Set(release.cells('at'))).toEqual(new Set(['[22:00-22:59]', '[07:00-07:59]']));
  });
});
