import { extentOf } from './extent.js';
interface Props {
  readonly bars: readonly number[];
  readonly label: string;
}

/** A distribution in the size of a word. */
export function Bars({ bars, label }: Props) {
  const most = Math.max(1, extentOf(bars).most);
  const width = 64 / Math.max(1, bars.length);
  return (
    <svg class="bars" viewBox="0 0 64 16" preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map((rows, at) => {
        const height = rows === 0 ? 0 : Math.max(1, (16 * rows) / most);
        return <rect key={at} x={at * width} y={16 - height} width={0.8 * width} height={height} />;
      })}
    </svg>
  );
}
