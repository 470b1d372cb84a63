/** A counting problem: choose x_v of the `available` people of each vector, so that every margin is met exactly. */
export interface MarginProblem {
  /** [columns] for every vector the number of its value. */
  readonly values: readonly Uint32Array[];
  /** [vectors] people who have the vector, at least 1. */
  readonly available: Uint32Array;
  /** [columns][values] how often the value has to be chosen. */
  readonly wanted: readonly Uint32Array[];
  /**
   * [columns] the value whose margin follows from all other margins, -1 for none; never in the first column. Vectors that share no
   * other value are counted apart.
   */
  readonly free?: readonly number[];
}

/** Vectors that are connected by shared values, and the number of people needed for every value. */
export interface Part {
  /** [vectors][columns] number of the margin that a value is. */
  readonly marginsOf: readonly (readonly number[])[];
  /** [margins] people still needed. */
  readonly rest: readonly number[];
  /** [vectors] fewest and most people that may be chosen, and people there are. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly available: readonly number[];
}
