import { CapacityError, InvalidArgumentError } from '../../base/errors.js';
import type { CutCondition, FrequencySet, KOptimizeSpec, PairColumn } from '../../engine/engine.js';
import { largestOf } from '../../base/sequences.js';
import { codesCounted } from '../../engine/listed-columns.js';

/** Most words of all cells: 1 GiB. */
const MOST_WORDS = 2 ** 28;

/** A problem in the terms of the search: cuts that differ in no row are one value, and leaves between cuts are one. */
export interface CutCells {
  /** [attributes][values] leaf that the cut of a value stands before, ascending. */
  readonly cuts: readonly Uint32Array[];
  /** Words of a key, and [attributes] word, shift and mask of every field. */
  readonly keyWords: number;
  readonly fields: readonly { readonly word: number; readonly shift: number; readonly mask: number }[];
  /** Stored label counts of a cell: all labels but the last. */
  readonly labels: number;
  /** Words of a cell: key, rows, labels, counts of every sensitive column, sets of the codes of others. */
  readonly stride: number;
  /** In the order of their words. */
  readonly sensitive: readonly SensitiveColumn[];
  /** Offset of the sets in the words behind the key. */
  readonly sets: number;
  /** Cells, one a vector. */
  readonly cells: Int32Array;
  readonly count: number;
  readonly metric: KOptimizeSpec['metric'];
}

/** Compresses the vectors of a frequency set. Throws InvalidArgumentError when labels do not add up to the counts. */
export function compressCells(set: FrequencySet, spec: KOptimizeSpec): CutCells {
  const { length } = set;
  const columns = spec.allowed.map((_, a) => set.codes(a));
  const cuts = columns.map((codes, a) => effectiveCuts(codes, spec.allowed[a], set.sizes[a]));
  let bits = 0;
  let keyWords = 1;
  const fields = cuts.map(({ length: values }) => {
    const width = values === 0 ? 0 : 32 - Math.clz32(values);
    if (bits + width > 32) {
      keyWords++;
      bits = 0;
    }
    const field = { word: keyWords - 1, shift: values === 0 ? 0 : bits, mask: 2 ** width - 1 };
    bits += width;
    return field;
  });
  const labelSize = spec.metric === 'classification' ? spec.labels!.size : 1;
  const labels = labelSize - 1;
  const keys = new Int32Array(length * keyWords);
  columns.forEach((codes, a) => {
    const segment = new Uint32Array(set.sizes[a] + 1);
    for (const cut of cuts[a]) segment[cut] = 1;
    for (let code = 1; code < set.sizes[a]; code++) segment[code] += segment[code - 1];
    const { word, shift } = fields[a];
    for (let i = 0, at = word; i < length; i++, at += keyWords) keys[at] |= segment[codes[i]] << shift;
  });
  const sensitive = sensitiveColumns(spec.conditions, set, { keys, keyWords });
  const sets = 1 + labels + sensitive.reduce((sum, { isSet, words }) => sum + (isSet ? 0 : words), 0);
  const stride = keyWords + 1 + labels + sensitive.reduce((sum, { words }) => sum + words, 0);
  const words = length * stride;
  const most = words > MOST_WORDS ? MOST_WORDS : (spec.mostWords ?? MOST_WORDS);
  if (words > most) {
    const pairs = largestOf(
      sensitive.map(({ conditions: [{ pairs: own }], codes }) => (own === undefined ? 0 : codes)),
      0,
    );
    const of = pairs === 0 ? '' : ` (${pairs} pairs of a person and a value in each of ${length} vectors)`;
    throw new CapacityError(`counts of sensitive values of a search by K-OPTIMIZE${of}, in bytes`, words * 4, most * 4);
  }
  const cells = new Int32Array(length * stride);
  const counts = set.counts();
  for (let i = 0; i < length; i++) cells.set(keys.subarray(i * keyWords, (i + 1) * keyWords), i * stride);
  for (let i = 0, at = keyWords; i < length; i++, at += stride) {
    cells[at] = counts[i];
    if (spec.metric !== 'classification') continue;
    let sum = 0;
    const { histogram } = spec.labels!;
    for (let label = 0; label < labelSize; label++) {
      const rows = histogram[i * labelSize + label];
      sum += rows;
      if (label < labels) cells[at + 1 + label] = rows;
    }
    if (sum !== counts[i]) {
      throw new InvalidArgumentError(
        'labels.histogram',
        'counts that add up to those of the vectors',
        `others at ${i}`,
      );
    }
  }
  let first = keyWords + 1 + labels;
  for (const own of sensitive) {
    fillColumn(own, set.codes(own.column), counts, (i) => i * stride + first, cells);
    first += own.words;
  }
  return { cuts, keyWords, fields, labels, stride, sets, sensitive, cells, count: length, metric: spec.metric };
}

