import type { Steps } from '../../base/steps.js';

/** Points are distinct vectors of quasi-identifiers with their rows. */
export interface SuppressionInput {
  /** [attributes][points] */
  readonly codes: readonly Uint32Array[];
  /** [points] */
  readonly counts: Uint32Array;
  /** [attributes] cost of a suppressed cell, above 0. */
  readonly weights: readonly number[];
  readonly k: number;
}

/**
 * A set of attributes whose cells are suppressed, and what points are released as under it. Only values that k rows have
 * stand here, numbered from 1 on by first appearance: no other can be released.
 */
export interface Pattern {
  /** Bit a says that attribute a is suppressed. */
  readonly bits: number;
  readonly weight: number;
  /** [points] what a point is released as under this pattern; 0: a value that fewer than k rows have. */
  readonly ids: Uint32Array;
  /** [ids + 1], [points]: points of id i are members[start[i]] .. members[start[i + 1] - 1], ascending; none of id 0. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
  /** Values that k rows have: ids are 1 to `large`. */
  readonly large: number;
  /** [ids] number of each among all values of the pattern, by first appearance; null where values are not counted. */
  readonly values: Uint32Array | null;
  /** [ids] rows that are not safe, rows that safe points can lend, rows released so. What stands at 0 means nothing, but `size` is 0. */
  readonly unsafe: Uint32Array;
  readonly spare: Uint32Array;
  readonly size: Uint32Array;
}

/** All patterns are weighed up to this many attributes; beyond, those of at most three cells and the full one. */
const ALL_PATTERNS = 6;
const FEW_CELLS = 3;
/** Patterns times points past which no further pattern is made: some 12 bytes each. */
const MOST_MEMBERS = 1 << 26;
/** Points grouped between two yields. */
const YIELD_POINTS = 1 << 17;

/** Patterns of suppressed cells for {@link suppressGreedily}. */
export interface Patterns {
  /** By weight, the one without suppressed cells first, the one of all cells last. */
  readonly patterns: readonly Pattern[];
  /** All in the same order, with those that release nothing k rows have, which are left out above. */
  readonly looked: readonly LookedPattern[];
  /** Patterns that suppress whole columns, the one with the most values first, of the most columns first. */
  readonly columns: readonly number[];
}

/** A pattern that was looked at, and what it releases. */
export interface LookedPattern extends Pick<Pattern, 'bits' | 'weight'> {
  /** Different values that points are released as; null where they are not counted. */
  readonly values: number | null;
}

/** Limits of {@link makePatterns}. */
interface PatternLimits {
  /** Patterns times points past which no further pattern is made. */
  readonly mostMembers?: number;
  /** False: values that fewer than k rows have are dropped as soon as they are seen, and not counted. */
  readonly countsValues?: boolean;
}

/** Number of patterns that {@link makePatterns} tries for a number of attributes, where nothing ends it. */
export function patternsOf(attributes: number): number {
  if (attributes <= ALL_PATTERNS) return 2 ** attributes;
  let patterns = 1;
  for (let cells = 0, choices = 1; cells <= FEW_CELLS; cells++) {
    patterns += choices;
    choices = (choices * (attributes - cells)) / (cells + 1);
  }
  return patterns;
}

/**
 * The patterns under which k rows are released alike, with the one without suppressed cells and the full one: of fewer
 * suppressed cells first, as long as memory lasts and `inTime` says yes; then those that suppress whole attributes, the one with
 * the most values first. Yields between stretches of the work.
 */
