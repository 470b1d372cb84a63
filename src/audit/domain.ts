import { eachInSteps, runToCompletion, sortInSteps, type Steps } from '../base/steps.js';
import type { Column, ValueKind } from '../table/table.js';
import { isOrder, kindOfHierarchy } from './hierarchies/list.js';
import type { Leaves } from './leaves.js';
import { kindOfAttribute } from './leaves.js';
import type { AuditQuasiIdentifier } from './spec.js';
import { compareText, isMissing, parseValue, plainDate, plainNumber } from './values.js';

/** A set of leaves as runs of leaf codes: [first, last, first, last, ...], ascending and apart. */
export type Runs = readonly number[];

/**
 * The domain of a quasi-identifier. Leaf codes are depth first through the hierarchy, so that a node is one run of
 * codes; without levels they are the order of the domain.
 */
export interface Domain {
  readonly size: number;
  /** [size] */
  readonly texts: readonly string[];
  /** True when the job lists the leaves in their order. */
  readonly isListed: boolean;
  readonly missing: number;
  /**
   * [size] value of every leaf of a column of numbers or dates, NaN for leaves that are none: the missing value, and texts of
   * the hierarchy, which no cell can hold. Null for other columns and for a listed order.
   */
  readonly numbers: Float64Array | null;
  /** Leaves of `numbers` that are none. */
  readonly noNumbers: readonly number[];
  /** Largest number - smallest number; 0 when not numeric. */
  readonly range: number;
  /** Levels above the leaves, or null for an ordered domain without levels. */
  readonly height: number | null;
  /**
   * [height + 1] of intervals: their width at every level, as a share of what the widest ones span from the smallest number
   * to the largest; 0 for leaves, 1 for the root. Null for other hierarchies.
   */
  readonly widthShares: readonly number[] | null;
  /** nodes[level]: label -> leaves. nodes[0] is not used: see `leafOf`. */
  readonly nodes: readonly ReadonlyMap<string, Runs>[];
  /** Leaf codes in the order that ranges `[lo-hi]` follow, and the position of every leaf in it. */
  readonly inOrder: Uint32Array;
  readonly position: Uint32Array;
  /** True when `inOrder` is the leaf codes themselves (numbers ascend with them, what is no number last). */
  readonly straight: boolean;
  /** Set where labels are rounded and the domain has no levels. */
  readonly rounded?: {
    readonly kind: ValueKind;
    /** Leaves that `other` stands for. */
    readonly rare: readonly number[];
  };
  /**
   * Leaf code of a text: of exactly this text, else of this number, else of the missing value; or -1.
   *
   * @param expected - where the text may stand among the leaves as they were given; it is found at once there
   */
  leafOf(text: string, expected?: number): number;
  /** Label of the node of a leaf, at a level from 1. */
  labelOf(level: number, leaf: number): string;
  /** True when the text is that of a leaf, as the hierarchy or the column has it, or of the missing value. */
  hasText(leaf: number, text: string): boolean;
  /** True for a text of missing cells. */
  isMissingText(text: string): boolean;
}

/** Makes the domain of one quasi-identifier. */
export const makeDomain = (...given: Parameters<typeof makeDomainInSteps>): Domain =>
  runToCompletion(makeDomainInSteps(...given));

