import { conditionBound, conditionKinds, conditionTotal, minimumSizeOf } from '../condition-bounds.js';
import type { ClassCondition } from '../engine.js';
import { logarithmTable } from '../logarithm.js';
import type { EngineMemory } from './memory.js';

/** Bytes of one condition block (assembly/conditions.ts). */
const CONDITION_BYTES = 48;

/** Condition blocks in linear memory. */
export interface WrittenConditions {
  /** Address of the first block. */
  readonly ptr: number;
  readonly count: number;
  /** The smallest class that the conditions on size allow, at least 1. */
  readonly minimumSize: number;
}

/**
 * Writes the condition blocks that assembly/conditions.ts reads. Sensitive column number s of the kernels is column
 * `firstSensitive` + s of the frequency set. `take` hands out memory: blocks for a search, scratch for a single call;
 * the caller gives it back.
 */
export function writeConditions(
  memory: EngineMemory,
  take: (bytes: number) => number,
  conditions: readonly ClassCondition[],
  firstSensitive: number,
): WrittenConditions {
  const ptr = take(Math.max(1, conditions.length) * CONDITION_BYTES);
  let logarithms = 0;
  conditions.forEach((condition, index) => {
    let global = 0;
    let scratch = 0;
    if (condition.kind === 't-equal' || condition.kind === 't-ordered') {
      global = take(condition.global.byteLength);
      memory.write(global, condition.global);
    }
    if (condition.kind === 'recursive') scratch = take(condition.l * 4);
    if (condition.kind === 'entropy' && logarithms === 0) {
      const table = logarithmTable();
      logarithms = take(table.byteLength);
      memory.write(logarithms, table);
    }
    const block = ptr + index * CONDITION_BYTES;
    const words = memory.u32(block, CONDITION_BYTES / 4);
    words.fill(0);
    words[0] = conditionKinds[condition.kind];
    words[1] = condition.kind === 'size' ? 0 : condition.column - firstSensitive;
    words[4] = condition.kind === 'recursive' ? condition.l : 0;
    words[8] = global;
    words[9] = scratch;
    words[10] = logarithms;
    memory.f64(block + 8, 1)[0] = conditionBound(condition);
    memory.f64(block + 24, 1)[0] = conditionTotal(condition);
  });
  return { ptr, count: conditions.length, minimumSize: minimumSizeOf(conditions) };
}
