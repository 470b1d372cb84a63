/** Columns whose cells are lists of items, such as `asthma, HIV`. */
import { foldText } from '../../table/fold-text.js';
import type { Column } from '../../table/table.js';

/** Delimiters of items, the surest first. */
const DELIMITERS: readonly string[] = ['|', ';', '\n', ','];
/** A share of the rows with a value that have several items, at least. */
const SEVERAL = 0.1;
const FEWEST_ROWS = 20;
/** Items are words or short phrases, not sentences. */
const LONGEST_ITEM = 40;
/** Texts that are looked at, at most. */
const MOST_TEXTS = 10_000;

/**
 * The delimiter of a column whose cells are lists of items; null for other columns. Cells are lists where several items stand in
 * many of them, fewer kinds of items than of cells occur, most items occur in several cells, and items stand at several places of
 * a list: parts of an address or a name have one place each.
 *
 * @param counts - [distinct] rows per dictionary entry
 */
export function delimiterOfLists({ type, texts, missingCode }: Column, counts: ArrayLike<number>): string | null {
  if (type !== 'string' || texts.length > MOST_TEXTS) return null;
  const codes = texts.flatMap((_, code) => (code === missingCode || counts[code] === 0 ? [] : [code]));
  const rows = codes.reduce((sum, code) => sum + counts[code], 0);
  if (rows < FEWEST_ROWS) return null;
  return DELIMITERS.find((delimiter) => areLists(codes, { texts, counts, rows, delimiter })) ?? null;
}

interface Cells {
  readonly texts: readonly string[];
  readonly counts: ArrayLike<number>;
  /** Rows with a value. */
  readonly rows: number;
  readonly delimiter: string;
}

function areLists(codes: readonly number[], { texts, counts, rows, delimiter }: Cells): boolean {
  const found = new Map<string, { cells: number; readonly places: Set<number> }>();
  let several = 0;
  for (const code of codes) {
    const items = texts[code].split(delimiter).map((item) => item.trim());
    if (items.some((item) => item.length > LONGEST_ITEM)) return false;
    // A comma between digits is a decimal mark.
    if (delimiter === ',' && /\d,\d/.test(texts[code])) return false;
    if (items.length > 1) several += counts[code];
    items.forEach((item, place) => {
      const kind = foldText(item);
      const known = found.get(kind) ?? { cells: 0, places: new Set<number>() };
      known.cells++;
      known.places.add(place);
      found.set(kind, known);
    });
  }
  const kinds = [...found.values()];
  const repeated = kinds.filter(({ cells }) => cells > 1);
  const moving = repeated.filter(({ places }) => places.size > 1);
  return (
    several >= SEVERAL * rows &&
    kinds.length < codes.length &&
    2 * repeated.length >= kinds.length &&
    2 * moving.length >= repeated.length &&
    moving.length > 1
  );
}
