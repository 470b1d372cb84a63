import type { Steps } from '../../base/steps.js';
import { appendAll } from '../../base/sequences.js';
import { InputError } from '../../base/errors.js';
import { CsvByteScanner } from './csv-byte-scanner.js';
import { CsvDecoder, checkBeginning } from './csv-decoder.js';
import type { DecodedPiece } from './csv-decoder.js';
import { readHeader } from './csv-header.js';
import { cellContent, checkLengths } from './csv-record.js';
import type { CountedRange, RangeSettings } from './csv-range.js';
import { BEGINNING_BYTES } from '../foreign-format.js';
import { limitError } from '../input-limits.js';
import { CsvRows } from './csv-rows.js';
import { RowSkipper } from './skipped-rows.js';
import { CsvTextParser, countLineEnds, lineOf } from './csv-text.js';
import type { CsvRecords } from './csv-text.js';
import { addLineEnds, noLineEnds } from './line-ends.js';
import type { LineEnds } from './line-ends.js';
import { delimiterByNames, DELIMITERS, DelimiterSample } from './detect-delimiter.js';
import { findTable, strictTitles } from './find-table.js';
import type { FoundTable } from './find-table.js';
import type { ReadSettings } from './read-options.js';
import type { Table, Warning } from '../../table/table.js';
import { withWarnings } from '../../table/table.js';

const LF = 10;
const CR = 13;
/** Bytes that go to the slow path at once where the scanner stopped, up to the next line end: with 1,024, files of quotes take 9 % longer. */
const DETOUR_BYTES = 4096;
/** Bytes that are taken at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Joins the stages of reading: bytes, delimiter, header, then for every stretch of records either the scanner (plain
 * records) or decoder and parser of text (everything else).
 */
export class CsvReader {
  readonly #settings: ReadSettings;
  readonly #decoder = new CsvDecoder();
  #started = false;
  /** The beginning, until it is known what separates cells and where the table stands in it. */
  #sample: DelimiterSample | null;
  #parser: CsvTextParser | null = null;
  /** Delimiter of cells; undefined until it is found. */
  #delimiter: string | undefined;
  /** Position of the table in the file, once its beginning was looked at. */
  #found: FoundTable | null = null;
  /** Lines that are still to be passed over. */
  #linesToSkip: number;
  /** Rows of the header that are still to be left out, once the first was read. */
  #headersLeft: number;
  /** Lines that were passed over. */
  #linesPassed = 0;
  /** True when the last byte passed over is a CR, whose LF may follow. */
  #isAfterCr = false;
  /** Repairs of the beginning. */
  readonly #repairs: Warning[] = [];
  #rows: CsvRows | null = null;
  #scanner: CsvByteScanner | null = null;
  /** Bytes that wait: of the beginning, or of a line that has not ended. */
  #carry: Uint8Array = new Uint8Array(0);
  #space = new Uint8Array(0);
  /** Position in the file of the bytes behind those taken. */
  #offset = 0;
  /** Collects rows that are left out; null: the first of them is an error. */
  readonly #skipper: RowSkipper | null;
  /** Counts of ranges that others read. */
  #elsewhere: Pick<CountedRange, 'trimmedCells' | 'lineEnds'> = { trimmedCells: 0, lineEnds: noLineEnds };

  /** @param inside that the bytes stand in the middle of a file, whose beginning was looked at */
  constructor(settings: ReadSettings, inside = false) {
    this.#settings = settings;
    this.#started = inside;
    this.#linesToSkip = settings.skip ?? 0;
    this.#skipper = settings.badRows === 'skip' ? new RowSkipper(settings.onBadRows, settings.locate) : null;
    this.#headersLeft = inside || settings.columns !== null ? 0 : settings.headerRows - 1;
    this.#delimiter = settings.delimiter;
    const isKnown = settings.delimiter !== undefined && (inside || settings.strict);
    this.#sample = isKnown ? null : new DelimiterSample();
  }

  /** Rows read so far. */
  get rows(): number {
    return this.#rows?.rows ?? 0;
  }

