import { abortErrorOf, ThreadError, throwIfAborted } from '../../base/errors.js';
import { fromPlainError } from '../../base/plain-error.js';
import type { Thread } from '../../base/team.js';
import { limitError, memoryFor, secondsFor } from '../input-limits.js';
import type { ChosenColumns, FoundColumns } from './decode-columnar.js';
import type { Decoded, ReadingAnswer, ReadingOrder, ReadingTask, StartReading } from './reading-messages.js';

/** Callbacks and settings of a caller that waits for a thread. */
interface ThreadWatch {
  /** Chooses the columns of a columnar file. */
  choose?(found: FoundColumns): ChosenColumns;
  progress?(rows: number): void;
  readonly signal: AbortSignal | undefined;
  /** The buffer of the file is handed over instead of copied; it is empty afterwards. */
  readonly handOver: boolean;
}

/** Milliseconds in which an answer that waits is taken before a thread counts as late. */
const GRACE = 100;

/**
 * Decodes a file in a thread of its own, which is ended when the file asks for more than its limits, and when the signal is aborted:
 * readers of damaged files may run for ever. Gives null where the host starts no thread; the file is untouched then.
 */
export async function decodeInThread<Task extends ReadingTask>(
  start: StartReading,
  task: Task,
  watch: ThreadWatch,
): Promise<Decoded<Task> | null> {
  throwIfAborted(watch.signal);
  const reading = new Reading<Decoded<Task>>(task, watch);
  watch.signal?.addEventListener('abort', reading.abort, { once: true });
  try {
    return await reading.run(start);
  } finally {
    watch.signal?.removeEventListener('abort', reading.abort);
    reading.end();
  }
}

class Reading<Result> {
  readonly #task: ReadingTask;
  readonly #watch: ThreadWatch;
  readonly #bytes: number;
  #thread: Thread | null = null;
  #isReady = false;
  #cells = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resolve: (result: Result | null) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(task: ReadingTask, watch: ThreadWatch) {
    this.#task = task;
    this.#watch = watch;
    this.#bytes = task.bytes.length;
  }

  async run(start: StartReading): Promise<Result | null> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const { limits = {} } = this.#task.rules;
      const memory = { bytes: memoryFor(this.#bytes, limits), isSaid: limits.memory !== undefined };
      try {
        this.#thread = start({ message: this.#answer, failure: this.#fail }, memory);
      } catch {
        resolve(null);
      }
    });
  }

  readonly abort = (): void => this.#reject(abortErrorOf(this.#watch.signal));

  end(): void {
    clearTimeout(this.#timer);
    this.#thread?.end();
  }

  readonly #fail = (cause: Error & { readonly code?: unknown }): void => {
    if (!this.#isReady) return this.#resolve(null);
    const { sourceName: source, limits = {} } = this.#task.rules;
    if (cause.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      return this.#reject(new ThreadError('the thread that decoded the file died', { cause }));
    const most = memoryFor(this.#bytes, limits);
    const problem = `decoding the ${this.#bytes} bytes of the file takes more than ${most} bytes of memory, or than the host gives`;
    this.#reject(limitError('memory', problem, source));
  };

  readonly #answer = (answer: unknown): void => {
    try {
      this.#take(answer as ReadingAnswer);
    } catch (error) {
      this.#reject(error);
    }
  };

  #take(answer: ReadingAnswer): void {
    switch (answer.kind) {
      case 'ready':
        this.#isReady = true;
        this.#setTime();
        return this.#send();
      case 'found': {
        this.#cells = answer.found.rows * answer.found.columns.length;
        this.#setTime();
        const chosen = this.#watch.choose?.(answer.found) ?? { names: [], matter: [] };
        return this.#post({ kind: 'chosen', chosen });
      }
      case 'progress':
        return this.#watch.progress?.(answer.rows);
      case 'done':
        return this.#resolve(answer.decoded as Result);
      case 'error':
        return this.#reject(fromPlainError(answer.error));
    }
  }

  #send(): void {
    const { bytes } = this.#task;
    const { buffer } = bytes;
    const isWhole = bytes.length === buffer.byteLength && buffer instanceof ArrayBuffer;
    // A view of a larger buffer is cut out: cloning it would clone the whole buffer.
    const own = isWhole ? bytes : bytes.slice();
    const transfer = this.#watch.handOver || !isWhole ? [own.buffer as ArrayBuffer] : [];
    this.#post({ kind: 'decode', task: { ...this.#task, bytes: own } }, transfer);
  }

  /** Messages are copied, for which memory may be missing. */
  #post(order: ReadingOrder, transfer: readonly ArrayBuffer[] = []): void {
    try {
      this.#thread?.post(order, [...transfer]);
    } catch (cause) {
      throw new ThreadError('the file could not be sent to the thread that decodes it', { cause });
    }
  }

  /** Restarts the clock once the size of the work is known. */
  #setTime(): void {
    const { limits = {}, sourceName: source } = this.#task.rules;
    const seconds = secondsFor(this.#bytes, this.#cells, limits);
    const late = (): void => {
      const problem = `decoding the ${this.#bytes} bytes of the file takes more than ${Number(seconds.toPrecision(3))} seconds; it may be damaged`;
      this.#reject(limitError('seconds', problem, source));
    };
    clearTimeout(this.#timer);
    // Twice, since an answer may have come while this thread was busy.
    this.#timer = setTimeout(() => (this.#timer = setTimeout(late, GRACE)), Math.min(seconds * 1000, 2 ** 31 - 1));
  }
}
