import { conditionBound, conditionKinds, conditionTotal, largestSetOf, minimumSizeOf } from '../condition-bounds.js';
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
  const copy = (values: Uint32Array | Float64Array): number => {
    const at = take(values.byteLength);
    memory.write(at, values);
    return at;
  };
  let logarithms = 0;
  conditions.forEach((condition, index) => {
    let l = 0;
    let nodes = 0;
    let global = 0;
    let scratch = 0;
    let table = 0;
    if ('global' in condition) global = copy(condition.global);
    switch (condition.kind) {
      case 'recursive':
        l = condition.l;
        scratch = take(condition.l * 4);
        break;
      case 'entropy':
        if (logarithms === 0) logarithms = copy(logarithmTable());
        table = logarithms;
        break;
      case 't-hierarchical':
        l = condition.height;
        nodes = condition.nodes;
        scratch = take(nodes * 8);
        table = copy(condition.nodeOf);
        break;
      case 'shares':
        l = condition.every ? 1 : 0;
        global = copy(condition.lower);
        scratch = copy(condition.upper);
        break;
      case 'presence':
        l = condition.empty ? 1 : 0;
        break;
      case 'sets':
        l = largestSetOf(condition);
        nodes = condition.itemCount;
        global = copy(condition.start);
        scratch = take(l * (nodes + condition.start.length) * 4);
        table = copy(condition.items);
        break;
      case 'range':
        l = condition.distinct;
        global = copy(condition.values);
        break;
    }
    const block = ptr + index * CONDITION_BYTES;
    const words = memory.u32(block, CONDITION_BYTES / 4);
    words.fill(0);
    words[0] = conditionKinds[condition.kind] + (condition.outside === true ? 256 : 0);
    words[1] = condition.kind === 'size' ? 0 : condition.column - firstSensitive;
    words[4] = l;
    words[5] = nodes;
    words[8] = global;
    words[9] = scratch;
    words[10] = table;
    memory.f64(block + 8, 1)[0] = conditionBound(condition);
    memory.f64(block + 24, 1)[0] = conditionTotal(condition);
  });
  return { ptr, count: conditions.length, minimumSize: minimumSizeOf(conditions) };
}
