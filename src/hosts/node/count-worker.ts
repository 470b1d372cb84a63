/** A thread of Node that counts a range of a CSV file. */
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createLineCaches } from '../../engine/create-engine.js';
import { countRange } from '../../io/csv/count-range.js';
import type { CountedRange } from '../../io/csv/csv-range.js';
import type { CountAnswer, CountOrder } from './count-threads.js';
import { identityOf } from './open-input.js';
import { readPieces } from './read-pieces.js';

/** Milliseconds between two reports. */
const REPORT_EVERY = 50;

const { path, identity, range, settings, engine } = workerData as CountOrder;
const post = (answer: CountAnswer, transfer: ArrayBuffer[] = []): void => parentPort!.postMessage(answer, transfer);

/** Null when the path leads to another file by now: the caller has the one that is meant. */
async function count(): Promise<CountedRange | null> {
  const createMemo = engine === 'wasm' ? await createLineCaches() : undefined;
  const file = await open(path, 'r');
  try {
    const isMeant = async (): Promise<boolean> => identityOf(await file.stat({ bigint: true })) === identity;
    if (!(await isMeant())) return null;
    let waiting = { bytes: 0, rows: 0 };
    let reported = 0;
    let last = performance.now();
    const counted = await countRange(
      readPieces(file, range.from, range.to, { reuse: true }),
      { last: range.last },
      settings,
      createMemo,
      (bytes, rows) => {
        waiting = { bytes: waiting.bytes + bytes, rows };
        if (performance.now() - last < REPORT_EVERY) return;
        last = performance.now();
        post({ kind: 'progress', bytes: waiting.bytes, rows: rows - reported });
        waiting.bytes = 0;
        reported = rows;
      },
    );
    return (await isMeant()) ? counted : null;
  } finally {
    await file.close();
  }
}

/** Trouble with the file is not reported from here: the caller then reads the range, and meets it. */
const counted = await count().catch((error: unknown) => {
  if (typeof error === 'object' && error !== null && 'syscall' in error) return null;
  throw error;
});
const buffers = counted === null ? [] : [counted.counted.rows, counted.counted.firstRows, ...counted.counted.codes];
post({ kind: 'counted', range: counted }, [...new Set(buffers.map(({ buffer }) => buffer as ArrayBuffer))]);
