/** Moving records of `stride` words; `h` is the search's block. Written by hand, as is its twin. */
import { CHANGE_MAP, CHANGE_WORDS, Heap, KEY_WORD, MASK, SHIFT } from './context.generated';
import { copyWords, fillWords } from './heap';

/**
 * One stable counting pass over `count` records of `stride` words: by the bits `mask`, after shifting, of one word.
 * Returns false, with nothing written, when all agree in them.
 */
export function sortPass(
  h: Heap,
  from: i32,
  to: i32,
  count: i32,
  stride: i32,
  word: i32,
  shift: i32,
  mask: i32,
  bins: i32,
): boolean {
  if (count == 0) return false;
  fillWords(h, bins, mask + 1, 0);
  const bytes = (<usize>stride) << 2;
  const table = changetype<usize>(h) + ((<usize>bins) << 2);
  const source = changetype<usize>(h) + ((<usize>from) << 2);
  const end = source + <usize>count * bytes;
  const key = (<usize>word) << 2;
  for (let at = source + key; at < end; at += bytes) {
    const bin = table + ((<usize>((load<i32>(at) >>> shift) & mask)) << 2);
    store<i32>(bin, load<i32>(bin) + 1);
  }
  if (load<i32>(table + ((<usize>((load<i32>(source + key) >>> shift) & mask)) << 2)) == count) return false;
  // Addresses fit 32 bits: so does what the bins hold.
  let sum = changetype<usize>(h) + ((<usize>to) << 2);
  const last = table + ((<usize>mask) << 2);
  for (let bin = table; bin <= last; bin += 4) {
    const records = load<i32>(bin);
    store<usize>(bin, sum);
    sum += <usize>records * bytes;
  }
  if (stride == 2) {
    for (let at = source; at < end; at += 8) {
      const bin = table + ((<usize>((load<i32>(at + key) >>> shift) & mask)) << 2);
      const place = load<usize>(bin);
      store<usize>(bin, place + 8);
      store<i64>(place, load<i64>(at));
    }
    return true;
  }
  if (stride == 3) {
    for (let at = source; at < end; at += 12) {
      const bin = table + ((<usize>((load<i32>(at + key) >>> shift) & mask)) << 2);
      const place = load<usize>(bin);
      store<usize>(bin, place + 12);
      store<i64>(place, load<i64>(at));
      store<i32>(place, load<i32>(at, 8), 8);
    }
    return true;
  }
  for (let at = source; at < end; at += bytes) {
    const bin = table + ((<usize>((load<i32>(at + key) >>> shift) & mask)) << 2);
    const place = load<usize>(bin);
    store<usize>(bin, place + bytes);
    for (let w: usize = 0; w < bytes; w += 4) store<i32>(place + w, load<i32>(at + w));
  }
  return true;
}

/**
 * Copies the records whose bits `mask`, after shifting, of one word are below `least` (`upper` 0) or not (1), in order.
 * May write in place, and one record past the last. Returns their number.
 */
export function takeSide(
  h: Heap,
  from: i32,
  count: i32,
  stride: i32,
  word: i32,
  shift: i32,
  mask: i32,
  least: i32,
  upper: i32,
  to: i32,
): i32 {
  const bytes = (<usize>stride) << 2;
  const source = changetype<usize>(h) + ((<usize>from) << 2);
  const end = source + <usize>count * bytes;
  const key = (<usize>word) << 2;
  let written: i32 = 0;
  let slot = changetype<usize>(h) + ((<usize>to) << 2);
  // Every record is written, and the next one over it when it was not wanted: no branch on data.
  for (let at = source; at < end; at += bytes) {
    const side = i32(((load<i32>(at + key) >>> shift) & mask) >= least);
    if (stride == 2) store<i64>(slot, load<i64>(at));
    else for (let w: usize = 0; w < bytes; w += 4) store<i32>(slot + w, load<i32>(at + w));
    const taken = i32(side == upper);
    written += taken;
    slot += (<usize>-taken) & bytes;
  }
  return written;
}

/**
 * Histogram of two attributes, [height][width], each cell the rows at or before it in both: of `count` cells, their
 * leaves in the one and in the other, and their rows.
 */
