/** Cells of Parquet and Arrow that are stored as whole numbers of a unit: decimals, and times of day. */

/** Most digits of a decimal, and so of its fraction, in either format. */
const MOST_DIGITS = 76;

/** True for a scale that a decimal can have. */
export const isScale = (scale: number): boolean => Number.isInteger(scale) && Math.abs(scale) <= MOST_DIGITS;

/** The decimal `unscaled` / 10^`scale`: a number where it has exactly these digits, else the text that databases write. */
export function decimalCell(unscaled: bigint, scale: number): number | string {
  const text = decimalText(unscaled, scale);
  const value = Number(text);
  const short = scale > 0 ? text.replace(/\.?0+$/, '') : text;
  return String(value) === short ? value : text;
}

const powerOfTen = (exponent: number): bigint => BigInt(`1${'0'.repeat(exponent)}`);

/** A decimal with all digits of its scale. */
function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * powerOfTen(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The whole number of bytes in two's complement, the most significant first. */
export function wholeOfBytes(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

/** The whole number of words in two's complement, the least significant first. */
export function wholeOfWords(words: Uint32Array): bigint {
  let value = 0n;
  for (let i = words.length - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[i]);
  return BigInt.asIntN(32 * words.length, value);
}

/** A time of day as databases write it, `HH:mm:ss` and the fraction where there is one, of units since midnight, 10^`digits` a second. */
export function timeOfDay(units: number | bigint, digits: number): string {
  const perSecond = powerOfTen(digits);
  const all = BigInt(units);
  const seconds = Number(all / perSecond);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const fraction = String(all % perSecond).padStart(digits, '0').replace(/0+$/, ''); // prettier-ignore
  return digits === 0 || fraction === '' ? clock : `${clock}.${fraction}`;
}
