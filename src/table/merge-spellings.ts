import { foldText } from './fold-text.js';
import type { Column } from './table.js';
import { countRowsPerCode, mapCodes, Table } from './table.js';

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
  const { texts, codes, missingCode } = column;
  const counts = countRowsPerCode(column);
  const groups = new Map<string, number>();
  const best: number[] = [];
  const codeOf = Uint32Array.from(texts, (text, code) => {
    const key = code === missingCode ? 'missing' : `=${foldText(text, delimiter)}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, best.length);
      return best.push(code) - 1;
    }
    const known = best[group];
    if (counts[code] > counts[known] || (counts[code] === counts[known] && text < texts[known])) best[group] = code;
    return group;
  });
  if (best.length === texts.length) return column;
  const rowsPerCode = new Uint32Array(best.length);
  counts.forEach((rows, code) => (rowsPerCode[codeOf[code]] += rows));
  return {
    ...column,
    codes: mapCodes(codes, codeOf, best.length),
    texts: best.map((code) => texts[code]),
    missingCode: missingCode < 0 ? -1 : codeOf[missingCode],
    rowsPerCode,
  };
}
