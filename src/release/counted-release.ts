import type { Recoding } from '../algorithms/algorithm.js';
import { EntryIndex } from '../table/entry-index.js';
import type { Column } from '../table/table.js';
import { allocateCodes, Table } from '../table/table.js';
import type { ReleasedColumn } from './build-table.js';
import { labelColumn } from './build-table.js';
import { suppressedRow } from './row-classes.js';

/** Which rows of a counted table go where: `count` rows of entry `entry` to class `classId`, ascending by entry. */
export interface Pieces {
  readonly entry: Uint32Array;
  /** Released class, or {@link suppressedRow}. */
  readonly classId: Uint32Array;
  readonly count: Uint32Array;
}

/**
 * Gives the rows of a counted table their classes; the first entries of a vector go to the vector's first part.
 *
 * @param vectorOf - [entries] vector of every entry
 * @param weights - [entries] rows of every entry
 * @param vectors - number of vectors
 * @param seenAs - [classes of the recoding] class as it is released
 */
export function assignEntries(
  vectorOf: Uint32Array,
  weights: Uint32Array,
  vectors: number,
  parts: Recoding['parts'],
  seenAs: Uint32Array,
): Pieces {
  const part = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = parts.vector.length - 1; p >= 0; p--) part[parts.vector[p]] = p;
  const left = Uint32Array.from(part, (p) => (p === suppressedRow ? 0 : parts.count[p]));
  const most = vectorOf.length + countBorders(vectorOf, weights, vectors, parts);
  const entry = new Uint32Array(most);
  const classId = new Uint32Array(most);
  const count = new Uint32Array(most);
  let pieces = 0;
  for (let e = 0; e < vectorOf.length; e++) {
    const vector = vectorOf[e];
    let rows = weights[e];
    while (rows > 0) {
      while (left[vector] === 0 && part[vector] !== suppressedRow) {
        const next = part[vector] + 1;
        const more = next < parts.vector.length && parts.vector[next] === vector;
        part[vector] = more ? next : suppressedRow;
        left[vector] = more ? parts.count[next] : 0;
      }
      const suppressed = part[vector] === suppressedRow;
      const taken = suppressed ? rows : Math.min(rows, left[vector]);
      entry[pieces] = e;
      classId[pieces] = suppressed ? suppressedRow : seenAs[parts.classId[part[vector]]];
      count[pieces++] = taken;
      rows -= taken;
      if (!suppressed) left[vector] -= taken;
    }
  }
  return { entry: entry.subarray(0, pieces), classId: classId.subarray(0, pieces), count: count.subarray(0, pieces) };
}

/** Most pieces beyond one an entry: a border between two parts of a vector, or between its parts and its suppressed rest. */
function countBorders(vectorOf: Uint32Array, weights: Uint32Array, vectors: number, parts: Recoding['parts']): number {
  const rest = new Uint32Array(vectors);
  for (let e = 0; e < vectorOf.length; e++) rest[vectorOf[e]] += weights[e];
  let borders = 0;
  for (let p = 0; p < parts.vector.length; p++) {
    rest[parts.vector[p]] -= parts.count[p];
    if (rest[parts.vector[p]] > 0) borders++;
  }
  return borders;
}

/** Rows of every class, and how many rows are in none. */
export function countPieces(pieces: Pieces, classes: number): { sizes: Uint32Array; suppressed: number } {
  const sizes = new Uint32Array(classes);
  let suppressed = 0;
  for (let p = 0; p < pieces.entry.length; p++) {
    if (pieces.classId[p] === suppressedRow) suppressed += pieces.count[p];
    else sizes[pieces.classId[p]] += pieces.count[p];
  }
  return { sizes, suppressed };
}

/**
 * The released table, counted: equal rows once. Suppressed rows leave only with `star`, as `*` in every quasi-identifier.
 *
 * @param columns - released columns of the counted input in their order
 * @param quasiIdentifiers - by column name
 */
export function buildCountedRelease(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  pieces: Pieces,
  star: boolean,
): Table {
  const sources = columns.map((column) => {
    const released = quasiIdentifiers.get(column.name);
    if (released === undefined) return { column, valueOf: null, starCode: 0 };
    const labels = labelColumn(column.name, released);
    return { column: labels.column, valueOf: released.valueOf, starCode: labels.starCode };
  });
  const width = columns.length;
  const index = new EntryIndex(width);
  const vector = new Uint32Array(width);
  let rows = 0;
  for (let p = 0; p < pieces.entry.length; p++) {
    const classId = pieces.classId[p];
    const suppressed = classId === suppressedRow;
    if (suppressed && !star) continue;
    for (let c = 0; c < width; c++) {
      const { valueOf, starCode } = sources[c];
      vector[c] = valueOf === null ? columns[c].codes[pieces.entry[p]] : suppressed ? starCode : valueOf[classId];
    }
    index.add(vector, 0, pieces.count[p]);
    rows += pieces.count[p];
  }
  const weights = index.rows();
  return new Table(
    rows,
    sources.map(({ column }, c) => compact(column, index.column(c), weights)),
    [],
    weights,
  );
}

/** A column whose dictionary holds only what its entries use, in the order of their first appearance. */
function compact(source: Omit<Column, 'codes' | 'rowsPerCode'>, codes: Uint32Array, weights: Uint32Array): Column {
  const newCode = new Int32Array(source.texts.length).fill(-1);
  const used: number[] = [];
  for (let entry = 0; entry < codes.length; entry++) {
    if (newCode[codes[entry]] < 0) newCode[codes[entry]] = used.push(codes[entry]) - 1;
  }
  const narrow = allocateCodes(codes.length, used.length);
  const rowsPerCode = new Uint32Array(used.length);
  for (let entry = 0; entry < codes.length; entry++) {
    narrow[entry] = newCode[codes[entry]];
    rowsPerCode[narrow[entry]] += weights[entry];
  }
  const { name, type, numbers, missingCode } = source;
  return {
    name,
    type,
    codes: narrow,
    texts: used.map((code) => source.texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: missingCode >= 0 ? newCode[missingCode] : -1,
    rowsPerCode,
  };
}
