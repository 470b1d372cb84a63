import type { MemberScan } from '../engine.js';
import { isWorthCompacting, placeOf } from '../member-places.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { widthOf } from './resident.js';

/** Words of the context, see assembly/member-scan.ts, and where some of them stand. */
const CONTEXT_WORDS = 8;
const PLACES = 1;
const TAKEN = 7;

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
    const sumsPtr = blocks.take(4 * places);
    const startPtr = blocks.take(4 * places);
    const takenPtr = blocks.take(4 * places);
    const entries = codes.flatMap((column, a) => {
      const width = widthOf(sizes[a]);
      return [
        blocks.copy(width === 1 ? Uint8Array.from(column) : width === 2 ? Uint16Array.from(column) : column),
        width,
      ];
    });
    const entriesPtr = blocks.copy(Uint32Array.from(entries));
    const numbers = sizes.map((size) => blocks.take(4 * size));
    const numbersPtr = blocks.copy(Uint32Array.from(numbers));
    // prettier-ignore
    const context = blocks.copy(Uint32Array.of(
      codes.length, places, vectorsPtr, sumsPtr, startPtr, entriesPtr, takenPtr, 0,
    ));
    const vectorAt = (place: number): number => (place === -1 ? -1 : memory.u32(vectorsPtr + 4 * place, 1)[0]);
    const write = (attribute: number, values: Int32Array): number => {
      memory.u32(numbers[attribute], values.length).set(values);
      return numbers[attribute];
    };
    return {
      start: (values) => {
        const words = memory.u32(context, CONTEXT_WORDS);
        if (isWorthCompacting(words[TAKEN], words[PLACES])) kernels.memberCompact(context);
        values.forEach((own, a) => write(a, own));
        kernels.memberStart(context, numbersPtr);
      },
      change: (attribute, difference) => void kernels.memberChange(context, attribute, write(attribute, difference)),
      nearest: () => vectorAt(kernels.memberNearest(context) | 0),
      farthest: () => vectorAt(kernels.memberFarthest(context) | 0),
      take: (vector) => {
        const left = memory.u32(context, CONTEXT_WORDS)[PLACES];
        kernels.memberTake(context, placeOf(memory.u32(vectorsPtr, left), left, vector));
      },
      dispose: () => blocks.free(),
    };
  });
}
