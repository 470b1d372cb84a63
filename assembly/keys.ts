/**
 * Keys of rows: every column's code (generalized through its table when it has one) times its stride, summed into the
 * column's 32-bit word. src/engine/key-plan.ts chooses words and strides so that different vectors have different keys.
 *
 * column  32 bytes, written by src/engine/wasm/grouping.ts
 *    0 codesPtr u32   codes of all rows, `width` bytes each
 *    4 width u32      1, 2 or 4
 *    8 tablePtr u32   u32[domain]: code -> digit * stride; 0: multiply the code by stride
 *   12 stride u32
 *   16 word u32
 *   20 levelPtr u32   SIMD, width 1: u8[16 * blocks]: code -> digit below 256; 0: none
 *   24 blocks u32     1 .. 8
 */

/** Rows whose keys are made at once: u32[words][CHUNK_ROWS]. */
export const CHUNK_ROWS: usize = 2048;
const COLUMN_BYTES: usize = 32;

/**
 * Makes the keys of rows from .. from + count - 1 (count <= CHUNK_ROWS).
 *
 * columnsPtr  32 bytes [columnCount]     in
 * keysPtr     u32[words][CHUNK_ROWS]     out, word major
 */
export function makeKeysInto(
  columnsPtr: usize,
  columnCount: u32,
  words: u32,
  from: usize,
  count: usize,
  keysPtr: usize,
): void {
  for (let word: usize = 0; word < <usize>words; word++)
    memory.fill(keysPtr + ((word * CHUNK_ROWS) << 2), 0, count << 2);
  let column = columnsPtr;
  const end = columnsPtr + <usize>columnCount * COLUMN_BYTES;
  while (column < end) {
    const codesPtr = <usize>load<u32>(column);
    const width = load<u32>(column, 4);
    const tablePtr = <usize>load<u32>(column, 8);
    const stride = load<u32>(column, 12);
    const word = load<u32>(column, 16);
    const keys = keysPtr + ((<usize>word * CHUNK_ROWS) << 2);
    if (width == 1) {
      const codes = codesPtr + from;
      const levelPtr = <usize>load<u32>(column, 20);
      if (levelPtr != 0) addLevels(keys, codes, count, levelPtr, load<u32>(column, 24), stride);
      else if (tablePtr == 0) addBytes(keys, codes, count, stride);
      else addDigits<u8>(keys, codes, count, tablePtr);
    } else if (width == 2) {
      const codes = codesPtr + (from << 1);
      if (tablePtr == 0) addCodes<u16>(keys, codes, count, stride);
      else addDigits<u16>(keys, codes, count, tablePtr);
    } else {
      const codes = codesPtr + (from << 2);
      if (tablePtr == 0) addCodes<u32>(keys, codes, count, stride);
      else addDigits<u32>(keys, codes, count, tablePtr);
    }
    column += COLUMN_BYTES;
  }
}

function addCodes<T>(keys: usize, codes: usize, count: usize, stride: u32): void {
  const end = keys + (count << 2);
  if (sizeof<T>() > 1) {
    const factor = i32x4.splat(<i32>stride);
    const wholeEnd = keys + ((count & ~3) << 2);
    while (keys < wholeEnd) {
      const four = sizeof<T>() == 2 ? v128.load16x4_u(codes) : v128.load(codes);
      v128.store(keys, i32x4.add(v128.load(keys), i32x4.mul(four, factor)));
      keys += 16;
      codes += sizeof<T>() << 2;
    }
  }
  while (keys < end) {
    store<u32>(keys, load<u32>(keys) + <u32>load<T>(codes) * stride);
    keys += 4;
    codes += sizeof<T>();
  }
}

function addDigits<T>(keys: usize, codes: usize, count: usize, table: usize): void {
  const end = keys + (count << 2);
  while (keys < end) {
    store<u32>(keys, load<u32>(keys) + load<u32>(table + ((<usize>load<T>(codes)) << 2)));
    keys += 4;
    codes += sizeof<T>();
  }
}

/** Sixteen codes of a byte column a time: key += code * stride. */
function addBytes(keys: usize, codes: usize, count: usize, stride: u32): void {
  const factor = i32x4.splat(<i32>stride);
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) addSixteen(keys + (i << 2), v128.load(codes + i), factor);
  addCodes<u8>(keys + (whole << 2), codes + whole, count - whole, stride);
}

function addSixteen(keys: usize, digits: v128, factor: v128): void {
  const low = i16x8.extend_low_i8x16_u(digits);
  const high = i16x8.extend_high_i8x16_u(digits);
  v128.store(keys, i32x4.add(v128.load(keys), i32x4.mul(i32x4.extend_low_i16x8_u(low), factor)));
  v128.store(keys, i32x4.add(v128.load(keys, 16), i32x4.mul(i32x4.extend_high_i16x8_u(low), factor)), 16);
  v128.store(keys, i32x4.add(v128.load(keys, 32), i32x4.mul(i32x4.extend_low_i16x8_u(high), factor)), 32);
  v128.store(keys, i32x4.add(v128.load(keys, 48), i32x4.mul(i32x4.extend_high_i16x8_u(high), factor)), 48);
}

/** The digits of sixteen codes: one swizzle per sixteen codes of the domain; indices outside of a block give 0. */
export function levelsOf(codes: v128, levelPtr: usize, blocks: u32): v128 {
  let digits = i8x16.swizzle(v128.load(levelPtr), codes);
  let shifted = codes;
  const sixteen = i8x16.splat(16);
  for (let block: u32 = 1; block < blocks; block++) {
    shifted = i8x16.sub(shifted, sixteen);
    digits = v128.or(digits, i8x16.swizzle(v128.load(levelPtr + ((<usize>block) << 4)), shifted));
  }
  return digits;
}

function addLevels(keys: usize, codes: usize, count: usize, levelPtr: usize, blocks: u32, stride: u32): void {
  const factor = i32x4.splat(<i32>stride);
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    addSixteen(keys + (i << 2), levelsOf(v128.load(codes + i), levelPtr, blocks), factor);
  }
  for (let i = whole; i < count; i++) {
    const at = keys + (i << 2);
    store<u32>(at, load<u32>(at) + <u32>load<u8>(levelPtr + <usize>load<u8>(codes + i)) * stride);
  }
}
