import { throwIfAborted } from '../base/errors.js';
import { driveSteps, type Steps } from '../base/steps.js';
import type { Control, SearchProgress } from './algorithm.js';

const LONGEST_MILLISECONDS = 20;
/** Extra time after the end of a search for its cheap fallback solution. */
const GRACE_MILLISECONDS = 150;

/** Yields to the event loop between pieces of a search, about every 20 ms, and reports when the search should end. */
export class Pauses {
  readonly #control: Control;
  readonly #phase: string;
  readonly #started = performance.now();
  #paused = this.#started;
  #endedEarly = false;
  /** `performance.now()` at the first call that found the time used up. */
  #overSince: number | null = null;

  /** @param phase - what `pause` calls the work, default `search` */
  constructor(control: Control, phase = 'search') {
    this.#control = control;
    this.#phase = phase;
  }

  /** Seconds since this was made. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** True when `pause` is due: after about 20 ms. */
  get isDue(): boolean {
    return performance.now() - this.#paused > LONGEST_MILLISECONDS;
  }

  /** Seconds until the time limit, negative past it; undefined without one. */
  get secondsLeft(): number | undefined {
    const { timeLimit, startedAt = this.#started } = this.#control;
    return timeLimit === undefined ? undefined : timeLimit - (performance.now() - startedAt) / 1000;
  }

  /** True when an anytime search must end with its best result: `finish` was aborted, or the time limit has passed. */
  get isOver(): boolean {
    const { secondsLeft } = this;
    const isOver = this.#control.finish?.aborted === true || (secondsLeft !== undefined && secondsLeft <= 0);
    this.#endedEarly ||= isOver;
    if (isOver) this.#overSince ??= performance.now();
    return isOver;
  }

  /** True when the extra time for a fallback solution has passed, too. */
  get isGraceOver(): boolean {
    return this.isOver && performance.now() - this.#overSince! > GRACE_MILLISECONDS;
  }

  /** True if a caller saw `isOver`: the search ends before its own end. */
  get endedEarly(): boolean {
    return this.#endedEarly;
  }

  /** Reports progress, yields to the event loop, and throws AbortError when the signal is aborted. */
  async pause(share: number, known: Partial<SearchProgress> = {}): Promise<void> {
    this.#control.onProgress?.({ phase: this.#phase, share, ...known });
    await this.letEventsIn();
  }

  /** Calls `pause` where it is due. */
  async pauseWhenDue(share: number): Promise<void> {
    if (this.isDue) await this.pause(share);
  }

  /** Yields to the event loop without a report. Throws AbortError. */
  async letEventsIn(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#paused = performance.now();
    throwIfAborted(this.#control.signal);
  }

  /** Runs work that yields between its steps, and pauses there when that is due; `pause` instead of {@link Pauses.pause}. */
  async drive<Result>(steps: Steps<Result>, pause = (): Promise<void> => this.pause(0)): Promise<Result> {
    return driveSteps(steps, () => this.isDue, pause);
  }
}
