/** Hierarchies as files, in the layout that ARX has too: `leaf;level 1;...;root`, a line a leaf. */
import type { Hierarchy } from 'kohort/js';
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
  // What is wrong is said of the delimiter that most files have.
  return parseLevelsText(text, DELIMITERS.find((each) => text.includes(each)) ?? ';', attribute);
}

function rowsBy(text: string, delimiter: string, attribute: string): string[][] | null {
  try {
    return parseLevelsText(text, delimiter, attribute);
  } catch {
    return null;
  }
}

/** The labels over every leaf, itself first. */
export const rowsOfLevels = ({ levels }: Hierarchy): string[][] =>
  levels[0].labels.map((_, leaf) => levels.map(({ labels, nodeOf }) => labels[nodeOf[leaf]]));

/** A file that {@link readLevels} reads as the same rows. */
export function levelsText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(';'));
  const text = `${lines.join('\n')}\n`;
  // The first line end of a file says how its lines end, even within quotes.
  const first = text.indexOf('\n');
  return text[first - 1] === '\r' ? `${lines.join('\r\n')}\r\n` : text;
}

const quoted = (cell: string): string => (/[";,\t\r\n\ufeff]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
