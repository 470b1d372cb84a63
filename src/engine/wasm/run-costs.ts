import type { RunCosts } from '../engine.js';
import type { Blocks } from './blocks.js';
import { runCosts } from './layouts.js';
import type { EngineMemory } from './memory.js';

/** Writes the costs of every attribute; returns the address of the entries. */
export function writeRunCosts(memory: EngineMemory, blocks: Blocks, costs: readonly RunCosts[]): number {
  const ptr = blocks.take(costs.length * runCosts.bytes);
  costs.forEach(({ size, table, line, tree }, a) => {
    memory.writeFields(ptr + a * runCosts.bytes, runCosts, {
      size,
      table: table === null ? 0 : blocks.copy(table),
      ...(line !== null && {
        positions: blocks.copy(line.positions),
        missingEnd: line.missing + 1,
        whole: line.whole,
        offset: line.offset,
        range: line.range,
      }),
      ...(tree !== null && {
        parent: blocks.copy(tree.parent),
        hi: blocks.copy(tree.hi),
        cost: blocks.copy(tree.cost),
        nodeOf: blocks.copy(tree.nodeOf),
      }),
    });
  });
  return ptr;
}
