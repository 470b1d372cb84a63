/**
 * Dissociation of generated baskets: CPU seconds of the search, of the table and of the audit, and the share of terms that
 * stays in chunks.
 *
 *   npm run bench -- dissociation [--rows 30000] [--terms 2000] [--k 5] [--m 2] [--smoke]
 *
 * Baskets have 2 to 16 terms whose frequencies fall as 1 / rank (seed 1); a third of the terms comes from one of 50 tastes.
 */
import type { Job } from '../src/index.js';
import { anonymize, tableFromRows } from '../src/index.js';
import { seededRandom } from '../src/base/random.js';
import { args, option } from './command-line.js';

const smoke = args.includes('--smoke');
const rows = Number(option('rows', smoke ? '2000' : '30000'));
const terms = Number(option('terms', '2000'));
const k = Number(option('k', '5'));
const m = Number(option('m', '2'));

const random = seededRandom(1);
const uniform = (): number => random.below(2 ** 30) / 2 ** 30;
const zipf = (most: number): number => Math.floor(most ** uniform()) - 1;
const table = tableFromRows(
  Array.from({ length: rows }, () => {
    const taste = random.below(50);
    const own = new Set<number>();
    for (let i = 2 + random.below(15); i > 0; i--) {
      own.add(random.below(3) === 0 ? (taste * 37 + zipf(30)) % terms : zipf(terms));
    }
    return { basket: [...own].map((term) => `t${term}`).join('|') };
  }),
);
console.log(`${rows} baskets, ${terms} terms, k = ${k}, m = ${m}, seed 1, Node ${process.version}`);
for (const maxClusterSize of [30, 100]) {
  for (const refine of [false, true]) {
    const job: Job = {
      attributes: { basket: { role: 'sensitive', set: { delimiter: '|' } } },
      privacy: [{ model: 'km-anonymity', k, m, attribute: 'basket' }],
      algorithm: { name: 'dissociation', maxClusterSize, refine },
    };
    const start = process.cpuUsage();
    const { result } = await anonymize(table, job, { engine: 'js', seed: 1 });
    const { user, system } = process.cpuUsage(start);
    const { clusters, sharedChunks, terms: all, termsInChunks } = result.solution as unknown as Record<string, number>;
    const { search, write, audit } = result.seconds;
    console.log(
      `maxClusterSize ${maxClusterSize}, refine ${refine}: ${clusters} clusters, ${sharedChunks} shared chunks, ` +
        `${((100 * termsInChunks) / all).toFixed(1)} % of terms in chunks; CPU ${((user + system) / 1e6).toFixed(2)} s ` +
        `(wall: search ${search.toFixed(2)}, table ${write.toFixed(2)}, audit ${audit.toFixed(2)})`,
    );
  }
}
