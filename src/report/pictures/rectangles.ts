import { largestOf } from '../../base/sequences.js';
import * as Plot from '@observablehq/plot';
import { counted } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';

/** One axis: the leaves of a domain in their order, as positions 0 .. labels.length - 1. */
export interface RectangleAxis {
  /** Name of the quasi-identifier. */
  readonly name: string;
  /** Its values in their order: the places of the axis. */
  readonly labels: readonly string[];
}

/** A class seen from two attributes: leaf positions, both ends included. */
export interface Rectangle {
  /** First and last place that the class covers on the x axis, from 0. */
  readonly x: readonly [first: number, last: number];
  /** First and last place that it covers on the y axis. */
  readonly y: readonly [first: number, last: number];
  /** Rows of the class. */
  readonly rows: number;
}

/** Most rectangles drawn; the largest by rows. More would keep a page busy for more than a tenth of a second. */
const mostRectangles = 800;
const mostTicks = 12;
const legendWidth = 240;
const rough = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** The boxes of the released classes over two quasi-identifiers, the denser the darker. */
export function drawRectangles(
  x: RectangleAxis,
  y: RectangleAxis,
  rectangles: readonly Rectangle[],
  { width, document }: Picture,
): Element {
  const shown = [...rectangles].sort((a, b) => b.rows - a.rows).slice(0, mostRectangles);
  const area = ({ x: [x1, x2], y: [y1, y2] }: Rectangle): number => (x2 - x1 + 1) * (y2 - y1 + 1);
  // Large boxes first, so that small ones stay visible above them.
  shown.sort((a, b) => area(b) - area(a));
  const ticks = (axis: RectangleAxis) => thin(axis.labels.length, mostTicks);
  const scale = (axis: RectangleAxis, rotate: number) => ({
    label: axis.name,
    domain: [-0.5, axis.labels.length - 0.5],
    ticks: ticks(axis),
    tickFormat: (at: number) => shorten(axis.labels[at] ?? ''),
    tickRotate: rotate,
  });
  const chart = Plot.plot({
    document,
    width,
    height: Math.min(520, Math.max(260, width * 0.7)),
    marginLeft: Math.max(40, 24 + pixelsOf(y)),
    // Tilted labels are 0.57 as high as they are long.
    marginBottom: 40 + Math.round(0.57 * pixelsOf(x)),
    x: scale(x, -35),
    y: scale(y, 0),
    color: {
      type: 'log',
      scheme: 'Blues',
      label: 'rows per cell',
      legend: true,
      ticks: legendTicks(
        shown.map((each) => each.rows / area(each)),
        legendWidth,
      ),
      // A pattern would leave out labels by a rule of its own.
      tickFormat: (value: number) => rough.format(value),
    },
    marks: [
      Plot.frame({ strokeOpacity: 0.3 }),
      Plot.rect(shown, {
        x1: ({ x: [first] }: Rectangle) => first - 0.5,
        x2: ({ x: [, last] }: Rectangle) => last + 0.5,
        y1: ({ y: [first] }: Rectangle) => first - 0.5,
        y2: ({ y: [, last] }: Rectangle) => last + 0.5,
        fill: (each: Rectangle) => each.rows / area(each),
        fillOpacity: 0.75,
        stroke: 'currentColor',
        strokeOpacity: 0.5,
        title: (each: Rectangle) => counted(each.rows, 'row'),
      }),
    ],
  });
  return asImage(chart, `Classes over ${x.name} and ${y.name}`);
}

/** Pixels between two labels of the legend, which have up to six characters. */
const legendGap = 42;

/**
 * Values to label on a logarithmic legend: powers of ten first, then fives and twos, as far as their labels stand
 * apart; the ends where fewer than two such values lie between them.
 *
 * @param width - of the legend, in CSS pixels
 */
export function legendTicks(values: readonly number[], width: number): number[] {
  let least = Infinity;
  let most = 0;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (most <= least) return values.length === 0 ? [] : [least];
  const place = (value: number): number => (width * Math.log(value / least)) / Math.log(most / least);
  const chosen: number[] = [];
  for (const digit of [1, 5, 2]) {
    for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++) {
      const value = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
      const isApart = chosen.every((other) => Math.abs(place(other) - place(value)) >= legendGap);
      if (value >= least && value <= most && isApart) chosen.push(value);
    }
  }
  return chosen.length < 2 ? [least, most] : chosen.sort((a, b) => a - b);
}

function thin(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

/** Width of the longest label that is shown, at about 6 pixels a character. */
const pixelsOf = (axis: RectangleAxis): number =>
  6 *
  largestOf(
    thin(axis.labels.length, mostTicks).map((at) => shorten(axis.labels[at]).length),
    0,
  );

const shorten = (text: string): string => (text.length > 16 ? `${text.slice(0, 15)}…` : text);
