import { largestOf } from '../../base/sequences.js';
import * as Plot from '@observablehq/plot';
import { count, counted } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';
import type { SizeBin } from './size-bins.js';
import { binClassSizes } from './size-bins.js';

/** Options of {@link drawClassSizes}. */
interface ClassSizesOptions extends Picture {
  /** The noun for what is counted. Default: rows. */
  readonly counted?: 'rows' | 'people' | 'households';
  /** False where each person has one row. Default: true where people are counted. */
  readonly hasSeveral?: boolean;
  /** Group that rows hide in: `bucket` where values are permuted. Default: class. */
  readonly group?: 'class' | 'bucket';
}

/** Draws the number of rows, or of people, by the size of their class. */
export function drawClassSizes(
  sizes: readonly (readonly [size: number, classes: number])[],
  k: number,
  { width, document, counted: of = 'rows', hasSeveral = of !== 'rows', group = 'class' }: ClassSizesOptions,
): Element {
  const groups = group === 'class' ? 'classes' : 'buckets';
  const bins = binClassSizes(sizes, k).map((bin) => ({
    ...bin,
    label: bin.from === bin.to ? String(bin.from) : `${count(bin.from)}–${count(bin.to)}`,
  }));
  // Labels of neighbours must not touch: about 7 pixels a character.
  const longest = largestOf(
    bins.map(({ label }) => label.length),
    0,
  );
  const tilted = bins.length * (longest + 2) * 7 > width - 84;
  const chart = Plot.plot({
    document,
    width,
    height: 260,
    marginLeft: 64,
    marginBottom: tilted ? 72 : 40,
    x: { label: `${of} in the ${group}`, domain: bins.map(({ label }) => label), tickRotate: tilted ? -35 : 0 },
    // A person with rows in several classes or buckets is in several bars.
    y: {
      label: hasSeveral ? `${of}, once in each of their ${groups}` : `${of} released`,
      grid: true,
      tickFormat: (value: number) => count(value),
    },
    marks: [
      Plot.barY(bins, {
        x: 'label',
        y: 'rows',
        fill: 'var(--picture-fill, #3b6fb6)',
        title: (bin: SizeBin) =>
          `${counted(bin.classes, group, groups)}, ${of === 'rows' ? counted(bin.rows, 'row') : counted(bin.rows, of === 'people' ? 'person' : 'household', of)}`,
      }),
      Plot.ruleY([0]),
    ],
  });
  return asImage(chart, `${of[0].toUpperCase()}${of.slice(1)} by the size of their ${group}`);
}
