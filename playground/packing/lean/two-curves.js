/** In the place of `curve.js` of Plot: straight lines, and steps. */
import { curveLinear, curveStepAfter } from 'd3';

const curves = { auto: curveLinear, linear: curveLinear, 'step-after': curveStepAfter };

/** A curve by its name. */
export function maybeCurve(curve = 'linear') {
  if (typeof curve === 'function') return curve;
  if (!(curve in curves)) throw new Error(`this page has no curve ${curve}`);
  return curves[curve];
}

/** Curve of lines that name none. */
export const curveAuto = (context) => curveLinear(context);

/** Curve of a line, by its name or `auto`. */
export const maybeCurveAuto = (curve = curveAuto) => (curve === 'auto' ? curveAuto : maybeCurve(curve));
