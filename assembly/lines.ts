/**
 * Lines of a file that were read before, byte for byte: the kernel behind a memo that spares taking a repeated line apart
 * (its twin is src/table/line-memo.ts), and copies of lines.
 *
 * state  written by src/engine/wasm/line-memo.ts
 *    0 key        u64  odd, drawn once per process: nobody can prepare lines that collide. It changes no result
 *    8 slotsPtr   u32  u32[slots][4]: hash, where the line begins (0: empty slot), its number and, as the highest bit,
 *                      whether it ends with CRLF, times it came again
 *   12 shift      u32  32 - log2(slots); half of the slots are filled at most
 *   16 lines      u32  lines that are known
 *   20 poolPtr    u32  where the next line goes     24 poolEnd  u32  end of that stretch of the pool
 *   28 top        u32  first byte that was never used; from here on all is 0
 *   32 limit      u32  first byte that may not be used
 *   36 sparePtr   u32  slots of before, now room for lines        40 spareEnd u32
 *   44 hash       u32  of the line that lineSkip stopped at       48 slot  u32  its slot
 *   52 end        u32  where it ends, its LF included; 0 when it has none
 *   56 repeats    u32  known lines that lineSkip passed
 *   60 longest    u32  longest probe so far, in slots
 *   64 nextPtr    u32  the first line looked ahead that is not done, and the end of those     68 aheadEnd u32
 *   72 touched    u64  means nothing
 *   80 passedPtr  u32  where the number of the next known line that is passed goes, or 0: they are not written down
 *   88 ahead      u32[AHEAD][4]  lines looked ahead: where they begin, where they end, hash, scratch
 */
const SLOT_BYTES: usize = 16;
const HEADER_BYTES: usize = 88;
const AHEAD: usize = 16;
const AHEAD_BYTES: usize = 16;
const SEGMENT_BYTES: usize = 0x10000;
export const LOW_BITS: u64 = 0x0101010101010101;
export const HIGH_BITS: u64 = 0x8080808080808080;
const LINE_FEEDS: u64 = 0x0a0a0a0a0a0a0a0a;
export const CR: u8 = 13;
const ENDS_WITH_CRLF: u32 = 0x80000000;

/**
 * Passes the known lines that begin at `from`, each of which then counts as a repeat and is written down where that is asked
 * for. Lines end with an LF before `limit`; 8 bytes from `limit` on can be read. Returns where the first line begins that is not known, or `limit`.
 *
 * Lines are looked up AHEAD at a time: their slots, then their bytes in the pool, are touched one right after the other, so
 * that the waits for memory run side by side; they are most of the time when there are many lines.
 */
export function lineSkip(state: usize, from: usize, limit: usize): usize {
  let repeats: u32 = 0;
  let unknown = false;
  let passed = <usize>load<u32>(state, 80);
  store<u32>(state, 0, 52);
  while (from < limit) {
    let next = <usize>load<u32>(state, 64);
    let end = <usize>load<u32>(state, 68);
    // What was looked ahead is used when the line that was not known turned out to be one line.
    if (next == end || load<u32>(next) != <u32>from) {
      next = state + HEADER_BYTES;
      end = lookAhead(state, next, from, limit);
      store<u32>(state, <u32>end, 68);
      if (end == next) break;
    }
    const slots = <usize>load<u32>(state, 8);
    const shift = load<u32>(state, 12);
    const mask: usize = ((<usize>1) << (32 - shift)) * SLOT_BYTES - 1;
    while (next < end && !unknown) {
      const short = load<u32>(next, 8);
      const home = homeOf(short, shift);
      let offset = home;
      for (;;) {
        const slot = slots + offset;
        const start = <usize>load<u32>(slot, 4);
        if (start == 0) {
          const probes = <u32>((offset - home) & mask) / <u32>SLOT_BYTES;
          if (probes > load<u32>(state, 60)) store<u32>(state, probes, 60);
          store<u32>(state, short, 44);
          store<u32>(state, <u32>slot, 48);
          store<u32>(state, load<u32>(next, 4), 52);
          unknown = true;
          break;
        }
        if (load<u32>(slot) == short && isLine(start, <usize>load<u32>(next), <usize>load<u32>(next, 4))) {
          store<u32>(slot, load<u32>(slot, 12) + 1, 12);
          if (passed != 0) {
            store<u32>(passed, load<u32>(slot, 8) & ~ENDS_WITH_CRLF);
            passed += 4;
          }
          repeats++;
          break;
        }
        offset = (offset + SLOT_BYTES) & mask;
      }
      from = <usize>(unknown ? load<u32>(next) : load<u32>(next, 4));
      next += AHEAD_BYTES;
    }
    store<u32>(state, <u32>next, 64);
    if (unknown) break;
  }
  store<u32>(state, repeats, 56);
  store<u32>(state, <u32>passed, 80);
  return from;
}

function homeOf(hash: u32, shift: u32): usize {
  return <usize>((hash * 0x9e3779b1) >> shift) * SLOT_BYTES;
}

