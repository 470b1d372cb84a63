import { CapacityError } from '../../base/errors.js';
import { plural } from '../../base/plural.js';
import { EntryIndex } from '../../table/entry-index.js';

/** Most entries that are looked at for the proposal: an estimate is enough, and memory is short. */
const SAMPLE = 200_000;

/**
 * The error that distinct rows do not fit: how many there are so far, and which column to coarsen, with the number of
 * distinct rows that would be left without it. Counts and names, never a cell.
 */
export function tooManyEntries(index: EntryIndex, names: readonly string[], memory: number): CapacityError {
  const sample = Math.min(index.size, SAMPLE);
  const columns = names.map((_, c) => index.column(c).subarray(0, sample));
  let best = -1;
  let fewest = Infinity;
  const vector = new Uint32Array(names.length);
  names.forEach((_, left) => {
    const others = new EntryIndex(names.length);
    for (let entry = 0; entry < sample; entry++) {
      for (let c = 0; c < names.length; c++) vector[c] = c === left ? 0 : columns[c][entry];
      others.add(vector, 0, 1);
    }
    if (others.size >= fewest) return;
    fewest = others.size;
    best = left;
  });
  const rest = Math.ceil((fewest / sample) * index.size);
  const proposal =
    best < 0 || names.length < 2
      ? ''
      : `; coarsen column ${JSON.stringify(names[best])} before the run (fewer digits, a level of its hierarchy): without it about ${rest} would be left`;
  return new CapacityError(
    `distinct rows of the input, in bytes (${index.size} distinct ${plural(index.size, 'row')} so far${proposal})`,
    index.bytes,
    memory,
  );
}
