import { InputError } from '../../base/errors.js';
import { withBeginning } from './beginning.js';
import { CsvDecoder, checkBeginning } from './csv-decoder.js';
import { DELIMITERS } from './detect-delimiter.js';
import type { ReadCsvOptions } from './read-options.js';

/** Bytes that are looked at before the first is taken. */
const SAMPLE_BYTES = 64 * 1024;
/** Longest cell in characters. */
const LONGEST_CELL = 1024 * 1024;

/** Characters that stand for others behind a backslash, in MySQL and PostgreSQL. */
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\x1a',
  0: '\0',
};

type EscapedOptions = Pick<ReadCsvOptions, 'delimiter' | 'missing' | 'sourceName' | 'described'>;

/** A file with backslash escapes, as MySQL and PostgreSQL write them, as CSV with quotes: `\N` alone is a missing cell. */
export async function* escapedRows(
  bytes: AsyncIterable<Uint8Array>,
  options: EscapedOptions,
): AsyncGenerator<Uint8Array> {
  let writer: EscapedWriter | null = null;
  for await (const { bytes: piece, isLast } of withBeginning(bytes, SAMPLE_BYTES)) {
    const mark: number = writer === null ? checkBeginning(piece, options) : 0;
    const own = piece.subarray(mark);
    writer ??= new EscapedWriter(own, mark, options);
    yield writer.take(own, isLast);
  }
}

/** Writes rows with quotes for rows with escapes. */
class EscapedWriter {
  readonly #decoder = new CsvDecoder();
  readonly #encoder = new TextEncoder();
  readonly #delimiter: string;
  readonly #missing: string;
  #out: string[] = [];
  #offset: number;
  /** Content of the open cell, and its quotes: none, open or closed. */
  #cell = '';
  #quotes: 'none' | 'open' | 'closed' = 'none';
  #hasContent = false;
  /** True behind a backslash; behind a quote of a quoted cell, which may be doubled. */
  #isEscape = false;
  #isQuoteSeen = false;
  /** True for a cell that is `\N` so far. */
  #isNull = false;
  #line = 1;

  constructor(
    beginning: Uint8Array,
    offset: number,
    readonly options: EscapedOptions,
  ) {
    const [line] = new TextDecoder().decode(beginning.subarray(0, SAMPLE_BYTES)).split(/\r|\n/);
    this.#delimiter = options.delimiter ?? delimiterOf(line.replace(/\\./gs, ''));
    this.#missing = options.missing?.[0] ?? '';
    this.#offset = offset;
  }

  /** Takes the next bytes, and returns the cells that they end. */
  take(bytes: Uint8Array, last: boolean): Uint8Array {
    const { text, problem } = this.#decoder.decode(bytes, this.#offset, last);
    this.#offset += bytes.length;
    for (const c of text) this.#takeCharacter(c);
    const { sourceName: source } = this.options;
    if (problem !== null) {
      throw new InputError(problem.code, problem.message, { source, line: this.#line, byte: problem.byte });
    }
    if (last) {
      if (this.#quotes === 'open' && !this.#isQuoteSeen) {
        throw new InputError('QUOTE_NOT_CLOSED', 'a quote opens and is never closed', { source, line: this.#line });
      }
      this.#endCell('');
    }
    const rows = this.#encoder.encode(this.#out.join(''));
    this.#out = [];
    return rows;
  }

  #takeCharacter(c: string): void {
    if (c === '\n') this.#line++;
    if (this.#isEscape) {
      this.#isEscape = false;
      if (c === 'N' && !this.#hasContent && this.#quotes === 'none') this.#isNull = true;
      else this.#add(ESCAPES[c] ?? c);
      return;
    }
    if (this.#isQuoteSeen) {
      this.#isQuoteSeen = false;
      if (c === '"') return this.#add(c);
      this.#quotes = 'closed';
    }
    if (this.#quotes === 'open') {
      if (c === '\\') this.#isEscape = true;
      else if (c === '"') this.#isQuoteSeen = true;
      else this.#add(c);
    } else if (c === this.#delimiter || c === '\n' || c === '\r') this.#endCell(c);
    else if (c === '\\') this.#isEscape = true;
    else if (c === '"' && !this.#hasContent && this.#quotes === 'none') this.#quotes = 'open';
    else if (this.#quotes === 'none' || c !== ' ') this.#add(c);
  }

  #add(text: string): void {
    const { sourceName: source } = this.options;
    if (this.#quotes === 'closed') {
      throw new InputError('QUOTE_THEN_TEXT', 'text after the quote that closes a cell', { source, line: this.#line });
    }
    if (this.#isNull) this.#cell = 'N';
    this.#isNull = false;
    this.#hasContent = true;
    this.#cell += text;
    if (this.#cell.length > LONGEST_CELL) {
      throw new InputError('FIELD_TOO_LONG', `a cell of more than ${LONGEST_CELL} characters`, {
        source,
        line: this.#line,
      });
    }
  }

  #endCell(end: string): void {
    const isQuoted = this.#quotes !== 'none' || /["\r\n]/.test(this.#cell) || this.#cell.includes(this.#delimiter);
    const text = this.#isNull ? this.#missing : this.#cell;
    this.#out.push(isQuoted && !this.#isNull ? `"${text.replaceAll('"', '""')}"` : text, end);
    this.#cell = '';
    this.#quotes = 'none';
    this.#hasContent = false;
    this.#isQuoteSeen = false;
    this.#isNull = false;
  }
}

/** The delimiter that stands in a header most often; a tab where none does. */
function delimiterOf(header: string): string {
  const times = (mark: string): number => header.split(mark).length - 1;
  return ['\t', ...DELIMITERS].reduce((best, each) => (times(each) > times(best) ? each : best));
}
