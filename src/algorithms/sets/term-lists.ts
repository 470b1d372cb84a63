/** Lists of terms, one behind the other: records, or sub-records of a chunk. A million arrays of their own would take a gigabyte. */
export interface TermLists {
  /** [lists + 1] a list is terms[start[i] .. start[i + 1] - 1]. */
  readonly start: Uint32Array;
  readonly terms: Uint32Array;
}

/** Person of each record, where a person may have several. */
export interface RecordPersons {
  /** Number of persons. */
  readonly count: number;
  /** [records] */
  readonly of: Uint32Array;
}

/** Number of lists. */
export const listCount = ({ start }: TermLists): number => start.length - 1;

/** The terms of one list. */
export const listAt = ({ start, terms }: TermLists, list: number): Uint32Array =>
  terms.subarray(start[list], start[list + 1]);

/** Puts lists behind one another. */
export function termListsOf(lists: readonly ArrayLike<number>[]): TermLists {
  const start = new Uint32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) start[i + 1] = start[i] + lists[i].length;
  const terms = new Uint32Array(start[lists.length]);
  for (let i = 0; i < lists.length; i++) terms.set(lists[i], start[i]);
  return { start, terms };
}

/** Some of the lists, in the order of their numbers. */
export function pickLists({ start, terms }: TermLists, numbers: Uint32Array): TermLists {
  const starts = new Uint32Array(numbers.length + 1);
  numbers.forEach((list, i) => (starts[i + 1] = starts[i] + start[list + 1] - start[list]));
  const own = new Uint32Array(starts[numbers.length]);
  numbers.forEach((list, i) => own.set(terms.subarray(start[list], start[list + 1]), starts[i]));
  return { start: starts, terms: own };
}
