/** Maximum likelihood of Pitman's sampling formula. N. Hoshino: Applying Pitman's sampling formula to microdata disclosure risk assessment, JOS 17(4), 2001. */
import { square } from '../../base/elementary.js';
import type { SizeCount } from './size-count.js';

/** Parameters of the formula: 0 <= alpha < 1, theta > -alpha. */
interface Pitman {
  readonly theta: number;
  readonly alpha: number;
}

/** Derivatives of the logarithm of the likelihood. */
interface Slopes {
  readonly byTheta: number;
  readonly byAlpha: number;
  /** Second derivatives. */
  readonly thetaTheta: number;
  readonly thetaAlpha: number;
  readonly alphaAlpha: number;
}

const MOST_STEPS = 200;
/** Largest slope at a maximum, for each class. */
const ACCURACY = 1e-9;
/** Slope at which no further step is made. */
const LEAST_SLOPE = 1e-13;

/** Parameters of the largest likelihood; those with alpha 0, Ewens's formula, where no other pair is found, and null where there is none. */
export function fitPitman(counts: readonly SizeCount[], sample: number): Pitman | null {
  const classes = counts.reduce((sum, each) => sum + each.classes, 0);
  if (classes >= sample) return null;
  let best: { readonly at: Pitman; readonly gap: number } | null = null;
  for (const start of startsOf(counts, sample, classes)) {
    const end = climb(counts, sample, classes, start);
    const slopes = slopesAt(counts, sample, classes, end);
    const gap = Math.abs(slopes.byTheta) * Math.max(1, end.theta) + Math.abs(slopes.byAlpha);
    if (Number.isFinite(gap) && (best === null || gap < best.gap)) best = { at: end, gap };
    if (best !== null && best.gap < ACCURACY * classes) return best.at;
  }
  return fitEwens(sample, classes);
}

/** The theta of alpha 0: the expected classes of a sample are those that were counted. */
function fitEwens(sample: number, classes: number): Pitman {
  const expected = (theta: number): number => {
    let sum = 0;
    for (let i = 0; i < sample; i++) sum += theta / (theta + i);
    return sum;
  };
  let low = 0;
  let high = 1;
  while (expected(high) < classes) [low, high] = [high, 2 * high];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (expected(middle) < classes) low = middle;
    else high = middle;
  }
  return { theta: (low + high) / 2, alpha: 0 };
}

/** The guess by moments (Hoshino 2001, section 4), and points that cover the domain. */
function startsOf(counts: readonly SizeCount[], n: number, u: number): Pitman[] {
  const classesOf = (size: number): number => counts.find((each) => each.size === size)?.classes ?? 0;
  const c1 = classesOf(1);
  const c2 = Math.max(1, classesOf(2));
  const c = (c1 * (c1 - 1)) / c2;
  const theta = (n * u * c - c1 * (n - 1) * (2 * u + c)) / (2 * c1 * u + c1 * c - n * c);
  const alpha = (theta * (c1 - n) + (n - 1) * c1) / (n * u);
  const guess = { theta, alpha };
  const others = [0.5, 0.1, 0.9].flatMap((a) => [u / 10, u, 1].map((t) => ({ theta: t, alpha: a })));
  return [...(isInside(guess) ? [guess] : []), ...others];
}

const isInside = ({ theta, alpha }: Pitman): boolean => alpha > 0 && alpha < 1 && theta > -alpha;

/** Newton's steps, halved until they stay inside and do not enlarge the slopes. */
function climb(counts: readonly SizeCount[], sample: number, classes: number, start: Pitman): Pitman {
  let at = start;
  let slopes = slopesAt(counts, sample, classes, at);
  for (let step = 0; step < MOST_STEPS; step++) {
    const determinant = slopes.thetaTheta * slopes.alphaAlpha - square(slopes.thetaAlpha);
    const isConcave = determinant > 0 && slopes.thetaTheta < 0;
    const byTheta = isConcave
      ? -(slopes.byTheta * slopes.alphaAlpha - slopes.byAlpha * slopes.thetaAlpha) / determinant
      : slopes.byTheta * (1 + Math.abs(at.theta));
    const byAlpha = isConcave
      ? -(slopes.byAlpha * slopes.thetaTheta - slopes.byTheta * slopes.thetaAlpha) / determinant
      : Math.sign(slopes.byAlpha) * 0.05;
    const before = likelihoodGap(slopes, at);
    let moved: Pitman | null = null;
    for (let factor = 1; factor > 1e-12; factor /= 2) {
      const next = { theta: at.theta + factor * byTheta, alpha: at.alpha + factor * byAlpha };
      if (!isInside(next)) continue;
      const there = slopesAt(counts, sample, classes, next);
      if (isConcave && !(likelihoodGap(there, next) < before)) continue;
      moved = next;
      slopes = there;
      break;
    }
    if (moved === null) return at;
    at = moved;
    if (likelihoodGap(slopes, at) < LEAST_SLOPE) return at;
  }
  return at;
}

/** Size of the slopes, that of theta by its own scale. */
const likelihoodGap = ({ byTheta, byAlpha }: Slopes, { theta }: Pitman): number =>
  Math.abs(byTheta) * Math.max(1, theta) + Math.abs(byAlpha);

function slopesAt(counts: readonly SizeCount[], sample: number, classes: number, { theta, alpha }: Pitman): Slopes {
  let byTheta = 0;
  let byAlpha = 0;
  let thetaTheta = 0;
  let thetaAlpha = 0;
  let alphaAlpha = 0;
  for (let i = 1; i < classes; i++) {
    const inverse = 1 / (theta + i * alpha);
    byTheta += inverse;
    byAlpha += i * inverse;
    thetaTheta -= inverse * inverse;
    thetaAlpha -= i * inverse * inverse;
    alphaAlpha -= i * i * inverse * inverse;
  }
  for (let i = 1; i < sample; i++) {
    const inverse = 1 / (theta + i);
    byTheta -= inverse;
    thetaTheta += inverse * inverse;
  }
  // Sums over the members of a class go on from those of the next smaller size.
  let sum = 0;
  let squares = 0;
  let reached = 1;
  for (const { size, classes: many } of counts) {
    for (; reached < size; reached++) {
      const inverse = 1 / (reached - alpha);
      sum += inverse;
      squares += inverse * inverse;
    }
    byAlpha -= many * sum;
    alphaAlpha -= many * squares;
  }
  return { byTheta, byAlpha, thetaTheta, thetaAlpha, alphaAlpha };
}
