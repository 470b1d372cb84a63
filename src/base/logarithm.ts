/**
 * The natural logarithm of both engines. Hosts disagree about `Math.log` in the last bit (AssemblyScript's and V8's
 * differ in 0.9 % of 1 .. 10^6), so this one uses nothing but exact scaling and + - * / in a fixed order: the algorithm
 * of fdlibm's e_log.c (Sun Microsystems, 1993), error below 1 ulp. assembly/logarithm.ts is its copy.
 */
const SQRT2 = 1.4142135623730951;
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const LG1 = 6.66666666666673513e-1;
const LG2 = 3.999999999940941908e-1;
const LG3 = 2.857142874366239149e-1;
const LG4 = 2.222219843214978396e-1;
const LG5 = 1.818357216161805012e-1;
const LG6 = 1.531383769920937332e-1;
const LG7 = 1.479819860511658591e-1;

/** ln x in nats, for finite x > 0 (normal numbers). */
export function naturalLogarithm(x: number): number {
  let exponent = 0;
  let mantissa = x;
  while (mantissa >= SQRT2) {
    mantissa *= 0.5;
    exponent++;
  }
  while (mantissa < 0.5 * SQRT2) {
    mantissa *= 2;
    exponent--;
  }
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (LG2 + w * (LG4 + w * LG6));
  const t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
  const r = t2 + t1;
  const half = 0.5 * f * f;
  const scaled = exponent;
  return scaled * LN2_HIGH - (half - (s * (half + r) + scaled * LN2_LOW) - f);
}

/** Counts below this have their logarithm in the table. */
export const LOGARITHM_TABLE_LENGTH = 65536;

let table: Float64Array | null = null;

/** [65536] ln of every count below 65,536, entry 0 being 0. Made once; shared by all engines, which copy or read it. */
export function logarithmTable(): Float64Array {
  if (table === null) {
    table = new Float64Array(LOGARITHM_TABLE_LENGTH);
    for (let count = 1; count < LOGARITHM_TABLE_LENGTH; count++) table[count] = naturalLogarithm(count);
  }
  return table;
}
