import { Pauses } from '../algorithms/pauses.js';
import { throwIfAborted } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import type { Progress, RunOptions } from './options.js';

/** Lets a run be watched, and ended between its steps. */
export interface Pace {
  /** `performance.now()` at which the run began: from here a time limit counts. */
  readonly startedAt: number;
  /** Tells progress, lets events in when the last pause is long ago, and throws AbortError when the signal is aborted. */
  pause(phase: Progress['phase'], share: number): Promise<void>;
  /** The same where the last pause is long ago, else nothing. */
  pauseWhenDue(phase: Progress['phase'], share: number): Promise<void>;
  /** Runs work that yields between its steps, and pauses there. */
  drive<Result>(phase: Progress['phase'], share: number, steps: Steps<Result>): Promise<Result>;
}

/** The pace of one run. */
export function paceOf(options: RunOptions): Pace {
  const pauses = new Pauses({ signal: options.signal });
  const pace: Pace = {
    startedAt: performance.now(),
    async pause(phase, share) {
      throwIfAborted(options.signal);
      options.onProgress?.({ phase, share });
      throwIfAborted(options.signal);
      if (pauses.isDue) await pauses.breathe();
    },
    async pauseWhenDue(phase, share) {
      if (pauses.isDue) await pace.pause(phase, share);
    },
    drive: (phase, share, steps) => pauses.drive(steps, () => pace.pause(phase, share)),
  };
  return pace;
}
