/**
 * The linear memory. Blocks and scratch are handed out by src/engine/wasm/memory.ts; kernels get addresses and never
 * allocate. This file holds the only memory.grow.
 */
import { OUT_OF_MEMORY } from './status';

/** First byte that no static data of the module uses. */
export function heapBase(): usize {
  return (__heap_base + 15) & ~15;
}

/** Grows the memory to `pages` pages of 64 KiB, more than there are. Returns 0, or OUT_OF_MEMORY with nothing changed. */
export function growTo(pages: i32): i32 {
  return memory.grow(pages - memory.size()) < 0 ? OUT_OF_MEMORY : 0;
}

const WIPED_BYTES: usize = 4096;

/**
 * Zeroes `bytes` bytes, a multiple of 8, from a multiple of 8 on, by stretches that are not 0 already: pages that were never
 * touched stay so, and cost nothing.
 */
export function wipe(ptr: usize, bytes: usize): void {
  const end = ptr + bytes;
  while (ptr < end) {
    const to = min(ptr + WIPED_BYTES, end);
    let at = ptr;
    while (at < to && load<u64>(at) == 0) at += 8;
    if (at < to) memory.fill(at, 0, to - at);
    ptr = to;
  }
}
