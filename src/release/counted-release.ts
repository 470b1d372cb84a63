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
  /** Released class, or `suppressedRow`. */
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
  const whole = classesOfVectors(vectorOf, weights, vectors, parts, seenAs);
  if (whole !== null) {
    const entry = new Uint32Array(vectorOf.length);
    const classId = new Uint32Array(vectorOf.length);
    for (let e = 0; e < vectorOf.length; e++) {
      entry[e] = e;
      classId[e] = whole[vectorOf[e]];
    }
    return { entry, classId, count: weights };
  }
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

/** [vectors] class as it is released where every vector goes whole to one class or is suppressed, else null. */
function classesOfVectors(
  vectorOf: Uint32Array,
  weights: Uint32Array,
  vectors: number,
  { vector, classId, count }: Recoding['parts'],
  seenAs: Uint32Array,
): Uint32Array | null {
  const rows = rowsPerVector(vectorOf, weights, vectors);
  const classOf = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = 0; p < vector.length; p++) {
    if (count[p] !== rows[vector[p]] || (p > 0 && vector[p] === vector[p - 1])) return null;
    classOf[vector[p]] = seenAs[classId[p]];
  }
  return classOf;
}

function rowsPerVector(vectorOf: Uint32Array, weights: Uint32Array, vectors: number): Uint32Array {
  const rows = new Uint32Array(vectors);
  for (let e = 0; e < vectorOf.length; e++) rows[vectorOf[e]] += weights[e];
  return rows;
}

/** Most pieces beyond one an entry: a border between two parts of a vector, or between its parts and its suppressed rest. */
function countBorders(vectorOf: Uint32Array, weights: Uint32Array, vectors: number, parts: Recoding['parts']): number {
  const rest = rowsPerVector(vectorOf, weights, vectors);
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
 * @returns the table, and [pieces] its entry that a piece became part of, or {@link suppressedRow}
 */
export function buildCountedRelease(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  pieces: Pieces,
  star: boolean,
): { readonly release: Table; readonly entryOf: Uint32Array } {
  const sources = columns.map((column): Source => {
    const released = quasiIdentifiers.get(column.name);
    if (released === undefined) return { column, valueOf: null, starCode: 0 };
    const labels = labelColumn(column.name, released);
    return { column: labels.column, valueOf: released.valueOf, starCode: labels.starCode };
  });
  const asStar = star ? starClass(sources) : -1;
  const kept = columns.filter((_, c) => sources[c].valueOf === null);
  const { firstOf, weights, entryOf } =
    kept.length === 0 ? joinByClass(pieces, star, asStar) : joinByVector(pieces, kept, star, asStar);
  let rows = 0;
  for (let entry = 0; entry < weights.length; entry++) rows += weights[entry];
  const released = sources.map(({ column, valueOf, starCode }, c) => {
    const codes = new Uint32Array(firstOf.length);
    const { entry, classId } = pieces;
    for (let e = 0; e < firstOf.length; e++) {
      const piece = firstOf[e];
      if (valueOf === null) codes[e] = columns[c].codes[entry[piece]];
      else codes[e] = classId[piece] === suppressedRow ? starCode : valueOf[classId[piece]];
    }
    return compact(column, codes, weights);
  });
  return { release: new Table(rows, released, [], weights), entryOf };
}

interface Source {
  readonly column: Omit<Column, 'codes' | 'rowsPerCode'>;
  readonly valueOf: Uint32Array | null;
  readonly starCode: number;
}

/** Entries of a release: [entries] the piece that shows the values of an entry, and its rows; [pieces] entry of a piece. */
interface JoinedPieces {
  readonly firstOf: Uint32Array;
  readonly weights: Uint32Array;
  readonly entryOf: Uint32Array;
}

/** The class that is released as suppressed rows are, `*` throughout, or -1. */
function starClass(sources: readonly Source[]): number {
  const quasi = sources.flatMap(({ valueOf, starCode }) => (valueOf === null ? [] : [{ valueOf, starCode }]));
  if (quasi.length === 0) return -1;
  return quasi[0].valueOf.findIndex((_, c) => quasi.every(({ valueOf, starCode }) => valueOf[c] === starCode));
}

/** Joins the pieces of one class, by first appearance; seen classes differ in some value. */
function joinByClass({ classId, count }: Pieces, star: boolean, asStar: number): JoinedPieces {
  let classes = 0;
  for (let p = 0; p < classId.length; p++) {
    if (classId[p] !== suppressedRow && classId[p] >= classes) classes = classId[p] + 1;
  }
  const suppressed = asStar >= 0 && asStar < classes ? asStar : classes;
  const entryOfClass = new Int32Array(classes + 1).fill(-1);
  const entryOf = new Uint32Array(classId.length).fill(suppressedRow);
  const firstOf = new Uint32Array(classes + 1);
  const weights = new Uint32Array(classes + 1);
  let entries = 0;
  for (let p = 0; p < classId.length; p++) {
    if (classId[p] === suppressedRow && !star) continue;
    const id = classId[p] === suppressedRow ? suppressed : classId[p];
    let entry = entryOfClass[id];
    if (entry < 0) {
      entry = entryOfClass[id] = entries;
      firstOf[entries++] = p;
    }
    entryOf[p] = entry;
    weights[entry] += count[p];
  }
  return { firstOf: firstOf.slice(0, entries), weights: weights.slice(0, entries), entryOf };
}

/** Joins the pieces of one class that agree in the columns that are released as they are. */
function joinByVector(pieces: Pieces, kept: readonly Column[], star: boolean, asStar: number): JoinedPieces {
  const index = new EntryIndex(kept.length + 1);
  const vector = new Uint32Array(kept.length + 1);
  let firstOf = new Uint32Array(1 << 10);
  const entryOf = new Uint32Array(pieces.entry.length).fill(suppressedRow);
  for (let p = 0; p < pieces.entry.length; p++) {
    const classId = pieces.classId[p];
    if (classId === suppressedRow && !star) continue;
    vector[0] = classId === suppressedRow ? asStar + 1 : classId + 1;
    for (let c = 0; c < kept.length; c++) vector[c + 1] = kept[c].codes[pieces.entry[p]];
    const before = index.size;
    entryOf[p] = index.add(vector, 0, pieces.count[p]);
    if (entryOf[p] < before) continue;
    if (before === firstOf.length) {
      const larger = new Uint32Array(before * 2);
      larger.set(firstOf);
      firstOf = larger;
    }
    firstOf[before] = p;
  }
  return { firstOf: firstOf.slice(0, index.size), weights: index.rows(), entryOf };
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
