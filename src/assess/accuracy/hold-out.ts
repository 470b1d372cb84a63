import type { RandomSource } from '../../base/random.js';
import { shuffle } from '../../base/random.js';
import { selectColumn } from '../../release/select-column.js';
import { Table } from '../../table/table.js';

/** A table in two parts, both counted. */
export interface HeldOut {
  readonly training: Table;
  readonly test: Table;
}

/**
 * Draws rows without replacement, cuts them into thirds and holds out the first, the second, ... third in turn.
 *
 * @param most - rows that are drawn; all when there are no more
 * @param times - 1 .. 3
 */
export function holdOut(table: Table, most: number, times: number, random: RandomSource): HeldOut[] {
  const drawn = drawEntries(table, most, random);
  shuffle(drawn, random);
  const third = (i: number): number => Math.floor((i * drawn.length) / 3);
  return Array.from({ length: times }, (_, i) => {
    const test = drawn.slice(third(i), third(i + 1));
    const training = new Uint32Array(drawn.length - test.length);
    training.set(drawn.subarray(0, third(i)));
    training.set(drawn.subarray(third(i + 1)), third(i));
    return { training: countEntries(table, training), test: countEntries(table, test) };
  });
}

/** The entry of every drawn row. */
function drawEntries({ rows, entries, weights }: Table, most: number, random: RandomSource): Uint32Array {
  if (weights === null && rows <= most) return Uint32Array.from({ length: rows }, (_, row) => row);
  let wanted: Uint32Array;
  if (rows <= most) wanted = Uint32Array.from({ length: rows }, (_, row) => row);
  else {
    const chosen = new Set<number>();
    while (chosen.size < most) chosen.add(random.below(rows));
    wanted = Uint32Array.from(chosen).sort();
  }
  if (weights === null) return wanted;
  let entry = 0;
  let end = weights[0];
  return wanted.map((row) => {
    while (row >= end && entry < entries) end += weights[++entry];
    return entry;
  });
}

/** A counted table of the entries, each as often as it is listed. */
function countEntries(table: Table, listed: Uint32Array): Table {
  const weightOf = new Uint32Array(table.entries);
  for (const entry of listed) weightOf[entry]++;
  const used = Uint32Array.from(new Set(listed)).sort();
  const weights = used.map((entry) => weightOf[entry]);
  const columns = table.columns.map((column) => selectColumn(column, used, weights));
  return new Table(listed.length, columns, [], weights);
}
