import type { Steps } from '../base/steps.js';
import type { CombinationClasses, CombinationScan, CountedEntries } from './engine.js';

/** Most groups that one scan of combinations counts at a time: its tables have an entry for each. */
export const MOST_GROUPS = 1 << 22;

/** Most combinations times vectors of one judgement: about an hour of the kernels. */
export const MOST_COMBINATION_WORK = 1e12;

/** Number of sets of `size` of the attributes, of all of them where there are fewer. */
export function countCombinations(attributes: number, size: number): number {
  let count = 1;
  for (let i = 0; i < Math.min(size, attributes); i++) count *= (attributes - i) / (i + 1);
  return Math.round(count);
}

/** True where each entry counts and each of these classes has one: then a group without a count is no group. */
export function areAllCounted({ classOf, weight }: CountedEntries, kept: Uint32Array, classes: number): boolean {
  const isCounted = new Uint8Array(classes);
  for (let e = 0; e < classOf.length; e++) {
    if (weight[e] === 0) return false;
    isCounted[classOf[e]] = 1;
  }
  return kept.every((c) => isCounted[c] === 1);
}

/** Entries of accepted classes. */
export interface KeptEntries extends CountedEntries {
  /** [values + 1], or none. */
  readonly start: Uint32Array;
}

/** The entries of accepted classes, in their order. */
export function keepEntries(
  { classOf, weight, unit }: CountedEntries,
  accepted: Uint8Array | null,
  start: Uint32Array,
): KeptEntries {
  if (accepted === null) return { classOf, weight, unit, start };
  const entries = new Uint32Array(classOf.length);
  const moved = new Uint32Array(start.length);
  let kept = 0;
  for (let v = 0, e = 0; v < start.length; v++) {
    for (; e < start[v]; e++) if (accepted[classOf[e]] === 1) entries[kept++] = e;
    moved[v] = kept;
  }
  const taken = entries.subarray(0, kept);
  const pick = (list: Uint32Array): Uint32Array => taken.map((e) => list[e]);
  return { classOf: pick(classOf), weight: pick(weight), unit: unit === null ? null : pick(unit), start: moved };
}

/** The combinations to scan. */
interface CombinationsAsked {
  /** Most attributes that somebody knows, at least 1. */
  readonly known: number;
  /** True where groups of fewer attributes are scanned, too: unions of groups that may break a bound which their parts satisfy. */
  readonly areAllSizes: boolean;
  /** Only combinations that have an attribute; default: all. */
  readonly having?: HeldAttribute;
  /** Classes of the groups; default: all. The others must not be among the accepted classes of the scan. */
  readonly kept?: Uint32Array;
  /** Ends the scan with the first group that breaks a bound. */
  readonly untilBroken?: boolean;
  /**
   * True where the last value of every attribute stands for suppressed cells, and the scan has `blanks`. Groups of fewer attributes are then no unions of
   * groups of more, so all sizes are scanned, and all classes as the group of no attribute. Default false.
   */
  readonly blanks?: boolean;
}

