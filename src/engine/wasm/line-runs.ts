import type { EngineSearch, RowLine, RunLimits, Runs } from '../engine.js';
import { longestRun, startsOfRuns } from '../run-starts.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
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
    const [context] = writeLine(blocks, memory, line, 1);
    const ends = 'ends' in limits ? blocks.copy(limits.ends) : 0;
    const window = 'holds' in limits ? limits.window : 0;
    const holds = 'holds' in limits ? blocks.copy(limits.holds) : 0;
    const best = blocks.take(8 * (rows + 1));
    const choice = blocks.take(4 * (rows + 1));
    memory.f64(best, rows + 1).fill(Infinity)[rows] = 0;
    let left = rows;
    return {
      step(budget) {
        const to = left;
        for (let work = 0; left > 0 && work < budget;) work += longestRun(limits, rows, --left);
        if (to > left) kernels.runsCheapest(context, ends, holds, window, best, choice, left, to);
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
    const [context, after] = writeLine(blocks, memory, line, 2);
    const endsPtr = blocks.copy(ends);
    const starts = blocks.take(4 * rows);
    const state = blocks.copy(new Uint32Array(4));
    const word = (index: number): number => memory.u32(state, 4)[index];
    return {
      step: (budget) => kernels.runsGreedy(context, after, endsPtr, starts, state, Math.min(budget, 2 ** 31)) === 1,
      progress: () => word(2) / Math.max(1, rows),
      result: () => ({ starts: memory.u32(starts, word(3)).slice(), cost: memory.f64(state, 1)[0] }),
      dispose: () => blocks.free(),
    };
  });
}

/** Contexts of one line, each with a box of its own. */
function writeLine(blocks: Blocks, memory: EngineMemory, line: RowLine, contexts: number): number[] {
  const attributes = line.codes.length;
  const vectorOf = blocks.copy(line.vectorOf);
  const codes = blocks.copy(Uint32Array.from(line.codes, (column) => blocks.copy(column)));
  const costs = writeRunCosts(memory, (bytes) => blocks.take(bytes), line.costs);
  return Array.from({ length: contexts }, () => {
    const box = [0, 1, 2].map(() => blocks.take(4 * attributes));
    return blocks.copy(Uint32Array.of(attributes, line.vectorOf.length, vectorOf, codes, ...box, costs));
  });
}
