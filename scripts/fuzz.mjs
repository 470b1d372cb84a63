/**
 * Fuzzes what takes bytes that nobody vouches for: `npm run fuzz [-- TARGET ... --minutes N --seed S[,S] --replay FILE]`. Inputs are changed step by
 * step, and those that take a new branch of the sources are kept in build/fuzz/corpus/, where the next run goes on. An input that
 * ends in anything but a result or a typed error goes to build/fuzz/finds/, with the command that shows it again; exit code 1 then.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { countBranches } from './count-branches.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'build/fuzz');
/** Several runs may go on at once. */
const bundle = join(folder, `main-${process.pid}.mjs`);
process.on('exit', () => rmSync(bundle, { force: true }));
/** Seconds of processor time, and of the clock, without a new input after which a target hangs. */
const HANGS = { busy: 40, waiting: 300 };
/** Times that a target is started again after it died. */
const MOST_DEATHS = 20;
/** Megabytes of JavaScript that the process of a target may have. */
const HEAP = 1536;

const USAGE =
  'npm run fuzz [-- TARGET ... --minutes N --seed S[,S] --replay FILE]: targets and finds are described in docs/testing.md';

const { values: options, positionals } = readArguments();

function readArguments() {
  let given;
  try {
    given = parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        replay: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    console.error(`fuzz: ${error.message}\n${USAGE}`);
    process.exit(2);
  }
  if (given.values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  return given;
}

mkdirSync(folder, { recursive: true });
const counted = countBranches(join(root, 'src'));
await build({
  entryPoints: [join(root, 'test/fuzz/main.ts')],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: ['node20'],
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
  banner: { js: counted.banner },
  plugins: [counted.plugin],
});

/** Runs the process of a target; `watch` is called each second with its processor time and a function that ends it. */
function start(order, watch = () => undefined) {
  return new Promise((done) => {
    const args = [`--max-old-space-size=${HEAP}`, '--enable-source-maps', bundle, JSON.stringify(order)];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => (out[stream] = (out[stream] + text).slice(-1_000_000)));
    }
    const kill = () => child.kill('SIGKILL');
    const timer = setInterval(() => watch(processorSeconds(child.pid), kill), 1000);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      done({ ...out, code, signal });
    });
  });
}

/** Processor seconds of a process; 0 where the host does not report them. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Tests whether a process hangs: `step` is another number for each input. */
function watchSteps() {
  let last = { step: -1, busy: 0, clock: performance.now() };
  return (step, busy) => {
    if (step !== last.step) last = { step, busy, clock: performance.now() };
    return busy - last.busy > HANGS.busy || performance.now() - last.clock > HANGS.waiting * 1000;
  };
}

const lastLine = (text) => JSON.parse(text.trim().split('\n').at(-1));

const all = lastLine((await start({ kind: 'list' })).stdout);
if (options.replay !== undefined) process.exitCode = await replay(options.replay);
else process.exitCode = await fuzz();

/** Shows what an input shows. Its target is in its name, `TARGET--...`, or the name of its folder. */
async function replay(path) {
  const [named] = basename(path).split('--');
  const target = positionals[0] ?? (all.includes(named) ? named : basename(dirname(resolve(path))));
  const hangs = watchSteps();
  const ended = await start({ kind: 'replay', target, path: resolve(path) }, (busy, kill) => {
    if (!hangs(0, busy)) return;
    console.log(`${target}: hangs`);
    kill();
  });
  if (ended.code !== 0) {
    console.log(`${target}: the process dies (${ended.code ?? ended.signal})\n${ended.stderr}`);
    return 1;
  }
  const verdict = lastLine(ended.stdout);
  console.log(verdict.isFind ? `${target}: ${verdict.signature}\n${verdict.stack}` : `${target}: ${verdict.outcome}`);
  return verdict.isFind ? 1 : 0;
}

