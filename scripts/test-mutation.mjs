// Are the tests able to fail? Mutates sources, runs the quick tests that reach each, and lists the mutants that no test notices.
// node scripts/test-mutation.mjs [--sample SHARE] [--seed N] [--thorough] [--minutes N] [--results FOLDER] [--tests FILE ...] [--least PERCENT] [--table] [FILE_OR_FOLDER ...]
// node scripts/test-mutation.mjs --kernels [OPTIONS]: mutants of the kernels, see mutate-kernels.mjs
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endChildren } from './mutation/child.mjs';
import { instrument } from './mutation/instrument.mjs';
import { judgeFiles } from './mutation/judge-files.mjs';
import { countFile, survivorsOf, tableOf, totalOf } from './mutation/report.mjs';
import { leftOut, Results } from './mutation/results.mjs';
import { config, isDrawn } from './mutation/select.mjs';
import { mapTests } from './mutation/test-map.mjs';
import { filesUnder, root, writeTree } from './mutation/tree.mjs';

// The kernels have mutants of their own, and their own options.
const kernels = process.argv.indexOf('--kernels');
if (kernels > 0) {
  process.argv.splice(kernels, 1);
  await import('./mutate-kernels.mjs');
  process.exit();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    thorough: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    results: { type: 'string', default: process.env.KOHORT_MUTATION ?? 'build/mutation' },
    tests: { type: 'string', multiple: true, default: [] },
    least: { type: 'string', default: '0' },
    table: { type: 'boolean', default: false },
  },
});
const drawing = { sample: Number(values.sample), seed: values.seed };
const minutes = Number(values.minutes);
if (!(drawing.sample > 0 && drawing.sample <= 1)) throw new Error('--sample: a share above 0, at most 1');
if (!(minutes > 0)) throw new Error('--minutes: a number above 0');

const say = (line) => process.stdout.write(`${line}\n`);

function sourcesOf(path) {
  const full = resolve(path);
  if (!existsSync(full)) throw new Error(`there is no ${path}`);
  const inRoot = relative(root, full);
  const files = statSync(full).isDirectory() ? filesUnder(inRoot) : [inRoot];
  return files.filter((file) => /^src\/.*(?<!\.d|\.generated)\.ts$/.test(file));
}

const paths = positionals.length > 0 ? positionals : config.wings.map((wing) => join(root, 'src', wing));
const files = [...new Set(paths.flatMap(sourcesOf))];
const folder = resolve(root, values.results);
const tree = join(folder, 'tree');
mkdirSync(folder, { recursive: true });

let over = false;
const end = () => {
  over = true;
  endChildren();
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
if (Number.isFinite(minutes)) setTimeout(end, minutes * 60_000).unref();

const code = await writeTree(tree);
const map = await mapTests({ tree, code, results: folder, only: values.tests, say, isOver: () => over });
const results = new Results(folder, map, { isThorough: values.thorough });
const limits = values.thorough ? config.thorough : config.quick;

const pendingOf = (mutants) =>
  mutants.filter((mutant) => leftOut(mutant) === null && isDrawn(mutant, drawing) && !results.isKnown(mutant));

async function judge(batch) {
  const saving = setInterval(() => results.save(), 2000);
  try {
    const keep = (mutant, verdict) => results.keep(mutant, verdict);
    await judgeFiles(batch, { tree, map, limits, pendingOf, keep, isOver: () => over });
  } finally {
    clearInterval(saving);
    results.save();
  }
  for (const file of batch) {
    const { mutants, judged: of, killed, timedOut, survived, noCoverage } = countFile(results.read(file), drawing);
    say(
      `${file}: ${mutants} mutants, ${of} judged: ${killed} killed, ${timedOut} timed out, ${survived} survived, ${noCoverage} without a test`,
    );
  }
}

/** Small sources together: their tests are loaded once. */
async function judgeAll() {
  let batch = [];
  let count = 0;
  for (const file of files) {
    if (over) return;
    const { mutants } = await instrument([file]);
    results.setMutants(file, mutants);
    const pending = pendingOf(mutants).length;
    if (pending === 0) continue;
    batch.push(file);
    count += pending;
    if (count < config.mutantsOfBatch && batch.length < config.filesOfBatch) continue;
    await judge(batch);
    batch = [];
    count = 0;
  }
  if (batch.length > 0 && !over) await judge(batch);
}

if (!values.table && !over) await judgeAll();
const found = files.map((file) => results.read(file));
say('');
for (const survivor of found.flatMap(survivorsOf)) say(survivor);
say(`\nseed ${drawing.seed}, sample ${drawing.sample}${over ? ', ended early: run it again to go on' : ''}\n`);
say(tableOf(found, drawing));
const { score } = totalOf(found, drawing);
if (score < Number(values.least)) say(`\nthe score is below ${values.least} %`);
process.exit(over || score < Number(values.least) ? 1 : 0);
