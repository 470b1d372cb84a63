import { CapacityError, InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { amount as amountOf, plural } from '../../base/plural.js';
import { defineAlgorithm, type Control, type Outcome, type Problem, type Recoding } from '../algorithm.js';
import { kOfModels } from '../cuts/cut-search.js';
import { amount, count, optionSet, type OptionsOf } from '../options.js';
import { coverRows, partitionCover } from './meyerson-williams-cover.js';

const OPTIONS = optionSet({
  maxRows: amount(5000, count(1), 'most rows that are taken on, since time grows with their square'),
});

/**
 * k-anonymity by suppressing cells alone.
 *
 * Meyerson and Williams, "On the Complexity of Optimal k-Anonymity", PODS 2004, section 4. Rows are points at Hamming
 * distance. A greedy cover takes, of all sets of k to 2k - 1 rows around a row, the one of the least radius per row that is
 * not covered yet; overlaps of the cover are then resolved, by leaving a set of more than k rows or by joining two of k;
 * and in every set each cell in which its rows differ becomes `*`.
 *
 * Bound: sets of an optimal release S* (k to 2k - 1 rows each, without loss) leave OPT >= k * sum of diam(S*). The greedy
 * cover, whose sets have at most 2k - 1 rows, has a sum of radii of at most H(2k - 1) * sum of diam(S*), and resolving
 * overlaps does not raise the sum of diameters (at most 2 radii each). A set of s rows has at most s (s - 1) diam stars, so
 * that all in all there are at most 8 k H(2k - 1) times as many stars as in an optimal release: O(k log k).
 */
export const meyersonWilliams = defineAlgorithm({
  name: 'meyerson-williams',
  source: 'Meyerson, Williams: On the Complexity of Optimal k-Anonymity, PODS 2004',
  guarantee: 'k-anonymous; at most 8 k (1 + 1/2 + ... + 1/(2k-1)) times the fewest suppressed cells',
  complexity: 'O(u^2 q + n u q) time for n rows, u distinct vectors and q quasi-identifiers, O(u^2 + n) memory',
  releases: 'value-or-star',
  options: OPTIONS,
  run: runMeyersonWilliams,
});

async function runMeyersonWilliams(
  problem: Problem,
  _engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const k = kOfModels(problem);
  if (problem.rows < k) {
    throw new InfeasibleError(
      'NO_SOLUTION',
      `k is ${k}, but there ${plural(problem.rows, 'is', 'are')} only ${amountOf(problem.rows, 'row')}`,
    );
  }
  if (problem.rows > options.maxRows) {
    throw new CapacityError('rows of meyerson-williams (option maxRows)', problem.rows, options.maxRows);
  }
  const codes = problem.domains.map((_, a) => problem.set.codes(a));
  const cover = await coverRows(codes, problem.set.counts(), k, control);
  const groups = partitionCover(cover.sets, cover.vectorOf.length, k);
  const recoding = starDifferences(problem, codes, cover.vectorOf, groups);
  let stars = 0;
  groups.forEach((group, c) => {
    recoding.lower.forEach((lower, a) => (stars += lower[c] === recoding.upper[a][c] ? 0 : group.length));
  });
  return {
    recoding,
    solution: { kind: 'groups' },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: cover.sets.length,
      checked: cover.checked,
      groups: groups.length,
      suppressedCells: stars,
    },
    options,
    warnings: [],
  };
}

/** The release in which a cell keeps its value where all rows of its group agree, and becomes the whole domain elsewhere. */
function starDifferences(
  problem: Problem,
  codes: readonly ArrayLike<number>[],
  vectorOf: Uint32Array,
  groups: readonly Uint32Array[],
): Recoding {
  const lower = codes.map(() => new Uint32Array(groups.length));
  const upper = codes.map(() => new Uint32Array(groups.length));
  const groupOf = new Uint32Array(vectorOf.length);
  groups.forEach((group, c) => {
    for (const row of group) groupOf[row] = c;
    codes.forEach((column, a) => {
      const first = column[vectorOf[group[0]]];
      const isSame = group.every((row) => column[vectorOf[row]] === first);
      lower[a][c] = isSame ? first : 0;
      upper[a][c] = isSame ? first : problem.domains[a].size - 1;
    });
  });
  // Rows stand by ascending vector; those of one vector are dealt out to its groups in order.
  const vector: number[] = [];
  const classId: number[] = [];
  const count: number[] = [];
  for (let row = 0; row < vectorOf.length;) {
    const end = endOfVector(vectorOf, row);
    const ids = groupOf.slice(row, end).sort();
    for (const id of ids) {
      const last = vector.length - 1;
      if (last >= 0 && vector[last] === vectorOf[row] && classId[last] === id) count[last]++;
      else {
        vector.push(vectorOf[row]);
        classId.push(id);
        count.push(1);
      }
    }
    row = end;
  }
  return {
    kind: 'regions',
    classes: groups.length,
    parts: { vector: Uint32Array.from(vector), classId: Uint32Array.from(classId), count: Uint32Array.from(count) },
    lower,
    upper,
    nodes: codes.map(() => false),
  };
}

function endOfVector(vectorOf: Uint32Array, row: number): number {
  let end = row + 1;
  while (end < vectorOf.length && vectorOf[end] === vectorOf[row]) end++;
  return end;
}
