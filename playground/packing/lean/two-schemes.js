/** In the place of `scales/schemes.js` of Plot: its own colours for names, and blues for numbers. */
import { interpolateRgbBasis } from 'd3-interpolate';

const hex = (colors) => colors.split(' ').map((color) => `#${color}`);

const observable10 = hex('4269d0 efb118 ff725c 6cc5b0 3ca951 ff8ab7 a463f2 97bbf5 9c6b4e 9498a0');
const blues = interpolateRgbBasis(hex('f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b'));

/** The one scheme for names. */
export const isCategoricalScheme = (scheme) => scheme?.toLowerCase() === 'observable10';
/** None is there. */
export const isDivergingScheme = () => false;

/** Colours for names. */
export function ordinalScheme(scheme) {
  if (!isCategoricalScheme(scheme)) throw new Error(`this page has no colours ${scheme}`);
  return observable10;
}

/** The first `length` colours. */
export const ordinalRange = (scheme, length) => ordinalScheme(scheme).slice(0, length);

/** No picture colours true and false. */
export const maybeBooleanRange = () => undefined;

/** Colours for numbers, 0 .. 1. */
export function quantitativeScheme(scheme) {
  if (scheme.toLowerCase() !== 'blues') throw new Error(`this page has no colours ${scheme}`);
  return blues;
}
