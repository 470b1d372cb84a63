/**
 * The demo: draws a census-like table, anonymizes it through the command line, and times both engines. Everything it
 * writes goes to demo-output/ (`--folder DIR`; `--rows N`, `--runs N` make it shorter). The table comes from a fixed seed, so the numbers (but for the times) are always the same.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { censusColumns, makeCensus } from './census.mjs';
import { demoJob } from './demo-job.mjs';

const root = resolve(import.meta.dirname, '..');
const main = join(root, 'dist/cli/main.js');
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(root, 'demo-output') },
    rows: { type: 'string', default: '30000' },
    runs: { type: 'string', default: '7' },
  },
});
const { folder } = values;
const rows = Number(values.rows);
const runs = Number(values.runs);
const seed = 2026;

if (!existsSync(main)) {
  console.error('demo: dist/ is not there; run "npm ci" or "npm run build" first');
  process.exit(2);
}
const { anonymize, createEngine, parseJob, readCsv, version } = await import('../dist/index.js');

const colour = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = (text) => paint(1, text);
const dim = (text) => paint(2, text);
const good = (text) => paint(32, text);
const bad = (text) => paint(31, text);
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const path = (name) => relative(process.cwd(), join(folder, name));
const line = (label, value, note = '') => console.log(`  ${label.padEnd(22)}${value.padStart(14)}  ${dim(note)}`);
const title = (text) => console.log(`\n${bold(text)}`);

mkdirSync(folder, { recursive: true });
const input = join(folder, 'census.csv');
const jobFile = join(folder, 'job.json');
const releaseFile = join(folder, 'release.csv');
const reportFile = join(folder, 'report.html');
const people = makeCensus(rows, seed);
writeFileSync(input, people);
writeFileSync(jobFile, `${JSON.stringify(demoJob, null, 2)}\n`);

console.log(`${bold(`kohort ${version}`)} ${dim(`Node ${process.version}, ${availableParallelism()} cores`)}`);
console.log(
  `${number(rows)} people who do not exist ${dim(`(seed ${seed})`)}; Mondrian, k = 10, at least 2 salaries in every class.`,
);

const release = cli('anonymize', input, '--job', jobFile, '--out', releaseFile, '--report', reportFile, '--json');
const result = JSON.parse(release.stdout);

title('Before and after');
showRows(people.split('\n').slice(1, 4).map(splitCells));
console.log(dim('  becomes, in an order of its own:'));
showRows(readFileSync(releaseFile, 'utf8').split('\n').slice(1, 4).map(splitCells));

title('Release');
line('rows released', number(result.released), `of ${number(result.rows)}, ${number(result.suppressed)} suppressed`);
line('classes', number(result.classes), 'people in one class have the same quasi-identifiers');
for (const { model, attribute, required, achieved, holds } of result.privacy) {
  const key = Object.keys(required)[0];
  const note = `${key} = ${required[key]} required${attribute === undefined ? '' : `, of ${attribute}`}`;
  line(model, `${key} = ${achieved[key]}`, `${note} ${holds ? 'holds' : 'DOES NOT HOLD'}`);
}

title('Quality');
const { metrics } = result;
line('discernibility', number(metrics.discernibility), 'sum of squared class sizes; smaller is better');
line('average class size', number(metrics.averageClassSize, 3), 'in units of k; 1 is the best possible');
line('loss', number(metrics.loss, 4), '0 nothing lost, 1 everything');
line('ncp', number(metrics.ncp, 4), 'normalized certainty penalty, 0 to 1');
line('classification', number(metrics.classification), 'rows outside the majority salary of their class');
line('query error', number(metrics.queryError, 3), 'mean relative error of counting queries on the release');

title('Audit');
const audit = cli('audit', releaseFile, '--job', jobFile, '--original', input, '--json');
const holds = audit.status === 0;
console.log(
  `  ${holds ? good('holds') : bad('FAILS')}  ${dim('recomputed from the written file by code that shares nothing with the algorithm')}`,
);
if (!holds) process.exitCode = 1;

title(`Both engines, search of ${number(rows)} rows, median of ${runs} runs`);
const table = await readCsv(readFileSync(input), { missing: demoJob.input.missing });
const job = parseJob(demoJob);
const seconds = {};
for (const name of ['wasm', 'js']) seconds[name] = await time(name);
line('wasm', `${number(seconds.wasm * 1000, 1)} ms`, 'WebAssembly kernels, resident columns');
line('js', `${number(seconds.js * 1000, 1)} ms`, 'the pure-JavaScript twin, the same design');
line('ratio', `${number(seconds.js / seconds.wasm, 2)} x`, 'whole search with its preparation, not kernels alone');

title('Files');
for (const name of ['census.csv', 'job.json', 'release.csv', 'report.html']) {
  if (!existsSync(join(folder, name))) continue;
  console.log(`  ${path(name).padEnd(30)}${`${number(statSync(join(folder, name)).size / 1024)} KiB`.padStart(12)}`);
}

/** Runs the command line; ends the demo when that fails to run. */
function cli(...args) {
  const run = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0 && args[0] !== 'audit') {
    console.error(`demo: kohort ${args[0]} ended with ${run.status}: ${run.stderr.trim()}`);
    process.exit(1);
  }
  return run;
}

/** Median seconds of the search with one engine that stays loaded; the first run warms up and is not counted. */
async function time(name) {
  const engine = await createEngine({ engine: name });
  const all = [];
  try {
    for (let i = 0; i <= runs; i++) {
      const { result: timed } = await anonymize(table, job, { engine });
      if (timed.metrics.discernibility !== metrics.discernibility) throw new Error(`${name}: another release`);
      if (i > 0) all.push(timed.seconds.search);
    }
  } finally {
    engine.dispose();
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(runs / 2)];
}

function showRows(lines) {
  const shown = [0, 1, 2, 3, 4, 6, 8];
  const widths = shown.map((column) => Math.min(19, censusColumns[column] === 'age' ? 8 : 19));
  for (const cells of lines) {
    console.log(`  ${shown.map((column, i) => (cells[column] ?? '').slice(0, widths[i]).padEnd(widths[i])).join(' ')}`);
  }
}

/** The cells of one written line; quotes stand only around cells with a delimiter. */
function splitCells(text) {
  return (text.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) =>
    cell
      .replace(/,$/, '')
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  );
}
