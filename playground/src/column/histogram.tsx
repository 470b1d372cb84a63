import { extentOf } from '../parts/extent.js';
import { counted } from '../parts/words.js';
import type { Distribution } from './distribution.js';

interface Props {
  readonly range: NonNullable<Distribution['range']>;
  readonly label: string;
  /** Labels under the first bar and the last. */
  readonly ends: readonly [string, string];
  /** Borders of intervals to be drawn over the bars, by level, the finest first. */
  readonly borders?: readonly (readonly number[])[];
}

const WIDTH = 360;
const HEIGHT = 72;

/** Rows by value, from the least value to the largest. */
export function Histogram({ range: { bars, least, most }, label, ends, borders = [] }: Props) {
  const highest = Math.max(1, extentOf(bars).most);
  const step = WIDTH / bars.length;
  const placeOf = (value: number): number => (most > least ? ((value - least) / (most - least)) * WIDTH : 0);
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map((rows, at) => {
          const height = rows === 0 ? 0 : Math.max(1.5, (HEIGHT * rows) / highest);
          return (
            <rect key={at} x={at * step} y={HEIGHT - height} width={0.86 * step} height={height}>
              <title>{counted(rows, 'row')}</title>
            </rect>
          );
        })}
        {borders.map((places, level) => (
          <path
            key={level}
            class="border"
            d={places
              .map((value) => `M${placeOf(value).toFixed(1)} ${HEIGHT}V${topOf(level, borders.length)}`)
              .join('')}
          />
        ))}
      </svg>
      <figcaption>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}

/** Borders of wide intervals are long, those of narrow ones short. */
const topOf = (level: number, levels: number): number => HEIGHT * (1 - (level + 1) / levels) * 0.8;
