const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' };
const special = /[\\\t\n\r\0\b\f]/;
const escaped: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

/** The text of a cell of ClickHouse's format TabSeparated; null for NULL. */
export function unescapeCell(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, c: string) => escapes[c] ?? c) : cell;
}

/** Rows as text in ClickHouse's format TabSeparated, in pieces of about `pieceLength` UTF-16 units. */
export function* tabSeparated(rows: Iterable<readonly string[]>, pieceLength = 1 << 18): Generator<string> {
  let piece = '';
  for (const row of rows) {
    for (let c = 0; c < row.length; c++) {
      const text = row[c];
      if (c > 0) piece += '\t';
      piece += special.test(text) ? text.replace(/[\\\t\n\r\0\b\f]/g, (found) => escaped[found]) : text;
    }
    piece += '\n';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
