import { InputError } from '../../base/errors.js';

const LF = 10;
const CR = 13;
/** Maximum bytes of a header. */
const longestHeader = 16 * 1024 * 1024;

/** One of several files that are read as one. */
interface JoinedFile {
  readonly source: AsyncIterable<Uint8Array>;
  readonly name: string;
}

/**
 * Several CSV files as one: the header of every further file must be that of the first, byte for byte (a byte order mark and the
 * line end apart), and is left out, with the `skip` lines above it and a line `sep=;`. Without headers the files follow each other.
 *
 * @throws InputError HEADERS_DIFFER
 */
export async function* joinCsv(
  files: readonly JoinedFile[],
  { header, skip = 0 }: { readonly header: boolean; readonly skip?: number },
): AsyncGenerator<Uint8Array> {
  let first: string | null = null;
  let lastByte = LF;
  for (const { source, name } of files) {
    if (lastByte !== LF && lastByte !== CR) yield Uint8Array.of(LF);
    let head: Uint8Array | null = header || skip > 0 ? new Uint8Array(0) : null;
    for await (const chunk of source) {
      let rest = chunk;
      if (head !== null) {
        head = Buffer.concat([head, chunk]);
        const { begin, end } = lastLineAbove(head, { header, skip });
        if (end < 0 && head.length < longestHeader) continue;
        const line = header ? withoutMark(head.subarray(begin, end < 0 ? head.length : end)) : '';
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
      const line = header ? withoutMark(head) : '';
      if (first !== null && line !== first) throw differ(name);
      if (first === null) {
        first = line;
        lastByte = head[head.length - 1];
        yield head;
      }
    }
  }
}

/** Position of the last of the lines above the rows; `end` is -1 while it has not ended. */
function lastLineAbove(
  head: Uint8Array,
  { header, skip }: { readonly header: boolean; readonly skip: number },
): { readonly begin: number; readonly end: number } {
  const isSeparator =
    skip === 0 && /^sep=[,;\t|]\r?$/i.test(withoutMark(head.subarray(0, Math.max(0, head.indexOf(LF)))));
  let lines = skip + (header ? 1 : 0) + (isSeparator ? 1 : 0);
  let begin = 0;
  let end = head.indexOf(LF);
  while (--lines > 0 && end >= 0) {
    begin = end + 1;
    end = head.indexOf(LF, begin);
  }
  return { begin, end };
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
