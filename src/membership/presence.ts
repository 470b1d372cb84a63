import { countMargins } from './count-margins.js';

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

/** Whether a part with so many private rows among so many public ones may be released as one class. */
export type AcceptsPart = (privateRows: number, publicRows: number) => boolean;

const tolerance = 1e-12;

/** A probability within min .. max. */
export const isBetween = (probability: number, min: number, max: number): boolean =>
  probability >= min * (1 - tolerance) && probability <= max * (1 + tolerance);

/**
 * delta-presence of a generalized class: private rows / public rows within min .. max. A part without private rows releases
 * nothing and tells that nobody of it is there, which min = 0 alone allows.
 */
export const acceptsPresence =
  (min: number, max: number): AcceptsPart =>
  (privateRows, publicRows) =>
    privateRows === 0 ? min === 0 : isBetween(privateRows / publicRows, min, max);

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
  const all = Uint32Array.from(people.publicRows, (_, vector) => vector);
  const queue: Uint32Array[] = all.length === 0 ? [] : [all];
  const done: Uint32Array[] = [];
  for (let next = 0; next < queue.length; next++) {
    const parts = splitPart(people, attributes, queue[next], accepts, satisfies);
    if (parts === null) done.push(queue[next]);
    else queue.push(...parts);
  }
  return done;
}

function splitPart(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  part: Uint32Array,
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
): Uint32Array[] | null {
  const ranges = attributes.map((_, a) => rangeOf(people.codes[a], part));
  const width = (a: number): number => (ranges[a][1] - ranges[a][0]) / Math.max(1, attributes[a].size - 1);
  const order = attributes.map((_, a) => a).filter((a) => ranges[a][0] < ranges[a][1]);
  order.sort((a, b) => width(b) - width(a) || a - b);
  for (const a of order) {
    const found = attributes[a].isOrdered
      ? cutInTwo(people, people.codes[a], part, accepts, satisfies)
      : specialize(people, attributes[a], people.codes[a], part, accepts, satisfies);
    if (found !== null) return found;
  }
  return null;
}

function rangeOf(codes: ArrayLike<number>, part: Uint32Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const vector of part) {
    low = Math.min(low, codes[vector]);
    high = Math.max(high, codes[vector]);
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
  const byNode = new Map<number, number[]>();
  for (const vector of part) {
    const node = nodeOf[level][codes[vector]];
    const same = byNode.get(node);
    if (same === undefined) byNode.set(node, [vector]);
    else same.push(vector);
  }
  const parts = [...byNode.entries()].sort(([a], [b]) => a - b).map(([, vectors]) => Uint32Array.from(vectors));
  return parts.every((each) => accepts(...rowsOf(people, each)) && satisfies(each)) ? parts : null;
}

function cutInTwo(
  people: PublicPeople,
  codes: ArrayLike<number>,
  part: Uint32Array,
  accepts: AcceptsPart,
  satisfies: (part: Uint32Array) => boolean,
): Uint32Array[] | null {
  const sorted = part.slice().sort((a, b) => codes[a] - codes[b]);
  const [allPrivate, allPublic] = rowsOf(people, part);
  const cuts: { readonly at: number; readonly distance: number }[] = [];
  let privateRows = 0;
  let publicRows = 0;
  sorted.forEach((vector, at) => {
    if (at > 0 && codes[vector] !== codes[sorted[at - 1]]) {
      const isAccepted = accepts(privateRows, publicRows) && accepts(allPrivate - privateRows, allPublic - publicRows);
      if (isAccepted) cuts.push({ at, distance: Math.abs(2 * publicRows - allPublic) });
    }
    privateRows += people.privateRows[vector];
    publicRows += people.publicRows[vector];
  });
  cuts.sort((a, b) => a.distance - b.distance || a.at - b.at);
  for (const { at } of cuts) {
    const halves = [sorted.slice(0, at), sorted.slice(at)];
    if (halves.every(satisfies)) return halves;
  }
  return null;
}

/** Private and public rows of a part. */
export function rowsOf(people: PublicPeople, part: Uint32Array): [number, number] {
  let privateRows = 0;
  let publicRows = 0;
  for (const vector of part) {
    privateRows += people.privateRows[vector];
    publicRows += people.publicRows[vector];
  }
  return [privateRows, publicRows];
}

/** Lowest level on which all vectors of a part have one node. */
export function levelOf(nodeOf: LeveledAttribute['nodeOf'], codes: ArrayLike<number>, part: Uint32Array): number {
  let level = 0;
  for (const vector of part) {
    while (level < nodeOf.length && nodeOf[level][codes[vector]] !== nodeOf[level][codes[part[0]]]) level++;
  }
  return level;
}

