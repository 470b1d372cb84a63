import type { Column } from 'kohort/js';

export const LEAST_WIDTH = 106;
export const MOST_WIDTH = 220;
/** Pixels of a letter, and what stands beside the text of a cell. */
const LETTER = 6.8;
const AROUND = 15;
/** Cells that are looked at. */
const LOOKS = 200;

/** Width of a column, in pixels: nearly all of its cells are read whole, and so is its name, as far as there is room. */
export function widthOf({ name, codes, texts }: Column): number {
  const step = Math.max(1, Math.floor(codes.length / LOOKS));
  const lengths: number[] = [];
  for (let row = 0; row < codes.length; row += step) lengths.push(texts[codes[row]].length);
  lengths.sort((a, b) => a - b);
  const usual = lengths[Math.floor(0.9 * lengths.length)] ?? 0;
  return clampWidth(Math.max(usual, Math.min(name.length, 20)) * LETTER + AROUND);
}

/** A width that a column can have. */
export const clampWidth = (width: number): number => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
