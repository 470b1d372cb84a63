import { InputError } from '../../base/errors.js';
import { matchColumns, type OtherOrder } from './match-columns.js';
import { reorderRows } from './reorder-rows.js';
import type { LinePlace } from './skipped-rows.js';
import type { CsvParsing } from './reorder-rows.js';

const LF = 10;
const CR = 13;
/** Maximum bytes of a header. */
const longestHeader = 16 * 1024 * 1024;

/** One of several files that are read as one. */
interface JoinedFile {
  readonly source: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/** Rules of joining files. */
interface JoinRules extends CsvParsing {
  readonly header: boolean;
  /** Lines above each header. Default 0. */
  readonly skip?: number;
  /** Delimiter of cells, where it is known. */
  readonly delimiter?: string;
  /** Learns where the lines of the files are; default: nobody. */
  readonly places?: LinePlaces;
}

/** Finds the file of a line where several are read as one. */
export class LinePlaces {
  readonly #files: { readonly name: string; readonly before: number; readonly own: number }[] = [];
  #lines = 0;
  #isAfterCr = false;

  /** Begins a file whose rows stand behind `own` lines of it. */
  begin(name: string, own: number): void {
    this.#files.push({ name, before: this.#lines, own });
  }

  /** Counts the lines of bytes that go on. */
  count(bytes: Uint8Array): void {
    if (this.#isAfterCr && bytes[0] === LF) this.#lines--;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) this.#lines++;
    for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) if (bytes[at + 1] !== LF) this.#lines++;
    this.#isAfterCr = bytes.at(-1) === CR;
  }

  /** Returns the file of a line, and its line there. */
  readonly locate = (line: number): LinePlace => {
    const file = this.#files.findLast(({ before }) => before < line) ?? this.#files[0];
    return { source: file.name, line: line - file.before + file.own };
  };
}

/**
 * Several CSV files as one: the columns of every further file are those of the first, in any order, which its header says; its rows go on in the
 * order of the first. Headers of further files are left out, with the `skip` lines above them and a line `sep=;`. Without headers the files follow
 * each other.
 *
 * @throws InputError HEADERS_DIFFER
 */
export async function* joinFiles(files: readonly JoinedFile[], rules: JoinRules): AsyncGenerator<Uint8Array> {
  const { header, skip = 0, places = new LinePlaces() } = rules;
  let first: Head | null = null;
  let lastByte = LF;
  for (const { source, name } of files) {
    if (lastByte !== LF && lastByte !== CR) {
      places.count(Uint8Array.of(LF));
      yield Uint8Array.of(LF);
    }
    lastByte = LF;
    const pieces = source[Symbol.asyncIterator]();
    const all = { [Symbol.asyncIterator]: () => pieces };
    try {
      const hasHead = header || skip > 0;
      const opened: OpenedFile = hasHead ? await openHead(pieces, { header, skip }) : { head: null, rest: all };
      const { head, rest } = opened;
      const order = first === null || head === null ? null : matchColumns(first.line, head.line, rules.delimiter, name);
      places.begin(name, first === null || head === null ? 0 : head.lines);
      const body = first === null && head !== null ? after(head.bytes, rest) : rest;
      first ??= head;
      for await (const chunk of order === null ? body : reordered(body, order, name, head!.lines, rules)) {
        if (chunk.length === 0) continue;
        lastByte = chunk[chunk.length - 1];
        places.count(chunk);
        yield chunk;
      }
    } finally {
      // A file whose header is refused is closed too.
      await pieces.return?.();
    }
  }
}

const reordered = (
  body: AsyncIterable<Uint8Array>,
  order: OtherOrder,
  name: string,
  lines: number,
  parsing: CsvParsing,
): AsyncIterable<Uint8Array> => reorderRows(body, order, { source: name, linesBefore: lines }, parsing);

/** Lines above the rows of a file. */
interface Head {
  /** The header, without a byte order mark and the end of the line; empty without a header. */
  readonly line: Uint8Array;
  /** All lines above the rows as they stand, and their number. */
  readonly bytes: Uint8Array;
  readonly lines: number;
}

interface OpenedFile {
  readonly head: Head | null;
  readonly rest: AsyncIterable<Uint8Array>;
}

/** Reads the lines above the rows of a file. */
async function openHead(
  pieces: AsyncIterator<Uint8Array>,
  { header, skip }: { readonly header: boolean; readonly skip: number },
): Promise<OpenedFile> {
  let bytes: Uint8Array = new Uint8Array(0);
  for (;;) {
    const { begin, end, lines } = lastLineAbove(bytes, { header, skip });
    if (end >= 0 || bytes.length >= longestHeader) {
      const to = end < 0 ? bytes.length : end + 1;
      const line = header ? withoutMark(bytes.subarray(begin, end < 0 ? to : end)) : new Uint8Array(0);
      const head = { line, bytes: bytes.slice(0, to), lines };
      return { head, rest: after(bytes.slice(to), { [Symbol.asyncIterator]: () => pieces }) };
    }
    const { value, done } = await pieces.next();
    if (done === true) {
      // A file of one line without an end.
      const line = header ? withoutMark(bytes.subarray(begin)) : new Uint8Array(0);
      const head = bytes.length === 0 ? null : { line, bytes, lines };
      return { head, rest: after(new Uint8Array(0), { [Symbol.asyncIterator]: () => pieces }) };
    }
    const longer: Uint8Array = new Uint8Array(bytes.length + value.length);
    longer.set(bytes);
    longer.set(value, bytes.length);
    bytes = longer;
  }
}

async function* after(bytes: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield bytes;
  yield* rest;
}

/** Position of the last of the lines above the rows, and their number; `end` is -1 while it has not ended. */
function lastLineAbove(
  head: Uint8Array,
  { header, skip }: { readonly header: boolean; readonly skip: number },
): { readonly begin: number; readonly end: number; readonly lines: number } {
  const latin = new TextDecoder('latin1');
  const beginning = latin.decode(withoutMark(head.subarray(0, Math.max(0, head.indexOf(LF)))));
  const isSeparator = skip === 0 && /^sep=[,;\t|]$/i.test(beginning);
  const lines = skip + (header ? 1 : 0) + (isSeparator ? 1 : 0);
  let begin = 0;
  let end = head.indexOf(LF);
  for (let left = lines; --left > 0 && end >= 0;) {
    begin = end + 1;
    end = head.indexOf(LF, begin);
  }
  return { begin, end, lines };
}

/** A line without a byte order mark and a CR at its end. */
function withoutMark(line: Uint8Array): Uint8Array {
  const isMarked = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
  return line.slice(isMarked ? 3 : 0, line.at(-1) === CR ? -1 : undefined);
}

/** Returns an error whose place is that of a line in one of several files. */
export function locateError(error: InputError, locate: (line: number) => LinePlace): InputError {
  if (error.where.line === undefined) return error;
  const { byte: _, ...where } = error.where;
  return new InputError(error.code, error.problem, { ...where, ...locate(error.where.line) }, { cause: error.cause });
}
