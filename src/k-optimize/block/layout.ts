import type { KOptimizeSpec } from '../../engine/engine.js';
import { piecesOf, unitOf } from '../../engine/cut-parts.js';
import { ATTRIBUTE_WORDS, BY_LABEL, BY_SIZE, BY_WIDTH, HEADER_WORDS, type searchFields } from '../search/context.js';
import { leastSizeOf, type ModelTable, writeModels } from './model-table.js';
import type { Heap } from '../search/heap.js';
import type { CutCells } from './compress-cells.js';

type Word = keyof (typeof searchFields)['words'];

/** Places of the parts of a search's block, in words. */
interface KOptimizeLayout {
  /** Words before the stack. */
  readonly fixedWords: number;
  readonly addresses: Readonly<Partial<Record<Word, number>>>;
  readonly values: number;
  readonly setWords: number;
  /** True when the tables are used. */
  readonly tables: boolean;
  readonly models: ModelTable;
}

/** Tables grow with the square of the alphabet: past this many values they are not used. */
const TABLE_VALUES = 512;

/** Lays out everything but the stack. */
export function layOutSearch(
  problem: CutCells,
  models: ModelTable,
  { wantsTables }: { readonly wantsTables: boolean },
): KOptimizeLayout {
  const q = problem.cuts.length;
  const values = problem.cuts.reduce((sum, cuts) => sum + cuts.length, 0);
  const largest = problem.cuts.reduce((most, cuts) => Math.max(most, cuts.length), 0) + 1;
  const tables = wantsTables && values <= TABLE_VALUES;
  const setWords = Math.max(1, Math.ceil(values / 32));
  let hash = 16;
  while (hash < 2 * problem.count) hash *= 2;
  const addresses: Partial<Record<Word, number>> = {};
  let top = HEADER_WORDS;
  const words = (name: Word, count: number): void => {
    addresses[name] = top;
    top += count;
  };
  const doubles = (name: Word, count: number): void => {
    top += top & 1;
    addresses[name] = top >> 1;
    top += 2 * count;
  };
  words('attributeTable', q * ATTRIBUTE_WORDS);
  words('attributeOf', values);
  words('leafOf', values);
  words('hash', hash);
  words('remap', values + q);
  words('changed', q * 4);
  words('histogram', largest);
  doubles('floors', largest);
  words('splits', values);
  words('forced', values);
  words('flags', values);
  doubles('squares', values);
  doubles('extra', values);
  words('bestSet', setWords * 2);
  const widths = widthWords(problem);
  words('widthTables', widths);
  for (const name of ['cellWidths', 'headWidths'] as const) doubles(name, widths > 0 ? values + q : 0);
  const sums = problem.stride - problem.keyWords;
  words('modelTable', models.words);
  doubles('weights', models.values);
  doubles('modelNodes', models.nodes);
  words('holders', models.holders);
  doubles('personWeights', models.holders);
  for (const name of ['modelSums', 'modelRest'] as const) words(name, sums);
  words('modelLeaves', tables && models.conditions.length > 0 ? largest * sums : 0);
  doubles('modelLost', tables ? largest : 0);
  if (tables) {
    const grid = pairGrid(problem);
    const leaves = values + q;
    words('recordsA', problem.cells.length);
    words('recordsB', problem.cells.length);
    words('sortBins', 2 ** 11);
    for (const name of ['headStart', 'rank', 'lineRanks'] as const) words(name, largest);
    doubles('differences', (largest + 1) * (largest + 1));
    words('lineLabels', 1 + problem.labels);
    for (const name of ['splitFirst', 'splitEnd', 'splitRows'] as const) words(name, leaves);
    doubles('splitFloors', leaves);
    doubles('splitCosts', leaves);
    doubles('splitForced', leaves);
    words('localLeaf', leaves);
    words('localCount', q);
    words('pairRows', grid);
    doubles('pairFloors', grid);
    words('tailList', leaves);
    words('cellLeaves', q * problem.count);
    words('cellRows', problem.count);
    doubles('cellFloors', problem.count);
    doubles('valueBounds', values);
    doubles('attributeLoss', q);
    doubles('madeLosses', values * q);
    words('masks', q * setWords);
    words('workSets', 9 * setWords);
  }
  words('rawCells', problem.cells.length);
  return { fixedWords: top + (top & 1), addresses, values, setWords, tables, models };
}

