import { columnarFormatOf, readColumnar } from '../../io/columnar/read-columnar.js';
import { gunzip, isGzipName } from '../node/gzip.js';
import { decodeOwn } from '../node/own-encoding.js';
import { joinCsv } from '../node/join-csv.js';
import { countThreads } from '../node/count-threads.js';
import type { FileParts } from '../node/open-input.js';
import { openInput } from '../node/open-input.js';
import type { CsvSource, CheckedJob, JobInput, ReadCountedOptions, ReadCsvOptions, Table } from '../../index.js';
import { readCsv, readCsvCounted } from '../../index.js';
import { readForChecked } from '../../pipeline/read-for-checked.js';
import { amount } from '../../base/plural.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { hideSecret, isSourceAddress } from '../../io/sql/address.js';
import { ReopenableBytes } from '../../io/csv/csv-source.js';
import { changedInput } from '../../io/csv/row-follower.js';
import { readTextCounted } from '../../io/csv/read-csv.js';
import { readText } from '../../io/csv/text-source.js';
import { readNdjson } from '../../io/row-files/ndjson.js';
import { readXlsx } from '../../io/row-files/xlsx.js';
import type { InputSpec } from '../../table/input-spec.js';
import { readCsvRanges } from '../../io/csv/read-ranges.js';
import { declaredKind } from '../../job/roles.js';
import { kindOf } from '../../table/spelling.js';
import type { ValueKind, Warning } from '../../table/table.js';
import type { Terminal } from './console.js';
import { findReleaseDelimiter } from './release-delimiter.js';

/** Opens a file, hands its bytes to `read` (a piece is valid until the next is asked for), and lets go of it whatever happens. */
export async function readFrom<Result>(
  path: string,
  read: (source: CsvSource, sourceName: string, parts: FileParts | null) => Promise<Result>,
  mostUnpacked?: number,
): Promise<Result> {
  const packed = isGzipName(path.replace(/\.[^./]*\.kohort-tmp$/, ''));
  const opened = await openInput(path, { reuse: !packed });
  try {
    let isFirst = true;
    // Read once more, it must be the file that was opened.
    const source = new ReopenableBytes((filter) => {
      const bytes = isFirst ? opened.source : rawBytesOf(path, opened.parts?.identity);
      isFirst = false;
      return filter(packed ? gunzip(bytes, opened.name, mostUnpacked) : bytes);
    });
    return await read(path === '-' ? opened.source : source, opened.name, packed ? null : opened.parts);
  } finally {
    await opened.close();
    // An open stdin would keep the process alive after an error or an interruption.
    if (path === '-') process.stdin.destroy();
  }
}

/**
 * The bytes of a file as they are; it is opened when they are asked for, and a piece is valid until the next is asked for.
 * Throws InputError INPUT_CHANGED when the file is not the one that `identity` says.
 */
async function* rawBytesOf(path: string, identity?: string): AsyncGenerator<Uint8Array> {
  const opened = await openInput(path, { reuse: !isGzipName(path) });
  try {
    if (identity !== undefined && opened.parts?.identity !== identity) throw changedInput(path);
    yield* opened.source;
  } finally {
    await opened.close();
  }
}

/** {@link rawBytesOf}, unpacked. */
const bytesOf = (path: string, identity?: string): AsyncIterable<Uint8Array> =>
  isGzipName(path) ? gunzip(rawBytesOf(path, identity), path) : rawBytesOf(path, identity);

/** Throws InvalidArgumentError OPTION_UNUSED for inputs that cannot be read as one. */
export function refuseSeveral([input, ...more]: readonly string[]): void {
  if (more.length === 0) return;
  const wrong = [input, ...more].find((path) => isSourceAddress(path) || path === '-' || formatOf(path, {}) !== 'csv');
  if (wrong === undefined) return;
  throw new InvalidArgumentError(
    'input',
    'CSV files only, where there are several',
    JSON.stringify(isSourceAddress(wrong) ? hideSecret(wrong) : wrong),
    'OPTION_UNUSED',
  );
}

