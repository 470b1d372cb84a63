import { CapacityError } from '../../base/errors.js';

/** Distinct vectors whose distances are kept: 2 GiB. */
const MOST_VECTORS = 1 << 15;
/** Distances looked at between two calls of `watch`. */
const YIELD_DISTANCES = 1 << 20;

/** A cover of rows by sets of k to 2k - 1 rows. */
export interface Cover {
  /** Rows of every set; sets may overlap. */
  readonly sets: readonly Uint32Array[];
  /** [rows] vector of every row: rows stand by ascending vector. */
  readonly vectorOf: Uint32Array;
  /** Centres that were weighed. */
  readonly checked: number;
}

/**
 * The greedy cover of Meyerson and Williams 2004: of all sets of k to 2k - 1 rows within some distance of a vector, the
 * one of the least radius per row that is not covered yet, until all rows are covered. At least k rows. Throws CapacityError.
 *
 * codes   [attributes][vectors]
 * counts  [vectors] rows of every vector
 * watch   called between stretches of the work with the share of rows that are covered
 */
export async function coverRows(
  codes: readonly ArrayLike<number>[],
  counts: Uint32Array,
  k: number,
  watch: (share: number) => Promise<void>,
): Promise<Cover> {
  const vectors = counts.length;
  if (vectors > MOST_VECTORS) throw new CapacityError('distinct vectors of meyerson-williams', vectors, MOST_VECTORS);
  const width = codes.length + 1;
  const { starts, vectorOf } = rowsOf(counts);
  const rows = vectorOf.length;
  const distances = await distancesOf(codes, vectors, async () => watch(0));
  // Rows, and uncovered rows, by distance from every vector.
  const all = await rowsByDistance(distances, counts, width, async () => watch(0));
  const open = all.slice();
  /** Rows starts[v] .. starts[v] + covered[v] - 1 are covered. */
  const covered = new Uint32Array(vectors);
  const sets: Uint32Array[] = [];
  let left = rows;
  let checked = 0;
  // Sets of radius 0 come first, those that cover the most before the others: rows of vectors that k rows have.
  for (const { vector, gain } of equalSets(counts, k)) {
    const first = starts[vector] + covered[vector];
    // Filled up to k by rows that other sets cover too.
    const rowOf = (i: number): number => (i < gain ? first + i : starts[vector] + i - gain);
    sets.push(Uint32Array.from({ length: Math.max(k, gain) }, (_, i) => rowOf(i)));
    covered[vector] += gain;
    left -= gain;
    checked += vectors;
    await watch(1 - left / rows);
  }
  for (let v = 0; v < vectors; v++) {
    if (covered[v] === 0) continue;
    if (isDue(v, vectors)) await watch(1 - left / rows);
    for (let c = 0; c < vectors; c++) open[c * width + distances[c * vectors + v]] -= covered[v];
  }
  while (left > 0) {
    let centre = 0;
    let radius = Infinity;
    let gain = 1;
    for (let c = 0; c < vectors; c++) {
      let inside = 0;
      let fresh = 0;
      for (let d = 0; d < width; d++) {
        inside += all[c * width + d];
        fresh += open[c * width + d];
        if (inside < k || fresh === 0) continue;
        const gained = Math.min(2 * k - 1, fresh);
        // d / gained < radius / gain, in whole numbers; then the larger gain.
        const order = radius === Infinity ? -1 : d * gain - radius * gained;
        if (order < 0 || (order === 0 && gained > gain)) {
          centre = c;
          radius = d;
          gain = gained;
        }
      }
    }
    checked += vectors;
    const set = new Uint32Array(Math.max(k, gain));
    let size = 0;
    const row = distances.subarray(centre * vectors, (centre + 1) * vectors);
    const before = covered.slice();
    for (let d = 0; d <= radius && size < gain; d++) {
      for (let v = 0; v < vectors && size < gain; v++) {
        if (row[v] !== d) continue;
        const taken = Math.min(gain - size, counts[v] - covered[v]);
        if (taken === 0) continue;
        for (let i = 0; i < taken; i++) set[size++] = starts[v] + covered[v] + i;
        covered[v] += taken;
        left -= taken;
        for (let c = 0; c < vectors; c++) open[c * width + distances[c * vectors + v]] -= taken;
      }
    }
    // Filled up to k by rows that other sets cover too.
    for (let d = 0; d <= radius && size < k; d++) {
      for (let v = 0; v < vectors && size < k; v++) {
        if (row[v] !== d) continue;
        for (let i = 0; i < before[v] && size < k; i++) set[size++] = starts[v] + i;
      }
    }
    sets.push(set);
    await watch(1 - left / rows);
  }
  return { sets, vectorOf, checked };
}

