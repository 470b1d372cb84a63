/** Placements of the rows of a person in a release. */
import type { BucketMatch, BucketView } from './permuted-buckets.js';

/** Ways to place the rows of a person up to which all are listed. */
const MOST_WAYS = 256;
/** Tries up to which they are looked for. */
const MOST_TRIES = 1 << 14;

/** Fewest and most rows that a person takes of a line. */
export interface Share {
  readonly line: number;
  readonly least: number;
  readonly most: number;
}

/** Rows that buckets show: a line for every sub-tuple of a group of columns in a bucket, and one for its rows in all of them. */
export interface Lines {
  /** Lines of single buckets; those from here on are sums. */
  readonly cells: number;
  /** [lines] rows. */
  readonly wanted: Uint32Array;
  /** True where no bucket has two rows of one person, as in a permuted release. */
  readonly isApart: boolean;
  cellOf(bucket: number, group: number, key: string): number;
  sumOf(group: number, key: string): number;
}

/** A way to place all rows of a person: the lines and how many rows they take of each. */
export type Placement = readonly (readonly [line: number, rows: number])[];

/** Placements of a person in a release. */
interface Placements {
  readonly shares: readonly Share[];
  /** Every way to place the rows; null where there are more than are listed. */
  readonly ways: readonly Placement[] | null;
}

/** Numbers the lines of some buckets. */
export function numberLines({ counts, isPermuted }: BucketView, buckets: readonly number[]): Lines {
  const wanted: number[] = [];
  const cells = new Map<string, number>();
  const sums = new Map<string, number>();
  for (const bucket of buckets) {
    counts[bucket].forEach((own, g) => {
      for (const [key, rows] of own) cells.set(`${bucket}:${g}:${key}`, wanted.push(rows) - 1);
    });
  }
  const size = wanted.length;
  for (const bucket of buckets) {
    counts[bucket].forEach((own, g) => {
      for (const [key, rows] of own) {
        const line = sums.get(`${g}:${key}`);
        if (line === undefined) sums.set(`${g}:${key}`, wanted.push(rows) - 1);
        else wanted[line] += rows;
      }
    });
  }
  return {
    cells: size,
    wanted: Uint32Array.from(wanted),
    isApart: isPermuted,
    cellOf: (bucket, g, key) => cells.get(`${bucket}:${g}:${key}`)!,
    sumOf: (g, key) => sums.get(`${g}:${key}`)!,
  };
}

/** A place of a row. */
interface Place {
  readonly bucket: number;
  readonly cells: readonly number[];
  readonly sums: readonly number[];
}

/** Fewest and most rows of a person that are released. */
export interface Taken {
  readonly fewest: number;
  readonly most: number;
}

/**
 * The ways to place rows of a person; null where there is none.
 *
 * @param rows - the buckets that each row matches
 */
export function placePerson(
  rows: readonly (readonly BucketMatch[])[],
  lines: Lines,
  taken: Taken = { fewest: rows.length, most: rows.length },
): Placements | null {
  const places = rows.map((matches) => matches.flatMap((match) => placesOf(match, lines)));
  const ways = listWays(places, lines, taken);
  if (ways?.length === 0) return null;
  const sums = countShares(places.map((own) => own.map((place) => place.sums)), taken); // prettier-ignore
  if (ways !== null) return { shares: [...sharesOfWays(ways), ...sums], ways };
  const cells = countShares(places.map((own) => own.map((place) => place.cells)), taken); // prettier-ignore
  const most = (rowsThere: number): number => (lines.isApart ? Math.min(1, rowsThere) : rowsThere);
  const shares = cells.map((own) => ({ ...own, least: most(own.least), most: most(own.most) }));
  return { shares: [...shares, ...sums], ways };
}

const placesOf = ({ bucket, shown }: BucketMatch, lines: Lines): Place[] =>
  (shown ?? []).map((keys) => ({
    bucket,
    cells: keys.map((key, g) => lines.cellOf(bucket, g, key)),
    sums: keys.map((key, g) => lines.sumOf(g, key)),
  }));

function listWays(
  places: readonly (readonly Place[])[],
  { isApart }: Lines,
  { fewest, most }: Taken,
): Placement[] | null {
  const order = [...places].sort((a, b) => a.length - b.length);
  const found = new Map<string, Placement>();
  const taken = new Map<number, number>();
  const used = new Set<number>();
  let tries = 0;
  let placed = 0;
  /** False where there are too many ways. */
  const place = (row: number): boolean => {
    if (row === order.length) {
      if (placed < fewest) return true;
      const way = [...taken].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
      found.set(way.join(';'), way);
      return found.size <= MOST_WAYS;
    }
    const canBeLeft = placed + order.length - row > fewest;
    if (canBeLeft && (++tries > MOST_TRIES || !place(row + 1))) return false;
    for (const { bucket, cells } of placed < most ? order[row] : []) {
      if (++tries > MOST_TRIES) return false;
      if (isApart && used.has(bucket)) continue;
      used.add(bucket);
      placed++;
      for (const cell of cells) taken.set(cell, (taken.get(cell) ?? 0) + 1);
      const isListed = place(row + 1);
      for (const cell of cells) taken.set(cell, taken.get(cell)! - 1);
      if (isApart) used.delete(bucket);
      placed--;
      if (!isListed) return false;
    }
    return true;
  };
  return place(0) ? [...found.values()] : null;
}

/** Fewest and most rows of every line over all ways. */
function sharesOfWays(ways: readonly Placement[]): Share[] {
  const found = new Map<number, { least: number; most: number; ways: number }>();
  for (const way of ways) {
    for (const [line, rows] of way) {
      const own = found.get(line) ?? { least: rows, most: rows, ways: 0 };
      found.set(line, own);
      own.least = Math.min(own.least, rows);
      own.most = Math.max(own.most, rows);
      own.ways++;
    }
  }
  return Array.from(found, ([line, { least, most, ways: own }]) => ({
    line,
    least: own < ways.length ? 0 : least,
    most,
  }));
}

/** Fewest and most rows of every line, where each row that is taken takes the lines of one of its places. */
function countShares(rows: readonly (readonly (readonly number[])[])[], { fewest, most }: Taken): Share[] {
  const found = new Map<number, { least: number; most: number }>();
  for (const places of rows) {
    const own = new Map<number, number>();
    for (const lines of places) for (const line of lines) own.set(line, (own.get(line) ?? 0) + 1);
    for (const [line, count] of own) {
      const share = found.get(line) ?? { least: 0, most: 0 };
      found.set(line, share);
      share.most++;
      if (count === places.length) share.least++;
    }
  }
  const left = rows.length - fewest;
  return Array.from(found, ([line, share]) => ({
    line,
    least: Math.max(0, share.least - left),
    most: Math.min(most, share.most),
  }));
}
