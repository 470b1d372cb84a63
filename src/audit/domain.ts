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
  /** Leaf code of a text: of exactly this text, else of this number, else of the missing value; or -1. */
  leafOf(text: string): number;
  /** Label of the node of a leaf, at a level from 1. */
  labelOf(level: number, leaf: number): string;
  /** True when the text is that of a leaf, as the hierarchy or the column has it, or of the missing value. */
  hasText(leaf: number, text: string): boolean;
  /** True for a text of missing cells. */
  isMissingText(text: string): boolean;
}

/** Makes the domain of one quasi-identifier. */
export function makeDomain(
  attribute: AuditQuasiIdentifier,
  original: Column | undefined,
  leaves: Leaves,
  missing: ReadonlySet<string>,
): Domain {
  const size = leaves.texts.length;
  const kind = kindOfAttribute(attribute, original) ?? guessKind(leaves);
  const values = numbersOf(leaves, kind, missing);
  const given = isOrder(attribute.hierarchy) ? null : values;
  const order = orderLeaves(leaves, given);
  const sorted = sortThroughLevels(leaves, order);
  const codeOf = new Uint32Array(size);
  sorted.forEach((leaf, code) => (codeOf[leaf] = code));

  const byText = new Map<string, number>();
  const byNumber = new Map<number, number>();
  leaves.texts.forEach((text, leaf) => {
    byText.set(text, codeOf[leaf]);
    if (values !== null && !Number.isNaN(values[leaf])) byNumber.set(values[leaf], codeOf[leaf]);
  });
  const missingLeaf = leaves.missing < 0 ? -1 : codeOf[leaves.missing];
  const leafOf = (text: string): number =>
    byText.get(text) ?? byNumber.get(parseValue(text, kind)) ?? (missing.has(text) ? missingLeaf : -1);
  // Numbers and dates are released as the column spells them, which may not be as the hierarchy does.
  const spelled = new Map<number, string>();
  original?.texts.forEach((text, code) => {
    if (values !== null && !isMissing(original, code, missing)) spelled.set(leafOf(text), text);
  });
  const numbers = given === null ? null : Float64Array.from(sorted, (leaf) => given[leaf]);
  // Ranges of numbers follow the numbers; all others follow the leaf codes.
  const inOrder = Uint32Array.from(order, (leaf, place) => (numbers === null ? place : codeOf[leaf]));
  const position = new Uint32Array(size);
  inOrder.forEach((code, place) => (position[code] = place));

  const nodes = [new Map<string, Runs>(), ...(leaves.levels ?? []).map((labels) => nodesOf(labels, sorted))];
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
      leaves.texts[sorted[leaf]] === text || spelled.get(leaf) === text || (leaf === missingLeaf && missing.has(text)),
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
        : (kindOfHierarchy(attribute.hierarchy)?.widthShares?.(attribute.hierarchy, numbers) ?? null),
    nodes,
    inOrder,
    position,
    straight: inOrder.every((code, place) => code === place),
    leafOf,
  };
}

/** [dictionary] leaf code of every value of the column, -1 where the domain has none. */
export function leafCodes(column: Column, domain: Domain, missing: ReadonlySet<string>): Int32Array {
  return Int32Array.from(column.texts, (text, code) =>
    isMissing(column, code, missing) ? domain.missing : domain.leafOf(text),
  );
}

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

function numbersOf(leaves: Leaves, kind: ValueKind, missing: ReadonlySet<string>): Float64Array | null {
  if (kind.type === 'string') return null;
  return Float64Array.from(leaves.texts, (text, leaf) =>
    leaf === leaves.missing || missing.has(text) ? NaN : parseValue(text, kind),
  );
}

/** Leaves in the order of the domain: numbers ascending, as given where that is an order, else by text; what is no number last. */
function orderLeaves(leaves: Leaves, numbers: Float64Array | null): number[] {
  const order = leaves.texts.map((_, leaf) => leaf);
  if (numbers !== null) {
    const key = (leaf: number): number => (Number.isNaN(numbers[leaf]) ? Infinity : numbers[leaf]);
    return order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
  }
  if (leaves.ordered) return order;
  const { missing, texts } = leaves;
  return order.sort((a, b) => Number(a === missing) - Number(b === missing) || compareText(texts[a], texts[b]));
}

/** Leaves depth first: by the node of the highest level, then of the next lower one, nodes in the order of their first leaf. */
function sortThroughLevels(leaves: Leaves, order: readonly number[]): number[] {
  const ranks: Uint32Array[] = [];
  for (const labels of leaves.levels ?? []) {
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