/** Writes the words of a column into the cells, which begin at `placeOf`. */
function fillColumn(
  { isSet, holders, codes: known, bits, words }: SensitiveColumn,
  codes: ArrayLike<number>,
  counts: ArrayLike<number>,
  placeOf: (vector: number) => number,
  cells: Int32Array,
): void {
  const stored = bits === 5 ? words : known;
  const isSeen = new Uint8Array(holders?.persons ?? 0);
  const isPaired = new Uint8Array(holders?.personOf.length ?? 0);
  for (let i = 0; i < codes.length; i++) {
    const [code, at] = [codes[i], placeOf(i)];
    if (holders !== null) {
      // All rows of a person are in one cell: the first vector with them counts.
      const person = holders.personOf[code];
      if (person >= holders.persons || isPaired[code] === 1) continue;
      if (isSeen[person] === 0) cells[at]++;
      cells[at + 1 + holders.valueOf[code]]++;
      isSeen[person] = 1;
      isPaired[code] = 1;
    } else if (!isSet) {
      // Several codes share a word where few bits are enough for the rows of each.
      if (code < stored) cells[at + (code >>> (5 - bits))] |= counts[i] << ((code & ((1 << (5 - bits)) - 1)) << bits);
    } else if (code < known) cells[at + (code >>> 5)] |= 1 << (code & 31);
  }
}

/** A column that conditions look at, in a cell. */
export interface SensitiveColumn {
  readonly column: number;
  readonly conditions: readonly CutCondition[];
  /** True where conditions ask only which codes there are: a set of them is kept, not their rows. */
  readonly isSet: boolean;
  /** The pairs where persons and the holders of every value are counted; else null. */
  readonly holders: PairColumn | null;
  /** True where all rows of every person are in one cell. */
  readonly isApart: boolean;
  /** Codes that count. */
  readonly codes: number;
  /** Binary logarithm of the bits that the rows of a code take: no sum of them is larger. */
  readonly bits: number;
  readonly words: number;
}

/** Keys of the vectors of a frequency set. */
interface Keys {
  readonly keys: Int32Array;
  readonly keyWords: number;
}

/** The columns of a frequency set that conditions look at, ascending, those that are sets last; one of pairs once for each number of persons. */
function sensitiveColumns(conditions: readonly CutCondition[] = [], set: FrequencySet, keys: Keys): SensitiveColumn[] {
  const groups = new Map<string, CutCondition[]>();
  for (const condition of conditions) {
    const key = `${condition.column} ${condition.pairs?.persons ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), condition]);
  }
  const all = [...groups.values()].sort(([a], [b]) => a.column - b.column).map((own) => columnOf(own, set, keys));
  return [...all.filter(({ isSet }) => !isSet), ...all.filter(({ isSet }) => isSet)];
}

function columnOf(conditions: readonly CutCondition[], set: FrequencySet, keys: Keys): SensitiveColumn {
  const [{ column, pairs }] = conditions;
  const size = set.sizes[column];
  const asSet = (codes: number): Pick<SensitiveColumn, 'isSet' | 'codes' | 'words'> => ({
    isSet: true,
    codes,
    words: (codes + 31) >>> 5,
  });
  const about = { column, conditions, holders: null, isApart: false, bits: 5 };
  if (pairs === undefined) {
    const codes = codesCounted(conditions[0], size);
    if (conditions.every((condition) => condition.kind === 'distinct' && condition.persons === true)) {
      return { ...about, ...asSet(codes) };
    }
    return { ...about, isSet: false, codes, words: size };
  }
  const isApart = areApart(set.codes(column), pairs, keys);
  // The weights of a person's values are shares of their rows in the class.
  if (pairs.isConstant !== true && conditions.some((condition) => 'global' in condition)) {
    const codes = pairs.personOf.findIndex((person) => person >= pairs.persons);
    const counted = codes < 0 ? size : codes;
    const bits = bitsOfRows(set, column, counted);
    return { ...about, isApart, isSet: false, codes: counted, bits, words: ((counted << bits) + 31) >>> 5 };
  }
  if (isApart) return { ...about, isApart, holders: pairs, isSet: false, codes: size, words: 1 + pairs.values };
  return { ...about, ...asSet(size) };
}

/** Binary logarithm of the bits that the rows of each of the first codes of a column take, all vectors together. */
function bitsOfRows(set: FrequencySet, column: number, codes: number): number {
  const rows = new Float64Array(codes);
  const counts = set.counts();
  set.codes(column).forEach((code, i) => {
    if (code < codes) rows[code] += counts[i];
  });
  const most = largestOf(rows, 1);
  for (let bits = 0; bits < 5; bits++) if (most < 2 ** (1 << bits)) return bits;
  return 5;
}

/** True where all vectors of every person have one key. */
function areApart(codes: ArrayLike<number>, { personOf, persons }: PairColumn, { keys, keyWords }: Keys): boolean {
  const first = new Int32Array(persons).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const person = personOf[codes[i]];
    if (person >= persons) continue;
    if (first[person] < 0) first[person] = i;
    for (let w = 0; w < keyWords; w++) {
      if (keys[first[person] * keyWords + w] !== keys[i * keyWords + w]) return false;
    }
  }
  return true;
}

/** The last one of all allowed cuts between two neighbouring codes that occur. */
function effectiveCuts(codes: ArrayLike<number>, allowed: Uint8Array, size: number): Uint32Array {
  const occurs = new Uint8Array(size);
  for (let i = 0; i < codes.length; i++) occurs[codes[i]] = 1;
  const cuts: number[] = [];
  let any = false;
  let cut = 0;
  for (let code = 0; code < size; code++) {
    if (any && allowed[code] !== 0) cut = code;
    if (occurs[code] === 0) continue;
    if (cut > 0) cuts.push(cut);
    any = true;
    cut = 0;
  }
  return Uint32Array.from(cuts);
}
