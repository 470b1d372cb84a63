/**
 * Shares of new rows that a kept recoding releases: Adult in a drawn order, Mondrian with k = 5 on the first rows, its recoding applied to 5,000
 * others. Prints the table of docs/apply.md; shares alone, no times.
 *
 *   npm run bench -- apply
 *
 * UCI Adult (KOHORT_SHARED).
 */
import { seededRandom } from '../src/base/random.js';
import type { Job } from '../src/index.js';
import { anonymize, applyRecoding, tableFromRows } from '../src/index.js';
import { readAdult } from './adult.js';

const NEW_ROWS = 5000;
const EARLIER = [500, 1000, 2500, 5000, 10_000, 25_000];
/** Quasi-identifiers, as many as others may know. */
const KNOWN = ['age', 'sex', 'race', 'education', 'marital-status', 'native-country', 'workclass', 'occupation'];
const COUNTS = [3, 5, 8];

const rows = (await readAdult()).toRows();
const random = seededRandom(1);
for (let i = rows.length - 1; i > 0; i--) {
  const j = random.below(i + 1);
  [rows[i], rows[j]] = [rows[j], rows[i]];
}
const fresh = tableFromRows(rows.slice(0, NEW_ROWS));

/** The share of the new rows that is suppressed, in per cent. */
async function shareSuppressed(earlier: number, known: readonly string[]): Promise<string> {
  const job: Job = {
    attributes: Object.fromEntries(known.map((name) => [name, { role: 'quasi-identifier' }])),
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
  };
  const table = tableFromRows(rows.slice(NEW_ROWS, NEW_ROWS + earlier));
  const { result } = await anonymize(table, job, { seed: 1, recoding: true });
  const { suppressed } = await applyRecoding(result, fresh, { seed: 1 });
  return `${((100 * suppressed) / NEW_ROWS).toFixed(1)} %`;
}

console.log(`| earlier rows | ${COUNTS.map((count) => `${count} quasi-identifiers`).join(' | ')} |`);
console.log(`| --- | ${COUNTS.map(() => '---').join(' | ')} |`);
for (const earlier of EARLIER) {
  const shares: string[] = [];
  for (const count of COUNTS) shares.push(await shareSuppressed(earlier, KNOWN.slice(0, count)));
  console.log(`| ${earlier.toLocaleString('en')} | ${shares.join(' | ')} |`);
}
