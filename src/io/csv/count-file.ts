import type { Table } from '../../table/table.js';
import type { CsvSource } from './csv-source.js';
import type { ReadCountedOptions, ReadCsvOptions } from './read-csv.js';
import { readCsvCounted, readTextCounted } from './read-csv.js';
import type { RangedSource, RangeThreads } from './read-ranges.js';
import { readCsvRanges } from './read-ranges.js';
import { readText } from './text-source.js';

/** Options of counting distinct rows, and the number of threads. */
export interface CountedReading extends Pick<ReadCountedOptions, 'memory' | 'createMemo'> {
  readonly threads: number;
}

/** A regular file that several threads may count. */
interface CountedFile extends RangedSource {
  /** Threads that count ranges of it by an engine. */
  startThreads(engine: 'wasm' | 'js'): RangeThreads;
  /** Throws InputError INPUT_CHANGED when the file is not what was opened any more. */
  requireUnchanged(): Promise<void>;
}

/** Options of counting a file; `file` is null of one that can be read from its beginning only. */
export interface FileCounting extends CountedReading {
  readonly file: CountedFile | null;
}

/** Minimum bytes for a thread: smaller files do not justify its start, and joining what several threads count apart. */
const BYTES_PER_THREAD = 64 * 1024 * 1024;

/** Number of threads that count the rows of a CSV file: as many as its size justifies, one where it can be read from its beginning only. */
export function countingThreads(
  file: Pick<RangedSource, 'bytes'> | null,
  { threads }: Pick<CountedReading, 'threads'>,
): number {
  return file === null ? 1 : Math.max(1, Math.min(threads, Math.floor(file.bytes / BYTES_PER_THREAD)));
}

/** True for a file whose bytes are not those that its reader sees. */
const isRewritten = ({ baskets, escapes }: ReadCsvOptions): boolean => baskets !== undefined || escapes !== undefined;

/** Counts the rows of a CSV file. */
export async function countFile(
  source: CsvSource,
  options: ReadCsvOptions,
  { file, ...counted }: FileCounting,
): Promise<Table> {
  const { memory, createMemo } = counted;
  const settings = { ...options, memory, createMemo };
  const threads = countingThreads(file, counted);
  const { encoding = 'utf-8' } = options;
  if (file === null || threads === 1 || encoding !== 'utf-8' || isRewritten(options))
    return readCsvCounted(source, settings);
  return readText(source, options, async (text) => {
    if (text.toUtf8 !== null) return readTextCounted(text, settings);
    const table = await readCsvRanges(
      file,
      settings,
      threads,
      file.startThreads(createMemo === undefined ? 'js' : 'wasm'),
    );
    await file.requireUnchanged();
    return table;
  });
}
