import type { WasmInstance } from './instantiate.js';
import { hilbertCurve } from './layouts.js';

/** Points per call: long calls run in the first compiler's code, since a function is replaced between calls only. */
const CALL_POINTS = 0x10000;

/** See assembly/hilbert.ts. Takes scratch that the caller releases. The arguments were checked. Throws CapacityError. */
export function hilbertKeys(
  { kernels, memory }: WasmInstance,
  points: readonly Uint32Array[],
  bits: number,
): Uint32Array[] {
  const dimensions = points.length;
  const count = points[0].length;
  const words = Math.ceil((dimensions * bits) / 32);
  const pointsPtr = memory.scratch(4 * dimensions * count);
  points.forEach((column, d) => memory.write(pointsPtr + 4 * d * count, column));
  const keysPtr = memory.scratch(4 * words * count);
  const x = memory.scratch(4 * dimensions);
  const fields = { points: pointsPtr, dimensions, count, bits, keys: keysPtr, x };
  const curve = memory.scratchFields(hilbertCurve, fields);
  for (let from = 0; from < count; from += CALL_POINTS) {
    kernels.hilbertKeys(curve, from, Math.min(count, from + CALL_POINTS));
  }
  return Array.from({ length: words }, (_, word) => memory.u32(keysPtr + 4 * word * count, count).slice());
}
