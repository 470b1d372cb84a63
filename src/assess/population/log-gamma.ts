import { logarithm, square } from '../../base/elementary.js';

const HALF_LOG_TWO_PI = 0.9189385332046728;

/** Natural logarithm of the gamma function of a positive number, by Stirling's series after a shift to 10 or more. */
export function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 10; at++) shift += logarithm(at);
  const inverse = 1 / at;
  const squared = square(inverse);
  const series =
    inverse * (1 / 12 - squared * (1 / 360 - squared * (1 / 1260 - squared * (1 / 1680 - squared / 1188))));
  return (at - 0.5) * logarithm(at) - at + HALF_LOG_TWO_PI + series - shift;
}
