import type { Codes, Column, Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { groupRows } from './grouping.js';
import { countPerClass } from './histogram.js';
import type { SensitiveColumn } from './privacy.js';
import type { AuditSpec } from './spec.js';
import { compareText, joinValues, parseValue } from './values.js';
import type { JoinedValues } from './values.js';

/**
 * Counts a sensitive column per class, and over the whole table (the original's when there is one). Values are ranked by
 * the job's order when it lists one (listed values that nobody has are ranked too), else by number when the column is
 * numeric (the missing value last), else by code point. Null when the release has no such column.
 */
export function readSensitive(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  missing: ReadonlySet<string>,
  classes: Grouping,
  name: string,
): SensitiveColumn | null {
  const column = release.column(name);
  if (column === undefined) return null;
  const base = original?.column(name) ?? column;
  const values = joinValues(base, column, missing);
  const ranks = rankValues(
    values,
    original === undefined,
    spec.sensitiveOrders?.find((order) => order.name === name)?.values,
  );
  const size = ranks.size;

  const pairs = groupRows(release.rows, [{ codes: valueCodes(column, values.ofOther), width: values.count }], classes);
  const histogram = countPerClass(classes.count, { ...pairs.depths[0], sizes: pairs.sizes }, size, ranks.rankOf);

  const table = new Float64Array(size);
  countCodes(base).forEach((count, code) => (table[ranks.rankOf[values.ofBase[code]]] += count));
  return { histogram, table };
}

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
  const counts = new Float64Array(column.texts.length);
  const { codes } = column;
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
  return counts;
}

function rankValues(
  values: JoinedValues,
  guess: boolean,
  listed: readonly string[] | undefined,
): { rankOf: Uint32Array; size: number } {
  const rankOf = new Uint32Array(values.count);
  if (listed !== undefined) {
    const place = new Map<string, number>();
    for (const text of listed) if (!place.has(text)) place.set(text, place.size);
    let size = place.size;
    values.texts.forEach((text, value) => (rankOf[value] = place.get(text) ?? size++));
    return { rankOf, size };
  }
  const order = values.texts.map((_, value) => value);
  const numbers = values.numbers ?? (guess ? guessNumbers(values) : null);
  if (numbers === null) {
    order.sort((a, b) => compareText(values.texts[a], values.texts[b]));
  } else {
    const key = (value: number): number => (Number.isNaN(numbers[value]) ? Infinity : numbers[value]);
    order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
  }
  order.forEach((value, rank) => (rankOf[value] = rank));
  return { rankOf, size: values.count };
}

/** Numbers of a column that was read as text, when every value is one. */
function guessNumbers(values: JoinedValues): Float64Array | null {
  const numbers = Float64Array.from(values.texts, (text, value) =>
    value === values.missing ? NaN : parseValue(text, 'number'),
  );
  return numbers.every((number, value) => value === values.missing || !Number.isNaN(number)) ? numbers : null;
}
