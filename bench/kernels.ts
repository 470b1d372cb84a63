/**
 * The kernels behind the engine, one by one: js and wasm side by side on census-like rows.
 *
 *   npm run bench -- kernels [--rows 30000,1000000] [--large] [--rounds 3] [--seed 1] [--json] [--smoke]
 *
 * `--large` adds 10,000,000 rows; `--smoke` compares checksums on few rows and times next to nothing. Every engine
 * runs in processes of its own, because a growing WebAssembly memory slows the typed arrays of its process down; rounds
 * are interleaved (js, wasm, js, ...). A figure is the median over the rounds of the rounds' medians (wall
 * time) and of CPU time per call (user and system). Ratios are of CPU time, which neighbours on the machine disturb
 * least. Two tables alternate, so that no loop always sees the same arrays; checksums of results are compared before a
 * time is believed.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import { createEngine } from '../src/engine/create-engine.js';
import type {
  Classes,
  Engine,
  EngineName,
  EngineSearch,
  FrequencySet,
  LevelMap,
  ResidentTable,
  RunCosts,
} from '../src/engine/engine.js';
import { CENSUS_SIZES, censusColumns } from './census.js';
import { args, option } from './command-line.js';
import { makePersonProblem } from './person-kernels.js';

const ENGINES = ['js', 'wasm'] as const;

interface Figure {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly checksum: number;
}
type Figures = Record<string, Figure>;

const smoke = args.includes('--smoke');
const seed = Number(option('seed', '1'));

/** The result of a search of an engine, which is disposed of. */
function finish<Result>(search: EngineSearch<Result>): Result {
  try {
    while (!search.step(1 << 22));
    return search.result();
  } finally {
    search.dispose();
  }
}

/** Position-weighted, so that swapped entries show. */
function checksumOf(...arrays: ArrayLike<number>[]): number {
  let sum = 17;
  for (const values of arrays) {
    for (let i = 0; i < values.length; i++) sum = (Math.imul(sum, 31) + Math.imul(values[i] + 1, i + 1)) >>> 0;
  }
  return sum;
}

const checksumOfSet = (set: FrequencySet): number =>
  checksumOf(set.counts(), ...set.sizes.map((_, column) => set.codes(column)));

/** Codes in bins of `width`. */
const bins = (size: number, width: number): LevelMap => ({
  map: Uint32Array.from({ length: size }, (_, code) => Math.floor(code / width)),
  size: Math.ceil(size / width),
});

/** A node of the middle of a lattice: 5,184 possible vectors. */
const MIDDLE = [10, 3, 4, 3, 5, 2, 1, 20, 1].map((width, column) => bins(CENSUS_SIZES[column], width));
const QI = [0, 1, 2, 3, 4, 5, 6, 7];

interface Kernel {
  readonly name: string;
  /** One call on table 0 or 1. */
  readonly call: (which: number) => unknown;
  readonly checksum: () => number;
}

