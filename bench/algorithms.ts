/**
 * Whole algorithms inside the engine, from resident columns to the result: js and wasm side by side.
 *
 *   npm run bench -- algorithms [--rows 30000,1000000] [--large] [--rounds 3] [--json] [--smoke]
 *
 * Every engine runs in processes of its own, because a growing WebAssembly memory slows the typed arrays of its
 * process down; rounds are interleaved (js, wasm, js, ...), and the figure is the median of the rounds'
 * medians. Checksums of the results are compared before a time is believed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { Bench } from 'tinybench';
import { createEngine } from '../src/engine/create-engine.js';
import type {
  EngineColumn,
  FrequencySetWithRows,
  MondrianResult,
  MondrianSpec,
  ResidentTable,
} from '../src/engine/engine.js';
import type { Engine, EngineName } from '../src/engine/engine.js';
import { readCsv } from '../src/io/csv/read-csv.js';
import { CENSUS_SIZES, censusColumns } from './census.js';
import { args, option } from './command-line.js';

const ENGINES = ['js', 'wasm'] as const;
const QI = 8;
const K = 10;
const SEED = 1;

interface Figure {
  readonly milliseconds: number;
  readonly checksum: number;
}
type Figures = Record<string, Figure>;

const smoke = args.includes('--smoke');

/** Position-weighted, so that swapped entries show. */
function checksum(result: MondrianResult): number {
  let sum = result.classes;
  const add = (values: Uint32Array): void => {
    for (let i = 0; i < values.length; i++) sum = (Math.imul(sum, 31) + Math.imul(values[i] + 1, i + 1)) >>> 0;
  };
  add(result.parts.classId);
  add(result.parts.count);
  add(result.sizes);
  result.lower.forEach(add);
  result.upper.forEach(add);
  return sum;
}

function specOf(
  columns: readonly EngineColumn[],
  partitioning: MondrianSpec['partitioning'],
  diverse: boolean,
): MondrianSpec {
  return {
    attributes: columns.slice(0, QI).map(({ size }) => ({
      positions: Float64Array.from({ length: size }, (_, i) => i),
      range: size - 1,
      rank: size,
      tree: null,
    })),
    conditions: [{ kind: 'size', minimum: K }, ...(diverse ? [{ kind: 'distinct', column: QI, l: 2 } as const] : [])],
    partitioning,
  };
}

function search(engine: Engine, set: FrequencySetWithRows, spec: MondrianSpec): MondrianResult {
  const running = engine.mondrian(set, spec);
  while (!running.step(1 << 22));
  const result = running.result();
  running.dispose();
  return result;
}

async function adultColumns(): Promise<EngineColumn[] | null> {
  const folder = process.env.KOHORT_SHARED ?? resolve('../shared');
  const file = resolve(folder, 'data/adult/adult-complete.csv');
  if (!existsSync(file)) return null;
  const table = await readCsv(new Uint8Array(readFileSync(file)));
  return table.columns.map(({ codes, texts }) => ({ codes, size: texts.length }));
}

/** The measuring process: one engine, one table. */
async function measure(name: EngineName, rows: string): Promise<Figures> {
  const columns = rows === 'adult' ? (await adultColumns())! : censusColumns(Number(rows), SEED);
  const count = columns[0].codes.length;
  const engine = await createEngine({ engine: name, initialBytes: 64 * 1024 * 1024 + count * 90 });
  const table: ResidentTable = engine.load(count, columns);
  const quasi = Array.from({ length: QI }, (_, i) => i);
  const set = engine.frequencySet(table, quasi);
  const withSalary = engine.frequencySet(table, [...quasi, QI]);
  const strict = specOf(columns, 'strict', false);
  const tasks: Record<string, () => MondrianResult> = {
    'mondrian strict, from vectors': () => search(engine, set, strict),
    'mondrian strict, from rows': () => {
      const own = engine.frequencySet(table, quasi);
      const result = search(engine, own, strict);
      own.dispose();
      return result;
    },
    'mondrian relaxed, from vectors': () => search(engine, set, specOf(columns, 'relaxed', false)),
    'mondrian strict, 2-diverse, from vectors': () => search(engine, withSalary, specOf(columns, 'strict', true)),
  };
  const figures: Figures = {};
  const bench = new Bench({
    time: smoke ? 0 : 600,
    iterations: smoke ? 1 : 5,
    warmup: !smoke,
    warmupIterations: 2,
    warmupTime: 0,
  });
  for (const [name, task] of Object.entries(tasks)) bench.add(name, () => void task());
  const checksums = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, checksum(task())]));
  await bench.run();
  for (const task of bench.tasks) {
    if (task.result.state !== 'completed') throw new Error(`${task.name} did not complete`);
    figures[task.name] = { milliseconds: task.result.latency.p50, checksum: checksums[task.name] };
  }
  figures['(distinct vectors)'] = { milliseconds: 0, checksum: set.length };
  engine.dispose();
  return figures;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