/** Sets of rows of one vector, in the order in which the cover takes them: of 2k - 1 rows while enough are left, then the rest. */
function equalSets(counts: Uint32Array, k: number): { readonly vector: number; readonly gain: number }[] {
  const most = 2 * k - 1;
  const whole: { vector: number; gain: number }[] = [];
  const rest: { vector: number; gain: number }[] = [];
  counts.forEach((count, vector) => {
    if (count < k) return;
    for (let left = count; left >= most; left -= most) whole.push({ vector, gain: most });
    if (count % most > 0) rest.push({ vector, gain: count % most });
  });
  rest.sort((a, b) => b.gain - a.gain || a.vector - b.vector);
  return [...whole, ...rest];
}

/** Rows by ascending vector: those of vector v from starts[v] on. */
function rowsOf(counts: Uint32Array): { readonly starts: Uint32Array; readonly vectorOf: Uint32Array } {
  const starts = new Uint32Array(counts.length + 1);
  for (let v = 0; v < counts.length; v++) starts[v + 1] = starts[v] + counts[v];
  const vectorOf = new Uint32Array(starts[counts.length]);
  for (let v = 0; v < counts.length; v++) vectorOf.fill(v, starts[v], starts[v + 1]);
  return { starts, vectorOf };
}

/** True for lines of distances at which to pause. */
const isDue = (line: number, vectors: number): boolean => line % Math.ceil(YIELD_DISTANCES / vectors) === 0;

/** [vectors * vectors] attributes in which two vectors differ. */
async function distancesOf(
  codes: readonly ArrayLike<number>[],
  vectors: number,
  watch: () => Promise<void>,
): Promise<Uint16Array> {
  const distances = new Uint16Array(vectors * vectors);
  for (const column of codes) {
    for (let c = 0; c < vectors; c++) {
      if (isDue(c, vectors)) await watch();
      const code = column[c];
      for (let v = 0; v < c; v++) {
        if (column[v] === code) continue;
        distances[c * vectors + v]++;
        distances[v * vectors + c]++;
      }
    }
  }
  return distances;
}

/** [vectors][width] rows at every distance from a vector. */
async function rowsByDistance(
  distances: Uint16Array,
  counts: Uint32Array,
  width: number,
  watch: () => Promise<void>,
): Promise<Uint32Array> {
  const vectors = counts.length;
  const rows = new Uint32Array(vectors * width);
  for (let c = 0; c < vectors; c++) {
    if (isDue(c, vectors)) await watch();
    for (let v = 0; v < vectors; v++) rows[c * width + distances[c * vectors + v]] += counts[v];
  }
  return rows;
}

/**
 * Turns a cover by sets of k to 2k - 1 rows into a partition of such sets, without raising the sum of diameters: a row of
 * two sets leaves one that has more than k rows; two sets of k rows are joined.
 */
export function partitionCover(cover: readonly Uint32Array[], rows: number, k: number): Uint32Array[] {
  const groups: (Set<number> | null)[] = [];
  const groupOf = new Int32Array(rows).fill(-1);
  for (const rowsOfSet of cover) {
    const set = new Set<number>(rowsOfSet);
    const open = [...rowsOfSet];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      const other = groupOf[row];
      if (other < 0 || !set.has(row)) continue;
      const group = groups[other]!;
      if (set.size > k) set.delete(row);
      else if (group.size > k) {
        group.delete(row);
        groupOf[row] = -1;
      } else {
        for (const joined of group) {
          set.add(joined);
          groupOf[joined] = -1;
        }
        groups[other] = null;
      }
    }
    for (const row of set) groupOf[row] = groups.length;
    groups.push(set);
  }
  return groups.flatMap((group) => (group === null ? [] : [Uint32Array.from(group).sort()]));
}
