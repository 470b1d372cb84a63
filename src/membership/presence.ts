import type { MarginProblem } from './count-margins.js';
import { countNarrowed, narrowMargins } from './count-margins.js';
import { sortByCode } from '../base/sort-by-code.js';
import { StateSet } from './state-set.js';
import type { Steps } from '../base/steps.js';
import { runToCompletion, untilOver } from '../base/steps.js';

/** Everybody of a public table by distinct vector, and how many of them are in the private one. */
export interface PublicPeople {
  /** [attributes][vectors] leaf codes. */
  readonly codes: readonly ArrayLike<number>[];
  /** [vectors] rows of the public table, at least 1, and rows of the private one among them. */
  readonly publicRows: Uint32Array;
  readonly privateRows: Uint32Array;
}

/** The levels of an attribute: nodeOf[level][leaf], level 0 the leaves, the last level one node or none (ordered domain). */
export interface LeveledAttribute {
  readonly size: number;
  readonly nodeOf: readonly ArrayLike<number>[];
  /** True without a hierarchy: cut into ranges of leaf codes; its only other level is then the bucket's own range. */
  readonly isOrdered: boolean;
}

/** Tests whether a part with these numbers of private and public rows may be released as one class. */
type AcceptsPart = (privateRows: number, publicRows: number) => boolean;

const tolerance = 1e-12;

/** A probability within min .. max. */
export const isBetween = (probability: number, min: number, max: number): boolean =>
  probability >= min * (1 - tolerance) && probability <= max * (1 + tolerance);

/**
 * delta-presence of a generalized class: private rows / public rows within min .. max. A part without private rows releases nothing and discloses
 * that none of its people is there, which min = 0 alone allows.
 */
export const acceptsPresence =
  (min: number, max: number): AcceptsPart =>
  (privateRows, publicRows) =>
    privateRows === 0 ? min === 0 : isBetween(privateRows / publicRows, min, max);

/** Vectors of a part from which on it yields after every attribute. */
const YIELD_VECTORS = 1 << 10;

/** k private rows; a part without private rows only where its people may be known to be absent. */
export const acceptsSize =
  (k: number, min: number): AcceptsPart =>
  (privateRows) =>
    privateRows === 0 ? min === 0 : privateRows >= k;

/**
 * Partitions people top-down as MPALM does (Nergiz, Atzori and Clifton 2007; Toth 2015, Algorithm 2): the attribute of the widest
 * range first, the next when no split of it is accepted on all sides. An attribute with a hierarchy is specialized into all
 * children of the smallest node that holds the part, an ordered one is cut in two, as near to its median as is accepted.
 *
 * @param satisfies - asked of a part that is accepted by its rows: whatever else it has to keep
 * @returns vectors by part, in the order in which parts became final; the whole table when it cannot be split
 */
export function partitionPeople(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean = () => true,
): Uint32Array[] {
  return runToCompletion(partitionPeopleStepwise(people, attributes, accepts, satisfies));
}

/**
 * `partitionPeople` in steps of a few milliseconds.
 *
 * @param isOver - asked between parts; once true, no part is split any more
 */
export function* partitionPeopleStepwise(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
  isOver: () => boolean = () => false,
): Steps<Uint32Array[]> {
  yield;
  const all = Uint32Array.from(people.publicRows, (_, vector) => vector);
  /** Parts by the order in which they are split; null: done with. */
  const queue: (Uint32Array | null)[] = all.length === 0 ? [] : [all];
  const done: Uint32Array[] = [];
  for (let next = 0; next < queue.length; next++) {
    yield;
    const part = queue[next] as Uint32Array;
    queue[next] = null;
    const parts = isOver() ? null : yield* splitPart(people, attributes, part, accepts, satisfies);
    if (parts === null) done.push(part);
    else for (const each of parts) queue.push(each);
  }
  return done;
}

function* splitPart(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  part: Uint32Array,
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
): Steps<Uint32Array[] | null> {
  const widths: number[] = [];
  const order: number[] = [];
  for (let a = 0; a < attributes.length; a++) {
    if (part.length > YIELD_VECTORS) yield;
    const [low, high] = rangeOf(people.codes[a], part);
    widths.push((high - low) / Math.max(1, attributes[a].size - 1));
    if (low < high) order.push(a);
  }
  order.sort((a, b) => widths[b] - widths[a] || a - b);
  for (const a of order) {
    yield;
    const found = attributes[a].isOrdered
      ? yield* cutInTwo(people, people.codes[a], part, accepts, satisfies)
      : specialize(people, attributes[a], people.codes[a], part, accepts, satisfies);
    if (found !== null) return found;
  }
  return null;
}

