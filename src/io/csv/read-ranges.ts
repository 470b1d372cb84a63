import { runWithEvents } from '../../base/steps.js';
import { throwIfAborted } from '../../base/errors.js';
import type { CountedRange, CsvRange, RangeSettings } from './csv-range.js';
import { CsvReader } from './csv-reader.js';
import { abortOf } from './csv-source.js';
import { countSettings, pieces } from './read-csv.js';
import type { ReadCountedOptions } from './read-csv.js';
import { TextLimits } from '../input-limits.js';
import { checkReadOptions } from './read-options.js';
import type { Table } from '../../table/table.js';
import type { TextSource } from './text-source.js';

/** A file of which any part can be read. */
export interface RangedSource {
  readonly bytes: number;
  /** The bytes `[from, to)` in pieces; a piece is valid until the next is asked for. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** Counts ranges in other threads. */
export interface RangeThreads {
  /**
   * Starts to count the ranges, all at once; [ranges] what was counted, null where a range must be read in its turn. They reject
   * when a thread dies.
   */
  start(
    ranges: readonly CsvRange[],
    settings: RangeSettings,
    onProgress: (bytes: number, rows: number) => void,
  ): readonly Promise<CountedRange | null>[];
  /** Ends what still runs. */
  end(): void;
}

const LF = 10;
/** Bytes in which the end of a line is looked for. */
const LONGEST_LINE = 1 << 20;

/**
 * {@link readCsvCounted} of a file of UTF-8 by several threads: the caller's counts the first range, others count one each, and what they
 * counted is added in the order of the file. The table, its warnings and all errors are those of one thread.
 *
 * Nobody knows whether a range begins with a record before all up to it was read, since cells may hold line ends. So every
 * range is counted as if it did, and is taken only when the reader stands between two records there; if not, or if anything
 * in it is odd, the caller's thread reads it as one thread would.
 *
 * @param parts number of ranges, at least 1
 */
export async function readCsvRanges(
  source: RangedSource,
  options: ReadCountedOptions,
  parts: number,
  threads: RangeThreads,
): Promise<Table> {
  const { signal, onProgress } = options;
  const count = countSettings(options);
  const reader = new CsvReader({ ...checkReadOptions(options), count });
  throwIfAborted(signal);
  const cuts = await cutAtLines(source, parts);
  const ranges = cuts.slice(1).map((to, i): CsvRange => ({ from: cuts[i], to, last: to === source.bytes }));
  const elsewhere = { bytes: 0, rows: 0 };
  let pending: readonly Promise<CountedRange | null>[] | null = null;
  const limits = new TextLimits(options);
  let taken = 0;
  const startOthers = (): void => {
    if (pending !== null || ranges.length === 1) return;
    const settings = reader.rangeSettings(count.memory / ranges.length);
    if (settings === null) return;
    pending = threads.start(ranges.slice(1), settings, (bytes, rows) => {
      elsewhere.bytes += bytes;
      elsewhere.rows += rows;
    });
    // A reader that stops early awaits none of them.
    for (const each of pending) each.catch(() => undefined);
  };
  const aborted = abortOf(signal);
  try {
    for (const [i, { from, to }] of ranges.entries()) {
      const others = pending as readonly Promise<CountedRange | null>[] | null;
      if (i > 0 && others !== null && reader.isAtRecord) {
        const range = await Promise.race([others[i - 1], aborted.promise]);
        if (range !== null) {
          reader.absorb(range, to - from);
          limits.take(to - from, reader.rows, reader.columns);
          taken += to - from;
          continue;
        }
      }
      for await (const piece of pieces(asText(source.read(from, to)), options)) {
        reader.take(piece);
        reader.begin();
        limits.take(piece.length, reader.rows, reader.columns);
        taken += piece.length;
        startOthers();
        onProgress?.({ bytes: taken + elsewhere.bytes, rows: reader.rows + elsewhere.rows });
      }
    }
    throwIfAborted(signal);
    const table = await runWithEvents(reader.finishInSteps(), signal);
    limits.take(0, reader.rows, reader.columns);
    return table;
  } finally {
    aborted.forget();
    threads.end();
  }
}

const asText = (source: AsyncIterable<Uint8Array>): TextSource => ({ source, toUtf8: null });

/** Starts of ranges, and the end of the file: up to `parts` of about one length, each ending with a line end. */
async function cutAtLines(source: RangedSource, parts: number): Promise<readonly number[]> {
  const cuts = [0];
  for (let part = 1; part < parts; part++) {
    let at = Math.max(Math.floor((source.bytes * part) / parts), cuts[cuts.length - 1]);
    for await (const piece of source.read(at, Math.min(source.bytes, at + LONGEST_LINE))) {
      const end = piece.indexOf(LF);
      at += end < 0 ? piece.length : end + 1;
      if (end < 0) continue;
      if (at < source.bytes) cuts.push(at);
      break;
    }
  }
  return [...cuts, source.bytes];
}
