/**
 * Lines of a file that were read before, byte for byte: the kernel behind a memo that spares taking a repeated line apart
 * (its twin is src/table/line-cache.ts), and copies of lines.
 */
import { LineAhead, LineCache, LineSlot } from './layouts.generated';

const AHEAD: usize = 16;
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
export function lineSkip(state: LineCache, from: usize, limit: usize): usize {
  let repeats: u32 = 0;
  let unknown = false;
  let passed = state.passed;
  state.end = 0;
  while (from < limit) {
    let next = state.next;
    let end = state.aheadEnd;
    // Reuses the lines looked ahead if the next one begins here: the unknown line was one line.
    if (next == end || changetype<LineAhead>(next).from != from) {
      next = changetype<usize>(state) + offsetof<LineCache>();
      end = lookAhead(state, next, from, limit);
      state.aheadEnd = end;
      if (end == next) break;
    }
    const slots = state.slots;
    const shift = state.shift;
    const mask: usize = ((<usize>1) << (32 - shift)) * offsetof<LineSlot>() - 1;
    while (next < end && !unknown) {
      const line = changetype<LineAhead>(next);
      const short = line.hash;
      const home = homeOf(short, shift);
      let offset = home;
      for (;;) {
        const slot = changetype<LineSlot>(slots + offset);
        if (slot.start == 0) {
          const probes = <u32>((offset - home) & mask) / <u32>offsetof<LineSlot>();
          if (probes > state.longestProbe) state.longestProbe = probes;
          state.hash = short;
          state.slot = changetype<usize>(slot);
          state.end = line.end;
          unknown = true;
          break;
        }
        if (slot.hash == short && isLine(slot.start, line.from, line.end)) {
          slot.repeats++;
          if (passed != 0) {
            store<u32>(passed, slot.line & ~ENDS_WITH_CRLF);
            passed += 4;
          }
          repeats++;
          break;
        }
        offset = (offset + offsetof<LineSlot>()) & mask;
      }
      from = unknown ? line.from : line.end;
      next += offsetof<LineAhead>();
    }
    state.next = next;
    if (unknown) break;
  }
  state.repeats = repeats;
  state.passed = passed;
  return from;
}

function homeOf(hash: u32, shift: u32): usize {
  return <usize>((hash * 0x9e3779b1) >> shift) * offsetof<LineSlot>();
}

/** Hashes the next lines into `ahead` and touches what looking them up will read. Returns the end of what it filled. */
function lookAhead(state: LineCache, ahead: usize, from: usize, limit: usize): usize {
  const key = state.key;
  const slots = state.slots;
  const shift = state.shift;
  const last = ahead + AHEAD * offsetof<LineAhead>();
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
    const line = changetype<LineAhead>(end);
    line.from = from;
    line.end = at;
    line.hash = <u32>(hash ^ (hash >> 32));
    end += offsetof<LineAhead>();
    from = at;
  }
  for (let line = ahead; line < end; line += offsetof<LineAhead>()) {
    const ahead = changetype<LineAhead>(line);
    ahead.candidate = changetype<LineSlot>(slots + homeOf(ahead.hash, shift)).start;
  }
  let touched: u64 = 0;
  for (let line = ahead; line < end; line += offsetof<LineAhead>()) {
    const start = changetype<LineAhead>(line).candidate;
    touched ^= load<u64>(start) ^ load<u64>(start, 64);
  }
  // Kept, so that the reads are.
  state.touched = touched;
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
export function lineAdd(state: LineCache, from: usize): i32 {
  const bytes = state.end - from;
  let at = state.pool;
  if (at + bytes > state.poolEnd) {
    at = openSegment(state, bytes);
    if (at == 0) return -1;
  }
  memory.copy(at, from, bytes);
  state.pool = at + bytes;
  const line = state.lines;
  state.lines = line + 1;
  const slot = changetype<LineSlot>(state.slot);
  slot.hash = state.hash;
  slot.start = at;
  const isCrlf = bytes > 1 && load<u8>(at + bytes - 2) == CR;
  slot.line = isCrlf ? line | ENDS_WITH_CRLF : line;
  const half: u32 = (<u32>1) << (31 - state.shift);
  if (line + 1 > half && !growSlots(state)) {
    // The next line would fill more than half: none is added any more.
    state.limit = state.top;
    state.spareEnd = 0;
    state.poolEnd = state.pool;
  }
  return line;
}

/** Another stretch for lines, at least `bytes` long. Returns its address, or 0 when there is none. */
function openSegment(state: LineCache, bytes: usize): usize {
  let start = state.spare;
  let end = state.spareEnd;
  state.spareEnd = 0;
  if (end == 0 || end - start < bytes) {
    start = state.top;
    end = start + max(bytes, SEGMENT_BYTES);
    if (end > state.limit) return 0;
    state.top = end;
  }
  state.poolEnd = end;
  return start;
}

/** Twice the slots, those of before being room for lines. Returns false when there is no room. */
function growSlots(state: LineCache): bool {
  const before = state.slots;
  const shift = state.shift - 1;
  const bytes: usize = ((<usize>1) << (32 - shift)) * offsetof<LineSlot>();
  const slots = state.top;
  if (bytes > state.limit - slots) return false;
  const mask = bytes - 1;
  const beforeEnd = before + (bytes >> 1);
  for (let from = before; from < beforeEnd; from += offsetof<LineSlot>()) {
    const slot = changetype<LineSlot>(from);
    if (slot.start == 0) continue;
    let offset = homeOf(slot.hash, shift);
    while (changetype<LineSlot>(slots + offset).start != 0) offset = (offset + offsetof<LineSlot>()) & mask;
    store<u64>(slots + offset, load<u64>(from));
    store<u64>(slots + offset, load<u64>(from, 8), 8);
  }
  state.slots = slots;
  state.shift = shift;
  state.top = slots + bytes;
  state.spare = before;
  state.spareEnd = beforeEnd;
  return true;
}
