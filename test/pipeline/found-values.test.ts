/** Files as offices write them: what is found is released truly, and what is rare is not shown. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, csvChunks, readCsv, tableFromRows, type Job, type Table } from '../../src/index.js';
import { casesOf } from '../shared.js';

const two = (number: number): string => String(number).padStart(2, '0');
const cellsOf = (table: Table, name: string): string[] => {
  const { codes, texts } = table.column(name)!;
  return Array.from(codes, (code) => texts[code]);
};

const jobOf = (algorithm: string, more: object = {}): Job =>
  ({
    attributes: { q: { role: 'quasi-identifier', ...more }, r: { role: 'quasi-identifier' } },
    privacy: [{ model: 'k-anonymity', k: 4 }],
    suppression: { maxFraction: 0.2 },
    algorithm,
    output: { order: 'input' },
  }) as unknown as Job;

const dates = { type: 'dates', levels: ['hour', 'day', 'month', 'year', 'decade'] };
const runs: readonly (readonly [algorithm: string, hierarchy: object | undefined])[] = [
  ['mondrian', undefined],
  ['mondrian', dates],
  ['k-optimize', undefined],
  ['hilbert', undefined],
  ['optimal-lattice', dates],
];

/** Milliseconds from and before which the beginning of an ISO time lies, by its length. */
function stretchOf(text: string): readonly [number, number] {
  const full = `${text}${'0000-01-01T00:00:00'.slice(text.length)}`;
  const start = Date.parse(`${full}Z`);
  const next = new Date(start);
  if (text.length === 4) next.setUTCFullYear(next.getUTCFullYear() + 1);
  else if (text.length === 7) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setTime(start + ({ 10: 86_400_000, 13: 3_600_000, 16: 60_000 }[text.length] ?? 1000));
  return [start, next.getTime()];
}

/** True when an ISO time is among those that a label names. */
function isWithin(label: string, time: string): boolean {
  const at = Date.parse(`${time}Z`);
  if (label === '*') return true;
  if (label === 'not missing') return true;
  if (/^\d{3}0s$/.test(label)) return time.startsWith(label.slice(0, 3));
  if (label.startsWith('>=')) return at >= stretchOf(label.slice(2))[0];
  if (label.startsWith('<')) return at < stretchOf(label.slice(1))[0];
  const [from, to] = label.startsWith('[')
    ? label.includes(' .. ')
      ? label.slice(1, -1).split(' .. ')
      : [label.slice(1, label.length / 2), label.slice(label.length / 2 + 1, -1)]
    : [label, label];
  const [start, end] = [stretchOf(from)[0], stretchOf(to)[1]];
  expect([label, Number.isNaN(start + end)]).toEqual([label, false]);
  expect([label, start < end]).toEqual([label, true]);
  return at >= start && at < end;
}

