import type { RunCosts } from '../engine.js';
import type { EngineMemory } from './memory.js';

/** Bytes of one entry, as in assembly/run-costs.ts. */
const ENTRY_BYTES = 64;

/** Writes the costs of every attribute into memory that `take` gives; returns the address of the entries. */
export function writeRunCosts(
  memory: EngineMemory,
  take: (bytes: number) => number,
  costs: readonly RunCosts[],
): number {
  const copy = (values: Uint32Array | Int32Array | Float64Array): number => {
    const ptr = take(values.byteLength);
    if (values instanceof Float64Array) memory.f64(ptr, values.length).set(values);
    else memory.u32(ptr, values.length).set(values);
    return ptr;
  };
  const entries = costs.map(({ size, table, line, tree }) => {
    const words = [size, table === null ? 0 : copy(table)];
    words.push(line === null ? 0 : copy(line.positions), (line?.missing ?? -1) + 1, line?.whole ?? 0);
    words.push(...(tree === null ? [0, 0, 0, 0] : [tree.parent, tree.hi, tree.cost, tree.nodeOf].map(copy)), 0, 0, 0);
    return { words, numbers: [line?.offset ?? 0, line?.range ?? 1] };
  });
  const ptr = take(entries.length * ENTRY_BYTES);
  entries.forEach(({ words, numbers }, a) => {
    memory.u32(ptr + a * ENTRY_BYTES, words.length).set(words);
    memory.f64(ptr + a * ENTRY_BYTES + 48, 2).set(numbers);
  });
  return ptr;
}
