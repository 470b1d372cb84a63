import type { RunLimits } from './engine.js';

/** Starts of runs from the end of the run that begins at every row; row 0 begins one. */
export function startsOfRuns(endOf: ArrayLike<number>, rows: number): Uint32Array {
  const starts: number[] = [];
  for (let s = 0; s < rows; s = endOf[s]) starts.push(s);
  return Uint32Array.from(starts);
}

/** The most rows of a run that begins at row s, as far as the limits allow. */
export function longestRun(limits: RunLimits, rows: number, s: number): number {
  if ('holds' in limits) return Math.min(limits.window, rows - s);
  const first = limits.ends[s];
  return first > rows ? 1 : Math.min(rows, limits.ends[first] - 1) - s;
}
