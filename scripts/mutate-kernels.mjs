/**
 * Mutants of the kernels: changes one instruction of the shipped binary at a time and runs the cases of test/engine/cases that reach it, against what
 * the twin answers. Verdicts are kept in build/mutation/ and hold while the binary stays.
 *
 *   npm run test:mutation:kernels -- [--sample SHARE] [--seed N] [--minutes N] [--in NAMES] [--survivors] [--again] [--fresh] [--functions] [--least PERCENT]
 *
 * `npm run test:mutation -- --kernels` is the same command.
 *
 * --sample     judge a share of the mutants, drawn with the seed, not all
 * --minutes    end after this many minutes; the same command goes on
 * --in         only functions whose name begins with one of these, with commas between them
 * --survivors  print those that survived, with their lines in assembly/
 * --again      judge again those that were not killed
 * --fresh      forget all verdicts: for figures, since a kill counts on after the case that killed was changed
 * --functions  a table by function, not by file
 * --least      end with 1 when fewer are killed (default 90)
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import asc from 'assemblyscript/asc';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'build/mutation');
/** A mutant that takes longer than this, on a busy machine, does not end: its loops take fuel, but those of the host do not. */
const PATIENCE_MS = 30_000;
const PREPARE_MS = 600_000;

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    least: { type: 'string', default: '90' },
    in: { type: 'string', default: '' },
    survivors: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
  },
});
const isWanted = (name) => options.in.split(',').some((start) => name.startsWith(start));
const share = Number(options.sample);
const minutes = Number(options.minutes);
if (!(share > 0 && share <= 1)) throw new Error('--sample: a share above 0, at most 1');
if (!(minutes > 0)) throw new Error('--minutes: a number above 0');

/** Sections of a module by id, those of names and source maps left out. */
function sectionsOf(file) {
  const sections = [];
  for (let at = 8; at < file.length;) {
    const id = file[at++];
    let size = 0;
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
      byte = file[at++];
      size += (byte & 0x7f) * 2 ** shift;
    }
    if (id !== 0) sections.push(`${id} ${Buffer.from(file.subarray(at, at + size)).toString('base64')}`);
    at += size;
  }
  return sections.join('\n');
}

/** Compiles the kernels with names; throws unless they are the shipped ones but for these. */
async function compileNamed() {
  mkdirSync(folder, { recursive: true });
  process.chdir(root);
  if (!existsSync('assembly/layouts.generated.ts')) throw new Error('the kernels were not built: npm run build');
  const write = (name, contents) => writeFileSync(resolve(root, name), contents);
  const names = ['--debug', '--sourceMap', '--outFile', 'build/mutation/named.wasm'];
  const { error, stderr } = await asc.main(['--target', 'release', ...names], { writeFile: write });
  if (error !== null) throw new Error(`asc: ${error.message}\n${stderr.toString()}`);
  const shipped = readFileSync(join(root, 'dist/engine.wasm'));
  if (sectionsOf(shipped) !== sectionsOf(readFileSync(join(folder, 'named.wasm')))) {
    throw new Error('dist/engine.wasm is not of these sources: npm run build');
  }
  return createHash('sha256').update(shipped).digest('hex');
}

async function bundle(entry, outfile) {
  const shared = { absWorkingDir: root, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' };
  await build({ ...shared, entryPoints: [entry], outfile });
  return outfile;
}

const worker = join(folder, 'mutation-worker.mjs');
const startWorker = (...wishes) =>
  fork(worker, [join(folder, 'named.wasm'), ...wishes], { execArgv: ['--max-old-space-size=700'], stdio: ['ignore', 'inherit', 'ignore', 'ipc'] }); // prettier-ignore

const listMutants = () =>
  new Promise((done, refuse) => {
    const child = startWorker('list');
    child.once('message', ({ named }) => done(named));
    child.once('exit', (code) => code !== 0 && refuse(new Error(`listing the mutants ended with ${code}`)));
  });

/** Judges mutants in one process until all are judged, or one does not end. Returns the places that are left. */
function judgeSome(places, note, deadline) {
  return new Promise((done, refuse) => {
    const child = startWorker();
    let begun = -1;
    let isReady = false;
    const left = new Set(places);
    let timer = setTimeout(() => child.kill('SIGKILL'), PREPARE_MS);
    child.on('message', (message) => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      if (message.ready) {
        isReady = true;
        child.send({ places });
      } else if (message.begun !== undefined) begun = message.begun;
      else if (message.place !== undefined) {
        left.delete(message.place);
        note(message.place, message.outcome, message.by);
        begun = -1;
        if (performance.now() > deadline) child.kill('SIGKILL');
      } else child.kill('SIGKILL');
    });
    child.on('exit', () => {
      clearTimeout(timer);
      if (!isReady) return refuse(new Error('the cases could not be prepared: does `npm test` pass?'));
      if (left.size > 0 && begun >= 0) {
        left.delete(begun);
        note(begun, 'killed', 'no end, or no memory left');
      }
      done([...left]);
    });
  });
}

