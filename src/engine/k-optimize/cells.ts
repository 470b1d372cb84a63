import { CapacityError, InvalidArgumentError } from '../../base/errors.js';
import type { FrequencySet, KOptimizeSpec } from '../engine.js';

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
  /** Words of a cell: key, rows, labels, counts of the values of every sensitive column. */
  readonly stride: number;
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
  const sensitive = sensitiveColumns(spec.conditions);
  const stride = keyWords + 1 + labels + sensitive.reduce((sum, column) => sum + set.sizes[column], 0);
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
  for (const column of sensitive) {
    const codes = set.codes(column);
    for (let i = 0, at = first; i < length; i++, at += stride) cells[at + codes[i]] = counts[i];
    first += set.sizes[column];
  }
  return { cuts, keyWords, fields, labels, stride, cells, count: length, metric: spec.metric };
}

/** The sensitive columns of a frequency set that conditions look at, ascending. */
export function sensitiveColumns(conditions: KOptimizeSpec['conditions'] = []): number[] {
  return [...new Set(conditions.map(({ column }) => column))].sort((a, b) => a - b);
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
