/** Removes spaces (U+0020 only) from both ends. */
export function trimSpaces(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) === 32) from++;
  while (to > from && text.charCodeAt(to - 1) === 32) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