/** The kernels with everything they need resident. `release` gives back what a call returned. */
function prepare(engine: Engine, rows: number): Kernel[] {
  const tables = [seed, seed + 1].map((s): ResidentTable => engine.load(rows, censusColumns(rows, s)));
  const bases = tables.map((table) => engine.frequencySet(table, QI));
  const kernels: Kernel[] = [];
  const addSet = (name: string, call: (which: number) => FrequencySet): void => {
    kernels.push({
      name,
      call: (which) => call(which).dispose(),
      checksum: () => {
        const set = call(0);
        const sum = checksumOfSet(set);
        set.dispose();
        return sum;
      },
    });
  };
  addSet('frequency set, 9 QI generalized, direct keys', (which) =>
    engine.frequencySet(tables[which], undefined, MIDDLE),
  );
  addSet('frequency set, 4 QI, direct keys', (which) => engine.frequencySet(tables[which], [0, 1, 3, 4]));
  addSet(`frequency set, 8 QI, ${bases[0].length} distinct, hashed`, (which) => engine.frequencySet(tables[which], QI));
  addSet(`roll-up of ${bases[0].length} vectors to the middle`, (which) =>
    engine.rollUp(bases[which], MIDDLE.slice(0, 8)),
  );
  addSet(`roll-up of ${bases[0].length} vectors, one column`, (which) =>
    engine.rollUp(bases[which], [null, null, null, null, null, null, null, bins(41, 41)]),
  );
  addSet('projection on 3 columns', (which) => engine.project(bases[which], [0, 2, 4]));

  const order = [0, 1, 2, 3, 4];
  const levels: Classes[][] = tables.map((table) => {
    const found: Classes[] = [{ count: 1, classOf: new Uint32Array(rows) }];
    for (const column of order) found.push(engine.splitClasses(table, found[found.length - 1], column));
    return found;
  });
  order.forEach((column, i) => {
    if (i === 0) return;
    kernels.push({
      name: `split ${levels[0][i].count} classes by ${CENSUS_SIZES[column]} values`,
      call: (which) => engine.splitClasses(tables[which], levels[which][i], column),
      checksum: () => checksumOf(engine.splitClasses(tables[0], levels[0][i], column).classOf),
    });
  });
  const classes = levels.map((found) => found[4]);
  const histograms = tables.map((table, which) => engine.histogram(table, classes[which], 4));
  const sizes = bases.map((base) => base.counts());
  const sum = (which: number) => engine.classSums(sizes[which], 2);
  kernels.push(
    {
      name: `histogram of 14 values in ${classes[0].count} classes`,
      call: (which) => engine.histogram(tables[which], classes[which], 4),
      checksum: () => checksumOf(engine.histogram(tables[0], classes[0], 4)),
    },
    {
      name: `class sums of ${sizes[0].length} classes`,
      call: sum,
      checksum: () => checksumOf([sum(0).classes, sum(0).below, Number(sum(0).sumOfSquares % 1000003n)]),
    },
    {
      name: `minority sum of ${classes[0].count} classes by 14 values`,
      call: (which) => engine.minoritySum(histograms[which], 14),
      checksum: () => engine.minoritySum(histograms[0], 14),
    },
  );
  const condition = { kind: 'entropy', column: 0, l: 2 } as const;
  const classSizes = tables.map((table, which) => engine.histogram(table, classes[which], 6)).map(rowSums(2));
  kernels.push({
    name: `entropy condition on ${classes[0].count} classes by 14 values`,
    call: (which) => engine.checkCondition(condition, classSizes[which], histograms[which]),
    checksum: () => checksumOf(engine.checkCondition(condition, classSizes[0], histograms[0])),
  });
  return [...kernels, ...prepareGroups(engine, bases), ...preparePersons(engine, rows)];
}

/** The kernels that count persons: four rows a person, whose last two quasi-identifiers vary. */
function preparePersons(engine: Engine, rows: number): Kernel[] {
  const quasi = [0, 1, 2, 3, 5, 6, 7];
  const problems = [seed, seed + 1].map((s) => {
    const columns = censusColumns(rows, s);
    return makePersonProblem(
      engine,
      rows,
      [...quasi, 4].map((column) => columns[column]),
      quasi.map((column) => MIDDLE[column]),
    );
  });
  const [{ set, groups }] = problems;
  const kernel = (name: string, call: (problem: (typeof problems)[number]) => ArrayLike<number>): Kernel => ({
    name,
    call: (which) => call(problems[which]),
    checksum: () => checksumOf(call(problems[0])),
  });
  return [
    kernel(`roll-up of ${set.length} vectors with their persons`, ({ nodes, attributes }) => {
      const id = nodes.rollUp(
        nodes.base,
        attributes.map(() => 1),
      );
      const holds = nodes.holds(id);
      nodes.release(id);
      return holds;
    }),
    kernel(`10 persons in each of ${groups} classes`, (problem) =>
      engine.groupsHold(problem.set, problem.groupOf, problem.groups, [problem.tenPersons]),
    ),
    kernel(`entropy of worst-case counts in ${groups} classes`, (problem) =>
      engine.groupsHold(problem.set, problem.groupOf, problem.groups, [problem.diverse]),
    ),
    kernel('strict Mondrian, 10 persons a class', ({ set: own, attributes, tenPersons }) => {
      const conditions = [{ kind: 'size', minimum: 10 } as const, tenPersons];
      return finish(engine.mondrian(own, { attributes, conditions, partitioning: 'strict' })).sizes;
    }),
    kernel('strict Mondrian, 2-diverse persons by entropy', ({ set: own, attributes, tenPersons, diverse }) => {
      const conditions = [{ kind: 'size', minimum: 10 } as const, tenPersons, diverse];
      return finish(engine.mondrian(own, { attributes, conditions, partitioning: 'strict' })).sizes;
    }),
  ];
}

