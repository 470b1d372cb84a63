import type { Steps } from '../base/steps.js';
import { spellingOf } from '../table/spelling.js';
import type { ValueKind } from '../table/table.js';
import { firstDayOf } from './hierarchies/bounds.js';
import { dateCell, fixedClock } from './hierarchies/dates.js';
import type { Cell, CellAt } from './hierarchies/kind.js';
import type { AuditHierarchy } from './hierarchies/list.js';
import { kindOfHierarchy } from './hierarchies/list.js';

/** Values looked at between two yields. */
const valuesAtOnce = 1 << 13;

/** One value of the original and the people who have it. */
interface Borne {
  readonly value: number;
  readonly people: number;
}

const sumOfPeople = (values: readonly Borne[]): number => values.reduce((sum, { people }) => sum + people, 0);

interface Cut {
  readonly values: readonly Borne[];
  readonly cell: Cell;
  readonly step: number;
  readonly joined: boolean;
}

/** The numbers at which a rounded label may begin and end. */
export interface CodedEnds {
  readonly starts: ReadonlySet<number>;
  /** The last number that a label names: one unit below the next cell for whole numbers and days, else that cell's start. */
  readonly ends: ReadonlySet<number>;
}

/**
 * The ends that labels of a column may have when no rare value is to be shown (docs/labels.md, "Rounded ranges"), worked out
 * from the original: cells of 1 and 5 times powers of ten, or of the calendar, are divided while every part has k people;
 * parts with fewer stay joined to both neighbours, and rare values at the two ends of all go with the first or last part
 * that has k. Yields between stretches of the work.
 *
 * @param countOf - people who have one of some values, where several can be one person's
 */
export function* codedEnds(
  kind: ValueKind,
  given: readonly Borne[],
  k: number,
  grid?: AuditHierarchy,
  countOf = sumOfPeople,
): Steps<CodedEnds> {
  const starts = new Set<number>();
  const ends = new Set<number>();
  const { unit } = spellingOf(kind);
  const values = [...given].sort((a, b) => a.value - b.value);
  const cellAt = (grid === undefined ? null : kindOfHierarchy(grid)?.cells?.(grid, kind)) ?? fixedCell(kind, values);

  const noteEnds = (start: number, end: number) => [starts.add(start), ends.add(end)];
  const note = (core: readonly Borne[], cell: Cell): void => {
    if (core.length === 1) noteEnds(core[0].value, core[0].value);
    if (core.length > 1 || unit === 0) noteEnds(cell.start, cell.end - unit);
  };

  function* refine(core: readonly Borne[], cell: Cell, step: number, isFirst: boolean, isLast: boolean): Steps<void> {
    if (core.length === 0) return;
    if (core.length > 1 || step < 0) {
      for (const next of [step + 1, step + 2]) {
        const cuts = yield* cutInto(core, cell, next, isFirst, isLast);
        if (cuts === null) continue;
        for (const [i, cut] of cuts.entries()) {
          if (cut.joined) note(cut.values, cut.cell);
          else yield* refine(cut.values, cut.cell, cut.step, isFirst && i === 0, isLast && i === cuts.length - 1);
        }
        return;
      }
    }
    if (step >= 0) note(core, cell);
  }

  let looked = 0;
  function* cutInto(
    core: readonly Borne[],
    whole: Cell,
    step: number,
    isFirst: boolean,
    isLast: boolean,
  ): Steps<Cut[] | null> {
    let parts: { cell: Cell; values: Borne[]; people: number }[] = [];
    for (const borne of core) {
      if (++looked % valuesAtOnce === 0) yield;
      // Values ascend.
      let part = parts.at(-1);
      if (part === undefined || borne.value >= part.cell.end) {
        const cell = cellAt(borne.value, step);
        if (cell === null) return null;
        if (part?.cell.start !== cell.start) parts.push((part = { cell, values: [], people: 0 }));
      }
      part!.values.push(borne);
    }
    for (const part of parts) {
      part.people = countOf(part.values);
      if ((looked += part.values.length) % valuesAtOnce < part.values.length) yield;
    }
    const isCommon = (part: { readonly people: number }): boolean => part.people >= k;
    if (isFirst) parts = parts.some(isCommon) ? parts.slice(parts.findIndex(isCommon)) : [];
    if (isLast) parts = parts.slice(0, parts.findLastIndex(isCommon) + 1);
    if (parts.length === 0) return null;
    const cuts: Cut[] = [];
    let previous = 0;
    for (const { cell, values: own, people } of parts) {
      const before = cuts.at(-1);
      if (before !== undefined && Math.min(previous, people) < k) {
        const both = { start: before.cell.start, end: cell.end };
        cuts[cuts.length - 1] = { values: [...before.values, ...own], cell: both, step, joined: true };
      } else cuts.push({ values: own, cell, step, joined: false });
      previous = people;
    }
    if (cuts.length === 1 && cuts[0].joined) return null;
    // Rare values at an edge of the cell show that edge.
    const last = cuts.length - 1;
    if (parts[0].people < k) cuts[0] = { ...cuts[0], cell: { start: whole.start, end: cuts[0].cell.end } };
    if (previous < k) cuts[last] = { ...cuts[last], cell: { start: cuts[last].cell.start, end: whole.end } };
    return cuts;
  }

  yield* refine(values, { start: -Infinity, end: Infinity }, -1, true, true);
  return kind.type === 'date' && unit < 1 ? withWholeDays({ starts, ends }, values, unit) : { starts, ends };
}

