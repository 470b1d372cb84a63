import type { Column } from '../table/table.js';
import { Table } from '../table/table.js';
import { isMissing } from './values.js';
import type { Grouping } from './grouping.js';

/** The rows of a release with `*` in every quasi-identifier. */
export interface StarRows {
  /** Their class, or -1. */
  readonly starClass: number;
  /** [entries] 1 for those of them that show nothing in other columns either: `*` or blank cells; null without any. */
  readonly blank: Uint8Array | null;
  /** Rows of the blank ones. */
  readonly blankRows: number;
}

/** Finds the rows with `*` in every quasi-identifier, and which of them are blank elsewhere. */
export function findStarRows(
  release: Table,
  names: readonly string[],
  { groupOf, codes, count }: Pick<Grouping, 'groupOf' | 'count'> & { readonly codes: readonly Uint32Array[] },
  missing: ReadonlySet<string>,
): StarRows {
  const quasi = names.flatMap((name) => release.column(name) ?? []);
  const starClass = findStarClass(quasi, codes, count);
  if (starClass < 0) return { starClass, blank: null, blankRows: 0 };
  const others = release.columns
    .filter(({ name }) => !names.includes(name))
    .map((column) => ({ codes: column.codes, isBlank: blanksOf(column, missing) }));
  const blank = new Uint8Array(groupOf.length);
  let blankRows = 0;
  for (let entry = 0; entry < groupOf.length; entry++) {
    if (groupOf[entry] !== starClass) continue;
    if (!others.every(({ codes: own, isBlank }) => isBlank[own[entry]] === 1)) continue;
    blank[entry] = 1;
    blankRows += release.weights?.[entry] ?? 1;
  }
  return { starClass, blank, blankRows };
}

/** [dictionary] 1 for texts that show nothing: `*`, empty ones, marks of missing values. */
const blanksOf = (column: Column, missing: ReadonlySet<string>): Uint8Array =>
  Uint8Array.from(column.texts, (text, code) =>
    Number(text === '*' || text === '' || isMissing(column, code, missing)),
  );

/**
 * [entries] 1 for the suppressed ones among the blank rows, which are all alike: those entries that make up the number, where
 * entries of a counted release stand for several rows.
 */
export function chooseSuppressed(
  { blank, blankRows }: StarRows,
  weights: Uint32Array | null,
  rows: number,
): Uint8Array | null {
  if (blank === null || rows === 0) return null;
  if (rows === blankRows) return blank;
  const chosen = new Uint8Array(blank.length);
  const rowsOf = (entry: number): number => weights?.[entry] ?? 1;
  const exact = blank.findIndex((isBlank, entry) => isBlank === 1 && rowsOf(entry) === rows);
  if (exact >= 0) {
    chosen[exact] = 1;
    return chosen;
  }
  let left = rows;
  for (let entry = 0; entry < blank.length && left > 0; entry++) {
    if (blank[entry] === 0 || rowsOf(entry) > left) continue;
    chosen[entry] = 1;
    left -= rowsOf(entry);
  }
  return chosen;
}

/** Classes with the suppressed entries in a class of their own, the last one, where they are not the whole of theirs. */
export function withoutSuppressed(
  classes: Grouping,
  starClass: number,
  suppressed: Uint8Array,
  weights: Uint32Array | null,
): Grouping {
  const groupOf = classes.groupOf.slice();
  const sizes = new Uint32Array(classes.count + 1);
  sizes.set(classes.sizes);
  for (let entry = 0; entry < groupOf.length; entry++) {
    if (suppressed[entry] === 0) continue;
    const rows = weights?.[entry] ?? 1;
    groupOf[entry] = classes.count;
    sizes[starClass] -= rows;
    sizes[classes.count] += rows;
  }
  return { ...classes, count: classes.count + 1, groupOf, sizes };
}

/** The columns of a release, and its classes, without the suppressed entries; a value that only these have is in no dictionary. */
export function dropSuppressed(
  release: Table,
  classes: Grouping,
  suppressed: Uint8Array,
): { readonly release: Table; readonly classes: Grouping } {
  const kept = Uint32Array.from(suppressed.keys()).filter((entry) => suppressed[entry] === 0);
  const weights = release.weights === null ? null : kept.map((entry) => release.weights![entry]);
  const columns = release.columns.map((column): Column => {
    const newCode = new Int32Array(column.texts.length).fill(-1);
    const used: number[] = [];
    const codes = kept.map((entry) => {
      const code = column.codes[entry];
      if (newCode[code] < 0) newCode[code] = used.push(code) - 1;
      return newCode[code];
    });
    const rowsPerCode = new Uint32Array(used.length);
    codes.forEach((code, at) => (rowsPerCode[code] += weights?.[at] ?? 1));
    return {
      ...column,
      codes,
      texts: used.map((code) => column.texts[code]),
      numbers: column.numbers === null ? null : Float64Array.from(used, (code) => column.numbers![code]),
      missingCode: column.missingCode < 0 ? -1 : newCode[column.missingCode],
      rowsPerCode,
    };
  });
  const rows = weights === null ? kept.length : weights.reduce((sum, weight) => sum + weight, 0);
  const groupOf = kept.map((entry) => classes.groupOf[entry]);
  return { release: new Table(rows, columns, [], weights), classes: { ...classes, groupOf } };
}

/** The class whose text is `*` in every quasi-identifier, or -1. */
function findStarClass(columns: readonly Column[], codes: readonly Uint32Array[], classes: number): number {
  if (columns.length === 0) return -1;
  const stars = columns.map((column) => column.texts.indexOf('*'));
  for (let c = 0; c < classes; c++) if (stars.every((star, i) => codes[i][c] === star)) return c;
  return -1;
}
