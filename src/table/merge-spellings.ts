import { foldText } from './fold-text.js';
import type { Column } from './table.js';
import { replaceTexts } from './replace-texts.js';
import { countRowsPerCode, Table } from './table.js';

/**
 * The table with the spellings of one value merged in some columns of texts (`"fold": true`). The value has the spelling of most
 * rows; of several with as many rows, the first by code point. The missing value stays apart.
 *
 * @param delimiters - column name -> what stands between the items of its cells; undefined for the usual marks
 */
export function mergeSpellingsOf(table: Table, delimiters: ReadonlyMap<string, string | undefined>): Table {
  if (delimiters.size === 0) return table;
  const columns = table.columns.map((column) =>
    delimiters.has(column.name) && column.type === 'string' ? mergeColumn(column, delimiters.get(column.name)) : column,
  );
  return new Table(table.rows, columns, table.warnings, table.weights);
}

/** A column of texts with the spellings of one value merged; the column itself where each value has one spelling. */
export function mergeColumn(column: Column, delimiter: string | undefined): Column {
  const { texts, missingCode } = column;
  const counts = countRowsPerCode(column);
  const keys = texts.map((text, code) => (code === missingCode ? '' : foldText(text, delimiter)));
  const best = new Map<string, number>();
  keys.forEach((key, code) => {
    if (code === missingCode) return;
    const known = best.get(key);
    const isBetter =
      known === undefined ||
      counts[code] > counts[known] ||
      (counts[code] === counts[known] && texts[code] < texts[known]);
    if (isBetter) best.set(key, code);
  });
  return replaceTexts(column, (code) => texts[best.get(keys[code])!]);
}
