import type { Steps } from '../base/steps.js';
import type { CombinationClasses, CombinationScan, CountedEntries } from './engine.js';

/** Most groups that one scan of combinations counts at a time: its tables have an entry for each. */
export const MOST_GROUPS = 1 << 22;

/** True where each entry counts and each of these classes has one: then a group without a count is no group. */
export function areAllCounted({ classOf, weight, unit }: CountedEntries, classes: number): boolean {
  return unit === null && new Set(classOf).size === classes && weight.every((each) => each > 0);
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
  const isKept = (e: number): boolean => accepted[classOf[e]] === 1;
  const moved = new Uint32Array(start.length);
  for (let v = 0, e = 0, kept = 0; v < start.length; v++) {
    for (; e < start[v]; e++) kept += Number(isKept(e));
    moved[v] = kept;
  }
  const pick = (list: Uint32Array): Uint32Array => list.filter((_, e) => isKept(e));
  return { classOf: pick(classOf), weight: pick(weight), unit: unit === null ? null : pick(unit), start: moved };
}

/** The combinations to scan. */
interface CombinationsAsked {
  /** Most attributes that somebody knows, at least 1. */
  readonly known: number;
  /** True where groups of fewer attributes are scanned, too: unions of groups that may break a bound which their parts satisfy. */
  readonly areAllSizes: boolean;
  /** Only combinations that have this attribute; default: all. */
  readonly having?: number;
}

/**
 * Scans the groups of all combinations of `known` attributes, of all attributes where there are fewer. Yields between stretches of the work.
 */
export function* scanCombinations(
  scan: CombinationScan,
  { codes, sizes }: Pick<CombinationClasses, 'codes' | 'sizes'>,
  { known, areAllSizes, having }: CombinationsAsked,
): Steps<void> {
  const classes = codes[0].length;
  if (classes === 0) return;
  const most = Math.min(known, codes.length);
  const refine = (groupOf: Uint32Array, groups: number, a: number) => splitGroups(groupOf, groups, codes[a], sizes[a]);
  function* last(groupOf: Uint32Array, groups: number, from: number, to: number): Steps<void> {
    for (let a = from; a < to;) {
      let end = a;
      while (end < to && groups * sizes[end] <= MOST_GROUPS && (end - a) * classes < WORK_AT_ONCE) end++;
      if (end > a) scan.scan(groupOf, groups, a, end);
      else {
        const fine = refine(groupOf, groups, a);
        scan.scanGroups(fine.groupOf, fine.groups);
        end = a + 1;
      }
      a = end;
      yield;
    }
  }
  function* grow(groupOf: Uint32Array, groups: number, next: number, left: number): Steps<void> {
    const spans = having === undefined || having < next ? [[next, codes.length]] : [[next, having], [having + 1, codes.length]]; // prettier-ignore
    if (left === 1) {
      for (const [from, to] of spans) yield* last(groupOf, groups, from, to);
      return;
    }
    for (let a = next; a < codes.length; a++) {
      if (a === having) continue;
      const fine = refine(groupOf, groups, a);
      yield* grow(fine.groupOf, fine.groups, a + 1, left - 1);
    }
  }
  const all = new Uint32Array(classes);
  for (let size = areAllSizes ? 1 : most; size <= most; size++) {
    if (having === undefined) yield* grow(all, 1, 0, size);
    else if (size === 1) yield* last(all, 1, having, having + 1);
    else {
      const first = refine(all, 1, having);
      yield* grow(first.groupOf, first.groups, 0, size - 1);
    }
  }
}

/** Classes times attributes between two yields. */
const WORK_AT_ONCE = 1 << 20;

/** Groups by two numbers, numbered by first appearance. */
function splitGroups(groupOf: Uint32Array, groups: number, codes: Uint32Array, size: number) {
  const found = new Uint32Array(groupOf.length);
  let count = 0;
  if (groups * size <= MOST_GROUPS) {
    const numberOf = new Uint32Array(groups * size);
    for (let c = 0; c < found.length; c++) {
      const key = groupOf[c] * size + codes[c];
      if (numberOf[key] === 0) numberOf[key] = ++count;
      found[c] = numberOf[key] - 1;
    }
    return { groupOf: found, groups: count };
  }
  const numberOf = new Map<number, number>();
  for (let c = 0; c < found.length; c++) {
    const key = groupOf[c] * size + codes[c];
    const own = numberOf.get(key) ?? count++;
    numberOf.set(key, own);
    found[c] = own;
  }
  return { groupOf: found, groups: count };
}
