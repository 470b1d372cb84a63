/** Hierarchies as files, in the layout that ARX has too: `leaf;level 1;...;root`, a line a leaf. */
import type { Hierarchy } from 'kohort/js';

/** The labels over every leaf, itself first. */
export const rowsOfLevels = ({ levels }: Hierarchy): string[][] =>
  levels[0].labels.map((_, leaf) => levels.map(({ labels, nodeOf }) => labels[nodeOf[leaf]]));

/** A file that `readLevels` reads as the same rows. */
export function levelsText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(';'));
  const text = `${lines.join('\n')}\n`;
  // The first line end of a file says how its lines end, even within quotes.
  const first = text.indexOf('\n');
  return text[first - 1] === '\r' ? `${lines.join('\r\n')}\r\n` : text;
}

/** Readers skip spaces around cells that are not quoted. */
const quoted = (cell: string): string =>
  /[";,\t\r\n\ufeff]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
