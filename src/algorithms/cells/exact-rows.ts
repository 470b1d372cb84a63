/** Up to this many rows the least weight is found by trying all partitions. */
export const EXACT_ROWS = 12;
