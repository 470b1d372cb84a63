import { InvalidArgumentError } from '../../base/errors.js';
import type { ReadTableOptions, Table } from '../../index.js';
import type { ReadColumnarOptions } from '../../io/columnar/read-columnar.js';
import { readColumnar } from '../../io/columnar/read-columnar.js';
import type { CsvSource } from '../../io/csv/csv-source.js';
import { openChunks } from '../../io/csv/csv-source.js';
import { readCsvCounted } from '../../io/csv/read-csv.js';
import { readFormat } from '../../io/file-formats.js';
import type { ColumnarFormat, FileFormat } from '../../table/file-formats.js';
import { formatOf, formatOfFiles, formatOfName, isColumnar, joinedFormats } from '../../table/file-formats.js';
import type { InputDescription } from '../../table/input-description.js';
import { describeReading } from '../../table/input-description.js';
import { BEGINNING_BYTES, foreignFormatOf } from '../../io/foreign-format.js';
import type { TableReader } from '../../io/read-table.js';
import { bodyOf, fetchFrom } from '../../io/read-table.js';
import type { SourcesHost } from './host.js';

/**
 * A file: its path or `file:` URL (in Node), the paths of several CSV files that are read as one (in Node), the URL of a server, its bytes, a Blob or
 * File, a Response, or a stream of bytes. A text is a path, never CSV.
 */
export type SourceFile =
  | string
  | readonly string[]
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** Format of a file, and how it is read. */
export interface FileSourceOptions {
  /**
   * Default: what `input.format` of the job says; else by the ending of the name; of bytes without a name by how they begin; else CSV.
   */
  readonly format?: FileFormat;
  /**
   * CSV alone: true keeps the distinct rows and their numbers instead of all rows, for files larger than memory, `memory` being the most bytes for
   * them. Algorithms that need the rows themselves refuse it. Default false.
   */
  readonly counted?: boolean | { readonly memory?: number };
}

/** See `fileSource` of `kohort/sources`. */
export type FileSource = (file: SourceFile, options?: FileSourceOptions) => TableReader;

/** See `describeInput` of `kohort/sources`. */
export type DescribeInput = (file: SourceFile, options?: ReadTableOptions) => Promise<InputDescription>;

/** A function that reads a file of one format, such as `readParquet`. */
export type ReadFile = (file: SourceFile, options?: ReadTableOptions) => Promise<Table>;

/** See `readColumnar` of `kohort/sources`. */
export type ReadColumnar = (bytes: Uint8Array, format: ColumnarFormat, options?: ReadColumnarOptions) => Promise<Table>;

/** Binds `fileSource` to a host. */
export function bindFileSource(host: SourcesHost): FileSource {
  return (file, options = {}) => ({ readTable: (asked) => readFile(host, file, options, asked) });
}

/** Binds `describeInput` to a host. */
export function bindDescribeInput(host: SourcesHost): DescribeInput {
  return async (file, options = {}) => {
    const read = (onDescribed: ReadTableOptions['onDescribed']): Promise<Table> =>
      readFile(host, file, {}, { ...options, allowEmpty: true, select: () => false, onDescribed });
    // The encoding of a text, and the keys of JSON, are known at the end of the file only.
    return (await describeReading(read, ({ format }) => isColumnar(format)))!;
  };
}

/** Binds a reader of one format to a host. */
export function bindReadFile(host: SourcesHost, format: FileFormat): ReadFile {
  return (file, options = {}) => readFile(host, file, { format }, options);
}

/** Binds `readColumnar` to a host. */
export function bindReadColumnar({ startReading }: SourcesHost): ReadColumnar {
  return (bytes, format, options = {}) => readColumnar(bytes, format, options, startReading);
}

