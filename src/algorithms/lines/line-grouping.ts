import type { RowLine, RunLimits } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import type { ClassJudge } from '../local/judge.js';

/** Rows, and windows, looked at between two yields. */
const YIELD_ROWS = 1 << 10;
const YIELD_WINDOWS = 1 << 6;

/**
 * [rows + 1] for every start s the least end e such that rows s .. e - 1 satisfy every model, rows + 1 where none does.
 * Ends do not fall as starts rise when more rows never break a model; else a run that grew from this one may break one.
 */
export function* leastEnds({ vectorOf }: Pick<RowLine, 'vectorOf'>, judge: ClassJudge): Steps<Uint32Array> {
  const rows = vectorOf.length;
  const ends = new Uint32Array(rows + 1).fill(rows + 1);
  if (judge.bySize) {
    for (let s = 0; s + judge.minimum <= rows; s++) ends[s] = s + judge.minimum;
    return ends;
  }
  judge.reset();
  let end = 0;
  for (let s = 0; s < rows; s++) {
    if (s % YIELD_ROWS === 0) yield;
    while (!judge.holds()) {
      if (end === rows) return ends;
      judge.add(vectorOf[end++], 1);
    }
    ends[s] = end;
    judge.add(vectorOf[s], -1);
  }
  return ends;
}

/** Rows of a run, and how many times the fewest rows of a class, that {@link tryWindows} looks at. */
const WINDOW = 32;
const WINDOW_TIMES = 3;

/**
 * The runs among which the cheapest partition is looked for under models that more rows can break (entropy, frequencies):
 * every run of at most max(32, 3 times the fewest rows) is tried. In steps.
 */
export function* tryWindows({ vectorOf }: RowLine, judge: ClassJudge): Steps<RunLimits> {
  const window = Math.max(WINDOW, WINDOW_TIMES * judge.minimum);
  const holds = new Uint8Array(vectorOf.length * window);
  for (let s = 0; s < vectorOf.length; s++) {
    if (s % YIELD_WINDOWS === 0) yield;
    holds.set(judge.prefixes(vectorOf.subarray(s, s + window)), s * window);
  }
  return { window, holds };
}
