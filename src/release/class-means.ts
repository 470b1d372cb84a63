/** Survey weights as a release shows them: the mean of each class. */
import { formatValue, kindOf } from '../table/spelling.js';
import { allocateCodes, type Column } from '../table/table.js';
import { NOBODY, type Units } from '../table/units.js';
import { type Pieces, suppressedRow } from './pieces.js';

/** Significant digits of a mean. */
const DIGITS = 3;

/**
 * A column of numbers in which every row has the mean over the rows of its class, to three digits. Classes of fewer than `least` units have one mean
 * together: with all classes of the next larger sizes, until these have as many. A column of whole numbers with a format keeps whole numbers.
 *
 * @param pieces - one for each row of the table
 * @param classes - number of classes
 * @param units - persons of the rows; null where rows are counted
 */
export function withClassMeans(
  column: Column,
  pieces: Pick<Pieces, 'entry' | 'classId'>,
  { classes, units, least }: { readonly classes: number; readonly units: Units | null; readonly least: number },
): Column {
  const { entry, classId } = pieces;
  const sums = new Float64Array(classes);
  const rows = new Uint32Array(classes);
  for (let piece = 0; piece < entry.length; piece++) {
    const own = classId[piece];
    if (own === suppressedRow) continue;
    sums[own] += column.numbers![column.codes[entry[piece]]];
    rows[own]++;
  }
  const isPooled = poolSmall(rows, units === null ? rows : countUnits(pieces, units, classes), least);
  let [sum, count] = [0, 0];
  isPooled.forEach((pooled, own) => {
    if (pooled === 0) return;
    sum += sums[own];
    count += rows[own];
  });
  const isWhole = column.type === 'integer' && column.format !== undefined;
  const round = (mean: number): number => (isWhole ? Math.max(1, Math.round(mean)) : Number(mean.toPrecision(DIGITS)));
  const means = Float64Array.from(sums, (own, c) => round(isPooled[c] === 1 ? sum / count : own / rows[c]));
  return columnOf(column, pieces, means, isWhole);
}

/** The column whose cells are the means of their classes. */
function columnOf(
  column: Column,
  { entry, classId }: Pick<Pieces, 'entry' | 'classId'>,
  means: Float64Array,
  isWhole: boolean,
): Column {
  const kind = isWhole ? kindOf(column) : kindOf({ type: 'number', format: column.format });
  const codeOf = new Map<number, number>();
  const codes = new Uint32Array(column.codes.length);
  for (let piece = 0; piece < entry.length; piece++) {
    if (classId[piece] === suppressedRow) continue;
    const mean = means[classId[piece]];
    let code = codeOf.get(mean);
    if (code === undefined) codeOf.set(mean, (code = codeOf.size));
    codes[entry[piece]] = code;
  }
  // Suppressed rows have a code that is not written.
  if (codeOf.size === 0) codeOf.set(1, 0);
  const numbers = Float64Array.from(codeOf.keys());
  const narrow = allocateCodes(codes.length, numbers.length);
  narrow.set(codes);
  const texts = Array.from(numbers, (mean) => formatValue(mean, kind));
  return { name: column.name, ...kind, codes: narrow, texts, numbers, missingCode: -1 };
}

/** [classes] persons with a row in each. */
function countUnits(
  { entry, classId }: Pick<Pieces, 'entry' | 'classId'>,
  { of, count }: Units,
  classes: number,
): Uint32Array {
  const classOf = new Uint32Array(of.length).fill(suppressedRow);
  for (let piece = 0; piece < entry.length; piece++) classOf[entry[piece]] = classId[piece];
  const seen = new Set<number>();
  const sizes = new Uint32Array(classes);
  for (let row = 0; row < of.length; row++) {
    if (classOf[row] === suppressedRow || of[row] === NOBODY) continue;
    const pair = classOf[row] * count + of[row];
    if (seen.has(pair)) continue;
    seen.add(pair);
    sizes[classOf[row]]++;
  }
  return sizes;
}

/** [classes] 1 for those that have one mean together. */
function poolSmall(rows: Uint32Array, sizes: Uint32Array, least: number): Uint8Array {
  const pooled = Uint8Array.from(sizes, (size, c) => Number(rows[c] > 0 && size < least));
  if (!pooled.includes(1)) return pooled;
  let count = sizes.reduce((sum, size) => sum + (size < least ? size : 0), 0);
  for (const size of [...new Set(sizes)].sort((a, b) => a - b)) {
    if (count >= least) break;
    if (size < least) continue;
    sizes.forEach((own, c) => {
      if (own !== size) return;
      pooled[c] = 1;
      count += own;
    });
  }
  return pooled;
}
