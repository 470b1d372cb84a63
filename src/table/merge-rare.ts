/** Rare values of sensitive texts, released as one: `"rare": n` of a job. */
import type { Column } from './table.js';
import { replaceTexts } from './replace-texts.js';
import { countRowsPerCode, Table } from './table.js';
import { addHolders, holdersOf, unitsPerCode, type Units } from './units.js';

/** The text of the values that too few rows have. */
export const RARE_TEXT = 'other';

/** The table with the rare values of some columns of texts as `other`; [column] the fewest rows of a value that is released. */
export function mergeRareOf(table: Table, fewest: ReadonlyMap<string, number>, units: Units | null = null): Table {
  if (fewest.size === 0) return table;
  const columns = table.columns.map((column) => mergeRare(column, fewest.get(column.name) ?? 0, units));
  return new Table(table.rows, columns, table.warnings, table.weights);
}

/**
 * The column with `other` for texts that fewer rows have, and for a text `other` of its own. While `other` has fewer rows, too, the
 * rarest of the remaining texts joins it, of equal ones the first by code point. The missing value stays.
 *
 * @param units - given, persons are counted instead of rows
 */
export function mergeRare(column: Column, fewest: number, units: Units | null = null): Column {
  const { texts, missingCode, type } = column;
  if (type !== 'string') return column;
  const counts = units === null ? countRowsPerCode(column) : unitsPerCode(column, units);
  const byRows = Array.from(texts.keys())
    .filter((code) => code !== missingCode)
    .sort((a, b) => counts[a] - counts[b] || (texts[a] < texts[b] ? -1 : 1));
  if (byRows.length === 0 || counts[byRows[0]] >= fewest) return column;
  const joined = new Set(byRows.filter((code) => counts[code] < fewest || texts[code] === RARE_TEXT));
  const holders = units === null ? null : holdersOf(column, units);
  const persons = new Set<number>();
  let rows = 0;
  const count = (code: number): void => {
    rows += counts[code];
    if (holders !== null) addHolders(persons, holders, code);
  };
  joined.forEach(count);
  for (const code of byRows.filter((each) => !joined.has(each))) {
    if ((holders === null ? rows : persons.size) >= fewest) break;
    joined.add(code);
    count(code);
  }
  return replaceTexts(column, (code) => (joined.has(code) ? RARE_TEXT : texts[code]));
}
