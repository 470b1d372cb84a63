import type { PersonCounts } from '../privacy/by-persons.js';
import { suppressedRow, type Pieces } from '../release/pieces.js';
import { holdersOfGroups, type Units } from '../table/units.js';

/** Persons of the released classes: each counts once in every class with a row of theirs. */
export function countPersons({ entry, classId }: Pieces, classes: number, { of, count }: Units): PersonCounts {
  const released = Uint32Array.from(classId.keys()).filter((piece) => classId[piece] !== suppressedRow);
  const groupOf = released.map((piece) => classId[piece]);
  const { start, units } = holdersOfGroups(groupOf, classes, { of: released.map((piece) => of[entry[piece]]), count });
  const sizes = Uint32Array.from({ length: classes }, (_, id) => start[id + 1] - start[id]);
  const fewest = new Float64Array(count).fill(Infinity);
  for (let id = 0; id < classes; id++) {
    for (let i = start[id]; i < start[id + 1]; i++) fewest[units[i]] = Math.min(fewest[units[i]], sizes[id]);
  }
  let sum = 0;
  let persons = 0;
  for (const size of fewest) {
    if (size === Infinity) continue;
    sum += 1 / size;
    persons++;
  }
  return { sizes, meanRisk: persons === 0 ? 0 : sum / persons, released: persons };
}
