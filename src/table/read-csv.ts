import Papa from 'papaparse';
import { InputError, throwIfAborted } from '../errors.js';
import { CsvDecoder } from './csv-decoder.js';
import type { DecodedPiece } from './csv-decoder.js';
import { readHeader } from './csv-header.js';
import { CsvRows } from './csv-rows.js';
import { openChunks } from './csv-source.js';
import type { CsvSource } from './csv-source.js';
import { CsvTextLayer, countLineEnds } from './csv-text.js';
import type { CsvBlock } from './csv-text.js';
import { DelimiterSample, detectDelimiter } from './detect-delimiter.js';
import { isWellFormed } from './well-formed.js';
import { checkReadOptions } from './read-options.js';
import type { ReadCsvOptions, ReadSettings } from './read-options.js';
import type { Table } from './table.js';

export type { CsvSource } from './csv-source.js';
export type { ReadCsvOptions } from './read-options.js';

/** Bytes (of a string: characters) that go through the stages at a time. */
const PIECE_LENGTH = 256 * 1024;
/** Milliseconds after which a source in memory lets other tasks run. */
const BREATH = 50;

/**
 * Reads a CSV file into a dictionary-encoded table, piece by piece: the file never exists as text at once.
 *
 * RFC 4180 with either line end (CRLF, LF or CR, also mixed), UTF-8 with or without a byte order mark, strictly: rows
 * of another width, quotes out of place, duplicate or empty column names and bytes that are no UTF-8 are errors with
 * line and column. Blank lines at the end are ignored. A column without a declared type gets the narrowest one that
 * loses nothing.
 *
 * @param source text or bytes in memory, a Blob, or a stream of bytes
 * @param options `input` of the job and more; see {@link ReadCsvOptions}
 * @returns the table; `warnings` tells what was odd
 * @throws InputError what is wrong with the file, InvalidArgumentError for wrong options, AbortError by `signal`
 * @example
 * const table = await readCsv('age,sex\n39,Male\n50,Female\n');
 * table.column('age')?.numbers; // Float64Array [39, 50]
 */
export async function readCsv(source: CsvSource, options: ReadCsvOptions = {}): Promise<Table> {
  return readCsvInPieces(source, options, PIECE_LENGTH);
}

/** {@link readCsv} with another length of the pieces that go through the stages; the result is the same for any. */
export async function readCsvInPieces(source: CsvSource, options: ReadCsvOptions, pieceLength: number): Promise<Table> {
  const { signal, onProgress } = options;
  const reader = new CsvReader(checkReadOptions(options));
  throwIfAborted(signal);
  let taken = 0;
  let lastBreath = performance.now();
  for await (const { piece, length } of decodedPieces(source, pieceLength, options)) {
    throwIfAborted(signal);
    reader.take(piece);
    taken += length;
    onProgress?.({ bytes: taken, rows: reader.rows });
    if (performance.now() - lastBreath > BREATH) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      lastBreath = performance.now();
    }
  }
  throwIfAborted(signal);
  return reader.finish();
}

interface SizedPiece {
  readonly piece: DecodedPiece;
  /** Bytes or characters of the source that it came of. */
  readonly length: number;
}

