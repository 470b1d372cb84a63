import { InputError, InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { CsvReader } from './csv-reader.js';
import type { CsvSource } from './csv-source.js';
import { TwinLineCache } from '../../table/line-cache.js';
import { countSettings, rowPieces } from './read-csv.js';
import type { ReadCountedOptions } from './read-csv.js';
import { checkReadOptions } from './read-options.js';
import { changedInput } from '../../table/reopenable-bytes.js';
import { RowFollower } from './row-follower.js';
import type { Table } from '../../table/table.js';
import { knownEncoding, textIn } from './text-source.js';

/**
 * Reads a file a second time that {@link readCsvCounted} counted, and says which entry of its table every row is, in the order
 * of the file; dropped rows are passed over. In bounded memory, and by the line cache where lines repeat.
 *
 * @param table the counted table
 * @param options those of the first reading, and its description; the columns and their types are the table's
 * @returns [rows] entries, block by block; a block is valid until the next is asked for
 * @throws InputError INPUT_CHANGED when the file is not the one that was counted, which may be known only at its end; AbortError
 */
export async function* readEntries(
  source: CsvSource,
  table: Table,
  options: ReadCountedOptions = {},
  pieceLength?: number,
): AsyncGenerator<Uint32Array, void> {
  if (table.weights === null) throw new InvalidArgumentError('table', 'a counted table', 'one of rows');
  const { signal, onProgress, sourceName } = options;
  const { memoBytes, createMemo } = countSettings(options);
  const memo = createMemo?.(memoBytes, true) ?? new TwinLineCache(memoBytes, true);
  const follower = new RowFollower(table, memo, sourceName);
  const select = (name: string): boolean => table.column(name) !== undefined;
  const settings = checkReadOptions({ ...options, types: {}, select, allowEmpty: true });
  const reader = new CsvReader({ ...settings, follower });
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      // These bytes were read without an error before.
      if (error instanceof InputError && error.code !== 'INPUT_CHANGED') throw changedInput(sourceName, error);
      throw error;
    }
  };
  throwIfAborted(signal);
  let taken = 0;
  for await (const piece of rowPieces(
    textIn(source, knownEncoding(source, options), sourceName),
    options,
    pieceLength,
  )) {
    attempt(() => reader.take(piece));
    taken += piece.length;
    onProgress?.({ bytes: taken, rows: reader.rows });
    yield follower.take();
  }
  attempt(() => reader.end());
  yield follower.take();
  follower.finish();
}
