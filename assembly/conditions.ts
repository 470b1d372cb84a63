/**
 * Conditions on one class, judged from its size and the histogram of a sensitive column; src/engine/js/conditions.ts is
 * the twin, operation for operation. Mondrian asks them for every side of a cut, checkCondition for finished classes.
 */
import { Condition, PairBlock, SensitiveColumn } from './layouts.generated';
import { logarithmOfCount } from './logarithm';
import {
  countListed,
  countPersons,
  equalWeights,
  largestGain,
  orderedWeights,
  treeWeights,
  worstCase,
} from './persons';

const KIND_SIZE: u32 = 0;
const KIND_DISTINCT: u32 = 1;
const KIND_ENTROPY: u32 = 2;
const KIND_RECURSIVE: u32 = 3;
const KIND_T_EQUAL: u32 = 4;
const KIND_T_ORDERED: u32 = 5;
const KIND_T_HIERARCHICAL: u32 = 6;
const KIND_SHARES: u32 = 7;
const KIND_RANGE: u32 = 8;
const KIND_MEMBERS: u32 = 9;
const KIND_POPULATION: u32 = 10;
const KIND_PRESENCE: u32 = 11;
const KIND_SETS: u32 = 12;
const KIND_FIRSTS: u32 = 13;
const OUTSIDE: u32 = 256;
const PERSONS: u32 = 512;

/** True when all conditions hold for side `side` of a cut, which has `weight` rows. */
export function conditionsHold(conditions: usize, count: u32, sensitive: usize, side: u32, weight: u32): bool {
  for (let i: usize = 0; i < <usize>count; i++) {
    const condition = changetype<Condition>(conditions + i * offsetof<Condition>());
    let histogram: usize = 0;
    let size: usize = 0;
    if (condition.kind != KIND_SIZE) {
      const column = changetype<SensitiveColumn>(sensitive + condition.sensitive * offsetof<SensitiveColumn>());
      if (column.starts != 0) {
        const list = column.starts + ((<usize>side) << 2);
        const from = (<usize>load<u32>(list)) << 2;
        const length = <usize>(load<u32>(list, 4) - load<u32>(list));
        if (!listHolds(condition, column.codes + from, column.rows + from, length)) return false;
        continue;
      }
      size = column.size;
      histogram = column.histograms + ((<usize>side * size) << 2);
    }
    if (!conditionHolds(condition, weight, histogram, <u32>size)) return false;
  }
  return true;
}

/**
 * True when one condition holds for a class.
 *
 * weight        rows of the class
 * histogramPtr  u32[size] counts of the sensitive column in the class, summing to weight; unused by kind size
 * size          values of the sensitive column
 */
function conditionHolds(condition: Condition, weight: u32, histogramPtr: usize, size: u32): bool {
  const marked = condition.kind;
  if ((marked & PERSONS) != 0) return personsHold(condition, marked ^ PERSONS, weight, histogramPtr, size);
  if ((marked & OUTSIDE) != 0) {
    const members = weight - load<u32>(histogramPtr + ((<usize>(size - 1)) << 2));
    return members == 0 || kindHolds(condition, marked ^ OUTSIDE, members, histogramPtr, size - 1);
  }
  return kindHolds(condition, marked, weight, histogramPtr, size);
}

/** The condition on the persons of a class, whose column is one of pairs. */
function personsHold(condition: Condition, kind: u32, weight: u32, histogramPtr: usize, size: u32): bool {
  const pairs = changetype<PairBlock>(condition.pairs);
  if (kind == KIND_SETS) return setsHold(condition, histogramPtr, size);
  const persons = countPersons(pairs, histogramPtr, size);
  if (persons == 0 && weight > 0 && kind != KIND_SHARES) return true;
  if (kind != KIND_RANGE) return countedHold(condition, kind, persons);
  worstCase(pairs, persons);
  return (
    distinctOf(pairs.holders, <u32>pairs.values) >= condition.l &&
    smallestInterval(condition, histogramPtr, size) >= condition.bound
  );
}

/**
 * The condition on the persons of a class that is a list of pairs, u32[length] codes and rows; its kind is marked as one on persons, and
 * neither sets nor range.
 */
export function listHolds(condition: Condition, codesPtr: usize, rowsPtr: usize, length: usize): bool {
  const persons = countListed(changetype<PairBlock>(condition.pairs), codesPtr, rowsPtr, length);
  const kind = condition.kind ^ PERSONS;
  if (persons == 0 && kind != KIND_SHARES) {
    for (let i: usize = 0; i < length << 2; i += 4) if (load<u32>(rowsPtr + i) != 0) return true;
  }
  return countedHold(condition, kind, persons);
}

