import type { MemberScan } from '../engine.js';
import { isWorthCompacting, placeOf } from '../member-places.js';
import { widthOf } from '../mondrian-layout.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { memberColumn, memberScan } from './layouts.js';

/** Vectors in linear memory. The arguments were checked. Throws CapacityError. */
export function createMemberScan(
  instance: WasmInstance,
  codes: readonly Uint32Array[],
  sizes: readonly number[],
): MemberScan {
  const { kernels, memory } = instance;
  const places = codes[0].length;
  const blocks = new Blocks(memory);
  return blocks.orFree(() => {
    const vectorsPtr = blocks.copy(Uint32Array.from({ length: places }, (_, v) => v));
    const columns = blocks.take(codes.length * memberColumn.bytes);
    codes.forEach((column, a) => {
      const width = widthOf(sizes[a]);
      const narrow = width === 1 ? Uint8Array.from(column) : width === 2 ? Uint16Array.from(column) : column;
      memory.writeFields(columns + a * memberColumn.bytes, memberColumn, { codes: blocks.copy(narrow), width });
    });
    const numbers = sizes.map((size) => blocks.take(4 * size));
    const numbersPtr = blocks.copy(Uint32Array.from(numbers));
    const context = blocks.fields(memberScan, {
      attributes: codes.length,
      places,
      vectors: vectorsPtr,
      sums: blocks.take(4 * places),
      starts: blocks.take(4 * places),
      columns,
      taken: blocks.take(4 * places),
    });
    const placesNow = (): number => memory.field(context, memberScan, 'places');
    const vectorAt = (place: number): number => (place === -1 ? -1 : memory.u32(vectorsPtr + 4 * place, 1)[0]);
    const write = (attribute: number, values: Int32Array): number => {
      memory.u32(numbers[attribute], values.length).set(values);
      return numbers[attribute];
    };
    return {
      start: (values) => {
        const taken = memory.field(context, memberScan, 'takenCount');
        if (isWorthCompacting(taken, placesNow())) kernels.memberCompact(context);
        values.forEach((own, a) => write(a, own));
        kernels.memberStart(context, numbersPtr);
      },
      change: (attribute, difference) => void kernels.memberChange(context, attribute, write(attribute, difference)),
      nearest: () => vectorAt(kernels.memberNearest(context) | 0),
      farthest: () => vectorAt(kernels.memberFarthest(context) | 0),
      take: (vector) => {
        const left = placesNow();
        kernels.memberTake(context, placeOf(memory.u32(vectorsPtr, left), left, vector));
      },
      dispose: () => blocks.free(),
    };
  });
}
