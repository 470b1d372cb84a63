/**
 * The natural logarithm, operation for operation src/base/logarithm.ts: fdlibm's e_log.c with exact scaling and
 * + - * / alone, so that both engines agree to the last bit.
 */
const SQRT2: f64 = 1.4142135623730951;
const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const LG1: f64 = 6.66666666666673513e-1;
const LG2: f64 = 3.999999999940941908e-1;
const LG3: f64 = 2.857142874366239149e-1;
const LG4: f64 = 2.222219843214978396e-1;
const LG5: f64 = 1.818357216161805012e-1;
const LG6: f64 = 1.531383769920937332e-1;
const LG7: f64 = 1.479819860511658591e-1;

/** ln x in nats, for whole x > 0: the twin's loop for x below the root of 1/2 is left out. */
export function naturalLogarithm(x: f64): f64 {
  let exponent: f64 = 0;
  let mantissa = x;
  while (mantissa >= SQRT2) {
    mantissa *= 0.5;
    exponent += 1;
  }
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (LG2 + w * (LG4 + w * LG6));
  const t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
  const r = t2 + t1;
  const half = 0.5 * f * f;
  return exponent * LN2_HIGH - (half - (s * (half + r) + exponent * LN2_LOW) - f);
}

/** ln of a count > 0: from the table f64[65536] below 65,536, computed above. */
export function logarithmOfCount(count: u32, tablePtr: usize): f64 {
  if (count < 65536) return load<f64>(tablePtr + ((<usize>count) << 3));
  return naturalLogarithm(<f64>count);
}
