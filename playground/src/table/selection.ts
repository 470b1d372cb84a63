/** Selection of several columns. */

/** Keys held when a column was chosen. */
export interface Held {
  /** Ctrl, or Cmd: the column is added or taken out. */
  readonly add: boolean;
  /** Shift: all from the last one. */
  readonly range: boolean;
}

/** Reads the keys that are held from an event. */
export const heldIn = ({ ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): Held => ({
  add: ctrlKey || metaKey,
  range: shiftKey,
});

/**
 * The columns that are chosen then, the one that was pressed last.
 *
 * @param shown - names in the order in which they stand
 * @param chosen - those that were chosen; the last one is where a range starts
 */
export function chosenWith(
  shown: readonly string[],
  chosen: readonly string[],
  name: string,
  { add, range }: Held,
): readonly string[] {
  const others = chosen.filter((each) => each !== name);
  if (range) {
    const from = shown.indexOf(chosen[chosen.length - 1] ?? name);
    const to = shown.indexOf(name);
    if (from < 0 || to < 0) return [...others, name];
    const between = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
    const kept = others.filter((each) => !between.includes(each));
    return [...kept, ...between.filter((each) => each !== name), name];
  }
  if (!add) return [name];
  return others.length < chosen.length && others.length > 0 ? others : [...others, name];
}
