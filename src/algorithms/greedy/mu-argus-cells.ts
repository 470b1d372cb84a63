import { CapacityError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import { countCombinations, MOST_COMBINATION_WORK } from '../../engine/combinations.js';
import type { CountedEntries } from '../../engine/engine.js';
import { createGroupScan } from '../../engine/group-scan.js';
import { suppressFailing } from '../cells/failing-combinations.js';

/** Distinct vectors of generalized values. */
export interface Tuples {
  /** [attributes][tuples] */
  readonly codes: readonly ArrayLike<number>[];
  /** [attributes] codes of an attribute are below this. */
  readonly sizes: readonly number[];
  /** [tuples] rows. */
  readonly counts: Float64Array;
  /** Rows of the tuples, or persons where persons are counted. */
  readonly people: CountedEntries;
}

/** Combinations of attributes to test. */
interface TestedCombinations {
  readonly fewest: number;
  readonly most: number;
  /** Number of combinations. */
  readonly count: number;
  /** False for a combination of `fewest` to `most` attributes that is not tested. */
  readonly isNeeded: (combination: readonly number[]) => boolean;
}

/**
 * Combinations of attributes to test. `two-and-three`: pairs with at least one attribute that is more or most
 * identifying, and triples with one that is most and another that is more or most identifying: Identifying x More x Most,
 * where a most identifying attribute counts as more identifying, too, and each of these as identifying, as in the
 * software. `all`: every set of at least two.
 *
 * @param ranks - 0 identifying, 1 more, 2 most
 * @param size - `tuples`, and `largest`: most attributes of a set under `all`; default: no limit
 * @throws CapacityError when combinations times tuples are too many
 */
export function combinationsOf(
  ranks: readonly number[],
  which: 'two-and-three' | 'all',
  { tuples, largest = Infinity }: { readonly tuples: number; readonly largest?: number },
): TestedCombinations {
  const most = Math.min(ranks.length, which === 'all' ? largest : 3);
  const isNeeded = (combination: readonly number[]): boolean => {
    if (which === 'all') return true;
    const [highest, second] = combination.map((a) => ranks[a]).sort((x, y) => y - x);
    return combination.length === 2 ? highest > 0 : highest === 2 && second > 0;
  };
  const count = which === 'all' ? countAll(ranks.length, most) : countByRanks(ranks);
  const work = count * tuples;
  if (work > MOST_COMBINATION_WORK) {
    const what = `mu-argus: ${count} combinations of ${ranks.length} quasi-identifiers times ${tuples} distinct vectors (fewer quasi-identifiers, or lkc-privacy with a smaller "known", need less)`;
    throw new CapacityError(what, work, MOST_COMBINATION_WORK);
  }
  return { fewest: 2, most, count, isNeeded };
}

/** Sets of two attributes to `most`. */
function countAll(attributes: number, most: number): number {
  let count = 0;
  for (let size = 2; size <= most; size++) count += countCombinations(attributes, size);
  return count;
}

/** Pairs but those of two identifying attributes, and triples with a most and another more or most identifying attribute. */
function countByRanks(ranks: readonly number[]): number {
  const of = (rank: number): number => ranks.filter((own) => own === rank).length;
  const [identifying, more, mostOnes] = [of(0), of(1), of(2)];
  const all = ranks.length;
  const pairs = countSets(all, 2) - countSets(identifying, 2);
  // Triples without a most identifying attribute, and those of one beside two identifying ones.
  const others = countSets(identifying + more, 3) + mostOnes * countSets(identifying, 2);
  return pairs + countSets(all, 3) - others;
}

const countSets = (attributes: number, size: number): number =>
  attributes < size ? 0 : countCombinations(attributes, size);

/**
 * The cells that are suppressed (step 6): in every tuple the value that occurs in the most outliers, until no outlier is
 * left. An outlier is a combination of values of the tuple that fewer than k rows, or persons, have. Of equal values the first by
 * `precedence` goes first: the one with the higher rank, then the one of the attribute with more distinct values, then the earlier. Values of attributes
 * that it lacks single out no row and stay. Yields between stretches of the work.
 *
 * @returns [attributes][tuples] 1 for a suppressed cell
 */
export function* suppressOutliers(
  tuples: Tuples,
  k: number,
  tested: TestedCombinations,
  precedence: readonly number[],
): Steps<{ readonly starred: Uint8Array[]; readonly outliers: number }> {
  const values = { codes: tuples.codes.map((column) => Uint32Array.from(column)), sizes: tuples.sizes };
  const starred = values.codes.map((column) => new Uint8Array(column.length));
  const scan = createGroupScan({ ...values, counted: tuples.people, held: null }, { fewest: k, share: Infinity });
  try {
    const outliers = yield* suppressFailing({
      ...tested,
      scan,
      values,
      attributes: Array.from(starred.keys()),
      blanks: false,
      order: precedence,
      costs: null,
      suppress: (a, tuple) => {
        starred[a][tuple] = 1;
      },
    });
    return { starred, outliers };
  } finally {
    scan.dispose();
  }
}
