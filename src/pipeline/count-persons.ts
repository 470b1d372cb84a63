import { sortByCode } from '../base/sort-by-code.js';
import { toWorstCase } from '../base/worst-case.js';
import type { ClassesOfPersons, PersonsOfTable } from '../privacy/definition.js';
import type { PersonCounts } from '../privacy/by-persons.js';
import { suppressedRow, type Pieces } from '../release/pieces.js';
import type { PairedColumn } from './pair-columns.js';
import { type Holders, holdersOfGroups, NOBODY, type Units } from '../table/units.js';

/**
 * Finds what the entries of every released class have, each once: persons, or values of a column.
 *
 * @param of - [entries] below `count`, or `NOBODY`
 */
export function holdersOfClasses(
  { entry, classId }: Pieces,
  classes: number,
  { of, count }: { readonly of: ArrayLike<number>; readonly count: number },
): Holders {
  const groupOf = new Uint32Array(classId.length);
  const unitOf = new Uint32Array(classId.length);
  let length = 0;
  for (let piece = 0; piece < classId.length; piece++) {
    if (classId[piece] === suppressedRow) continue;
    groupOf[length] = classId[piece];
    unitOf[length++] = of[entry[piece]];
  }
  return holdersOfGroups(groupOf, classes, { of: unitOf.subarray(0, length), count });
}

/** Persons of the released classes: each counts once in every class with a row of theirs. */
export function countPersons(pieces: Pieces, classes: number, all: Units): PersonCounts {
  const { sizes, fewest } = countApart(pieces, classes, all) ?? countShared(pieces, classes, all);
  let sum = 0;
  let persons = 0;
  for (const size of fewest) {
    if (size === Infinity) continue;
    sum += 1 / size;
    persons++;
  }
  return { sizes, fewest, meanRisk: persons === 0 ? 0 : sum / persons, released: persons };
}

interface Counted {
  /** [classes] persons. */
  readonly sizes: Uint32Array;
  /** [persons] persons of the smallest class of each; Infinity where no row is released. */
  readonly fewest: Float64Array;
}

/** Counts persons where each has released rows in one class at most, in one pass; null where one has rows in several. */
function countApart({ entry, classId }: Pieces, classes: number, { of, count }: Units): Counted | null {
  const sizes = new Uint32Array(classes);
  const classOf = new Uint32Array(count).fill(suppressedRow);
  for (let piece = 0; piece < classId.length; piece++) {
    const own = classId[piece];
    const person = of[entry[piece]];
    if (own === suppressedRow || person === NOBODY || classOf[person] === own) continue;
    if (classOf[person] !== suppressedRow) return null;
    classOf[person] = own;
    sizes[own]++;
  }
  const fewest = new Float64Array(count);
  for (let person = 0; person < count; person++)
    fewest[person] = classOf[person] === suppressedRow ? Infinity : sizes[classOf[person]];
  return { sizes, fewest };
}

function countShared(pieces: Pieces, classes: number, all: Units): Counted {
  const { start, units } = holdersOfClasses(pieces, classes, all);
  const sizes = Uint32Array.from({ length: classes }, (_, id) => start[id + 1] - start[id]);
  const fewest = new Float64Array(all.count).fill(Infinity);
  for (let id = 0; id < classes; id++) {
    for (let i = start[id]; i < start[id + 1]; i++) fewest[units[i]] = Math.min(fewest[units[i]], sizes[id]);
  }
  return { sizes, fewest };
}

/**
 * Persons of the released classes with an attribute of theirs; rows without a key are left out.
 *
 * @param isWorstCase - true for worst-case counts instead of the holders of each value
 */
export function countHolders(
  { entry, classId, count }: Pieces,
  sizes: Uint32Array,
  { pairs, pairOf }: PairedColumn,
  { table, isWorstCase }: { readonly table: PersonsOfTable; readonly isWorstCase: boolean },
): ClassesOfPersons {
  const { values, personOf, valueOf, persons } = pairs;
  const holders = new Uint32Array(sizes.length * values);
  const weights = new Float64Array(sizes.length * values);
  const ofPiece = entry.map((own) => pairOf[own]);
  const isCounted = (piece: number): boolean => classId[piece] !== suppressedRow && personOf[ofPiece[piece]] < persons;
  const order = sortByCode(sortByCode(Uint32Array.from(classId.keys()).filter(isCounted), ofPiece), classId);
  const start = new Uint32Array(sizes.length + 1);
  const found: number[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    const id = classId[order[from]];
    const person = personOf[ofPiece[order[from]]];
    let rows = 0;
    for (to = from; to < order.length; to++) {
      const piece = order[to];
      if (classId[piece] !== id || personOf[ofPiece[piece]] !== person) break;
      rows += count[piece];
    }
    for (let i = from; i < to;) {
      const pair = ofPiece[order[i]];
      let own = 0;
      for (; i < to && ofPiece[order[i]] === pair; i++) own += count[order[i]];
      start[id + 1]++;
      found.push(pair);
      holders[id * values + valueOf[pair]]++;
      weights[id * values + valueOf[pair]] += own / rows;
    }
  }
  if (isWorstCase) sizes.forEach((size, id) => toWorstCase(holders.subarray(id * values, (id + 1) * values), size));
  for (let id = 0; id < sizes.length; id++) start[id + 1] += start[id];
  const pick = (column: Uint32Array): Uint32Array => Uint32Array.from(found, (pair) => column[pair]);
  const classPairs = { start, personOf: pick(personOf), valueOf: pick(valueOf) };
  const { holders: tableHolders, weights: tableWeights } = pairs;
  return { sizes, holders, weights, pairs: classPairs, tableHolders, tableWeights, table };
}
