const LONE_SURROGATE = /\p{Surrogate}/u;

/** False when the text has half a surrogate pair, which no UTF-8 can hold. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}