export function sumGrid(
  h: Heap,
  leaves: i32,
  others: i32,
  rows: i32,
  count: i32,
  grid: i32,
  height: i32,
  width: i32,
): void {
  fillWords(h, grid, height * width, 0);
  const table = changetype<usize>(h) + ((<usize>grid) << 2);
  const first = changetype<usize>(h) + ((<usize>leaves) << 2);
  const second = changetype<usize>(h) + ((<usize>others) << 2) - first;
  const third = changetype<usize>(h) + ((<usize>rows) << 2) - first;
  const end = first + ((<usize>count) << 2);
  for (let at = first; at < end; at += 4) {
    const place = table + ((<usize>(load<i32>(at) * width + load<i32>(at + second))) << 2);
    store<i32>(place, load<i32>(place) + load<i32>(at + third));
  }
  const row = (<usize>width) << 2;
  const below = table + row;
  const last = table + <usize>height * row;
  let sum: i32 = 0;
  for (let at = table; at < below; at += 4) {
    sum += load<i32>(at);
    store<i32>(at, sum);
  }
  let next = below;
  while (next < last) {
    const stop = next + row;
    sum = 0;
    for (; next < stop; next += 4) {
      sum += load<i32>(next);
      store<i32>(next, sum + load<i32>(next - row));
    }
  }
}

/**
 * Writes `count` cells to `to` with the first leaves that h.changed says, those that agree then as one, in order of first appearance. Takes
 * only cells whose bits `mask`, after shifting, of one word are below `least` (`side` 0) or not (1); all with a `mask` of 0. May write in
 * place, and one cell past the last. Returns the number of cells written.
 */
export function mergeRecords(
  h: Heap,
  from: i32,
  count: i32,
  word: i32,
  shift: i32,
  mask: i32,
  least: i32,
  side: i32,
  to: i32,
): i32 {
  const base = changetype<usize>(h);
  const bytes = (<usize>h.stride) << 2;
  const first = base + ((<usize>to) << 2);
  let taken = count;
  if (mask == 0) {
    if (to != from) copyWords(h, to, from, count * h.stride);
  } else taken = takeSide(h, from, count, h.stride, word, shift, mask, least, side, to);
  const end = first + <usize>taken * bytes;
  const changes = base + ((<usize>h.changed) << 2);
  const last = changes + ((<usize>(CHANGE_WORDS * h.kept)) << 2);
  for (let change = changes; change < last; change += CHANGE_WORDS << 2) changeKeys(h, change, first, end, bytes);
  const keyBytes = (<usize>h.keyWords) << 2;
  const sets = keyBytes + ((<usize>h.sets) << 2);
  let capacity: i32 = 16;
  while (capacity < 2 * taken) capacity <<= 1;
  fillWords(h, h.hash, capacity, -1);
  const places = (capacity - 1) << 2;
  const table = base + ((<usize>h.hash) << 2);
  let slot = first;
  for (let at = first; at < end; at += bytes) {
    const key = load<i32>(at);
    let mixed = mixedWith(0, key);
    for (let w: usize = 4; w < keyBytes; w += 4) mixed = mixedWith(mixed, load<i32>(at + w));
    let place = (mixed << 2) & places;
    while (true) {
      // The place of a cell, counted in bytes from the first.
      const other = load<i32>(table + <usize>place);
      if (other < 0) {
        store<i32>(table + <usize>place, <i32>(slot - first));
        if (bytes == 8) store<i64>(slot, load<i64>(at));
        else for (let w: usize = 0; w < bytes; w += 4) store<i32>(slot + w, load<i32>(at + w));
        slot += bytes;
        break;
      }
      const known = first + <usize>other;
      if (load<i32>(known) == key && (keyBytes == 4 || agree(known, at, keyBytes))) {
        for (let w = keyBytes; w < sets; w += 4) store<i32>(known + w, load<i32>(known + w) + load<i32>(at + w));
        for (let w = sets; w < bytes; w += 4) store<i32>(known + w, load<i32>(known + w) | load<i32>(at + w));
        break;
      }
      place = (place + 4) & places;
    }
  }
  return <i32>((slot - first) / bytes);
}

/** Moves the cells of [from, end) to new first leaves in the attribute of one entry of h.changed. */
function changeKeys(h: Heap, change: usize, from: usize, end: usize, bytes: usize): void {
  const word = (<usize>load<i32>(change, KEY_WORD << 2)) << 2;
  const shift = load<i32>(change, SHIFT << 2);
  const mask = load<i32>(change, MASK << 2);
  const map = changetype<usize>(h) + ((<usize>load<i32>(change, CHANGE_MAP << 2)) << 2);
  for (let at = from + word; at < end; at += bytes) {
    const key = load<i32>(at);
    const before = (key >>> shift) & mask;
    store<i32>(at, key ^ ((before ^ load<i32>(map + ((<usize>before) << 2))) << shift));
  }
}

function mixedWith(mixed: i32, key: i32): i32 {
  mixed = (mixed ^ key) * -1640531535;
  return mixed ^ (mixed >>> 15);
}

function agree(key: usize, other: usize, bytes: usize): boolean {
  for (let w: usize = 4; w < bytes; w += 4) if (load<i32>(key + w) != load<i32>(other + w)) return false;
  return true;
}
