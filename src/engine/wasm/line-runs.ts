import type { RowLine, RunLimits, Runs } from '../engine.js';
import { startsOfRuns } from '../run-starts.js';
import type { WasmInstance } from './instantiate.js';
import { writeRunCosts } from './run-costs.js';

/** Rows per call: long calls run in the first compiler's code, since a function is replaced between calls only. */
const CALL_ROWS = 0x10000;

/** See assembly/line-runs.ts. Takes scratch that the caller releases. The arguments were checked. Throws CapacityError. */
export function cheapestRuns(instance: WasmInstance, line: RowLine, limits: RunLimits): Runs | null {
  const { kernels, memory } = instance;
  const rows = line.vectorOf.length;
  const [context] = writeLine(instance, line, 1);
  const ends = 'ends' in limits ? copy(instance, limits.ends) : 0;
  const window = 'holds' in limits ? limits.window : 0;
  const holds = 'holds' in limits ? copy(instance, limits.holds) : 0;
  const best = memory.scratch(8 * (rows + 1));
  const choice = memory.scratch(4 * (rows + 1));
  memory.f64(best, rows + 1).fill(Infinity)[rows] = 0;
  for (let to = rows; to > 0; to -= CALL_ROWS) {
    kernels.runsCheapest(context, ends, holds, window, best, choice, Math.max(0, to - CALL_ROWS), to);
  }
  const [cost] = memory.f64(best, 1);
  return cost === Infinity ? null : { starts: startsOfRuns(memory.u32(choice, rows + 1), rows), cost };
}

export function greedyRuns(instance: WasmInstance, line: RowLine, ends: Uint32Array): Runs {
  const { kernels, memory } = instance;
  const [context, after] = writeLine(instance, line, 2);
  const endsPtr = copy(instance, ends);
  const starts = memory.scratch(4 * line.vectorOf.length);
  const sum = memory.scratch(8);
  const count = kernels.runsGreedy(context, after, endsPtr, starts, sum);
  return { starts: memory.u32(starts, count).slice(), cost: memory.f64(sum, 1)[0] };
}

/** Contexts of one line, each with a box of its own. */
function writeLine(instance: WasmInstance, line: RowLine, contexts: number): number[] {
  const { memory } = instance;
  const attributes = line.codes.length;
  const vectorOf = copy(instance, line.vectorOf);
  const codes = copy(
    instance,
    Uint32Array.from(line.codes, (column) => copy(instance, column)),
  );
  const costs = writeRunCosts(memory, (bytes) => memory.scratch(bytes), line.costs);
  return Array.from({ length: contexts }, () => {
    const box = [0, 1, 2].map(() => memory.scratch(4 * attributes));
    return copy(instance, Uint32Array.of(attributes, line.vectorOf.length, vectorOf, codes, ...box, costs));
  });
}

function copy({ memory }: WasmInstance, values: Uint32Array | Uint8Array): number {
  const ptr = memory.scratch(values.byteLength);
  memory.write(ptr, values);
  return ptr;
}
