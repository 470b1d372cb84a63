import type { Engine, ResidentTable } from '../../engine/engine.js';
import { CapacityError } from '../../base/errors.js';

/** Most combinations that are tested: every one of 12 attributes. */
const MOST_COMBINATIONS = 4096;

/** Bits of a mask. */
const MOST_ATTRIBUTES = 31;

/** Tuples between two pauses. */
const PAUSE_TUPLES = 1 << 10;

/** Distinct vectors of generalized values. */
export interface Tuples {
  /** [attributes][tuples] */
  readonly codes: readonly ArrayLike<number>[];
  /** [attributes] codes of an attribute are below this. */
  readonly sizes: readonly number[];
  /** [tuples] rows. */
  readonly counts: Float64Array;
  /** [groups] rows of each group of tuples, or persons where persons are counted. */
  readonly peopleOf: (groupOf: Uint32Array, groups: number) => Float64Array;
}

/**
 * Combinations of attributes to test, as bit masks. `two-and-three`: pairs with at least one attribute that is more or most
 * identifying, and triples with one that is most and another that is more or most identifying: Identifying x More x Most,
 * where a most identifying attribute counts as more identifying, too, and each of these as identifying, as in the
 * software. `all`: every set of at least two.
 *
 * @param ranks - 0 identifying, 1 more, 2 most
 * @param largest - most attributes of a set under `all`; default: no limit
 * @throws CapacityError when there are more than 4096, or more than 31 attributes
 */
export function combinationsOf(ranks: readonly number[], which: 'two-and-three' | 'all', largest = Infinity): number[] {
  const q = ranks.length;
  if (q > MOST_ATTRIBUTES) throw new CapacityError('quasi-identifiers of mu-argus', q, MOST_ATTRIBUTES);
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
    if (chosen.length === (which === 'all' ? largest : 3)) return;
    for (let a = from; a < q; a++) extend(a + 1, mask | (1 << a), [...chosen, a]);
  };
  extend(0, 0, []);
  return masks;
}

/**
 * The cells that are suppressed (step 6): in every tuple the value that occurs in the most outliers, until no outlier is
 * left. An outlier is a combination of values of the tuple that fewer than k rows, or persons, have. Of equal values the one with the
 * higher rank goes first, then the one of the attribute with more distinct values, then the earlier. Values of attributes
 * in `fixed` single out no row and stay.
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
  const { codes, sizes, peopleOf } = tuples;
  const { length } = tuples.counts;
  // [words][tuples]: a mask touches one word of every tuple, so words of one mask are kept side by side.
  const bits = new Uint32Array(length * Math.ceil(masks.length / 32));
  let outliers = 0;
  const table = engine.load(
    length,
    codes.map((column, a) => ({ codes: Uint32Array.from(column), size: sizes[a] })),
  );
  try {
    for (let c = 0; c < masks.length; c++) {
      const word = bits.subarray((c >>> 5) * length, ((c >>> 5) + 1) * length);
      outliers += markRareTuples(engine, table, masks[c], { peopleOf, k }, { word, bit: 1 << (c & 31) });
      await pause((c + 1) / masks.length);
    }
  } finally {
    table.dispose();
  }
  const starred = codes.map(() => new Uint8Array(length));
  const left = new Uint32Array(masks.length);
  const occurrences = new Uint32Array(codes.length);
  for (let t = 0; t < length; t++) {
    if (t % PAUSE_TUPLES === 0) await pause(1);
    let count = listMasks(bits, t, length, masks, left);
    while (count > 0) {
      countAttributes(left, count, occurrences);
      let worst = -1;
      for (const a of precedence) if (worst < 0 || occurrences[a] > occurrences[worst]) worst = a;
      if (worst < 0 || occurrences[worst] === 0) break;
      starred[worst][t] = 1;
      const all = count;
      count = 0;
      for (let i = 0; i < all; i++) if (((left[i] >>> worst) & 1) === 0) left[count++] = left[i];
    }
  }
  return { starred, outliers };
}

/** Sets the bit in the word of every tuple whose values of the attributes in the mask fewer than k rows or persons have; how many they are. */
function markRareTuples(
  engine: Engine,
  table: ResidentTable,
  mask: number,
  { peopleOf, k }: Pick<Tuples, 'peopleOf'> & { readonly k: number },
  { word, bit }: { readonly word: Uint32Array; readonly bit: number },
): number {
  const columns = table.sizes.map((_, a) => a).filter((a) => ((mask >>> a) & 1) === 1);
  const set = engine.frequencySet(table, columns);
  try {
    const groupOf = set.vectorOf();
    const people = peopleOf(groupOf, set.length);
    let rare = 0;
    for (let t = 0; t < groupOf.length; t++) {
      if (people[groupOf[t]] >= k) continue;
      word[t] |= bit;
      rare++;
    }
    return rare;
  } finally {
    set.dispose();
  }
}

/** Writes the masks of a tuple's bits into `into`, in their order; how many they are. */
function listMasks(bits: Uint32Array, t: number, length: number, masks: readonly number[], into: Uint32Array): number {
  let count = 0;
  for (let at = t, base = 0; at < bits.length; at += length, base += 32) {
    for (let rest = bits[at]; rest !== 0; rest &= rest - 1) into[count++] = masks[base + 31 - Math.clz32(rest & -rest)];
  }
  return count;
}

/** [attributes] in how many of the first `count` masks each occurs. */
function countAttributes(masks: Uint32Array, count: number, occurrences: Uint32Array): void {
  occurrences.fill(0);
  for (let i = 0; i < count; i++) {
    for (let rest = masks[i]; rest !== 0; rest &= rest - 1) occurrences[31 - Math.clz32(rest & -rest)]++;
  }
}
