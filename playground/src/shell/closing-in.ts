/** Cost and bound of a search as they close in, kept small however long the search is. */
import { extentOf } from '../parts/extent.js';
import type { WorkerProgress } from 'kohort/client';

/** State of a search at a moment. */
export interface Moment {
  readonly seconds: number;
  readonly cost: number;
  readonly lowerBound: number;
}

/** Most moments that are kept. */
export const MOST_MOMENTS = 240;

/** The moment in a message of the worker; null where it has no cost and bound. */
export function momentOf(progress: WorkerProgress | null, seconds: number): Moment | null {
  if (progress?.cost === undefined || progress.lowerBound === undefined) return null;
  return { seconds, cost: progress.cost, lowerBound: progress.lowerBound };
}

/** Adds a moment. One with an equal state moves the last one on; too many are thinned to half. */
export function withMoment(moments: readonly Moment[], next: Moment): readonly Moment[] {
  const isSame = (each: Moment | undefined): boolean =>
    each !== undefined && each.cost === next.cost && each.lowerBound === next.lowerBound;
  const kept = isSame(moments.at(-1)) && isSame(moments.at(-2)) ? moments.slice(0, -1) : moments;
  return kept.length < MOST_MOMENTS ? [...kept, next] : [...kept.filter((_, at) => at % 2 === 0), next];
}

/** The picture of moments: paths in a box, time to the right and cost upwards. */
export interface ClosingPaths {
  readonly cost: string;
  readonly bound: string;
  /** Between the two: where the least possible cost is. */
  readonly between: string;
}

/** Lines that stay level until the next moment, as what is known does; null before there are two moments. */
export function closingPaths(moments: readonly Moment[], width: number, height: number): ClosingPaths | null {
  if (moments.length < 2) return null;
  const start = moments[0].seconds;
  const span = Math.max(Number.EPSILON, moments[moments.length - 1].seconds - start);
  const values = moments.flatMap(({ cost, lowerBound }) => [cost, lowerBound]);
  const { least, most } = extentOf(values);
  const range = most - least;
  const round = (value: number): number => Math.round(10 * value) / 10;
  const points = moments.map(({ seconds, cost, lowerBound }) => {
    const y = (value: number): number => round(range === 0 ? height / 2 : height * (1 - (value - least) / range));
    return { x: round((width * (seconds - start)) / span), cost: y(cost), bound: y(lowerBound) };
  });
  const rest = points.slice(1);
  const cost = `M0 ${points[0].cost}${rest.map((point) => `H${point.x}V${point.cost}`).join('')}`;
  const bound = `M0 ${points[0].bound}${rest.map((point) => `H${point.x}V${point.bound}`).join('')}`;
  const back = points.map((point) => `V${point.bound}H${point.x}`).reverse();
  return { cost, bound, between: `${cost}${back.join('')}Z` };
}
