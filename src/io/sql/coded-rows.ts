import { InputError } from '../../base/errors.js';
import type { ColumnEncoder } from '../../table/column-encoder.js';
import { NOT_UTF8 } from '../../table/column-encoder.js';
import { hashBasis, hashFactor } from '../../table/byte-index.js';
import type { SqlConnection, TextRows } from './source.js';
import type { Sql } from './sql.js';
import { nullKey } from './statements.js';
import { unescapeCell } from './tab-separated.js';

/** Counted vectors, some at a time; the arrays are used again for the next ones. */
export interface CodedRows {
  readonly rows: number;
  /** [columns][at least rows] */
  readonly codes: readonly Uint32Array[];
  /** [at least rows] rows of a vector */
  readonly counts: Float64Array;
  /** [at least rows] sum of their fingerprints modulo 2^64, where they were asked for; else empty. */
  readonly prints: BigUint64Array;
}

/** A counting query. */
interface CountQuery {
  readonly sql: Sql;
  /** True when a fingerprint comes after the number of rows. */
  readonly hasPrints: boolean;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

type Encoders = readonly ColumnEncoder<unknown>[];

/**
 * Runs a count and encodes its vectors: as bytes where the connection gives them, so that only distinct values become texts.
 *
 * @param refuse - makes the error for a value that the encoder of a column refused
 */
export async function* codedRows(
  connection: SqlConnection,
  { sql, hasPrints }: CountQuery,
  encoders: Encoders,
  refuse: (column: number) => Error,
  signal?: AbortSignal,
): AsyncGenerator<CodedRows> {
  if (connection.queryBytes === undefined) {
    for await (const rows of connection.query(sql, signal)) yield encodeTexts(rows, encoders, hasPrints, refuse);
    return;
  }
  let rest: Uint8Array = new Uint8Array(0);
  let room = 0;
  let into: CodeArrays = arraysOf(0, 0, hasPrints);
  for await (const chunk of connection.queryBytes(sql, signal)) {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    const end = bytes.lastIndexOf(newline) + 1;
    rest = bytes.slice(end);
    // A row has a tab after every value, a digit at least, and its end.
    const most = Math.ceil(end / (encoders.length + 2));
    if (most > room) {
      room = most;
      into = arraysOf(room, encoders.length, hasPrints);
    }
    yield { rows: encodeBytes(bytes, end, encoders, into, refuse), ...into };
  }
  if (rest.length > 0) throw malformed(rest, 0);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

type CodeArrays = Omit<CodedRows, 'rows'>;

const arraysOf = (room: number, columns: number, hasPrints: boolean): CodeArrays => ({
  codes: Array.from({ length: columns }, () => new Uint32Array(room)),
  counts: new Float64Array(room),
  prints: new BigUint64Array(hasPrints ? room : 0),
});

function encodeTexts(
  rows: TextRows,
  encoders: Encoders,
  hasPrints: boolean,
  refuse: (column: number) => Error,
): CodedRows {
  const texts = rows.map((row) => row.map((text) => text ?? nullKey));
  const codes = encoders.map((encoder, c) => {
    const column = new Uint32Array(texts.length);
    const done = encoder.encode(texts, texts.length, c, column);
    encoder.takeCodes();
    if (done < texts.length) throw refuse(c);
    return column;
  });
  const counts = Float64Array.from(texts, (row) => Number(row[encoders.length]));
  const prints = new BigUint64Array(hasPrints ? texts.length : 0);
  // Larger numbers are taken modulo 2^64.
  for (let row = 0; row < prints.length; row++) prints[row] = BigInt(texts[row][encoders.length + 1]);
  return { rows: texts.length, codes, counts, prints };
}

/** Error for an answer that is no row: it ended early, perhaps with the engine's error. */
function malformed(bytes: Uint8Array, from: number): Error {
  const code = /\bCode: (\d+)/.exec(decoder.decode(bytes.subarray(from, from + 1000)))?.[1];
  const why = code === undefined ? '' : ` (code ${code})`;
  return new InputError('ENGINE_READ', `the engine could not answer${why}: its count is not complete`);
}

const [tab, newline, backslash, zero] = [0x09, 0x0a, 0x5c, 0x30];

/** Encodes the rows of `bytes[0, end)`, TabSeparated, and returns how many they are. */
function encodeBytes(
  bytes: Uint8Array,
  end: number,
  encoders: Encoders,
  { codes, counts, prints }: CodeArrays,
  refuse: (column: number) => Error,
): number {
  const afterCount = prints.length === 0 ? newline : tab;
  const factor = hashFactor();
  const basis = hashBasis();
  let rows = 0;
  let at = 0;
  while (at < end) {
    const row = at;
    for (let c = 0; c < encoders.length; c++) {
      const from = at;
      let hash = basis;
      let plain = true;
      for (let byte = bytes[at]; byte !== tab; byte = bytes[++at]) {
        if (byte === newline) throw malformed(bytes, row);
        if (byte === backslash) plain = false;
        hash = Math.imul(hash ^ byte, factor);
      }
      let code = plain ? encoders[c].codeOfBytes(bytes, from, at, hash) : NOT_UTF8;
      if (code === NOT_UTF8) code = codeOfText(encoders[c], bytes.subarray(from, at));
      if (code < 0) throw refuse(c);
      codes[c][rows] = code;
      at++;
    }
    let count = 0;
    for (; bytes[at] !== afterCount; at++) {
      const digit = bytes[at] - zero;
      if (digit < 0 || digit > 9) throw malformed(bytes, row);
      count = count * 10 + digit;
    }
    if (count === 0) throw malformed(bytes, row);
    if (prints.length > 0) {
      const from = ++at;
      while (bytes[at] !== newline) at++;
      const digits = decoder.decode(bytes.subarray(from, at));
      if (!/^\d+$/.test(digits)) throw malformed(bytes, row);
      prints[rows] = BigInt(digits);
    }
    counts[rows++] = count;
    at++;
  }
  return rows;
}

/** The code of a cell with an escape, or one that is not UTF-8, whose wrong bytes become U+FFFD. */
function codeOfText(column: ColumnEncoder<unknown>, cell: Uint8Array): number {
  const bytes = encoder.encode(unescapeCell(decoder.decode(cell)) ?? nullKey);
  let hash = hashBasis();
  for (const byte of bytes) hash = Math.imul(hash ^ byte, hashFactor());
  return column.codeOfBytes(bytes, 0, bytes.length, hash);
}
