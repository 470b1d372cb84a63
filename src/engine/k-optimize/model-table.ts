import { largestOf } from '../../base/sequences.js';
import { conditionBound, conditionKinds, conditionTotal } from '../condition-bounds.js';
import type { CutCondition, FrequencySet, KOptimizeSpec } from '../engine.js';
import { type CutCells, sensitiveColumns } from './cells.js';
import { KIND_SET, MODEL_WORDS } from './context.js';
import { codesCounted } from '../listed-columns.js';
import type { Heap } from './heap.js';

/** The conditions on sensitive values of a search, and the room that they take in its block. */
export interface ModelTable {
  readonly conditions: readonly CutCondition[];
  /** Sizes of the columns of the frequency set. */
  readonly sizes: readonly number[];
  /** True when a class that contains one which satisfies all conditions satisfies them. */
  readonly growing: boolean;
  /** Words of the entries, their numbers and nodes; most sensitive values; most nodes. */
  readonly words: number;
  readonly values: number;
  readonly nodes: number;
}

/** What rounding may take from a share: bounds that are made of real numbers are lower by so much. */
const ROUNDING = 1e-9;
/** Sizes of classes that are tried for whether any satisfies t-closeness. */
const SIZES = 1000;

export function modelTableOf({ conditions = [] }: KOptimizeSpec, { sizes }: FrequencySet): ModelTable {
  const words = conditions.reduce((sum, condition) => sum + MODEL_WORDS + roomOf(condition, sizes), 0);
  return {
    conditions,
    sizes,
    growing: conditions.every(({ kind }) => kind === 'distinct'),
    words: words + (conditions.length > 0 ? 1 : 0),
    values: conditions.reduce((most, { column }) => Math.max(most, sizes[column]), 0),
    nodes: conditions.reduce((most, each) => Math.max(most, 'nodes' in each ? each.nodes : 0), 0),
  };
}

/** Words of the numbers and nodes of a condition. */
function roomOf(condition: CutCondition, sizes: readonly number[]): number {
  const { numbers, nodes } = partsOf(condition);
  return 2 * (2 + numbers.length * sizes[condition.column]) + nodes.length + (nodes.length & 1);
}

function partsOf(condition: CutCondition): {
  readonly numbers: readonly ArrayLike<number>[];
  readonly nodes: Uint32Array;
} {
  const nodes = condition.kind === 't-hierarchical' ? condition.nodeOf : new Uint32Array(0);
  if (condition.kind === 'shares') return { numbers: [condition.upper, condition.lower], nodes };
  return { numbers: 'global' in condition ? [condition.global] : [], nodes };
}

/** Writes the entries of the conditions, which `h.modelTable` has room for. */
export function writeModels(h: Heap, { conditions, sizes }: ModelTable, { labels }: CutCells): void {
  const { I, F } = h;
  const places = new Map<number, { readonly first: number; readonly isSet: boolean; readonly words: number }>();
  let first = 1 + labels;
  for (const { column, ...own } of sensitiveColumns(conditions, sizes)) {
    places.set(column, { first, ...own });
    first += own.words;
  }
  let top = h.modelTable + conditions.length * MODEL_WORDS;
  top += top & 1;
  conditions.forEach((condition, i) => {
    const { numbers, nodes } = partsOf(condition);
    const place = places.get(condition.column)!;
    const size = place.isSet ? place.words : codesCounted(condition, sizes[condition.column]);
    const at = top >> 1;
    F[at] = conditionBound(condition);
    F[at + 1] = conditionTotal(condition);
    numbers.forEach((list, j) => F.set(list, at + 2 + j * size));
    top += 2 * (2 + numbers.length * size);
    const tree = condition.kind === 't-hierarchical' ? condition : { height: 0, nodes: 0 };
    const every = condition.kind === 'shares' && condition.every ? 1 : 0;
    const entry = [
      ...[place.isSet ? KIND_SET : conditionKinds[condition.kind], place.first, size, fewestValuesOf(condition)],
      ...[at, top, tree.height, tree.nodes, every],
    ];
    I.set(entry, h.modelTable + i * MODEL_WORDS);
    I.set(nodes, top);
    top += nodes.length + (nodes.length & 1);
  });
}

