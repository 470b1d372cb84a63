import { largestOf } from '../../base/sequences.js';
import { conditionBound, conditionKinds, conditionTotal } from '../../engine/condition-bounds.js';
import type { CutCondition, FrequencySet, KOptimizeSpec, PairColumn } from '../../engine/engine.js';
import type { CutCells, SensitiveColumn } from './compress-cells.js';
import { FORM_COUNTS, FORM_HOLDERS, FORM_PAIRS, FORM_SET, KIND_SET, MODEL_WORDS } from '../search/context.js';
import type { Heap } from '../search/heap.js';

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
  /** Most values of a condition on persons. */
  readonly holders: number;
}

/** Rounding error of a share: bounds made of real numbers are lower by this much. */
const ROUNDING = 1e-9;
/** Sizes of classes that are tried for whether any satisfies t-closeness. */
const SIZES = 1000;

export function modelTableOf({ conditions = [] }: KOptimizeSpec, { sizes }: FrequencySet, cells: CutCells): ModelTable {
  const words = conditions.reduce((sum, condition) => sum + MODEL_WORDS + roomOf(condition, sizes), 0);
  return {
    conditions,
    sizes,
    growing: conditions.every((each) => grows(each, columnOf(each, cells))),
    words: words + (conditions.length > 0 ? 1 : 0),
    values: conditions.reduce((most, condition) => Math.max(most, valuesOf(condition, sizes)), 0),
    holders: conditions.reduce((most, { pairs }) => Math.max(most, pairs?.values ?? 0), 0),
    nodes: conditions.reduce((most, each) => Math.max(most, 'nodes' in each ? each.nodes : 0), 0),
  };
}

const columnOf = (condition: CutCondition, { sensitive }: CutCells): SensitiveColumn =>
  sensitive.find(({ conditions }) => conditions.includes(condition))!;

const valuesOf = ({ column, pairs }: CutCondition, sizes: readonly number[]): number => pairs?.values ?? sizes[column];

/** True where a class that contains one which satisfies the condition satisfies it. */
const grows = ({ kind, pairs }: CutCondition, { isApart }: SensitiveColumn): boolean =>
  kind === 'distinct' && (pairs === undefined || (isApart && isPlain(pairs)));

/** True where everybody has one value, and every row somebody: the persons of a class are counted as rows are. */
const isPlain = ({ isConstant, isOfSome }: PairColumn): boolean => isConstant === true && isOfSome !== true;

/** True where the union of two classes that satisfy a condition on persons satisfies it. */
function joins(condition: CutCondition, { isConstant, isOfSome }: PairColumn, { isApart }: SensitiveColumn): boolean {
  if (!isApart || isOfSome === true) return false;
  if (condition.kind === 'entropy') return isConstant === true;
  return condition.kind !== 'shares' || condition.every || condition.lower.every((share) => share === 0);
}

/** Words of the numbers, nodes and pairs of a condition. */
function roomOf(condition: CutCondition, sizes: readonly number[]): number {
  const { numbers, nodes, pairs } = partsOf(condition);
  return 2 * (2 + numbers.length * valuesOf(condition, sizes)) + evenly(nodes.length) + evenly(pairs.length);
}

const evenly = (words: number): number => words + (words & 1);

/** Parts of an entry beside its words; for persons the weights of the table, and the holders. */
function partsOf(condition: CutCondition): {
  readonly numbers: readonly ArrayLike<number>[];
  readonly nodes: Uint32Array;
  readonly pairs: Uint32Array;
} {
  const own = condition.pairs;
  const pairs = new Uint32Array(2 * (own?.personOf.length ?? 0));
  if (own !== undefined) {
    pairs.set(own.personOf);
    pairs.set(own.valueOf, own.personOf.length);
  }
  const nodes = condition.kind === 't-hierarchical' ? condition.nodeOf : new Uint32Array(0);
  if (condition.kind === 'shares') return { numbers: [condition.upper, condition.lower], nodes, pairs };
  if (!('global' in condition)) return { numbers: [], nodes, pairs };
  return { numbers: own === undefined ? [condition.global] : [own.weights, own.holders], nodes, pairs };
}

/** Writes the entries of the conditions, which `h.modelTable` has room for. */
export function writeModels(h: Heap, { conditions }: ModelTable, cells: CutCells): void {
  const { I, F } = h;
  const firstOf = new Map<SensitiveColumn, number>();
  let first = 1 + cells.labels;
  for (const own of cells.sensitive) {
    firstOf.set(own, first);
    first += own.words;
  }
  let top = evenly(h.modelTable + conditions.length * MODEL_WORDS);
  conditions.forEach((condition, i) => {
    const { numbers, nodes, pairs } = partsOf(condition);
    const place = columnOf(condition, cells);
    const form = formOf(condition, place);
    const isSet = form === FORM_COUNTS && place.isSet;
    const size = isSet ? place.words : (condition.pairs?.values ?? place.codes);
    const at = top >> 1;
    F[at] = conditionBound(condition);
    F[at + 1] = conditionTotal(condition);
    numbers.forEach((list, j) => F.set(list, at + 2 + j * size));
    top += 2 * (2 + numbers.length * size);
    const nodesAt = top;
    I.set(nodes, nodesAt);
    top += evenly(nodes.length);
    I.set(pairs, top);
    const tree = condition.kind === 't-hierarchical' ? condition : { height: 0, nodes: 0 };
    const every = condition.kind === 'shares' && condition.every ? 1 : 0;
    // Persons of one value each are counted as rows are: their number stands before the holders.
    const units = form === FORM_COUNTS && place.holders !== null ? firstOf.get(place)! : 0;
    const counts = firstOf.get(place)! + (units > 0 ? 1 : 0);
    const own = condition.pairs;
    const entry = [
      ...[isSet ? KIND_SET : conditionKinds[condition.kind], counts, size, fewestValuesOf(condition)],
      ...[at, nodesAt, tree.height, tree.nodes, every, units, form, top, pairs.length / 2, own?.persons ?? 0],
      ...[own === undefined || joins(condition, own, place) ? 1 : 0, own?.isOfSome === true ? 0 : 1],
      place.bits,
    ];
    I.set(entry, h.modelTable + i * MODEL_WORDS);
    top += evenly(pairs.length);
  });
}

/** How a cell holds what a condition counts. */
function formOf({ pairs }: CutCondition, { holders, isSet }: SensitiveColumn): number {
  if (pairs === undefined) return FORM_COUNTS;
  if (holders === null) return isSet ? FORM_SET : FORM_PAIRS;
  return isPlain(pairs) ? FORM_COUNTS : FORM_HOLDERS;
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
      const shares = Array.from(condition.pairs?.weights ?? condition.global, (count) => count / total);
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

/** The fewest rows of a class that can be released: no smaller one satisfies k and all conditions, and none has fewer rows than persons. */
export function leastSizeOf({ k, conditions = [] }: KOptimizeSpec, rows: number): number {
  const sizes = conditions.map((condition) => {
    // Rows without a person may satisfy it, however few.
    if (condition.pairs?.isOfSome === true) return 1;
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
        // Only whole persons have whole weights.
        if (condition.pairs !== undefined && condition.pairs.isConstant !== true) return 1;
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
