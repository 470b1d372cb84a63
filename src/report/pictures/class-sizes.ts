import * as Plot from '@observablehq/plot';
import { count, counted } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';

/** Classes and rows whose class has from `from` to `to` rows. */
export interface SizeBin {
  readonly from: number;
  readonly to: number;
  readonly classes: number;
  readonly rows: number;
}

/** Most bins of a picture. */
const mostBins = 24;

/**
 * Class sizes in bins that double from k (k .. 2k-1, 2k .. 4k-1, ...); sizes below k, which a release that holds does not
 * have, are bins of their own. Empty bins between others are kept, those before the first are not.
 *
 * @param sizes - ascending (size, number of classes)
 */
export function binClassSizes(sizes: readonly (readonly [size: number, classes: number])[], k: number): SizeBin[] {
  if (sizes.length === 0) return [];
  const start = Math.max(1, k);
  const bins: SizeBin[] = [];
  if (sizes[0][0] < start) bins.push({ from: 1, to: start - 1, classes: 0, rows: 0 });
  const largest = sizes[sizes.length - 1][0];
  for (let from = start; from <= largest && bins.length < mostBins; from *= 2) {
    bins.push({ from, to: 2 * from - 1, classes: 0, rows: 0 });
  }
  const counted = bins.map((bin) => ({ ...bin }));
  for (const [size, classes] of sizes) {
    const bin = counted.find(({ from, to }) => size >= from && size <= to) ?? counted[counted.length - 1];
    bin.classes += classes;
    bin.rows += size * classes;
  }
  const first = counted.findIndex(({ classes }) => classes > 0);
  return counted.slice(first);
}

/** How many people share a class with how many others: rows by the size of their class. */
export function drawClassSizes(
  sizes: readonly (readonly [size: number, classes: number])[],
  k: number,
  { width, document }: Picture,
): Element {
  const bins = binClassSizes(sizes, k).map((bin) => ({
    ...bin,
    label: bin.from === bin.to ? String(bin.from) : `${count(bin.from)}–${count(bin.to)}`,
  }));
  // Labels of neighbours must not touch: about 7 pixels a character.
  const longest = Math.max(0, ...bins.map(({ label }) => label.length));
  const tilted = bins.length * (longest + 2) * 7 > width - 84;
  const chart = Plot.plot({
    document,
    width,
    height: 260,
    marginLeft: 64,
    marginBottom: tilted ? 72 : 40,
    x: { label: 'rows in the class', domain: bins.map(({ label }) => label), tickRotate: tilted ? -35 : 0 },
    y: { label: 'rows released', grid: true, tickFormat: (value: number) => count(value) },
    marks: [
      Plot.barY(bins, {
        x: 'label',
        y: 'rows',
        fill: 'var(--picture-fill, #3b6fb6)',
        title: (bin: SizeBin) => `${counted(bin.classes, 'class', 'classes')}, ${counted(bin.rows, 'row')}`,
      }),
      Plot.ruleY([0]),
    ],
  });
  return asImage(chart, 'Rows by the size of their class');
}
