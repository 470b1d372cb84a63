/**
 * Points in a space of numbers from which groups of near rows are taken (PointScan of src/engine/engine.ts).
 * src/engine/js/point-scan.ts is the twin, addition for addition. Points left stand side by side in the first places; one that
 * is taken gives its place to the last.
 */
import { PointResult, PointScan } from './layouts.generated';

const NONE: u32 = 0xffffffff;

/** Squared distances of the points left into `distance`, summed by dimension. */
function measure(context: PointScan, from: usize): void {
  const dimensions = context.dimensions;
  const stride = context.points << 3;
  const end = context.left << 3;
  const values = context.values;
  const distance = context.distance;
  let at: usize = 0;
  // Eight points at once: a coordinate is read once for them, and their sums do not wait for each other.
  for (; at + 64 <= end; at += 64) {
    let one = f64x2.splat(0);
    let two = f64x2.splat(0);
    let three = f64x2.splat(0);
    let four = f64x2.splat(0);
    let column = values + at;
    for (let d: usize = 0; d < dimensions; d++, column += stride) {
      const coordinate = v128.load64_splat(from + (d << 3));
      const a = f64x2.sub(v128.load(column), coordinate);
      const b = f64x2.sub(v128.load(column, 16), coordinate);
      const c = f64x2.sub(v128.load(column, 32), coordinate);
      const e = f64x2.sub(v128.load(column, 48), coordinate);
      one = f64x2.add(one, f64x2.mul(a, a));
      two = f64x2.add(two, f64x2.mul(b, b));
      three = f64x2.add(three, f64x2.mul(c, c));
      four = f64x2.add(four, f64x2.mul(e, e));
    }
    v128.store(distance + at, one);
    v128.store(distance + at, two, 16);
    v128.store(distance + at, three, 32);
    v128.store(distance + at, four, 48);
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
function farthestOf(context: PointScan, distance: usize): u32 {
  const left = context.left;
  const numbers = context.numbers;
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
export function pointFarthest(context: PointScan, from: usize): u32 {
  measure(context, from);
  return farthestOf(context, context.distance);
}

/**
 * The nearest points into `near`, as few as have `rows` rows together: how many, and the farthest point. O(points * dimensions), and the insertions.
 */
export function pointAround(context: PointScan, from: usize, rows: u32, result: PointResult): void {
  measure(context, from);
  const left = context.left;
  const numbers = context.numbers;
  const rowsLeft = context.rows;
  const places = context.places;
  const distance = context.distance;
  const near = context.near;
  const nearDistance = context.nearDistance;
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
  result.count = <u32>size;
  result.farthest = farthestOf(context, distance);
}

/**
 * Joins a place to those that `joined` counts from; `begins`: it is the first. Finds the least distance, the nearest and the
 * farthest point. O(points * dimensions).
 */
export function pointJoin(context: PointScan, from: usize, begins: u32, result: PointResult): void {
  measure(context, from);
  const left = context.left;
  const numbers = context.numbers;
  const distance = context.distance;
  const joined = context.joined;
  const which = context.which;
  const join: u32 = begins != 0 ? 0 : context.joins;
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
  context.joins = join + 1;
  result.distance = least;
  result.nearest = nearest;
  result.farthest = farthestOf(context, joined);
}

/** Takes rows of a point that is left. */
export function pointTake(context: PointScan, point: u32, rows: u32): void {
  const places = context.places;
  const place = <usize>load<u32>(places + ((<usize>point) << 2));
  const rowsLeft = context.rows;
  const left = load<u32>(rowsLeft + (place << 2)) - rows;
  store<u32>(rowsLeft + (place << 2), left);
  if (left > 0) return;
  const last = context.left - 1;
  context.left = last;
  const dimensions = context.dimensions;
  const stride = context.points << 3;
  const numbers = context.numbers;
  const joined = context.joined;
  const which = context.which;
  for (let d: usize = 0; d < dimensions; d++) {
    const column = context.values + d * stride;
    store<f64>(column + (place << 3), load<f64>(column + (last << 3)));
  }
  const moved = load<u32>(numbers + (last << 2));
  store<u32>(numbers + (place << 2), moved);
  store<u32>(rowsLeft + (place << 2), load<u32>(rowsLeft + (last << 2)));
  store<u32>(places + ((<usize>moved) << 2), <u32>place);
  store<f64>(joined + (place << 3), load<f64>(joined + (last << 3)));
  store<u32>(which + (place << 2), load<u32>(which + (last << 2)));
}
