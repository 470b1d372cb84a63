/** Words as a list in a sentence: a, b and c. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;

/** A text that begins a sentence. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Most words of a list that are shown. */
const MOST = 10;
const LONGEST = 60;

/** The first words of a list, and how many are left: `a, b and 277 more`. */
export function someOf(words: readonly string[], most = MOST): string {
  const shown = words.slice(0, most).map((word) => (word.length > LONGEST ? `${word.slice(0, LONGEST)}...` : word));
  return words.length > most
    ? `${shown.join(', ')} and ${(words.length - most).toLocaleString('en')} more`
    : shown.join(', ');
}
