/**
 * Keys of rows: every column's code (generalized through its table when it has one) times its stride, summed into the
 * column's 32-bit word. src/engine/key-plan.ts chooses words and strides so that different vectors have different keys.
 */
import { KeyColumn } from './layouts.generated';

/** Rows whose keys are made at once: u32[words][CHUNK_ROWS]. */
export const CHUNK_ROWS: usize = 2048;

/** Makes the keys of rows from .. from + count - 1 (count <= CHUNK_ROWS): u32[words][CHUNK_ROWS], from keyColumn[columnCount]. */
export function makeKeysInto(
  keysPtr: usize,
  words: usize,
  columnsPtr: usize,
  columnCount: u32,
  from: usize,
  count: usize,
): void {
  for (let word: usize = 0; word < words; word++) memory.fill(keysPtr + ((word * CHUNK_ROWS) << 2), 0, count << 2);
  for (let c: usize = 0; c < <usize>columnCount; c++) {
    const column = changetype<KeyColumn>(columnsPtr + c * offsetof<KeyColumn>());
    const table = column.table;
    const stride = column.stride;
    const keys = keysPtr + ((column.word * CHUNK_ROWS) << 2);
    if (column.width == 1) {
      const codes = column.codes + from;
      if (column.levels != 0) addLevels(keys, codes, count, column.levels, column.blocks, stride);
      else if (table == 0) addBytes(keys, codes, count, stride);
      else addDigits<u8>(keys, codes, count, table);
    } else if (column.width == 2) addWide<u16>(keys, column.codes + (from << 1), count, table, stride);
    else addWide<u32>(keys, column.codes + (from << 2), count, table, stride);
  }
}

function addWide<T>(keys: usize, codes: usize, count: usize, table: usize, stride: u32): void {
  if (table == 0) addCodes<T>(keys, codes, count, stride);
  else addDigits<T>(keys, codes, count, table);
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
function levelsOf(codes: v128, levelPtr: usize, blocks: u32): v128 {
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
