import { throwIfAborted } from '../base/errors.js';
import type { EngineSearch } from '../engine/engine.js';
import type { Control } from './algorithm.js';
import { Pauses } from './pauses.js';

const FIRST_BUDGET = 1 << 16;
const SLICE_MILLISECONDS = 20;

/**
 * Steps a search to its end in slices of about 20 ms, so that an aborted signal is seen and progress is reported between them. Throws AbortError; the
 * caller disposes of the search.
 */
export async function runSearch(search: EngineSearch<unknown>, phase: string, control: Control): Promise<void> {
  let budget = FIRST_BUDGET;
  const pauses = new Pauses(control);
  for (;;) {
    const before = performance.now();
    const ended = search.step(budget);
    const now = performance.now();
    control.onProgress?.({ phase, share: ended ? 1 : search.progress() });
    if (ended) return;
    if (now - before < SLICE_MILLISECONDS) budget *= 2;
    else if (now - before > 3 * SLICE_MILLISECONDS) budget = Math.max(FIRST_BUDGET, budget / 2);
    if (pauses.isDue) await pauses.letEventsIn();
    else throwIfAborted(control.signal);
  }
}
