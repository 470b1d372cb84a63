/**
 * Cost of rounded ranges: loss and penalty of releases with `ranges: "rounded"` and `"tight"`, side by side, and the rows where the tight ones show
 * values of few people.
 *
 *   npm run bench -- rounding [--k 5,10,25] [--out docs/bench-rounding]
 *
 * UCI Adult (KOHORT_SHARED), eight quasi-identifiers without hierarchies; the demo's table of 30,000 rows with its hierarchies.
 * Costs alone, no times. Writes `<out>.md` and `<out>.json`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { demoJob } from '../scripts/demo-job.mjs';
import { makeCensus } from '../scripts/census.mjs';
import type { Job, Table } from '../src/index.js';
import { anonymize, readCsv } from '../src/index.js';
import { ADULT_EIGHT, readAdult } from './adult.js';
import { option } from './command-line.js';
import { makeNow } from './made.js';

const out = resolve(option('out', 'docs/bench-rounding'));
const ks = option('k', '5,10,25').split(',').map(Number);
const ALGORITHMS = ['mondrian', 'local-recoding', 'hilbert', 'mdav', 'greedy-hill-climbing'];

interface Cost {
  readonly loss: number;
  readonly ncp: number;
  readonly discernibility: number;
  /** Rows that show what fewer than k rows have, most of a column. */
  readonly rows: number;
}

interface Line {
  readonly table: string;
  readonly algorithm: string;
  readonly k: number;
  readonly tight: Cost;
  readonly rounded: Cost;
}

async function costOf(table: Table, job: Job, ranges: 'tight' | 'rounded'): Promise<Cost> {
  const { result } = await anonymize(table, { ...job, output: { ranges } }, { seed: 1 });
  const { loss, ncp, discernibility } = result.metrics;
  const rows = Math.max(...result.quasiIdentifiers.map((name) => result.exposure[name]?.rows ?? 0));
  return { loss: loss ?? NaN, ncp: ncp ?? NaN, discernibility: Number(discernibility), rows };
}

const adult = await readAdult();
const census = await readCsv(makeCensus(30_000, 2026));
const tables: readonly (readonly [name: string, table: Table, attributes: Job['attributes']])[] = [
  ['Adult', adult, Object.fromEntries(ADULT_EIGHT.map((name) => [name, { role: 'quasi-identifier' as const }]))],
  ['census', census, { ...(demoJob as Job).attributes, salary: { role: 'insensitive' } }],
];
const lines: Line[] = [];
for (const [name, table, attributes] of tables) {
  for (const algorithm of ALGORITHMS) {
    for (const k of ks) {
      const job: Job = { attributes, privacy: [{ model: 'k-anonymity', k }], algorithm };
      const line = {
        table: name,
        algorithm,
        k,
        tight: await costOf(table, job, 'tight'),
        rounded: await costOf(table, job, 'rounded'),
      };
      console.log(JSON.stringify(line));
      lines.push(line);
    }
  }
}
const made = makeNow();
const number = (value: number): string => value.toFixed(4);
const share = (line: Line, metric: 'loss' | 'ncp'): string => {
  const more = (100 * (line.rounded[metric] - line.tight[metric])) / line.tight[metric];
  return `${more < 0 ? '' : '+'}${more.toFixed(1)} %`;
};
const rows = lines.map((line) => [
  line.table,
  `\`${line.algorithm}\``,
  String(line.k),
  number(line.tight.loss),
  number(line.rounded.loss),
  share(line, 'loss'),
  number(line.tight.ncp),
  number(line.rounded.ncp),
  share(line, 'ncp'),
  line.tight.rows.toLocaleString('en-US'),
  String(line.rounded.rows),
]);
const header =
  'table|algorithm|k|loss, tight|rounded||penalty, tight|rounded||rows that show rare values, tight|rounded';
const page = `# What rounded ranges cost

Loss (LM) and penalty (NCP) of releases with the papers' bounding boxes (\`"ranges": "tight"\`) and with bounds that are nobody's
([labels.md](labels.md#rounded-ranges), the default), and the rows whose label shows what fewer than k rows have, in the column that shows
most. Adult has eight quasi-identifiers without hierarchies, where strings are ranges by code point in tight
releases, and in rounded ones sets: of the class's own values (less is lost), or of the values between two cuts. The census is the demo's table
with its hierarchies, which tight releases of Mondrian and its kin ignore for numbers. Made by \`npm run bench -- rounding\` on ${made.date} (commit ${made.commit}).

| ${header.replaceAll('|', ' | ')} |
|${header
  .split('|')
  .map((_, i) => (i < 2 ? '---' : '---:'))
  .join('|')}|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
writeFileSync(`${out}.md`, await format(page, { parser: 'markdown', printWidth: 140 }));
writeFileSync(`${out}.json`, `${JSON.stringify({ made, lines }, null, 1)}\n`);