function rangeOf(codes: ArrayLike<number>, part: Uint32Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < part.length; i++) {
    const code = codes[part[i]];
    if (code < low) low = code;
    if (code > high) high = code;
  }
  return [low, high];
}

function specialize(
  people: PublicPeople,
  { nodeOf }: LeveledAttribute,
  codes: ArrayLike<number>,
  part: Uint32Array,
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
): Uint32Array[] | null {
  const level = levelOf(nodeOf, codes, part) - 1;
  if (level < 0) return null;
  const nodes = nodeOf[level];
  const parts = divide(part, codes, nodes);
  for (const each of parts) if (!accepts(...rowsOf(people, each)) || !satisfies(each)) return null;
  return parts;
}

/** The vectors by their nodes, equal ones in their order. */
function divide(part: Uint32Array, codes: ArrayLike<number>, nodes: ArrayLike<number>): Uint32Array[] {
  const nodeOf = new Uint32Array(part.length);
  for (let i = 0; i < part.length; i++) nodeOf[i] = nodes[codes[part[i]]];
  // The children of one node: few, and side by side.
  const present = Array.from(new Set(nodeOf)).sort((a, b) => a - b);
  const first = present[0];
  const placeOf = new Int32Array(present[present.length - 1] - first + 1);
  present.forEach((node, place) => (placeOf[node - first] = place));
  const sizes = new Uint32Array(present.length);
  for (let i = 0; i < nodeOf.length; i++) sizes[placeOf[nodeOf[i] - first]]++;
  const parts = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let i = 0; i < nodeOf.length; i++) {
    const place = placeOf[nodeOf[i] - first];
    parts[place][sizes[place]++] = part[i];
  }
  return parts;
}

function* cutInTwo(
  people: PublicPeople,
  codes: ArrayLike<number>,
  part: Uint32Array,
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
): Steps<Uint32Array[] | null> {
  const sorted = sortByCode(part, codes);
  const [allPrivate, allPublic] = rowsOf(people, part);
  const cuts: { readonly at: number; readonly distance: number }[] = [];
  let privateRows = 0;
  let publicRows = 0;
  for (let at = 0; at < sorted.length; at++) {
    const vector = sorted[at];
    if (at > 0 && codes[vector] !== codes[sorted[at - 1]]) {
      const isAccepted = accepts(privateRows, publicRows) && accepts(allPrivate - privateRows, allPublic - publicRows);
      if (isAccepted) cuts.push({ at, distance: Math.abs(2 * publicRows - allPublic) });
    }
    privateRows += people.privateRows[vector];
    publicRows += people.publicRows[vector];
  }
  cuts.sort((a, b) => a.distance - b.distance || a.at - b.at);
  for (const { at } of cuts) {
    if (part.length > YIELD_VECTORS) yield;
    if (satisfies(sorted.subarray(0, at)) && satisfies(sorted.subarray(at)))
      return [sorted.slice(0, at), sorted.slice(at)];
  }
  return null;
}

/** Private and public rows of a part. */
export function rowsOf(people: PublicPeople, part: Uint32Array): [number, number] {
  let privateRows = 0;
  let publicRows = 0;
  for (let i = 0; i < part.length; i++) {
    privateRows += people.privateRows[part[i]];
    publicRows += people.publicRows[part[i]];
  }
  return [privateRows, publicRows];
}

/** Lowest level on which all vectors of a part have one node. */
export function levelOf(nodeOf: LeveledAttribute['nodeOf'], codes: ArrayLike<number>, part: Uint32Array): number {
  let level = 0;
  for (let i = 0; i < part.length && level < nodeOf.length; i++) {
    while (level < nodeOf.length && nodeOf[level][codes[part[i]]] !== nodeOf[level][codes[part[0]]]) level++;
  }
  return level;
}

