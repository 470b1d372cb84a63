import type { PointScan } from '../engine.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';

/** Words of the context, see assembly/point-scan.ts, and where some of them stand. */
const CONTEXT_WORDS = 16;
const LEFT = 2;

/** Points in linear memory. The arguments were checked. Throws CapacityError. */
export function createPointScan(instance: WasmInstance, values: readonly Float64Array[], rows: Uint32Array): PointScan {
  const { kernels, memory } = instance;
  const points = rows.length;
  const dimensions = values.length;
  const blocks = new Blocks(memory);
  return blocks.orFree(() => {
    const valuesPtr = blocks.take(8 * points * dimensions);
    values.forEach((column, d) => memory.write(valuesPtr + 8 * points * d, column));
    const numbers = Uint32Array.from(rows.keys());
    const numbersPtr = blocks.copy(numbers);
    const rowsPtr = blocks.copy(rows);
    const placesPtr = blocks.copy(numbers);
    const distancePtr = blocks.take(8 * points);
    const joinedPtr = blocks.take(8 * points);
    const whichPtr = blocks.take(4 * points);
    const nearPtr = blocks.take(4 * (points + 1));
    const nearDistancePtr = blocks.take(8 * (points + 1));
    const fromPtr = blocks.take(8 * dimensions);
    const resultPtr = blocks.take(16);
    // prettier-ignore
    const context = blocks.copy(Uint32Array.of(
      dimensions, points, points, valuesPtr, numbersPtr, rowsPtr, placesPtr, distancePtr, joinedPtr, whichPtr, nearPtr,
      nearDistancePtr, 0, 0, 0, 0,
    ));
    const left = (): number => memory.u32(context, CONTEXT_WORDS)[LEFT];
    const place = (from: Float64Array): number => {
      memory.write(fromPtr, from);
      return fromPtr;
    };
    return {
      farthest: (from) => kernels.pointFarthest(context, place(from)) | 0,
      around: (from, wanted) => {
        kernels.pointAround(context, place(from), wanted, resultPtr);
        const [size, farthest] = memory.u32(resultPtr, 2);
        return { nearest: memory.u32(nearPtr, size).slice(), farthest: farthest | 0 };
      },
      join: (from, begins) => {
        kernels.pointJoin(context, place(from), begins ? 1 : 0, resultPtr);
        const [, , nearest, farthest] = memory.u32(resultPtr, 4);
        return { nearest: nearest | 0, farthest: farthest | 0, distance: memory.f64(resultPtr, 1)[0] };
      },
      joined: () => {
        const which = new Uint32Array(points);
        const distance = new Float64Array(points);
        const own = memory.u32(numbersPtr, left());
        const joins = memory.u32(whichPtr, points);
        const distances = memory.f64(joinedPtr, points);
        own.forEach((point, i) => {
          which[point] = joins[i];
          distance[point] = distances[i];
        });
        return { which, distance };
      },
      take: (point, count) => void kernels.pointTake(context, point, count),
      dispose: () => blocks.free(),
    };
  });
}
