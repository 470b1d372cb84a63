import Papa from 'papaparse';
import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import { isPathLike } from '../table/path-like.js';

/**
 * Rows of a hierarchy file, the layout ARX users have: `leaf;level 1;...;root`, one row a leaf, no header. LF, CRLF or
 * CR, quotes as in RFC 4180, an optional byte order mark; blank lines are skipped, and so are spaces around cells that are not quoted.
 *
 * @param delimiter one character, default `;`.
 * @param attribute the column that an error names.
 * @throws InvalidArgumentError INVALID_ARGUMENT for a delimiter that is not one character, SOURCE_IS_PATH for the name of a file.
 * @throws HierarchyError HIERARCHY_SYNTAX with the row for a quote that is not closed or followed by text, and for a line without end.
 */
export function parseLevelsText(text: string, delimiter = ';', attribute = ''): string[][] {
  // Longer ones would be searched for and not found: every row would be one cell.
  if (delimiter.length !== 1) throw new InvalidArgumentError('delimiter', 'one character', JSON.stringify(delimiter));
  if (isPathLike(text) && !text.includes(delimiter)) {
    const received = 'one line that reads like the path of a file or an URL';
    throw new InvalidArgumentError('text', 'the text of a hierarchy file', received, 'SOURCE_IS_PATH');
  }
  const body = trimCells(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, delimiter);
  const endless = findEndlessLine(body, delimiter);
  if (endless !== null) {
    throw new HierarchyError(
      'HIERARCHY_SYNTAX',
      attribute,
      `line ${endless} of the file: more than ${MOST_CELLS} cells`,
    );
  }
  const { data, errors } = Papa.parse<string[]>(body, { delimiter, newline: newlineOf(body), skipEmptyLines: true });
  if (errors.length > 0) {
    const { row } = errors[0];
    throw new HierarchyError(
      'HIERARCHY_SYNTAX',
      attribute,
      `${row === undefined ? 'file' : `row ${row + 1} of the file`}: expected quotes that open and close a whole cell; cells are separated by ${JSON.stringify(delimiter)} ("delimiter" of the hierarchy says another)`,
    );
  }
  return data;
}

/** The text without the spaces around its cells, as those of tables have none; what stands in quotes stays. */
function trimCells(text: string, delimiter: string): string {
  if (!text.includes(' ')) return text;
  const isEnd = (c: string | undefined): boolean => c === undefined || c === delimiter || c === '\n' || c === '\r';
  let trimmed = '';
  let at = 0;
  while (at < text.length) {
    while (text[at] === ' ') at++;
    let end = at;
    if (text[at] === '"') {
      do end = text.indexOf('"', end + 1) + 1;
      while (end > 0 && text[end] === '"');
      if (end === 0) return trimmed + text.slice(at);
      while (text[end] === ' ') end++;
      // A quote that is followed by text is an error of the parser.
      const isWhole = isEnd(text[end]);
      while (!isEnd(text[end])) end++;
      trimmed += isWhole ? text.slice(at, end).trimEnd() : text.slice(at, end);
    } else {
      while (!isEnd(text[end])) end++;
      trimmed += text.slice(at, end).replace(/ +$/, '');
    }
    trimmed += text[end] ?? '';
    at = end + 1;
  }
  return trimmed;
}

/** Cells of a line; levels of a hierarchy are a handful. */
const MOST_CELLS = 65_536;

/** The number of the first line that has more cells than any hierarchy, or null: such a line is not taken apart. */
function findEndlessLine(text: string, delimiter: string): number | null {
  if (text.length <= MOST_CELLS) return null;
  let line = 1;
  let cells = 1;
  const separator = delimiter.charCodeAt(0);
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === separator) {
      if (++cells > MOST_CELLS) return line;
    } else if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      cells = 1;
    }
  }
  return null;
}

function newlineOf(text: string): '\r\n' | '\n' | '\r' {
  const feed = text.indexOf('\n');
  if (feed < 0) return text.includes('\r') ? '\r' : '\n';
  return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n';
}