/** Result of Algorithm 6 for a bucket. */
export interface PermutedBucket {
  readonly vectors: Uint32Array;
  /** [attributes] level to which values are generalized before each attribute is permuted by itself; null: no node will do. */
  readonly levels: readonly number[] | null;
  /** Bounds of the probabilities of its public rows under these levels. */
  readonly low: number;
  readonly high: number;
  /** Nodes counted; nodes refused by one or two attributes alone; nodes passed over: past the budget or past the most nodes. */
  readonly nodes: number;
  readonly rejected: number;
  readonly unknown: number;
}

/**
 * Permutation after generalization (Toth 2015, Algorithm 6) for one bucket: level vectors from the values themselves up to the
 * smallest node that holds the bucket, by ascending sum of levels, then lexicographically; the first under which everybody of
 * the bucket is present with a probability of min .. max, counted exactly, is taken. A node that the budget cannot
 * count is passed over, so what is found always holds.
 *
 * The mean probability of people is known without counting: of all of the bucket at every node, of those who share one value by
 * that level alone, of those who share two within bounds. Where a mean is outside min .. max, somebody's probability is,
 * and the node is refused at once.
 *
 * @param budget - most states for one node
 * @param mostNodes - nodes to count; then the bucket's own node is specialized, one attribute and level at a time, as long as
 * it stays present: what is found may then not be the first in the order
 */
export function generalizeBucket(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  vectors: Uint32Array,
  min: number,
  max: number,
  budget?: number,
  mostNodes?: number,
): PermutedBucket {
  return runToCompletion(generalizeBucketStepwise(people, attributes, vectors, min, max, budget, mostNodes));
}

/**
 * `generalizeBucket` in steps of a few milliseconds.
 *
 * @param isOver - asked between steps; once true, the bucket's own node or what it was specialized to by then is taken
 */
export function* generalizeBucketStepwise(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  vectors: Uint32Array,
  min: number,
  max: number,
  budget = 20_000,
  mostNodes = Infinity,
  isOver: () => boolean = () => false,
): Generator<void, PermutedBucket> {
  const [privateRows, publicRows] = rowsOf(people, vectors);
  let nodes = 0;
  let rejected = 0;
  let unknown = 0;
  const found = (levels: readonly number[], [low, high]: readonly [number, number]): PermutedBucket => ({
    vectors,
    levels,
    low,
    high,
    nodes,
    rejected,
    unknown,
  });
  const mean = privateRows / publicRows;
  if (privateRows === 0 || !isBetween(mean, min, max)) {
    return { vectors, levels: null, low: 0, high: 1, nodes, rejected, unknown };
  }
  yield;
  if (isOver()) {
    unknown++;
    const own = attributes.map((attribute, a) => ownLevel(attribute, people.codes[a], vectors));
    return found(own, [mean, mean]);
  }
  const bucket = yield* readBucket(people, attributes, vectors);
  const top = bucket.shown.map((levels) => levels.length - 1);
  const mayHold = quickTest(bucket, min, max);
  const highest = top.reduce((sum, level) => sum + level, 0);
  search: for (let sum = 0; sum <= highest; sum++) {
    for (const levels of vectorsOfSum(top, sum)) {
      yield;
      if (nodes >= mostNodes || isOver()) {
        unknown++;
        break search;
      }
      if (!mayHold(levels)) {
        rejected++;
        continue;
      }
      nodes++;
      const bounds = yield* presenceOf(bucket, levels, min, max, budget, isOver);
      if (bounds === 'unknown') unknown++;
      else if (bounds !== null) return found(levels, bounds);
    }
  }
  let levels: readonly number[] = top;
  let bounds: readonly [number, number] = [mean, mean];
  for (let lowered = true; lowered;) {
    lowered = false;
    for (let a = 0; a < top.length; a++) {
      if (levels[a] === 0 || isOver()) continue;
      const next = levels.map((level, b) => (a === b ? level - 1 : level));
      if (!mayHold(next)) continue;
      nodes++;
      const answer = yield* presenceOf(bucket, next, min, max, budget, isOver);
      if (answer === null || answer === 'unknown') continue;
      levels = next;
      bounds = answer;
      lowered = true;
    }
  }
  return found(levels, bounds);
}