/** Ends of whole days where some are months or years, which lie in one range with all their days. */
function withWholeDays({ starts, ends }: CodedEnds, values: readonly Borne[], unit: number): CodedEnds {
  const partial = values.filter(({ value }) => firstDayOf(value) < value);
  return {
    starts: new Set([...starts, ...partial.map(({ value }) => firstDayOf(value))].map(firstDayOf)),
    ends: new Set([...ends].flatMap((end) => [end, Math.floor(end) + 1 - unit])),
  };
}

/** The cells of a column without intervals of its own. */
const fixedCell = (kind: ValueKind, values: readonly Borne[]): CellAt =>
  spellingOf(kind).calendar === undefined
    ? (clockCell(kind) ?? decimalCell(values, kind.type === 'integer'))
    : dateCell(kind, fixedMonths, fixedClock);

/** Cells of times of day and of lengths of time: whole days of hours, then hours, minutes, seconds and their parts. */
function clockCell(kind: ValueKind): CellAt | null {
  const hours = kind.type === 'time' ? [24, 12, 6, 1] : [1000, 500, 100, 50, 10, 5, 1];
  if (kind.type !== 'time' && kind.type !== 'duration') return null;
  const sixty = [30, 10, 5, 1];
  const { unit } = spellingOf(kind);
  const all = [...hours.map((n) => n * 3_600_000), ...sixty.map((n) => n * 60_000), ...sixty.map((n) => n * 1000), 500, 100, 50, 10, 5, 1]; // prettier-ignore
  const widths = all.filter((width) => width >= unit);
  return (value, step) => {
    if (step > widths.length) return null;
    if (step === widths.length) return { start: value, end: value + unit };
    const start = value - (value % widths[step]);
    return { start, end: start + widths[step] };
  };
}

/** Steps 0, 1, 2, ... are widths 10^e, 5 * 10^(e - 1), 10^(e - 1), ..., the first reaching past all numbers. */
function decimalCell(values: readonly Borne[], isWhole: boolean): CellAt {
  let most = 0;
  for (const { value } of values) if (Math.abs(value) > most) most = Math.abs(value);
  let power = isWhole ? 0 : -15;
  while (decimal(1, power) <= most) power++;
  const steps = 2 * (isWhole ? power : 15);
  return (value, step) => {
    if (step > steps) return null;
    const digit = step % 2 === 0 ? 1 : 5;
    const exponent = power - Math.ceil(step / 2);
    let at = Math.floor(value / decimal(digit, exponent));
    while (decimal(at * digit, exponent) > value) at--;
    while (decimal((at + 1) * digit, exponent) <= value) at++;
    return { start: decimal(at * digit, exponent) + 0, end: decimal((at + 1) * digit, exponent) + 0 };
  };
}

/** [n] 10^n, where a double holds it exactly. */
const POWERS = Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));

/** The double nearest to digits * 10^exponent, for whole digits. */
export function decimal(digits: number, exponent: number): number {
  const power = POWERS[Math.abs(exponent)];
  // Both are exact: the one operation rounds once (Clinger, PLDI 1990).
  if (power !== undefined && Number.isSafeInteger(digits)) return exponent < 0 ? digits / power : digits * power;
  return Number(`${digits}e${exponent}`);
}

/** Months of the fixed steps, the coarsest first: years of several widths, quarters, months. */
const fixedMonths = [...[10_000, 5000, 1000, 500, 100, 50, 10, 5, 1].map((years) => years * 12), 3, 1];
