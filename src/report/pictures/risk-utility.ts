import * as Plot from '@observablehq/plot';
import { percent } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';

/** A release: its risk and what it cost. */
export interface RiskUtilityPoint {
  /** The k that was asked for. */
  readonly k: number;
  /** Largest re-identification risk: 1 / rows of the smallest class. */
  readonly risk: number;
  /** Loss metric, 0 .. 1. */
  readonly loss: number;
  /** The algorithm that made the release. */
  readonly algorithm: string;
}

/** Loss against risk, one line an algorithm, one point a k: the lower left is better. */
export function drawRiskUtility(points: readonly RiskUtilityPoint[], { width, document }: Picture): Element {
  const chart = Plot.plot({
    document,
    width,
    height: 280,
    marginLeft: 56,
    x: { type: 'log', label: 'largest re-identification risk', tickFormat: (value: number) => percent(value) },
    y: { label: 'loss', grid: true, zero: true },
    color: { legend: new Set(points.map(({ algorithm }) => algorithm)).size > 1 },
    marks: [
      Plot.line(points, { x: 'risk', y: 'loss', stroke: 'algorithm', sort: 'risk' }),
      Plot.dot(points, { x: 'risk', y: 'loss', fill: 'algorithm', r: 4 }),
      Plot.text(points, { x: 'risk', y: 'loss', text: ({ k }: RiskUtilityPoint) => `k ${k}`, dy: -10 }),
    ],
  });
  return asImage(chart, 'Loss against re-identification risk');
}