/** {@link makeDomain} that yields between stretches of the work. */
export function* makeDomainInSteps(
  attribute: AuditQuasiIdentifier,
  original: Column | undefined,
  leaves: Leaves,
  missing: ReadonlySet<string>,
): Steps<Domain> {
  const size = leaves.texts.length;
  const kind = kindOfAttribute(attribute, original) ?? guessKind(leaves);
  const values = yield* numbersOf(leaves, kind, missing);
  const given = isOrder(attribute.hierarchy) ? null : values;
  const ascending = values === null ? null : yield* orderNumbers(values);
  yield;
  const order = given === null || ascending === null ? yield* orderLeaves(leaves) : ascending;
  yield;
  const sorted = sortThroughLevels(leaves, order);
  const codeOf = new Uint32Array(size);
  sorted.forEach((leaf, code) => (codeOf[leaf] = code));
  yield;

  const missingLeaf = leaves.missing < 0 ? -1 : codeOf[leaves.missing];
  const find = yield* finderOf(leaves, kind, values, ascending);
  const leafOf = (text: string, expected?: number): number => {
    const leaf = find(text, expected);
    return leaf >= 0 ? codeOf[leaf] : missing.has(text) ? missingLeaf : -1;
  };
  // Numbers and dates are released as the column spells them, which may not be as the hierarchy does.
  const spelled = once(() => {
    const known = new Map<number, string>();
    original?.texts.forEach((text, code) => {
      if (values !== null && !isMissing(original, code, missing)) known.set(leafOf(text), text);
    });
    return known;
  });
  yield;
  const numbers = given === null ? null : Float64Array.from(sorted, (leaf) => given[leaf]);
  // Ranges of numbers follow the numbers; all others follow the leaf codes.
  const inOrder = Uint32Array.from(order, (leaf, place) => (numbers === null ? place : codeOf[leaf]));
  const position = new Uint32Array(size);
  inOrder.forEach((code, place) => (position[code] = place));

  yield;
  const nodes = [new Map<string, Runs>()];
  for (const labels of leaves.levels ?? []) {
    nodes.push(nodesOf(labels, sorted));
    yield;
  }
  if (size > 0) {
    for (const alias of leaves.rootAliases) {
      const root = nodes[nodes.length - 1];
      if (!root.has(alias)) root.set(alias, [0, size - 1]);
    }
  }

  return {
    size,
    missing: missingLeaf,
    labelOf: (level, leaf) => (leaves.levels as readonly (readonly string[])[])[level - 1][sorted[leaf]],
    hasText: (leaf, text) =>
      leaves.texts[sorted[leaf]] === text ||
      spelled().get(leaf) === text ||
      (leaf === missingLeaf && missing.has(text)),
    isMissingText: (text) => missing.has(text),
    texts: sorted.map((leaf) => leaves.texts[leaf]),
    isListed: isOrder(attribute.hierarchy),
    numbers,
    noNumbers: numbers === null ? [] : sorted.flatMap((_, leaf) => (Number.isNaN(numbers[leaf]) ? [leaf] : [])),
    range: numbers === null ? 0 : rangeOf(numbers, [0, size - 1]),
    height: leaves.levels === null ? null : leaves.levels.length,
    widthShares:
      attribute.hierarchy === undefined
        ? null
        : (kindOfHierarchy(attribute.hierarchy)?.widthShares?.(attribute.hierarchy, numbers, kind) ?? null),
    nodes,
    inOrder,
    position,
    straight: inOrder.every((code, place) => code === place),
    leafOf,
  };
}

/** Finds the leaf of exactly a text, else the last one of its number; -1 where there is none. */
function* finderOf(
  { texts }: Leaves,
  kind: ValueKind,
  values: Float64Array | null,
  ascending: readonly number[] | null,
): Steps<(text: string, expected?: number) => number> {
  const byText = new Map<string, number>();
  yield* eachInSteps(texts.length, (leaf) => {
    if (values === null || Number.isNaN(values[leaf])) byText.set(texts[leaf], leaf);
  });
  if (values === null || ascending === null) return (text) => byText.get(text) ?? -1;
  const sorted = Float64Array.from(ascending, (leaf) => values[leaf]);
  const length = countNumbers(sorted);
  const differ = sorted.every((value, place) => value !== sorted[place + 1]);
  return (text, expected = -1) => {
    if (differ && texts[expected] === text && !Number.isNaN(values[expected])) return expected;
    const own = byText.get(text);
    if (own !== undefined) return own;
    const value = parseValue(text, kind);
    if (Number.isNaN(value)) return -1;
    let last = -1;
    for (let place = countBelow(sorted, value, length); place < length && sorted[place] === value; place++) {
      last = ascending[place];
      if (texts[last] === text) break;
    }
    return last;
  };
}

/** Counts the ascending values that are numbers: NaN stands last. */
function countNumbers(ascending: Float64Array): number {
  let count = ascending.length;
  while (count > 0 && Number.isNaN(ascending[count - 1])) count--;
  return count;
}

/** Makes a value at the first request, and returns it from then on. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** [dictionary] leaf code of every value of the column, -1 where the domain has none. Not to be changed: it is made once. */
export const leafCodes = (...given: Parameters<typeof findLeafCodes>): Int32Array =>
  runToCompletion(findLeafCodes(...given));

/** {@link leafCodes} that yields between stretches of the work. */
export function* findLeafCodes(column: Column, domain: Domain, missing: ReadonlySet<string>): Steps<Int32Array> {
  const known = leafCodesOf.get(domain.leafOf) ?? new WeakMap<Column, Int32Array>();
  leafCodesOf.set(domain.leafOf, known);
  const before = known.get(column);
  if (before !== undefined) return before;
  // The leaves of a column without a hierarchy given are its values, the first missing one among them.
  let leaves = 0;
  let hasMissing = false;
  const { texts } = column;
  const codes = new Int32Array(texts.length);
  yield* eachInSteps(texts.length, (code) => {
    if (!isMissing(column, code, missing)) codes[code] = domain.leafOf(texts[code], leaves++);
    else {
      if (!hasMissing) leaves++;
      hasMissing = true;
      codes[code] = domain.missing;
    }
  });
  known.set(column, codes);
  return codes;
}