/** Level vectors up to `top` with the given sum, in lexicographic order. */
function* vectorsOfSum(top: readonly number[], sum: number): Generator<number[]> {
  const rest = new Array<number>(top.length + 1).fill(0);
  for (let a = top.length - 1; a >= 0; a--) rest[a] = rest[a + 1] + top[a];
  const levels = new Array<number>(top.length).fill(0);
  function* fill(a: number, left: number): Generator<number[]> {
    if (a === top.length) {
      yield levels.slice();
      return;
    }
    for (let level = Math.max(0, left - rest[a + 1]); level <= Math.min(top[a], left); level++) {
      levels[a] = level;
      yield* fill(a + 1, left - level);
    }
  }
  if (sum <= rest[0]) yield* fill(0, sum);
}

/** Values of an attribute of a bucket on one level. */
interface ShownValues {
  /** [vectors of the bucket] */
  readonly valueOf: Uint32Array;
  readonly size: number;
  /** [size] public and private rows. */
  readonly all: Uint32Array;
  readonly wanted: Uint32Array;
}

interface BucketValues {
  /** [vectors of the bucket] public rows. */
  readonly all: Uint32Array;
  /** [attributes][levels up to the bucket's own node] */
  readonly shown: readonly (readonly ShownValues[])[];
}

function* readBucket(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  vectors: Uint32Array,
): Steps<BucketValues> {
  const shown: ShownValues[][] = [];
  let read = 0;
  for (const [a, attribute] of attributes.entries()) {
    const codes = people.codes[a];
    const own = ownLevel(attribute, codes, vectors);
    const levels: ShownValues[] = [];
    for (let level = 0; level <= own; level++) {
      read += vectors.length;
      if (read > YIELD_VECTORS) {
        read = 0;
        yield;
      }
      levels.push(readLevel(people, codes, level === own ? null : attribute.nodeOf[level], vectors));
    }
    shown.push(levels);
  }
  return { all: Uint32Array.from(vectors, (vector) => people.publicRows[vector]), shown };
}

/** The level of the node that a bucket has by itself. */
function ownLevel({ nodeOf, isOrdered }: LeveledAttribute, codes: ArrayLike<number>, vectors: Uint32Array): number {
  return isOrdered ? Number(levelOf(nodeOf.slice(0, 1), codes, vectors) > 0) : levelOf(nodeOf, codes, vectors);
}

/** Reads the nodes of a level that vectors show; null: one node for all. */
function readLevel(
  people: PublicPeople,
  codes: ArrayLike<number>,
  nodes: ArrayLike<number> | null,
  vectors: Uint32Array,
): ShownValues {
  const numberOf = new Map<number, number>();
  const valueOf = new Uint32Array(vectors.length);
  for (let at = 0; at < vectors.length; at++) {
    const node = nodes === null ? 0 : nodes[codes[vectors[at]]];
    let value = numberOf.get(node);
    if (value === undefined) numberOf.set(node, (value = numberOf.size));
    valueOf[at] = value;
  }
  const size = numberOf.size;
  const all = new Uint32Array(size);
  const wanted = new Uint32Array(size);
  for (let at = 0; at < vectors.length; at++) {
    all[valueOf[at]] += people.publicRows[vectors[at]];
    wanted[valueOf[at]] += people.privateRows[vectors[at]];
  }
  return { valueOf, size, all, wanted };
}

/** False only for nodes that cannot hold: by one attribute, or by two, each pair of levels being looked at once. */
function quickTest(bucket: BucketValues, min: number, max: number): (levels: readonly number[]) => boolean {
  const { shown } = bucket;
  const single = shown.map((levels) =>
    levels.map(({ all, wanted }) => all.every((rows, value) => isBetween(wanted[value] / rows, min, max))),
  );
  const pairs = new Map<number, boolean>();
  const pair = (a: number, la: number, b: number, lb: number): boolean => {
    const key = ((a * 256 + la) * 256 + b) * 256 + lb;
    let holds = pairs.get(key);
    if (holds === undefined) pairs.set(key, (holds = holdsByPair(bucket.all, shown[a][la], shown[b][lb], min, max)));
    return holds;
  };
  return (levels) => {
    for (let a = 0; a < levels.length; a++) if (!single[a][levels[a]]) return false;
    for (let a = 0; a < levels.length; a++) {
      if (shown[a][levels[a]].size === 1) continue;
      for (let b = a + 1; b < levels.length; b++) {
        if (shown[b][levels[b]].size > 1 && !pair(a, levels[a], b, levels[b])) return false;
      }
    }
    return true;
  };
}

