/** Permuted releases: rows of a bucket show the values of its people, but not which go together. */
import type { HeldRun, ReadColumn } from './read-release.js';

/** True where the cells of two columns in a row are those of one person. */
export function isTogether(held: HeldRun, one: ReadColumn, other: ReadColumn): boolean {
  const { permutation } = held;
  if (permutation === undefined || one.name === other.name) return true;
  if (one.isApart !== other.isApart) return false;
  return permutation.groups?.some((group) => group.includes(one.name) && group.includes(other.name)) ?? false;
}

/** Bucket -> code of the column -> rows. */
export function bucketRows(held: HeldRun, { released, isApart }: ReadColumn): Map<string, Map<number, number>> {
  const buckets = bucketColumn(held, isApart);
  const found = new Map<string, Map<number, number>>();
  const byCode = buckets.texts.map((text) => {
    const rows = found.get(text) ?? new Map<number, number>();
    found.set(text, rows);
    return rows;
  });
  for (let row = 0; row < released.codes.length; row++) {
    const rows = byCode[buckets.codes[row]];
    const code = released.codes[row];
    rows.set(code, (rows.get(code) ?? 0) + 1);
  }
  return found;
}

/** The column that holds the bucket of a row. */
export function bucketColumn({ permutation, release, apart }: HeldRun, isApart: boolean) {
  const column = (isApart ? apart : release)?.column(permutation?.bucketColumn ?? '');
  if (column === undefined) throw new Error('The release does not show its buckets.');
  return column;
}
