import type { CutProblem, CutSets, CutWidths } from '../engine/engine.js';
import { piecesOf } from '../engine/cut-parts.js';
import { anyValue } from '../hierarchy/any-value.js';
import type { Domain } from '../hierarchy/domain.js';
import { lossOfValue } from '../quality/loss.js';
import { penaltiesOf } from '../quality/ncp.js';
import type { Problem } from '../algorithms/algorithm.js';
import { allowedCuts, cutProblemFor, releasedRangeOf } from '../algorithms/cuts/cut-search.js';
import { type CutSearchOptions, isOfValues, type SpanMetric } from '../algorithms/shared-options.js';

/** Units of a whole domain where the shares of its intervals have no common denominator up to this number. */
const MOST_UNITS = 2 ** 30;
/** Costs are exact integers below this. */
const EXACT = 2 ** 53;

/** A problem for the search, whose costs are whole units, and what they mean. */
export interface CountedCuts {
  readonly problem: CutProblem;
  /** A cost in the metric's own unit. */
  costOf(units: number): number;
  /** The most whole units that cost no more. */
  unitsOf(cost: number): number;
  /** The cuts that a solution releases: beside its own, those that part no rows and make intervals smaller. */
  cutsOf(cuts: CutSets): CutSets;
}

/**
 * The problem of K-OPTIMIZE under a metric. Of `loss` and `ncp` (src/quality) the means over rows and attributes are counted in whole units: in
 * parts of the least common denominator of what intervals lose where that is at most 2^30, else rounded to the 2^30th part of a cell, or to
 * what sums of all rows leave exact.
 */
export function countCuts(
  problem: Problem,
  { metric, cuts }: Pick<CutSearchOptions, 'cuts'> & { readonly metric: CutSearchOptions['metric'] | SpanMetric },
  k: number,
): CountedCuts {
  if (!isOfValues(metric)) {
    const same = (cost: number): number => cost;
    return { problem: cutProblemFor(problem, { metric, cuts }, k), costOf: same, unitsOf: same, cutsOf: (own) => own };
  }
  const counted = cutProblemFor(problem, { metric: 'width', cuts }, k);
  const ends = problem.domains.map((domain, a) =>
    endsOfPieces(allowedCuts(domain, cuts), counted.allowed[a], problem.set.codes(a)),
  );
  const cells = problem.rows * problem.domains.length;
  const widths = widthsOf(problem.domains, ends, metric, (EXACT - 1) / (cells + problem.domains.length + 1));
  const all = Math.max(1, cells) * widths.whole;
  return {
    problem: { ...counted, widths },
    costOf: (units) => units / all,
    unitsOf: (cost) => Math.floor(cost * all * (1 + 2 ** -52)),
    cutsOf: (own) => own.map((list, a) => releasedCuts(list, piecesOf(counted.allowed[a]).of, ends[a])),
  };
}

/** [pieces] the first and the last leaf of an interval that begins, or ends, with a piece. */
interface Ends {
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  readonly size: number;
}

/** Cuts that part no rows are made where they make intervals smaller: next to the leaves that occur. */
function endsOfPieces(allowed: Uint8Array, kept: Uint8Array, codes: ArrayLike<number>): Ends {
  const { of, first } = piecesOf(kept);
  const size = kept.length;
  const begin = first.slice();
  const end = Uint32Array.from(first, (_, piece) => (first[piece + 1] ?? size) - 1);
  const lowest = new Uint32Array(first.length).fill(size);
  const highest = new Int32Array(first.length).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const piece = of[codes[i]];
    lowest[piece] = Math.min(lowest[piece], codes[i]);
    highest[piece] = Math.max(highest[piece], codes[i]);
  }
  for (let piece = 0; piece < first.length; piece++) {
    for (let leaf = begin[piece] + 1; leaf <= lowest[piece] && leaf < size; leaf++)
      if (allowed[leaf] === 1) begin[piece] = leaf;
    for (let leaf = end[piece]; highest[piece] >= 0 && leaf > highest[piece]; leaf--) {
      if (allowed[leaf] === 1) end[piece] = leaf - 1;
    }
  }
  return { begin, end, size };
}

