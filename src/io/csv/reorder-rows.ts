import { InputError } from '../../base/errors.js';
import { QUOTED_MARK } from '../../table/value.js';
import { CsvDecoder } from './csv-decoder.js';
import { CsvTextParser } from './csv-text.js';
import type { CsvRecords } from './csv-text.js';
import { trimSpaces } from './trim-spaces.js';
import type { OtherOrder } from './match-columns.js';

/** How the rows of a file are divided. */
export interface CsvParsing {
  /** Spaces around cells are removed. Default true. */
  readonly trim?: boolean;
  readonly badRows?: 'error' | 'skip';
  readonly strict?: boolean;
}

/** Longest cell of a row that is reordered, in characters. */
const LONGEST_CELL = 1024 * 1024;

/**
 * The rows of a file with their cells in another order; every record keeps its number of lines. A record of another width goes on as it is. One with
 * quotes out of place is an error, or where rows are skipped one quoted cell, which the reader skips.
 *
 * @throws InputError
 */
export async function* reorderRows(
  rows: AsyncIterable<Uint8Array>,
  { from, to, delimiter }: OtherOrder,
  { source, linesBefore }: { readonly source: string; readonly linesBefore: number },
  { trim = true, badRows = 'error', strict = false }: CsvParsing,
): AsyncGenerator<Uint8Array> {
  const decoder = new CsvDecoder();
  const parser = new CsvTextParser(delimiter, trim, LONGEST_CELL, source);
  parser.takesBareQuotes = !strict;
  parser.skipLines(linesBefore);
  const encoder = new TextEncoder();
  let out: string[] = [];
  if (badRows === 'skip') parser.onBroken = (_error, text) => void out.push(`${quoted(text)}\n`);
  const take = ({ records }: CsvRecords): void => {
    for (const record of records) {
      const cells = record.map((cell) => cellText(cell, to));
      const ordered = record.length === from.length ? from.map((at) => cells[at]) : cells;
      out.push(`${ordered.join(to)}\n`);
    }
  };
  let offset = 0;
  const feed = (bytes: Uint8Array, last: boolean): Uint8Array => {
    const { text, problem } = decoder.decode(bytes, offset, last);
    offset += bytes.length;
    parser.feed(text, take);
    if (problem !== null) throw new InputError(problem.code, problem.message, { source, line: parser.line });
    if (last) parser.end(take);
    const all = encoder.encode(out.join(''));
    out = [];
    return all;
  };
  for await (const piece of rows) yield feed(piece, false);
  yield feed(new Uint8Array(0), true);

  function cellText(cell: string, mark: string): string {
    if (cell.startsWith(QUOTED_MARK)) return quoted(cell.slice(1));
    return mark !== delimiter && cell.includes(mark) ? quoted(trim ? trimSpaces(cell) : cell) : cell;
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
