import { Pauses } from '../algorithms/pauses.js';
import { throwIfAborted } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import type { Progress, RunOptions } from './options.js';

/** Lets a run be watched, and ended between its steps. */
export interface RunProgress {
  /** `performance.now()` at which the run began: from here a time limit counts. */
  readonly startedAt: number;
  /** Reports progress, lets events in when the last pause is long ago, and throws AbortError when the signal is aborted. */
  pause(phase: Progress['phase'], share: number): Promise<void>;
  /** Pauses where the last pause is long ago, else does nothing. */
  pauseWhenDue(phase: Progress['phase'], share: number): Promise<void>;
  /** Runs work that yields between its steps, and pauses there. */
  drive<Result>(phase: Progress['phase'], share: number, steps: Steps<Result>): Promise<Result>;
}

/** Progress of one run. */
export function runProgressOf(options: RunOptions): RunProgress {
  const pauses = new Pauses({ signal: options.signal });
  const progress: RunProgress = {
    startedAt: performance.now(),
    async pause(phase, share) {
      throwIfAborted(options.signal);
      options.onProgress?.({ phase, share });
      throwIfAborted(options.signal);
      if (pauses.isDue) await pauses.letEventsIn();
    },
    async pauseWhenDue(phase, share) {
      if (pauses.isDue) await progress.pause(phase, share);
    },
    drive: (phase, share, steps) => pauses.drive(steps, () => progress.pause(phase, share)),
  };
  return progress;
}

/** Progress that reports everything as one point of a phase. */
export const forwardedAs = (progress: RunProgress, phase: Progress['phase'], share: number): RunProgress => ({
  ...progress,
  pause: () => progress.pause(phase, share),
  pauseWhenDue: () => progress.pauseWhenDue(phase, share),
  drive: (_phase, _share, steps) => progress.drive(phase, share, steps),
});