/** The kernels that group rows: 10 rows a group, distances and penalties over the eight columns. */
function prepareGroups(engine: Engine, bases: readonly FrequencySet[]): Kernel[] {
  const inputs = bases.map((set) => {
    const codes = QI.map((column) => Uint32Array.from(set.codes(column)));
    const counts = set.counts();
    const points = codes.map((column, a) => Float64Array.from(column, (code) => code / CENSUS_SIZES[a]));
    const costs = QI.map((a): RunCosts => {
      const size = CENSUS_SIZES[a];
      const table = Int32Array.from({ length: size * size }, (_, i) =>
        Math.round((Math.abs(Math.floor(i / size) - (i % size)) / size) * 2 ** 20),
      );
      return { size, table, line: null, tree: null };
    });
    const ends = Uint32Array.from({ length: set.length + 1 }, (_, s) => Math.min(set.length + 1, s + 10));
    const line = { vectorOf: Uint32Array.from(counts.keys()), codes, costs };
    const members = engine.memberScan(codes, [...CENSUS_SIZES.slice(0, 8)]);
    const starts = costs.map(({ size, table }) => table!.slice(0, size));
    members.start(starts);
    const groups = Math.floor(set.rows / 10);
    const means = engine.nearestMeans(groups, costs, points.map((_, a) => (a === 0 ? Float64Array.from({ length: 74 }, (__, i) => i / 74) : null))); // prettier-ignore
    for (let g = 0; g < groups; g++)
      means.move(
        g,
        Float64Array.from(codes, (column) => column[2 + (g % (column.length - 2))]),
      );
    const from = Float64Array.from(points, (column) => column[0]);
    const first = Uint32Array.from(codes, (column) => column[1]);
    return { codes, points, line, ends, members, starts, means, from, first, scan: engine.pointScan(points, counts) };
  });
  const { length } = bases[0];
  const rounded = (values: ArrayLike<number>): number => checksumOf(Array.from(values, Math.round));
  const kernel = (name: string, call: (input: (typeof inputs)[number]) => ArrayLike<number>): Kernel => ({
    name,
    call: (which) => call(inputs[which]),
    checksum: () => rounded(call(inputs[0])),
  });
  return [
    kernel(`the 10 rows nearest to a point of ${length}`, ({ scan, from }) => scan.around(from, 10).nearest),
    kernel(`what ${length} vectors cost a box more, the least`, ({ members, starts }) => {
      members.start(starts);
      return [members.nearest()];
    }),
    kernel(`the nearest of ${Math.floor(bases[0].rows / 10)} means`, ({ means, first }) => [
      means.nearest(first, null),
    ]),
    kernel(`Hilbert keys of ${length} points`, ({ codes }) => engine.hilbertKeys(codes, 7)[0]),
    kernel(
      `cheapest runs of 10 to 19 among ${length} rows`,
      ({ line, ends }) => finish(engine.cheapestRuns(line, { ends }))!.starts,
    ),
  ];
}

const rowSums =
  (size: number) =>
  (histogram: Uint32Array): Uint32Array =>
    Uint32Array.from({ length: histogram.length / size }, (_, row) => {
      let total = 0;
      for (let i = 0; i < size; i++) total += histogram[row * size + i];
      return total;
    });

