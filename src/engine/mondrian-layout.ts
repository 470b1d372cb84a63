/**
 * How Mondrian packs a weighted vector into one record, the same in both engines: records are moved, not indexed,
 * because contiguous records beat index lists by far (docs/kernels.md).
 *
 * A record is a number of 16-byte blocks. Codes of the quasi-identifiers come first, one width a block (u8 blocks, then
 * u16, then u32), so that smallest and largest codes of sixteen attributes cost two SIMD instructions; weight, vector
 * number and sensitive codes fill the space behind.
 */
export interface RecordLayout {
  /** Bytes per record, a multiple of 16. */
  readonly strideBytes: number;
  readonly blocks8: number;
  readonly blocks16: number;
  readonly blocks32: number;
  /** [attributes] byte offset and width (1, 2 or 4) of every quasi-identifier. */
  readonly offsets: readonly number[];
  readonly widths: readonly number[];
  /** [sensitive] byte offset and width of every sensitive code. */
  readonly sensitiveOffsets: readonly number[];
  readonly sensitiveWidths: readonly number[];
  readonly weightOffset: number;
  readonly vectorOffset: number;
}

const BLOCK = 16;

export function widthOf(size: number): 1 | 2 | 4 {
  return size <= 0x100 ? 1 : size <= 0x10000 ? 2 : 4;
}

/** Lays out a record for code spaces `sizes` (quasi-identifiers) and `sensitiveSizes`. */
export function layOutRecord(sizes: readonly number[], sensitiveSizes: readonly number[]): RecordLayout {
  const offsets = new Array<number>(sizes.length);
  const widths = sizes.map(widthOf);
  const blocks: Record<1 | 2 | 4, number> = { 1: 0, 2: 0, 4: 0 };
  const gaps: { start: number; end: number }[] = [];
  let end = 0;
  for (const width of [1, 2, 4] as const) {
    const start = end;
    let at = start;
    for (let attribute = 0; attribute < sizes.length; attribute++) {
      if (widths[attribute] !== width) continue;
      offsets[attribute] = at;
      at += width;
    }
    end = Math.ceil(at / BLOCK) * BLOCK;
    blocks[width] = (end - start) / BLOCK;
    if (end > at) gaps.push({ start: at, end });
  }
  const place = (width: number): number => {
    for (const gap of gaps) {
      const at = Math.ceil(gap.start / width) * width;
      if (at + width <= gap.end) {
        gap.start = at + width;
        return at;
      }
    }
    const at = end;
    end += BLOCK;
    gaps.push({ start: at + width, end });
    return at;
  };
  const weightOffset = place(4);
  const vectorOffset = place(4);
  const sensitiveWidths = sensitiveSizes.map(widthOf);
  const sensitiveOffsets = sensitiveWidths.map(place);
  return {
    strideBytes: end,
    blocks8: blocks[1],
    blocks16: blocks[2],
    blocks32: blocks[4],
    offsets,
    widths,
    sensitiveOffsets,
    sensitiveWidths,
    weightOffset,
    vectorOffset,
  };
}
