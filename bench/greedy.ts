/**
 * The greedy algorithms over hierarchies, from resident vectors to the recoding: js and wasm side by side, on
 * census-like rows with eight quasi-identifiers. CPU milliseconds, medians of interleaved processes.
 *
 *   npm run bench -- greedy [--rows 30000] [--k 10] [--rounds 3] [--json] [--smoke]
 *
 * Each engine runs in a process of its own; checksums of the recodings are compared before a time is believed.
 */
import { runToCompletion } from '../src/base/steps.js';
import { resolveJob } from '../src/pipeline/resolve-job.js';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '../src/algorithms/algorithm.js';
import { createEngine } from '../src/engine/create-engine.js';
import type { EngineName } from '../src/engine/engine.js';
import type { AttributeSpec, Job } from '../src/job/job.js';
import { resolveRoles } from '../src/job/roles.js';
import { planRun } from '../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../src/pipeline/prepare.js';
import { Table } from '../src/table/table.js';
import { CENSUS_NAMES, CENSUS_SIZES, censusColumns } from './census.js';
import { args, option } from './command-line.js';

const ENGINES = ['js', 'wasm'] as const;
const TASKS: readonly Exclude<Job['algorithm'], string>[] = [
  { name: 'datafly' },
  { name: 'mu-argus', violations: 'release' },
  { name: 'bottom-up-generalization' },
  { name: 'top-down-specialization' },
];
const smoke = args.includes('--smoke');
const rows = Number(option('rows', smoke ? '2000' : '30000'));
const k = Number(option('k', '10'));
const rounds = Number(option('rounds', smoke ? '1' : '3'));
const runs = smoke ? 1 : 5;

type Figures = Record<string, { readonly milliseconds: number; readonly checksum: number }>;

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

/** Ages are numbers; every other attribute has groups of four values below its root. */
function censusTable(): { table: Table; attributes: Record<string, AttributeSpec> } {
  const attributes: Record<string, AttributeSpec> = {};
  const columns = censusColumns(rows, 1).map(({ codes }, c) => {
    const name = CENSUS_NAMES[c];
    const isAge = name === 'age';
    const used: number[] = [];
    const codeOf = new Int32Array(CENSUS_SIZES[c]).fill(-1);
    const own = Uint8Array.from(codes, (value) =>
      codeOf[value] < 0 ? (codeOf[value] = used.push(value) - 1) : codeOf[value],
    );
    const leaf = (value: number): string => (isAge ? String(17 + value) : `${name} ${value}`);
    const rowsOfLevels = Array.from({ length: CENSUS_SIZES[c] }, (_, value) => [
      leaf(value),
      `${name} group ${value >> 2}`,
      '*',
    ]);
    attributes[name] =
      c === CENSUS_NAMES.length - 1
        ? { role: 'class' }
        : {
            role: 'quasi-identifier',
            hierarchy: isAge
              ? { type: 'intervals', origin: 17, widths: [5, 10, 20] }
              : { type: 'levels', rows: rowsOfLevels },
          };
    return {
      name,
      type: isAge ? ('integer' as const) : ('string' as const),
      codes: own,
      texts: used.map(leaf),
      numbers: isAge ? Float64Array.from(used, (value) => 17 + value) : null,
      missingCode: -1,
    };
  });
  return { table: new Table(rows, columns), attributes };
}

/** Position-weighted, so that swapped entries show. */
function checksum({ recoding, search, solution }: Outcome): number {
  let sum = recoding.classes;
  const add = (value: number, at: number): void => {
    sum = (Math.imul(sum, 31) + Math.imul(value + 1, at + 1)) >>> 0;
  };
  recoding.parts.classId.forEach(add);
  recoding.parts.count.forEach(add);
  recoding.lower.forEach((list) => list.forEach(add));
  recoding.upper.forEach((list) => list.forEach(add));
  Array.from(JSON.stringify([search, solution]), (character) => character.charCodeAt(0)).forEach(add);
  return sum;
}

/** The measuring process: one engine. */
async function measure(name: EngineName): Promise<Figures> {
  const { table, attributes } = censusTable();
  const engine = await createEngine({ engine: name });
  const figures: Figures = {};
  for (const task of TASKS) {
    const job = resolveJob({ attributes, privacy: [{ model: 'k-anonymity', k }], algorithm: task });
    const plan = planRun(job, table.columns);
    const roles = resolveRoles(plan, table);
    const prepared = runToCompletion(
      prepare({ table, roles, domains: runToCompletion(buildDomains(roles, plan)).domains }, { ...job, plan }, engine),
    );
    const { algorithm, options } = job;
    const times: number[] = [];
    let sum = 0;
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage();
      const outcome = await (await algorithm.run()).run(prepared.problem, engine, options, {});
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      sum = checksum(outcome);
    }
    figures[algorithm.name] = { milliseconds: median(times), checksum: sum };
    prepared.dispose();
  }
  engine.dispose();
  return figures;
}

function measureApart(engine: string): Figures {
  const own = ['--measure', engine, '--rows', String(rows), '--k', String(k), ...(smoke ? ['--smoke'] : [])];
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...own], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`measuring ${engine} failed`);
  return JSON.parse(child.stdout) as Figures;
}

function report(): void {
  const times = TASKS.map(() => ENGINES.map((): number[] => []));
  for (let round = 0; round < rounds; round++) {
    const figures = ENGINES.map(measureApart);
    TASKS.forEach(({ name }, t) => {
      figures.forEach((found, v) => {
        if (found[name].checksum !== figures[0][name].checksum)
          throw new Error(`${name}: ${ENGINES[v]} differs from js`);
        times[t][v].push(found[name].milliseconds);
      });
    });
  }
  if (smoke) {
    console.log(`greedy: ${TASKS.length} checksums equal in ${ENGINES.join(', ')}`);
    return;
  }
  const results = TASKS.map(({ name }, t) => ({ name, milliseconds: times[t].map(median) }));
  if (args.includes('--json')) {
    console.log(JSON.stringify({ node: process.version, rows, k, engines: ENGINES, results }, null, 2));
    return;
  }
  console.log(`CPU milliseconds, ${rows} rows, 8 quasi-identifiers, k = ${k}, Node ${process.version}\n`);
  console.log('algorithm'.padEnd(28) + ENGINES.map((engine) => engine.padStart(12)).join(''));
  for (const { name, milliseconds } of results) {
    console.log(name.padEnd(28) + milliseconds.map((value) => value.toFixed(1).padStart(12)).join(''));
  }
}

if (args.includes('--measure')) console.log(JSON.stringify(await measure(option('measure', 'js') as EngineName)));
else report();
