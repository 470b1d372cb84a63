import { CapacityError, InputError } from '../../base/errors.js';
import type { CountedRange, RangeSettings } from './csv-range.js';
import { CsvReader } from './csv-reader.js';
import type { LineCacheFactory } from '../../table/line-cache.js';
import { pieces } from './read-csv.js';

/**
 * Counts a range as if a record began with it. Null where anything is odd (an error, a record or blank lines that reach beyond its
 * end, too many entries): a reader that knows what comes before has to look.
 *
 * @param bytes the bytes of the range, in pieces of any length
 * @param onPiece called after every piece with the rows so far
 */
export async function countRange(
  bytes: AsyncIterable<Uint8Array>,
  { last }: { readonly last: boolean },
  settings: RangeSettings,
  createMemo: LineCacheFactory | undefined,
  onPiece: (bytes: number, rows: number) => void = () => undefined,
): Promise<CountedRange | null> {
  const { kept, mattering, memory, memoBytes, ...others } = settings;
  const reader = new CsvReader(
    {
      ...others,
      select: (name) => kept.has(name),
      missingMatters: (name) => mattering.has(name),
      allowEmpty: true,
      skip: 0,
      headerRows: 1,
      strict: true,
      // Such a range is read in its turn.
      badRows: 'error',
      mostColumns: settings.columns.length,
      count: { memory, memoBytes, createMemo },
    },
    true,
  );
  try {
    for await (const piece of pieces({ source: bytes, toUtf8: null }, { sourceName: settings.source })) {
      reader.take(piece);
      onPiece(piece.length, reader.rows);
    }
    return reader.finishRange(last);
  } catch (error) {
    if (error instanceof InputError || error instanceof CapacityError) return null;
    throw error;
  }
}
