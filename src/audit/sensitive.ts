import type { Codes, Column, Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import { foldTexts } from './fold.js';
import { countPerClass, mergeRanks } from './histogram.js';
import type { SensitiveColumn } from './models/model.js';
import { readTree } from './sensitive-tree.js';
import type { AuditSpec } from './spec.js';
import { compareText, joinValues, parseValue, plainNumber } from './values.js';
import type { JoinedValues } from './values.js';

/**
 * Counts a sensitive column per class, and over the whole table (the original's when there is one). Values are ranked by
 * the job's order when it lists one (values that nobody has take no rank, as with numbers), else by number when the column is
 * numeric, else by code point, the missing value last. Null when the release has no such column. Yields between stretches
 * of the work.
 *
 * @param isFolded - true where values with folded spellings are counted, too
 */
export function* readSensitive(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  missing: ReadonlySet<string>,
  classes: Grouping,
  { name, isFolded }: { readonly name: string; readonly isFolded: boolean },
): Generator<void, SensitiveColumn | null> {
  const column = release.column(name);
  if (column === undefined) return null;
  const base = original?.column(name) ?? column;
  const values = joinValues(base, column, missing);
  const isText = spec.sensitiveTexts?.includes(name) === true;
  const given = isText ? null : (values.numbers ?? guessNumbers(values));
  const rankOf = rankValues(
    values,
    original === undefined || isText ? given : values.numbers,
    spec.sensitiveOrders?.find((order) => order.name === name)?.values,
  );
  const size = values.count;

  yield;
  const valued = [{ codes: valueCodes(column, values.ofOther), width: values.count }];
  const pairs = (yield* groupInSteps(release, valued, classes)) as Grouping;
  const histogram = countPerClass(classes.count, { ...pairs.depths[0], sizes: pairs.sizes }, size, rankOf);

  yield;
  const table = new Float64Array(size);
  countCodes(base).forEach((count, code) => (table[rankOf[values.ofBase[code]]] += count));
  const hierarchy = spec.sensitiveHierarchies?.find((given) => given.name === name)?.hierarchy;
  const tree = hierarchy === undefined ? null : readTree({ name, hierarchy }, base, column, missing, values, rankOf);
  const numbers = given === null ? null : byRank(given, rankOf);
  const delimiter = spec.sets?.find((set) => set.name === name)?.delimiter;
  const items = delimiter === undefined ? null : Array.from({ length: size }, () => new Set<string>());
  values.texts.forEach((text, value) => {
    if (items === null || delimiter === undefined || value === values.missing) return;
    for (const item of text.split(delimiter)) if (item.trim() !== '') items[rankOf[value]].add(item.trim());
  });
  const folded =
    isFolded && base.type === 'string' ? foldCounts({ histogram, table }, values, rankOf, delimiter) : null;
  const ranks = Uint32Array.from(values.ofBase, (value) => rankOf[value]);
  return { histogram, table, numbers, tree, items, ranks, folded };
}

/** Counts of values whose spellings are one; null where all values differ then, too. */
function foldCounts(
  { histogram, table }: Pick<SensitiveColumn, 'histogram' | 'table'>,
  { texts, missing }: JoinedValues,
  rankOf: Uint32Array,
  delimiter = null as string | null,
): SensitiveColumn['folded'] {
  const codes = foldTexts(texts, missing, delimiter);
  if (codes === null) return null;
  const groups = largest(codes) + 1;
  const groupOf = new Int32Array(codes.length);
  codes.forEach((group, value) => (groupOf[rankOf[value]] = group));
  const whole = new Float64Array(groups);
  table.forEach((rows, rank) => (whole[groupOf[rank]] += rows));
  return { histogram: mergeRanks(histogram, groupOf, groups), table: whole, groupOf };
}

const largest = (numbers: Int32Array): number => numbers.reduce((most, number) => (number > most ? number : most), 0);

/** [rows] value of every row, where codes stand for `valueOf` [dictionary]. */
export function valueCodes(column: Column, valueOf: Uint32Array): Codes {
  if (valueOf.every((value, code) => value === code)) return column.codes;
  const { codes } = column;
  const values = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) values[row] = valueOf[codes[row]];
  return values;
}

/** [dictionary] rows per code. */
export function countCodes(column: Column): Float64Array {
  if (column.rowsPerCode !== undefined) return Float64Array.from(column.rowsPerCode);
  const counts = new Float64Array(column.texts.length);
  const { codes } = column;
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
  return counts;
}

/** [values] numbers of the values by their ranks. */
function byRank(numbers: Float64Array, rankOf: Uint32Array): Float64Array {
  const ranked = new Float64Array(numbers.length);
  numbers.forEach((number, value) => (ranked[rankOf[value]] = number));
  return ranked;
}

function rankValues(
  values: JoinedValues,
  numbers: Float64Array | null,
  listed: readonly string[] | undefined,
): Uint32Array {
  const { missing, texts } = values;
  const order = texts.map((_, value) => value);
  if (listed !== undefined) {
    const place = new Map(listed.map((text, at) => [text, at]));
    const key = (value: number): number => place.get(texts[value]) ?? listed.length + value;
    order.sort((a, b) => key(a) - key(b));
  } else if (numbers !== null) {
    const key = (value: number): number => (Number.isNaN(numbers[value]) ? Infinity : numbers[value]);
    order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
  } else {
    order.sort((a, b) => Number(a === missing) - Number(b === missing) || compareText(texts[a], texts[b]));
  }
  const rankOf = new Uint32Array(values.count);
  order.forEach((value, rank) => (rankOf[value] = rank));
  return rankOf;
}

/** Numbers of a column that was read as text, when every value is one and none is a code such as `007`. */
function guessNumbers(values: JoinedValues): Float64Array | null {
  if (values.texts.some((text) => /^[-+]?0\d/.test(text))) return null;
  const numbers = Float64Array.from(values.texts, (text, value) =>
    value === values.missing ? NaN : parseValue(text, plainNumber),
  );
  return numbers.every((number, value) => value === values.missing || !Number.isNaN(number)) ? numbers : null;
}