/** One process: one engine, all kernels. Prints its figures as JSON. */
async function runEngine(name: EngineName, rows: number): Promise<void> {
  // Sized before anything is loaded: nothing grows while the clock runs.
  const engine = await createEngine({ engine: name, initialBytes: Math.min(2 ** 31, 2 ** 24 + rows * 600) });
  if (engine.name !== name) throw new Error(`asked for ${name}, got ${engine.name}`);
  const figures: Figures = {};
  for (const kernel of prepare(engine, rows)) {
    const checksum = kernel.checksum();
    let which = 0;
    const call = (): void => {
      kernel.call((which ^= 1));
    };
    const bench = new Bench({
      time: smoke ? 1 : rows > 100_000 ? 400 : 200,
      iterations: smoke ? 1 : 6,
      warmupTime: smoke ? 1 : 100,
      warmupIterations: smoke ? 1 : 4,
      retainSamples: true,
    });
    let used = { user: 0, system: 0 };
    let started = process.cpuUsage();
    bench.add(kernel.name, call, {
      beforeAll: () => {
        started = process.cpuUsage();
      },
      afterAll: () => {
        used = process.cpuUsage(started);
      },
    });
    await bench.run();
    const { result } = bench.tasks[0];
    if (result.state !== 'completed') throw new Error(`${kernel.name}: ${result.state}`);
    const calls = result.latency.samplesCount;
    figures[kernel.name] = {
      milliseconds: result.latency.p50,
      cpuMilliseconds: (used.user + used.system) / 1000 / calls,
      checksum,
    };
  }
  engine.dispose();
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function spawnEngine(engine: EngineName, rows: number): Figures {
  const child = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--child', engine, '--rows', String(rows), '--seed', String(seed)].concat(
      smoke ? ['--smoke'] : [],
    ),
    { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (child.status !== 0) throw new Error(`${engine} at ${rows} rows ended with ${child.status ?? child.signal}`);
  return JSON.parse(child.stdout) as Figures;
}

interface Line {
  readonly rows: number;
  readonly kernel: string;
  readonly engines: Record<EngineName, { milliseconds: number; cpuMilliseconds: number }>;
  /** CPU time of js divided by that of wasm. */
  readonly ratio: number;
}

function measure(rows: number, rounds: number): Line[] {
  const found: Record<EngineName, Figures[]> = { js: [], wasm: [] };
  for (let round = 0; round < rounds; round++) {
    for (const engine of ENGINES) found[engine].push(spawnEngine(engine, rows));
  }
  return Object.keys(found.js[0]).map((kernel): Line => {
    const checksums = new Set(ENGINES.flatMap((engine) => found[engine].map((figures) => figures[kernel]?.checksum)));
    if (checksums.size !== 1) throw new Error(`${kernel} at ${rows} rows: checksums differ`);
    const of = (engine: EngineName) => ({
      milliseconds: median(found[engine].map((figures) => figures[kernel].milliseconds)),
      cpuMilliseconds: median(found[engine].map((figures) => figures[kernel].cpuMilliseconds)),
    });
    const engines = { js: of('js'), wasm: of('wasm') };
    return { rows, kernel, engines, ratio: engines.js.cpuMilliseconds / engines.wasm.cpuMilliseconds };
  });
}

function main(): void {
  const rounds = smoke ? 1 : Number(option('rounds', '3'));
  const sizes = option('rows', smoke ? '3000' : '30000,1000000')
    .split(',')
    .map(Number)
    .concat(args.includes('--large') ? [10_000_000] : []);
  const header = { machine: `${cpus().length} x ${cpus()[0].model}`, node: process.version, seed, rounds };
  const json = args.includes('--json');
  if (!json) {
    console.log(`kernels: ${header.machine}, Node ${header.node}, seed ${seed}, ${rounds} rounds`);
    console.log('median ms (CPU ms) per call; ratios of CPU time; checksums equal');
  }
  const lines: Line[] = [];
  for (const rows of sizes) {
    const measured = measure(rows, rounds);
    lines.push(...measured);
    if (json) continue;
    console.log(`\n${rows} rows`.padEnd(59) + 'js'.padStart(18) + 'wasm'.padStart(18) + '  js/wasm');
    for (const { kernel, engines, ratio } of measured) {
      const cells = ENGINES.map((engine) =>
        `${engines[engine].milliseconds.toFixed(2)} (${engines[engine].cpuMilliseconds.toFixed(2)})`.padStart(18),
      );
      console.log(kernel.padEnd(58) + cells.join('') + ratio.toFixed(1).padStart(9));
    }
  }
  if (json) console.log(JSON.stringify({ ...header, lines }));
}

const child = args.indexOf('--child');
if (child >= 0) await runEngine(args[child + 1] as EngineName, Number(option('rows', '1000')));
else main();