/** The fewest sensitive values of a class that satisfies a condition; of recursive diversity l. */
function fewestValuesOf(condition: CutCondition): number {
  switch (condition.kind) {
    case 'distinct':
      return Math.min(Math.ceil(condition.l), 2 ** 31 - 1);
    case 'recursive':
      return condition.l;
    case 'entropy':
      return Math.min(Math.ceil(condition.l * (1 - ROUNDING)), 2 ** 31 - 1);
    case 'shares':
      return fewestWithin(Array.from(condition.upper), 1);
    case 't-equal': {
      const total = conditionTotal(condition);
      const shares = Array.from(condition.global, (count) => count / total);
      return fewestWithin(shares, 1 - condition.t);
    }
    default:
      return 1;
  }
}

/** The fewest of the shares that come to `least` together, at least 1; one more than there are when all do not. */
function fewestWithin(shares: readonly number[], least: number): number {
  let sum = 0;
  let count = 0;
  for (const share of [...shares].sort((a, b) => b - a)) {
    if (sum >= least - ROUNDING) break;
    sum += share;
    count++;
  }
  return sum >= least - ROUNDING ? Math.max(1, count) : shares.length + 1;
}

/** The fewest rows of a class that can be released: no smaller one satisfies k and all conditions. */
export function leastSizeOf({ k, conditions = [] }: KOptimizeSpec, rows: number): number {
  const sizes = conditions.map((condition) => {
    const values = fewestValuesOf(condition);
    switch (condition.kind) {
      case 'recursive':
        return Math.max(values, values + Math.floor(1 / condition.c - ROUNDING));
      case 'shares': {
        const most = condition.upper.reduce((largest, share) => Math.max(largest, share), 0);
        return Math.max(values, Math.ceil(condition.minimum), most > 0 ? Math.ceil(1 / most - ROUNDING) : 1);
      }
      case 't-equal':
      case 't-ordered':
      case 't-hierarchical':
        return Math.max(values, leastCloseSize(condition, rows));
      default:
        return values;
    }
  });
  return Math.min(largestOf(sizes, k), rows + 1);
}

/**
 * The smallest class that can be within t: in one of s rows every value, every set of first values, every node has a whole number of them, so
 * none is nearer to its share than the nearest whole number.
 */
function leastCloseSize(condition: Extract<CutCondition, { readonly global: Uint32Array }>, rows: number): number {
  const { global, t } = condition;
  const total = conditionTotal(condition);
  const [sums, scale] = sumsOf(condition, global);
  const most = Math.min(rows, SIZES);
  for (let size = 1; size < most; size++) {
    let distance = 0;
    for (const sum of sums) {
      const share = (sum / total) * size;
      distance += Math.abs(share - Math.round(share));
    }
    if (distance <= t * scale * size + ROUNDING * (1 + size)) return size;
  }
  return most;
}

/** The sums whose differences are the distance, and what these are divided by. */
function sumsOf(
  condition: Extract<CutCondition, { readonly global: Uint32Array }>,
  global: Uint32Array,
): [sums: number[], scale: number] {
  if (condition.kind === 't-hierarchical') {
    const { height, nodes, nodeOf } = condition;
    const sums = new Array<number>(height * nodes).fill(0);
    nodeOf.forEach((node, at) => {
      sums[Math.floor(at / global.length) * nodes + node] += global[at % global.length];
    });
    return [sums, 2 * height];
  }
  if (condition.kind === 't-equal') return [Array.from(global), 2];
  let sum = 0;
  return [Array.from(global, (count) => (sum += count)), global.length - 1];
}
