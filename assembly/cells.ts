/**
 * Lines that are taken apart into the codes of their cells: the short way for lines that are new but hold nothing but cells that
 * were met before in their columns. Everything else is left to src/table/csv-byte-scanner.ts, the twin, which teaches what it met.
 *
 * state  written by src/engine/wasm/cell-batch.ts
 *    0 key        u64  odd, drawn once per process: nobody can prepare cells that collide. It changes no result
 *    8 delimiters u64  the delimiter eight times
 *   16 slotsPtr   u32  u32[slots][2]: hash, address of the cell (0: empty slot)
 *   20 slots      u32  a power of two; half of them are filled at most
 *   24 cells      u32  cells that are known
 *   28 poolPtr    u32  where the next cell goes: u32 column, u32 bytes, u32 code, u32 0, then its bytes and zeros up to a whole word,
 *                      at least one zero             32 poolEnd u32
 *   36 columns    u32  columns of a line             40 batchPtr u32  where the codes of column 0 go
 *   44 keptPtr    u32  u32[columns]: number of the column in the batch, or SKIPPED
 *   48 rows       u32  rows of a batch: u32[kept columns][rows] codes, u32[rows] numbers, i32[rows] lines of the memo
 *   52 kept       u32  kept columns                  56 longest  u32  longest cell of a column that is skipped, in bytes
 *   60 row        u32  rows that stand in the batch  64 repeats  u32  known lines that cellsTake passed
 *   68 crlf       u32  lines that cellsTake took apart and that end with CRLF
 */
import { CR, HIGH_BITS, lineAdd, lineSkip, LOW_BITS } from './lines';

const SKIPPED: u32 = 0xffffffff;
const LONGEST_CELL: usize = 56;
const CELL_HEADER: usize = 16;
const COLUMN_FACTOR: u64 = 0x9e3779b97f4a7c15;
const QUOTE: u8 = 34;

/**
 * Passes the known lines that begin at `from`, and takes apart those lines between them whose cells are all known: their codes, the
 * number of their row (`number` for the next one, known lines counted) and their number in the memo go into the batch.
 * Returns where the first line begins that is neither, or which the batch has no room for, or `limit`; lines as for lineSkip.
 */
export function cellsTake(memo: usize, state: usize, from: usize, limit: usize, number: u32): usize {
  const rows = load<u32>(state, 48);
  const numbers = <usize>load<u32>(state, 40) + ((<usize>load<u32>(state, 52) * rows) << 2);
  const lines = numbers + ((<usize>rows) << 2);
  let row = load<u32>(state, 60);
  let repeats: u32 = 0;
  let crlf: u32 = 0;
  while (row < rows) {
    from = lineSkip(memo, from, limit);
    repeats += load<u32>(memo, 56);
    const end = <usize>load<u32>(memo, 52);
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
  store<u32>(state, row, 60);
  store<u32>(state, repeats, 64);
  store<u32>(state, crlf, 68);
  return from;
}

/** Writes the codes of the line from `from` to `end`, its line end left out, into a row of the batch. False: it is left as it is. */
function takeApart(state: usize, from: usize, end: usize, row: u32): bool {
  const columns = load<u32>(state, 36);
  const kept = <usize>load<u32>(state, 44);
  const batch = <usize>load<u32>(state, 40) + ((<usize>row) << 2);
  const stride = (<usize>load<u32>(state, 48)) << 2;
  const delimiters = load<u64>(state, 8);
  const delimiter = <u8>delimiters;
  let at = from;
  for (let column: u32 = 0; column < columns; column++) {
    const isLast = column + 1 == columns;
    const to = load<u32>(kept + ((<usize>column) << 2));
    let cellEnd = end;
    if (to == SKIPPED) {
      cellEnd = skipPlain(at, end, delimiter);
      if (cellEnd == 0 || cellEnd - at > <usize>load<u32>(state, 56)) return false;
    } else {
      if (!isLast) cellEnd = cellEndOf(at, end, delimiters);
      if (cellEnd == 0 || cellEnd - at > LONGEST_CELL) return false;
      const hash = <u32>hashOf(load<u64>(state), column, at, cellEnd);
      const cell = <usize>load<u32>(findSlot(state, hash, column, at, cellEnd), 4);
      if (cell == 0) return false;
      store<u32>(batch + <usize>to * stride, load<u32>(cell, 8));
    }
    if (isLast) return cellEnd == end;
    if (cellEnd == end) return false;
    at = cellEnd + 1;
  }
  return false;
}

/** Where the cell from `at` ends: at the next delimiter, or `end`; 0 when it is too long. */
function cellEndOf(at: usize, end: usize, delimiters: u64): usize {
  const last = min(end, at + LONGEST_CELL);
  for (let word = at; word <= last; word += 8) {
    const masked = load<u64>(word) ^ delimiters;
    const found = (masked - LOW_BITS) & ~masked & HIGH_BITS;
    if (found != 0) return min(word + <usize>(ctz(found) >> 3), end);
  }
  return end <= last ? end : 0;
}

/** The same for a cell that nobody looks up: 0 when it holds anything but ASCII without quotes, CR and NUL. */
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

/** Address of the slot of the cell `[from, end)` of a column; an empty one, where it goes, when it is not known. */
function findSlot(state: usize, hash: u32, column: u32, from: usize, end: usize): usize {
  const slots = <usize>load<u32>(state, 16);
  const mask = load<u32>(state, 20) - 1;
  const home = (hash * 0x9e3779b1) >> 16;
  let probe: u32 = 0;
  let slot = slots + ((<usize>(home & mask)) << 3);
  while (load<u32>(slot, 4) != 0) {
    const cell = <usize>load<u32>(slot, 4);
    if (load<u32>(slot) == hash && isCell(cell, column, from, end)) return slot;
    probe++;
    slot = slots + ((<usize>((home + probe) & mask)) << 3);
  }
  return slot;
}

function isCell(cell: usize, column: u32, from: usize, end: usize): bool {
  if (load<u32>(cell) != column || <usize>load<u32>(cell, 4) != end - from) return false;
  let own = cell + CELL_HEADER;
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
export function cellAdd(state: usize, column: u32, from: usize, end: usize, code: u32): void {
  if (end - from > LONGEST_CELL) return;
  const hash = <u32>hashOf(load<u64>(state), column, from, end);
  const slot = findSlot(state, hash, column, from, end);
  if (load<u32>(slot, 4) != 0) return;
  const count = load<u32>(state, 24);
  const cell = <usize>load<u32>(state, 28);
  const words = (end - from) / 8 + 1;
  const next = cell + CELL_HEADER + words * 8;
  if (count * 2 >= load<u32>(state, 20) || next > <usize>load<u32>(state, 32)) return;
  store<u32>(cell, column);
  store<u32>(cell, <u32>(end - from), 4);
  store<u32>(cell, code, 8);
  store<u64>(next - 8, 0);
  memory.copy(cell + CELL_HEADER, from, end - from);
  store<u32>(state, count + 1, 24);
  store<u32>(state, <u32>next, 28);
  store<u32>(slot, hash);
  store<u32>(slot, <u32>cell, 4);
}
