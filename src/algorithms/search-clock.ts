import { throwIfAborted } from '../base/errors.js';
import { type Steps, untilOver } from '../base/steps.js';
import type { Control, SearchProgress } from './algorithm.js';
import { Pauses } from './pauses.js';

/** (cost - bound) / cost. */
export function gapOf({ cost, lowerBound }: { readonly cost: number; readonly lowerBound: number }): number {
  return cost === 0 ? 0 : (cost - lowerBound) / cost;
}

/** The least cost of a search, and its lower bound. */
interface Known {
  readonly cost: number;
  readonly lowerBound: number;
}

/** Watches the time and the signals of a search for cuts. */
export class SearchClock {
  readonly #control: Control;
  readonly #pauses: Pauses;

  constructor(control: Control) {
    this.#control = control;
    this.#pauses = new Pauses(control, 'cuts');
  }

  /** Seconds since the search began. */
  get seconds(): number {
    return this.#pauses.seconds;
  }

  /** Seconds until the time limit, above 0; undefined without one. */
  get secondsLeft(): number | undefined {
    const { secondsLeft } = this.#pauses;
    return secondsLeft === undefined ? undefined : Math.max(0.001, secondsLeft);
  }

  /** True when the time limit has passed or `finish` asks for the best result so far. */
  get isOver(): boolean {
    return this.#pauses.isOver;
  }

  /** True when even a cheap solution to fall back on must end, a little past the end of the search. */
  get isGraceOver(): boolean {
    return this.#pauses.isGraceOver;
  }

  /** True if a caller saw `isOver`. */
  get endedEarly(): boolean {
    return this.#pauses.endedEarly;
  }

  /** Runs work in steps, and lets events in between them, where it reports `share`. Throws AbortError. */
  drive<Result>(steps: Steps<Result>, share = 0): Promise<Result> {
    return this.#pauses.drive(steps, async () => void (await this.pause(share)));
  }

  /** Runs work in steps until `isOver`: returns 'over' where the work does not end before. */
  driveUntilOver<Result>(
    steps: Steps<Result>,
    isOver = (): boolean => this.isOver,
    pause: (share: number) => Promise<unknown> = (share) => this.pause(share),
  ): Promise<Result | 'over'> {
    return this.#pauses.drive(untilOver(steps, isOver), async () => void (await pause(0)));
  }

  /**
   * Reports the larger of `share` and the share of the time limit, lets events in when that is due, and throws AbortError when the signal is aborted.
   * Returns isOver. `known`: the least cost, and the bound.
   */
  async pause(share: number, known?: Known): Promise<boolean> {
    throwIfAborted(this.#control.signal);
    if (this.#pauses.isDue) {
      const { share: reached, ...more } = this.standing(share, known);
      await this.#pauses.pause(reached, more);
    }
    return this.isOver;
  }

  /** The progress that `pause` reports. */
  standing(share: number, known?: Known): Omit<SearchProgress, 'phase'> {
    const { timeLimit } = this.#control;
    const { secondsLeft = 0 } = this.#pauses;
    const spent = timeLimit === undefined || timeLimit <= 0 ? 0 : 1 - secondsLeft / timeLimit;
    const bounds = known === undefined || known.cost === Infinity ? {} : { ...known, gap: gapOf(known) };
    return { share: Math.min(1, Math.max(share, spent)), ...bounds };
  }
}
