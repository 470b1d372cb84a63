/** Released survey weights: the means of classes, checked by their definition. */
import { amount } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { NONE, type Persons } from './persons.js';
import { isMissing, parseValue } from './values.js';

/** A release with a column of weights. */
interface RoundedWeights {
  readonly column: Column;
  readonly release: Table;
  readonly original: Column;
  readonly classes: Grouping;
  /** [classes] rows; 0 for classes of suppressed rows. */
  readonly sizes: Uint32Array;
  /** [rows of the original] class; null where it is not known. */
  readonly classOf: Uint32Array | null;
  /** Null where rows are counted. */
  readonly persons: Persons | null;
  /** Fewest rows, or persons, that share a weight. */
  readonly least: number;
  readonly missing: ReadonlySet<string>;
}

/**
 * Checks that every class shows one weight, and that it is the mean of its rows, to three significant digits, or the common mean of small classes. Returns
 * the texts that fewer than `least` rows, or persons, share, and their rows.
 */
export function checkRoundedWeights(
  input: RoundedWeights,
  problems: string[],
): { readonly texts: number; readonly rows: number } {
  const { column, release, classes, sizes } = input;
  const place = `column ${JSON.stringify(column.name)}`;
  const codeOf = new Int32Array(classes.count).fill(-1);
  const mixed = new Set<number>();
  for (let entry = 0; entry < release.entries; entry++) {
    const own = classes.groupOf[entry];
    if (sizes[own] === 0) continue;
    if (codeOf[own] === -1) codeOf[own] = column.codes[entry];
    else if (codeOf[own] !== column.codes[entry]) mixed.add(own);
  }
  if (mixed.size > 0) problems.push(`${place}: ${amount(mixed.size, 'class shows', 'classes show')} several weights`);
  else if (input.classOf !== null) checkMeans(input, codeOf, input.classOf, problems);
  return countShared(input, codeOf);
}

function checkMeans(input: RoundedWeights, codeOf: Int32Array, classOf: Uint32Array, problems: string[]): void {
  const { column, original, missing, sizes } = input;
  const kind = { type: 'number' as const, format: original.format };
  const values = Float64Array.from(original.texts, (text, code) => (isMissing(original, code, missing) ? NaN : parseValue(text, kind))); // prettier-ignore
  const members: number[][] = Array.from(sizes, () => []);
  classOf.forEach((own, row) => {
    if (own !== NONE) members[own].push(row);
  });
  const weights = members.map((rows) => rows.map((row) => values[original.codes[row]]));
  const having = unitsOf(input, classOf);
  const common = commonClasses(sizes, having, input.least);
  const meanOf = (numbers: readonly number[]): number =>
    numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const together = meanOf([...common].flatMap((own) => weights[own]));
  let wrong = 0;
  codeOf.forEach((code, own) => {
    if (code < 0) return;
    const mean = common.has(own) ? together : meanOf(weights[own]);
    const shown = parseValue(column.texts[code], kind);
    const isWhole = original.type === 'integer' && original.format !== undefined;
    // Half a unit of the third digit is at most half a hundredth of the mean.
    const most = isWhole ? Math.max(0.5, 1 - mean) : 0.005 * mean;
    if (!(Math.abs(shown - mean) <= most + 1e-9 * mean)) wrong++;
  });
  if (wrong === 0) return;
  const are = amount(wrong, 'class does not show', 'classes do not show');
  problems.push(`column ${JSON.stringify(column.name)}: ${are} the mean of the weights of its rows`);
}

/** [classes] rows, or persons, of each. */
function unitsOf({ sizes, persons }: RoundedWeights, classOf: Uint32Array): number[] {
  if (persons === null) return Array.from(sizes);
  const those = Array.from(sizes, () => new Set<number>());
  classOf.forEach((own, row) => {
    if (own !== NONE && persons.of[row] !== NONE) those[own].add(persons.of[row]);
  });
  return those.map(({ size }) => size);
}

/** Classes of fewer units than `least`, and those of the next larger sizes until they have as many together. */
function commonClasses(sizes: Uint32Array, having: readonly number[], least: number): Set<number> {
  if (!having.some((size, own) => sizes[own] > 0 && size < least)) return new Set();
  const larger = [...new Set(having.filter((size) => size >= least))].sort((a, b) => a - b);
  let bound = least - 1;
  const count = (): number => having.reduce((sum, size) => sum + (size <= bound ? size : 0), 0);
  while (count() < least && larger.length > 0) bound = larger.shift()!;
  return new Set(having.flatMap((size, own) => (sizes[own] > 0 && size <= bound ? [own] : [])));
}

function countShared(
  { column, release, classes, sizes, classOf, persons, least }: RoundedWeights,
  codeOf: Int32Array,
): { readonly texts: number; readonly rows: number } {
  const rows = new Map<number, number>();
  for (let entry = 0; entry < release.entries; entry++) {
    if (sizes[classes.groupOf[entry]] === 0) continue;
    const code = column.codes[entry];
    rows.set(code, (rows.get(code) ?? 0) + (release.weights?.[entry] ?? 1));
  }
  const units = new Map<number, Set<number>>();
  classOf?.forEach((own, row) => {
    if (persons === null || own === NONE || persons.of[row] === NONE) return;
    units.set(codeOf[own], (units.get(codeOf[own]) ?? new Set()).add(persons.of[row]));
  });
  const sharing = (code: number): number => (persons === null || classOf === null ? rows.get(code)! : (units.get(code)?.size ?? 0)); // prettier-ignore
  const rare = [...rows.keys()].filter((code) => sharing(code) < least);
  return { texts: rare.length, rows: rare.reduce((sum, code) => sum + rows.get(code)!, 0) };
}
