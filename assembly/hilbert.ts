/**
 * Keys on a Hilbert curve. J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004: coordinates to
 * the transposed index, whose bits, taken from the top bit of every word in turn, are the key. src/engine/js/hilbert.ts is the twin.
 */
import { HilbertCurve } from './layouts.generated';

/** Does points from .. to - 1. O(dimensions * bits) each. */
export function hilbertKeys(curve: HilbertCurve, from: u32, to: u32): void {
  const points = curve.points;
  const dimensions = curve.dimensions;
  const bits = curve.bits;
  const x = curve.x;
  const top: u32 = 1 << (bits - 1);
  const last = x + ((dimensions - 1) << 2);
  const stride = curve.count << 2;
  for (let point = (<usize>from) << 2, end = (<usize>to) << 2; point < end; point += 4) {
    for (let d: usize = 0; d < dimensions; d++) store<u32>(x + (d << 2), load<u32>(points + d * stride + point));
    let first = load<u32>(x);
    for (let q = top; q > 1; q >>= 1) {
      const p = q - 1;
      // The first coordinate against itself: nothing to exchange.
      if (first & q) first ^= p;
      for (let at = x + 4; at <= last; at += 4) {
        const own = load<u32>(at);
        if (own & q) first ^= p;
        else {
          const t = (first ^ own) & p;
          first ^= t;
          store<u32>(at, own ^ t);
        }
      }
    }
    store<u32>(x, first);
    for (let at = x + 4; at <= last; at += 4) store<u32>(at, load<u32>(at) ^ load<u32>(at - 4));
    let t: u32 = 0;
    const lowest = load<u32>(last);
    for (let q = top; q > 1; q >>= 1) if (lowest & q) t ^= q - 1;
    let word: u32 = 0;
    let filled: u32 = 0;
    let key = curve.keys + point;
    for (let bit = <i32>bits - 1; bit >= 0; bit--) {
      for (let at = x; at <= last; at += 4) {
        word = (word << 1) | (((load<u32>(at) ^ t) >> bit) & 1);
        if (++filled == 32) {
          store<u32>(key, word);
          key += stride;
          word = 0;
          filled = 0;
        }
      }
    }
    if (filled > 0) store<u32>(key, word << (32 - filled));
  }
}