/** The condition on persons, by value, as they were counted last. */
function countedHold(condition: Condition, kind: u32, persons: u32): bool {
  const pairs = changetype<PairBlock>(condition.pairs);
  const values = <u32>pairs.values;
  if (kind == KIND_MEMBERS) {
    const members = load<u32>(pairs.holders);
    return members == 0 || <f64>members >= condition.bound;
  }
  if (kind == KIND_SHARES || kind == KIND_POPULATION || kind == KIND_PRESENCE) {
    return kindHolds(condition, kind, persons, pairs.holders, values);
  }
  if (kind < KIND_T_EQUAL || kind > KIND_T_HIERARCHICAL) {
    worstCase(pairs, persons);
    return kindHolds(condition, kind, persons, pairs.holders, values);
  }
  const weight = <f64>persons;
  const total = condition.total;
  const bound = condition.bound;
  if (kind == KIND_T_EQUAL) {
    return (
      equalWeights(pairs, weight, total) <= 2.0 * weight * total * bound &&
      largestGain(pairs, weight, total) <= weight * total * bound
    );
  }
  if (kind == KIND_T_ORDERED) {
    return orderedWeights(pairs, weight, total) <= <f64>(values - 1) * weight * total * bound;
  }
  const l = condition.l;
  return (
    treeWeights(pairs, weight, total, condition.table, l, condition.scratch, condition.nodes) <=
    2.0 * <f64>l * weight * total * bound
  );
}

function kindHolds(condition: Condition, kind: u32, weight: u32, histogramPtr: usize, size: u32): bool {
  const bound = condition.bound;
  if (kind == KIND_SIZE || kind == KIND_MEMBERS) return <f64>weight >= bound;
  if (kind == KIND_DISTINCT) return <f64>distinctOf(histogramPtr, size - condition.l) >= bound;
  if (kind == KIND_ENTROPY) return entropyOf(histogramPtr, size, weight, condition.table) >= bound;
  if (kind == KIND_RECURSIVE) {
    return recursiveHolds(histogramPtr, size, weight, bound, condition.l, condition.scratch);
  }
  const l = condition.l;
  const globalPtr = condition.global;
  const scratchPtr = condition.scratch;
  if (kind == KIND_SHARES) {
    return <f64>weight >= bound && sharesHold(histogramPtr, globalPtr, scratchPtr, size, weight, l);
  }
  if (kind == KIND_SETS) return setsHold(condition, histogramPtr, size);
  if (kind == KIND_RANGE) return rangeHolds(histogramPtr, globalPtr, size, l, bound);
  const total = condition.total;
  if (kind == KIND_T_EQUAL) {
    return equalDistance(histogramPtr, globalPtr, size, weight, total) <= 2.0 * <f64>weight * total * bound;
  }
  if (kind == KIND_T_ORDERED) {
    return (
      orderedDistance(histogramPtr, globalPtr, size, weight, total) <= <f64>(size - 1) * <f64>weight * total * bound
    );
  }
  if (kind == KIND_T_HIERARCHICAL) {
    return hierarchicalDistance(condition, histogramPtr, size, weight) <= 2.0 * <f64>l * <f64>weight * total * bound;
  }
  const first = load<u32>(histogramPtr);
  if (kind == KIND_FIRSTS) return <f64>first >= bound;
  if (kind == KIND_POPULATION) return first == 0 || <f64>weight >= bound;
  if (kind == KIND_PRESENCE && first == 0 && l == 1) return true;
  if (kind == KIND_PRESENCE) return <f64>first >= bound * <f64>weight && <f64>first <= total * <f64>weight;
  return false;
}

/** Number of values that occur. */
function distinctOf(histogramPtr: usize, size: u32): u32 {
  let distinct: u32 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    distinct += u32(load<u32>(histogramPtr + (code << 2)) != 0);
  }
  return distinct;
}

/** Entropy in nats: ln n - (1/n) * sum of c ln c, summed in code order. */
function entropyOf(histogramPtr: usize, size: u32, weight: u32, logPtr: usize): f64 {
  let sum: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = load<u32>(histogramPtr + (code << 2));
    if (count > 1) sum += <f64>count * logarithmOfCount(count, logPtr);
  }
  return logarithmOfCount(weight, logPtr) - sum / <f64>weight;
}

