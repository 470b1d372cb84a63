/** Hierarchies for algorithms that need levels, as the command line's goal `levels` has them. */
import type { Table } from 'kohort/js';
import { suggestLevels } from 'kohort/assess';
import { type Choices, type ColumnChoice, jobOf } from '../choices.js';
import { needsLevels } from './algorithm-words.js';

/**
 * The choices with hierarchies that fit their algorithm: where it needs levels, columns without a hierarchy get a suggested one; where it
 * does not, suggested ones are gone. Hierarchies that somebody chose stay.
 */
export function fitLevels(choices: Choices, table: Table): Choices {
  const plain = { ...choices, columns: choices.columns.map(withoutSuggestion) };
  if (!needsLevels(choices.algorithm)) return plain;
  const suggested = suggestLevels(table, jobOf(plain).attributes);
  return {
    ...plain,
    columns: plain.columns.map((column) => {
      const hierarchy = suggested.get(column.name);
      return hierarchy === undefined ? column : { ...column, hierarchy, isSuggested: true };
    }),
  };
}

function withoutSuggestion(column: ColumnChoice): ColumnChoice {
  if (column.isSuggested !== true) return column;
  const { isSuggested: _, ...own } = column;
  return { ...own, hierarchy: undefined };
}
