/** At most some rows of every person, drawn by a hash of the row: `"rowsPerPerson": m` of a job. */
import type { Steps } from '../base/steps.js';
import type { Column, Table } from './table.js';
import type { Units } from './units.js';

/** Rows hashed between two yields. */
const YIELD_ROWS = 1 << 18;

/**
 * Draws at most `most` rows of every person: those of the smallest hashes, of equal ones the first. The hash is one of the person's
 * key and of the cells of the row, so that a file, a database and a second release of one table draw the same rows. Of a counted table
 * it draws some of the rows of an entry, which are equal.
 *
 * @param keys - the columns of a person's key
 * @param cells - the other columns that count for the draw
 * @returns [entries] rows that are drawn
 */
export function* drawRowsPerPerson(
  table: Table,
  { of, count }: Units,
  { keys, cells }: { readonly keys: readonly Column[]; readonly cells: readonly Column[] },
  most: number,
): Steps<Uint32Array> {
  const named = (columns: readonly Column[]): Column[] => [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  const hashes = new Float64Array(table.entries);
  for (const column of [...named(keys), ...named(cells)]) {
    const hashOf = column.texts.map((_, code) => hashText(cellText(column, code)));
    for (let row = 0; row < hashes.length; row++) {
      if (row % YIELD_ROWS === 0) yield;
      hashes[row] = mix(hashes[row], hashOf[column.codes[row]]);
    }
  }
  const rowsOf = new Uint32Array(count + 1);
  for (const person of of) rowsOf[person + 1]++;
  for (let person = 0; person < count; person++) rowsOf[person + 1] += rowsOf[person];
  yield;
  const order = new Uint32Array(of.length);
  const next = rowsOf.slice(0, count);
  for (let row = 0; row < of.length; row++) order[next[of[row]]++] = row;
  const { weights } = table;
  const drawn = new Uint32Array(of.length);
  for (let person = 0; person < count; person++) {
    const own = order.subarray(rowsOf[person], rowsOf[person + 1]);
    if (own.length > most || weights !== null) own.sort((a, b) => hashes[a] - hashes[b] || a - b);
    let left = most;
    for (let i = 0; i < own.length && left > 0; i++) {
      drawn[own[i]] = Math.min(left, weights?.[own[i]] ?? 1);
      left -= drawn[own[i]];
    }
  }
  return drawn;
}

/** A cell for the hash: numbers, days and times by their value, texts without blanks around them, a missing cell as the empty text. */
function cellText({ texts, numbers, missingCode }: Column, code: number): string {
  if (code === missingCode) return '';
  return numbers === null ? texts[code].trim() : String(numbers[code]);
}

/** Two words of 26 bits in one number, which a double holds exactly. */
const HALF = 2 ** 26;

/** FNV-1a of the UTF-16 units, with two offsets. */
function hashText(text: string): number {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return (scatter(high) >>> 6) * HALF + (scatter(low) >>> 6);
}

/** The hash of a row that goes on with a cell. */
function mix(hash: number, cell: number): number {
  const high = scatter(Math.imul(Math.floor(hash / HALF), 0x9e3779b1) + Math.floor(cell / HALF));
  const low = scatter(Math.imul(hash % HALF, 0x85ebca6b) + (cell % HALF));
  return (high >>> 6) * HALF + (low >>> 6);
}

/** The last steps of MurmurHash3 on 32 bits. */
function scatter(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