async function* decodedPieces(
  source: CsvSource,
  pieceLength: number,
  { signal, sourceName }: ReadCsvOptions,
): AsyncGenerator<SizedPiece> {
  if (typeof source === 'string') {
    if (!isWellFormed(source)) {
      throw new InputError('INVALID_STRING', 'the text has half a surrogate pair', { source: sourceName });
    }
    for (let from = source.startsWith('\ufeff') ? 1 : 0; from < source.length; from += pieceLength) {
      const text = source.slice(from, from + pieceLength);
      const nul = text.indexOf('\0');
      const problem = nul < 0 ? null : { code: 'NUL_BYTE', message: 'a NUL character', byte: undefined };
      yield { piece: { text: nul < 0 ? text : text.slice(0, nul), problem }, length: text.length };
    }
    return;
  }
  const decoder = new CsvDecoder(sourceName);
  let buffer = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of openChunks(source, signal)) {
    let at = 0;
    while (at < chunk.length) {
      if (filled === 0 && chunk.length - at >= pieceLength) {
        yield { piece: decoder.decode(chunk.subarray(at, at + pieceLength), false), length: pieceLength };
        at += pieceLength;
        continue;
      }
      if (buffer.length === 0) buffer = new Uint8Array(pieceLength);
      const take = Math.min(pieceLength - filled, chunk.length - at);
      buffer.set(chunk.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled === pieceLength) {
        yield { piece: decoder.decode(buffer, false), length: filled };
        filled = 0;
      }
    }
  }
  yield { piece: decoder.decode(buffer.subarray(0, filled), true), length: filled };
}

/** Joins the stages: delimiter, text layer, parser, header, rows. */
class CsvReader {
  readonly #settings: ReadSettings;
  #sample: DelimiterSample | null = null;
  #layer: CsvTextLayer | null = null;
  #delimiter = ',';
  #rows: CsvRows | null;

  constructor(settings: ReadSettings) {
    this.#settings = settings;
    this.#rows = settings.columns === null ? null : new CsvRows(settings.columns, settings);
    if (settings.delimiter === undefined) this.#sample = new DelimiterSample();
    else this.#open(settings.delimiter);
  }

  get rows(): number {
    return this.#rows?.rows ?? 0;
  }

  #open(delimiter: string): CsvTextLayer {
    const { trim, maxField, source } = this.#settings;
    this.#delimiter = delimiter;
    this.#layer = new CsvTextLayer(delimiter, trim, maxField, source);
    return this.#layer;
  }

  take(piece: DecodedPiece): void {
    if (this.#layer === null && this.#sample !== null) {
      if (this.#sample.add(piece.text)) this.#detect(this.#sample, false);
    } else {
      this.#layer?.feed(piece.text, this.#parse);
    }
    if (piece.problem !== null) {
      const { code, message, byte } = piece.problem;
      const line = this.#layer?.line ?? 1 + countLineEnds(this.#sample?.text ?? '');
      throw new InputError(code, message, { source: this.#settings.source, line, byte });
    }
  }

  #detect(sample: DelimiterSample, complete: boolean): void {
    const { text } = sample;
    const { columns, source } = this.#settings;
    const layer = this.#open(detectDelimiter(text, complete, columns?.length, source));
    this.#sample = null;
    layer.feed(text, this.#parse);
  }

  readonly #parse = (block: CsvBlock): number => {
    const records = parseBlock(block, this.#delimiter);
    let first = 0;
    if (this.#rows === null) {
      while (first < records.length && records[first].length === 1 && records[first][0].trim() === '') first++;
      if (first === records.length) return records.length;
      const { trim, source } = this.#settings;
      const line = block.lines === null ? block.firstLine + first : block.lines[first];
      this.#rows = new CsvRows(readHeader(records[first], trim, line, source), this.#settings);
      first++;
    }
    this.#rows.take(records, block, first);
    return records.length;
  };

  finish(): Table {
    if (this.#sample !== null) this.#detect(this.#sample, true);
    this.#layer?.end(this.#parse);
    const empty = this.#rows === null || (this.#settings.columns !== null && this.#rows.rows === 0);
    if (this.#rows === null || empty) {
      throw new InputError('INPUT_EMPTY', 'the file is empty', { source: this.#settings.source });
    }
    return this.#rows.finish(this.#layer?.trimmedCells ?? 0);
  }
}

function parseBlock(block: CsvBlock, delimiter: string): string[][] {
  if (block.text === '') return [['']];
  // Papa removes a byte order mark at the beginning of what it gets; here it is data.
  const text = block.text.startsWith('\ufeff') ? `\ufeff${block.text}` : block.text;
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', fastMode: block.plain }).data;
}
