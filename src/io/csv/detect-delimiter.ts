import { InputError } from '../../base/errors.js';
import { CsvDecoder } from './csv-decoder.js';
import { trimSpaces } from './trim-spaces.js';
import type { DecodedPiece } from './csv-decoder.js';

/** The delimiters that are looked for, and the only ones that may be given. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Cure for rows of any width. */
export const BASKET_CURE =
  '; if each line is a list of any length (a basket), write "input": {"baskets": "items"} (--baskets items)';

/** Records that detection looks at. */
const SAMPLE_RECORDS = 100;
/** Characters that detection holds back at most. */
const SAMPLE_CHARACTERS = 4 * 1024 * 1024;

/** Collects the beginning of a file until it holds enough records to find the delimiter. */
export class DelimiterSample {
  readonly #decoder = new CsvDecoder();
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;
  #parts: string[] = [];
  #characters = 0;
  #records = 0;
  #inQuotes = false;
  #afterCr = false;

  /** All text that was added. */
  get text(): string {
    return this.#parts.join('');
  }

  /** All bytes that were added. */
  get bytes(): Uint8Array {
    const all = new Uint8Array(this.#bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  /** Bytes that were added. */
  get length(): number {
    return this.#bytes;
  }

  /** True when no more is needed. */
  get isEnough(): boolean {
    return this.#records > SAMPLE_RECORDS || this.#characters >= SAMPLE_CHARACTERS;
  }

  /** Adds bytes, which are copied, and returns their text. `offset`: where they stand; `last`: that none follow. */
  add(bytes: Uint8Array, offset: number, last: boolean): DecodedPiece {
    const piece = this.#decoder.decode(bytes, offset, last);
    this.#pieces.push(bytes.slice());
    this.#bytes += bytes.length;
    const { text } = piece;
    this.#parts.push(text);
    this.#characters += text.length;
    for (let i = 0; i < text.length && this.#records <= SAMPLE_RECORDS; i++) {
      const c = text.charCodeAt(i);
      if (c === 34) this.#inQuotes = !this.#inQuotes;
      else if (!this.#inQuotes && (c === 13 || (c === 10 && !this.#afterCr))) this.#records++;
      this.#afterCr = c === 13;
    }
    return piece;
  }
}

/** Division of the first records by a delimiter. */
export interface Division {
  readonly delimiter: string;
  /** Cells of every record that is not blank; one cut off by the end of a part is not counted. */
  readonly counts: readonly number[];
  /** Contents of the same records, without quotes and spaces around them. */
  readonly records: readonly (readonly string[])[];
  /** False when quotes stand where they may not. */
  readonly clean: boolean;
  /** True when all of these are inside cells that do not begin with one, as in `5" pipe`. */
  readonly isBare: boolean;
}

/** Divides the beginning of a text by a delimiter. */
export function divide(text: string, delimiter: string, { complete }: { readonly complete: boolean }): Division {
  const records: string[][] = [];
  let cells: string[] = [];
  let begin = 0;
  const endCell = (to: number): void => {
    cells.push(contentOf(text.slice(begin, to)));
    begin = to + 1;
  };
  const d = delimiter.charCodeAt(0);
  const n = Math.min(text.length, SAMPLE_CHARACTERS);
  let blank = true;
  /** 0 at the start of a cell, 1 in an unquoted one, 2 between quotes, 3 after a quote that may be the closing one. */
  let place = 0;
  let clean = true;
  let bare = false;
  let seen = 0;
  for (let i = 0; i < n && seen < SAMPLE_RECORDS; i++) {
    const c = text.charCodeAt(i);
    if (place === 2) {
      if (c === 34) place = 3;
    } else if (c === 10 || c === 13) {
      endCell(i);
      if (c === 13 && text.charCodeAt(i + 1) === 10) i++;
      begin = i + 1;
      if (!blank) records.push(cells);
      seen++;
      cells = [];
      blank = true;
      place = 0;
    } else if (c === d) {
      endCell(i);
      blank = false;
      place = 0;
    } else if (c === 34) {
      if (place === 1) bare = true;
      else if (place === 3 && text.charCodeAt(i - 1) !== 34) clean = false;
      else place = 2;
      blank = false;
    } else if (c !== 32) {
      if (place === 3) clean = false;
      else place = 1;
      blank = false;
    }
  }
  if (complete && n === text.length && seen < SAMPLE_RECORDS && !blank && place !== 2) {
    endCell(n);
    records.push(cells);
  }
  const counts = records.map(({ length }) => length);
  return { delimiter, counts, records, clean: clean && !bare, isBare: clean && bare };
}

function contentOf(cell: string): string {
  const text = trimSpaces(cell);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/**
 * The delimiter of a text: the one of {@link DELIMITERS} that gives every one of the first 100 records the same number
 * of cells, at least two. A text without any of them has one column. When rows differ, but only one of them stands in
 * the first record, it is that one, and the reader will name the row that differs.
 *
 * @param found what each delimiter makes of the beginning of the text
 * @param width number of cells when it is known, else undefined
 * @throws InputError AMBIGUOUS_DELIMITER when two fit, or none fits and the first record does not decide
 */
export function chooseDelimiter(found: readonly Division[], width: number | undefined, source?: string): string {
  const present = found.filter(({ counts }) => counts.some((count) => count > 1));
  if (present.length === 0) return found[0].delimiter;
  let fitting = present.filter(({ counts, clean }) => clean && counts.every((count) => count === counts[0]));
  // Quotes inside cells are no sign against a delimiter where no other fits.
  if (fitting.length === 0)
    fitting = present.filter(({ counts, isBare }) => isBare && counts.every((count) => count === counts[0]));
  if (fitting.length > 1 && width !== undefined) fitting = fitting.filter(({ counts }) => counts[0] === width);
  if (fitting.length === 1) return fitting[0].delimiter;
  const inFirst = present.filter(({ counts }) => counts[0] > 1);
  if (fitting.length === 0 && inFirst.length === 1) return inFirst[0].delimiter;
  const names = (fitting.length > 1 ? fitting : present).map(({ delimiter }) => JSON.stringify(delimiter)).join(', ');
  throw new InputError(
    'AMBIGUOUS_DELIMITER',
    fitting.length > 1
      ? `the delimiter may be any of ${names}; give it as input.delimiter`
      : `none of ${names} gives the first records the same number of cells; give input.delimiter, or input.skip (--skip) where other lines stand above the header${BASKET_CURE}`,
    { source, line: 1 },
  );
}

/** The delimiter that gives the most records the width of the first, or the known one; null where none is ahead of the others. */
export function commonDelimiter(found: readonly Division[], width: number | undefined): string | null {
  const votes = found
    .filter(({ counts }) => (counts[0] ?? 0) > 1 || (width ?? 0) > 1)
    .map(({ delimiter, counts }) => ({
      delimiter,
      records: counts.filter((cells) => cells > 1 && cells === (width ?? counts[0])).length,
    }))
    .sort((a, b) => b.records - a.records);
  return votes.length > 0 && votes[0].records > (votes[1]?.records ?? 0) ? votes[0].delimiter : null;
}

/** Names of columns that a header may have, and the delimiter that is expected. */
export interface KnownHeader {
  /** Names of columns. */
  readonly names: Pick<ReadonlySet<string>, 'has'>;
  /** Delimiter where no other gives more of the names. */
  readonly delimiter: string;
}

/** The delimiter by which the most known names stand in the header of a text; of several, the expected one first. */
export function delimiterByNames(text: string, { names, delimiter: expected }: KnownHeader): string {
  let best = { delimiter: expected, known: 0 };
  for (const delimiter of [expected, ...DELIMITERS]) {
    const [header = []] = divide(text, delimiter, { complete: true }).records;
    const known = header.filter((name) => names.has(name.trim())).length;
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}
