/** Weeks of ISO 8601 as a level: released, and confirmed by the audit's own calendar. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, csvChunks, readCsv, type Job } from '../../src/index.js';

const random = seededRandom(31);
const two = (number: number): string => String(number).padStart(2, '0');
/** Days around the ends of many years, where weeks belong to another year than some of their days. */
const days = Array.from({ length: 240 }, () => {
  const time = Date.UTC(1969 + random.below(3), 11, 20 + random.below(25));
  return new Date(time).toISOString().slice(0, 10);
});
const timeOf = (day: string): string => `${day} ${two(random.below(24))}:${two(random.below(60))}`;

/** The week by its definition: the one that holds the Thursday, counted from the week of the first Thursday of the year. */
function weekOf(day: string): string {
  const thursday = new Date(`${day}T12:00:00Z`);
  while (thursday.getUTCDay() !== 1) thursday.setUTCDate(thursday.getUTCDate() - 1);
  thursday.setUTCDate(thursday.getUTCDate() + 3);
  const year = thursday.getUTCFullYear();
  let week = 0;
  for (; thursday.getUTCFullYear() === year; thursday.setUTCDate(thursday.getUTCDate() - 7)) week++;
  return `${year}-W${two(week)}`;
}

const inputs = [
  ['days', 'date', days, ['week']],
  ['times', 'datetime', days.map(timeOf), ['day', 'week']],
] as const;

describe.each(inputs)('weeks of %s', (_, type, cells, levels) => {
  const csv = `q,r\n${cells.map((cell, i) => `${cell},${i % 2}`).join('\n')}\n`;
  const jobOf = (algorithm: unknown): Job =>
    ({
      attributes: {
        q: { role: 'quasi-identifier', type, hierarchy: { type: 'dates', levels } },
        r: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      },
      privacy: [{ model: 'k-anonymity', k: 4 }],
      suppression: { maxFraction: 0.1 },
      algorithm,
      output: { order: 'input', suppressed: 'star' },
    }) as unknown as Job;

  it.each(['optimal-lattice', 'datafly', 'hilbert', 'mondrian', 'k-optimize'])(
    'are released by %s',
    async (algorithm) => {
      for (const engine of ['js', 'wasm'] as const) {
        const table = await readCsv(csv);
        const job = jobOf(algorithm);
        const { release, audit } = await anonymize(table, job, { engine, seed: 1 });
        expect(audit.holds).toBe(true);
        let weeks = 0;
        release.cells('q').forEach((cell, row) => {
          if (!/^\d{4}-W\d\d$/.test(String(cell))) return;
          weeks++;
          expect(cell).toBe(weekOf(days[row]));
        });
        if (algorithm !== 'mondrian' && algorithm !== 'k-optimize') expect(weeks).toBeGreaterThan(100);
        const again = await readCsv(Buffer.concat([...csvChunks(release)]), { types: { q: 'string', r: 'string' } });
        const report = auditRelease(again, job, table);
        expect([report.holds, report.problems]).toEqual([true, []]);
      }
    },
  );
});
