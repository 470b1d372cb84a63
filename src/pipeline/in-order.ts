import { runWithEvents } from '../base/steps.js';
import { disarmsFormulas } from '../table/formula-guard.js';
import { InvalidArgumentError } from '../base/errors.js';
import { namedColumns, planColumns } from '../job/plan.js';
import { suppressedRow } from '../release/pieces.js';
import type { CsvSource, ReadCountedOptions } from '../io/csv/read-csv.js';
import { readEntries } from '../io/csv/read-entries.js';
import type { WriteCsvOptions } from '../io/csv/write-csv.js';
import { csvEncoder } from '../io/csv/write-csv.js';
import type { JobInput } from './read-for-job.js';
import type { AnonymizeResult } from './result.js';

/** Options of {@link csvChunksInOrder}: of the second reading, and of the writing. */
export type InOrderOptions = Pick<
  ReadCountedOptions,
  'sourceName' | 'signal' | 'onProgress' | 'memory' | 'createMemo'
> &
  Pick<WriteCsvOptions, 'formulaGuard'>;

/**
 * The release of a counted table as CSV in the order of the input: reads the input again and recodes it row by row, in
 * bounded memory. Byte for byte what `csvChunks` gives of the release of the rows themselves, with the delimiter and the mark that the job says.
 *
 * @param source the input once more, which must be what was counted
 * @param input what `readForJob` gave, with `counted`
 * @param done what `anonymize` gave, for a job with `"order": "input"`
 * @returns chunks of about 256 KiB
 * @throws InputError INPUT_CHANGED when the input is not what was counted, which may be known only after the last chunk: what was
 *   written must then be thrown away
 * @example
 * const input = await readForJob(open(), job, { counted: {} });
 * const done = await anonymize(input.table, input.job);
 * for await (const chunk of csvChunksInOrder(open(), input, done)) write(chunk);
 */
export async function* csvChunksInOrder(
  source: CsvSource,
  input: JobInput,
  done: Pick<AnonymizeResult, 'release' | 'plan'>,
  options: InOrderOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { output } = planColumns(input.job);
  const { delimiter, bom } = output;
  const formulaGuard = options.formulaGuard ?? disarmsFormulas(output);
  const encoder = await runWithEvents(csvEncoder(done.release, { delimiter, bom, formulaGuard }), options.signal);
  for await (const block of releasedEntries(source, input, done, options)) yield* encoder.encode(block);
  yield* encoder.finish();
}

/**
 * The rows of the release of a counted table in the order of the input, as numbers of its entries, block by block; a block is
 * valid until the next is asked for. See {@link csvChunksInOrder}.
 */
export async function* releasedEntries(
  source: CsvSource,
  { table, job, found, mattering }: JobInput,
  { plan }: Pick<AnonymizeResult, 'plan'>,
  options: InOrderOptions = {},
): AsyncGenerator<Uint32Array, void> {
  const entryOf = plan?.entryOf;
  if (plan === undefined || entryOf === undefined) {
    throw new InvalidArgumentError(
      'done',
      'the result of a counted table and a job with "order": "input"',
      'another result',
    );
  }
  const { entry } = plan.pieces;
  const releasedOf = new Uint32Array(table.entries).fill(suppressedRow);
  for (let p = 0; p < entry.length; p++) {
    // Algorithms that can be run from counts treat equal rows alike.
    if (p > 0 && entry[p] === entry[p - 1])
      throw new InvalidArgumentError('done', 'a whole recoding', 'a divided entry');
    releasedOf[entry[p]] = entryOf[p];
  }
  const columns = planColumns(job);
  const named = mattering ?? namedColumns(columns);
  const missingMatters = (name: string): boolean => named.includes(name);
  for await (const block of readEntries(source, table, {
    ...columns.input,
    described: found,
    ...options,
    missingMatters,
  })) {
    let kept = 0;
    for (let row = 0; row < block.length; row++) {
      const released = releasedOf[block[row]];
      if (released !== suppressedRow) block[kept++] = released;
    }
    yield block.subarray(0, kept);
  }
}
