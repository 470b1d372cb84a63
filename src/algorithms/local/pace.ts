import { throwIfAborted } from '../../errors.js';
import type { Control } from '../algorithm.js';

const SLICE_MILLISECONDS = 20;

/** A pause for long searches: tells the share of the work, lets events in every 20 ms and throws AbortError. */
export function paceOfSearch(control: Control, phase: string): (share: number) => Promise<void> {
  let paused = performance.now();
  return async (share) => {
    if (performance.now() - paused < SLICE_MILLISECONDS) return;
    control.onProgress?.({ phase, share });
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    paused = performance.now();
    throwIfAborted(control.signal);
  };
}
