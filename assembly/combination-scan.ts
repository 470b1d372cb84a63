/**
 * Groups of classes that have equal values in some attributes, and which of them break the bounds of bounded knowledge (CombinationScan of
 * src/engine/engine.ts). src/engine/js/combination-scan.ts is the twin.
 */
import { CombinationScan, CountedEntries } from './layouts.generated';

/** Adds the entries from .. to - 1 to u32 counts of their groups, each unit once in a group. */
function countEntries(context: CombinationScan, list: CountedEntries, from: usize, to: usize, counts: usize): void {
  const keys = context.keys;
  const classOf = list.classOf;
  const weight = list.weight;
  const unit = list.unit;
  if (unit == 0) {
    for (let e = from; e < to; e++) {
      const key = <usize>load<u32>(keys + ((<usize>load<u32>(classOf + (e << 2))) << 2));
      const at = counts + (key << 2);
      store<u32>(at, load<u32>(at) + load<u32>(weight + (e << 2)));
    }
    return;
  }
  const units = context.units;
  for (let e = from; e < to; e++) {
    const key = <usize>load<u32>(keys + ((<usize>load<u32>(classOf + (e << 2))) << 2));
    const own = load<u32>(unit + (e << 2));
    if (load<u32>(units + (key << 2)) == own) continue;
    store<u32>(units + (key << 2), own);
    const at = counts + (key << 2);
    store<u32>(at, load<u32>(at) + load<u32>(weight + (e << 2)));
  }
}

/** The least count above 0 of the groups; 2^32 - 1 where there is none. */
function leastOf(counts: usize, groups: usize): u32 {
  let least: u32 = 0xffffffff;
  for (let group: usize = 0; group < groups; group++) {
    const count = load<u32>(counts + (group << 2));
    if (count != 0) least = min(least, count);
  }
  return least;
}

/** Clears u32 entries of the groups of accepted classes. */
function clearGroups(context: CombinationScan, list: usize): void {
  const kept = context.kept;
  const keys = context.keys;
  for (let i: usize = 0, count = context.keptCount; i < count; i++) {
    const key = <usize>load<u32>(keys + ((<usize>load<u32>(kept + (i << 2))) << 2));
    store<u32>(list + (key << 2), 0);
  }
}

/** Holders of every value, by group: the largest share, and the groups with a share above the bound. */
function scanHolders(context: CombinationScan): void {
  const held = changetype<CountedEntries>(context.held);
  const classOf = held.classOf;
  const start = context.start;
  const keys = context.keys;
  const counts = context.counts;
  const holders = context.holders;
  const bad = context.bad;
  const bound = context.share;
  let largest = context.largest;
  for (let v: usize = 0, values = context.values; v < values; v++) {
    const from = <usize>load<u32>(start + (v << 2));
    const to = <usize>load<u32>(start + (v << 2), 4);
    countEntries(context, held, from, to, holders);
    for (let e = from; e < to; e++) {
      const key = <usize>load<u32>(keys + ((<usize>load<u32>(classOf + (e << 2))) << 2));
      const own = load<u32>(holders + (key << 2));
      if (own == 0) continue;
      const share = <f64>own / <f64>load<u32>(counts + (key << 2));
      if (share > largest) largest = share;
      if (share > bound) store<u8>(bad + key, 1);
      store<u32>(holders + (key << 2), 0);
    }
  }
  context.largest = largest;
}

function makeKeys<T>(context: CombinationScan, groupOf: usize, codes: usize, size: u32): void {
  const kept = context.kept;
  const keys = context.keys;
  for (let i: usize = 0, count = context.keptCount; i < count; i++) {
    const c = <usize>load<u32>(kept + (i << 2));
    const key = load<u32>(groupOf + (c << 2)) * size + <u32>load<T>(codes + c * sizeof<T>());
    store<u32>(keys + (c << 2), key);
  }
}

/** Counts the entries of groups of classes, one number in groupOf and one code each, without writing the groups down. */
function countPairs<T>(context: CombinationScan, groupOf: usize, codes: usize, size: u32): void {
  const list = changetype<CountedEntries>(context.counted);
  const classOf = list.classOf;
  const weight = list.weight;
  const unit = list.unit;
  const counts = context.counts;
  const units = context.units;
  for (let e: usize = 0, count = list.count; e < count; e++) {
    const c = <usize>load<u32>(classOf + (e << 2));
    const at = (<usize>(load<u32>(groupOf + (c << 2)) * size + <u32>load<T>(codes + c * sizeof<T>()))) << 2;
    if (unit != 0) {
      const own = load<u32>(unit + (e << 2));
      if (load<u32>(units + at) == own) continue;
      store<u32>(units + at, own);
    }
    store<u32>(counts + at, load<u32>(counts + at) + load<u32>(weight + (e << 2)));
  }
}

function makeAllKeys(context: CombinationScan, groupOf: usize, codes: usize, width: u32, size: u32): void {
  if (width == 0) memory.copy(context.keys, groupOf, size << 2);
  else if (width == 1) makeKeys<u8>(context, groupOf, codes, size);
  else if (width == 2) makeKeys<u16>(context, groupOf, codes, size);
  else makeKeys<u32>(context, groupOf, codes, size);
}

/**
 * Scans the groups of classes with one number in groupOf u32[classes] and one code of a column. O(entries).
 *
 * @param width - bytes of a code: 1, 2 or 4; 0: the groups are those of groupOf
 */
export function combinationsScan(context: CombinationScan, groupOf: usize, codes: usize, width: u32, size: u32): void {
  const counted = changetype<CountedEntries>(context.counted);
  const counts = context.counts;
  const hasUnits = counted.unit != 0;
  const groups = context.groups;
  if (context.isPlain != 0 && width != 0 && groups >> 2 <= context.keptCount) {
    if (width == 1) countPairs<u8>(context, groupOf, codes, size);
    else if (width == 2) countPairs<u16>(context, groupOf, codes, size);
    else countPairs<u32>(context, groupOf, codes, size);
    const smallest = leastOf(counts, groups);
    if (smallest < context.least) context.least = smallest;
    if (smallest >= context.fewest) {
      memory.fill(counts, 0, groups << 2);
      if (hasUnits) memory.fill(context.units, 0, groups << 2);
      return;
    }
    makeAllKeys(context, groupOf, codes, width, size);
  } else {
    makeAllKeys(context, groupOf, codes, width, size);
    countEntries(context, counted, 0, counted.count, counts);
  }
  if (hasUnits) clearGroups(context, context.units);
  if (context.held != 0) {
    scanHolders(context);
    if (changetype<CountedEntries>(context.held).unit != 0) clearGroups(context, context.units);
  }
  const kept = context.kept;
  const keys = context.keys;
  const bad = context.bad;
  const fails = context.fails;
  const fewest = context.fewest;
  const keptCount = context.keptCount;
  let least = context.least;
  for (let i: usize = 0; i < keptCount; i++) {
    const c = <usize>load<u32>(kept + (i << 2));
    const key = <usize>load<u32>(keys + (c << 2));
    const count = load<u32>(counts + (key << 2));
    least = min(least, count);
    store<u8>(fails + c, load<u8>(fails + c) | u8(count < fewest) | load<u8>(bad + key));
  }
  context.least = least;
  for (let i: usize = 0; i < keptCount; i++) {
    const key = <usize>load<u32>(keys + ((<usize>load<u32>(kept + (i << 2))) << 2));
    store<u32>(counts + (key << 2), 0);
    store<u8>(bad + key, 0);
  }
}
