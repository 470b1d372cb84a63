/** Results of kernels that fail; src/engine/wasm/status.ts turns them into errors. */

/** memory.grow was refused. Nothing was written; the instance stays usable. */
export const OUT_OF_MEMORY: i32 = -1;
/** A code lies outside of its column's code space, or of the map it goes through. */
export const CODE_OUT_OF_RANGE: i32 = -2;