export function* makePatterns(
  input: SuppressionInput,
  inTime: () => boolean,
  { mostMembers = MOST_MEMBERS, countsValues = true }: PatternLimits = {},
): Steps<Patterns> {
  const { codes, counts, weights, k } = input;
  const q = codes.length;
  const points = counts.length;
  const most = q <= ALL_PATTERNS ? q : FEW_CELLS;
  const sizes = codes.map((column) => column.reduce((largest, code) => Math.max(largest, code), 0) + 1);
  const refiner = new Refiner(points);
  const made: Pattern[] = [];
  const looked: LookedPattern[] = [];
  let grouped = 0;
  let isOver = false;
  yield;

  /** Groups by the attributes from `a` on, `cells` of which are suppressed. */
  function* extend(a: number, bits: number, cells: number, groups: Groups): Steps<void> {
    if (isOver) return;
    if (groups.count === groups.ids.length && bits + cells > 0) {
      // Points that are all apart are released alike with none: no pattern below does more than the first.
      leaveOut(a, bits, cells);
      return;
    }
    if (a === q) {
      grouped += points;
      const pattern = patternOf(bits, groups);
      looked.push({ bits, weight: pattern.weight, values: countsValues ? groups.count : null });
      if (pattern.large > 0 || bits === 0) made.push(pattern);
      return;
    }
    if (cells > 0) yield* extend(a + 1, bits + 2 ** a, cells - 1, groups);
    if (cells < q - a) {
      grouped += groups.ids.length;
      const finer = refine(groups, a);
      if (grouped >= YIELD_POINTS) {
        grouped = 0;
        yield;
        // The one without suppressed cells is there always.
        isOver = bits + cells > 0 && (made.length * points > mostMembers || !inTime());
      }
      yield* extend(a + 1, bits, cells, finer);
    }
  }

  const all: Groups = { points: counts.map((_, p) => p), ids: new Uint32Array(points), count: Math.min(points, 1) };
  for (let cells = 0; cells <= most; cells++) yield* extend(0, 0, cells, all);
  const whole = 2 ** q - 1;
  const columns = columnsOf(sizes);
  if (isOver && made.length * points <= mostMembers) {
    let groups = all;
    for (const { bits, kept } of columns) {
      groups = refine(groups, kept);
      yield;
      if (made.some((other) => other.bits === bits)) continue;
      made.push(patternOf(bits, groups));
      looked.push({ bits, weight: weightOf(bits), values: countsValues ? groups.count : null });
    }
  }
  if (!made.some(({ bits }) => bits === whole)) {
    made.push(patternOf(whole, all));
    if (!looked.some(({ bits }) => bits === whole)) {
      looked.push({ bits: whole, weight: weightOf(whole), values: countsValues ? all.count : null });
    }
  }
  for (const list of [made, looked]) list.sort((x, y) => x.weight - y.weight || x.bits - y.bits);
  return { patterns: made, looked, columns: columns.map(({ bits }) => bits) };

  function refine(groups: Groups, a: number): Groups {
    const refined = refiner.refine(groups, codes[a], sizes[a]);
    return countsValues ? refined : keepLarge(refined, counts, k);
  }

  function leaveOut(a: number, bits: number, cells: number): void {
    if (a === q) looked.push({ bits, weight: weightOf(bits), values: countsValues ? points : null });
    if (a === q) return;
    if (cells > 0) leaveOut(a + 1, bits + 2 ** a, cells - 1);
    if (cells < q - a) leaveOut(a + 1, bits, cells);
  }

  function weightOf(bits: number): number {
    return weights.reduce((sum, each, a) => sum + (Math.floor(bits / 2 ** a) % 2 === 1 ? each : 0), 0);
  }

  function patternOf(bits: number, groups: Groups): Pattern {
    return { bits, weight: weightOf(bits), ...releasedBy(groups, counts, k, countsValues ? groups.count : 0) };
  }
}

/** Released values of points: `values` is the number of all values, 0 where they are not counted. */
function releasedBy(groups: Groups, counts: Uint32Array, k: number, values: number): Omit<Pattern, 'bits' | 'weight'> {
  const { large, idOf } = numberLarge(groups, counts, k);
  const ids = new Uint32Array(counts.length);
  for (let i = 0; i < groups.ids.length; i++) ids[groups.points[i]] = idOf[groups.ids[i]];
  const zeros = (): Uint32Array => new Uint32Array(large + 1);
  const numbers = zeros();
  for (let value = 0; value < values; value++) if (idOf[value] > 0) numbers[idOf[value]] = value;
  const own = { unsafe: zeros(), spare: zeros(), size: zeros() };
  return { ids, ...membersOf(ids, large), large, values: values > 0 ? numbers : null, ...own };
}

