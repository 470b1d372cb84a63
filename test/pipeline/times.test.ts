import { expect, it } from 'vitest';
import { anonymize, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';

const two = (n: number): string => String(n).padStart(2, '0');
const random = seededRandom(3);
const below = (n: number): number => random.below(n);

/** Times that share minutes and seconds in every way, in formats of which one is the beginning of another. */
const times: Readonly<Record<string, () => string>> = {
  'YYYY-MM-DD HH:mm': () => `2024-03-01 10:${two(below(60))}`,
  'YYYY-MM-DD HH:mm:ss': () => `2024-03-01 10:${two(below(4))}:${two(below(3) * below(30))}`,
  'YYYY-MM-DDTHH:mm:ss': () => `2024-03-${two(1 + below(9))}T${two(8 + below(8))}:30:00`,
  'YYYY-MM-DD HH:mm:ss.S': () => `2024-03-01 10:${two(below(4))}:${two(below(3))}.${below(10)}`,
  'M/D/YYYY h:mm A': () => `${1 + below(3)}/20/2021 ${1 + below(12)}:${two(below(60))} PM`,
};

it.each(Object.keys(times))('a release of times written %s is confirmed, whatever its labels are', async (format) => {
  const tables = process.env.KOHORT_LONG === '1' ? 100 : 10;
  for (let n = 0; n < tables; n++) {
    const rows = Array.from({ length: 40 + below(160) }, () => ({
      sex: 'FMX'[below(3)],
      n: below(9),
      at: times[format](),
    }));
    const job = {
      attributes: {
        at: { role: 'quasi-identifier', type: 'datetime', format },
        sex: { role: 'quasi-identifier' },
        n: { role: 'quasi-identifier' },
      },
      privacy: [{ model: 'k-anonymity', k: 2 + below(6) }],
      algorithm: ['mondrian', 'hilbert', 'local-recoding'][n % 3],
    } as const;
    const { audit } = await anonymize(tableFromRows(rows), job, { engine: n % 2 === 0 ? 'wasm' : 'js' });
    expect(audit.holds).toBe(true);
  }
});
