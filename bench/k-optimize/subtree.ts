/**
 * Distance of greedy full-subtree recodings from the optimum, on UCI Adult (30,162 rows, eight quasi-identifiers, salary as the class).
 *
 *   npm run bench -- subtree [--limit 30] [--k 250,100,50,25,10,5,2] [--engine wasm] [--out docs/bench-subtree]
 *
 * `k-optimize` with `cuts: "subtree"`, top-down specialization and bottom-up generalization on the same job, without suppression. `--limit`:
 * CPU seconds of each search. Writes the page `<out>.md`. Needs the folder of shared data (KOHORT_SHARED).
 */
import { execSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { anonymize, type Job, type Table } from '../../src/index.js';
import { ADULT_EIGHT, adultAttributes, adultFolder, readAdult } from '../adult.js';
import { option } from '../command-line.js';
import { heedCpuTime } from './grid.js';

const NAMES = ADULT_EIGHT.map((name) => (name === 'education-num' ? 'education' : name));
const METRICS = ['discernibility', 'classification'] as const;
const ks = option('k', '250,100,50,25,10,5,2').split(',').map(Number);
const timeLimit = Number(option('limit', '30'));
const engine = option('engine', 'wasm') as 'wasm' | 'js';
const out = resolve(option('out', 'docs/bench-subtree'));

const jobOf = (k: number, algorithm: Job['algorithm']): Job => ({
  attributes: {
    salary: { role: 'class' },
    ...adultAttributes(NAMES),
  },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm,
});

interface Found {
  readonly discernibility: number;
  readonly classification: number;
  readonly loss: number;
}

async function greedy(table: Table, k: number, algorithm: Job['algorithm']): Promise<Found> {
  const { result } = await anonymize(table, jobOf(k, algorithm), { engine, seed: 1 });
  const { discernibility, classification, loss } = result.metrics;
  return { discernibility: Number(discernibility), classification: Number(classification), loss: loss! };
}

const number = (value: number): string => Math.round(value).toLocaleString('en');
const above = (cost: number, least: number): string => `${number(cost)} (+${(100 * (cost / least - 1)).toFixed(1)} %)`;

async function rowsOf(table: Table, metric: (typeof METRICS)[number]): Promise<string[]> {
  const lines: string[] = [];
  for (const k of ks) {
    const job = jobOf(k, { name: 'k-optimize', cuts: 'subtree', metric });
    const { result } = await anonymize(table, job, { engine, seed: 1, timeLimit });
    const { cost, lowerBound, nodes, trace } = result.search as unknown as {
      cost: number;
      lowerBound: number;
      nodes: number;
      trace: readonly (readonly number[])[];
    };
    const gap = lowerBound >= cost ? 'proven' : `gap ${(100 * (1 - lowerBound / cost)).toFixed(1)} %`;
    const seconds = trace[trace.length - 1][0].toFixed(1);
    const others = [];
    for (const name of ['top-down-specialization', 'bottom-up-generalization'] as const) {
      for (const gain of ['loss', 'information'] as const) {
        others.push(above((await greedy(table, k, { name, gain }))[metric], cost));
      }
    }
    lines.push(`| ${[String(k), number(cost), gap, seconds, number(nodes), ...others].join(' | ')} |`);
    console.log(`${metric} ${lines[lines.length - 1]}`);
  }
  return lines;
}

async function page(): Promise<string> {
  const table = await readAdult();
  const commit = execSync('git rev-parse --short HEAD').toString().trim();
  const head = `| k | \`k-optimize\` | proof | CPU s | nodes | top-down, loss | top-down, information | bottom-up, loss | bottom-up, information |
| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |`;
  const parts = [];
  for (const metric of METRICS) {
    parts.push(
      `## ${metric === 'discernibility' ? 'Discernibility' : 'Classification metric'}\n\n${head}\n${(await rowsOf(table, metric)).join('\n')}\n`,
    );
  }
  return `# Whole subtrees: how far greedy searches are from the optimum

UCI Adult, 30,162 rows, the eight quasi-identifiers ${NAMES.join(', ')} with their hierarchies (\`shared/data/adult/hierarchies\`), salary as the class, no suppression. Every
released value is a node of its hierarchy. \`k-optimize\` with \`cuts: "subtree"\` minimizes the cost of the table; where it did not prove it in ${timeLimit} CPU seconds, its
gap stands there, and the greedy costs are compared with the best known. [Top-down specialization](algorithms.md#top-down-specialization) and
[bottom-up generalization](algorithms.md#bottom-up-generalization) minimize another thing, information or loss for a row of anonymity; what they release is judged here by the cost.

\`npm run bench -- subtree\` wrote this page on ${new Date().toISOString().slice(0, 10)} (commit ${commit}); ${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.version}, engine ${engine}.

${parts.join('\n')}`;
}

if (!existsSync(join(adultFolder, 'adult.data'))) {
  console.log('bench:subtree: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
} else {
  heedCpuTime();
  writeFileSync(`${out}.md`, await page());
  console.log(`written: ${out}.md`);
}
