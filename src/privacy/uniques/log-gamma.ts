import { logarithm, logarithmOnePlus, square } from '../../base/elementary.js';

/** Least argument of Stirling's series. */
const LEAST = 10;

/** Natural logarithm of Γ(low + by) / Γ(low), low > 0 and 0 <= by, by Stirling's series after shifts; exact to its own size, however large `low` is. */
export function logGammaRatio(low: number, by: number): number {
  const below = shifted(low);
  const above = shifted(low + by);
  const [a, b] = [above.at, below.at];
  const difference = a - b;
  const ratio = difference < 0 ? -logarithmOnePlus((b - a) / a) : logarithmOnePlus(difference / b);
  const main = difference * logarithm(b) + (a - 0.5) * ratio - difference;
  return main + series(a) - series(b) - above.shift + below.shift;
}

/** An argument of 10 or more, and the logarithm of what Γ is larger there. */
function shifted(x: number): { readonly at: number; readonly shift: number } {
  let shift = 0;
  let at = x;
  for (; at < LEAST; at++) shift += logarithm(at);
  return { at, shift };
}

function series(at: number): number {
  const inverse = 1 / at;
  const squared = square(inverse);
  return inverse * (1 / 12 - squared * (1 / 360 - squared * (1 / 1260 - squared * (1 / 1680 - squared / 1188))));
}
