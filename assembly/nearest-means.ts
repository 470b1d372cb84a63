/**
 * Means of groups, and which is nearest to a vector (NearestMeans of src/engine/engine.ts). src/engine/js/nearest-means.ts is the
 * twin, addition for addition.
 */
import { MeanQuery, NearestMeans } from './layouts.generated';
import { runCost, runCostsAt } from './run-costs';

/** Costs are in units of this part of a whole: a power of two, so that the product is exact. */
const UNIT: f64 = 1.0 / 1048576.0;
const NONE: u32 = 0xffffffff;

/** Makes the entries of a query from u32[attributes] codes. */
function prepare(context: NearestMeans, codes: usize): void {
  for (let a: usize = 0, attributes = context.attributes; a < attributes; a++) {
    const code = load<u32>(codes + (a << 2));
    const entry = changetype<MeanQuery>(context.query + a * offsetof<MeanQuery>());
    const places = <usize>load<u32>(context.places + (a << 2));
    const costs = runCostsAt(context.costs, a);
    entry.row = costs.table == 0 ? 0 : costs.table + ((<usize>code * costs.size) << 2);
    entry.code = code;
    entry.place = places == 0 ? -1 : load<f64>(places + ((<usize>code) << 3));
  }
}

/** The distance of the query from the mean of a group; from `limit` on, any number from `limit` on. */
function distanceFrom(context: NearestMeans, group: usize, limit: f64): f64 {
  const attributes = context.attributes;
  let mean = context.means + ((group * attributes) << 3);
  let sum: f64 = 0;
  let at = context.query;
  for (let a: usize = 0; a < attributes; a++, mean += 8, at += offsetof<MeanQuery>()) {
    const entry = changetype<MeanQuery>(at);
    if (entry.place >= 0) sum += abs<f64>(entry.place - load<f64>(mean));
    else {
      const code = <u32>load<f64>(mean);
      let cost: u32;
      if (entry.row != 0) cost = load<u32>(entry.row + ((<usize>code) << 2));
      else cost = runCost(runCostsAt(context.costs, a), min(code, entry.code), max(code, entry.code));
      sum += <f64>cost * UNIT;
    }
    if (sum >= limit) break;
  }
  return sum;
}

/** Distance of u32[attributes] codes from the mean of one group. */
export function meanDistance(context: NearestMeans, codes: usize, group: u32): f64 {
  prepare(context, codes);
  return distanceFrom(context, <usize>group, Infinity);
}

/** The group with the nearest mean, the first of equal ones, where u8[groups] `among` (0: all) is 1; -1 when none is. */
export function meanNearest(context: NearestMeans, codes: usize, among: usize): u32 {
  prepare(context, codes);
  const groups = context.groups;
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
