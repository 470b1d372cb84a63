/**
 * Optima under privacy models, and how far other searches are from them, on UCI Adult (30,162 rows, seven quasi-identifiers, occupation as
 * the sensitive attribute, salary as the class).
 *
 *   npm run bench -- kopt-models [--settings 50:0,10:0,50:100] [--limit 40] [--engine wasm] [--out docs/bench-kopt-models] [--smoke]
 *
 * `k-optimize` under each model and metric, Mondrian, top-down specialization and two-phase hill climbing on the same job. `--settings`: k and
 * the rows that may be suppressed. `--limit`: CPU seconds of each search of `k-optimize`. A single-dimensional release that costs less than
 * its bound ends the bench with an error. Writes the page `<out>.md`; `--smoke` tries two models in one setting and writes nothing. Needs the
 * folder of shared data (KOHORT_SHARED).
 */
import { execSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { anonymize, InfeasibleError, type Job, type Table } from '../../src/index.js';
import { ADULT_EIGHT, adultAttributes, adultFolder, readAdult } from '../adult.js';
import { args, option } from '../command-line.js';
import { heedCpuTime } from './grid.js';

type Metric = 'discernibility' | 'classification' | 'loss';
type Model = Job['privacy'][number];

const SENSITIVE = 'occupation';
const NAMES = ADULT_EIGHT.filter((name) => name !== SENSITIVE).map((name) => (name === 'education-num' ? 'education' : name)); // prettier-ignore
const METRICS: readonly { readonly metric: Metric; readonly title: string }[] = [
  { metric: 'discernibility', title: 'Discernibility (DM)' },
  { metric: 'classification', title: 'Classification metric (CM)' },
  { metric: 'loss', title: 'Loss metric (LM)' },
];
const attribute = SENSITIVE;
/** Models beside k-anonymity. */
const MODELS: readonly { readonly title: string; readonly model: (k: number) => readonly Model[] }[] = [
  { title: 'k alone', model: () => [] },
  { title: 'distinct l = 8', model: () => [{ model: 'l-diversity', variant: 'distinct', l: 8, attribute }] },
  { title: 'entropy l = 6', model: () => [{ model: 'l-diversity', variant: 'entropy', l: 6, attribute }] },
  { title: 'recursive c = 2, l = 4', model: () => [{ model: 'l-diversity', variant: 'recursive', c: 2, l: 4, attribute }] },
  { title: 't = 0.3, equal distance', model: () => [{ model: 't-closeness', t: 0.3, distance: 'equal', attribute }] },
  { title: 'α = 0.4', model: (k) => [{ model: 'alpha-k-anonymity', k, alpha: 0.4, attribute }] },
  { title: 'enhanced β = 3', model: () => [{ model: 'beta-likeness', variant: 'enhanced', beta: 3, attribute }] },
]; // prettier-ignore

const smoke = args.includes('--smoke');
const settings = option('settings', smoke ? '250:0' : '50:0,10:0,50:100')
  .split(',')
  .map((setting) => {
    const [k, rows] = setting.split(':').map(Number);
    return { k, rows };
  });
const timeLimit = Number(option('limit', '40'));
const engine = option('engine', 'wasm') as 'wasm' | 'js';
const out = resolve(option('out', 'docs/bench-kopt-models'));

interface Setting {
  readonly k: number;
  readonly rows: number;
}

const jobOf = ({ k, rows }: Setting, models: readonly Model[], algorithm: Job['algorithm']): Job => ({
  attributes: {
    salary: { role: 'class' },
    [SENSITIVE]: { role: 'sensitive' },
    ...adultAttributes(NAMES),
  },
  privacy: [...(models.some(({ model }) => model === 'alpha-k-anonymity') ? [] : [{ model: 'k-anonymity' as const, k }]), ...models], // prettier-ignore
  algorithm,
  ...(rows > 0 ? { suppression: { maxRows: rows } } : {}),
  output: { ranges: 'tight' },
});

interface Rival {
  readonly title: string;
  /** Null where it knows not all that is asked. */
  readonly algorithm: (metric: Metric, models: readonly Model[]) => Job['algorithm'] | null;
  /** Releases one interval of an attribute for all rows, as k-optimize does. */
  readonly isSingle: boolean;
}

const RIVALS: readonly Rival[] = [
  { title: 'Mondrian', algorithm: () => 'mondrian', isSingle: false },
  { title: 'top-down, loss', algorithm: () => ({ name: 'top-down-specialization', gain: 'loss' }), isSingle: true },
  {
    title: 'top-down, information',
    algorithm: () => ({ name: 'top-down-specialization', gain: 'information' }),
    isSingle: true,
  },
  {
    title: 'two-phase',
    algorithm: (metric, models) =>
      metric === 'loss' || models.length > 0 ? null : { name: 'two-phase-hill-climbing', metric, restarts: 10 },
    isSingle: true,
  },
];

/** Cost of a search by the metric; null when it finds no release. */
async function costOf(table: Table, job: Job, metric: Metric): Promise<number | null> {
  try {
    const { result } = await anonymize(table, job, { engine, seed: 1 });
    return Number(result.metrics[metric]);
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}

const shown = (metric: Metric, cost: number): string =>
  metric === 'loss' ? cost.toFixed(5) : Math.round(cost).toLocaleString('en');

/** Distances of the rivals from a cost, as cells of a table. */
async function compare(
  table: Table,
  setting: Setting,
  models: readonly Model[],
  metric: Metric,
  least: { readonly cost: number; readonly lowerBound: number },
): Promise<string[]> {
  const cells: string[] = [];
  for (const { title, algorithm: choose, isSingle } of RIVALS) {
    const algorithm = choose(metric, models);
    const cost = algorithm === null ? null : await costOf(table, jobOf(setting, models, algorithm), metric);
    if (cost === null) {
      cells.push(algorithm === null ? '-' : 'none');
      continue;
    }
    const more = 100 * (cost / least.cost - 1);
    if (isSingle && cost < least.lowerBound - 1e-9) {
      throw new Error(`${title}: ${metric} ${cost} is below the proven bound ${least.lowerBound}`);
    }
    cells.push(`${shown(metric, cost)} (${more < 0 ? '-' : '+'}${Math.abs(more).toFixed(1)} %)`);
  }
  return cells;
}

async function tableOf(table: Table, setting: Setting, metric: Metric): Promise<string> {
  const lines: string[] = [];
  for (const { title, model } of smoke ? MODELS.slice(0, 2) : MODELS) {
    const models = model(setting.k);
    const before = process.cpuUsage();
    const { result } = await anonymize(table, jobOf(setting, models, { name: 'k-optimize', metric }), {
      engine,
      seed: 1,
      timeLimit,
    });
    const { user, system } = process.cpuUsage(before);
    const { cost, lowerBound, nodes } = result.search as unknown as {
      readonly cost: number;
      readonly lowerBound: number;
      readonly nodes: number;
    };
    const proof = lowerBound >= cost ? 'proven' : `gap ${(100 * (1 - lowerBound / cost)).toFixed(1)} %`;
    const seconds = ((user + system) / 1e6).toFixed(1);
    const others = await compare(table, setting, models, metric, { cost, lowerBound });
    lines.push(`| ${[title, shown(metric, cost), proof, seconds, nodes.toLocaleString('en'), ...others].join(' | ')} |`); // prettier-ignore
    console.log(`${setting.k}:${setting.rows} ${metric} ${lines[lines.length - 1]}`);
  }
  return `| model | \`k-optimize\` | proof | CPU s | nodes | Mondrian | top-down, loss | top-down, information | two-phase |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}\n`;
}

async function page(): Promise<string> {
  const table = await readAdult();
  const commit = execSync('git rev-parse --short HEAD').toString().trim();
  const parts: string[] = [];
  for (const setting of settings) {
    const rows = setting.rows > 0 ? `at most ${setting.rows} rows suppressed` : 'no suppression';
    parts.push(`## k = ${setting.k}, ${rows}\n`);
    for (const { metric, title } of METRICS.slice(0, smoke ? 1 : 3)) {
      parts.push(`### ${title}: k = ${setting.k}, ${rows}\n\n${await tableOf(table, setting, metric)}`);
    }
  }
  return `# Optima under privacy models on Adult

What a privacy model costs at least, and how far searches that prove nothing are from that. UCI Adult, 30,162 rows, the seven quasi-identifiers ${NAMES.join(', ')} with their
hierarchies (\`shared/data/adult/hierarchies\`), ${SENSITIVE} (14 values) as the sensitive attribute, salary as the class. Beside k, every line asks for one model
([privacy.md](privacy.md)).

\`k-optimize\` minimizes the metric of the table over all sets of cuts, with a cut before any value (\`cuts: "free"\`, ages by single years): [which bounds hold under models](k-optimize.md#privacy-models).
"Proven" is the least cost there is; where nothing was proven in ${timeLimit} CPU seconds, the gap to the lower bound stands there, and the others are compared with the best known. "CPU s" is the
whole run: climbing, search, release and audit. In brackets: how much more than \`k-optimize\` the others cost.

- **Mondrian** cuts every class by itself: its boxes are multi-dimensional, and sets of cuts cannot make them. So it may cost less than the optimum of \`k-optimize\`, which is the least of all
  single-dimensional recodings. It suppresses nothing.
- **Top-down specialization** releases nodes of the hierarchies, which sets of cuts can make, too: so it never costs less than what is proven. It goes by loss or information, not by the metric of the table.
- **Two-phase hill climbing** (ten starts) knows k-anonymity alone, and no loss metric.

All jobs ask for \`output.ranges: "tight"\`. Under the loss metric a suppressed row loses 1.

\`npm run bench -- kopt-models\` wrote this page on ${new Date().toISOString().slice(0, 10)} (commit ${commit}); ${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.version}, engine ${engine}.

${parts.join('\n')}`;
}

if (!existsSync(join(adultFolder, 'adult.data'))) {
  console.log('bench:kopt-models: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
} else {
  heedCpuTime();
  const content = await page();
  if (!smoke) {
    const style = await resolveConfig(import.meta.filename);
    writeFileSync(`${out}.md`, await format(content, { ...style, parser: 'markdown' }));
    console.log(`written: ${out}.md`);
  }
}
