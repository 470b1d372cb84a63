import {
  conditionBound,
  conditionKinds,
  conditionTotal,
  largestSetOf,
  minimumSizeOf,
  pairsByNumber,
} from '../condition-bounds.js';
import type { ClassCondition, PairColumn } from '../engine.js';
import { logarithmTable } from '../../base/logarithm.js';
import { condition as conditionFields, pairBlock as pairFields } from './layouts.js';
import type { EngineMemory } from './memory.js';

/** Condition blocks in linear memory. */
interface WrittenConditions {
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
 *
 * @param listed - hands out memory that is 0, where conditions on pairs judge lists
 */
export function writeConditions(
  memory: EngineMemory,
  take: (bytes: number) => number,
  conditions: readonly ClassCondition[],
  firstSensitive: number,
  listed: Listed | null = null,
): WrittenConditions {
  const ptr = take(Math.max(1, conditions.length) * conditionFields.bytes);
  const copy = (values: Uint32Array | Float64Array): number => {
    const at = take(values.byteLength);
    memory.write(at, values);
    return at;
  };
  let logarithms = 0;
  conditions.forEach((condition, index) => {
    let l = condition.kind === 'distinct' && condition.keyless === true ? 1 : 0;
    let nodes = 0;
    let global = 0;
    let scratch = 0;
    let table = 0;
    let pairs = 0;
    if (condition.pairs !== undefined) pairs = writePairs(memory, take, condition.pairs, listed);
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
        scratch = take(l * (2 * nodes + (condition.pairs?.personOf.length ?? condition.start.length)) * 4);
        table = copy(condition.items);
        break;
      case 'range':
        l = condition.distinct;
        global = copy(condition.values);
        if (condition.pairs !== undefined) {
          const order = pairsByNumber(condition.values, condition.pairs);
          nodes = order.length;
          table = copy(order);
          scratch = take(condition.pairs.personOf.length * 8);
        }
        break;
    }
    memory.writeFields(ptr + index * conditionFields.bytes, conditionFields, {
      kind: conditionKinds[condition.kind] + (condition.outside === true ? 256 : 0) + (pairs === 0 ? 0 : 512),
      sensitive: condition.kind === 'size' ? 0 : condition.column - firstSensitive,
      bound: conditionBound(condition),
      l,
      nodes,
      total: conditionTotal(condition),
      global,
      scratch,
      table,
      pairs,
    });
  });
  return { ptr, count: conditions.length, minimumSize: minimumSizeOf(conditions) };
}

/** Takes memory that is 0. */
export type Listed = (bytes: number) => number;

/** The block of a column of pairs, with the scratch of its counts, and that of lists where they are judged. */
function writePairs(
  memory: EngineMemory,
  take: (bytes: number) => number,
  { personOf, valueOf, values, persons, holders, weights }: PairColumn,
  listed: Listed | null,
): number {
  const isListed = listed !== null && personOf.length > 0;
  const copy = (array: Uint32Array | Float64Array): number => {
    const at = take(array.byteLength);
    memory.write(at, array);
    return at;
  };
  const ptr = take(pairFields.bytes);
  memory.writeFields(ptr, pairFields, {
    personOf: copy(personOf),
    valueOf: copy(valueOf),
    values,
    persons,
    tableHolders: copy(holders),
    tableWeights: copy(weights),
    holders: take(values * 4),
    weights: take(values * 8),
    isFirsts: personOf.length === 0 ? 1 : 0,
    ...(isListed && {
      rowsOfCode: listed(personOf.byteLength),
      rowsOfPerson: listed(persons * 4),
      touched: take(personOf.byteLength),
    }),
  });
  return ptr;
}
