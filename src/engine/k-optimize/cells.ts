import { CapacityError, InvalidArgumentError } from '../../base/errors.js';
import type { FrequencySet, KOptimizeSpec } from '../engine.js';
import { codesCounted } from '../listed-columns.js';

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
  /** Words of a cell: key, rows, labels, counts of the values of every sensitive column, sets of the codes of others. */
  readonly stride: number;
  /** Where the sets begin in what stands behind the key. */
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
  const sensitive = sensitiveColumns(spec.conditions, set.sizes);
  const sets = 1 + labels + sensitive.reduce((sum, { isSet, words }) => sum + (isSet ? 0 : words), 0);
  const stride = keyWords + 1 + labels + sensitive.reduce((sum, { words }) => sum + words, 0);
  if (length * stride > MOST_WORDS) {
    throw new CapacityError(
      'counts of sensitive values of a search by K-OPTIMIZE, in bytes',
      length * stride * 4,
      MOST_WORDS * 4,
    );
  }
  const cells = new Int32Array(length * stride);
  const counts = set.counts();
  columns.forEach((codes, a) => {
    const segment = new Uint32Array(set.sizes[a] + 1);
    for (const cut of cuts[a]) segment[cut] = 1;
    for (let code = 1; code < set.sizes[a]; code++) segment[code] += segment[code - 1];
    const { word, shift } = fields[a];
    for (let i = 0, at = word; i < length; i++, at += stride) cells[at] |= segment[codes[i]] << shift;
  });
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
  for (const { column, isSet, codes: known, words } of sensitive) {
    const codes = set.codes(column);
    for (let i = 0, at = first; i < length; i++, at += stride) {
      if (!isSet) cells[at + codes[i]] = counts[i];
      else if (codes[i] < known) cells[at + (codes[i] >>> 5)] |= 1 << (codes[i] & 31);
    }
    first += words;
  }
  return { cuts, keyWords, fields, labels, stride, sets, cells, count: length, metric: spec.metric };
}

/** A column that conditions look at, in a cell. */
interface SensitiveColumn {
  readonly column: number;
  /** True where conditions ask only how many persons there are: a set of them is kept, not their rows. */
  readonly isSet: boolean;
  /** Codes that count. */
  readonly codes: number;
  readonly words: number;
}

/** The columns of a frequency set that conditions look at, ascending, those that are sets last. */
export function sensitiveColumns(
  conditions: KOptimizeSpec['conditions'] = [],
  sizes: readonly number[],
): SensitiveColumn[] {
  const columns = [...new Set(conditions.map(({ column }) => column))].sort((a, b) => a - b);
  const all = columns.map((column): SensitiveColumn => {
    const own = conditions.filter((condition) => condition.column === column);
    const isSet = own.every((condition) => condition.kind === 'distinct' && condition.persons === true);
    const codes = codesCounted(own[0], sizes[column]);
    return { column, isSet, codes, words: isSet ? (codes + 31) >>> 5 : sizes[column] };
  });
  return [...all.filter(({ isSet }) => !isSet), ...all.filter(({ isSet }) => isSet)];
}

/** Of all allowed cuts between two neighbouring codes that occur, the last. */
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