/** Words of the tables of widths. */
function widthWords({ cuts, metric }: CutCells): number {
  return metric === 'width' ? cuts.reduce((sum, { length }) => sum + 1 + (length + 1) * (length + 1), 0) : 0;
}

/** Largest histogram of two attributes, or of one. */
function pairGrid({ cuts }: CutCells): number {
  const leaves = cuts.map(({ length }) => length + 1).sort((a, b) => b - a);
  return (leaves[0] ?? 1) * (leaves[1] ?? 1);
}

/** Writes a new search into a block of `capacity` words that is all zero. */
export function writeSearch(
  h: Heap,
  spec: KOptimizeSpec,
  rows: number,
  problem: CutCells,
  layout: KOptimizeLayout,
  capacity: number,
): void {
  const { I } = h;
  Object.assign(h, layout.addresses);
  const q = problem.cuts.length;
  h.best = spec.seedCost;
  h.found = Infinity;
  h.penalty = unitOf(spec, rows);
  h.rows = rows;
  h.attributes = q;
  h.values = layout.values;
  h.setWords = layout.setWords;
  h.keyWords = problem.keyWords;
  h.labels = problem.labels;
  h.stride = problem.stride;
  h.sums = problem.stride - problem.keyWords;
  h.sets = problem.sets;
  h.k = Math.min(leastSizeOf(spec, rows), rows + 1);
  h.costBy = { discernibility: BY_SIZE, classification: BY_LABEL, width: BY_WIDTH }[spec.metric];
  h.limit = Math.min(rows, Math.floor(spec.suppressionLimit));
  h.ruleNodes = spec.pruning.nodes ? 1 : 0;
  h.ruleTail = spec.pruning.tail ? 1 : 0;
  const { models } = layout;
  h.models = models.conditions.length;
  // A class that loses rows which failed may fail: only the narrow rule holds then.
  const useless = spec.metric === 'width' ? 'off' : spec.pruning.useless;
  h.ruleUseless = { off: 0, narrow: 1, broad: models.growing ? 2 : 1 }[useless];
  h.ruleReorder = spec.pruning.reorder ? 1 : 0;
  h.ruleTables = !layout.tables ? 0 : spec.pruning.runs && spec.metric !== 'classification' ? 2 : 1;
  h.rawCount = problem.count;
  h.top = layout.fixedWords;
  h.capacity = capacity;
  let first = 0;
  problem.cuts.forEach((cuts, a) => {
    const { word, shift, mask } = problem.fields[a];
    I.set([word, shift, mask, first, cuts.length], h.attributeTable + a * ATTRIBUTE_WORDS);
    for (let j = 0; j < cuts.length; j++) {
      I[h.attributeOf + first + j] = a;
      I[h.leafOf + first + j] = j + 1;
      if (layout.tables) I[h.masks + a * layout.setWords + ((first + j) >>> 5)] |= 1 << ((first + j) & 31);
    }
    first += cuts.length;
  });
  writeWidths(h, spec, problem);
  writeModels(h, models, problem);
  I.set(problem.cells, h.rawCells);
}

/** Writes the cost of a row in every run of leaves: the pieces between their cuts, all together. */
function writeWidths({ I, widthTables }: Heap, { metric, widths, allowed }: KOptimizeSpec, { cuts }: CutCells): void {
  if (metric !== 'width') return;
  let at = widthTables + cuts.length;
  cuts.forEach((list, a) => {
    const { of, first } = piecesOf(allowed[a]);
    const pieces = first.length;
    const begins = [0, ...Array.from(list, (cut) => of[cut])];
    I[widthTables + a] = at;
    for (const begin of begins) {
      begins.forEach((last, j) => {
        if (last >= begin) I[at + j] = widths!.of[a][begin * pieces + (begins[j + 1] ?? pieces) - 1];
      });
      at += begins.length;
    }
  });
}

/** Cuts of the best solution found, per attribute; `lists`: those of all values. */
export function readCuts({ I, bestSet }: Heap, lists: readonly Uint32Array[]): Uint32Array[] {
  let value = 0;
  return lists.map((cuts) =>
    cuts.filter(() => {
      const kept = ((I[bestSet + (value >>> 5)] >>> (value & 31)) & 1) === 1;
      value++;
      return kept;
    }),
  );
}
