/** The grammar of double quotes in labels of texts, where not all values of the input are known (docs/labels.md). */

const QUOTED = /^"((?:[^"]|"")*)"$/;
const QUOTED_RANGE = /^\["((?:[^"]|"")*)"-"((?:[^"]|"")*)"\]$/;

const undouble = (inner: string): string => inner.replaceAll('""', '"');

/** The text within double quotes, or null for a text without them. */
export function withinQuotes(text: string): string | null {
  const [, inner] = QUOTED.exec(text) ?? [];
  return inner === undefined ? null : undouble(inner);
}

/** The ends of a range that both stand in double quotes, or null. */
export function endsWithinQuotes(text: string): readonly [from: string, to: string] | null {
  const [, from, to] = QUOTED_RANGE.exec(text) ?? [];
  return from === undefined ? null : [undouble(from), undouble(to)];
}

/**
 * True where some input has a value written in double quotes: as it is, its text would stand for something else, such as a mask with stars. `other` and
 * texts with a brace are words of the grammar where ranges are rounded.
 */
export function mayBeQuoted(text: string, { isRounded }: { readonly isRounded: boolean }): boolean {
  if (text.startsWith('*') || text.endsWith('*')) return true;
  if (isRounded && (text === 'other' || text.startsWith('{'))) return true;
  return withinQuotes(text) !== null || endsWithinQuotes(text) !== null;
}

/** The ways in which a range of two values is written, the first that can be read in one way only. */
export type RangeStyle = 'hyphen' | 'dots' | 'quotes';

/**
 * True where some input has the range of two values written so: the ways before it could be read otherwise.
 *
 * @param isValue - tests whether a text is a value
 */
export function mayBeWritten(
  [from, to]: readonly [string, string],
  style: RangeStyle,
  isValue: (text: string) => boolean,
): boolean {
  const isUnclear = (separator: string): boolean => {
    const inside = `${from}${separator}${to}`;
    const looksQuoted = endsWithinQuotes(`[${inside}]`) !== null;
    return looksQuoted || isValue(`[${inside}]`) || countSplits(inside) > 1;
  };
  if (style === 'hyphen') return true;
  return isUnclear('-') && (style === 'dots' || isUnclear(' .. '));
}

/** Counts the places where a range could be divided. */
function countSplits(inside: string): number {
  return inside.split(/-| \.\. /).length - 1;
}
