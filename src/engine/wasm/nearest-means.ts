import type { NearestMeans, RunCosts } from '../engine.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { meanQuery, nearestMeans } from './layouts.js';
import { writeRunCosts } from './run-costs.js';

/** Means in linear memory; see assembly/nearest-means.ts. The arguments were checked. Throws CapacityError. */
export function createNearestMeans(
  instance: WasmInstance,
  groups: number,
  costs: readonly RunCosts[],
  places: readonly (Float64Array | null)[],
): NearestMeans {
  const { kernels, memory } = instance;
  const blocks = new Blocks(memory);
  return blocks.orFree(() => {
    const meansPtr = blocks.copy(new Float64Array(costs.length * groups));
    const codesPtr = blocks.take(4 * costs.length);
    const amongPtr = blocks.take(groups);
    const context = blocks.fields(nearestMeans, {
      attributes: costs.length,
      groups,
      means: meansPtr,
      query: blocks.take(meanQuery.bytes * costs.length),
      places: blocks.copy(Uint32Array.from(places, (own) => (own === null ? 0 : blocks.copy(own)))),
      costs: writeRunCosts(memory, blocks, costs),
    });
    return {
      move: (group, mean) => memory.write(meansPtr + 8 * group * costs.length, mean),
      nearest: (codes, among) => {
        memory.write(codesPtr, codes);
        if (among !== null) memory.write(amongPtr, among);
        return kernels.meanNearest(context, codesPtr, among === null ? 0 : amongPtr) | 0;
      },
      distance: (codes, group) => {
        memory.write(codesPtr, codes);
        return kernels.meanDistance(context, codesPtr, group);
      },
      dispose: () => blocks.free(),
    };
  });
}
