/**
 * Lines that are taken apart into the codes of their cells: the short way for lines that are new but hold nothing but cells that
 * were met before in their columns. Everything else is left to src/io/csv/csv-byte-scanner.ts, the twin, which teaches what it met.
 */
import { CellBatch, CellSlot, KnownCell, LineCache } from './layouts.generated';
import { CR, HIGH_BITS, lineAdd, lineSkip, LOW_BITS } from './lines';

const SKIPPED: u32 = 0xffffffff;
const LONGEST_CELL: usize = 56;
const COLUMN_FACTOR: u64 = 0x9e3779b97f4a7c15;
const QUOTE: u8 = 34;

/**
 * Passes the known lines that begin at `from`, and takes apart those lines between them whose cells are all known: their codes, the
 * number of their row (`number` for the next one, known lines counted) and their number in the memo go into the batch.
 * Returns where the first line begins that is neither, or which the batch has no room for, or `limit`; lines as for lineSkip.
 */
export function cellsTake(memo: LineCache, state: CellBatch, from: usize, limit: usize, number: u32): usize {
  const rows = state.rows;
  const numbers = state.batch + ((state.kept * rows) << 2);
  const lines = numbers + (rows << 2);
  let row = state.row;
  let repeats: u32 = 0;
  let crlf: u32 = 0;
  while (<usize>row < rows) {
    from = lineSkip(memo, from, limit);
    repeats += memo.repeats;
    const end = memo.end;
    if (from >= limit || end == 0) break;
    const isCrlf = end - from > 1 && load<u8>(end - 2) == CR;
    if (!takeApart(state, from, isCrlf ? end - 2 : end - 1, row)) break;
    store<u32>(numbers + ((<usize>row) << 2), number + repeats);
    store<i32>(lines + ((<usize>row) << 2), lineAdd(memo, from));
    number++;
    row++;
    crlf += isCrlf ? 1 : 0;
    from = end;
  }
  state.row = row;
  state.repeats = repeats;
  state.crlf = crlf;
  return from;
}

/** Writes the codes of the line from `from` to `end`, its line end left out, into a row of the batch. False: it is left as it is. */
function takeApart(state: CellBatch, from: usize, end: usize, row: u32): bool {
  const columns = state.columns;
  const kept = state.placeOf;
  const batch = state.batch + ((<usize>row) << 2);
  const stride = state.rows << 2;
  const delimiters = state.delimiters;
  const delimiter = <u8>delimiters;
  let at = from;
  for (let column: u32 = 0; column < columns; column++) {
    const isLast = column + 1 == columns;
    const to = load<u32>(kept + ((<usize>column) << 2));
    let cellEnd = end;
    if (to == SKIPPED) {
      cellEnd = skipPlain(at, end, delimiter);
      if (cellEnd == 0 || cellEnd - at > state.longestSkipped) return false;
    } else {
      if (!isLast) cellEnd = cellEndOf(at, end, delimiters);
      if (cellEnd == 0 || cellEnd - at > LONGEST_CELL) return false;
      const hash = <u32>hashOf(state.key, column, at, cellEnd);
      const cell = findSlot(state, hash, column, at, cellEnd).cell;
      if (cell == 0) return false;
      store<u32>(batch + <usize>to * stride, changetype<KnownCell>(cell).code);
    }
    if (isLast) return cellEnd == end;
    if (cellEnd == end) return false;
    at = cellEnd + 1;
  }
  return false;
}

/** Returns the end of the cell from `at`: the next delimiter, or `end`; 0 when it is too long. */
function cellEndOf(at: usize, end: usize, delimiters: u64): usize {
  const last = min(end, at + LONGEST_CELL);
  for (let word = at; word <= last; word += 8) {
    const masked = load<u64>(word) ^ delimiters;
    const found = (masked - LOW_BITS) & ~masked & HIGH_BITS;
    if (found != 0) return min(word + <usize>(ctz(found) >> 3), end);
  }
  return end <= last ? end : 0;
}

/** Returns the end of a cell of a skipped column; 0 when it holds anything but ASCII without quotes, CR and NUL. */
function skipPlain(from: usize, end: usize, delimiter: u8): usize {
  let at = from;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte == delimiter) return at;
    if (byte == 0 || byte == QUOTE || byte == CR || byte >= 0x80) return 0;
    at++;
  }
  return end;
}

function hashOf(key: u64, column: u32, from: usize, end: usize): u64 {
  let hash = key ^ (<u64>column * COLUMN_FACTOR);
  let at = from;
  while (at + 8 <= end) {
    hash = (hash ^ load<u64>(at)) * key;
    hash ^= hash >> 29;
    at += 8;
  }
  const rest = (<u64>(end - at)) << 3;
  hash = (hash ^ (load<u64>(at) & (((<u64>1) << rest) - 1)) ^ (rest << 56)) * key;
  return hash ^ (hash >> 32);
}

/** The slot of the cell `[from, end)` of a column; an empty one, where it goes, when it is not known. */
function findSlot(state: CellBatch, hash: u32, column: u32, from: usize, end: usize): CellSlot {
  const slots = state.slots;
  const mask = state.slotCount - 1;
  const home = (hash * 0x9e3779b1) >> 16;
  let probe: u32 = 0;
  while (true) {
    const slot = changetype<CellSlot>(slots + <usize>((home + probe) & mask) * offsetof<CellSlot>());
    if (slot.cell == 0) return slot;
    if (slot.hash == hash && isCell(slot.cell, column, from, end)) return slot;
    probe++;
  }
}

function isCell(cell: usize, column: u32, from: usize, end: usize): bool {
  if (changetype<KnownCell>(cell).column != column || changetype<KnownCell>(cell).bytes != end - from) return false;
  let own = cell + offsetof<KnownCell>();
  let at = from;
  while (at + 8 <= end) {
    if (load<u64>(own) != load<u64>(at)) return false;
    own += 8;
    at += 8;
  }
  const rest = (<u64>(end - at)) << 3;
  return load<u64>(own) == (load<u64>(at) & (((<u64>1) << rest) - 1));
}

/** Teaches the code of the cell `[from, end)` of a column. One that is known, too long or has no room is left. */
export function cellAdd(state: CellBatch, column: u32, from: usize, end: usize, code: u32): void {
  if (end - from > LONGEST_CELL) return;
  const hash = <u32>hashOf(state.key, column, from, end);
  const slot = findSlot(state, hash, column, from, end);
  if (slot.cell != 0) return;
  const count = state.cells;
  const cell = state.pool;
  const words = (end - from) / 8 + 1;
  const next = cell + offsetof<KnownCell>() + words * 8;
  if (count * 2 >= state.slotCount || next > state.poolEnd) return;
  const known = changetype<KnownCell>(cell);
  known.column = column;
  known.bytes = end - from;
  known.code = code;
  // The bytes behind the cell are 0: that memory is fresh.
  memory.copy(cell + offsetof<KnownCell>(), from, end - from);
  state.cells = count + 1;
  state.pool = next;
  slot.hash = hash;
  slot.cell = cell;
}