  /** Columns of the header, 0 before it was read. */
  get columns(): number {
    return this.#rows?.names.length ?? 0;
  }

  /** Line ends outside of quoted cells so far; of repeated lines they are known at the end. */
  get lineEnds(): LineEnds {
    const here = addLineEnds(this.#parser?.lineEnds ?? noLineEnds, this.#scanner?.lineEnds ?? noLineEnds);
    return addLineEnds(here, this.#elsewhere.lineEnds);
  }

  /** True when the next byte begins a record, whatever it is. */
  get isAtRecord(): boolean {
    if (!this.#started || this.#carry.length > 0 || this.#parser?.isBetweenRecords !== true) return false;
    return this.#rows?.holdsBlankLines === false && this.#headersLeft === 0;
  }

  /** Settings of ranges after the beginning, at most `memory` bytes of entries in each; null before the header was read. */
  rangeSettings(memory: number): RangeSettings | null {
    if (this.#rows === null || this.#headersLeft > 0 || this.#settings.count === null) return null;
    const { trim, missing, onMissing, types, hints, maxField, source, count } = this.#settings;
    const { names, columns } = this.#rows;
    return {
      ...{ trim, missing, onMissing, hints, maxField, source, memory },
      types: new Map(names.flatMap((name) => [types.get(name) ?? []].flat().map((kind) => [name, kind] as const))),
      ...{ delimiter: this.#delimiter as string, columns: names, memoBytes: count.memoBytes },
      ...columns,
    };
  }

  /** Takes what was counted elsewhere in the next `bytes` bytes, when {@link isAtRecord}. Throws CapacityError. */
  absorb(range: CountedRange, bytes: number): void {
    this.#rows?.absorb(range);
    this.#offset += bytes;
    this.#parser?.skipLines(range.lines);
    this.#elsewhere = {
      trimmedCells: this.#elsewhere.trimmedCells + range.trimmedCells,
      lineEnds: addLineEnds(this.#elsewhere.lineEnds, range.lineEnds),
    };
  }

  /** Returns the counts of a range in the middle of a file; null when blank lines at its end may stand between records. Throws InputError. */
  finishRange(last: boolean): CountedRange | null {
    if (this.#parser === null) this.#open(this.#delimiter as string);
    const parser = this.#parser as unknown as CsvTextParser;
    this.#feed(this.#carry, true);
    parser.end(this.#parse);
    if (this.#rows === null || (this.#rows.holdsBlankLines && !last)) return null;
    const counted = this.#rows.finishRange();
    return { ...counted, lines: parser.line - 1, lineEnds: this.lineEnds, trimmedCells: parser.trimmedCells };
  }

  /** Takes what waits for more of the beginning of the file, which is long enough. Throws InputError. */
  begin(): void {
    if (this.#started) return;
    this.#takeJoined(this.#begin(this.#carry));
    this.#rows?.settleCounts();
  }

  /** Takes the next bytes; they are not kept. Throws InputError. */
  take(piece: Uint8Array): void {
    // A record that is longer than a piece is checked before it is parsed.
    for (let from = 0; from < piece.length; from += PIECE_BYTES)
      this.#takePiece(piece.subarray(from, from + PIECE_BYTES));
  }

  #takePiece(piece: Uint8Array): void {
    const bytes = this.#join(piece);
    if (!this.#started && bytes.length < BEGINNING_BYTES) this.#carry = bytes.slice();
    else this.#takeJoined(this.#begin(bytes));
    this.#rows?.settleCounts();
  }

  /** The finished table. Throws InputError. */
  *finishInSteps(): Steps<Table> {
    const rows = this.#close();
    const trimmed = (this.#parser as CsvTextParser).trimmedCells + this.#elsewhere.trimmedCells;
    const { bareCells } = this.#parser as CsvTextParser;
    if (bareCells > 0) {
      const message = `cells with a quote inside that do not begin with one were read as they stand: ${bareCells}`;
      this.#repairs.push({ code: 'QUOTES_IN_CELLS', message });
    }
    return withWarnings(yield* rows.finishInSteps(trimmed, () => this.lineEnds), this.#repairs);
  }

  /** The end of a file whose rows were followed. Throws InputError. */
  end(): void {
    this.#close();
  }

  #close(): CsvRows {
    let rest = this.#carry;
    if (!this.#started) rest = this.#withoutSkipped(this.#begin(rest));
    if (this.#sample !== null) {
      this.#report(this.#sample.add(rest, this.#offset + this.#sample.length, true), this.#sample.text);
      const all = this.#detect(this.#sample, true);
      this.#takeLines(all);
      rest = this.#carry;
    }
    if (this.#parser === null) this.#open(this.#delimiter as string);
    const parser = this.#parser as unknown as CsvTextParser;
    this.#feed(rest, true);
    parser.end(this.#parse);
    if (this.#rows === null || (this.#settings.columns !== null && this.#rows.rows === 0)) {
      throw new InputError('INPUT_EMPTY', 'the file is empty', { source: this.#settings.source });
    }
    this.#rows.settleCounts();
    return this.#rows;
  }

  #join(piece: Uint8Array): Uint8Array {
    if (this.#carry.length === 0) return piece;
    const length = this.#carry.length + piece.length;
    // The sample of the delimiter keeps what it gets; afterwards one buffer serves for all pieces.
    const own = this.#sample !== null || !this.#started;
    if (!own && this.#space.length < length) this.#space = new Uint8Array(length * 2);
    const joined = own ? new Uint8Array(length) : this.#space.subarray(0, length);
    joined.set(this.#carry);
    joined.set(piece, this.#carry.length);
    this.#carry = new Uint8Array(0);
    return joined;
  }

  #begin(bytes: Uint8Array): Uint8Array {
    if (this.#started) return bytes;
    this.#started = true;
    this.#carry = new Uint8Array(0);
    this.#offset = checkBeginning(bytes, { sourceName: this.#settings.source, described: this.#settings.described });
    const separator = separatorLine(bytes.subarray(this.#offset));
    if (separator !== null && this.#settings.skip === null) {
      this.#linesToSkip = 1;
      this.#takeSeparator(separator);
    }
    return bytes.subarray(this.#offset);
  }

  /** A first line `sep=;`, as spreadsheets write it, gives the delimiter where nothing else does. */
  #takeSeparator(separator: string): void {
    const { strict, source } = this.#settings;
    const shown = JSON.stringify(separator);
    if (strict) {
      const message = `the first line gives the delimiter ${shown} and is not part of the table; set input.skip to 1, and input.delimiter (--skip 1 --delimiter)`;
      throw new InputError('SEPARATOR_LINE', message, { source, line: 1 });
    }
    this.#delimiter ??= separator;
    const message = `the first line gives the delimiter (${shown}) and is not part of the table`;
    this.#repairs.push({ code: 'SEPARATOR_LINE', message });
  }

  /** Returns bytes without the lines to be skipped. */
  #withoutSkipped(bytes: Uint8Array): Uint8Array {
    let at = 0;
    let passed = 0;
    if (this.#isAfterCr && bytes.length > 0) {
      if (bytes[0] === LF) at++;
      this.#isAfterCr = false;
    }
    while (this.#linesToSkip > 0 && at < bytes.length) {
      const byte = bytes[at++];
      if (byte !== LF && byte !== CR) continue;
      this.#linesToSkip--;
      passed++;
      if (byte !== CR) continue;
      if (at === bytes.length) this.#isAfterCr = true;
      else if (bytes[at] === LF) at++;
    }
    this.#offset += at;
    this.#linesPassed += passed;
    return bytes.subarray(at);
  }

  #takeJoined(given: Uint8Array): void {
    const bytes = this.#linesToSkip > 0 || this.#isAfterCr ? this.#withoutSkipped(given) : given;
    if (this.#sample === null) {
      if (this.#parser === null) this.#open(this.#delimiter as string);
      this.#takeLines(bytes);
      return;
    }
    const piece = this.#sample.add(bytes, this.#offset + this.#sample.length, false);
    this.#report(piece, this.#sample.text);
    if (this.#sample.isEnough) this.#takeLines(this.#detect(this.#sample, false));
  }

  /** The table as an earlier reading found it; null where this reading looks for it. */
  get #described(): FoundTable | null {
    const { delimiter, titleLines = 0, hollow = 0, surplus = 0 } = this.#settings.described ?? {};
    return delimiter === undefined ? null : { delimiter, titleLines, hollow, surplus };
  }

  #detect(sample: DelimiterSample, complete: boolean): Uint8Array {
    const { columns, source, skip, strict, listDelimiters = [], knownHeader } = this.#settings;
    const byNames = knownHeader && delimiterByNames(sample.text, knownHeader);
    const known = {
      delimiter: this.#delimiter ?? byNames,
      width: columns?.length,
      hasTitles: skip === null,
      listDelimiters,
      hasBadRows: this.#skipper !== null,
    };
    const found = this.#described ?? findTable(sample.text, { complete }, known, source);
    const { delimiter, titleLines, hollow, surplus } = found;
    this.#sample = null;
    this.#found = found;
    if (strict && titleLines > 0) throw strictTitles(titleLines, source);
    this.#delimiter = delimiter;
    this.#linesToSkip = titleLines;
    const bytes = this.#withoutSkipped(sample.bytes);
    if (titleLines > 0) {
      const message = `lines above the header that are not part of the table were skipped: ${titleLines}; set input.skip (--skip ${this.#linesPassed}) to confirm this`;
      this.#repairs.push({ code: 'TITLE_LINES', message });
    }
    if (hollow + surplus > 0 && !strict) {
      const message = `lines end with delimiters; columns without a name and a value that were left out: ${hollow + surplus}`;
      this.#repairs.push({ code: 'TRAILING_DELIMITERS', message });
    }
    this.#open(delimiter);
    return bytes;
  }

  #open(delimiter: string): void {
    const { trim, maxField, source, columns } = this.#settings;
    this.#delimiter = delimiter;
    this.#parser = new CsvTextParser(delimiter, trim, maxField, source);
    this.#parser.skipLines(this.#linesPassed);
    this.#settings.onDescribed?.({ format: 'csv', ...this.#found, delimiter, skip: this.#linesPassed });
    const error = (): InputError => this.#tooWide(this.#linesPassed + 1);
    this.#parser.takesBareQuotes = !this.#settings.strict;
    if (this.#skipper !== null) this.#parser.onBroken = this.#leaveOut;
    this.#parser.cellLimit = { cells: this.#settings.mostColumns, error };
    if (columns !== null) this.#openRows([...columns, ...this.#hollowNames]);
  }

  #tooWide(line: number, needed?: number): InputError {
    const { mostColumns, source } = this.#settings;
    return limitError('columns', `line ${line} has more than ${mostColumns} cells`, source, needed);
  }

  /** Names of the columns that trailing delimiters make. */
  get #hollowNames(): readonly string[] {
    return new Array<string>(this.#settings.strict ? 0 : (this.#found?.hollow ?? 0)).fill('');
  }

  #openRows(names: readonly string[]): CsvRows {
    const delimiter = this.#delimiter as string;
    this.#settings.onDescribed?.({ columns: names.filter((name) => name !== '') });
    this.#rows = new CsvRows(names, this.#settings, delimiter, this.#skipper);
    this.#scanner = new CsvByteScanner(delimiter, this.#rows);
    (this.#parser as CsvTextParser).cellLimit = this.#rows.cellLimit;
    return this.#rows;
  }

  /** Opens the columns that a header names. */
  #openNamed(record: readonly string[], line: number): CsvRows {
    const { trim, strict, source } = this.#settings;
    if (record.length > this.#settings.mostColumns) throw this.#tooWide(line, record.length);
    const { hollow = 0, surplus = 0 } = strict || this.#found === null ? {} : this.#found;
    const extra = Math.max(0, this.#extraCells(record, hollow, surplus));
    const { names, warnings } = readHeader(record.slice(0, record.length - extra), { trim, strict }, line, source);
    appendAll(this.#repairs, warnings);
    return this.#openRows([...names, ...this.#hollowNames]);
  }

  /** True for blank lines, and unless it is strict for lines of empty cells: no header is one of them. */
  #isBeforeHeader(record: readonly string[]): boolean {
    if (record.length > 1 && this.#settings.strict) return false;
    return record.every((cell) => cellContent(cell, { trim: true }) === '');
  }

  /** Cells of the header behind the last column. */
  #extraCells(record: readonly string[], hollow: number, surplus: number): number {
    const isBlank = (cell: string): boolean => cellContent(cell, { trim: true }) === '';
    let blank = 0;
    while (blank < record.length && isBlank(record[record.length - 1 - blank])) blank++;
    return Math.min(blank, hollow + surplus);
  }

  /** Takes the lines of some bytes that are whole; the rest waits, or goes on as text when no line ends at all. */
  #takeLines(bytes: Uint8Array): void {
    const end = endOfLastLine(bytes);
    let at = 0;
    while (at < end) {
      const between = this.#parser?.isBetweenRecords === true;
      const isScanned = this.#scanner !== null && this.#headersLeft === 0;
      if (between && isScanned && this.#rows?.holdsBlankLines === false) {
        const scanner = this.#scanner as CsvByteScanner;
        const to = scanner.scan(bytes, at, end);
        this.#parser?.skipLines(scanner.taken);
        this.#offset += to - at;
        at = to;
        if (at === end) break;
      }
      const ahead = between && isScanned ? at + DETOUR_BYTES : at;
      const lineEnd = ahead >= end ? -1 : bytes.indexOf(LF, ahead);
      const to = lineEnd < 0 || lineEnd >= end ? end : lineEnd + 1;
      this.#feed(bytes.subarray(at, to), false);
      this.#parser?.settle(this.#parse);
      at = to;
    }
    if (end > 0) this.#carry = bytes.slice(end);
    else this.#feed(bytes, false);
  }

  /** Takes bytes as text. */
  #feed(bytes: Uint8Array, last: boolean): void {
    const piece = this.#decoder.decode(bytes, this.#offset, last);
    this.#offset += bytes.length;
    this.#parser?.feed(piece.text, this.#parse);
    if (piece.problem !== null) this.#parser?.settle(this.#parse);
    this.#report(piece, null);
  }

  /** Throws the problem of a piece; `before` is all text up to it when the parser does not know. */
  #report({ problem }: DecodedPiece, before: string | null): void {
    if (problem === null) return;
    const line = before === null ? this.#parser?.line : 1 + this.#linesPassed + countLineEnds(before);
    const byte = problem.byte;
    throw new InputError(problem.code, problem.message, { source: this.#settings.source, line, byte });
  }

  /** Leaves out the line of a broken record; one of the header is an error. */
  readonly #leaveOut = (error: InputError, text: string, line: number): void => {
    if (this.#rows === null || this.#headersLeft > 0) throw error;
    this.#rows.leaveOut(error, text, line);
  };

  readonly #parse = (found: CsvRecords): void => {
    const { records, at } = found;
    let first = 0;
    let rows = this.#rows;
    if (rows === null) {
      while (first < records.length && this.#isBeforeHeader(records[first])) first++;
      if (first === records.length) return;
      const line = lineOf(at, first);
      checkLengths(records[first], this.#settings, line);
      rows = this.#openNamed(records[first], line);
      first++;
    }
    for (; this.#headersLeft > 0 && first < records.length; first++) {
      if (!this.#isBeforeHeader(records[first])) this.#headersLeft--;
    }
    rows.take(found, first);
  };
}

/** The delimiter that a first line `sep=;` says; null without such a line. */
function separatorLine(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 6));
  const found = /^sep=(.)[\r\n]/i.exec(text);
  return found !== null && (DELIMITERS as readonly string[]).includes(found[1]) ? found[1] : null;
}

/** Returns the end of the last complete line of the bytes; a CR at the very end may be half a line end. */
function endOfLastLine(bytes: Uint8Array): number {
  const lf = bytes.lastIndexOf(LF);
  if (lf >= 0) return lf + 1;
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(CR, bytes.length - 2) + 1;
}
