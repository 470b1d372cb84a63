/** Columns of codes: loading through a map, gathering by row. Widths are 1, 2 or 4 bytes. */
import { CodeCopy } from './layouts.generated';
import { CODE_OUT_OF_RANGE } from './status';

/** Copies codes. Returns 0, or CODE_OUT_OF_RANGE when a code is not below the limit; then the target holds nothing of use. */
export function loadCodes(copy: CodeCopy): i32 {
  if (largestCode(copy.codes, copy.width, copy.count) >= copy.limit) return CODE_OUT_OF_RANGE;
  if (copy.map == 0 && copy.width == copy.targetWidth) {
    memory.copy(copy.target, copy.codes, copy.count * <usize>copy.width);
  } else if (copy.width == 1) copyFrom<u8>(copy);
  else if (copy.width == 2) copyFrom<u16>(copy);
  else copyFrom<u32>(copy);
  return 0;
}

/** The largest of `count` codes of `width` bytes, 0 when there is none. */
export function largestCode(codes: usize, width: u32, count: usize): u32 {
  if (width == 1) return largestOf<u8>(codes, count);
  if (width == 2) return largestOf<u16>(codes, count);
  return largestOf<u32>(codes, count);
}

function largestOf<T>(codes: usize, count: usize): u32 {
  let largest: u32 = 0;
  const end = codes + count * sizeof<T>();
  const wholeEnd = codes + ((count * sizeof<T>()) & ~15);
  let most = i32x4.splat(0);
  for (; codes < wholeEnd; codes += 16) {
    const v = v128.load(codes);
    if (sizeof<T>() == 1) most = i8x16.max_u(most, v);
    else if (sizeof<T>() == 2) most = i16x8.max_u(most, v);
    else most = i32x4.max_u(most, v);
  }
  if (sizeof<T>() == 1) {
    most = i16x8.max_u(i16x8.extend_low_i8x16_u(most), i16x8.extend_high_i8x16_u(most));
  }
  if (sizeof<T>() <= 2) {
    most = i32x4.max_u(i32x4.extend_low_i16x8_u(most), i32x4.extend_high_i16x8_u(most));
  }
  largest = max<u32>(
    max<u32>(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1)),
    max<u32>(i32x4.extract_lane(most, 2), i32x4.extract_lane(most, 3)),
  );
  for (; codes < end; codes += sizeof<T>()) largest = max<u32>(largest, <u32>load<T>(codes));
  return largest;
}

function copyFrom<T>(copy: CodeCopy): void {
  if (copy.targetWidth == 1) copyTo<T, u8>(copy.codes, copy.count, copy.map, copy.target);
  else if (copy.targetWidth == 2) copyTo<T, u16>(copy.codes, copy.count, copy.map, copy.target);
  else copyTo<T, u32>(copy.codes, copy.count, copy.map, copy.target);
}

function copyTo<T, U>(codes: usize, count: usize, mapPtr: usize, target: usize): void {
  const end = codes + count * sizeof<T>();
  // Codes that stay as wide as they are were copied as one.
  if (sizeof<T>() != sizeof<U>() && mapPtr == 0) {
    for (; codes < end; codes += sizeof<T>(), target += sizeof<U>()) store<U>(target, <U>(<u32>load<T>(codes)));
  } else {
    for (; codes < end; codes += sizeof<T>(), target += sizeof<U>()) {
      store<U>(target, <U>load<u32>(mapPtr + ((<usize>load<T>(codes)) << 2)));
    }
  }
}

/** The code of each of some rows: target[i] = map[codes[rows[i]]]. Without a map the codes stay as wide as they are. */
export function gatherCodes(copy: CodeCopy): void {
  if (copy.width == 1) gatherFrom<u8>(copy);
  else if (copy.width == 2) gatherFrom<u16>(copy);
  else gatherFrom<u32>(copy);
}

function gatherFrom<T>(copy: CodeCopy): void {
  if (copy.map == 0) gatherPlain<T>(copy.codes, copy.rows, copy.count, copy.target);
  else if (copy.targetWidth == 1) gatherTo<T, u8>(copy.codes, copy.map, copy.rows, copy.count, copy.target);
  else if (copy.targetWidth == 2) gatherTo<T, u16>(copy.codes, copy.map, copy.rows, copy.count, copy.target);
  else gatherTo<T, u32>(copy.codes, copy.map, copy.rows, copy.count, copy.target);
}

function gatherPlain<T>(codes: usize, rows: usize, count: usize, target: usize): void {
  const end = rows + (count << 2);
  for (; rows < end; rows += 4, target += sizeof<T>()) {
    store<T>(target, load<T>(codes + <usize>load<u32>(rows) * sizeof<T>()));
  }
}

function gatherTo<T, U>(codes: usize, mapPtr: usize, rows: usize, count: usize, target: usize): void {
  const end = rows + (count << 2);
  for (; rows < end; rows += 4, target += sizeof<U>()) {
    const code = <usize>load<T>(codes + <usize>load<u32>(rows) * sizeof<T>());
    store<U>(target, <U>load<u32>(mapPtr + (code << 2)));
  }
}
