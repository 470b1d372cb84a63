/** Widths of intervals that people would choose, and where intervals have their borders. */
import type { Column, HierarchySpec } from 'kohort/js';

type Intervals = Extract<HierarchySpec, { type: 'intervals' }>;

/** Intervals of one width a level. */
export type IntervalSpec = Intervals & Required<Pick<Intervals, 'widths'>>;

/** Intervals between bounds. */
export type BoundsSpec = Intervals & Required<Pick<Intervals, 'bounds'>>;

/** The least and the largest number of a column, 0 and 1 where there are none. */
export function rangeOf({ numbers }: Column): { readonly least: number; readonly span: number } {
  let least = Infinity;
  let most = -Infinity;
  for (const value of numbers ?? []) {
    least = Math.min(least, Number.isNaN(value) ? Infinity : value);
    most = Math.max(most, Number.isNaN(value) ? -Infinity : value);
  }
  return Number.isFinite(least) ? { least, span: Math.max(1, most - least) } : { least: 0, span: 1 };
}

/** 1, 2, 5, 10, ... up to half of what the column spans. */
export function niceWidths(column: Column): number[] {
  const { span } = rangeOf(column);
  const widths: number[] = [];
  for (let unit = 10 ** Math.floor(Math.log10(span / 200)); unit <= span / 2; unit *= 10) {
    for (const step of [1, 2, 5]) if (step * unit <= span / 2) widths.push(Number((step * unit).toPrecision(12)));
  }
  const whole = column.type === 'integer' ? widths.filter((width) => width >= 1) : widths;
  return whole.length === 0 ? [1] : whole;
}

/** Keeps the number of widths, each twice the one before it; an end of the widest interval stays one. */
export function ofWidth({ origin = 0, widths }: IntervalSpec, width: number): Pick<IntervalSpec, 'origin' | 'widths'> {
  const own = widths.map((_, level) => width * 2 ** level);
  const widest = own[own.length - 1];
  return { origin: Math.floor(origin / widest) * widest + 0, widths: own };
}

/** `levels` widths: the first of them, then each twice the one before it. */
export function ofLevels({ widths }: IntervalSpec, levels: number): number[] {
  const own = widths.slice(0, levels);
  while (own.length < levels) own.push(2 * own[own.length - 1]);
  return own;
}

/** Widths that take a numeric column to a handful of intervals in three steps. */
export function intervalsFor(column: Column): IntervalSpec {
  const { least, span } = rangeOf(column);
  const unit = 10 ** Math.floor(Math.log10(span / 10 || 1));
  const width = Math.max(1, unit * ([1, 2, 5, 10].find((step) => step * unit >= span / 16) ?? 10));
  // A multiple of the widest interval depends on no single value.
  const origin = Math.floor(least / (4 * width)) * 4 * width;
  return { type: 'intervals', origin: origin + 0, widths: [width, 2 * width, 4 * width] };
}

/** [levels] bounds of every level. */
export function levelsOfBounds(bounds: BoundsSpec['bounds']): (readonly (number | string)[])[] {
  const lists = [...bounds].filter((each) => typeof each === 'object');
  return lists.length > 0 ? lists : [bounds as readonly (number | string)[]];
}

/** Bounds to begin with: where the intervals of a column meet; its middle where they are too many. */
export function boundsFor({ origin, widths }: Intervals, column: Column): BoundsSpec {
  const spec = widths === undefined ? intervalsFor(column) : { type: 'intervals' as const, origin, widths };
  const { least, span } = rangeOf(column);
  const borders = bordersOf(spec, column).map((own) => own.filter((border) => border > least));
  const drawn = borders.filter((own, level) => own.length > 0 && own.length !== borders[level - 1]?.length);
  return { type: 'intervals', bounds: drawn.length > 0 ? drawn : [[Math.round(least + span / 2)]] };
}

/** More borders than these are no picture. */
const MOST_BORDERS = 90;

/** [levels] where intervals meet within the column's range, by level; none of levels that have too many. */
export function bordersOf({ origin = 0, widths }: IntervalSpec, column: Column): number[][] {
  const { least, span } = rangeOf(column);
  return widths.map((width) => {
    if (!(width > 0) || span / width > MOST_BORDERS) return [];
    const borders: number[] = [];
    const first = Math.ceil((least - origin) / width);
    for (let i = first; origin + i * width <= least + span; i++) borders.push(origin + i * width);
    return borders;
  });
}
