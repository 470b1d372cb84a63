/** Distribution of the values of a column over its rows. Counted when it is first looked at, and kept. */
import type { Column } from 'kohort/js';

/** Bars of numbers and days. */
export const BARS = 36;
/** The most frequent texts that are named. */
const NAMED = 6;

export interface Distribution {
  /** The entropy of the values, in bits: how far a cell singles people out. */
  readonly bits: number;
  /** Rows by value, from the minimum to the maximum, for numbers and days. */
  readonly range: {
    readonly bars: readonly number[];
    readonly least: number;
    readonly most: number;
    readonly leastText: string;
    readonly mostText: string;
  } | null;
  /** The most frequent values that are not missing, with their rows. */
  readonly frequent: readonly { readonly text: string; readonly rows: number }[];
  /** Values that are not among these, and their rows. */
  readonly others: { readonly values: number; readonly rows: number };
}

const counted = new WeakMap<Column, Uint32Array>();
const known = new WeakMap<Column, Distribution>();

/** [distinct] rows of every value; not to be written to. */
export function rowsOf(column: Column): Uint32Array {
  let rows = counted.get(column);
  if (rows === undefined) {
    const { codes, texts } = column;
    rows = new Uint32Array(texts.length);
    for (let row = 0; row < codes.length; row++) rows[codes[row]]++;
    counted.set(column, rows);
  }
  return rows;
}

export function distributionOf(column: Column): Distribution {
  const found = known.get(column) ?? count(column);
  known.set(column, found);
  return found;
}

function count(column: Column): Distribution {
  const { codes, numbers, missingCode, texts } = column;
  const rows = rowsOf(column);
  let bits = 0;
  for (const each of rows) if (each > 0) bits -= (each / codes.length) * Math.log2(each / codes.length);
  const top: number[] = [];
  for (let code = 0; code < rows.length; code++) {
    if (code === missingCode || (top.length === NAMED && rows[code] <= rows[top[NAMED - 1]])) continue;
    let place = top.length;
    while (place > 0 && rows[top[place - 1]] < rows[code]) place--;
    top.splice(place, 0, code);
    top.length = Math.min(top.length, NAMED);
  }
  const present = codes.length - (missingCode < 0 ? 0 : rows[missingCode]);
  const named = top.reduce((sum, code) => sum + rows[code], 0);
  return {
    bits,
    range: numbers === null ? null : rangeOf(column, numbers, rows),
    frequent: top.map((code) => ({ text: texts[code], rows: rows[code] })),
    others: { values: texts.length - top.length - (missingCode < 0 ? 0 : 1), rows: present - named },
  };
}

function rangeOf({ texts }: Column, numbers: Float64Array, rows: Uint32Array): Distribution['range'] {
  let first = -1;
  let last = -1;
  for (let code = 0; code < numbers.length; code++) {
    if (Number.isNaN(numbers[code])) continue;
    if (first < 0 || numbers[code] < numbers[first]) first = code;
    if (last < 0 || numbers[code] > numbers[last]) last = code;
  }
  if (first < 0) return null;
  const [least, most] = [numbers[first], numbers[last]];
  const bars = new Array<number>(BARS).fill(0);
  for (let code = 0; code < numbers.length; code++) {
    if (Number.isNaN(numbers[code])) continue;
    const at = most > least ? Math.floor(((numbers[code] - least) / (most - least)) * BARS) : 0;
    bars[Math.min(BARS - 1, at)] += rows[code];
  }
  return { bars, least, most, leastText: texts[first], mostText: texts[last] };
}