/** Hashes the next lines into `ahead` and touches what looking them up will read. Returns the end of what it filled. */
function lookAhead(state: usize, ahead: usize, from: usize, limit: usize): usize {
  const key = load<u64>(state);
  const slots = <usize>load<u32>(state, 8);
  const shift = load<u32>(state, 12);
  const last = ahead + AHEAD * AHEAD_BYTES;
  let end = ahead;
  while (end < last && from < limit) {
    let hash = key;
    let at = from;
    let ends: u64 = 0;
    let bits: u64 = 0;
    do {
      bits = load<u64>(at);
      const masked = bits ^ LINE_FEEDS;
      // The lowest set bit is that of the first LF among the eight bytes.
      ends = (masked - LOW_BITS) & ~masked & HIGH_BITS;
      if (ends != 0) break;
      hash = (hash ^ bits) * key;
      hash ^= hash >> 29;
      at += 8;
    } while (at < limit);
    if (ends == 0) break;
    const rest = (<u64>ctz(ends)) & ~7;
    at += <usize>(rest >> 3) + 1;
    if (at > limit) break;
    hash = (hash ^ (bits & (((<u64>1) << rest) - 1)) ^ (rest << 56)) * key;
    store<u32>(end, <u32>from);
    store<u32>(end, <u32>at, 4);
    store<u32>(end, <u32>(hash ^ (hash >> 32)), 8);
    end += AHEAD_BYTES;
    from = at;
  }
  for (let line = ahead; line < end; line += AHEAD_BYTES) {
    store<u32>(line, load<u32>(slots + homeOf(load<u32>(line, 8), shift), 4), 12);
  }
  let touched: u64 = 0;
  for (let line = ahead; line < end; line += AHEAD_BYTES) {
    const start = <usize>load<u32>(line, 12);
    touched ^= load<u64>(start) ^ load<u64>(start, 64);
  }
  // Kept, so that the reads are.
  store<u64>(state, touched, 72);
  return end;
}

/** True when the line at `start` of the pool is the one from `from` to `end`. */
function isLine(start: usize, from: usize, end: usize): bool {
  // Both end with their only LF: when all bytes up to it are equal, so are the lengths.
  const words = from + ((end - 1 - from) & ~7);
  let other = start;
  for (let own = from; own < words; own += 8, other += 8) {
    if (load<u64>(own) != load<u64>(other)) return false;
  }
  // Shifted out: what stands beyond the LF.
  const beyond = (<u64>(8 - (end - words))) << 3;
  return (load<u64>(words) ^ load<u64>(other)) << beyond == 0;
}

/**
 * Adds the line that lineSkip stopped at, from `from` to its end. Returns its number, or -1 when there is no room for it.
 */
export function lineAdd(state: usize, from: usize): i32 {
  const bytes = <usize>load<u32>(state, 52) - from;
  let at = <usize>load<u32>(state, 20);
  // A word may be read beyond the last byte.
  if (at + bytes + 8 > <usize>load<u32>(state, 24)) {
    at = openSegment(state, bytes + 8);
    if (at == 0) return -1;
  }
  memory.copy(at, from, bytes);
  store<u32>(state, <u32>(at + bytes), 20);
  const line = load<u32>(state, 16);
  store<u32>(state, line + 1, 16);
  const slot = <usize>load<u32>(state, 48);
  store<u32>(slot, load<u32>(state, 44));
  store<u32>(slot, <u32>at, 4);
  const isCrlf = bytes > 1 && load<u8>(at + bytes - 2) == CR;
  store<u32>(slot, isCrlf ? line | ENDS_WITH_CRLF : line, 8);
  const half: u32 = (<u32>1) << (31 - load<u32>(state, 12));
  if (line + 1 > half && !growSlots(state)) {
    // The next line would fill more than half: none is added any more.
    store<u32>(state, load<u32>(state, 28), 32);
    store<u32>(state, 0, 40);
    store<u32>(state, load<u32>(state, 20), 24);
  }
  return line;
}

/** Another stretch for lines, at least `bytes` long. Returns its address, or 0 when there is none. */
function openSegment(state: usize, bytes: usize): usize {
  let start = <usize>load<u32>(state, 36);
  let end = <usize>load<u32>(state, 40);
  store<u32>(state, 0, 40);
  if (end == 0 || end - start < bytes) {
    start = <usize>load<u32>(state, 28);
    end = start + max(bytes, SEGMENT_BYTES);
    if (end > <usize>load<u32>(state, 32)) return 0;
    store<u32>(state, <u32>end, 28);
  }
  store<u32>(state, <u32>end, 24);
  return start;
}

/** Twice the slots, those of before being room for lines. Returns false when there is no room. */
function growSlots(state: usize): bool {
  const before = <usize>load<u32>(state, 8);
  const shift = load<u32>(state, 12) - 1;
  const bytes: usize = ((<usize>1) << (32 - shift)) * SLOT_BYTES;
  const slots = <usize>load<u32>(state, 28);
  if (bytes > <usize>load<u32>(state, 32) - slots) return false;
  const mask = bytes - 1;
  const beforeEnd = before + (bytes >> 1);
  for (let from = before; from < beforeEnd; from += SLOT_BYTES) {
    if (load<u32>(from, 4) == 0) continue;
    let offset: usize = <usize>((load<u32>(from) * 0x9e3779b1) >> shift) * SLOT_BYTES;
    while (load<u32>(slots + offset, 4) != 0) offset = (offset + SLOT_BYTES) & mask;
    store<u64>(slots + offset, load<u64>(from));
    store<u64>(slots + offset, load<u64>(from, 8), 8);
  }
  store<u32>(state, <u32>slots, 8);
  store<u32>(state, shift, 12);
  store<u32>(state, <u32>(slots + bytes), 28);
  store<u32>(state, <u32>before, 36);
  store<u32>(state, <u32>beforeEnd, 40);
  return true;
}
