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

/** A set of attributes whose cells are suppressed, and what points are released as under it. */
export interface Pattern {
  /** Bit a says that attribute a is suppressed. */
  readonly bits: number;
  readonly weight: number;
  /** [points] what a point is released as under this pattern. */
  readonly ids: Uint32Array;
  /** [ids + 1], [points]: points of id i are members[start[i]] .. members[start[i + 1] - 1], ascending. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
  /** Ids that at least k rows have. */
  readonly large: Uint32Array;
  /** [ids] rows that are not safe, rows that safe points can lend, rows released so. */
  readonly unsafe: Float64Array;
  readonly spare: Float64Array;
  readonly size: Float64Array;
}

/** All patterns are weighed up to this many attributes; beyond, those of at most three cells and the full one. */
const ALL_PATTERNS = 6;
const FEW_CELLS = 3;
/** Patterns times points past which no further pattern is made: some 50 bytes each. */
const MOST_MEMBERS = 1 << 26;
/** Points grouped between two yields. */
const YIELD_POINTS = 1 << 17;

/** Patterns of suppressed cells for {@link suppressGreedily}. */
export interface Patterns {
  /** By weight, the one without suppressed cells first, the one of all cells last. */
  readonly patterns: readonly Pattern[];
  /** All in the same order, with those that release nothing k rows have, which are left out above. */
  readonly looked: readonly LookedPattern[];
}

/** A pattern that was looked at, and what it releases. */
export interface LookedPattern extends Pick<Pattern, 'bits' | 'weight'> {
  /** Different values that points are released as. */
  readonly values: number;
}

/**
 * The patterns under which k rows are released alike, with the one without suppressed cells and the full one: of fewer
 * suppressed cells first, as long as memory lasts and `inTime` says yes. Yields between stretches of the work.
 *
 * @param mostMembers - patterns times points past which no further pattern is made
 */
export function* makePatterns(
  input: SuppressionInput,
  inTime: () => boolean,
  mostMembers = MOST_MEMBERS,
): Steps<Patterns> {
  const { codes, counts, weights } = input;
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
    if (groups.count === points && bits + cells > 0) {
      // Points that are all apart are released alike with none: no pattern below does more than the first.
      leaveOut(a, bits, cells);
      return;
    }
    if (a === q) {
      const pattern = patternOf(bits, groups);
      looked.push({ bits, weight: pattern.weight, values: groups.count });
      if (pattern.large.length > 0 || bits === 0 || cells === q) made.push(pattern);
      return;
    }
    if (cells > 0) yield* extend(a + 1, bits + 2 ** a, cells - 1, groups);
    if (cells < q - a) {
      grouped += points;
      const finer = refiner.refine(groups, codes[a], sizes[a]);
      if (grouped >= YIELD_POINTS) {
        grouped = 0;
        yield;
        // The one without suppressed cells is there always.
        isOver = bits + cells > 0 && (made.length * points > mostMembers || !inTime());
      }
      yield* extend(a + 1, bits, cells, finer);
    }
  }

  const all: Groups = { ids: new Uint32Array(points), count: Math.min(points, 1) };
  for (let cells = 0; cells <= most; cells++) yield* extend(0, 0, cells, all);
  const whole = 2 ** q - 1;
  if (!made.some(({ bits }) => bits === whole)) {
    made.push(patternOf(whole, all));
    if (!looked.some(({ bits }) => bits === whole)) {
      looked.push({ bits: whole, weight: weightOf(whole), values: all.count });
    }
  }
  for (const list of [made, looked]) list.sort((x, y) => x.weight - y.weight || x.bits - y.bits);
  return { patterns: made, looked };

  function leaveOut(a: number, bits: number, cells: number): void {
    if (a === q) looked.push({ bits, weight: weightOf(bits), values: points });
    if (a === q) return;
    if (cells > 0) leaveOut(a + 1, bits + 2 ** a, cells - 1);
    if (cells < q - a) leaveOut(a + 1, bits, cells);
  }

  function weightOf(bits: number): number {
    return weights.reduce((sum, each, a) => sum + (Math.floor(bits / 2 ** a) % 2 === 1 ? each : 0), 0);
  }

  function patternOf(bits: number, { ids, count }: Groups): Pattern {
    const weight = weightOf(bits);
    const zeros = (): Float64Array => new Float64Array(count);
    const totals = zeros();
    for (let p = 0; p < points; p++) totals[ids[p]] += counts[p];
    const large = Uint32Array.from(totals.keys()).filter((id) => totals[id] >= input.k);
    return { bits, weight, ids, ...membersOf(ids, count), large, unsafe: zeros(), spare: zeros(), size: zeros() };
  }
}

/** Points by id. */
function membersOf(ids: Uint32Array, known: number): { readonly start: Uint32Array; readonly members: Uint32Array } {
  const start = new Uint32Array(known + 1);
  for (const id of ids) start[id + 1]++;
  for (let id = 0; id < known; id++) start[id + 1] += start[id];
  const members = new Uint32Array(ids.length);
  const cursor = start.slice();
  ids.forEach((id, p) => (members[cursor[id]++] = p));
  return { start, members };
}

/** [points] group of every point, numbered by first appearance. */
interface Groups {
  readonly ids: Uint32Array;
  readonly count: number;
}

/** Groups points by one attribute more. */
class Refiner {
  readonly #points: number;
  /** Hash table: group + 1 by the hash of a group before and a code; [groups] a point of each. */
  readonly #slots: Uint32Array;
  readonly #first: Uint32Array;

  constructor(points: number) {
    this.#points = points;
    this.#slots = new Uint32Array(2 ** (32 - Math.clz32(2 * points + 1)));
    this.#first = new Uint32Array(points);
  }

  refine({ ids, count }: Groups, codes: Uint32Array, size: number): Groups {
    // Points that are all apart stay so.
    if (count === this.#points || size === 1) return { ids, count };
    const slots = this.#slots.fill(0);
    const first = this.#first;
    const mask = slots.length - 1;
    const refined = new Uint32Array(this.#points);
    let known = 0;
    for (let p = 0; p < refined.length; p++) {
      const id = ids[p];
      const code = codes[p];
      let hash = Math.imul(id, 0x9e3779b1) ^ Math.imul(code + 1, 0x85ebca6b);
      hash ^= hash >>> 15;
      let at = hash & mask;
      let group = slots[at];
      while (group !== 0 && (ids[first[group - 1]] !== id || codes[first[group - 1]] !== code)) {
        at = (at + 1) & mask;
        group = slots[at];
      }
      if (group === 0) {
        first[known] = p;
        slots[at] = group = ++known;
      }
      refined[p] = group - 1;
    }
    return { ids: refined, count: known };
  }
}
