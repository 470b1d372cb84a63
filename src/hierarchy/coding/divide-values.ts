import type { Steps } from '../../base/steps.js';
import type { Holders } from '../../table/units.js';
import type { Grid, GridCell } from './grid.js';

/** The arguments of {@link divideValues}. */
interface Values {
  readonly numbers: Float64Array;
  readonly peopleOf: (from: number, to: number) => number;
  readonly k: number;
  readonly grid: Grid;
}

/** Numbers looked at between two yields. */
const YIELD_NUMBERS = 1 << 13;

/** Numbers that are released alike: a run of the sorted distinct numbers, and the part of the grid that stands for it. */
export interface Piece {
  /** First number of the run, and one past its last. */
  readonly from: number;
  readonly to: number;
  /** The part of the grid; a single number has its own, `exact` is then true. */
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
  /** Rare numbers lie below or above that part, or it has no end there: the first piece is all below `end`, the last all from `start` on. */
  readonly openBelow: boolean;
  readonly openAbove: boolean;
}

/** A stretch of numbers within one cell, with the rare ones beyond it where it is the first or the last. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly cell: GridCell;
  readonly level: number;
  /** Upper end of the rare low numbers, and lower end of the rare high ones; `from` and `to` where there are none. */
  readonly below: number;
  readonly above: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface Child {
  from: number;
  to: number;
  cell: GridCell;
  people: number;
}

/**
 * Divides numbers into pieces that at least k rows have each, along a fixed grid (top and bottom coding,
 * Hundepool et al. 2012, section 3.4; cells refined where enough people are).
 *
 * A cell is divided into the cells of the next level. Those with fewer than k people stay together with the neighbours on
 * both sides, so that every end of a piece is the end of a cell that k people reach; rare ones below the first common cell
 * of all, or above the last, go with it, and its piece is open on that side. Where one piece would be left, the cells of
 * the level after are tried; where that leaves one too, the cell is a piece. A single number stands for itself. Yields between stretches of the work.
 *
 * @param numbers - ascending, distinct
 * @param people - rows that have each, or the persons who do, who count once in a cell
 */
export function* divideValues(
  numbers: Float64Array,
  people: ArrayLike<number> | Holders,
  k: number,
  grid: Grid,
): Steps<Piece[]> {
  if (numbers.length === 0) return [];
  const peopleOf = 'start' in people ? personsWithin(people) : rowsWithin(people);
  const values: Values = { numbers, peopleOf, k, grid };
  const pieces: Piece[] = [];
  const whole: Stretch = {
    from: 0,
    to: numbers.length,
    cell: { start: numbers[0], end: numbers[numbers.length - 1] },
    level: -1,
    below: 0,
    above: numbers.length,
    isFirst: true,
    isLast: true,
  };
  const open: Stretch[] = [whole];
  let looked = 0;
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    looked += stretch.to - stretch.from;
    if (looked > YIELD_NUMBERS) {
      yield;
      looked = 0;
    }
    const parts = stretch.to - stretch.from === 1 && stretch.level >= 0 ? null : divide(values, stretch);
    if (parts === null) pieces.push(pieceOf(values, stretch));
    // The last part first: the first one is taken from the stack next, so that pieces ascend.
    else for (let i = parts.length - 1; i >= 0; i--) open.push(parts[i]);
  }
  return pieces;
}

/** Rows of the numbers from .. to - 1. */
const rowsWithin =
  (rows: ArrayLike<number>) =>
  (from: number, to: number): number => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += rows[i];
    return sum;
  };

/** Persons with one of the numbers from .. to - 1, each once. */
function personsWithin({ start, units }: Holders): (from: number, to: number) => number {
  const seen = new Uint32Array(units.reduce((most, unit) => Math.max(most, unit), 0) + 1);
  let stamp = 0;
  return (from, to) => {
    stamp++;
    let persons = 0;
    for (let i = start[from]; i < start[to]; i++) {
      if (seen[units[i]] === stamp) continue;
      seen[units[i]] = stamp;
      persons++;
    }
    return persons;
  };
}

function divide(values: Values, stretch: Stretch): Stretch[] | null {
  for (const step of [1, 2]) {
    const level = stretch.level + step;
    if (level >= values.grid.levels) return null;
    const parts = partsOf(values, stretch, childrenOf(values, stretch, level), level);
    if (parts !== null) return parts;
  }
  return null;
}

function childrenOf({ numbers, peopleOf, grid }: Values, { from, to }: Stretch, level: number): Child[] {
  const children: Child[] = [];
  for (let i = from; i < to; i++) {
    let last = children.at(-1);
    if (last === undefined || numbers[i] >= last.cell.end) {
      last = { from: i, to: i, cell: grid.cellOf(level, numbers[i]), people: 0 };
      children.push(last);
    }
    last.to = i + 1;
  }
  for (const child of children) child.people = peopleOf(child.from, child.to);
  return children;
}

/** Children joined where one of two neighbours is rare; null where all become one. */
function partsOf({ k, grid }: Values, stretch: Stretch, all: readonly Child[], level: number): Stretch[] | null {
  const isCommon = (child: Child): boolean => child.people >= k;
  const first = stretch.isFirst ? all.findIndex(isCommon) : 0;
  if (first < 0) return null;
  const last = stretch.isLast ? all.findLastIndex(isCommon) : all.length - 1;
  if (last < 0) return null;
  const children = all.slice(first, last + 1);
  const parts: { from: number; to: number; cell: GridCell; children: number }[] = [];
  children.forEach((child, i) => {
    const part = parts.at(-1);
    if (part === undefined || (isCommon(child) && isCommon(children[i - 1]))) {
      parts.push({ from: child.from, to: child.to, cell: child.cell, children: 1 });
    } else {
      part.to = child.to;
      part.cell = { start: part.cell.start, end: child.cell.end };
      part.children++;
    }
  });
  if (parts.length === 1 && parts[0].children > 1) return null;
  // A rare cell at the edge of what is divided shows the edge, which k people reach, and not where it begins or ends.
  if (!isCommon(children[0])) parts[0].cell = { start: stretch.cell.start, end: parts[0].cell.end };
  if (!isCommon(children[children.length - 1])) {
    const part = parts[parts.length - 1];
    part.cell = { start: part.cell.start, end: stretch.cell.end };
  }
  return parts.map((part, i) => {
    const isFirst = stretch.isFirst && i === 0;
    const isLast = stretch.isLast && i === parts.length - 1;
    return {
      ...part,
      // Several cells that were joined are not divided again.
      level: part.children > 1 ? grid.levels : level,
      below: isFirst ? stretch.below : part.from,
      above: isLast ? stretch.above : part.to,
      isFirst,
      isLast,
    };
  });
}

function pieceOf({ numbers, grid }: Values, { from, to, cell, level, below, above }: Stretch): Piece {
  const piece = { from: below, to: above, openBelow: below < from, openAbove: above > to };
  if (to - from === 1 && level >= 0) {
    const number = numbers[from];
    if (!piece.openBelow && !piece.openAbove) return { ...piece, start: number, end: number, exact: true };
    return { ...piece, start: number, end: grid.unit === null ? cell.end : number + grid.unit, exact: false };
  }
  // Never divided: not even all of it is common.
  const isUndivided = level < 0;
  return {
    ...piece,
    start: cell.start,
    end: cell.end,
    exact: false,
    openBelow: isUndivided || piece.openBelow || cell.start === -Infinity,
    openAbove: isUndivided || piece.openAbove || cell.end === Infinity,
  };
}
