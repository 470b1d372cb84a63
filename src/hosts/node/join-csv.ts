import { InputError } from '../../base/errors.js';

const LF = 10;
const CR = 13;
/** A header has at most so many bytes. */
const longestHeader = 16 * 1024 * 1024;

/** One of several files that are read as one. */
export interface JoinedFile {
  readonly source: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/**
 * Several CSV files as one: the first line of every further file must be that of the first, byte for byte (a byte order
 * mark and the line end apart), and is left out. Without headers the files follow each other as they are.
 *
 * @throws InputError HEADERS_DIFFER
 */
export async function* joinCsv(
  files: readonly JoinedFile[],
  { header }: { readonly header: boolean },
): AsyncGenerator<Uint8Array> {
  let first: string | null = null;
  let lastByte = LF;
  for (const { source, name } of files) {
    if (lastByte !== LF && lastByte !== CR) yield Uint8Array.of(LF);
    let head: Uint8Array | null = header ? new Uint8Array(0) : null;
    for await (const chunk of source) {
      let rest = chunk;
      if (head !== null) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(LF);
        if (end < 0 && head.length < longestHeader) continue;
        const line = withoutMark(head.subarray(0, end < 0 ? head.length : end));
        if (first !== null && line !== first) throw differ(name);
        rest = first === null ? head : head.subarray(end + 1);
        first ??= line;
        head = null;
      }
      if (rest.length === 0) continue;
      lastByte = rest[rest.length - 1];
      yield rest;
    }
    if (head !== null && head.length > 0) {
      // A file of one line without an end.
      const line = withoutMark(head);
      if (first !== null && line !== first) throw differ(name);
      if (first === null) {
        first = line;
        lastByte = head[head.length - 1];
        yield head;
      }
    }
  }
}

const withoutMark = (line: Uint8Array): string =>
  Buffer.from(line)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replace(/\r$/, '');

function differ(name: string): InputError {
  const message =
    'the first line is another than that of the first file; files that are read as one have the same columns in the same order and encoding';
  return new InputError('HEADERS_DIFFER', message, { source: name, line: 1 });
}
