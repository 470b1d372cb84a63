/** Bits of a number at most. */
const WIDEST = 32;
/** A number of 32 bits takes five bytes of seven bits at most. */
const LONGEST_HEADER = 5;

/** A run of equal numbers, or numbers packed bit by bit, eight at a time. */
interface Run {
  readonly isPacked: boolean;
  readonly count: number;
  /** Start and end of its numbers. */
  readonly from: number;
  readonly to: number;
}

/**
 * Goes over numbers as Parquet encodes levels and codes (RLE and bit-packed runs, Encodings.md) without unpacking them, and gives how many of
 * the first `count` are `wanted`, which only a caller of levels asks for. Throws Error where a run is longer than what it stands for: readers
 * repeat its number as often as it says.
 */
export function checkRuns(
  view: DataView,
  from: number,
  { width, count, wanted }: { readonly width: number; readonly count: number; readonly wanted?: number },
): number {
  if (width > WIDEST) throw new Error('numbers of an impossible width');
  let at = from;
  let seen = 0;
  let found = 0;
  while (seen < count) {
    const run = runAt(view, at, width);
    // Packed runs may be filled up, DuckDB's to a whole block; what they hold is bounded by their bytes, where it has any.
    const most = run.isPacked && width > 0 ? Infinity : count - seen + (run.isPacked ? 7 : 0);
    if (run.count > most) throw new Error('a run that is longer than its page');
    const within = Math.min(run.count, count - seen);
    if (wanted !== undefined) found += wantedIn(view, run, { width, count: within, wanted });
    seen += within;
    at = run.to;
  }
  return found;
}

function runAt(view: DataView, at: number, width: number): Run {
  let header = 0;
  let next = at;
  let weight = 1;
  for (let byte = 128; byte >= 128; next++) {
    if (next >= view.byteLength || next - at >= LONGEST_HEADER) throw new Error('a run that is cut off');
    byte = view.getUint8(next);
    header += (byte & 127) * weight;
    weight *= 128;
  }
  const isPacked = header % 2 === 1;
  const number = Math.floor(header / 2);
  const to = next + (isPacked ? number * width : Math.ceil(width / 8));
  if (header >= 2 ** 31 || to > view.byteLength) throw new Error('a run that is cut off');
  return { isPacked, count: isPacked ? 8 * number : number, from: next, to };
}

function wantedIn(
  view: DataView,
  { isPacked, from, to }: Run,
  { width, count, wanted }: { readonly width: number; readonly count: number; readonly wanted: number },
): number {
  if (!isPacked) {
    let value = 0;
    for (let i = to - 1; i >= from; i--) value = 256 * value + view.getUint8(i);
    return value === wanted ? count : 0;
  }
  let found = 0;
  for (let i = 0; i < count; i++) {
    let value = 0;
    for (let bit = width - 1; bit >= 0; bit--) {
      const place = i * width + bit;
      value = 2 * value + ((view.getUint8(from + Math.floor(place / 8)) >> (place & 7)) & 1);
    }
    if (value === wanted) found++;
  }
  return found;
}