/**
 * r_1 < c * (r_l + ... + r_m), frequencies descending. Only the l - 1 largest are kept in order, in scratch:
 * r_l + ... + r_m is the rest of the class.
 */
function recursiveHolds(histogramPtr: usize, size: u32, weight: u32, c: f64, l: u32, scratchPtr: usize): bool {
  const kept: u32 = l - 1 < size ? l - 1 : size;
  let filled: u32 = 0;
  let largest: u32 = 0;
  let top: u32 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = load<u32>(histogramPtr + (code << 2));
    if (count == 0) continue;
    if (count > largest) largest = count;
    if (kept == 0) continue;
    let at = filled;
    if (filled == kept) {
      const smallest = load<u32>(scratchPtr + ((<usize>(kept - 1)) << 2));
      if (count <= smallest) continue;
      top -= smallest;
      at--;
    } else {
      filled++;
    }
    top += count;
    while (at > 0) {
      const before = load<u32>(scratchPtr + ((<usize>(at - 1)) << 2));
      if (before >= count) break;
      store<u32>(scratchPtr + ((<usize>at) << 2), before);
      at--;
    }
    store<u32>(scratchPtr + ((<usize>at) << 2), count);
  }
  return <f64>largest < c * <f64>(weight - top);
}

/** sum of |c_i * total - g_i * weight|: 2 * weight * total times the total variation distance. */
function equalDistance(histogramPtr: usize, globalPtr: usize, size: u32, weight: u32, total: f64): f64 {
  let sum: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = <f64>load<u32>(histogramPtr + (code << 2));
    const whole = <f64>load<u32>(globalPtr + (code << 2));
    sum += Math.abs(count * total - whole * <f64>weight);
  }
  return sum;
}

/** sum over i of |C_i * total - G_i * weight|, C and G cumulated: (size - 1) * weight * total times the ordered distance. */
function orderedDistance(histogramPtr: usize, globalPtr: usize, size: u32, weight: u32, total: f64): f64 {
  let sum: f64 = 0;
  let count: f64 = 0;
  let whole: f64 = 0;
  for (let code: usize = 0; code < <usize>size; code++) {
    count += <f64>load<u32>(histogramPtr + (code << 2));
    whole += <f64>load<u32>(globalPtr + (code << 2));
    sum += Math.abs(count * total - whole * <f64>weight);
  }
  return sum;
}

/**
 * sum over levels below the top and nodes of |C * total - G * weight|, C and G the counts below the node: every edge of the
 * tree, half a level long, is crossed by as much as the subtree below it differs. 2 * height * weight * total times the
 * distance.
 */
function hierarchicalDistance(condition: Condition, histogramPtr: usize, size: u32, weight: u32): f64 {
  const height = condition.l;
  const nodesBytes = (<usize>condition.nodes) << 3;
  const total = condition.total;
  const globalPtr = condition.global;
  const differences = condition.scratch;
  let nodeOf = condition.table;
  let sum: f64 = 0;
  for (let level: u32 = 0; level < height; level++) {
    memory.fill(differences, 0, nodesBytes);
    for (let code: usize = 0; code < <usize>size; code++, nodeOf += 4) {
      const cell = differences + ((<usize>load<u32>(nodeOf)) << 3);
      const count = <f64>load<u32>(histogramPtr + (code << 2));
      const whole = <f64>load<u32>(globalPtr + (code << 2));
      store<f64>(cell, load<f64>(cell) + (count * total - whole * <f64>weight));
    }
    for (let at: usize = 0; at < nodesBytes; at += 8) sum += Math.abs(load<f64>(differences + at));
  }
  return sum;
}

/** lower <= share <= upper for every value that occurs, or with `every` for every value. */
function sharesHold(histogramPtr: usize, lowerPtr: usize, upperPtr: usize, size: u32, weight: u32, every: u32): bool {
  for (let code: usize = 0; code < <usize>size; code++) {
    const count = load<u32>(histogramPtr + (code << 2));
    if (count == 0 && every == 0) continue;
    if (<f64>count < load<f64>(lowerPtr + (code << 3)) * <f64>weight) return false;
    if (<f64>count > load<f64>(upperPtr + (code << 3)) * <f64>weight) return false;
  }
  return true;
}

