/**
 * Elementary functions that give the same bits on every host, for everything that a result is made of. Hosts disagree in the
 * last bit of their own (Chromium 156 and Node 20: `Math.log` of 2 % of all arguments, `Math.exp` of 0.5 %, `Math.pow` of
 * 11 %). These use nothing but + - * / and exact powers of two, in a fixed order.
 */
import { naturalLogarithm } from './logarithm.js';

/** ln x: -Infinity for 0, NaN below 0. */
export function logarithm(x: number): number {
  if (x > 0 && x < Infinity) return naturalLogarithm(x);
  return x === 0 ? -Infinity : x > 0 ? Infinity : NaN;
}

/** log2 x, whole for powers of two: -Infinity for 0, NaN below 0. */
export function binaryLogarithm(x: number): number {
  if (!(x > 0 && x < Infinity)) return logarithm(x);
  let exponent = 0;
  let mantissa = x;
  while (mantissa >= Math.SQRT2) {
    mantissa *= 0.5;
    exponent++;
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    exponent--;
  }
  return exponent + naturalLogarithm(mantissa) * Math.LOG2E;
}

/** ln(1 + x) for finite x >= 0, as exact where 1 + x loses digits of x (Kahan). */
export function logarithmOnePlus(x: number): number {
  const sum = 1 + x;
  return sum === 1 ? x : (logarithm(sum) * x) / (sum - 1);
}

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;

/** e^x: 0 below -745.2, Infinity above 709.8. The algorithm of fdlibm's e_exp.c (Sun Microsystems, 1993), error below 1 ulp. */
export function exponential(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019412) return 0;
  const power = Math.round(x * Math.LOG2E);
  const high = x - power * LN2_HIGH;
  const low = power * LN2_LOW;
  const rest = high - low;
  const t = rest * rest;
  const c = rest - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const y = 1 - (low - (rest * c) / (2 - c) - high);
  // In two steps: 2 ** power alone may be past the range of numbers where the product is not.
  const half = Math.trunc(power / 2);
  return y * 2 ** half * 2 ** (power - half);
}

/** e^x - 1 for x >= 0, as exact where e^x is nearly 1 (Kahan). */
export function exponentialMinusOne(x: number): number {
  const value = exponential(x);
  if (value === 1) return x;
  return value === Infinity ? Infinity : ((value - 1) * x) / logarithm(value);
}

/** 10^n for a whole n, the number nearest to it. */
export const powerOfTen = (n: number): number => Number(`1e${n}`);

/** The whole n with 10^n <= x < 10^(n + 1), for finite x > 0. */
export const decimalExponent = (x: number): number => Number(x.toExponential().split('e')[1]);

export const square = (x: number): number => x * x;

/** The least power of two that is not below n. */
export function powerOfTwoFrom(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}

/** Numbers beyond it, or below its negative, are not measured: ranges and sums of many of them would be infinite. */
export const LARGEST_MEASURED = 1e300;