function spawnMeasure(engine: string, rows: string): Figures {
  const child = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--measure', engine, '--rows', rows, ...(smoke ? ['--smoke'] : [])],
    { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (child.status !== 0) throw new Error(`measuring ${engine} at ${rows} rows failed`);
  return JSON.parse(child.stdout) as Figures;
}

function report(): void {
  const asked = option('rows', smoke ? '3000' : '30000,1000000').split(',');
  if (args.includes('--large')) asked.push('10000000');
  if (!smoke && !args.includes('--rows')) {
    const folder = process.env.KOHORT_SHARED ?? resolve('../shared');
    if (existsSync(resolve(folder, 'data/adult/adult-complete.csv'))) asked.unshift('adult');
  }
  const rounds = Number(option('rounds', smoke ? '1' : '3'));
  const results: { rows: string; task: string; vectors: number; milliseconds: Record<string, number> }[] = [];
  for (const rows of asked) {
    const times = new Map<string, Record<string, number[]>>();
    let vectors = 0;
    for (let round = 0; round < rounds; round++) {
      const figures = Object.fromEntries(ENGINES.map((engine) => [engine, spawnMeasure(engine, rows)]));
      vectors = figures.js['(distinct vectors)'].checksum;
      for (const [task, { checksum: expected }] of Object.entries(figures.js)) {
        for (const engine of ENGINES) {
          if (figures[engine][task].checksum !== expected)
            throw new Error(`${task} at ${rows}: ${engine} differs from js`);
          if (task.startsWith('(')) continue;
          const all = times.get(task) ?? { js: [], wasm: [] };
          all[engine].push(figures[engine][task].milliseconds);
          times.set(task, all);
        }
      }
    }
    for (const [task, all] of times) {
      const milliseconds = Object.fromEntries(ENGINES.map((engine) => [engine, median(all[engine])]));
      results.push({ rows, task, vectors, milliseconds });
    }
  }
  if (smoke) {
    console.log(`algorithms: ${results.length} checksums equal in js and wasm`);
    return;
  }
  if (args.includes('--json')) {
    console.log(
      JSON.stringify({ machine: cpus()[0]?.model, node: process.version, seed: SEED, k: K, results }, null, 2),
    );
    return;
  }
  console.log(
    `${cpus()[0]?.model}, Node ${process.version}, seed ${SEED}, k = ${K}, ${QI} quasi-identifiers of ${CENSUS_SIZES.slice(0, QI).join(', ')} values`,
  );
  console.log('milliseconds (median), and how many times faster than the twin\n');
  const pad = (text: string, width: number): string => text.padStart(width);
  console.log(
    `${'task'.padEnd(42)}${pad('rows', 10)}${pad('vectors', 10)}${pad('js', 10)}${pad('wasm', 10)}${pad('x', 7)}`,
  );
  for (const { rows, task, vectors, milliseconds: ms } of results) {
    console.log(
      task.padEnd(42) + pad(rows, 10) + pad(String(vectors), 10) + pad(ms.js.toFixed(1), 10) +
        pad(ms.wasm.toFixed(1), 10) + pad((ms.js / ms.wasm).toFixed(2), 7),
    ); // prettier-ignore
  }
  const sized = asked
    .map(Number)
    .filter((rows) => rows > 0)
    .sort((a, b) => a - b);
  if (sized.length > 1) {
    const [small, large] = [sized[0], sized[sized.length - 1]];
    console.log(`\nscaling exponents between ${small} and ${large} rows (1 = linear)`);
    for (const { task } of results.filter((entry) => entry.rows === String(small))) {
      const at = (rows: number): Record<string, number> =>
        results.find((r) => r.rows === String(rows) && r.task === task)!.milliseconds;
      const exponent = (v: string): string =>
        (Math.log(at(large)[v] / at(small)[v]) / Math.log(large / small)).toFixed(2);
      console.log(`${task.padEnd(42)}${ENGINES.map((v) => `${v} ${exponent(v)}`).join('   ')}`);
    }
  }
}

if (args.includes('--measure')) {
  console.log(JSON.stringify(await measure(option('measure', 'js') as EngineName, option('rows', '30000'))));
} else {
  report();
}
