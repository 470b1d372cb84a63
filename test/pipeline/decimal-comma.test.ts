/** Ranges of numbers with a decimal comma: [150,0; 170,5). */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, readCsv, type Job } from '../../src/index.js';

const random = seededRandom(11);
const values = Array.from({ length: 120 }, () => 400 + random.below(9000) / 4);
const spellings = [
  ['0,##', (value: number) => value.toFixed(2).replace('.', ','), ';'],
  [
    '#.##0,00 €',
    (value: number) =>
      `${value
        .toFixed(2)
        .replace('.', ',')
        .replace(/\B(?=(\d{3})+,)/g, '.')} €`,
    ';',
  ],
  ['0.00', (value: number) => value.toFixed(2), ','],
  ['$#,##0.00', (value: number) => `$${value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`, ','],
] as const;
const hierarchies = [undefined, { type: 'intervals', widths: [2.5, 10, 500] }];

describe.each(spellings)('numbers written %s', (_, write, separator) => {
  it.each(hierarchies)('have one separator in ranges, which covers them and is confirmed (%j)', async (hierarchy) => {
    const csv = `q\tr\n${values.map((value, i) => `${write(value)}\t${i % 2}`).join('\n')}\n`;
    for (const engine of ['js', 'wasm'] as const) {
      const table = await readCsv(csv);
      expect(table.column('q')?.type).toBe('number');
      const job = {
        attributes: { q: { role: 'quasi-identifier', hierarchy }, r: { role: 'quasi-identifier' } },
        privacy: [{ model: 'k-anonymity', k: 4 }],
        algorithm: hierarchy === undefined ? 'mondrian' : 'optimal-lattice',
        suppression: { maxFraction: 0.2 },
        output: { order: 'input', suppressed: 'star' },
      } as unknown as Job;
      const { release, audit } = await anonymize(table, job, { engine });
      expect(audit.holds).toBe(true);
      const numberOf = (text: string): number =>
        Number(separator === ';' ? text.replaceAll('.', '').replace(/[^\d,]/g, '').replace(',', '.') : text.replace(/[$,]/g, '')); // prettier-ignore
      let ranges = 0;
      release.cells('q').forEach((cell, row) => {
        const match = /^\[(.*)([,;]) (.*)\)$/.exec(String(cell));
        if (match === null) return expect(String(cell)).not.toMatch(/\)$/);
        ranges++;
        expect(match[2]).toBe(separator);
        expect(numberOf(match[1]) <= values[row] && values[row] < numberOf(match[3])).toBe(true);
      });
      expect(ranges).toBeGreaterThan(20);
      expect(auditRelease(release, job, table).problems).toEqual([]);
    }
  });
});
