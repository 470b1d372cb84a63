import { throwIfAborted } from '../errors.js';
import type { Control } from './algorithm.js';

const LONGEST_MILLISECONDS = 20;

/** Lets events in between pieces of a search, about every 20 ms, and says when it should end. */
export class Pauses {
  readonly #control: Control;
  readonly #deadline: number;
  #paused = performance.now();

  constructor(control: Control) {
    this.#control = control;
    this.#deadline = control.timeLimit === undefined ? Infinity : this.#paused + 1000 * control.timeLimit;
  }

  /** True when `rest` is due: after about 20 ms. */
  get isDue(): boolean {
    return performance.now() - this.#paused > LONGEST_MILLISECONDS;
  }

  /** True when an anytime search must end with what it has. */
  get isOver(): boolean {
    return this.#control.finish?.aborted === true || performance.now() > this.#deadline;
  }

  /** Tells progress, lets events in, and throws AbortError when the signal is aborted. */
  async rest(share: number): Promise<void> {
    this.#control.onProgress?.({ phase: 'search', share });
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    throwIfAborted(this.#control.signal);
    this.#paused = performance.now();
  }
}
