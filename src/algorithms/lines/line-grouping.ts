import type { Engine, RowLine, Runs } from '../../engine/engine.js';
import type { ClassJudge } from '../local/judge.js';

/**
 * [rows + 1] for every start s the least end e such that rows s .. e - 1 satisfy every model, rows + 1 where none does.
 * Ends do not fall as starts rise when more rows never break a model; else a run that grew from this one may break one.
 */
export function leastEnds({ vectorOf }: Pick<RowLine, 'vectorOf'>, judge: ClassJudge): Uint32Array {
  const rows = vectorOf.length;
  const ends = new Uint32Array(rows + 1).fill(rows + 1);
  if (judge.bySize) {
    for (let s = 0; s + judge.minimum <= rows; s++) ends[s] = s + judge.minimum;
    return ends;
  }
  judge.reset();
  let end = 0;
  for (let s = 0; s < rows; s++) {
    while (!judge.holds()) {
      if (end === rows) return ends;
      judge.add(vectorOf[end++], 1);
    }
    ends[s] = end;
    judge.add(vectorOf[s], -1);
  }
  return ends;
}

/**
 * The cheapest partition of a line into runs that satisfy every model, by dynamic programming. The cost of a run is its
 * rows times the cost of its bounding box, so that a run is never worse when it is split; runs that could be split into
 * two that satisfy the models are not looked at: for k-anonymity runs have k to 2k - 1 rows (Ghinita, Karras, Kalnis and
 * Mamoulis, VLDB 2007, section 4.1). O(n r q) time for runs of at most r rows. All rows together must satisfy the models,
 * and more rows must never break one.
 */
export function optimalRuns(engine: Engine, line: RowLine, ends: Uint32Array): Runs {
  return engine.cheapestRuns(line, { ends })!;
}

/** Rows of a run, and how many times the fewest rows of a class, that {@link optimalWindows} looks at. */
const WINDOW = 32;
const WINDOW_TIMES = 3;

/**
 * The same for models that more rows can break (entropy, frequencies): every run of at most max(32, 3 times the fewest
 * rows) is tried. Null when no partition into such runs satisfies the models.
 */
export function optimalWindows(engine: Engine, line: RowLine, judge: ClassJudge): Runs | null {
  const { vectorOf } = line;
  const window = Math.max(WINDOW, WINDOW_TIMES * judge.minimum);
  const holds = new Uint8Array(vectorOf.length * window);
  for (let s = 0; s < vectorOf.length; s++) holds.set(judge.prefixes(vectorOf.subarray(s, s + window)), s * window);
  return engine.cheapestRuns(line, { window, holds });
}
