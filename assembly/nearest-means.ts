/**
 * Means of groups, and which is nearest to a vector (NearestMeans of src/engine/engine.ts). src/engine/js/nearest-means.ts is the
 * twin, addition for addition. The context:
 *
 *   0  attributes   2  f64[groups][attributes] means: a place, or a code   4  u32[attributes] f64[size] places, or 0
 *   1  groups       3  codes of the query, entries [attributes] of 16 bytes: u32 address of the costs from its code (0: the
 *                      other two), u32 code, f64 place (negative: none), written here
 *   5  costs, entries of run-costs.ts
 */
import { RUN_COSTS_BYTES, runCost } from './run-costs';

/** Costs are in units of this part of a whole: a power of two, so that the product is exact. */
const UNIT: f64 = 1.0 / 1048576.0;
const NONE: u32 = 0xffffffff;

function word(context: usize, index: usize): usize {
  return <usize>load<u32>(context + (index << 2));
}

/** Makes the entries of a query from u32[attributes] codes. */
function prepare(context: usize, codes: usize): void {
  for (let a: usize = 0, attributes = word(context, 0); a < attributes; a++) {
    const code = load<u32>(codes + (a << 2));
    const entry = word(context, 3) + (a << 4);
    const places = <usize>load<u32>(word(context, 4) + (a << 2));
    const costs = word(context, 5) + a * RUN_COSTS_BYTES;
    const table = <usize>load<u32>(costs, 4);
    store<u32>(entry, table == 0 ? 0 : <u32>(table + ((<usize>code * <usize>load<u32>(costs)) << 2)));
    store<u32>(entry, code, 4);
    store<f64>(entry, places == 0 ? -1 : load<f64>(places + ((<usize>code) << 3)), 8);
  }
}

/** The distance of the query from the mean of a group; from `limit` on, any number from `limit` on. */
function distanceFrom(context: usize, group: usize, limit: f64): f64 {
  const attributes = word(context, 0);
  let mean = word(context, 2) + ((group * attributes) << 3);
  let entry = word(context, 3);
  const end = entry + (attributes << 4);
  let sum: f64 = 0;
  for (; entry < end; entry += 16, mean += 8) {
    const place = load<f64>(entry, 8);
    if (place >= 0) sum += abs<f64>(place - load<f64>(mean));
    else {
      const row = <usize>load<u32>(entry);
      const code = <u32>load<f64>(mean);
      let cost: u32;
      if (row != 0) cost = load<u32>(row + ((<usize>code) << 2));
      else {
        const own = load<u32>(entry, 4);
        const costs = word(context, 5) + ((entry - word(context, 3)) >> 4) * RUN_COSTS_BYTES;
        cost = runCost(costs, min(code, own), max(code, own));
      }
      sum += <f64>cost * UNIT;
    }
    if (sum >= limit) break;
  }
  return sum;
}

/** Distance of u32[attributes] codes from the mean of one group. */
export function meanDistance(context: usize, codes: usize, group: u32): f64 {
  prepare(context, codes);
  return distanceFrom(context, <usize>group, Infinity);
}

/** The group with the nearest mean, of several the first, where u8[groups] `among` (0: all) is 1; -1 when none is. */
export function meanNearest(context: usize, codes: usize, among: usize): u32 {
  prepare(context, codes);
  const groups = word(context, 1);
  let least: f64 = Infinity;
  let best = NONE;
  for (let g: usize = 0; g < groups; g++) {
    if (among != 0 && load<u8>(among + g) == 0) continue;
    const d = distanceFrom(context, g, least);
    if (d >= least) continue;
    least = d;
    best = <u32>g;
  }
  return best;
}
