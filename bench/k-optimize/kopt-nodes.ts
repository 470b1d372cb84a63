/**
 * Cost of a node of K-OPTIMIZE: the kernels and the twin on the same nodes of searches on UCI Adult.
 *
 *   npm run bench -- kopt-nodes [--rounds 3] [--only fine-DM-50-0] [--nodes 400]
 *
 * Each search begins with the best known cost plus 1 and does the same number of nodes in both engines, each in a process of its own, in turn.
 * Printed are medians of CPU seconds and the ratio js / wasm. The results of both are compared before any time is used. `--nodes`: nodes of every
 * search, instead of its own number. Needs the folder of shared data (KOHORT_SHARED).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../src/engine/create-engine.js';
import { adultFolder } from '../adult.js';
import { args, option } from '../command-line.js';

interface Search {
  readonly coding: 'coarse' | 'fine';
  readonly metric: 'DM' | 'CM';
  readonly k: number;
  readonly limit: number;
  /** Best cost that is known. */
  readonly cost: number;
  /** A few seconds of the twin. */
  readonly nodes: number;
}

const SEARCHES: readonly Search[] = [
  { coding: 'fine', metric: 'DM', k: 50, limit: 0, cost: 4_211_004, nodes: 3000 },
  { coding: 'fine', metric: 'DM', k: 50, limit: Infinity, cost: 4_211_004, nodes: 2000 },
  { coding: 'coarse', metric: 'DM', k: 10, limit: 0, cost: 4_925_046, nodes: 1000 },
  { coding: 'coarse', metric: 'DM', k: 25, limit: 100, cost: 7_128_350, nodes: 1500 },
  { coding: 'coarse', metric: 'CM', k: 25, limit: 100, cost: 5_240, nodes: 1000 },
  { coding: 'fine', metric: 'CM', k: 50, limit: 100, cost: 5_302, nodes: 1000 },
  { coding: 'fine', metric: 'CM', k: 50, limit: 0, cost: 5_304, nodes: 4000 },
];
const ENGINES = ['js', 'wasm'] as const;

const nameOf = ({ coding, metric, k, limit }: Search): string => `${coding}-${metric}-${k}-${limit}`;

interface Taken {
  readonly seconds: number;
  /** Results that must agree in both engines. */
  readonly found: string;
}

async function take(search: Search, engineName: (typeof ENGINES)[number], nodes: number): Promise<Taken> {
  const engine = await createEngine({ engine: engineName });
  if (engine.name !== engineName) throw new Error(`asked for ${engineName}, got ${engine.name}`);
  const { labelledSpec, loadAdultCoding } = await import('../../test/k-optimize/adult-problems.js');
  const { everything } = await import('../../test/k-optimize/problems.js');
  const problem = loadAdultCoding(engine, search.coding);
  const running = engine.kOptimize(problem.set, labelledSpec(problem, search, search.cost + 1, everything));
  const before = process.cpuUsage();
  running.step(nodes);
  const { user, system } = process.cpuUsage(before);
  const { best, ...counts } = running.status();
  running.dispose();
  return { seconds: (user + system) / 1e6, found: JSON.stringify([best?.cost, counts]) };
}

/** One search in a process of its own. */
function measure(search: Search, engine: string, nodes: number): Taken {
  const asked = ['--take', nameOf(search), '--engine', engine, '--nodes', String(nodes)];
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...asked], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, KOHORT_SHARED: resolve(adultFolder, '../..') },
  });
  if (status !== 0) throw new Error(`${nameOf(search)}, ${engine}: ended with ${status}`);
  return JSON.parse(stdout) as Taken;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

function compare(): void {
  const rounds = Number(option('rounds', args.includes('--smoke') ? '1' : '3'));
  const only = option('only', '');
  console.log(
    `${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.version}; CPU seconds, medians of ${rounds}`,
  );
  for (const search of SEARCHES.filter((each) => only === '' || only.split(',').includes(nameOf(each)))) {
    const nodes = Number(option('nodes', String(args.includes('--smoke') ? 50 : search.nodes)));
    const times = { js: [] as number[], wasm: [] as number[] };
    const found = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      for (const engine of ENGINES) {
        const taken = measure(search, engine, nodes);
        times[engine].push(taken.seconds);
        found.add(taken.found);
      }
    }
    if (found.size !== 1) throw new Error(`${nameOf(search)}: the engines differ: ${[...found].join(' | ')}`);
    const [js, wasm] = ENGINES.map((engine) => median(times[engine]));
    console.log(
      `${nameOf(search).padEnd(22)} ${nodes} nodes  js ${js.toFixed(2)}  wasm ${wasm.toFixed(2)}  ratio ${(js / wasm).toFixed(2)}`,
    );
  }
}

if (!existsSync(join(adultFolder, 'adult.data'))) {
  console.log('bench kopt-nodes: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
} else if (args.includes('--take')) {
  const search = SEARCHES.find((each) => nameOf(each) === option('take', ''));
  if (search === undefined) throw new Error(`--take: one of ${SEARCHES.map(nameOf).join(', ')}`);
  const taken = await take(search, option('engine', 'wasm') as 'js' | 'wasm', Number(option('nodes', '100')));
  console.log(JSON.stringify(taken));
} else compare();
