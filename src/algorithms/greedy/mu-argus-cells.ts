import type { Engine, ResidentTable } from '../../engine/engine.js';
import { CapacityError } from '../../base/errors.js';

/** Most combinations that are tested: every one of 12 attributes. */
const MOST_COMBINATIONS = 4096;

/** Distinct vectors of generalized values. */
export interface Tuples {
  /** [attributes][tuples] */
  readonly codes: readonly ArrayLike<number>[];
  /** [attributes] codes of an attribute are below this. */
  readonly sizes: readonly number[];
  /** [tuples] rows. */
  readonly counts: Float64Array;
}

/**
 * Combinations of attributes to test, as bit masks. `two-and-three`: pairs with at least one attribute that is more or most
 * identifying, and triples with one that is most and another that is more or most identifying: Identifying x More x Most,
 * where a most identifying attribute counts as more identifying, too, and each of these as identifying, as in the
 * software. `all`: every set of at least two.
 *
 * @param ranks - 0 identifying, 1 more, 2 most
 * @throws CapacityError when there are more than 4096
 */
export function combinationsOf(ranks: readonly number[], which: 'two-and-three' | 'all'): number[] {
  const q = ranks.length;
  const masks: number[] = [];
  const extend = (from: number, mask: number, chosen: readonly number[]): void => {
    if (chosen.length > 1) {
      const [highest, second] = chosen.map((a) => ranks[a]).sort((x, y) => y - x);
      if (which === 'all' || (chosen.length === 2 ? highest > 0 : highest === 2 && second > 0)) masks.push(mask);
      if (masks.length > MOST_COMBINATIONS) {
        throw new CapacityError(
          'combinations of quasi-identifiers that mu-argus tests',
          masks.length,
          MOST_COMBINATIONS,
        );
      }
    }
    if (which !== 'all' && chosen.length === 3) return;
    for (let a = from; a < q; a++) extend(a + 1, mask | (1 << a), [...chosen, a]);
  };
  extend(0, 0, []);
  return masks;
}

/**
 * The cells that are suppressed (step 6): in every tuple the value that occurs in the most outliers, until no outlier is
 * left. An outlier is a combination of values of the tuple that fewer than k rows have. Of equal values the one with the
 * higher rank goes first, then the one of the attribute with more distinct values, then the earlier. Values of attributes
 * in `fixed` are nobody's alone and stay.
 *
 * @returns [attributes][tuples] 1 for a suppressed cell
 */
export async function suppressOutliers(
  tuples: Tuples,
  k: number,
  masks: readonly number[],
  precedence: readonly number[],
  engine: Engine,
  pause: (share: number) => Promise<unknown>,
): Promise<{ readonly starred: Uint8Array[]; readonly outliers: number }> {
  const { codes, sizes, counts } = tuples;
  const length = counts.length;
  const words = Math.ceil(masks.length / 32);
  const bits = new Uint32Array(length * words);
  let outliers = 0;
  const table = engine.load(
    length,
    codes.map((column, a) => ({ codes: Uint32Array.from(column), size: sizes[a] })),
  );
  try {
    for (let c = 0; c < masks.length; c++) {
      const rare = rareTuples(engine, table, masks[c], counts, k);
      for (let t = 0; t < length; t++) {
        if (rare[t] === 0) continue;
        bits[t * words + (c >>> 5)] |= 1 << (c & 31);
        outliers++;
      }
      await pause((c + 1) / masks.length);
    }
  } finally {
    table.dispose();
  }
  const starred = codes.map(() => new Uint8Array(length));
  const occurrences = new Uint32Array(codes.length);
  for (let t = 0; t < length; t++) {
    let left = listBits(bits, t * words, words).map((c) => masks[c]);
    while (left.length > 0) {
      occurrences.fill(0);
      for (const mask of left) {
        for (let a = 0; a < occurrences.length; a++) occurrences[a] += (mask >>> a) & 1;
      }
      let worst = -1;
      for (const a of precedence) if (worst < 0 || occurrences[a] > occurrences[worst]) worst = a;
      if (worst < 0 || occurrences[worst] === 0) break;
      starred[worst][t] = 1;
      left = left.filter((mask) => ((mask >>> worst) & 1) === 0);
    }
  }
  return { starred, outliers };
}

/** [tuples] 1 where fewer than k rows have the tuple's values of the attributes in the mask. */
function rareTuples(engine: Engine, table: ResidentTable, mask: number, counts: Float64Array, k: number): Uint8Array {
  const columns = table.sizes.map((_, a) => a).filter((a) => ((mask >>> a) & 1) === 1);
  const set = engine.frequencySet(table, columns);
  try {
    const groupOf = set.vectorOf();
    const rows = new Float64Array(set.length);
    for (let t = 0; t < groupOf.length; t++) rows[groupOf[t]] += counts[t];
    return Uint8Array.from(groupOf, (group) => (rows[group] < k ? 1 : 0));
  } finally {
    set.dispose();
  }
}

function listBits(bits: Uint32Array, from: number, words: number): number[] {
  const list: number[] = [];
  for (let word = 0; word < words; word++) {
    if (bits[from + word] === 0) continue;
    for (let bit = 0; bit < 32; bit++) if (((bits[from + word] >>> bit) & 1) === 1) list.push(word * 32 + bit);
  }
  return list;
}
