/**
 * Points in a space of numbers from which groups of near rows are taken (PointScan of src/engine/engine.ts).
 * src/engine/js/point-scan.ts is the twin, addition for addition. Points left stand side by side in the first places; one that
 * is taken gives its place to the last. The context:
 *
 *   0  dimensions    4  u32[points] number of the point    8   f64[points] distance from the nearest join
 *   1  points        5  u32[points] rows left              9   u32[points] that join
 *   2  points left   6  u32[points] place of every point   10  u32[points + 1] nearest points
 *   3  f64[dimensions][points] by place                    11  f64[points + 1] their distances
 *   7  f64[points] distances, scratch                      12  joins
 */

const NONE: u32 = 0xffffffff;

function word(context: usize, index: usize): usize {
  return <usize>load<u32>(context + (index << 2));
}

/** Squared distances of the points left into word 7, summed by dimension. */
function measure(context: usize, from: usize): void {
  const dimensions = word(context, 0);
  const stride = word(context, 1) << 3;
  const end = word(context, 2) << 3;
  const values = word(context, 3);
  const distance = word(context, 7);
  let at: usize = 0;
  for (; at + 16 <= end; at += 16) {
    let sum = f64x2.splat(0);
    for (let d: usize = 0; d < dimensions; d++) {
      const difference = f64x2.sub(v128.load(values + d * stride + at), v128.load64_splat(from + (d << 3)));
      sum = f64x2.add(sum, f64x2.mul(difference, difference));
    }
    v128.store(distance + at, sum);
  }
  for (; at < end; at += 8) {
    let sum: f64 = 0;
    for (let d: usize = 0; d < dimensions; d++) {
      const difference = load<f64>(values + d * stride + at) - load<f64>(from + (d << 3));
      sum += difference * difference;
    }
    store<f64>(distance + at, sum);
  }
}

/** The number of the point that is farthest by f64[points left] distances; of several the smallest. */
function farthestOf(context: usize, distance: usize): u32 {
  const left = word(context, 2);
  const numbers = word(context, 4);
  let most: f64 = -1;
  let best = NONE;
  for (let i: usize = 0; i < left; i++) {
    const d = load<f64>(distance + (i << 3));
    if (d < most) continue;
    const number = load<u32>(numbers + (i << 2));
    if (d > most || number < best) best = number;
    most = d;
  }
  return best;
}

/** The point farthest from f64[dimensions] `from`; -1 when none is left. O(points * dimensions). */
export function pointFarthest(context: usize, from: usize): u32 {
  measure(context, from);
  return farthestOf(context, word(context, 7));
}

/**
 * The nearest points into words 10 and 11, as few as have `rows` rows together. result u32[2] out: how many, the farthest
 * point. O(points * dimensions), and the insertions.
 */
export function pointAround(context: usize, from: usize, rows: u32, result: usize): void {
  measure(context, from);
  const left = word(context, 2);
  const numbers = word(context, 4);
  const rowsLeft = word(context, 5);
  const places = word(context, 6);
  const distance = word(context, 7);
  const near = word(context, 10);
  const nearDistance = word(context, 11);
  let size: usize = 0;
  let held: u32 = 0;
  let limit: f64 = Infinity;
  for (let i: usize = 0; i < left; i++) {
    const d = load<f64>(distance + (i << 3));
    if (d > limit) continue;
    const number = load<u32>(numbers + (i << 2));
    if (held >= rows && d == limit && number > load<u32>(near + ((size - 1) << 2))) continue;
    let at = size++;
    while (at > 0) {
      const before = load<f64>(nearDistance + ((at - 1) << 3));
      if (before < d || (before == d && load<u32>(near + ((at - 1) << 2)) < number)) break;
      store<f64>(nearDistance + (at << 3), before);
      store<u32>(near + (at << 2), load<u32>(near + ((at - 1) << 2)));
      at--;
    }
    store<f64>(nearDistance + (at << 3), d);
    store<u32>(near + (at << 2), number);
    held += load<u32>(rowsLeft + (i << 2));
    for (;;) {
      const last = load<u32>(near + ((size - 1) << 2));
      const own = load<u32>(rowsLeft + ((<usize>load<u32>(places + ((<usize>last) << 2))) << 2));
      if (held - own < rows) break;
      held -= own;
      size--;
    }
    if (held >= rows) limit = load<f64>(nearDistance + ((size - 1) << 3));
  }
  store<u32>(result, <u32>size);
  store<u32>(result, farthestOf(context, distance), 4);
}

/**
 * Joins a place to those that word 8 counts from; `begins`: it is the first. result out: f64 least distance, u32 nearest point,
 * u32 farthest point. O(points * dimensions).
 */
export function pointJoin(context: usize, from: usize, begins: u32, result: usize): void {
  measure(context, from);
  const left = word(context, 2);
  const numbers = word(context, 4);
  const distance = word(context, 7);
  const joined = word(context, 8);
  const which = word(context, 9);
  const join: u32 = begins != 0 ? 0 : <u32>word(context, 12);
  let least: f64 = Infinity;
  let nearest = NONE;
  for (let i: usize = 0; i < left; i++) {
    let d = load<f64>(distance + (i << 3));
    const known = load<f64>(joined + (i << 3));
    if (begins != 0 || d < known) {
      store<f64>(joined + (i << 3), d);
      store<u32>(which + (i << 2), join);
    } else d = known;
    if (d > least) continue;
    const number = load<u32>(numbers + (i << 2));
    if (d < least || number < nearest) nearest = number;
    least = d;
  }
  store<u32>(context + 48, join + 1);
  store<f64>(result, least);
  store<u32>(result, nearest, 8);
  store<u32>(result, farthestOf(context, joined), 12);
}

/** Takes rows of a point that is left. */
export function pointTake(context: usize, point: u32, rows: u32): void {
  const places = word(context, 6);
  const place = <usize>load<u32>(places + ((<usize>point) << 2));
  const rowsLeft = word(context, 5);
  const left = load<u32>(rowsLeft + (place << 2)) - rows;
  store<u32>(rowsLeft + (place << 2), left);
  if (left > 0) return;
  const last = word(context, 2) - 1;
  store<u32>(context + 8, <u32>last);
  const dimensions = word(context, 0);
  const stride = word(context, 1) << 3;
  const numbers = word(context, 4);
  const joined = word(context, 8);
  const which = word(context, 9);
  for (let d: usize = 0; d < dimensions; d++) {
    const column = word(context, 3) + d * stride;
    store<f64>(column + (place << 3), load<f64>(column + (last << 3)));
  }
  const moved = load<u32>(numbers + (last << 2));
  store<u32>(numbers + (place << 2), moved);
  store<u32>(rowsLeft + (place << 2), load<u32>(rowsLeft + (last << 2)));
  store<u32>(places + ((<usize>moved) << 2), <u32>place);
  store<f64>(joined + (place << 3), load<f64>(joined + (last << 3)));
  store<u32>(which + (place << 2), load<u32>(which + (last << 2)));
}
