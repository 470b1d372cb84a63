/** Digits that every normal float of 32 bits keeps of a decimal, and digits that tell any two of them apart. */
const KEPT_DIGITS = 6;
const MOST_DIGITS = 9;
/** The smallest normal float of 32 bits: those below it keep fewer digits. */
const SMALLEST_NORMAL = 2 ** -126;
/** Whole numbers below it are held exactly, and no shorter decimal means them. */
const FIRST_ROUNDED = 2 ** 24;

/** The number of the shortest decimal that means a float of 32 bits: 0.1 for 0.10000000149011612, as text formats and databases write it. */
export function shortestOfSingle(value: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || (size < FIRST_ROUNDED && Number.isInteger(value))) return value;
  for (let digits = size < SMALLEST_NORMAL ? 1 : KEPT_DIGITS; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}
