/** Rare values of sensitive texts, released as one: `"rare": n` of a job. */
import type { Column } from './table.js';
import { countRowsPerCode, mapCodes, Table } from './table.js';

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
  const { texts, codes, missingCode, type } = column;
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
  const kept: string[] = [];
  let other = -1;
  const codeOf = Uint32Array.from(texts, (text, code) => {
    if (!joined.has(code)) return kept.push(text) - 1;
    if (other < 0) other = kept.push(RARE_TEXT) - 1;
    return other;
  });
  const rowsPerCode = new Uint32Array(kept.length);
  counts.forEach((count, code) => (rowsPerCode[codeOf[code]] += count));
  return {
    ...column,
    codes: mapCodes(codes, codeOf, kept.length),
    texts: kept,
    missingCode: missingCode < 0 ? -1 : codeOf[missingCode],
    rowsPerCode,
  };
}
