import type { KOptimizeSpec } from '../engine.js';
import * as at from './context.js';
import type { Heap } from './heap.js';
import type { CutCells } from './cells.js';

/** Where the parts of a search's block lie, in words. */
export interface KOptimizeLayout {
  /** Words before the stack. */
  readonly fixedWords: number;
  readonly addresses: ReadonlyMap<number, number>;
  readonly values: number;
  readonly setWords: number;
  /** Whether the tables are used. */
  readonly tables: boolean;
}

/** Tables grow with the square of the alphabet: past this many values they are not used. */
const TABLE_VALUES = 512;

/** Lays out everything but the stack. */
export function layOutSearch(problem: CutCells, wantsTables: boolean): KOptimizeLayout {
  const q = problem.cuts.length;
  const values = problem.cuts.reduce((sum, cuts) => sum + cuts.length, 0);
  const largest = problem.cuts.reduce((most, cuts) => Math.max(most, cuts.length), 0) + 1;
  const tables = wantsTables && values <= TABLE_VALUES;
  const setWords = Math.max(1, Math.ceil(values / 32));
  let hash = 16;
  while (hash < 2 * problem.count) hash *= 2;
  const addresses = new Map<number, number>();
  let top = at.HEADER_WORDS;
  const words = (name: number, count: number): void => {
    addresses.set(name, top);
    top += count;
  };
  const doubles = (name: number, count: number): void => {
    top += top & 1;
    addresses.set(name, top >> 1);
    top += 2 * count;
  };
  words(at.ATTRIBUTE_TABLE, q * at.ATTRIBUTE_WORDS);
  words(at.ATTRIBUTE_OF, values);
  words(at.LEAF_OF, values);
  words(at.HASH, hash);
  words(at.REMAP, values + q);
  words(at.CHANGED, q * 4);
  words(at.HISTOGRAM, largest);
  doubles(at.FLOORS, largest);
  words(at.SPLITS, values);
  words(at.FORCED, values);
  words(at.FLAGS, values);
  doubles(at.SQUARES, values);
  doubles(at.EXTRA, values);
  words(at.BEST_SET, setWords * 2);
  if (tables) {
    const grid = pairGrid(problem);
    const leaves = values + q;
    words(at.RECORDS_A, problem.cells.length);
    words(at.RECORDS_B, problem.cells.length);
    words(at.SORT_BINS, 2 ** 11);
    words(at.REDUCED_CELLS, problem.cells.length + problem.keyWords + 1 + problem.labels);
    words(at.HEAD_START, largest);
    words(at.RANK, largest);
    doubles(at.DIFFERENCES, (largest + 1) * (largest + 1));
    words(at.LINE_RANKS, largest);
    words(at.LINE_LABELS, 1 + problem.labels);
    words(at.SPLIT_FIRST, leaves);
    words(at.SPLIT_END, leaves);
    words(at.SPLIT_ROWS, leaves);
    doubles(at.SPLIT_FLOORS, leaves);
    doubles(at.SPLIT_COSTS, leaves);
    doubles(at.SPLIT_FORCED, leaves);
    words(at.LOCAL_LEAF, leaves);
    words(at.LOCAL_COUNT, q);
    words(at.PAIR_ROWS, grid);
    doubles(at.PAIR_FLOORS, grid);
    words(at.TAIL_LIST, leaves);
    words(at.CELL_LEAVES, q * problem.count);
    words(at.CELL_ROWS, problem.count);
    doubles(at.CELL_FLOORS, problem.count);
    words(at.GAIN_ORDER, values);
    doubles(at.GAINS, values);
    doubles(at.VALUE_BOUNDS, values);
    doubles(at.ATTRIBUTE_LOSS, q);
    words(at.MASKS, q * setWords);
    words(at.WORK_SETS, 8 * setWords);
  }
  words(at.RAW_CELLS, problem.cells.length);
  return { fixedWords: top + (top & 1), addresses, values, setWords, tables };
}

/** Largest histogram of two attributes, or of one. */
function pairGrid({ cuts }: CutCells): number {
  const leaves = cuts.map(({ length }) => length + 1).sort((a, b) => b - a);
  return (leaves[0] ?? 1) * (leaves[1] ?? 1);
}

/** Writes a new search into a block of `capacity` words that is all zero. */
export function writeSearch(
  { I, F }: Heap,
  spec: KOptimizeSpec,
  rows: number,
  problem: CutCells,
  layout: KOptimizeLayout,
  capacity: number,
): void {
  for (const [name, address] of layout.addresses) I[name] = address;
  const q = problem.cuts.length;
  F[at.BEST] = spec.seedCost;
  F[at.FOUND] = Infinity;
  F[at.PENALTY] = spec.metric === 'classification' ? 1 : rows;
  F[at.ROWS] = rows;
  I[at.ATTRIBUTES] = q;
  I[at.VALUES] = layout.values;
  I[at.SET_WORDS] = layout.setWords;
  I[at.KEY_WORDS] = problem.keyWords;
  I[at.LABELS] = problem.labels;
  I[at.STRIDE] = problem.keyWords + 1 + problem.labels;
  I[at.K] = Math.min(spec.k, rows + 1);
  I[at.CLASSIFY] = spec.metric === 'classification' ? 1 : 0;
  I[at.LIMIT] = Math.min(rows, Math.floor(spec.suppressionLimit));
  I[at.RULE_NODES] = spec.pruning.nodes ? 1 : 0;
  I[at.RULE_TAIL] = spec.pruning.tail ? 1 : 0;
  I[at.RULE_USELESS] = { off: 0, narrow: 1, broad: 2 }[spec.pruning.useless];
  I[at.RULE_REORDER] = spec.pruning.reorder ? 1 : 0;
  I[at.RULE_TABLES] = layout.tables ? 1 : 0;
  I[at.RAW_COUNT] = problem.count;
  I[at.TOP] = layout.fixedWords;
  I[at.CAPACITY] = capacity;
  let first = 0;
  problem.cuts.forEach((cuts, a) => {
    const { word, shift, mask } = problem.fields[a];
    I.set([word, shift, mask, first, cuts.length], I[at.ATTRIBUTE_TABLE] + a * at.ATTRIBUTE_WORDS);
    for (let j = 0; j < cuts.length; j++) {
      I[I[at.ATTRIBUTE_OF] + first + j] = a;
      I[I[at.LEAF_OF] + first + j] = j + 1;
      if (layout.tables) I[I[at.MASKS] + a * layout.setWords + ((first + j) >>> 5)] |= 1 << ((first + j) & 31);
    }
    first += cuts.length;
  });
  I.set(problem.cells, I[at.RAW_CELLS]);
}

/** Cuts of the best solution found, per attribute; `lists`: those of all values. */
export function readCuts({ I }: Heap, lists: readonly Uint32Array[]): Uint32Array[] {
  let value = 0;
  return lists.map((cuts) =>
    cuts.filter(() => {
      const kept = ((I[I[at.BEST_SET] + (value >>> 5)] >>> (value & 31)) & 1) === 1;
      value++;
      return kept;
    }),
  );
}