async function readFile(
  host: SourcesHost,
  file: SourceFile,
  { format: given, counted = false }: FileSourceOptions,
  options: ReadTableOptions,
): Promise<Table> {
  const asked = given ?? options.format;
  const read = async (source: CsvSource, format: FileFormat, sourceName?: string): Promise<Table> => {
    const named = { ...options, format, sourceName: options.sourceName ?? sourceName };
    if (counted === false) return readFormat(source, format, named, host.startReading);
    if (format === 'csv') return readCsvCounted(source, { ...named, ...(counted === true ? {} : counted) });
    throw new InvalidArgumentError('options.counted', 'a CSV file', format, 'TWO_PASS_IMPOSSIBLE');
  };
  const paths = pathsOf(host, file);
  if (paths !== null)
    return host.readFiles(paths, options, (source, name) =>
      read(source, formatOfFiles(paths, { format: asked }), name),
    );
  const content = await contentOf(file as Exclude<SourceFile, string | readonly string[]>, options);
  const found = asked ?? (content.name === null ? null : formatOfName(content.name));
  const { source, format } =
    found === null ? await findFormat(content.source, options.signal) : { ...content, format: found };
  return read(source, format, file instanceof Blob ? (content.name ?? undefined) : undefined);
}

/** The paths of the input where it has any, else null. */
function pathsOf(host: SourcesHost, file: SourceFile): readonly string[] | null {
  if (file instanceof URL) return file.protocol === 'file:' ? [host.pathOf(file)] : null;
  if (Array.isArray(file) && file.length > 0) {
    const paths = (file as readonly string[]).flatMap((each) => pathsOf(host, each) ?? []);
    const isJoined = joinedFormats.some((format) => paths.every((path) => formatOf(path) === format));
    if (paths.length === file.length && (paths.length === 1 || isJoined)) return paths;
    throw new InvalidArgumentError(
      'file',
      'paths of CSV files, or of lines of JSON, where there are several',
      'others',
    );
  }
  if (typeof file !== 'string') return null;
  if (file !== '' && !/[\n\r\0]/.test(file)) return [file === '-' ? './-' : file];
  throw new InvalidArgumentError('file', 'the path of a file, a URL, bytes, a Blob, a Response or a stream', 'a text');
}

/** The bytes of a file, and what it is called where that is known. */
async function contentOf(
  file: Exclude<SourceFile, string | readonly string[]>,
  options: ReadTableOptions,
): Promise<{ readonly source: Exclude<CsvSource, string>; readonly name: string | null }> {
  if (file instanceof ArrayBuffer) return { source: new Uint8Array(file), name: null };
  if (file instanceof Blob) return { source: file, name: 'name' in file ? String(file.name) : null };
  if (file instanceof URL) return { source: bodyOf(await fetchFrom(file, options)), name: file.pathname };
  if (file instanceof Response) {
    return { source: bodyOf(file), name: URL.canParse(file.url) ? new URL(file.url).pathname : null };
  }
  const isBytes =
    typeof file === 'object' &&
    file !== null &&
    (file instanceof Uint8Array || Symbol.asyncIterator in file || 'getReader' in file);
  if (isBytes) return { source: file, name: null };
  const expected = 'the path of a file, a URL, bytes, a Blob, a Response or a stream';
  throw new InvalidArgumentError('file', expected, file === null ? 'null' : typeof file);
}

/** The format of bytes by how they begin; a stream is put together again. */
async function findFormat(
  source: Exclude<CsvSource, string>,
  signal: AbortSignal | undefined,
): Promise<{ readonly source: Exclude<CsvSource, string>; readonly format: FileFormat }> {
  if (source instanceof Uint8Array) return { source, format: formatOfBytes(source) };
  if (source instanceof Blob) {
    return { source, format: formatOfBytes(new Uint8Array(await source.slice(0, BEGINNING_BYTES).arrayBuffer())) };
  }
  const pieces = openChunks(source, signal);
  const seen: Uint8Array[] = [];
  let beginning = new Uint8Array(0);
  while (beginning.length < BEGINNING_BYTES) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    seen.push(value.slice());
    const longer = new Uint8Array(beginning.length + value.length);
    longer.set(beginning);
    longer.set(value, beginning.length);
    beginning = longer;
  }
  const whole = (async function* () {
    try {
      yield* seen;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  })();
  return { source: whole, format: formatOfBytes(beginning) };
}

const formatOfBytes = (bytes: Uint8Array): FileFormat => foreignFormatOf(bytes)?.format ?? 'csv';
