import { CapacityError } from '../../base/errors.js';

/** Terms whose combinations may be told, and what every record has of them, where that is not nothing. */
export interface Chunk {
  /** Ascending. */
  readonly terms: readonly number[];
  /** Ascending terms each, in the order of the records. */
  readonly subRecords: readonly (readonly number[])[];
}

/** A cluster of records taken apart. */
export interface Cluster {
  /** Record numbers. */
  readonly rows: Uint32Array;
  readonly chunks: readonly Chunk[];
  /** The term chunk: terms of which nothing is told but that they occur in the cluster. Ascending. */
  readonly terms: readonly number[];
}

const mostSets = 5_000_000;

/**
 * Takes a cluster apart (VERPART, section 4 of Terrovitis et al. 2012). Terms that fewer than k records have go to the
 * term chunk; the others, the most frequent first, fill record chunks while these stay k^m-anonymous: every set of up
 * to m terms that a sub-record has, k sub-records have. Where that leaves the term chunk empty and too few sub-records
 * to fill all records (lemma 2), the least frequent term goes to the term chunk.
 */
export function partitionVertically(records: readonly Uint32Array[], rows: Uint32Array, k: number, m: number): Cluster {
  const supports = new Map<number, number>();
  for (const row of rows) for (const term of records[row]) supports.set(term, (supports.get(term) ?? 0) + 1);
  const frequent = [...supports.keys()].filter((term) => supports.get(term)! >= k);
  const kept = new Set(frequent);
  const rare = [...supports.keys()].filter((term) => !kept.has(term));
  let chunks = fillChunks(records, rows, frequent, k, m);
  if (rare.length === 0 && chunks.length > 0 && !fillsRecords(chunks, rows.length, k, m)) {
    const moved = byFrequency(frequent, supports).at(-1)!;
    rare.push(moved);
    chunks = chunks
      .map(({ terms }) =>
        projectOnto(
          records,
          rows,
          terms.filter((term) => term !== moved),
        ),
      )
      .filter(({ terms }) => terms.length > 0);
  }
  return { rows, chunks, terms: rare.sort((a, b) => a - b) };
}

/**
 * Lemma 2 of the paper: with an empty term chunk, sub-records must be enough to leave no record empty after k of every chunk
 * that m terms can touch were put on the same k records.
 */
export function fillsRecords(chunks: readonly Chunk[], size: number, k: number, m: number): boolean {
  const all = chunks.reduce((sum, { subRecords }) => sum + subRecords.length, 0);
  return all >= size + k * Math.max(0, Math.min(m, chunks.length) - 1);
}

/**
 * k^m-anonymous chunks of terms that k of the records have each. Every term, the most frequent first, goes to the first
 * chunk that stays anonymous: the same chunks as filling one after the other, in one pass over the terms.
 */
export function fillChunks(
  records: readonly Uint32Array[],
  rows: Uint32Array,
  frequent: readonly number[],
  k: number,
  m: number,
): Chunk[] {
  const rowsOf = new Map<number, number[]>(frequent.map((term) => [term, []]));
  for (const row of rows) for (const term of records[row]) rowsOf.get(term)?.push(row);
  const supports = new Map([...rowsOf].map(([term, own]) => [term, own.length]));
  const chunks: Set<number>[] = [];
  const chunkOf = new Map<number, number>();
  for (const term of byFrequency(frequent, supports)) {
    const having = rowsOf.get(term)!;
    const closed = m === 1 ? new Set<number>() : chunksWithRarePairs(records, having, chunkOf, k);
    let at = 0;
    while (at < chunks.length && (closed.has(at) || (m > 2 && !staysAnonymous(records, having, chunks[at], k, m)))) {
      at++;
    }
    if (at === chunks.length) chunks.push(new Set());
    chunks[at].add(term);
    chunkOf.set(term, at);
  }
  return chunks.map((terms) => projectOnto(records, rows, [...terms]));
}

/** Chunks with a term that some of the records have, but fewer than k. */
function chunksWithRarePairs(
  records: readonly Uint32Array[],
  having: readonly number[],
  chunkOf: ReadonlyMap<number, number>,
  k: number,
): Set<number> {
  const counts = new Map<number, number>();
  for (const row of having) {
    for (const term of records[row]) if (chunkOf.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const closed = new Set<number>();
  for (const [term, count] of counts) if (count < k) closed.add(chunkOf.get(term)!);
  return closed;
}

/** Most frequent first, then the smaller number. */
function byFrequency(terms: readonly number[], supports: ReadonlyMap<number, number>): number[] {
  return [...terms].sort((a, b) => supports.get(b)! - supports.get(a)! || a - b);
}

/**
 * True when a chunk stays k^m-anonymous with one more term: every set of up to m - 1 of its terms that some record has
 * beside the new one, k records have beside it.
 *
 * @param having - the records that have the new term
 */
function staysAnonymous(
  records: readonly Uint32Array[],
  having: readonly number[],
  chunk: ReadonlySet<number>,
  k: number,
  m: number,
): boolean {
  const counts = new Map<string, number>();
  for (const row of having) {
    const own = [...records[row]].filter((term) => chunk.has(term));
    const extend = (from: number, length: number, key: string): void => {
      for (let at = from; at < own.length; at++) {
        const longer = `${key} ${own[at]}`;
        counts.set(longer, (counts.get(longer) ?? 0) + 1);
        if (counts.size > mostSets) throw new CapacityError('sets of terms', counts.size, mostSets);
        if (length + 1 < m - 1) extend(at + 1, length + 1, longer);
      }
    };
    extend(0, 0, '');
  }
  for (const count of counts.values()) if (count < k) return false;
  return true;
}

/** What the records have of the terms, empty ones left out. */
function projectOnto(records: readonly Uint32Array[], rows: Uint32Array, terms: readonly number[]): Chunk {
  const wanted = new Set(terms);
  const subRecords: number[][] = [];
  for (const row of rows) {
    const own = [...records[row]].filter((term) => wanted.has(term));
    if (own.length > 0) subRecords.push(own);
  }
  return { terms: [...terms].sort((a, b) => a - b), subRecords };
}
