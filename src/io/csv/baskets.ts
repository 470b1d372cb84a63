import { InputError } from '../../base/errors.js';
import { BEGINNING_BYTES } from '../foreign-format.js';
import { withBeginning } from './beginning.js';
import { CsvDecoder, checkBeginning } from './csv-decoder.js';
import { cellContent } from './csv-record.js';
import { CsvTextParser } from './csv-text.js';
import type { CsvRecords } from './csv-text.js';
import { DELIMITERS, divide } from './detect-delimiter.js';
import type { ReadCsvOptions } from './read-options.js';

/** Bytes in which the delimiter of the items is looked for. */
const SAMPLE_BYTES = 64 * 1024;
/** Longest item in characters. */
const LONGEST_ITEM = 1024 * 1024;

/**
 * A file of baskets, one a line and one item a cell, as CSV of one column, whose cells are lists; every basket keeps its number of lines. Empty items are
 * left out.
 *
 * @throws InputError VALUE_TYPE for an item with the delimiter of the list
 */
export async function* basketRows(
  bytes: AsyncIterable<Uint8Array>,
  options: Pick<
    ReadCsvOptions,
    'baskets' | 'delimiter' | 'skip' | 'strict' | 'badRows' | 'listDelimiter' | 'sourceName' | 'described'
  >,
): AsyncGenerator<Uint8Array> {
  let writer: BasketWriter | null = null;
  for await (const { bytes: piece, isLast } of withBeginning(bytes, SAMPLE_BYTES)) {
    writer ??= new BasketWriter(piece, { ...options, isWhole: isLast });
    yield writer.take(piece, isLast);
  }
}

type WriterOptions = Parameters<typeof basketRows>[1] & { readonly isWhole: boolean };

/** Writes baskets as rows of one cell. */
class BasketWriter {
  readonly #decoder = new CsvDecoder();
  readonly #encoder = new TextEncoder();
  readonly #parser: CsvTextParser;
  /** Delimiter of the items in the cell. */
  readonly #joint: string;
  #out: string[] = [];
  #linesToSkip: number;
  /** Bytes of a byte order mark. */
  readonly #mark: number;
  /** Bytes taken so far. */
  taken = 0;

  constructor(
    beginning: Uint8Array,
    readonly options: WriterOptions,
  ) {
    const { baskets = '', delimiter, skip = 0, badRows, listDelimiter, sourceName } = options;
    const from = checkBeginning(beginning.subarray(0, Math.max(BEGINNING_BYTES, SAMPLE_BYTES)), options);
    const sample = new TextDecoder().decode(beginning.subarray(from, SAMPLE_BYTES));
    const between = delimiter ?? delimiterOf(sample, options.isWhole);
    this.#joint = listDelimiter?.(baskets) ?? between;
    this.#parser = new CsvTextParser(between, true, LONGEST_ITEM, sourceName);
    this.#parser.takesBareQuotes = options.strict !== true;
    if (badRows === 'skip') this.#parser.onBroken = (_error, text) => void this.#out.push(`${quoted(text)}-\n`);
    this.#linesToSkip = skip;
    this.#mark = from;
  }

  /** Takes the next bytes, and returns the rows that they end. */
  take(bytes: Uint8Array, last: boolean): Uint8Array {
    const own = this.taken === 0 ? bytes.subarray(this.#mark) : bytes;
    const { text, problem } = this.#decoder.decode(own, this.taken + this.#mark, last);
    this.taken += bytes.length;
    this.#parser.feed(text, this.#write);
    const { sourceName: source } = this.options;
    if (problem !== null) {
      throw new InputError(problem.code, problem.message, { source, line: this.#parser.line, byte: problem.byte });
    }
    if (last) this.#parser.end(this.#write);
    const rows = this.#encoder.encode(this.#out.join(''));
    this.#out = [];
    return rows;
  }

  readonly #write = ({ records, at }: CsvRecords): void => {
    records.forEach((record, i) => {
      if (this.#linesToSkip > 0) {
        this.#linesToSkip--;
        return;
      }
      const items = record.map((cell) => cellContent(cell, { trim: true }).trim()).filter((item) => item !== '');
      const wrong = items.find((item) => item.includes(this.#joint));
      if (wrong !== undefined) throw this.#ambiguous(at.each?.[i] ?? at.first + i);
      this.#out.push(`${items.length === 0 ? '' : quoted(items.join(this.#joint))}\n`);
    });
  };

  #ambiguous(line: number): InputError {
    const { baskets: attribute, sourceName: source } = this.options;
    const message = `an item has the character ${JSON.stringify(this.#joint)}, which divides the items of the list; give the attribute another: "set": {"delimiter": "|"}`;
    return new InputError('VALUE_TYPE', message, { source, line, attribute });
  }
}

/** The delimiter that divides the most lines; a comma where none does. */
function delimiterOf(sample: string, complete: boolean): string {
  const found = DELIMITERS.map((delimiter) => {
    const { counts, clean } = divide(sample, delimiter, { complete });
    return { delimiter, divided: clean ? counts.filter((count) => count > 1).length : 0 };
  });
  return found.reduce((best, each) => (each.divided > best.divided ? each : best)).delimiter;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
