import { Table, type Column } from '../table/table.js';
import type { Persons } from './persons.js';
import type { AuditDraw } from './spec.js';

/** The rows of the original that a release with at most some rows of every person is made of. */
interface DrawnOriginal {
  readonly original: Table;
  readonly persons: Persons;
  /** Rows that were left out. */
  readonly rowsNotDrawn: number;
}

/** A hash: two words of 26 bits. */
type Words = readonly [high: number, low: number];

/**
 * Leaves as many rows of every person as may be drawn, those of the smallest hashes (docs/persons.md). Null where a row lacks a key,
 * or a column of the draw is not there. Yields between columns.
 *
 * @param keys - the columns of the key
 */
export function* drawOriginal(
  given: Table,
  { of, count, withoutKey, weights }: Persons,
  keys: readonly string[],
  { most, cells }: AuditDraw,
): Generator<void, DrawnOriginal | null> {
  if (withoutKey > 0) return null;
  const names = [...keys.toSorted(byUnits), ...cells.toSorted(byUnits)];
  const high = new Uint32Array(of.length);
  const low = new Uint32Array(of.length);
  for (const name of names) {
    const column = given.column(name);
    if (column === undefined) return null;
    const words = column.texts.map((text, code) => hashOf(cellOf(column, text, code)));
    column.codes.forEach((code, row) => {
      high[row] = last(Math.imul(high[row], 0x9e3779b1) + words[code][0]);
      low[row] = last(Math.imul(low[row], 0x85ebca6b) + words[code][1]);
    });
    yield;
  }
  const ofPerson: number[][] = Array.from({ length: count }, () => []);
  of.forEach((person, row) => ofPerson[person].push(row));
  const taken = new Uint32Array(of.length);
  for (const rows of ofPerson) {
    let open = most;
    for (const row of rows.toSorted((a, b) => high[a] - high[b] || low[a] - low[b] || a - b)) {
      taken[row] = Math.min(open, rowsOfEntry(weights, row));
      open -= taken[row];
    }
  }
  const drawn = Uint32Array.from(taken.keys()).filter((row) => taken[row] > 0);
  const kept = weights === null ? null : drawn.map((row) => taken[row]);
  const rows = kept === null ? drawn.length : kept.reduce((sum, own) => sum + own, 0);
  const rowsNotDrawn = given.rows - rows;
  const persons = { count, of: drawn.map((row) => of[row]), withoutKey: 0, weights: kept };
  if (rowsNotDrawn === 0) return { original: given, persons, rowsNotDrawn };
  yield;
  const columns = given.columns.map((column) => withRows(column, drawn, kept));
  return { original: new Table(rows, columns, given.warnings, kept), persons, rowsNotDrawn };
}

/** Rows of an entry; 1 where entries are rows. */
const rowsOfEntry = (weights: Uint32Array | null, entry: number): number => (weights === null ? 1 : weights[entry]);

const byUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Numbers, days and times count by their value, texts without blanks around them, missing cells as the empty text. */
function cellOf({ numbers, missingCode }: Column, text: string, code: number): string {
  return code === missingCode ? '' : numbers === null ? text.trim() : `${numbers[code]}`;
}

/** FNV-1a of the UTF-16 units from two offsets, each ended like MurmurHash3. */
const hashOf = (text: string): Words => [fnv(text, 0x811c9dc5), fnv(text, 0x9747b28c)];

const fnv = (text: string, offset: number): number =>
  last(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).reduce(
      (h, u) => Math.imul(h ^ u, 16777619),
      offset,
    ),
  );

/** The end of MurmurHash3, its first 26 bits. */
function last(word: number): number {
  const first = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 6;
}

/** A column of some of its entries, with the values that they have. */
export function withRows(column: Column, rows: Uint32Array, weights: Uint32Array | null): Column {
  const { codes, texts, numbers, missingCode } = column;
  const newCode = new Map<number, number>();
  const picked = Uint32Array.from(rows, (row) => {
    const code = codes[row];
    if (!newCode.has(code)) newCode.set(code, newCode.size);
    return newCode.get(code)!;
  });
  const used = [...newCode.keys()];
  return {
    ...column,
    codes: picked,
    texts: used.map((code) => texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: newCode.get(missingCode) ?? -1,
    rowsPerCode: weights === null ? undefined : countRows(picked, weights, used.length),
  };
}

/** [dictionary] rows of every code. */
function countRows(codes: Uint32Array, weights: Uint32Array, distinct: number): Uint32Array {
  const rows = new Uint32Array(distinct);
  codes.forEach((code, entry) => (rows[code] += weights[entry]));
  return rows;
}