/** Times in other spellings as the beginning of ISO times. */
const spellings = [
  { name: 'ISO', write: (iso: string) => iso, read: (label: string) => label },
  { name: 'ISO with Z', write: (iso: string) => `${iso}Z`, read: (label: string) => label.replaceAll('Z', '') },
  {
    name: 'DD.MM.YYYY HH:mm:ss',
    write: (iso: string) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)} ${iso.slice(11)}`,
    read: (label: string) =>
      label
        .replace(/(\d\d)\.(\d\d)\.(\d{4})/g, '$3-$2-$1')
        .replace(/(\d\d)\.(\d{4})/g, '$2-$1')
        .replace(/(\d\d) (\d\d)/g, '$1T$2'),
  },
];

describe.each(spellings)('times written $name', ({ write, read }) => {
  it.each(runs)('are found, released truly by %s, and confirmed (hierarchy: %j)', async (algorithm, hierarchy) => {
    for (let seed = 0; seed < casesOf(20, 1); seed++) {
      const random = seededRandom(seed);
      const times = Array.from({ length: 80 }, (_, i) => {
        const year = i % 20 === 0 ? 1990 + random.below(30) : 2024;
        return `${year}-${two(1 + random.below(2))}-${two(1 + random.below(9))}T${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`;
      });
      const csv = `q,r\n${times.map((time, i) => `${i % 19 === 7 ? '' : write(time)},${i % 3}`).join('\n')}\n`;
      for (const engine of ['js', 'wasm'] as const) {
        const table = await readCsv(csv);
        expect(table.column('q')?.type).toBe('datetime');
        const job = jobOf(algorithm, hierarchy === undefined ? {} : { hierarchy });
        const { release, audit } = await anonymize(table, job, { engine, seed: 3 });
        expect(audit.holds).toBe(true);
        // Rows are in the order of the input; without suppressed ones the labels are those of the people in turn.
        if (release.rows === times.length) {
          cellsOf(release, 'q').forEach((label, row) => {
            if (row % 19 === 7) expect(['', '*']).toContain(label);
            else expect([label, times[row], isWithin(read(label), times[row])]).toEqual([label, times[row], true]);
          });
        }
        const again = await readCsv(Buffer.concat([...csvChunks(release)]), {
          delimiter: ',',
          types: { q: 'string', r: 'string' },
        });
        const report = auditRelease(again, job, table);
        expect([report.holds, report.problems]).toEqual([true, []]);
      }
    }
  });
});

describe('the two misreadings of old', () => {
  const people = Array.from({ length: 40 }, (_, i) => ({
    birth: `${two(1 + ((i * 7) % 28))}.${two(1 + ((i * 5) % 12))}.${1940 + ((i * 11) % 40)}`,
    height: i % 8 === 3 ? 'NA' : String(150 + ((i * 13) % 45)),
  }));
  people[0].birth = '09.02.1967';
  people[1].birth = '13.12.1943';
  const csv = `birth,height\n${people.map(({ birth, height }) => `${birth},${height}`).join('\n')}\n`;
  const job = (ranges: string): Job =>
    ({
      attributes: { birth: { role: 'quasi-identifier' }, height: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: 'mondrian',
      output: { order: 'input', ranges },
    }) as unknown as Job;
  const dayNumber = (text: string): number => Number(text.split('.').reverse().join(''));

  it.each(['tight', 'rounded'])('[09.02.1967-13.12.1943] is none of the labels (%s)', async (ranges) => {
    const table = await readCsv(csv);
    const { release, warnings } = await anonymize(table, job(ranges), { engine: 'js' });
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['FORMAT_FOUND', 'MAYBE_MISSING']));
    let labels = 0;
    for (const label of cellsOf(release, 'birth')) {
      const match = /^\[(\d\d\.\d\d\.\d{4})-(\d\d\.\d\d\.\d{4})\]$/.exec(label);
      if (match === null) continue;
      labels++;
      expect([label, dayNumber(match[1]) < dayNumber(match[2])]).toEqual([label, true]);
    }
    if (ranges === 'tight') expect(labels).toBeGreaterThan(0);
  });

  it.each(['tight', 'rounded'])('[183-NA] is none of the labels once NA is said to be missing (%s)', async (ranges) => {
    const table = await readCsv(csv, { missing: ['', 'NA'] });
    expect(table.column('height')?.type).toBe('integer');
    const said = { ...job(ranges), input: { missing: ['', 'NA'] } };
    const { release } = await anonymize(table, said, { engine: 'js' });
    for (const label of cellsOf(release, 'height')) expect(label).not.toMatch(/\[.*NA|NA.*\]/);
  });
});

describe('days that two formats fit', () => {
  const days = Array.from({ length: 40 }, (_, i) => `${two(1 + (i % 12))}/${two(1 + ((i * 5) % 12))}/${1950 + i}`);

  it('are texts, and where nobody shares them the error asks for the format', async () => {
    const table = tableFromRows(days.map((q) => ({ q, r: 1 })));
    await expect(anonymize(table, jobOf('mondrian'), { engine: 'js' })).rejects.toThrow(
      'say which, such as "format": "DD/MM/YYYY"',
    );
    const { release } = await anonymize(table, jobOf('mondrian', { format: 'MM/DD/YYYY' }), { engine: 'js' });
    expect(release.column('q')?.texts.length).toBeGreaterThan(1);
  });
});

describe('planted rare values', () => {
  const spell: readonly (readonly [string, (value: number) => string])[] = [
    ['DD.MM.YYYY', (value) => `${two(1 + (value % 28))}.${two(1 + (Math.floor(value / 28) % 12))}.${1950 + (Math.floor(value / 336) % 50)}`],
    ['MM/DD/YYYY', (value) => `${two(1 + (Math.floor(value / 28) % 12))}/${two(1 + (value % 28))}/${1950 + (Math.floor(value / 336) % 50)}`],
    ['$#,##0.00', (value) => `$${String(value * 3).replace(/\B(?=(\d{3})+$)/g, ',')}.${two(value % 100)}`],
    ['0,0 %', (value) => `${Math.floor(value / 10)},${value % 10} %`],
  ]; // prettier-ignore

  it.each(spell)('of days and numbers written %s stand in no released cell', async (format, write) => {
    const random = seededRandom(9);
    for (const algorithm of ['mondrian', 'k-optimize', 'hilbert']) {
      const common = Array.from({ length: 6 }, () => 1000 + random.below(9000));
      const values = Array.from({ length: 90 }, (_, i) => (i % 2 === 0 ? common[i % 6] : 100 + random.below(15_000)));
      const texts = values.map(write);
      const counts = new Map<string, number>();
      for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
      const table = tableFromRows(texts.map((q, i) => ({ q, r: i % 2 })));
      for (const engine of ['js', 'wasm'] as const) {
        const { release, result } = await anonymize(table, jobOf(algorithm), { engine });
        expect(result.exposure.q).toEqual({ texts: 0, rows: 0 });
        const rare = texts.filter((text) => counts.get(text)! < 4);
        expect(rare.length).toBeGreaterThan(20);
        for (const label of new Set(cellsOf(release, 'q'))) {
          const ends = label.replace(/^[[<]|^>=|[\])]$/g, '').split(/ \.\. |, |; |-/);
          for (const end of ends) expect([format, label, rare.includes(end)]).toEqual([format, label, false]);
        }
      }
    }
  });
});
