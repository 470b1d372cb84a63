import type { Steps } from '../../base/steps.js';
import { areApart, type Boxes } from './boxes-apart.js';
import type { MatchedAttribute } from './match-classes.js';

/** Most bytes for what is known of the cells and values of an attribute. */
const MOST_KNOWN = 1 << 26;
/** Most work, in pairs of values or words of classes; where it takes more, asking every vector is no slower. */
const MOST_WORK = 1 << 25;
/** Pairs that take as long as asking whether a value covers a cell. */
const COVER_WORK = 8;
/** Work between two yields. */
const YIELD_WORK = 1 << 20;

/** An attribute whose cells are looked at all. */
export interface ComparedAttribute extends MatchedAttribute {
  /** [cells] 1 where the input has the cell. */
  readonly present: Uint8Array;
}

/** [values][cells] 1 where the value covers the cell. */
interface Covers {
  readonly cells: Uint8Array;
  readonly size: number;
}

/**
 * True when no vector of cells is covered by two classes, and every vector by its own class: then a vector belongs to one class,
 * whichever is asked first. False where that was not shown with little work, which does not mean that classes overlap. Yields
 * between stretches.
 *
 * @param classOf - [vectors] class of every vector that one is known of; others are passed over
 */
export function* showsDisjoint(
  classOf: Uint32Array,
  classes: number,
  attributes: readonly ComparedAttribute[],
): Steps<boolean> {
  const order = [...attributes].sort((a, b) => b.valueCount - a.valueCount);
  const covering = order.reduce((sum, { size, valueCount }) => sum + valueCount * COVER_WORK * size, 0);
  if (covering > MOST_WORK) return false;
  if (order.some(({ size, valueCount }) => valueCount * Math.max(size, valueCount) > MOST_KNOWN)) return false;
  const covers: Covers[] = [];
  for (const attribute of order) {
    covers.push(coversOf(attribute));
    yield;
  }
  for (const [a, { cells, values }] of order.entries()) {
    if (!coversOwn(classOf, cells, values, covers[a])) return false;
    yield;
  }
  return (yield* areApart(boxesOf(order, covers), classes)) || (yield* meetNowhere(order, covers, classes));
}

function coversOf({ size, valueCount, covers, present }: ComparedAttribute): Covers {
  const cells = new Uint8Array(valueCount * size);
  for (let value = 0; value < valueCount; value++) {
    for (let cell = 0; cell < size; cell++)
      cells[value * size + cell] = present[cell] === 1 && covers(cell, value) ? 1 : 0;
  }
  return { cells, size };
}

/** Classes as boxes around all cells that they cover, of which each covers one at least. */
function boxesOf(order: readonly ComparedAttribute[], covers: readonly Covers[]): Boxes {
  const ends = order.map(({ values, valueCount }, a) => {
    const { cells, size } = covers[a];
    const first = new Uint32Array(valueCount);
    const last = new Uint32Array(valueCount);
    for (let value = 0; value < valueCount; value++) {
      const own = cells.subarray(value * size, (value + 1) * size);
      first[value] = Math.max(0, own.indexOf(1));
      last[value] = Math.max(0, own.lastIndexOf(1));
    }
    return { lower: values.map((value) => first[value]), upper: values.map((value) => last[value]) };
  });
  return { lower: ends.map(({ lower }) => lower), upper: ends.map(({ upper }) => upper) };
}

/** True where every two classes have values of one attribute that no cell is covered by both of; false where that takes long. */
function* meetNowhere(order: readonly ComparedAttribute[], covers: readonly Covers[], classes: number): Steps<boolean> {
  const work = order.reduce(
    (sum, { size, valueCount }) => sum + valueCount * ((valueCount * size) / 2 + classes),
    (classes * classes) / 32,
  );
  if (work > MOST_WORK) return false;
  const meeting = order.map(({ values, valueCount }, a) =>
    meetingClasses(values, valueCount, meetsOf(valueCount, covers[a])),
  );
  let looked = 0;
  for (let id = 0; id < classes; id++) {
    if (meetsBefore(id, order, meeting)) return false;
    looked += id;
    if (looked > YIELD_WORK) {
      looked = 0;
      yield;
    }
  }
  return true;
}

/** [values][values] 1 where some cell is covered by both. */
function meetsOf(valueCount: number, { cells, size }: Covers): Uint8Array {
  const meets = new Uint8Array(valueCount * valueCount);
  for (let one = 0; one < valueCount; one++) {
    for (let other = 0; other <= one; other++) {
      const both = haveCommon(cells, one * size, other * size, size) ? 1 : 0;
      meets[one * valueCount + other] = both;
      meets[other * valueCount + one] = both;
    }
  }
  return meets;
}

function haveCommon(cells: Uint8Array, one: number, other: number, size: number): boolean {
  for (let cell = 0; cell < size; cell++) {
    if (cells[one + cell] === 1 && cells[other + cell] === 1) return true;
  }
  return false;
}

function coversOwn(
  classOf: Uint32Array,
  cellOf: ArrayLike<number>,
  values: Uint32Array,
  { cells, size }: Covers,
): boolean {
  for (let vector = 0; vector < classOf.length; vector++) {
    const id = classOf[vector];
    if (id < values.length && cells[values[id] * size + cellOf[vector]] === 0) return false;
  }
  return true;
}

/** [values][words] a bit for every class whose value covers some cell that the value covers too. */
function meetingClasses(values: Uint32Array, valueCount: number, meets: Uint8Array): Uint32Array[] {
  return Array.from({ length: valueCount }, (_, value) => {
    const bits = new Uint32Array((values.length + 31) >>> 5);
    for (let id = 0; id < values.length; id++) bits[id >>> 5] |= meets[value * valueCount + values[id]] << (id & 31);
    return bits;
  });
}

/** True when a class meets one before it in every attribute. */
function meetsBefore(
  id: number,
  order: readonly ComparedAttribute[],
  meeting: readonly (readonly Uint32Array[])[],
): boolean {
  const rows = order.map(({ values }, a) => meeting[a][values[id]]);
  for (let word = 0; word <= id >>> 5; word++) {
    let common = word === id >>> 5 ? (1 << (id & 31)) - 1 : -1;
    for (let a = 0; a < rows.length && common !== 0; a++) common &= rows[a][word];
    if (common !== 0) return true;
  }
  return false;
}
