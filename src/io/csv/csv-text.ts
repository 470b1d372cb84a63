import { QUOTED_MARK } from '../../table/value.js';
import { InputError } from '../../base/errors.js';
import type { LineEnds } from './line-ends.js';

/** Whole records of a CSV text, cut and cleaned so that a parser needs no state between blocks. */
export interface CsvBlock {
  /** Records separated by `\n`, without one after the last. A quoted cell begins with {@link QUOTED_MARK}. */
  readonly text: string;
  /** True when no cell is quoted. */
  readonly plain: boolean;
  /** Line of the file, from 1, of the first record. */
  readonly firstLine: number;
  /** Line of every record, or null when every record is one line. */
  readonly lines: readonly number[] | null;
}

/** Takes a block and returns how many records it held. */
type BlockSink = (block: CsvBlock) => number;

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
  /** A piece ended right after a quote inside a quoted cell: its end, or the first half of a doubled one. */
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
 * The layer between decoded text and the parser. It follows RFC 4180 across pieces of any size: outside quotes CRLF, CR
 * and LF all end a record, inside quotes everything is kept. It checks the quotes, bounds what it holds back, turns
 * record ends into `\n` and hands on blocks of whole records. Text without a quote takes a path without a scan.
 */
export class CsvTextLayer {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  readonly #recordLimit: number;
  #heldCr = false;
  /** The beginning of a record without quotes. */
  #carry = '';
  /** Cells of it that have ended, and characters of the one that has not. */
  #carryCells = 0;
  #carryCell = 0;
  /** Line of the next character that was not handed on or scanned. */
  #line = 1;

  // A record that began in an earlier piece and is being scanned.
  #scanning = false;
  #state = State.FieldStart;
  #pending: string[] = [];
  #pendingLength = 0;
  #spaces = 0;
  #field = 0;
  #fieldLength = 0;
  #fieldLine = 1;
  #recordLine = 1;

