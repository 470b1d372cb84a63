/** Reads labels of releases, by the words of docs/labels.md alone: another opinion than that of the sources. */

/** Meaning of a cell as a number (or a day); NaN for a text that is none. */
export type Reading = (text: string) => number;

/** The runs of numbers that a label says, from `low` up to `high`, which is not in it; null for what is none. */
function boundsOf(label: string, startOf: Reading, endOf: Reading): readonly [low: number, high: number] | null {
  const own = startOf(label);
  if (!Number.isNaN(own)) return [own, endOf(label)];
  if (label.startsWith('<')) return [-Infinity, startOf(label.slice(1))];
  if (label.startsWith('>=')) return [startOf(label.slice(2)), Infinity];
  const body = /^\[(.*)([\])])$/.exec(label);
  if (body === null) return null;
  const found: (readonly [number, number])[] = [];
  for (const between of body[2] === ')' ? [', ', '; '] : [' .. ', '-']) {
    for (let at = body[1].indexOf(between, 1); at > 0; at = body[1].indexOf(between, at + 1)) {
      const low = body[1].slice(0, at);
      const high = body[1].slice(at + between.length);
      const ends = [startOf(low), body[2] === ')' ? startOf(high) : endOf(high)] as const;
      if (ends.every((end) => !Number.isNaN(end))) found.push(ends);
    }
    if (found.length > 0) break;
  }
  if (found.length > 1) throw new Error(`a label that can be read in two ways: ${label}`);
  return found[0] ?? null;
}

/**
 * True when a label of a column of numbers or days covers a cell.
 *
 * @param endOf - the first number above what a text means: one unit above a whole number, the next month above a month
 */
export function coversNumber(
  label: string,
  cell: string,
  missing: readonly string[],
  startOf: Reading,
  endOf: Reading,
): boolean {
  if (label === '*') return true;
  if (missing.includes(cell)) return missing.includes(label);
  if (label === 'not missing') return true;
  const value = startOf(cell);
  const bounds = boundsOf(label, startOf, endOf);
  if (Number.isNaN(value) || bounds === null) throw new Error(`cannot be read: ${label} for ${cell}`);
  return value >= bounds[0] && value < bounds[1];
}

/** True when a label of a column of texts covers a cell. */
export function coversText(label: string, cell: string): boolean {
  if (label === '*' || label === 'other' || label === cell) return true;
  if (label.startsWith('{'))
    return label
      .slice(1, -1)
      .split(', ')
      .some((member) => member === cell || member === 'other');
  return (
    label.includes('*') &&
    label.length === cell.length &&
    [...label].every((sign, i) => sign === '*' || sign === cell[i])
  );
}
