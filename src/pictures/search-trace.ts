import * as Plot from '@observablehq/plot';
import type { Picture } from './picture.js';
import { asImage, count } from './picture.js';

/** One moment of an anytime search. */
export interface TracePoint {
  readonly seconds: number;
  /** Cost of the best solution so far, or null before the first. */
  readonly cost: number | null;
  /** No solution costs less than this. */
  readonly lowerBound: number;
}

/** Best cost and lower bound over time: the search has proven its result when the two lines meet. */
export function drawSearchTrace(points: readonly TracePoint[], { width, document }: Picture): Element {
  const costs = points.filter(({ cost }) => cost !== null);
  const chart = Plot.plot({
    document,
    width,
    height: 240,
    marginLeft: 84,
    x: { label: 'seconds' },
    y: { label: 'cost', grid: true, tickFormat: (value: number) => count(value) },
    color: { domain: ['best cost', 'lower bound'], range: ['#3b6fb6', '#c2571a'], legend: true },
    marks: [
      Plot.line(costs, { x: 'seconds', y: 'cost', stroke: () => 'best cost', curve: 'step-after' }),
      Plot.line(points, { x: 'seconds', y: 'lowerBound', stroke: () => 'lower bound', curve: 'step-after' }),
    ],
  });
  return asImage(chart, 'Best cost and lower bound over time');
}
