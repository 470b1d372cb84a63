import { throwIfAborted } from '../errors.js';
import type { Progress, RunOptions } from './options.js';

/** Lets a run be watched, and ended between its steps. */
export interface Pace {
  /** Tells progress, lets events in when the last pause is long ago, and throws AbortError when the signal is aborted. */
  pause(phase: Progress['phase'], share: number): Promise<void>;
  /** Runs work that yields between its steps, and pauses there. */
  drive<Result>(phase: Progress['phase'], share: number, steps: Generator<void, Result>): Promise<Result>;
}

const longestMilliseconds = 20;

/** The pace of one run. */
export function paceOf(options: RunOptions): Pace {
  let paused = performance.now();
  const pace: Pace = {
    async pause(phase, share) {
      throwIfAborted(options.signal);
      options.onProgress?.({ phase, share });
      throwIfAborted(options.signal);
      if (performance.now() - paused < longestMilliseconds) return;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      paused = performance.now();
      throwIfAborted(options.signal);
    },
    async drive(phase, share, steps) {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        if (performance.now() - paused >= longestMilliseconds) await pace.pause(phase, share);
      }
    },
  };
  return pace;
}
