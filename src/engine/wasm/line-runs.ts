import type { EngineSearch, RowLine, RunLimits, Runs } from '../engine.js';
import { longestRun, startsOfRuns } from '../run-starts.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { cheapestRuns, greedyRuns, rowLine } from './layouts.js';
import type { EngineMemory } from './memory.js';
import { writeRunCosts } from './run-costs.js';

/** See assembly/line-runs.ts. The arguments were checked. Throws CapacityError. */
export function createCheapestRuns(
  instance: WasmInstance,
  line: RowLine,
  limits: RunLimits,
): EngineSearch<Runs | null> {
  const { kernels, memory } = instance;
  const rows = line.vectorOf.length;
  const blocks = new Blocks(memory);
  return blocks.orFree(() => {
    const best = blocks.take(8 * (rows + 1));
    const choice = blocks.take(4 * (rows + 1));
    memory.f64(best, rows + 1).fill(Infinity)[rows] = 0;
    const program = blocks.fields(cheapestRuns, {
      line: writeLine(blocks, memory, line, 1)[0],
      ends: 'ends' in limits ? blocks.copy(limits.ends) : 0,
      holds: 'holds' in limits ? blocks.copy(limits.holds) : 0,
      window: 'holds' in limits ? limits.window : 0,
      best,
      choice,
    });
    let left = rows;
    return {
      step(budget) {
        const to = left;
        for (let work = 0; left > 0 && work < budget;) work += longestRun(limits, rows, --left);
        if (to > left) kernels.runsCheapest(program, left, to);
        return left === 0;
      },
      progress: () => 1 - left / Math.max(1, rows),
      result() {
        const [cost] = memory.f64(best, 1);
        return cost === Infinity ? null : { starts: startsOfRuns(memory.u32(choice, rows + 1), rows), cost };
      },
      dispose: () => blocks.free(),
    };
  });
}

export function createGreedyRuns(instance: WasmInstance, line: RowLine, ends: Uint32Array): EngineSearch<Runs> {
  const { kernels, memory } = instance;
  const rows = line.vectorOf.length;
  const blocks = new Blocks(memory);
  return blocks.orFree(() => {
    const [first, after] = writeLine(blocks, memory, line, 2);
    const starts = blocks.take(4 * rows);
    const pass = blocks.fields(greedyRuns, { line: first, after, ends: blocks.copy(ends), starts });
    const field = (name: 'cost' | 'next' | 'runs'): number => memory.field(pass, greedyRuns, name);
    return {
      step: (budget) => kernels.runsGreedy(pass, Math.min(budget, 2 ** 31)) === 1,
      progress: () => field('next') / Math.max(1, rows),
      result: () => ({ starts: memory.u32(starts, field('runs')).slice(), cost: field('cost') }),
      dispose: () => blocks.free(),
    };
  });
}

/** Several rowLines of one line, each with a box of its own. */
function writeLine(blocks: Blocks, memory: EngineMemory, line: RowLine, count: number): number[] {
  const attributes = line.codes.length;
  const box = (): number => blocks.take(4 * attributes);
  const shared = {
    attributes,
    rows: line.vectorOf.length,
    vectorOf: blocks.copy(line.vectorOf),
    codes: blocks.copy(Uint32Array.from(line.codes, (column) => blocks.copy(column))),
    costs: writeRunCosts(memory, blocks, line.costs),
  };
  return Array.from({ length: count }, () => blocks.fields(rowLine, { ...shared, lo: box(), hi: box(), cost: box() }));
}