async function fuzz() {
  const names = positionals.length > 0 ? positionals : all;
  const unknown = names.filter((name) => !all.includes(name));
  const seeds = options.seed.split(',').map(Number);
  const minutes = Number(options.minutes);
  if (unknown.length > 0 || seeds.some((seed) => !Number.isSafeInteger(seed)) || !(minutes > 0)) {
    console.error(`fuzz: targets are ${all.join(', ')}; --minutes is above 0, --seed a whole number or several`);
    return 2;
  }
  const seconds = (minutes * 60) / names.length / seeds.length;
  const finds = new Set();
  const sum = { executions: 0, seconds: 0 };
  for (const seed of seeds) {
    for (const name of names) {
      const { statistics, found } = await fuzzTarget(name, seconds, seed);
      sum.executions += statistics.executions;
      sum.seconds += statistics.seconds;
      for (const path of found) finds.add(path);
      console.log(describe(name, seed, statistics, found.length));
    }
  }
  console.log(
    `fuzz: ${names.length} targets, ${sum.executions} executions, ${(sum.executions / sum.seconds).toFixed(0)} a second, ${finds.size} finds`,
  );
  for (const path of finds) {
    const [signature] = readFileSync(`${path}.txt`, 'utf8').split('\n');
    console.log(`fuzz: ${signature}: npm run fuzz -- --replay ${path.replace(`${root}/`, '')}`);
  }
  return finds.size > 0 ? 1 : 0;
}

function describe(name, seed, { executions, seconds, branches, inputs, outcomes }, finds) {
  const most = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
  const ends = most.slice(0, 4).map(([end, count]) => `${end} ${((100 * count) / executions).toFixed(0)} %`);
  const rate = (executions / Math.max(seconds, 0.001)).toFixed(0);
  return `${name} (seed ${seed}): ${executions} executions, ${rate} a second, ${branches} branches, ${inputs} inputs, ${most.length} kinds of ends (${ends.join(', ')}), ${finds} finds`;
}

/** Runs a target for some seconds, in as many processes as it takes. */
async function fuzzTarget(name, seconds, seed) {
  const rooms = {
    kept: join(root, 'test/fuzz/corpus', name),
    corpus: join(folder, 'corpus', name),
    finds: join(folder, 'finds'),
    current: join(folder, `current-${name}-${process.pid}`),
  };
  const end = performance.now() + seconds * 1000;
  const found = new Set();
  const statistics = { executions: 0, seconds: 0, branches: 0, inputs: 0, outcomes: {} };
  for (let deaths = 0; deaths <= MOST_DEATHS; deaths++) {
    const left = (end - performance.now()) / 1000;
    if (left <= 0) break;
    rmSync(rooms.current, { force: true });
    let isHanging = false;
    const hangs = watchSteps();
    const order = { kind: 'run', target: name, seconds: left, seed: seed + deaths, rooms };
    const ended = await start(order, (busy, kill) => {
      isHanging = hangs(readCurrent(rooms.current)?.execution ?? -1, busy);
      if (isHanging) kill();
    });
    if (ended.code === 0) {
      const own = lastLine(ended.stdout);
      for (const path of own.finds) found.add(path);
      statistics.executions += own.executions;
      statistics.seconds += own.seconds;
      statistics.branches = Math.max(statistics.branches, own.branches);
      statistics.inputs = Math.max(statistics.inputs, own.inputs);
      for (const [outcome, count] of Object.entries(own.outcomes)) {
        statistics.outcomes[outcome] = (statistics.outcomes[outcome] ?? 0) + count;
      }
      break;
    }
    const current = readCurrent(rooms.current);
    statistics.executions += current?.execution ?? 0;
    const what = isHanging ? 'hangs' : `the process dies (${ended.code ?? ended.signal})`;
    const input = current?.input ?? new Uint8Array();
    found.add(keepFind(rooms.finds, name, input, `${what}\n${ended.stderr.slice(-4000)}`));
  }
  rmSync(rooms.current, { force: true });
  return { statistics, found: [...found] };
}

/** The number of the execution that was begun last, and its input: eight bytes of head before it. */
function readCurrent(path) {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  if (bytes.length < 8) return null;
  return { execution: bytes.readUInt32BE(0), input: bytes.subarray(8, 8 + bytes.readUInt32BE(4)) };
}

/** Writes an input that ended its process, and beside it what it did. Gives its path. */
function keepFind(finds, name, input, what) {
  mkdirSync(finds, { recursive: true });
  let path = '';
  for (let i = 0; path === '' || existsSync(path); i++) path = join(finds, `${name}--process-${i}`);
  writeFileSync(path, input);
  writeFileSync(`${path}.txt`, `${what}\n\nnpm run fuzz -- --replay ${path}\n`);
  return path;
}
