import { ThreadError } from '../../base/errors.js';
import type { StartThread, Thread, ThreadEvents } from '../algorithm.js';

/** Starts a thread of a search. Throws ThreadError. */
export function openThread(startThread: StartThread, { message, fail }: OwnEvents): Thread {
  const events: ThreadEvents = {
    message,
    failure: (error) => fail(new ThreadError(`a thread of the search died: ${error.message}`, { cause: error })),
  };
  try {
    return startThread(events);
  } catch (error) {
    throw new ThreadError('a thread of the search cannot be started', { cause: error });
  }
}

interface OwnEvents {
  readonly message: ThreadEvents['message'];
  readonly fail: (error: ThreadError) => void;
}

/** Sends a thread a message. Throws ThreadError. */
export function postTo(thread: Thread, order: unknown, transfer: readonly ArrayBuffer[]): void {
  try {
    thread.post(order, transfer);
  } catch (error) {
    // Messages are copied, for which there may be no memory.
    throw new ThreadError('a thread of the search could not be sent what it needs', { cause: error });
  }
}

/** Waits for a message, some milliseconds at most. */
export class Rest {
  #wake: () => void = () => undefined;

  /** A message came. */
  readonly wake = (): void => this.#wake();

  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }
}
