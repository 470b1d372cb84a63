import type { PointScan } from '../engine.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { pointResult, pointScan } from './layouts.js';

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
    const joinedPtr = blocks.take(8 * points);
    const whichPtr = blocks.take(4 * points);
    const nearPtr = blocks.take(4 * (points + 1));
    const fromPtr = blocks.take(8 * dimensions);
    const result = blocks.fields(pointResult, {});
    const context = blocks.fields(pointScan, {
      dimensions,
      points,
      left: points,
      values: valuesPtr,
      numbers: numbersPtr,
      rows: blocks.copy(rows),
      places: blocks.copy(numbers),
      distance: blocks.take(8 * points),
      joined: joinedPtr,
      which: whichPtr,
      near: nearPtr,
      nearDistance: blocks.take(8 * (points + 1)),
    });
    const place = (from: Float64Array): number => {
      memory.write(fromPtr, from);
      return fromPtr;
    };
    return {
      farthest: (from) => kernels.pointFarthest(context, place(from)) | 0,
      around: (from, wanted) => {
        kernels.pointAround(context, place(from), wanted, result);
        const { count, farthest } = memory.fields(result, pointResult);
        return { nearest: memory.u32(nearPtr, count).slice(), farthest: farthest | 0 };
      },
      join: (from, begins) => {
        kernels.pointJoin(context, place(from), begins ? 1 : 0, result);
        const { nearest, farthest, distance } = memory.fields(result, pointResult);
        return { nearest: nearest | 0, farthest: farthest | 0, distance };
      },
      joined: () => {
        const which = new Uint32Array(points);
        const distance = new Float64Array(points);
        const own = memory.u32(numbersPtr, memory.field(context, pointScan, 'left'));
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
