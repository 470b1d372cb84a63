import { QUOTED_MARK } from '../../table/value.js';
import { InputError } from '../../base/errors.js';
import type { LineEnds } from './line-ends.js';
import { trimSpaces } from './trim-spaces.js';
import { SKIP_CURE } from './skipped-rows.js';

/** Records of a text, one after the other. */
export interface CsvRecords {
  /** Cells of every record. A quoted cell begins with {@link QUOTED_MARK}. */
  readonly records: readonly (readonly string[])[];
  readonly at: RecordLines;
  /** Records as they stand, without the ends of their lines; null where none may be left out. */
  readonly texts: readonly string[] | null;
}

/** Lines of the file, from 1, at which records begin. */
export interface RecordLines {
  readonly first: number;
  /** Line of every record, or null when every record is one line. */
  readonly each: readonly number[] | null;
}

/** Returns the line at which a record begins. */
export function lineOf({ first, each }: RecordLines, record: number): number {
  return each === null ? first + record : each[record];
}

/** Cure for quotes that are escaped as MySQL does it. */
const ESCAPE_CURE =
  '; a backslash stands before the quote: "escapes": "backslash" (--escapes backslash) reads files of MySQL and PostgreSQL';

type RecordSink = (found: CsvRecords) => void;

const QUOTE = 34;
const SPACE = 32;
const LF = 10;
const CR = 13;

/** Cells of a record beyond those that it should have, until it is not read to its end any more. */
export const SURPLUS_CELLS = 1 << 16;

/** The most cells that a record may have to be read to its end, and the error of one that has more. */
export interface CellLimit {
  readonly cells: number;
  error(line: number): InputError;
}

/** A record may have at least this many characters, and as many as 64 of the longest cells. */
const RECORD_LIMIT = 64 * 1024 * 1024;

const enum State {
  FieldStart,
  Unquoted,
  Quoted,
  /** Right after a quote inside a quoted cell: its end, or the first half of a doubled one. */
  QuoteSeen,
  AfterQuoted,
}

/** Number of line ends (LF, CR or CRLF) in `text[from, to)`. */
export function countLineEnds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === LF || (c === CR && text.charCodeAt(i + 1) !== LF)) count++;
  }
  return count;
}

/**
 * The slow path of the parser, for records that the scanner of bytes leaves. It follows RFC 4180 across pieces of any size: outside quotes
 * CRLF, CR and LF all end a record, inside quotes everything is kept. It checks the quotes, and bounds what it holds back. Whole records of a
 * text without a quote are split, without a look at each character.
 */
export class CsvTextParser {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  readonly #recordLimit: number;
  #heldCr = false;
  /** Line of the next character. */
  #line = 1;

  #state = State.FieldStart;
  /** Cells of the open record that have ended, and the characters of all of its cells. */
  #record: string[] = [];
  #recordLength = 0;
  #recordLine = 1;
  /** Beginning of the open cell, and the number of its characters, without the mark. */
  #cell = '';
  #cellLength = 0;
  #cellLine = 1;
  /** Spaces before the open cell. */
  #spaces = 0;

  /** Line ends that closed a record so far, and those of them that are not LF. */
  #ends = 0;
  #crlf = 0;
  #cr = 0;

  /** Takes the records that are broken: then the first line of each is left out. Null: the first of them is an error. */
  onBroken: ((error: InputError, text: string, line: number) => void) | null = null;
  /** Text of the open record, kept where broken records are left out. */
  #open = '';
  /** True while the rest of a broken line is passed over, and the error of its record. */
  #isPassing = false;
  #broken: InputError | null = null;

  /** True where a quote inside an unquoted cell is a sign like others, as in `5" pipe`; false: it is out of place. */
  takesBareQuotes = false;
  /** Cells with such quotes. */
  bareCells = 0;
  /** True for an open cell that was counted among them. */
  #isBare = false;

  /** Null: records may have any number of cells. */
  cellLimit: CellLimit | null = null;

  /** Quoted cells that had spaces outside their quotes, which were removed. */
  trimmedCells = 0;

  /**
   * @param delimiter one character
   * @param trim whether spaces outside quotes are removed, so that `a, "b"` has a quoted cell
   * @param maxField most characters of a cell
   * @param source name for messages
   */
  constructor(
    delimiter: string,
    readonly trim: boolean,
    readonly maxField: number,
    readonly source?: string,
  ) {
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#recordLimit = Math.max(RECORD_LIMIT, maxField * 64);
  }

  /** Line of the file, from 1, at which the text fed so far ends. */
  get line(): number {
    return this.#line + (this.#heldCr ? 1 : 0);
  }