/** Cached {@link leafCodes} by column of a domain; a domain whose rare values are coded finds the same leaves. */
const leafCodesOf = new WeakMap<Domain['leafOf'], WeakMap<Column, Int32Array>>();

/** Largest - smallest number of a set of leaves; 0 when it has none. */
export function rangeOf(numbers: Float64Array, runs: Runs): number {
  let smallest = Infinity;
  let largest = -Infinity;
  for (let r = 0; r < runs.length; r += 2) {
    for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) {
      if (numbers[leaf] < smallest) smallest = numbers[leaf];
      if (numbers[leaf] > largest) largest = numbers[leaf];
    }
  }
  return largest >= smallest ? largest - smallest : 0;
}

/** Runs of a list of ascending leaf codes. */
export function runsOf(ascending: ArrayLike<number>): Runs {
  const runs: number[] = [];
  for (let i = 0; i < ascending.length; i++) {
    if (runs.at(-1) === ascending[i] - 1) runs[runs.length - 1] = ascending[i];
    else runs.push(ascending[i], ascending[i]);
  }
  return runs;
}

function guessKind(leaves: Leaves): ValueKind {
  const fits = (kind: ValueKind): boolean =>
    leaves.texts.every((text, leaf) => leaf === leaves.missing || !Number.isNaN(parseValue(text, kind)));
  return [plainNumber, plainDate].find(fits) ?? { type: 'string' };
}

function* numbersOf(leaves: Leaves, kind: ValueKind, missing: ReadonlySet<string>): Steps<Float64Array | null> {
  if (kind.type === 'string') return null;
  const { texts } = leaves;
  const numbers = new Float64Array(texts.length);
  yield* eachInSteps(texts.length, (leaf) => {
    const text = texts[leaf];
    numbers[leaf] = leaf === leaves.missing || missing.has(text) ? NaN : parseValue(text, kind);
  });
  return numbers;
}

/** Leaves in the order of a domain of texts: as given where that is an order, else by text. */
function* orderLeaves(leaves: Leaves): Steps<number[]> {
  const { missing, texts } = leaves;
  if (leaves.ordered) return texts.map((_, leaf) => leaf);
  const isLast = (leaf: number): number => Number(leaf === missing);
  return Array.from(
    yield* sortInSteps(texts.length, (a, b) => isLast(a) - isLast(b) || compareText(texts[a], texts[b])),
  );
}

/** Places of numbers in ascending order, equal ones as they come, NaN last. Yields between stretches of the work. */
export function* orderNumbers(numbers: Float64Array): Steps<number[]> {
  const sorted = numbers.slice().sort();
  const firstNaN = countNumbers(sorted);
  /** [places] of equal numbers, at the first one: those that have a place. */
  const taken = new Uint32Array(sorted.length + 1);
  const order = new Array<number>(sorted.length);
  yield;
  yield* eachInSteps(numbers.length, (leaf) => {
    const first = Number.isNaN(numbers[leaf]) ? firstNaN : countBelow(sorted, numbers[leaf], firstNaN);
    order[first + taken[first]++] = leaf;
  });
  return order;
}

/** Counts the smaller ones of the first `length` ascending values. */
function countBelow(ascending: Float64Array, value: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Leaves depth first: by the node of the highest level, then of the next lower one, nodes in the order of their first leaf. */
function sortThroughLevels(leaves: Leaves, order: readonly number[]): number[] {
  if (leaves.levels === null) return [...order];
  const ranks: Uint32Array[] = [];
  for (const labels of leaves.levels) {
    const rankOfLabel = new Map<string, number>();
    const ranksOfLevel = new Uint32Array(order.length);
    order.forEach((leaf, place) => {
      const rank = rankOfLabel.get(labels[leaf]) ?? place;
      if (rank === place) rankOfLabel.set(labels[leaf], place);
      ranksOfLevel[leaf] = rank;
    });
    ranks.unshift(ranksOfLevel);
  }
  const place = new Uint32Array(order.length);
  order.forEach((leaf, at) => (place[leaf] = at));
  return [...order].sort((a, b) => {
    for (const ranksOfLevel of ranks) if (ranksOfLevel[a] !== ranksOfLevel[b]) return ranksOfLevel[a] - ranksOfLevel[b];
    return place[a] - place[b];
  });
}

function nodesOf(labels: readonly string[], sorted: readonly number[]): Map<string, Runs> {
  const nodes = new Map<string, number[]>();
  sorted.forEach((leaf, code) => {
    const runs = nodes.get(labels[leaf]);
    if (runs === undefined) nodes.set(labels[leaf], [code, code]);
    else if (runs[runs.length - 1] === code - 1) runs[runs.length - 1] = code;
    else runs.push(code, code);
  });
  return nodes;
}