/** A CSV input of one file or several; of several, each may be in another encoding where none is said. Throws InputError INPUT_CHANGED when one is not what `identities` say. */
export function openFiles(
  paths: readonly string[],
  job: Pick<CheckedJob, 'input'>,
  identities: readonly string[] = [],
): { readonly source: ReopenableBytes; readonly sourceName: string } {
  const { encoding, strict = false, header = true, skip } = job.input ?? {};
  const findsEncodings = paths.length > 1 && encoding === undefined && !strict;
  let warnings: (() => readonly Warning[])[] = [];
  async function* decoded(name: string, identity: string | undefined): AsyncGenerator<Uint8Array> {
    const file = await decodeOwn(name, () => bytesOf(name, identity));
    warnings.push(file.warnings);
    yield* file.bytes;
  }
  const source = new ReopenableBytes(
    (filter) => {
      warnings = [];
      const files = paths.map((name, i) => ({
        name,
        source: findsEncodings ? decoded(name, identities[i]) : filter(bytesOf(name, identities[i])),
      }));
      return files.length === 1 ? files[0].source : joinCsv(files, { header, skip });
    },
    () => warnings.flatMap((each) => each()),
  );
  return { source, sourceName: paths.length === 1 ? paths[0] : `${paths[0]} and ${paths.length - 1} more` };
}

/** Formats of files that are read. */
export type FileFormat = NonNullable<InputSpec['format']>;

/** The format of a file by the ending of its name, or null. */
export function formatOfName(name: string): Exclude<FileFormat, 'csv'> | null {
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? 'ndjson' : columnarFormatOf(name);
}

/** The format of an input: what the job says, else what the ending of its name says. */
export function formatOf(path: string, { input }: Pick<CheckedJob, 'input'>): FileFormat {
  return input?.format ?? formatOfName(path) ?? 'csv';
}

/** Reads a file in rows: CSV, also compressed, Parquet or Arrow, by `format` or the ending of its name. */
export async function readFileRows(path: string, options: ReadCsvOptions): Promise<Table> {
  const format = formatOf(path, { input: options });
  return readFrom(path, (source, sourceName, parts) => readTable(source, parts, format, { ...options, sourceName }));
}

/** Ends a reading once the header is read. */
class HeaderRead extends Error {
  constructor(readonly names: readonly string[]) {
    super();
  }
}

/** The names of the columns of a file by its header alone; null of what has none, and of what cannot be read or read twice. */
export async function readColumnNames(path: string, input: InputSpec): Promise<readonly string[] | null> {
  if (path === '-' || isSourceAddress(path) || formatOf(path, { input }) === 'ndjson') return null;
  const onColumns = (names: readonly string[]): never => {
    throw new HeaderRead(names);
  };
  try {
    await readFileRows(path, { ...input, onColumns });
  } catch (error) {
    if (error instanceof HeaderRead) return error.names;
  }
  return null;
}

/** Reads a table in rows, or with `counted` one of CSV into a counted table. */
async function readTable(
  source: CsvSource,
  parts: FileParts | null,
  format: FileFormat,
  options: ReadCsvOptions,
  counted: CountedReading | null = null,
): Promise<Table> {
  if (format === 'xlsx') return readXlsx(await allBytes(source), options);
  if (format === 'ndjson') return readNdjson(source, options);
  if (format !== 'csv') return readColumnar(await allBytes(source), format, { ...options, handOver: true });
  return counted === null ? readCsv(source, options) : countFile(source, parts, options, counted);
}

async function allBytes(source: CsvSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source as AsyncIterable<Uint8Array>) chunks.push(chunk.slice());
  return Buffer.concat(chunks);
}

/** How distinct rows are counted, and by how many threads. */
export interface CountedReading extends Pick<ReadCountedOptions, 'memory' | 'createMemo'> {
  readonly threads: number;
}

/** Bytes for a thread: what several threads count apart must be put together, which smaller files do not repay. */
const BYTES_PER_THREAD = 64 * 1024 * 1024;