/** The patterns that suppress the attributes with the most values, of all but one attribute first, and the one that each keeps more. */
function columnsOf(sizes: readonly number[]): { readonly bits: number; readonly kept: number }[] {
  let bits = 2 ** sizes.length - 1;
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[a] - sizes[b] || b - a);
  return order.map((kept) => ({ bits: (bits -= 2 ** kept), kept }));
}

/** Points by id, but for those of id 0. */
function membersOf(ids: Uint32Array, large: number): { readonly start: Uint32Array; readonly members: Uint32Array } {
  const start = new Uint32Array(large + 2);
  for (let p = 0; p < ids.length; p++) start[ids[p] + 1]++;
  start[1] = 0;
  for (let id = 1; id <= large; id++) start[id + 1] += start[id];
  const members = new Uint32Array(start[large + 1]);
  const cursor = start.slice();
  for (let p = 0; p < ids.length; p++) if (ids[p] > 0) members[cursor[ids[p]]++] = p;
  return { start, members };
}

/** Points that are looked at, ascending, and the group of each, numbered by first appearance. */
interface Groups {
  readonly points: Uint32Array;
  readonly ids: Uint32Array;
  readonly count: number;
}

/** [groups] number from 1 on of every group that k rows are in, 0 for the others; and how many those are. */
function numberLarge({ points, ids, count }: Groups, counts: Uint32Array, k: number) {
  const idOf = new Uint32Array(count);
  for (let i = 0; i < ids.length; i++) idOf[ids[i]] += counts[points[i]];
  let large = 0;
  for (let group = 0; group < count; group++) idOf[group] = idOf[group] >= k ? ++large : 0;
  return { large, idOf };
}

/** The groups that k rows are in: attributes more only make others smaller. */
function keepLarge(groups: Groups, counts: Uint32Array, k: number): Groups {
  const { large, idOf } = numberLarge(groups, counts, k);
  if (large === groups.count) return groups;
  let kept = 0;
  for (let i = 0; i < groups.ids.length; i++) if (idOf[groups.ids[i]] > 0) kept++;
  const points = new Uint32Array(kept);
  const ids = new Uint32Array(kept);
  kept = 0;
  for (let i = 0; i < groups.ids.length; i++) {
    const id = idOf[groups.ids[i]];
    if (id === 0) continue;
    points[kept] = groups.points[i];
    ids[kept++] = id - 1;
  }
  return { points, ids, count: large };
}

/** Groups points by one attribute more. */
class Refiner {
  /** Hash table: group + 1 by the hash of a group before and a code; [groups] group before and code of each. */
  readonly #slots: Uint32Array;
  readonly #before: Uint32Array;
  readonly #code: Uint32Array;

  constructor(points: number) {
    this.#slots = new Uint32Array(2 ** (32 - Math.clz32(2 * points + 1)));
    this.#before = new Uint32Array(points);
    this.#code = new Uint32Array(points);
  }

  refine(groups: Groups, codes: Uint32Array, size: number): Groups {
    const { points, ids, count } = groups;
    // Points that are all apart stay so.
    if (count === ids.length || size === 1) return groups;
    const mask = 2 ** (32 - Math.clz32(2 * ids.length + 1)) - 1;
    const slots = this.#slots.subarray(0, mask + 1).fill(0);
    const before = this.#before;
    const codeOf = this.#code;
    const refined = new Uint32Array(ids.length);
    let known = 0;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const code = codes[points[i]];
      let hash = Math.imul(id, 0x9e3779b1) ^ Math.imul(code + 1, 0x85ebca6b);
      hash ^= hash >>> 15;
      let at = hash & mask;
      let group = slots[at];
      while (group !== 0 && (before[group - 1] !== id || codeOf[group - 1] !== code)) {
        at = (at + 1) & mask;
        group = slots[at];
      }
      if (group === 0) {
        before[known] = id;
        codeOf[known] = code;
        slots[at] = group = ++known;
      }
      refined[i] = group - 1;
    }
    return { points, ids: refined, count: known };
  }
}
