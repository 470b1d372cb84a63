import * as Plot from '@observablehq/plot';
import { count } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';

/**
 * One moment of an anytime search, as `search.trace` of its result holds it: the cost of the best solution so far (null before
 * the first), and what no solution costs less than.
 */
export type TracePoint = readonly [seconds: number, nodes: number, cost: number | null, lowerBound: number];

/** Best cost and lower bound over time: the search has proven its result when the two lines meet. */
export function drawSearchTrace(points: readonly TracePoint[], { width, document }: Picture): Element {
  const moments = points.map(([seconds, , cost, lowerBound]) => ({ seconds, cost, lowerBound }));
  const chart = Plot.plot({
    document,
    width,
    height: 240,
    marginLeft: 84,
    x: { label: 'seconds' },
    y: { label: 'cost', grid: true, zero: true, tickFormat: (value: number) => count(value) },
    color: { domain: ['best cost', 'lower bound'], range: ['var(--picture-fill, #3b6fb6)', '#d2691e'], legend: true },
    marks: [
      Plot.line(
        moments.filter(({ cost }) => cost !== null),
        { x: 'seconds', y: 'cost', stroke: () => 'best cost', curve: 'step-after' },
      ),
      Plot.line(moments, { x: 'seconds', y: 'lowerBound', stroke: () => 'lower bound', curve: 'step-after' }),
    ],
  });
  return asImage(chart, 'Best cost and lower bound over time');
}
