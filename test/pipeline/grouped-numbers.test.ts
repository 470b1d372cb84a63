/** Amounts in Indian groups and in parentheses: read as what they mean, released in their own spelling. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, csvChunks, readCsv, type Job } from '../../src/index.js';

const random = seededRandom(23);
const values = Array.from({ length: 150 }, (_, i) => (random.below(3_000_000) - 1_000_000) * (i % 5 === 0 ? 10 : 1));
const western = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');
const indian = (digits: string): string =>
  digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${digits.slice(-3)}`;
const spellings = [
  ['#,##,##0', (value: number) => `${value < 0 ? '-' : ''}${indian(String(Math.abs(value)))}`],
  ['#,##0;(#,##0)', (value: number) => (value < 0 ? `(${western(String(-value))})` : western(String(value)))],
  ['₹#,##,##0.00;(₹#,##,##0.00)', (value: number) => (value < 0 ? `(₹${indian(String(-value))}.00)` : `₹${indian(String(value))}.00`)],
] as const; // prettier-ignore
const runs = [
  ['mondrian', undefined],
  ['hilbert', undefined],
  ['optimal-lattice', { type: 'intervals', widths: [100_000, 1_000_000, 5_000_000] }],
] as const;

/** The number of a text, or NaN. */
function numberOf(text: string): number {
  const match = /^(\(?)(-?)₹?([\d,]+)(?:\.00)?(\)?)$/.exec(text);
  if (match === null || (match[1] === '(') !== (match[4] === ')')) return NaN;
  return Number(match[3].replaceAll(',', '')) * (match[1] === '(' || match[2] === '-' ? -1 : 1);
}

function bounds(label: string): readonly [number, number] {
  if (label.startsWith('<')) return [-Infinity, numberOf(label.slice(1))];
  if (label.startsWith('>=')) return [numberOf(label.slice(2)), Infinity];
  if (!label.startsWith('[')) return [numberOf(label), numberOf(label)];
  const inside = label.slice(1, -1);
  for (const between of [', ', '-']) {
    for (let at = inside.indexOf(between); at >= 0; at = inside.indexOf(between, at + 1)) {
      const ends = [numberOf(inside.slice(0, at)), numberOf(inside.slice(at + between.length))] as const;
      if (!ends.some(Number.isNaN)) return ends;
    }
  }
  return [NaN, NaN];
}

describe.each(spellings)('amounts written %s', (format, write) => {
  it.each(runs)('are found, covered by what %s releases, and confirmed', async (algorithm, hierarchy) => {
    const csv = `q;r\n${values.map((value, i) => `${write(value)};${i % 2}`).join('\n')}\n`;
    for (const engine of ['js', 'wasm'] as const) {
      const table = await readCsv(csv);
      expect([table.column('q')?.format, table.warnings.map(({ code }) => code)]).toEqual([format, ['FORMAT_FOUND']]);
      const job = {
        attributes: { q: { role: 'quasi-identifier', hierarchy }, r: { role: 'quasi-identifier' } },
        privacy: [{ model: 'k-anonymity', k: 4 }],
        algorithm,
        suppression: { maxFraction: 0.2 },
        output: { order: 'input', suppressed: 'star' },
      } as unknown as Job;
      const { release, audit } = await anonymize(table, job, { engine, seed: 2 });
      expect([audit.holds, release.rows]).toEqual([true, values.length]);
      let told = 0;
      release.cells('q').forEach((cell, row) => {
        if (cell === '*') return;
        told++;
        const [low, high] = bounds(String(cell));
        expect([cell, values[row], low <= values[row] && values[row] <= high]).toEqual([cell, values[row], true]);
      });
      expect(told).toBeGreaterThan(100);
      const again = await readCsv(Buffer.concat([...csvChunks(release)]), { types: { q: 'string', r: 'string' } });
      expect(auditRelease(again, job, table).problems).toEqual([]);
    }
  });
});