/** How many threads count the rows of a CSV file: as many as it is worth, one where it can be read from its beginning only. */
function countingThreads(parts: FileParts | null, { threads }: CountedReading): number {
  return parts === null ? 1 : Math.max(1, Math.min(threads, Math.floor(parts.bytes / BYTES_PER_THREAD)));
}

/** Counts the rows of a CSV file. */
async function countFile(
  source: CsvSource,
  parts: FileParts | null,
  options: ReadCsvOptions,
  counted: CountedReading,
): Promise<Table> {
  const { memory, createMemo } = counted;
  const settings = { ...options, memory, createMemo };
  const threads = countingThreads(parts, counted);
  const { encoding = 'utf-8' } = options;
  if (parts === null || threads === 1 || encoding !== 'utf-8') return readCsvCounted(source, settings);
  return readText(source, options, async (text) => {
    if (text.toUtf8 !== null) return readTextCounted(text, settings);
    const ranges = countThreads(parts, createMemo === undefined ? 'js' : 'wasm');
    const table = await readCsvRanges(parts, settings, threads, ranges);
    await parts.requireUnchanged();
    return table;
  });
}

/** The input of a job, and how many threads read it. */
export interface ReadInput extends JobInput {
  readonly threads: number;
}

/** Reads the input of a job; with `counted` into a counted table. */
export async function readJobInput(
  paths: readonly string[],
  job: CheckedJob,
  signal: AbortSignal,
  terminal: Terminal,
  counted: CountedReading | null = null,
): Promise<ReadInput> {
  const onProgress = ({ rows }: { readonly rows: number }): void => terminal.progress(`read ${amount(rows, 'row')}`);
  const format = paths.length > 1 ? 'csv' : formatOf(paths[0], job);
  const readOpened = async (source: CsvSource, sourceName: string, parts: FileParts | null): Promise<ReadInput> => {
    const read = async (asked: ReadCsvOptions) => readTable(source, parts, format, asked, counted);
    const threads = counted === null ? 1 : countingThreads(parts, counted);
    return { ...(await readForChecked(source, job, { sourceName, signal, onProgress, read })), threads };
  };
  if (paths.length === 1) return readFrom(paths[0], readOpened);
  const { source, sourceName } = openFiles(paths, job);
  return readOpened(source, sourceName, null);
}

/**
 * Reads a finished release as `anonymize` writes it, or as a spreadsheet saved it with another delimiter. Quasi-identifiers are labels, so texts; the other
 * columns have the types of the original where it is at hand, else the job's. `sourceName` is for messages; with a counted
 * original the release is counted too, unless `counted` says otherwise.
 */
export async function readRelease(
  path: string,
  sourceName: string,
  job: CheckedJob,
  original: Table | undefined,
  signal: AbortSignal,
  counted: CountedReading | null = (original?.weights ?? null) === null ? null : { threads: 1 },
): Promise<Table> {
  const format = columnarFormatOf(path.replace(/\.[^./]*\.kohort-tmp$/, '').replace(/^(.*\/)?\./, '$1')) ?? 'csv';
  const peek = async (use: (source: CsvSource) => Promise<string>): Promise<string> => readFrom(path, use);
  const delimiter = format === 'csv' ? await findReleaseDelimiter(path, job, original, peek) : ',';
  const options = { ...releaseReading(job, original), delimiter, sourceName, signal };
  const own = counted === null ? null : { ...counted, memory: undefined };
  return readFrom(path, (source, _, parts) => readTable(source, parts, format, options, own));
}

/** How a release is read: what stands in it, and that it may have no rows. */
export function releaseReading(job: CheckedJob, original: Table | undefined): ReadCsvOptions {
  const types = Object.create(null) as Record<string, ValueKind>;
  for (const column of original?.columns ?? []) types[column.name] = kindOf(column);
  for (const name of Object.keys(job.attributes)) {
    const kind = declaredKind(job, name);
    if (job.attributes[name].role === 'quasi-identifier') types[name] = { type: 'string' };
    else if (kind !== undefined) types[name] ??= kind;
  }
  return { delimiter: ',', missing: job.input?.missing, types, allowEmpty: true };
}