/** At least `fewest` values, and numbers (NaN: none) that lie `span` apart; without a number the range is 0. */
function rangeHolds(histogramPtr: usize, valuesPtr: usize, size: u32, fewest: u32, span: f64): bool {
  let distinct: u32 = 0;
  let least: f64 = Infinity;
  let most: f64 = -Infinity;
  for (let code: usize = 0; code < <usize>size; code++) {
    if (load<u32>(histogramPtr + (code << 2)) == 0) continue;
    distinct++;
    const value = load<f64>(valuesPtr + (code << 3));
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return distinct >= fewest && (most >= least ? most - least : 0) >= span;
}

/** Mark of a pair whose person is left out. */
const LEFT_OUT: u32 = 0xffffffff;
/** Bit of the support of an item that rows of nobody have. */
const PRESENT: u32 = 0x80000000;

/** Length of the smallest interval with a number of every person of a class who has numbers only; 0 without such persons. */
function smallestInterval(condition: Condition, histogramPtr: usize, size: u32): f64 {
  const pairs = changetype<PairBlock>(condition.pairs);
  const values = condition.global;
  const order = condition.table;
  const bytes = (<usize>size) << 2;
  // The first pair of each pair's person, and how many pairs of a person are in the interval.
  const heads = condition.scratch;
  const inside = heads + bytes;
  let persons: u32 = 0;
  for (let from: usize = 0, to: usize = 0; from < bytes; from = to) {
    const person = load<u32>(pairs.personOf + from);
    if (person >= pairs.persons) break;
    let rows: f64 = 0;
    let isLeftOut = false;
    for (to = from; to < bytes && load<u32>(pairs.personOf + to) == person; to += 4) {
      const own = load<u32>(histogramPtr + to);
      if (own == 0) continue;
      rows += <f64>own;
      const value = load<f64>(values + ((<usize>load<u32>(pairs.valueOf + to)) << 3));
      if (value != value) isLeftOut = true;
    }
    const isCounted = rows > 0 && !isLeftOut;
    if (isCounted) persons++;
    store<u32>(inside + from, 0);
    for (let at = from; at < to; at += 4) store<u32>(heads + at, isCounted ? <u32>from : LEFT_OUT);
  }
  if (persons == 0) return 0;
  const end = order + ((<usize>condition.nodes) << 2);
  let smallest: f64 = Infinity;
  let held: u32 = 0;
  let first = order;
  for (let last = order; last < end; last += 4) {
    const code = (<usize>load<u32>(last)) << 2;
    const head = load<u32>(heads + code);
    if (head == LEFT_OUT || load<u32>(histogramPtr + code) == 0) continue;
    const count = load<u32>(inside + head);
    store<u32>(inside + head, count + 1);
    if (count == 0) held++;
    const high = load<f64>(values + ((<usize>load<u32>(pairs.valueOf + code)) << 3));
    for (; held == persons; first += 4) {
      const lowest = (<usize>load<u32>(first)) << 2;
      const own = load<u32>(heads + lowest);
      if (own == LEFT_OUT || load<u32>(histogramPtr + lowest) == 0) continue;
      const gap = high - load<f64>(values + ((<usize>load<u32>(pairs.valueOf + lowest)) << 3));
      if (gap < smallest) smallest = gap;
      const left = load<u32>(inside + own) - 1;
      store<u32>(inside + own, left);
      if (left == 0) held--;
    }
  }
  return smallest;
}

/** Every set of 1 to l items that a row has, at least k rows have; with pairs, k persons. */
function setsHold(condition: Condition, histogramPtr: usize, size: u32): bool {
  const startPtr = condition.global;
  const list = condition.scratch + ((<usize>condition.l * <usize>condition.nodes) << 2);
  let length: u32 = 0;
  for (let code: u32 = 0; code < size; code++) {
    if (load<u32>(histogramPtr + ((<usize>code) << 2)) == 0) continue;
    const start = startPtr + ((<usize>valueAt(condition, code)) << 2);
    if (load<u32>(start, 4) == load<u32>(start)) continue;
    store<u32>(list + ((<usize>length) << 2), code);
    length++;
  }
  return length == 0 || longerSetsHold(condition, histogramPtr, size, 0, length, 0);
}

/** The value of a code: the code, or that of a pair. */
function valueAt(condition: Condition, code: u32): u32 {
  if (condition.pairs == 0) return code;
  return load<u32>(changetype<PairBlock>(condition.pairs).valueOf + ((<usize>code) << 2));
}

/** The sets that the codes of list `depth` have in common, with one item of `first` or later more, and those beyond. */
function longerSetsHold(
  condition: Condition,
  histogramPtr: usize,
  size: u32,
  depth: u32,
  length: u32,
  first: u32,
): bool {
  const k = <u32>condition.bound;
  const deepest = condition.l;
  const itemCount = condition.nodes;
  const startPtr = condition.global;
  const scratchPtr = condition.scratch;
  const itemsPtr = condition.table;
  const supports = scratchPtr + ((<usize>depth * <usize>itemCount) << 2);
  const list = scratchPtr + ((<usize>deepest * <usize>itemCount + <usize>depth * <usize>size) << 2);
  memory.fill(supports + ((<usize>first) << 2), 0, (<usize>(itemCount - first)) << 2);
  // Pairs stand in the order of persons: the last person with an item, plus 1, says who was counted.
  const isOfPersons = condition.pairs != 0;
  const lasts = scratchPtr + ((<usize>deepest * <usize>(itemCount + size) + <usize>depth * <usize>itemCount) << 2);
  if (isOfPersons) memory.fill(lasts + ((<usize>first) << 2), 0, (<usize>(itemCount - first)) << 2);
  for (let i: u32 = 0; i < length; i++) {
    const code = load<u32>(list + ((<usize>i) << 2));
    const start = startPtr + ((<usize>valueAt(condition, code)) << 2);
    const from = itemsPtr + ((<usize>load<u32>(start)) << 2);
    let rows = load<u32>(histogramPtr + ((<usize>code) << 2));
    let person: u32 = 0;
    if (isOfPersons) {
      const pairs = changetype<PairBlock>(condition.pairs);
      person = load<u32>(pairs.personOf + ((<usize>code) << 2)) + 1;
      rows = person > pairs.persons ? 0 : 1;
    }
    let at = itemsPtr + ((<usize>load<u32>(start, 4)) << 2);
    while (at > from) {
      at -= 4;
      const item = load<u32>(at);
      if (item < first) break;
      const cell = (<usize>item) << 2;
      if (isOfPersons) {
        if (load<u32>(lasts + cell) == person) continue;
        store<u32>(lasts + cell, person);
        // Rows of nobody have the item and add no support.
        if (rows == 0) store<u32>(supports + cell, load<u32>(supports + cell) | PRESENT);
      }
      store<u32>(supports + cell, load<u32>(supports + cell) + rows);
    }
  }
  for (let item = first; item < itemCount; item++) {
    const support = load<u32>(supports + ((<usize>item) << 2));
    if (support != 0 && (isOfPersons ? support & ~PRESENT : support) < k) return false;
  }
  if (depth + 1 == deepest) return true;
  const longer = list + ((<usize>size) << 2);
  for (let item = first; item + 1 < itemCount; item++) {
    if (load<u32>(supports + ((<usize>item) << 2)) == 0) continue;
    let found: u32 = 0;
    for (let i: u32 = 0; i < length; i++) {
      const code = load<u32>(list + ((<usize>i) << 2));
      const start = startPtr + ((<usize>valueAt(condition, code)) << 2);
      const from = itemsPtr + ((<usize>load<u32>(start)) << 2);
      const end = itemsPtr + ((<usize>load<u32>(start, 4)) << 2);
      let at = end;
      while (at > from && load<u32>(at - 4) > item) at -= 4;
      // at stands behind the last item that is not beyond `item`; some item must be beyond.
      if (at == end || at == from || load<u32>(at - 4) != item) continue;
      store<u32>(longer + ((<usize>found) << 2), code);
      found++;
    }
    if (found > 0 && !longerSetsHold(condition, histogramPtr, size, depth + 1, found, item + 1)) return false;
  }
  return true;
}

/**
 * Judges every class.
 *
 * sizesPtr      u32[classes]           in   rows per class
 * histogramPtr  u32[classes * size]    in   row major; unused by kind size
 * resultPtr     u8[classes]            out  1 where the condition holds
 */
export function checkConditionInto(
  condition: Condition,
  sizesPtr: usize,
  histogramPtr: usize,
  size: u32,
  classes: u32,
  resultPtr: usize,
): void {
  const rowBytes = (<usize>size) << 2;
  let row = histogramPtr;
  for (let i: usize = 0; i < <usize>classes; i++, row += rowBytes) {
    store<u8>(resultPtr + i, u8(conditionHolds(condition, load<u32>(sizesPtr + (i << 2)), row, size)));
  }
}
