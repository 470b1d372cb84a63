/**
 * Runs that count persons beside the same runs that count rows, on a census of persons who have several rows each: CPU seconds by phase and peak
 * memory, each run in a process of its own, persons and rows in turn, medians and their ratios. Reading is a figure of its own.
 *
 *   npm run bench -- persons [--rows 1000000] [--persons 250000] [--cases additive,general] [--only mondrian,optimal-lattice]
 *                            [--rounds 3] [--k 10] [--diverse] [--engine wasm] [--json] [--smoke]
 *
 * `--diverse` adds 2-diversity of a column that varies within persons. The releases of a round are compared with those of the first one;
 * `--smoke` runs two thousand rows once in both engines and compares the releases. Tables are made in build/scale/.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { anonymize, readForJob, type Engine, type Table } from '../src/index.js';
import { args, option } from './command-line.js';
import { makeNow } from './made.js';
import { personsFile, personsJob, type Counted, type PersonsCase } from './persons-table.js';

const COUNTED = ['rows', 'persons'] as const;
const ALGORITHMS = 'mondrian,optimal-lattice,local-recoding,k-member';
const smoke = args.includes('--smoke');
const rows = Number(option('rows', smoke ? '2000' : '1000000'));
const persons = Number(option('persons', String(Math.ceil(rows / 4))));
const rounds = smoke ? 1 : Number(option('rounds', '3'));
const folder = resolve('build/scale');

/** A run as a process of its own is asked for it. */
interface Asked {
  readonly kind: PersonsCase;
  readonly counted: Counted;
  readonly algorithm: string;
  readonly engine: Engine['name'];
}

/** CPU seconds by phase, MiB, and the checksum of the release. */
interface Figures {
  readonly read: number;
  readonly prepare: number;
  readonly search: number;
  readonly measure: number;
  readonly audit: number;
  readonly run: number;
  readonly memory: number;
  readonly classes: number;
  readonly checksum: string;
}

const PHASES = ['prepare', 'search', 'measure', 'audit'] as const;

function checksumOf(release: Table): string {
  const hash = createHash('sha256');
  for (const { texts, codes } of release.columns)
    hash.update(JSON.stringify(texts)).update(new Uint8Array(codes.buffer));
  return hash.digest('hex').slice(0, 12);
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function runOne({ kind, counted, algorithm, engine }: Asked): Promise<Figures> {
  const asked = personsJob(counted, algorithm, { k: Number(option('k', '10')), isDiverse: args.includes('--diverse') });
  const file = createReadStream(personsFile(folder, kind, rows, persons));
  const { table, job } = await readForJob(Readable.toWeb(file) as ReadableStream<Uint8Array>, asked);
  const read = cpuSeconds();
  const begun: Record<string, number> = {};
  const onProgress = ({ phase }: { readonly phase: string }): void => void (begun[phase] ??= cpuSeconds());
  const { release, result, audit } = await anonymize(table, job, { engine, seed: 1, onProgress });
  const end = cpuSeconds();
  if (!audit.holds) throw new Error(`${algorithm}: the audit does not hold`);
  // A phase that nothing was heard of took no time.
  let until = end;
  const phases: Record<string, number> = {};
  for (const phase of [...PHASES].reverse()) {
    const from = phase === 'prepare' ? read : (begun[phase] ?? until);
    phases[phase] = until - from;
    until = from;
  }
  return {
    ...(phases as Record<(typeof PHASES)[number], number>),
    read,
    run: end - read,
    memory: process.resourceUsage().maxRSS / 1024,
    classes: result.classes,
    checksum: checksumOf(release),
  };
}

function inProcess(asked: Asked): Figures {
  const self = fileURLToPath(import.meta.url);
  const run = spawnSync(process.execPath, [self, '--one', JSON.stringify(asked), ...args], { encoding: 'utf8' });
  if (run.status !== 0)
    throw new Error(`${JSON.stringify(asked)}: ${run.stderr.trim().split('\n').slice(-3).join(' ')}`);
  return JSON.parse(run.stdout) as Figures;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

/** Runs that count rows and runs that count persons, in turn; the medians of their figures. */
function measure(asked: Omit<Asked, 'counted'>): Record<Counted, Figures> {
  const found: Record<Counted, Figures[]> = { rows: [], persons: [] };
  for (let round = 0; round < rounds; round++) {
    for (const counted of COUNTED) found[counted].push(inProcess({ ...asked, counted }));
  }
  const medians = (all: Figures[]): Figures => {
    if (new Set(all.map(({ checksum }) => checksum)).size > 1) throw new Error(`${asked.algorithm}: releases differ`);
    const names = ['read', ...PHASES, 'run', 'memory'] as const;
    return { ...all[0], ...Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name]))])) };
  };
  return { rows: medians(found.rows), persons: medians(found.persons) };
}

/** One run of each kind in each engine, in this process; throws where the engines differ. */
async function compareEngines(kind: PersonsCase, algorithm: string): Promise<void> {
  for (const counted of COUNTED) {
    const js = await runOne({ kind, counted, algorithm, engine: 'js' });
    const wasm = await runOne({ kind, counted, algorithm, engine: 'wasm' });
    if (js.checksum !== wasm.checksum)
      throw new Error(`${kind}, ${algorithm}, ${counted}: the engines' releases differ`);
  }
}

const SHOWN = ['read', ...PHASES, 'run', 'memory'] as const;
const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

function print(kind: PersonsCase, algorithm: string, found: Record<Counted, Figures>): void {
  for (const counted of COUNTED) {
    const { memory, classes, ...seconds } = found[counted];
    const shown = SHOWN.map((name) => (name === 'memory' ? memory.toFixed(0) : seconds[name].toFixed(2)));
    line([kind, algorithm, counted, ...shown, classes]);
  }
  const ratios = SHOWN.map((name) => (found.persons[name] / found.rows[name]).toFixed(2));
  line([kind, algorithm, 'ratio', ...ratios, '']);
}

async function runAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const cases = option('cases', 'additive,general').split(',') as PersonsCase[];
  const names = option('only', ALGORITHMS).split(',');
  const engine = option('engine', 'wasm') as Engine['name'];
  const isData = args.includes('--json');
  const machine = cpus()[0]?.model;
  const results: unknown[] = [];
  if (!isData && !smoke) {
    console.log(`${machine}, Node ${process.version}, ${makeNow().commit}, ${rows} rows of ${persons} persons`);
    line(['case', 'algorithm', 'counted', ...SHOWN, 'classes']);
    line(Array<string>(SHOWN.length + 4).fill('---'));
  }
  for (const kind of cases) {
    personsFile(folder, kind, rows, persons);
    for (const algorithm of names) {
      if (smoke) {
        await compareEngines(kind, algorithm);
        continue;
      }
      const found = measure({ kind, algorithm, engine });
      results.push({ kind, algorithm, ...found });
      if (!isData) print(kind, algorithm, found);
    }
  }
  if (smoke) console.log(`persons: releases of ${names.length} algorithms equal in js and wasm`);
  if (isData) console.log(JSON.stringify({ machine, node: process.version, rows, persons, results }));
}

const one = option('one', '');
if (one === '') await runAll();
else console.log(JSON.stringify(await runOne(JSON.parse(one) as Asked)));
