import { Worker } from 'node:worker_threads';
import { ThreadError } from '../../base/errors.js';
import type { Thread } from '../../base/team.js';
import type { CountedRange, CsvRange, RangeSettings } from '../../io/csv/csv-range.js';
import type { RangeThreads } from '../../io/csv/read-ranges.js';
import type { FileParts } from './open-input.js';
import { threadOf } from './thread-of.js';

/** Order for a thread that counts. */
export interface CountOrder {
  readonly path: string;
  readonly identity: string;
  readonly range: CsvRange;
  readonly settings: RangeSettings;
  readonly engine: 'wasm' | 'js';
}

/** Answer of a thread that counts: bytes and rows since the last time, or its counts. */
export type CountAnswer =
  | { readonly kind: 'progress'; readonly bytes: number; readonly rows: number }
  | { readonly kind: 'counted'; readonly range: CountedRange | null };

/**
 * Threads of Node that count ranges of a file, one each. Their promises reject with ThreadError when one dies.
 *
 * @param script what a thread runs, count-worker.js
 */
export function countThreads(
  { path, identity }: Pick<FileParts, 'path' | 'identity'>,
  engine: 'wasm' | 'js',
  script = new URL('./count-worker.js', import.meta.url),
): RangeThreads {
  const threads: Thread[] = [];
  return {
    start: (ranges, settings, onProgress) =>
      ranges.map(async (range) => {
        const order: CountOrder = { path, identity, range, settings, engine };
        const worker = new Worker(script, { workerData: order, execArgv: [] });
        return new Promise<CountedRange | null>((resolve, reject) => {
          const message = (value: unknown): void => {
            const answer = value as CountAnswer;
            if (answer.kind === 'progress') onProgress(answer.bytes, answer.rows);
            else resolve(answer.range);
          };
          const failure = (cause: Error): void => reject(new ThreadError('a thread that counted rows died', { cause }));
          threads.push(threadOf(worker, { message, failure }));
        });
      }),
    end: () => {
      for (const thread of threads) thread.end();
    },
  };
}
