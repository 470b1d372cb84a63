/**
 * Optimal search over the lattice of full-domain generalizations, 9 quasi-identifiers, 12,960 nodes: the search alone,
 * from counted vectors to the outcome, warm. CPU milliseconds, medians.
 *
 *   npm run bench -- lattice [--rows adult,1000000] [--engine wasm] [--rounds 5] [--cells k/limit,...] [--all] [--smoke]
 *
 * `--cells 2/0,5/0.02` measures those k and limits. `--all` adds every node with the sums of four metrics (min-gen). `adult` needs ../shared or KOHORT_SHARED. `--smoke`
 * compares optimum, cost and search statistics of a small census in js and wasm.
 */
import { runToCompletion } from '../src/base/steps.js';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { checkOptions } from '../src/algorithms/algorithm.js';
import { findAlgorithm } from '../src/algorithms/list.js';
import { createEngine } from '../src/engine/create-engine.js';
import type { EngineName } from '../src/engine/engine.js';
import { resolveJob } from '../src/pipeline/resolve-job.js';
import { resolveRoles } from '../src/job/roles.js';
import { planRun } from '../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../src/pipeline/prepare.js';
import { args, option } from './command-line.js';
import type { LatticeInput } from './lattice-input.js';
import { adultInput, censusInput } from './lattice-input.js';

const METRICS = ['discernibility', 'loss', 'average-class-size', 'precision'];
/** Rounds of every cell before those that are measured. */
const WARM_UPS = 3;

interface Cell {
  readonly k: number;
  readonly limit: number;
  readonly algorithm: string;
  readonly metric: string;
}

async function measure(
  input: LatticeInput,
  name: EngineName,
  cells: readonly Cell[],
  rounds: number,
): Promise<string[]> {
  const engine = await createEngine({ engine: name, initialBytes: 128 * 2 ** 20 + input.table.rows * 40 });
  const lines: string[] = [];
  let cold: number | null = null;
  for (const { k, limit, algorithm, metric } of cells) {
    const attributes = Object.fromEntries(
      input.table.columns.map(({ name }) => [name, { role: 'quasi-identifier', hierarchy: input.hierarchies[name] }]),
    );
    const privacy = [{ model: 'k-anonymity', k }];
    const job = resolveJob({ attributes, privacy, algorithm, suppression: { maxFraction: limit } });
    const plan = planRun(job, input.table.columns);
    const roles = resolveRoles(plan, input.table);
    const prepared = runToCompletion(
      prepare(
        { table: input.table, roles, domains: runToCompletion(buildDomains(roles, plan)).domains },
        { ...job, plan },
        engine,
      ),
    );
    const times: number[] = [];
    let outcome = '';
    // Warm: compilers have seen every cell's own paths before its times count.
    const warmUps = rounds > 1 ? WARM_UPS : 0;
    for (let round = -warmUps; round < rounds; round++) {
      const before = process.cpuUsage();
      const found = findAlgorithm(algorithm);
      const { solution, search } = await (
        await found.run()
      ).run(prepared.problem, engine, checkOptions(found, { metric }), {});
      const { user, system } = process.cpuUsage(before);
      const milliseconds = (user + system) / 1000;
      if (round >= 0) times.push(milliseconds);
      cold ??= milliseconds;
      outcome = `${Object.values(solution.levels as Record<string, number>).join('')} ${String(search.lowerBound)} checked ${search.checked} rolledUp ${String(search.rolledUp)}`;
    }
    const median = times.sort((a, b) => a - b)[times.length >> 1];
    const vectors = prepared.problem.set.length;
    const name = `${algorithm} ${metric}, k ${k}, limit ${100 * limit} %`.padEnd(52);
    lines.push(
      smoke ? `${name}${outcome}` : `${name}${median.toFixed(1).padStart(9)} ms  ${vectors} vectors  ${outcome}`,
    );
    prepared.dispose();
  }
  engine.dispose();
  if (!smoke) lines.push(`the first search of the process: ${cold?.toFixed(1)} ms`);
  return lines;
}

const smoke = args.includes('--smoke');
const SETTINGS = [2, 5, 10].flatMap((k) => [0, 0.02, 1].map((limit) => `${k}/${limit}`)).join(',');
const cells: Cell[] = option('cells', SETTINGS)
  .split(',')
  .flatMap((setting) => {
    const [k, limit] = setting.split('/').map(Number);
    return METRICS.map((metric) => ({ k, limit, algorithm: 'optimal-lattice', metric }));
  });
if (smoke) {
  const few = cells.filter(({ k }) => k === 5);
  const input = censusInput(2000);
  const expected = await measure(input, 'js', few, 1);
  const found = await measure(input, 'wasm', few, 1);
  if (found.join() !== expected.join()) throw new Error('lattice: wasm differs from js');
  console.log(`lattice: ${few.length} optima and statistics equal in js and wasm`);
} else {
  const hasAdult = existsSync(resolve(process.env.KOHORT_SHARED ?? '../shared', 'data/adult/adult-complete.csv'));
  const engine = option('engine', 'wasm') as EngineName;
  console.log(`${cpus()[0]?.model}, Node ${process.version}, ${engine}; CPU milliseconds of the search alone, medians`);
  for (const rows of option('rows', hasAdult ? 'adult' : '30000').split(',')) {
    const input = rows === 'adult' ? await adultInput() : censusInput(Number(rows));
    const all = METRICS.slice(0, 2).map((metric) => ({ k: 5, limit: 1, algorithm: 'min-gen', metric }));
    const asked = rows === 'adult' ? cells : cells.filter(({ k, limit }) => k === 5 && limit === 0.02);
    console.log(`\n${rows === 'adult' ? 'Adult' : `census, ${rows} rows`}`);
    const wanted = args.includes('--all') ? [...asked, ...all] : asked;
    for (const line of await measure(input, engine, wanted, Number(option('rounds', '5')))) console.log(line);
  }
}