/** Bounds of how many people of two values are there, each cell against what its row and column leave. */
function holdsByPair(rows: Uint32Array, a: ShownValues, b: ShownValues, min: number, max: number): boolean {
  const cells = new Map<number, number>();
  rows.forEach((count, at) => {
    const key = a.valueOf[at] * b.size + b.valueOf[at];
    cells.set(key, (cells.get(key) ?? 0) + count);
  });
  const most = (key: number, all: number): number =>
    Math.min(all, a.wanted[Math.floor(key / b.size)], b.wanted[key % b.size]);
  const ofA = new Float64Array(a.size);
  const ofB = new Float64Array(b.size);
  for (const [key, all] of cells) {
    ofA[Math.floor(key / b.size)] += most(key, all);
    ofB[key % b.size] += most(key, all);
  }
  for (const [key, all] of cells) {
    const high = most(key, all);
    const u = Math.floor(key / b.size);
    const v = key % b.size;
    const low = Math.max(0, a.wanted[u] - (ofA[u] - high), b.wanted[v] - (ofB[v] - high));
    if (high / all < min * (1 - tolerance) || low / all > max * (1 + tolerance)) return false;
  }
  return true;
}

/** Smallest and largest probability when they are within min .. max, null when not, `unknown` past the budget. */
function* presenceOf(
  { all, shown }: BucketValues,
  levels: readonly number[],
  min: number,
  max: number,
  budget: number,
  isOver: () => boolean,
): Generator<void, readonly [number, number] | null | 'unknown'> {
  const varying = shown.flatMap((each, a) => (each[levels[a]].size > 1 ? [each[levels[a]]] : []));
  const columns = varying.length > 0 ? varying : [shown[0][levels[0]]];
  const kinds = new StateSet(columns.length);
  const values = new Uint32Array(columns.length);
  const rows: number[] = [];
  let absent = false;
  vectors: for (let at = 0; at < all.length; at++) {
    for (const [c, { valueOf, wanted }] of columns.entries()) {
      values[c] = valueOf[at];
      if (wanted[values[c]] > 0) continue;
      // A person whose value is not shown is absent.
      if (min > 0) return null;
      absent = true;
      continue vectors;
    }
    const kind = kinds.add(values);
    rows[kind] = (rows[kind] ?? 0) + all[at];
  }
  const answer = yield* presenceWithin(
    {
      values: columns.map((_, c) => kinds.column(c)),
      available: Uint32Array.from(rows),
      wanted: columns.map(({ wanted }) => wanted),
    },
    min,
    max,
    budget,
    isOver,
  );
  return absent && typeof answer === 'object' && answer !== null ? [0, answer[1]] : answer;
}

/** Bounds of all probabilities of a counting problem, when they are within min .. max. */
function* presenceWithin(
  problem: MarginProblem,
  min: number,
  max: number,
  budget: number,
  isOver: () => boolean,
): Generator<void, readonly [number, number] | null | 'unknown'> {
  // Bounds first: most nodes fail by them alone. What may hold is counted, for the true bounds.
  const bounds = yield* untilOver(narrowMargins(problem), isOver);
  if (bounds === 'over') return 'unknown';
  const { available } = problem;
  for (let v = 0; bounds !== null && v < available.length; v++) {
    if (isOutOf(bounds.low[v] / available[v], bounds.high[v] / available[v], min, max)) return null;
  }
  const counted = yield* untilOver(countNarrowed(problem, bounds, budget), isOver);
  if (counted === 'over') return 'unknown';
  let low = 1;
  let high = 0;
  let isOpen = false;
  for (const each of counted.vectors) {
    if (isOutOf(each.low, each.high, min, max)) return null;
    isOpen ||= !(isBetween(each.low, min, max) && isBetween(each.high, min, max));
    low = Math.min(low, each.low);
    high = Math.max(high, each.high);
  }
  return isOpen ? 'unknown' : [low, high];
}

/** True when no probability of low .. high is within min .. max. */
const isOutOf = (low: number, high: number, min: number, max: number): boolean =>
  low > max * (1 + tolerance) || high < min * (1 - tolerance);
