/** Reads hierarchies from files, in the worker. */
import { parseLevelsText } from 'kohort/js';

const DELIMITERS = [';', ',', '\t'] as const;

/**
 * Rows of a hierarchy file. Its delimiter is the first of `;`, `,` and tab that gives every line the same number of cells, two at least.
 *
 * @throws HierarchyError for quotes that are not closed
 */
export function readLevels(text: string, attribute: string): string[][] {
  for (const delimiter of DELIMITERS) {
    const rows = rowsBy(text, delimiter, attribute);
    if (
      rows !== null &&
      rows.length > 0 &&
      rows[0].length > 1 &&
      rows.every(({ length }) => length === rows[0].length)
    ) {
      return rows;
    }
  }
  // Errors are reported for the delimiter that most files have.
  return parseLevelsText(text, DELIMITERS.find((each) => text.includes(each)) ?? ';', attribute);
}

function rowsBy(text: string, delimiter: string, attribute: string): string[][] | null {
  try {
    return parseLevelsText(text, delimiter, attribute);
  } catch {
    return null;
  }
}
