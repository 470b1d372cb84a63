import type { JointCluster } from '../algorithms/sets/refine.js';
import type { RecordPersons, TermLists } from '../algorithms/sets/term-lists.js';
import { sortByCode } from '../base/sort-by-code.js';
import type { Steps } from '../base/steps.js';

/**
 * The largest k that the parts of a dissociated release have: records of a cluster, and records with a set of up to m terms of a chunk. Of
 * shared chunks it counts the persons of the records; those of a cluster are of different persons.
 *
 * @param persons - null where every record is of another person
 */
export function* fewestWithSets(
  joints: readonly JointCluster[],
  records: TermLists,
  persons: RecordPersons | null,
  m: number,
): Steps<number> {
  let fewest = Infinity;
  for (const { clusters, shared } of joints) {
    yield;
    for (const { rows, chunks } of clusters) {
      fewest = Math.min(fewest, rows.length);
      for (const { terms, subRecords } of chunks) fewest = Math.min(fewest, fewestWith(terms, subRecords, null, m));
    }
    for (const { terms, subRecords, from, to } of shared) {
      if (persons === null) fewest = Math.min(fewest, fewestWith(terms, subRecords, null, m));
      else {
        const rows = clusters.slice(from, to).flatMap((cluster) => Array.from(cluster.rows));
        const ordered = sortByCode(Uint32Array.from(rows), persons.of);
        const personOf = ordered.map((row) => persons.of[row]);
        fewest = Math.min(fewest, fewestWith(terms, projectionOf(records, ordered, terms), personOf, m));
      }
    }
  }
  return fewest;
}

/** Projection of records to some terms. */
function projectionOf({ start, terms }: TermLists, rows: Uint32Array, some: readonly number[]): TermLists {
  const isSome = new Set(some);
  const starts = new Uint32Array(rows.length + 1);
  const own: number[] = [];
  rows.forEach((row, i) => {
    for (let at = start[row]; at < start[row + 1]; at++) if (isSome.has(terms[at])) own.push(terms[at]);
    starts[i + 1] = own.length;
  });
  return { start: starts, terms: Uint32Array.from(own) };
}

/**
 * The fewest records that have a set of up to m terms that one has.
 *
 * @param personOf - [records] whose each is, those of a person one after the other: then the fewest persons
 */
function fewestWith(
  terms: readonly number[],
  { start, terms: all }: TermLists,
  personOf: Uint32Array | null,
  m: number,
): number {
  const placeOf = new Map(terms.map((term, place) => [term, place]));
  const supports = new Map<number | string, number>();
  const lastWith = new Map<number | string, number>();
  const base = terms.length + 1;
  const isNumeric = m * (32 - Math.clz32(base)) <= 53;
  const count = (key: number | string, record: number): void => {
    if (personOf !== null) {
      if (lastWith.get(key) === personOf[record]) return;
      lastWith.set(key, personOf[record]);
    }
    supports.set(key, (supports.get(key) ?? 0) + 1);
  };
  const extend = (record: number, from: number, length: number, key: number | string): void => {
    for (let at = from; at < start[record + 1]; at++) {
      const place = placeOf.get(all[at])!;
      const longer = isNumeric ? (key as number) * base + place + 1 : `${key} ${place}`;
      count(longer, record);
      if (length + 1 < m) extend(record, at + 1, length + 1, longer);
    }
  };
  for (let i = 0; i + 1 < start.length; i++) extend(i, start[i], 0, 0);
  let fewest = Infinity;
  for (const support of supports.values()) fewest = Math.min(fewest, support);
  return fewest;
}
