/** Relative tolerance towards satisfied of every comparison of real numbers, as in the kernels. */
export const TOLERANCE = 1e-12;