  /** Line ends outside of quoted cells so far. */
  get lineEnds(): LineEnds {
    return { lf: this.#ends - this.#crlf - this.#cr, crlf: this.#crlf, cr: this.#cr };
  }

  /** True between records: nothing is held back. */
  get isBetweenRecords(): boolean {
    return this.#recordLength === 0 && !this.#heldCr;
  }

  /** Says that `count` lines were taken past this parser. */
  skipLines(count: number): void {
    this.#line += count;
  }

  /** Says that no LF follows a CR at the end of the text fed so far. */
  settle(sink: RecordSink): void {
    if (!this.#heldCr) return;
    this.#heldCr = false;
    this.#take('\r', sink);
  }

  /** Takes the next piece of text and hands on every record that is complete. Throws InputError. */
  feed(piece: string, sink: RecordSink): void {
    let text = piece;
    if (text === '') return;
    if (this.#heldCr) text = `\r${text}`;
    this.#heldCr = text.charCodeAt(text.length - 1) === CR;
    if (this.#heldCr) text = text.slice(0, -1);
    if (text !== '') this.#take(text, sink);
  }

  /** Hands on the last record, whether or not a line end closes it. Throws InputError. */
  end(sink: RecordSink): void {
    if (this.#heldCr) this.settle(sink);
    for (;;) {
      if (this.#recordLength > 0 && this.#state !== State.Quoted) {
        this.#take('\n', sink);
        this.#ends--;
      }
      if (this.#state !== State.Quoted) return;
      const message = `a quote opens here and is never closed${SKIP_CURE}`;
      const error = this.#error('QUOTE_NOT_CLOSED', message, this.#cellLine);
      if (this.onBroken === null) throw error;
      this.#take(this.#leaveOut(error, this.#open), sink);
    }
  }

  #take(text: string, sink: RecordSink): void {
    let rest = text;
    while (rest !== '') rest = this.#isPassing ? this.#pass(rest) : this.#takeRecords(rest, sink);
  }

  /** Leaves out the first line of a broken record, of which `text` came so far; returns what follows it. */
  #leaveOut(error: InputError, text: string): string {
    this.#line = this.#recordLine;
    this.#state = State.FieldStart;
    this.#record = [];
    this.#cell = '';
    this.#isBare = false;
    this.#spaces = 0;
    this.#broken = error;
    this.#isPassing = true;
    this.#open = '';
    return this.#pass(text);
  }

  /** Passes over the rest of a broken line; returns what follows it. */
  #pass(text: string): string {
    const found = text.search(/[\r\n]/);
    this.#open += found < 0 ? text : text.slice(0, found);
    this.#recordLength = this.#open.length;
    if (this.#recordLength > this.#recordLimit) throw this.#tooLong(false, this.#line);
    if (found < 0) return '';
    const isCrlf = text.startsWith('\r\n', found);
    this.#ends++;
    if (isCrlf) this.#crlf++;
    else if (text.charCodeAt(found) === CR) this.#cr++;
    this.onBroken?.(this.#broken!, this.#open, this.#line);
    this.#line++;
    this.#isPassing = false;
    this.#open = '';
    this.#recordLength = 0;
    return text.slice(found + (isCrlf ? 2 : 1));
  }

  /** Takes records; returns what follows the line of a broken one. */
  #takeRecords(text: string, sink: RecordSink): string {
    if (this.#recordLength > 0) {
      const { to, after } = this.#scan(text, true, sink);
      return after ?? text.slice(to);
    }
    if (text.includes('"')) return this.#scan(text, false, sink).after ?? '';
    const rest = this.#split(text.includes('\r') ? this.#withoutCrs(text) : text, sink);
    return rest === '' ? '' : (this.#scan(rest, false, sink).after ?? '');
  }

  #withoutCrs(text: string): string {
    const plain = text.replace(/\r\n?/g, '\n');
    const crlf = text.length - plain.length;
    this.#crlf += crlf;
    this.#cr -= crlf;
    for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) this.#cr++;
    return plain;
  }

  /** Hands on the whole records of a text without quotes; returns what stands behind them. */
  #split(text: string, sink: RecordSink): string {
    const cut = text.lastIndexOf('\n');
    if (cut < 0) return text;
    const lines = text.slice(0, cut).split('\n');
    const records = lines.map((record) => record.split(this.#delimiter));
    const first = this.#line;
    this.#line += records.length;
    this.#ends += records.length;
    sink({ records, at: { first, each: null }, texts: this.onBroken === null ? null : lines });
    return text.slice(cut + 1);
  }

  /**
   * Scans from the state of the parser. Returns how many characters it took: all, or up to the first record end; and what follows the line of a
   * record that is broken.
   */
  #scan(
    text: string,
    firstRecordOnly: boolean,
    sink: RecordSink,
  ): { readonly to: number; readonly after: string | null } {
    const n = text.length;
    const records: string[][] = [];
    const lines: number[] = [];
    const texts: string[] | null = this.onBroken === null ? null : [];
    let i = 0;
    /** Start of the part of the open record that stands in this text. */
    let begin = 0;
    let problem: InputError | null = null;
    if (this.#recordLength === 0) this.#recordLine = this.#line;
    scan: while (i < n) {
      switch (this.#state) {
        case State.FieldStart: {
          let j = i;
          if (this.trim) while (j < n && text.charCodeAt(j) === SPACE) j++;
          this.#spaces += j - i;
          i = j;
          if (this.#spaces > this.maxField) {
            problem = this.#tooLong(true, this.#line);
            break scan;
          }
          if (i === n) break;
          this.#cellLine = this.#line;
          if (text.charCodeAt(i) === QUOTE) {
            if (this.#spaces > 0) this.trimmedCells++;
            this.#cell = QUOTED_MARK;
            this.#cellLength = 0;
            this.#state = State.Quoted;
            i++;
          } else {
            this.#cell = ' '.repeat(this.#spaces);
            this.#cellLength = this.#spaces;
            this.#state = State.Unquoted;
          }
          this.#spaces = 0;
          break;
        }
        case State.Unquoted:
        case State.AfterQuoted: {
          const unquoted = this.#state === State.Unquoted;
          const from = i;
          let c = text.charCodeAt(i);
          if (unquoted) {
            while (i < n && c !== this.#delimiterCode && c !== LF && c !== CR && !this.#isQuote(c, text, from, i))
              c = text.charCodeAt(++i);
            if (!this.#add(text, from, i)) {
              problem = this.#tooLong(true, this.#cellLine);
              break scan;
            }
            if (i === n) break;
          }
          if (c === this.#delimiterCode) {
            i++;
            this.#endCell();
            if (this.cellLimit !== null && this.#record.length >= this.cellLimit.cells) {
              problem = this.cellLimit.error(this.#recordLine);
              break scan;
            }
          } else if (c === LF || c === CR) {
            const isCrlf = c === CR && text.charCodeAt(i + 1) === LF;
            this.#ends++;
            if (isCrlf) this.#crlf++;
            else if (c === CR) this.#cr++;
            if (texts !== null) {
              texts.push(this.#open + text.slice(begin, i));
              this.#open = '';
            }
            i += isCrlf ? 2 : 1;
            this.#endCell();
            records.push(this.#record);
            lines.push(this.#recordLine);
            this.#recordLine = ++this.#line;
            this.#record = [];
            this.#recordLength = 0;
            begin = i;
            if (firstRecordOnly) break scan;
          } else if (!unquoted && c === SPACE && this.trim) {
            while (i < n && text.charCodeAt(i) === SPACE) i++;
            this.trimmedCells++;
          } else {
            problem = unquoted
              ? this.#error(
                  'QUOTE_IN_FIELD',
                  `a quote inside a cell that does not begin with one${SKIP_CURE}`,
                  this.#line,
                )
              : this.#error(
                  'QUOTE_THEN_TEXT',
                  `text after the quote that closes a cell${this.#cell.endsWith('\\') ? ESCAPE_CURE : SKIP_CURE}`,
                  this.#line,
                );
            break scan;
          }
          break;
        }
        case State.Quoted: {
          const close = text.indexOf('"', i);
          const to = close < 0 ? n : close;
          this.#line += countLineEnds(text, i, to);
          if (!this.#add(text, i, to)) {
            problem = this.#tooLong(true, this.#cellLine);
            break scan;
          }
          i = close < 0 ? n : close + 1;
          if (close >= 0) this.#state = State.QuoteSeen;
          break;
        }
        case State.QuoteSeen: {
          const doubled = text.charCodeAt(i) === QUOTE;
          this.#state = doubled ? State.Quoted : State.AfterQuoted;
          if (doubled) this.#add(text, i, ++i);
          break;
        }
      }
    }
    this.#recordLength += i - begin;
    if (records.length > 0) sink({ records, at: { first: lines[0], each: lines }, texts });
    if (problem !== null) {
      if (texts === null) throw problem;
      return { to: n, after: this.#leaveOut(problem, this.#open + text.slice(begin)) };
    }
    if (this.#recordLength > this.#recordLimit) throw this.#tooLong(false, this.#recordLine);
    if (texts !== null) this.#open += text.slice(begin, i);
    return { to: i, after: null };
  }

  /** True for a quote inside an unquoted cell that is out of place. Where such quotes are taken, one behind other signs than spaces is not. */
  #isQuote(c: number, text: string, from: number, at: number): boolean {
    if (c !== QUOTE) return false;
    if (this.#isBare) return false;
    if (!this.takesBareQuotes || trimSpaces(this.#cell + text.slice(from, at)) === '') return true;
    this.bareCells++;
    this.#isBare = true;
    return false;
  }

  /** Adds characters to the open cell. Returns false for a cell that is too long. */
  #add(text: string, from: number, to: number): boolean {
    this.#cell += text.slice(from, to);
    this.#cellLength += to - from;
    return this.#cellLength <= this.maxField;
  }

  #endCell(): void {
    this.#record.push(this.#cell);
    this.#isBare = false;
    this.#cell = '';
    this.#state = State.FieldStart;
  }

  #tooLong(field: boolean, line: number): InputError {
    return field
      ? this.#error('FIELD_TOO_LONG', `a cell of more than ${this.maxField} bytes`, line)
      : new InputError('RECORD_TOO_LONG', `a record of more than ${this.#recordLimit} characters`, {
          source: this.source,
          line,
        });
  }

  #error(code: string, message: string, line: number): InputError {
    return new InputError(code, message, { source: this.source, line, column: this.#record.length + 1 });
  }
}
