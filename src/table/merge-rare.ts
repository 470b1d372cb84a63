/** Rare values of sensitive texts, released as one: `"rare": n` of a job. */
import type { Column } from './table.js';
import { replaceTexts } from './replace-texts.js';
import { countRowsPerCode, Table } from './table.js';

/** The text of the values that too few rows have. */
export const RARE_TEXT = 'other';

/** The table with the rare values of some columns of texts as `other`; [column] the fewest rows of a value that is released. */
export function mergeRareOf(table: Table, fewest: ReadonlyMap<string, number>): Table {
  if (fewest.size === 0) return table;
  const columns = table.columns.map((column) => mergeRare(column, fewest.get(column.name) ?? 0));
  return new Table(table.rows, columns, table.warnings, table.weights);
}

/**
 * The column with `other` for texts that fewer rows have, and for a text `other` of its own. While `other` has fewer rows, too, the
 * rarest of the remaining texts joins it, of equal ones the first by code point. The missing value stays.
 */
export function mergeRare(column: Column, fewest: number): Column {
  const { texts, missingCode, type } = column;
  if (type !== 'string') return column;
  const counts = countRowsPerCode(column);
  const byRows = Array.from(texts.keys())
    .filter((code) => code !== missingCode)
    .sort((a, b) => counts[a] - counts[b] || (texts[a] < texts[b] ? -1 : 1));
  if (byRows.length === 0 || counts[byRows[0]] >= fewest) return column;
  const joined = new Set(byRows.filter((code) => counts[code] < fewest || texts[code] === RARE_TEXT));
  let rows = 0;
  for (const code of joined) rows += counts[code];
  for (const code of byRows) {
    if (rows >= fewest) break;
    if (joined.has(code)) continue;
    joined.add(code);
    rows += counts[code];
  }
  return replaceTexts(column, (code) => (joined.has(code) ? RARE_TEXT : texts[code]));
}
