import type { Steps } from '../base/steps.js';
import type { CombinationClasses, CombinationScan, CountedEntries } from './engine.js';

/** Most groups that one scan of combinations counts at a time: its tables have an entry for each. */
export const MOST_GROUPS = 1 << 22;

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
  { known, areAllSizes, having, kept = allOf(codes[0].length), untilBroken = false }: CombinationsAsked,
): Steps<void> {
  const classes = codes[0].length;
  if (kept.length === 0) return;
  const others = codes.flatMap((column, a) => (a === having?.attribute || isConstant(column, kept) ? [] : [a]));
  const attributes = having === undefined && others.length === 0 ? [0] : others;
  // The union of all classes is the group of an attribute with one value.
  if (areAllSizes && having === undefined && others.length < codes.length) scan.scanGroups(new Uint32Array(classes), 1);
  const most = Math.min(known, attributes.length + (having === undefined ? 0 : 1));
  const refine = (groupOf: Uint32Array, groups: number, a: number) => splitGroups(groupOf, groups, { codes: codes[a], size: sizes[a], kept }); // prettier-ignore
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
  for (let size = areAllSizes ? 1 : most; size <= most; size++) {
    if (having === undefined) yield* grow(new Uint32Array(classes), 1, 0, size);
    else if (size > 1) yield* grow(having.groupOf, having.groups, 0, size - 1);
    else scan.scanGroups(having.groupOf, having.groups);
  }
}

const allOf = (classes: number): Uint32Array => Uint32Array.from({ length: classes }, (_, c) => c);

function isConstant(column: Uint32Array, kept: Uint32Array): boolean {
  for (let i = 1; i < kept.length; i++) if (column[kept[i]] !== column[kept[0]]) return false;
  return true;
}

/** Classes times attributes between two yields. */
const WORK_AT_ONCE = 1 << 20;

/** Groups by two numbers, numbered by first appearance; 0 for classes that are not kept. */
function splitGroups(
  groupOf: Uint32Array,
  groups: number,
  { codes, size, kept }: { readonly codes: Uint32Array; readonly size: number; readonly kept: Uint32Array },
) {
  const found = new Uint32Array(groupOf.length);
  let count = 0;
  if (groups * size <= MOST_GROUPS) {
    const numberOf = new Uint32Array(groups * size);
    for (let i = 0; i < kept.length; i++) {
      const c = kept[i];
      const key = groupOf[c] * size + codes[c];
      if (numberOf[key] === 0) numberOf[key] = ++count;
      found[c] = numberOf[key] - 1;
    }
    return { groupOf: found, groups: count };
  }
  const numberOf = new Map<number, number>();
  for (const c of kept) {
    const key = groupOf[c] * size + codes[c];
    const own = numberOf.get(key) ?? count++;
    numberOf.set(key, own);
    found[c] = own;
  }
  return { groupOf: found, groups: count };
}
