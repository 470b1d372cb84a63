/** Searches of an ablation, in a process of its own: an order as JSON on stdin, their nodes and CPU seconds as JSON on stdout. */
import { readFileSync } from 'node:fs';
import { createJsEngine } from '../../src/engine/js/js-engine.js';
import type { KOptimizePruning } from '../../src/engine/engine.js';
import { labelledSpec, loadAdultCoding, type LabelledSet } from '../../test/k-optimize/adult-problems.js';
import { everything } from '../../test/k-optimize/problems.js';

export interface AblationOrder {
  readonly settings: readonly {
    readonly coding: 'coarse' | 'fine';
    readonly metric: 'DM' | 'CM';
    readonly limit: string;
    readonly k: number;
    /** Best known cost. */
    readonly cost: number;
    /** Nodes after which the search is cut. */
    readonly most: number;
  }[];
  readonly pruning: Partial<KOptimizePruning>;
}

export interface AblatedRun {
  readonly nodes: number;
  readonly proven: boolean;
  readonly seconds: number;
}

const { settings, pruning } = JSON.parse(readFileSync(0, 'utf8')) as AblationOrder;
const engine = createJsEngine();
const loaded = new Map<string, LabelledSet>();
const runs = settings.map(({ coding, cost, limit, most, ...setting }): AblatedRun => {
  const problem = loaded.get(coding) ?? loadAdultCoding(engine, coding);
  loaded.set(coding, problem);
  const rows = limit === 'unlimited' ? Infinity : Number(limit);
  const spec = labelledSpec(problem, { ...setting, limit: rows }, cost + 1, { ...everything, ...pruning });
  const search = engine.kOptimize(problem.set, spec);
  const before = process.cpuUsage();
  const proven = search.step(most);
  const { user, system } = process.cpuUsage(before);
  const { nodes, bestCost } = search.status();
  search.dispose();
  if (proven && bestCost !== cost)
    throw new Error(`${coding}, k ${setting.k}, limit ${limit}: ${bestCost} is not ${cost}`);
  return { nodes, proven, seconds: (user + system) / 1e6 };
});
process.stdout.write(JSON.stringify(runs));
