/**
 * Conditions on one class, judged from its size and the histogram of a sensitive column; src/engine/js/conditions.ts is
 * the twin, operation for operation. Mondrian asks them for every side of a cut, checkCondition for finished classes.
 *
 * condition  48 bytes, written by src/engine/wasm/conditions.ts
 *    0 kind u32        0 size, 1 distinct, 2 entropy, 3 recursive, 4 t-equal, 5 t-ordered
 *    4 sensitive u32   which sensitive column it looks at (index into the table below); unused by size
 *    8 bound f64       size: smallest size; distinct: l; entropy: ln(l), less the tolerance; recursive: c; t: t, with the tolerance
 *   16 l u32           recursive: l
 *   20 unused
 *   24 total f64       t: rows of the whole table
 *   32 globalPtr u32   t: u32[size] counts over the whole table
 *   36 scratchPtr u32  recursive: u32[l] scratch
 *   40 logPtr u32      entropy: f64[65536] ln of counts (logarithm.ts)
 */
import { logarithmOfCount } from './logarithm';

/** Bytes of a condition. */
export const CONDITION_BYTES: usize = 48;

const KIND_SIZE: u32 = 0;
const KIND_DISTINCT: u32 = 1;
const KIND_ENTROPY: u32 = 2;
const KIND_RECURSIVE: u32 = 3;
const KIND_T_EQUAL: u32 = 4;

/**
 * True when all conditions hold for one side of a cut.
 *
 * conditionsPtr  48 bytes [conditionCount]   see above
 * sensitivePtr   u32[.][4]: offset, width, size, tablePtr; the table u32[sides][size] holds one histogram a side
 * side           which row of the tables
 * weight         rows of the side
 */
export function conditionsHold(
  conditionsPtr: usize,
  conditionCount: u32,
  sensitivePtr: usize,
  side: u32,
  weight: u32,
): bool {
  for (let i: u32 = 0; i < conditionCount; i++) {
    const condition = conditionsPtr + <usize>i * CONDITION_BYTES;
    let histogram: usize = 0;
    let size: u32 = 0;
    if (load<u32>(condition) != KIND_SIZE) {
      const sensitive = sensitivePtr + ((<usize>load<u32>(condition, 4)) << 4);
      size = load<u32>(sensitive, 8);
      histogram = <usize>load<u32>(sensitive, 12) + ((<usize>side * <usize>size) << 2);
    }
    if (!conditionHolds(condition, weight, histogram, size)) return false;
  }
  return true;
}

/**
 * True when one condition holds for a class.
 *
 * weight        rows of the class
 * histogramPtr  u32[size] counts of the sensitive column in the class, summing to weight; unused by kind size
 * size          values of the sensitive column
 */
export function conditionHolds(condition: usize, weight: u32, histogramPtr: usize, size: u32): bool {
  const kind = load<u32>(condition);
  const bound = load<f64>(condition, 8);
  if (kind == KIND_SIZE) return <f64>weight >= bound;
  if (kind == KIND_DISTINCT) return <f64>distinctOf(histogramPtr, size) >= bound;
  if (kind == KIND_ENTROPY) return entropyOf(histogramPtr, size, weight, <usize>load<u32>(condition, 40)) >= bound;
  if (kind == KIND_RECURSIVE) {
    return recursiveHolds(histogramPtr, size, weight, bound, load<u32>(condition, 16), <usize>load<u32>(condition, 36));
  }
  const total = load<f64>(condition, 24);
  const globalPtr = <usize>load<u32>(condition, 32);
  if (kind == KIND_T_EQUAL) {
    return equalDistance(histogramPtr, globalPtr, size, weight, total) <= 2.0 * <f64>weight * total * bound;
  }
  return orderedDistance(histogramPtr, globalPtr, size, weight, total) <= <f64>(size - 1) * <f64>weight * total * bound;
}

/** Number of values that occur. */
function distinctOf(histogramPtr: usize, size: u32): u32 {
  let distinct: u32 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    distinct += u32(load<u32>(histogramPtr + (code << 2)) != 0);
  }
  return distinct;
}

/** Entropy in nats: ln n - (1/n) * sum of c ln c, summed in code order. */
function entropyOf(histogramPtr: usize, size: u32, weight: u32, logPtr: usize): f64 {
  let sum: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = load<u32>(histogramPtr + (code << 2));
    if (count > 1) sum += <f64>count * logarithmOfCount(count, logPtr);
  }
  return logarithmOfCount(weight, logPtr) - sum / <f64>weight;
}

/**
 * r_1 < c * (r_l + ... + r_m), frequencies descending. Only the l - 1 largest are kept in order, in scratch:
 * r_l + ... + r_m is the rest of the class.
 */
function recursiveHolds(histogramPtr: usize, size: u32, weight: u32, c: f64, l: u32, scratchPtr: usize): bool {
  const kept: u32 = l - 1 < size ? l - 1 : size;
  let filled: u32 = 0;
  let largest: u32 = 0;
  let top: u32 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = load<u32>(histogramPtr + (code << 2));
    if (count == 0) continue;
    if (count > largest) largest = count;
    if (kept == 0) continue;
    let at = filled;
    if (filled == kept) {
      const smallest = load<u32>(scratchPtr + ((<usize>(kept - 1)) << 2));
      if (count <= smallest) continue;
      top -= smallest;
      at--;
    } else {
      filled++;
    }
    top += count;
    while (at > 0) {
      const before = load<u32>(scratchPtr + ((<usize>(at - 1)) << 2));
      if (before >= count) break;
      store<u32>(scratchPtr + ((<usize>at) << 2), before);
      at--;
    }
    store<u32>(scratchPtr + ((<usize>at) << 2), count);
  }
  return <f64>largest < c * <f64>(weight - top);
}

/** sum of |c_i * total - g_i * weight|: 2 * weight * total times the total variation distance. */
function equalDistance(histogramPtr: usize, globalPtr: usize, size: u32, weight: u32, total: f64): f64 {
  let sum: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = <f64>load<u32>(histogramPtr + (code << 2));
    const whole = <f64>load<u32>(globalPtr + (code << 2));
    sum += Math.abs(count * total - whole * <f64>weight);
  }
  return sum;
}

/** sum over i of |C_i * total - G_i * weight|, C and G cumulated: (size - 1) * weight * total times the ordered distance. */
function orderedDistance(histogramPtr: usize, globalPtr: usize, size: u32, weight: u32, total: f64): f64 {
  let sum: f64 = 0;
  let count: f64 = 0;
  let whole: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    count += <f64>load<u32>(histogramPtr + (code << 2));
    whole += <f64>load<u32>(globalPtr + (code << 2));
    sum += Math.abs(count * total - whole * <f64>weight);
  }
  return sum;
}

/**
 * Judges every class.
 *
 * sizesPtr      u32[classes]           in   rows per class
 * histogramPtr  u32[classes * size]    in   row major; unused by kind size
 * resultPtr     u8[classes]            out  1 where the condition holds
 */
export function checkConditionInto(
  condition: usize,
  sizesPtr: usize,
  histogramPtr: usize,
  size: u32,
  classes: u32,
  resultPtr: usize,
): void {
  const rowBytes = (<usize>size) << 2;
  let row = histogramPtr;
  for (let i: usize = 0; i < <usize>classes; i++, row += rowBytes) {
    store<u8>(resultPtr + i, u8(conditionHolds(condition, load<u32>(sizesPtr + (i << 2)), row, size)));
  }
}
