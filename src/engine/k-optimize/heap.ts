/** The memory of one search by K-OPTIMIZE: two views of one buffer. Addresses are indices of the view that they are used with. */
export interface Heap {
  readonly I: Int32Array;
  readonly F: Float64Array;
}