/** What Algorithm 6 found for a bucket. */
export interface PermutedBucket {
  readonly vectors: Uint32Array;
  /** [attributes] level to which values are generalized before each attribute is permuted by itself; null: no node will do. */
  readonly levels: readonly number[] | null;
  /** Bounds of the probabilities of its public rows under these levels. */
  readonly low: number;
  readonly high: number;
  /** Nodes looked at, and nodes passed over: not counted within the budget, or past the most nodes. */
  readonly nodes: number;
  readonly unknown: number;
}

/**
 * Permutation after generalization (Toth 2015, Algorithm 6) for one bucket: level vectors from the values themselves up to the
 * smallest node that holds the bucket, by ascending sum of levels, then lexicographically; the first under which everybody of
 * the bucket is present with a probability of min .. max, counted exactly, is taken. A node that the budget cannot
 * count is passed over, so what is found always holds.
 *
 * @param budget - most states for one node
 * @param mostNodes - nodes to look at before all but the last, the bucket generalized to its own node, are passed over
 */
export function generalizeBucket(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  vectors: Uint32Array,
  min: number,
  max: number,
  budget = 20_000,
  mostNodes = Infinity,
): PermutedBucket {
  const top = attributes.map(({ nodeOf, isOrdered }, a) =>
    isOrdered
      ? Number(levelOf(nodeOf.slice(0, 1), people.codes[a], vectors) > 0)
      : levelOf(nodeOf, people.codes[a], vectors),
  );
  let nodes = 0;
  let unknown = 0;
  const highest = top.reduce((sum, level) => sum + level, 0);
  for (let sum = 0; sum <= highest; sum++) {
    for (const levels of vectorsOfSum(top, sum)) {
      if (nodes >= mostNodes && sum < highest) {
        unknown++;
        continue;
      }
      nodes++;
      const found = presenceOf(people, attributes, vectors, levels, min, max, budget);
      if (found === 'unknown') unknown++;
      else if (found !== null) return { vectors, levels, low: found[0], high: found[1], nodes, unknown };
    }
  }
  return { vectors, levels: null, low: 0, high: 1, nodes, unknown };
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

/** Smallest and largest probability when they are within min .. max, null when not, `unknown` past the budget. */
function presenceOf(
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  vectors: Uint32Array,
  levels: readonly number[],
  min: number,
  max: number,
  budget: number,
): [number, number] | null | 'unknown' {
  const shown = attributes.map(({ nodeOf, isOrdered }, a) => {
    const level = levels[a];
    if (isOrdered && level > 0) return (): number => 0;
    const nodes = nodeOf[level];
    return nodes === undefined ? (): number => 0 : (leaf: number): number => nodes[leaf];
  });
  const numberOf = attributes.map(() => new Map<number, number>());
  const wanted = attributes.map((): number[] => []);
  for (const vector of vectors) {
    if (people.privateRows[vector] === 0) continue;
    shown.forEach((show, a) => {
      const node = show(people.codes[a][vector]);
      let value = numberOf[a].get(node);
      if (value === undefined) {
        value = wanted[a].push(0) - 1;
        numberOf[a].set(node, value);
      }
      wanted[a][value] += people.privateRows[vector];
    });
  }
  const kinds = new Map<string, { readonly values: number[]; rows: number }>();
  for (const vector of vectors) {
    const values = shown.map((show, a) => numberOf[a].get(show(people.codes[a][vector])) ?? -1);
    if (values.includes(-1)) {
      // Who has a value that nobody of the bucket shows is not there.
      if (min > 0) return null;
      continue;
    }
    const key = values.join(' ');
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { values, rows: people.publicRows[vector] });
    else kind.rows += people.publicRows[vector];
  }
  const all = [...kinds.values()];
  const problem = {
    values: attributes.map((_, a) => Uint32Array.from(all, ({ values }) => values[a])),
    available: Uint32Array.from(all, ({ rows }) => rows),
    wanted: wanted.map((counts) => Uint32Array.from(counts)),
  };
  // Bounds first: most nodes fail by them alone.
  const fails = (budgetNow: number): [number, number] | null | 'unknown' => {
    const answer = countMargins(problem, budgetNow);
    let low = 1;
    let high = 0;
    let isOpen = false;
    for (const each of answer.vectors) {
      if (each.exact !== null && !isBetween(each.low, min, max)) return null;
      isOpen ||= each.exact === null && !(isBetween(each.low, min, max) && isBetween(each.high, min, max));
      low = Math.min(low, each.low);
      high = Math.max(high, each.high);
    }
    return isOpen ? 'unknown' : [low, high];
  };
  const bounds = fails(0);
  return bounds === 'unknown' ? fails(budget) : bounds;
}
