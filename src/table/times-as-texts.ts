const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/;
const LENGTH = /^-?\d{1,5}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?$/;
const ISO_LENGTH = /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?)?$/;
const SPELLED = /^(?:\d+\s?(?:h|hrs?|hours?|min|mins?|minutes?|s|secs?|seconds?|d|days?|Std|Stunden|Minuten)\.?\s*)+$/i;

/** The kind of times that all texts are and that no type has, in words; null for others. */
export function readsAsTimes(texts: readonly string[]): string | null {
  if (texts.length < 2) return null;
  if (texts.every((text) => CLOCK.test(text))) return 'times of day or lengths of time';
  const isLength = (text: string): boolean => LENGTH.test(text) || ISO_LENGTH.test(text) || SPELLED.test(text);
  return texts.every(isLength) ? 'lengths of time' : null;
}
