import { ThreadError } from './errors.js';
import { fromPlainError, type PlainError } from './plain-error.js';
import { isPlainObject } from './plain-object.js';

/** Events that a thread reports to its starter. */
export interface ThreadEvents {
  /** It sent a message. */
  message(value: unknown): void;
  /** It died, or could not be started; nothing more comes. */
  failure(error: Error): void;
}

/** A thread that works for another one. Messages are cloned as postMessage does. */
export interface Thread {
  /** Sends it a message; the memory of what `transfer` lists is handed over. */
  post(value: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Ends it at once; no event follows. */
  end(): void;
}

/** Starts a thread that helps with a search, and reports its messages to `events`. A host gives it; `kohort` and the worker have their own. */
export type StartThread = (events: ThreadEvents) => Thread;

/** Message of a thread whose work failed. */
export interface Failure {
  readonly kind: 'failed';
  readonly error: PlainError;
}

function isFailure(value: unknown): value is Failure {
  if (!isPlainObject(value) || value.kind !== 'failed' || !isPlainObject(value.error)) return false;
  const { name, message, fields } = value.error;
  return typeof name === 'string' && typeof message === 'string' && (fields === undefined || isPlainObject(fields));
}

/** Milliseconds without a message after which a waiting thread looks up. */
const REST_MILLISECONDS = 20;

/**
 * Threads that work for this one. An error in one of them, or in a message of one, is kept and thrown by the next {@link check}: nothing is
 * thrown to the host that brings a message.
 */
export class Team {
  readonly #threads = new Set<Thread>();
  #failure: Error | null = null;
  #wake: () => void = () => undefined;

  /** @param work noun for messages: the threads are those of a search or of an audit */
  constructor(readonly work: 'search' | 'audit') {}

  /**
   * Starts a thread. Throws ThreadError.
   *
   * @param isAnswer tests the form of its messages, which may be any value
   * @param hear takes its answers; what it throws fails the team
   */
  start<Answer>(
    startThread: StartThread,
    isAnswer: (value: unknown) => value is Answer,
    hear: (answer: Answer) => void,
  ): Thread {
    const take = (value: unknown): void => {
      if (isFailure(value)) throw fromPlainError(value.error);
      if (!isAnswer(value)) throw this.unexpected();
      hear(value);
    };
    const events: ThreadEvents = {
      message: (value) => this.#hearFrom(thread, () => take(value)),
      failure: (cause) =>
        this.#hearFrom(thread, () => {
          throw new ThreadError(`a thread of the ${this.work} died: ${cause.message}`, { cause });
        }),
    };
    const thread = attempt(() => startThread(events), `a thread of the ${this.work} cannot be started`);
    this.#threads.add(thread);
    return thread;
  }

  /** Nothing is heard of a thread that was ended. */
  #hearFrom(thread: Thread, hear: () => void): void {
    if (!this.#threads.has(thread)) return;
    try {
      hear();
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#wake();
  }

  /** Sends a message, for whose copy there may be no memory. Throws ThreadError. */
  post(thread: Thread, order: unknown, transfer: readonly ArrayBuffer[] = []): void {
    attempt(() => thread.post(order, transfer), `a thread of the ${this.work} could not be sent what it needs`);
  }

  /** The error for an answer that does not fit the order. */
  unexpected(): ThreadError {
    return new ThreadError(`a thread of the ${this.work} sent a message that is not an answer`);
  }

  /** Throws the first error of a thread. */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Waits for a message of any thread, some milliseconds at most. */
  async wait(milliseconds = REST_MILLISECONDS): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  /** Ends threads at once, by default all. */
  end(threads: Iterable<Thread> = this.#threads): void {
    for (const thread of threads) {
      this.#threads.delete(thread);
      thread.end();
    }
  }
}

function attempt<Result>(act: () => Result, message: string): Result {
  try {
    return act();
  } catch (cause) {
    throw new ThreadError(message, { cause });
  }
}
