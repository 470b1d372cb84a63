/** Rows of an original that its release does not have. */
import type { Anonymize } from '../pipeline/anonymize.js';
import type { ReleasePlan } from '../pipeline/options.js';
import { applyRead } from '../pipeline/recoding/apply-recoding.js';
import { readRecoding } from '../pipeline/recoding/read-recoding.js';
import type { KeptRecoding } from '../pipeline/recoding/recoding.js';
import type { Pieces } from '../release/pieces.js';
import { suppressedRow } from '../release/pieces.js';
import { countRowsPerCode, Table } from '../table/table.js';
import type { ReadRelease } from './read-release.js';

/** Options of the search for suppressed rows. */
export interface SuppressedRowsOptions {
  /** Repeats the search where the recoding cannot be applied: `anonymize` of `kohort`, `kohort/js` or `kohort/core`. */
  readonly anonymize: Anonymize;
  /** Called with the finished share of that search, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Marks the rows of the original that were not released. A release is shuffled: the rows are found by the recoding where it can be applied, else
 * by another search, which finds other rows where the first one was ended early. Compare their number with `suppressed` of the result.
 *
 * @param recoding - `recoding` of the result
 * @returns [rows] 1 for suppressed rows, else 0
 * @throws what `applyRecoding` and `anonymize` throw
 */
export const findSuppressedRows = (
  read: ReadRelease,
  recoding: KeptRecoding,
  options: SuppressedRowsOptions,
): Promise<Uint8Array> => (recoding.applicable ? byRecoding(read, recoding) : bySearch(read, options));

/** [rows] 1 for those that no class of the recoding takes. */
async function byRecoding({ original, quasiIdentifiers }: ReadRelease, recoding: KeptRecoding): Promise<Uint8Array> {
  const checked = await readRecoding(recoding);
  // The rows of the original are those that the job takes.
  const own = { ...checked, input: { ...checked.input, where: undefined, count: undefined } };
  const { release } = await applyRead(own, original, { order: 'input', suppressed: 'star', seed: 0 });
  const stars = quasiIdentifiers.map((name) => {
    const column = release.column(name);
    if (column === undefined) throw new Error('The recoding lacks a column.');
    return { codes: column.codes, star: column.texts.indexOf('*') };
  });
  return Uint8Array.from({ length: original.rows }, (_, row) =>
    Number(stars.every(({ codes, star }) => codes[row] === star)),
  );
}

/** Ends a run as soon as the fate of every row is known. */
class Planned extends Error {}

async function bySearch(
  { original, job }: ReadRelease,
  { anonymize, onProgress = () => undefined }: SuppressedRowsOptions,
): Promise<Uint8Array> {
  const columns = original.columns.map((column) => ({ ...column, rowsPerCode: countRowsPerCode(column) }));
  const counted = new Table(original.rows, columns, [], new Uint32Array(original.rows).fill(1));
  let pieces: Pieces | null = null;
  try {
    await anonymize(counted, job, {
      recoding: false,
      onPlan: (plan: ReleasePlan) => {
        ({ pieces } = plan);
        throw new Planned();
      },
      onProgress: ({ phase, share }) => onProgress(phase === 'search' ? share : 0),
    });
  } catch (error) {
    if (!(error instanceof Planned)) throw error;
  }
  const isSuppressed = new Uint8Array(original.rows);
  const found = pieces as Pieces | null;
  found?.entry.forEach((entry, piece) => {
    if (found.classId[piece] === suppressedRow) isSuppressed[entry] = 1;
  });
  return isSuppressed;
}