  /** Line ends that closed a record so far, and those of them that are not LF. */
  #ends = 0;
  #crlf = 0;
  #cr = 0;

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
    return !this.#scanning && this.#carry === '' && !this.#heldCr;
  }

  /** Says that `count` lines were taken past this layer. */
  skipLines(count: number): void {
    this.#line += count;
  }

  /** Says that no LF follows a CR at the end of the text fed so far. */
  settle(sink: BlockSink): void {
    if (!this.#heldCr) return;
    this.#heldCr = false;
    this.#take('\r', sink);
  }

  /** Takes the next piece of text and hands on every record that is complete. Throws InputError. */
  feed(piece: string, sink: BlockSink): void {
    let text = piece;
    if (text === '') return;
    if (this.#heldCr) text = `\r${text}`;
    this.#heldCr = text.charCodeAt(text.length - 1) === CR;
    if (this.#heldCr) text = text.slice(0, -1);
    if (text !== '') this.#take(text, sink);
  }

  /** Hands on the last record, whether or not a line end closes it. Throws InputError. */
  end(sink: BlockSink): void {
    const open = this.#carry !== '' || this.#scanning;
    if (this.#heldCr) this.settle(sink);
    else if (open && this.#state !== State.Quoted) {
      this.#take('\n', sink);
      this.#ends--;
    }
    if (this.#state === State.Quoted) {
      throw this.#error('QUOTE_NOT_CLOSED', 'a quote opens here and is never closed', this.#fieldLine);
    }
  }

  #take(text: string, sink: BlockSink): void {
    let rest = text;
    if (this.#scanning) rest = rest.slice(this.#scan(rest, true, sink));
    if (rest === '') return;
    if (rest.includes('"')) {
      const whole = this.#carry + rest;
      this.#dropCarry();
      this.#recordLine = this.#line;
      this.#scan(whole, false, sink);
      return;
    }
    this.#takePlain(rest.includes('\r') ? this.#withoutCrs(rest) : rest, sink);
  }

  #withoutCrs(text: string): string {
    const plain = text.replace(/\r\n?/g, '\n');
    const crlf = text.length - plain.length;
    this.#crlf += crlf;
    this.#cr -= crlf;
    for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) this.#cr++;
    return plain;
  }

  #takePlain(text: string, sink: BlockSink): void {
    const cut = text.lastIndexOf('\n');
    if (cut >= 0) {
      const block = this.#carry + text.slice(0, cut);
      this.#dropCarry();
      const lines = sink({ text: block, plain: true, firstLine: this.#line, lines: null });
      this.#line += lines;
      this.#ends += lines;
    }
    const tail = cut < 0 ? text : text.slice(cut + 1);
    this.#carry += tail;
    this.#checkTail(tail);
  }

  #dropCarry(): void {
    this.#carry = '';
    this.#carryCells = 0;
    this.#carryCell = 0;
  }

  /** Checks the last part of {@link #carry}; what stands before it was checked already. */
  #checkTail(tail: string): void {
    for (let from = 0; from <= tail.length;) {
      const found = tail.indexOf(this.#delimiter, from);
      const to = found < 0 ? tail.length : found;
      this.#carryCell += to - from;
      if (this.#carryCell > this.maxField) {
        this.#field = this.#carryCells;
        throw this.#tooLong(true, this.#line);
      }
      if (found < 0) break;
      this.#carryCell = 0;
      this.#carryCells++;
      // One more has begun.
      if (this.cellLimit !== null && this.#carryCells >= this.cellLimit.cells) throw this.cellLimit.error(this.#line);
      from = to + 1;
    }
    if (this.#carry.length > this.#recordLimit) throw this.#tooLong(false, this.#line);
  }

  /** Scans from the state of the layer; returns how many characters it took: all, or up to the first record end. */
  #scan(text: string, firstRecordOnly: boolean, sink: BlockSink): number {
    const n = text.length;
    const lines: number[] = [];
    let from = 0;
    let i = 0;
    let endLength = 0;
    let problem: InputError | null = null;
    const keep = (to: number): void => {
      if (to > from) {
        this.#pending.push(text.slice(from, to));
        this.#pendingLength += to - from;
      }
    };
    const insert = (inserted: string): void => {
      this.#pending.push(inserted);
      this.#pendingLength += inserted.length;
    };
    this.#scanning = true;
    scan: while (i < n) {
      switch (this.#state) {
        case State.FieldStart: {
          let j = i;
          if (this.trim) while (j < n && text.charCodeAt(j) === SPACE) j++;
          const heldBefore = this.#spaces;
          this.#spaces += j - i;
          if (this.#spaces > this.maxField) {
            problem = this.#tooLong(true, this.#line);
            break scan;
          }
          if (j === n) {
            keep(i);
            from = i = n;
            break;
          }
          this.#fieldLine = this.#line;
          if (text.charCodeAt(j) === QUOTE) {
            keep(i);
            insert(`"${QUOTED_MARK}`);
            if (this.#spaces > 0) this.trimmedCells++;
            from = i = j + 1;
            this.#state = State.Quoted;
            this.#fieldLength = 0;
          } else {
            if (heldBefore > 0) insert(' '.repeat(heldBefore));
            i = j;
            this.#state = State.Unquoted;
            this.#fieldLength = this.#spaces;
          }
          this.#spaces = 0;
          break;
        }
        case State.Unquoted:
        case State.AfterQuoted: {
          const begin = i;
          const unquoted = this.#state === State.Unquoted;
          let c = text.charCodeAt(i);
          if (unquoted) {
            while (i < n && c !== this.#delimiterCode && c !== LF && c !== CR && c !== QUOTE) c = text.charCodeAt(++i);
            this.#fieldLength += i - begin;
            if (this.#fieldLength > this.maxField) {
              problem = this.#tooLong(true, this.#fieldLine);
              break scan;
            }
            if (i === n) break;
          }
          if (c === this.#delimiterCode) {
            i++;
            this.#field++;
            this.#state = State.FieldStart;
            if (this.cellLimit !== null && this.#field >= this.cellLimit.cells) {
              problem = this.cellLimit.error(this.#recordLine);
              break scan;
            }
          } else if (c === LF || c === CR) {
            keep(i);
            insert('\n');
            const isCrlf = c === CR && text.charCodeAt(i + 1) === LF;
            this.#ends++;
            if (isCrlf) this.#crlf++;
            else if (c === CR) this.#cr++;
            i += isCrlf ? 2 : 1;
            from = i;
            lines.push(this.#recordLine);
            endLength = this.#pendingLength;
            this.#recordLine = ++this.#line;
            this.#field = 0;
            this.#state = State.FieldStart;
            if (firstRecordOnly) break scan;
          } else if (!unquoted && c === SPACE && this.trim) {
            keep(i);
            while (i < n && text.charCodeAt(i) === SPACE) i++;
            from = i;
            this.trimmedCells++;
          } else {
            problem = unquoted
              ? this.#error('QUOTE_IN_FIELD', 'a quote inside a cell that does not begin with one', this.#line)
              : this.#error('QUOTE_THEN_TEXT', 'text after the quote that closes a cell', this.#line);
            break scan;
          }
          break;
        }
        case State.Quoted: {
          const close = text.indexOf('"', i);
          const to = close < 0 ? n : close;
          this.#line += countLineEnds(text, i, to);
          this.#fieldLength += to - i;
          if (this.#fieldLength > this.maxField) {
            problem = this.#tooLong(true, this.#fieldLine);
            break scan;
          }
          i = close < 0 ? n : close + 1;
          if (close >= 0) this.#state = State.QuoteSeen;
          break;
        }
        case State.QuoteSeen: {
          const doubled = text.charCodeAt(i) === QUOTE;
          this.#state = doubled ? State.Quoted : State.AfterQuoted;
          if (doubled) {
            i++;
            this.#fieldLength++;
          }
          break;
        }
      }
    }
    keep(i);
    if (endLength > 0) this.#handOn(endLength, lines, sink);
    if (problem !== null) throw problem;
    this.#scanning = this.#pendingLength > 0 || this.#field > 0 || this.#spaces > 0 || this.#state !== State.FieldStart;
    if (this.#pendingLength > this.#recordLimit) throw this.#tooLong(false, this.#recordLine);
    return i;
  }

  #handOn(endLength: number, lines: readonly number[], sink: BlockSink): void {
    const all = this.#pending.join('');
    const rest = all.slice(endLength);
    this.#pending = rest === '' ? [] : [rest];
    this.#pendingLength = rest.length;
    sink({ text: all.slice(0, endLength - 1), plain: false, firstLine: lines[0], lines });
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
    return new InputError(code, message, { source: this.source, line, column: this.#field + 1 });
  }
}