function releasedCuts(cuts: Uint32Array, pieceOf: Uint32Array, { begin, end, size }: Ends): Uint32Array {
  const made = new Set<number>([begin[0], end[end.length - 1] + 1]);
  for (const cut of cuts) made.add(begin[pieceOf[cut]]).add(end[pieceOf[cut] - 1] + 1);
  return Uint32Array.from(made)
    .filter((cut) => cut > 0 && cut < size)
    .sort();
}

/** Losses of the intervals of all attributes. */
function widthsOf(domains: readonly Domain[], ends: readonly Ends[], metric: SpanMetric, most: number): CutWidths {
  const shares = domains.map((domain, a) => sharesOf(domain, ends[a], metric));
  let whole = 1;
  domains.forEach((domain, a) => {
    const own = denominatorOf(domain, shares[a]);
    whole = own === null ? Infinity : leastCommonMultiple(whole, own);
  });
  const units = Math.min(MOST_UNITS, most);
  if (!(whole <= units)) for (whole = 1; 2 * whole <= units;) whole *= 2;
  return { whole, of: shares.map((own) => Int32Array.from(own, (share) => Math.round(share * whole))) };
}

/** [pieces * pieces] what is lost of a cell that is released as the interval of the pieces i .. j, at i * pieces + j. */
function sharesOf(domain: Domain, { begin, end }: Ends, metric: SpanMetric): Float64Array {
  const { coding } = domain;
  const values = coding?.values ?? domain;
  const released = releasedRangeOf(domain);
  const penaltyOf = penaltiesOf(values);
  const pieces = begin.length;
  const shares = new Float64Array(pieces * pieces);
  for (let i = 0; i < pieces; i++) {
    for (let j = i; j < pieces; j++) {
      const value = releasedValue(domain, released(begin[i], end[j]));
      const { part, of } = penaltyOf(value);
      shares[i * pieces + j] = metric === 'loss' ? lossOfValue({ domain: values }, value) : part / of;
    }
  }
  return shares;
}

/** The leaves that a released interval is measured by, and the share that its label names. */
function releasedValue({ coding, size, order, missingLeaf }: Domain, [lo, hi]: readonly [number, number]) {
  if (coding === undefined) return { lo, hi };
  const isWhole = (lo === 0 && hi === size - 1 && size > 1) || (order === 'numeric' && hi === missingLeaf && lo !== hi);
  if (!isWhole) {
    const { text, share } = coding.labelOf(lo, hi);
    if (text !== anyValue) return { lo: coding.first[lo], hi: coding.first[hi + 1] - 1, share };
  }
  const all = coding.values.size;
  return { lo: 0, hi: all - 1, share: coding.ends === null ? undefined : all > 1 ? 1 : 0 };
}

/** The least denominator of fractions, among those that leaves or the range of numbers give; null when it is none of them. */
function denominatorOf({ coding, size, numbers }: Domain, shares: Float64Array): number | null {
  const values = coding?.values;
  const known = (values?.numbers ?? numbers)?.filter((number) => !Number.isNaN(number)) ?? [];
  const range = known.length === 0 ? 0 : known[known.length - 1] - known[0];
  const all = values?.size ?? size;
  const candidates = [
    1,
    all - 1,
    all,
    ...[1, 10, 100, 1000, 1e4, 1e5, 1e6].map((factor) => Math.round(range * factor)),
  ];
  const isExact = (denominator: number): boolean =>
    denominator > 0 &&
    denominator <= MOST_UNITS &&
    shares.every((share) => Math.abs(share * denominator - Math.round(share * denominator)) < 1e-6);
  return candidates.find(isExact) ?? null;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