/** An attribute, and the groups of its values. */
interface HeldAttribute {
  readonly attribute: number;
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/**
 * Scans the groups of all combinations of `known` attributes, of all attributes where there are fewer. An attribute with one value adds nothing and is
 * left out. Yields between stretches of the work.
 */
export function* scanCombinations(
  scan: CombinationScan,
  { codes, sizes }: Pick<CombinationClasses, 'codes' | 'sizes'>,
  { known, areAllSizes, having, kept = allOf(codes[0].length), untilBroken = false, blanks = false }: CombinationsAsked,
): Steps<void> {
  const classes = codes[0].length;
  if (kept.length === 0) return;
  const others = codes.flatMap((column, a) => (a === having?.attribute || isConstant(column, kept) ? [] : [a]));
  const attributes = having === undefined && others.length === 0 && !blanks ? [0] : others;
  const one = wholeOf(classes, blanks);
  // The union of all classes is the group of an attribute with one value.
  if (blanks || (areAllSizes && having === undefined && others.length < codes.length))
    scan.scanGroups(one.groupOf, one.groups);
  const most = Math.min(known, attributes.length + (having === undefined ? 0 : 1));
  const refine = (groupOf: Uint32Array, groups: number, a: number) => splitGroups(groupOf, groups, { codes: codes[a], size: sizes[a], kept, blanks }); // prettier-ignore
  const isOver = (): boolean => untilBroken && scan.isBroken;
  function* last(groupOf: Uint32Array, groups: number, from: number): Steps<void> {
    for (let i = from; i < attributes.length && !isOver();) {
      let end = i;
      while (
        end < attributes.length &&
        groups * sizes[attributes[end]] <= MOST_GROUPS &&
        (end - i) * kept.length < WORK_AT_ONCE
      )
        end++;
      if (end > i) scan.scan(groupOf, groups, attributes.slice(i, end));
      else {
        const fine = refine(groupOf, groups, attributes[i]);
        scan.scanGroups(fine.groupOf, fine.groups);
        end = i + 1;
      }
      i = end;
      yield;
    }
  }
  function* grow(groupOf: Uint32Array, groups: number, next: number, left: number): Steps<void> {
    if (left === 1) {
      yield* last(groupOf, groups, next);
      return;
    }
    for (let i = next; i + left <= attributes.length && !isOver(); i++) {
      const fine = refine(groupOf, groups, attributes[i]);
      yield* grow(fine.groupOf, fine.groups, i + 1, left - 1);
    }
  }
  for (let size = areAllSizes || blanks ? 1 : most; size <= most; size++) {
    if (having === undefined) yield* grow(one.groupOf, one.groups, 0, size);
    else if (size > 1) yield* grow(having.groupOf, having.groups, 0, size - 1);
    else scan.scanGroups(having.groupOf, having.groups);
  }
}

/** Numbers of all classes. */
export const allOf = (classes: number): Uint32Array => Uint32Array.from({ length: classes }, (_, c) => c);

/** True where classes share the value of a column. */
export function isConstant(column: Uint32Array, kept: Uint32Array): boolean {
  for (let i = 1; i < kept.length; i++) if (column[kept[i]] !== column[kept[0]]) return false;
  return true;
}

/** Classes times attributes between two yields. */
const WORK_AT_ONCE = 1 << 20;

/** Combinations, each scanned by itself. */
interface EachAsked {
  /** Attributes to combine, ascending. */
  readonly attributes: readonly number[];
  /** Fewest and most attributes of a combination, at least 1. */
  readonly fewest: number;
  readonly most: number;
  /** See {@link CombinationsAsked}. */
  readonly blanks: boolean;
  /** False for a combination to leave out. The list changes afterwards. */
  readonly isNeeded: (combination: readonly number[]) => boolean;
  /** Called after the scan of a combination. The list changes afterwards. */
  readonly scanned: (combination: readonly number[]) => void;
}

/** Scans the groups of combinations one by one. Yields between stretches of the work. */
export function* scanEach(
  scan: CombinationScan,
  { codes, sizes }: Pick<CombinationClasses, 'codes' | 'sizes'>,
  { attributes, fewest, most, blanks, isNeeded, scanned }: EachAsked,
): Steps<void> {
  const classes = codes[0].length;
  const kept = allOf(classes);
  const chosen: number[] = [];
  let work = 0;
  const split = ({ groupOf, groups }: Groups, a: number): Groups => {
    work += classes;
    return splitGroups(groupOf, groups, { codes: codes[a], size: sizes[a], kept, blanks });
  };
  const scanOne = (before: Groups, a: number): void => {
    if (before.groups * sizes[a] <= MOST_GROUPS) scan.scan(before.groupOf, before.groups, [a]);
    else {
      const fine = split(before, a);
      scan.scanGroups(fine.groupOf, fine.groups);
    }
    scanned(chosen);
    work += classes;
  };
  function* grow(before: Groups, next: number): Steps<void> {
    for (let i = next; i < attributes.length && chosen.length + attributes.length - i >= fewest; i++) {
      chosen.push(attributes[i]);
      if (chosen.length >= fewest && isNeeded(chosen)) scanOne(before, attributes[i]);
      if (chosen.length < most && i + 1 < attributes.length) yield* grow(split(before, attributes[i]), i + 1);
      chosen.pop();
      if (work < WORK_AT_ONCE) continue;
      work = 0;
      yield;
    }
  }
  if (classes > 0) yield* grow(wholeOf(classes, blanks), 0);
}

/** All classes in one group; the last group is that of classes without a value, where there are such. */
const wholeOf = (classes: number, blanks: boolean): Groups => ({
  groupOf: new Uint32Array(classes),
  groups: blanks ? 2 : 1,
});

/** Groups of classes: [classes] numbers below `groups`. */
interface Groups {
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/** One value of an attribute more in every group. */
interface Splitting {
  readonly codes: Uint32Array;
  readonly size: number;
  /** Classes to split. */
  readonly kept: Uint32Array;
  /** See {@link CombinationsAsked}. */
  readonly blanks: boolean;
}

/** Groups by two numbers, numbered by first appearance; 0 for classes that are not kept. Classes without a value are the last group. */
function splitGroups(groupOf: Uint32Array, groups: number, { codes, size, kept, blanks }: Splitting): Groups {
  const found = new Uint32Array(groupOf.length);
  const isSmall = groups * size <= MOST_GROUPS;
  const table = new Uint32Array(isSmall ? groups * size : 0);
  const numberOf = new Map<number, number>();
  // Splits no group of classes without a value.
  const shown = blanks ? kept.filter((c) => groupOf[c] < groups - 1 && codes[c] < size - 1) : kept;
  let count = 0;
  for (let i = 0; i < shown.length; i++) {
    const c = shown[i];
    const key = groupOf[c] * size + codes[c];
    let own = isSmall ? table[key] : (numberOf.get(key) ?? 0);
    if (own === 0) {
      own = ++count;
      if (isSmall) table[key] = own;
      else numberOf.set(key, own);
    }
    found[c] = own - 1;
  }
  if (!blanks) return { groupOf: found, groups: count };
  for (const c of kept) if (groupOf[c] === groups - 1 || codes[c] === size - 1) found[c] = count;
  return { groupOf: found, groups: count + 1 };
}