/** Draws `count` of the places, by a linear congruential generator. */
function draw(places, count, seed) {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const list = places.slice();
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list.slice(0, count).sort((a, b) => a - b);
}

const hash = await compileNamed();
await bundle('test/mutation/kernels/mutation-worker.ts', worker);
await bundle('test/mutation/kernels/equivalent-mutants.ts', join(folder, 'equivalent-mutants.mjs'));
const { explain } = await import(join(folder, 'equivalent-mutants.mjs'));
const mutants = await listMutants();
const journal = join(folder, `kernels-${hash.slice(0, 12)}.jsonl`);
if (options.fresh) rmSync(journal, { force: true });
const verdicts = new Map();
if (existsSync(journal)) {
  for (const line of readFileSync(journal, 'utf8').split('\n')) {
    if (line === '') continue;
    const { id, outcome, by } = JSON.parse(line);
    verdicts.set(id, { outcome, by });
  }
}

const chosen = mutants.map((_, place) => place).filter((place) => isWanted(mutants[place].in));
const wanted = share === 1 ? chosen : draw(chosen, Math.round(share * chosen.length), Number(options.seed));
const isOpen = (place) => {
  const verdict = verdicts.get(mutants[place].id);
  return verdict === undefined || (options.again && verdict.outcome !== 'killed');
};
let open = wanted.filter(isOpen);
const total = open.length;
let judged = 0;
const note = (place, outcome, by) => {
  const { id } = mutants[place];
  verdicts.set(id, { outcome, by });
  appendFileSync(journal, `${JSON.stringify({ id, outcome, by })}\n`);
  if (++judged % 500 === 0) console.error(`${judged} of ${total} mutants`);
};
const start = performance.now();
const deadline = start + minutes * 60_000;
while (open.length > 0 && performance.now() < deadline) open = await judgeSome(open, note, deadline);
if (total > 0) console.error(`${judged} mutants judged in ${((performance.now() - start) / 1000).toFixed(0)} s`);

const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'named.wasm.map'), 'utf8')));
const lineOf = ({ offset }) => {
  const { originalSource, originalLine } = map.findEntry(0, offset);
  return originalSource === undefined ? '' : `${originalSource}:${originalLine + 1}`;
};

const rows = new Map();
const count = (name, kind) => {
  const row = rows.get(name) ?? { mutants: 0, killed: 0, survived: 0, 'not reached': 0, explained: 0 };
  rows.set(name, row);
  row.mutants++;
  row[kind]++;
};
for (const place of wanted) {
  const mutant = mutants[place];
  const verdict = verdicts.get(mutant.id);
  if (verdict === undefined) continue;
  const { outcome, by } = verdict;
  const reason = outcome === 'killed' ? null : explain(mutant);
  const kind = reason === null ? outcome : 'explained';
  count(options.functions ? mutant.in : mutant.in.replace(/\/[^/]*$/, '').replace('.generated', ''), kind);
  count('all', kind);
  if (options.survivors && kind !== 'killed') {
    console.log(`${kind}${reason === null ? '' : ` (${reason})`}: ${mutant.in}: ${mutant.change}: ${mutant.context} ${lineOf(mutant)} ${by}`.trimEnd()); // prettier-ignore
  }
}
if (open.length > 0) console.error(`${open.length} mutants are left: the same command goes on`);
const all = rows.get('all');
rows.delete('all');
const print = (name, { mutants: count, killed, survived, explained, ...others }) =>
  console.log(
    `${name.padEnd(34)} ${[count, killed, explained, survived, others['not reached']].map((n) => String(n).padStart(9)).join(' ')} ${((100 * killed) / count).toFixed(1).padStart(6)} %`,
  );
console.log(`${''.padEnd(34)}   mutants    killed explained  survived unreached    score`);
for (const [name, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) print(name, row);
print('all', all);
process.exitCode = (100 * all.killed) / all.mutants >= Number(options.least) ? 0 : 1;
