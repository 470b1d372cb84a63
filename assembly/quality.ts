/** Exact sums over classes. */
import { ClassSums } from './layouts.generated';

/** Sums over class sizes, u32[count]. */
export function sumClassesInto(sizesPtr: usize, count: u32, k: u32, result: ClassSums): void {
  let classes = result.classes;
  let released = result.released;
  let below = result.below;
  let smallest = result.minimum;
  let largest = result.maximum;
  let lowSquares = result.lowSquares;
  let highSquares = result.highSquares;
  let at = sizesPtr;
  const end = sizesPtr + ((<usize>count) << 2);
  const wholeEnd = sizesPtr + (((<usize>count) & ~3) << 2);
  const bound = i32x4.splat(<i32>k);
  const lowMask = i64x2.splat(0xffffffff);
  let least = i32x4.splat(-1);
  let most = i32x4.splat(0);
  let kept = i64x2.splat(0);
  let all = i64x2.splat(0);
  let number = i32x4.splat(0);
  let low = i64x2.splat(0);
  let high = i64x2.splat(0);
  for (; at < wholeEnd; at += 16) {
    const v = v128.load(at);
    const mask = i32x4.ge_u(v, bound);
    const held = v128.and(v, mask);
    least = i32x4.min_u(least, v);
    most = i32x4.max_u(most, v);
    number = i32x4.sub(number, mask);
    all = i64x2.add(all, i64x2.add(i64x2.extend_low_i32x4_u(v), i64x2.extend_high_i32x4_u(v)));
    kept = i64x2.add(kept, i64x2.add(i64x2.extend_low_i32x4_u(held), i64x2.extend_high_i32x4_u(held)));
    const first = i64x2.extmul_low_i32x4_u(held, held);
    const second = i64x2.extmul_high_i32x4_u(held, held);
    low = i64x2.add(low, i64x2.add(v128.and(first, lowMask), v128.and(second, lowMask)));
    high = i64x2.add(high, i64x2.add(i64x2.shr_u(first, 32), i64x2.shr_u(second, 32)));
  }
  if (wholeEnd > sizesPtr) {
    const resultPtr = changetype<usize>(result);
    for (let lane: u32 = 0; lane < 4; lane++) {
      v128.store(resultPtr, least);
      smallest = min<u64>(smallest, load<u32>(resultPtr + ((<usize>lane) << 2)));
      v128.store(resultPtr, most);
      largest = max<u64>(largest, load<u32>(resultPtr + ((<usize>lane) << 2)));
      v128.store(resultPtr, number);
      classes += load<u32>(resultPtr + ((<usize>lane) << 2));
    }
  }
  const keptRows = i64x2.extract_lane(kept, 0) + i64x2.extract_lane(kept, 1);
  released += keptRows;
  below += i64x2.extract_lane(all, 0) + i64x2.extract_lane(all, 1) - keptRows;
  lowSquares += i64x2.extract_lane(low, 0) + i64x2.extract_lane(low, 1);
  highSquares += i64x2.extract_lane(high, 0) + i64x2.extract_lane(high, 1);
  for (; at < end; at += 4) {
    const size = <u64>load<u32>(at);
    smallest = min<u64>(smallest, size);
    largest = max<u64>(largest, size);
    if (size >= <u64>k) {
      const square = size * size;
      classes++;
      released += size;
      lowSquares += square & 0xffffffff;
      highSquares += square >> 32;
    } else {
      below += size;
    }
  }
  result.classes = classes;
  result.released = released;
  result.below = below;
  result.minimum = smallest;
  result.maximum = largest;
  result.lowSquares = lowSquares;
  result.highSquares = highSquares;
}

/** Sum over the rows u32[size] of a histogram of (sum - largest): the minority rows of CM. Exact below 2^53. */
export function sumMinorities(histogramPtr: usize, rows: u32, size: u32): f64 {
  let sum: u64 = 0;
  const rowBytes = (<usize>size) << 2;
  let row = histogramPtr;
  for (let i: u32 = 0; i < rows; i++) {
    let largest: u32 = 0;
    let whole: u64 = 0;
    let at = row;
    row += rowBytes;
    if (size >= 8) {
      let most = i32x4.splat(0);
      let total = i64x2.splat(0);
      const wholeEnd = at + (rowBytes & ~15);
      for (; at < wholeEnd; at += 16) {
        const v = v128.load(at);
        most = i32x4.max_u(most, v);
        total = i64x2.add(total, i64x2.add(i64x2.extend_low_i32x4_u(v), i64x2.extend_high_i32x4_u(v)));
      }
      largest = max<u32>(
        max<u32>(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1)),
        max<u32>(i32x4.extract_lane(most, 2), i32x4.extract_lane(most, 3)),
      );
      whole = i64x2.extract_lane(total, 0) + i64x2.extract_lane(total, 1);
    }
    for (; at < row; at += 4) {
      const count = load<u32>(at);
      whole += count;
      largest = max<u32>(largest, count);
    }
    sum += whole - largest;
  }
  return <f64>sum;
}
