import { quantity } from '../parts/words.js';
import { closingPaths, type Moment } from './closing-in.js';

const width = 600;
const height = 64;

/** Best cost and lower bound of a search over time: they meet when the best solution is proven. */
export function ClosingChart({ moments }: { readonly moments: readonly Moment[] }) {
  const paths = closingPaths(moments, width, height);
  if (paths === null) return null;
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const label =
    `Best cost and lower bound over ${Math.round(last.seconds - first.seconds)} seconds: the cost fell from ` +
    `${quantity(first.cost)} to ${quantity(last.cost)}, the bound rose from ${quantity(first.lowerBound)} to ${quantity(last.lowerBound)}`;
  return (
    <svg
      class="closing"
      viewBox={`0 -2 ${width} ${height + 4}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path class="closing-between" d={paths.between} />
      <path class="closing-bound" d={paths.bound} />
      <path class="closing-cost" d={paths.cost} />
    </svg>
  );
}
