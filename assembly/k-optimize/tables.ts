import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BEST,
  BOUND,
  BUILT,
  CLASSIFY,
  CONFLICTS,
  END,
  FLOOR,
  HEAD,
  KNOWN,
  LIMIT,
  LOSSES,
  PARENT,
  REDUCED_FLOOR,
  REFUTED,
  SET_WORDS,
  SUPPRESSED,
  TABLE_TAIL,
  TAIL,
  TOP,
  VALUES,
} from './context';
import { rebuild } from './frames';
import { copyWords, fillWords } from './heap';
import { forgetLosses, LOSS_ENTRY, makeLosses } from './losses';
import { makePairs } from './pairs';
import { dropIdle, refute } from './refute';
import { countValues, hasValue } from './sets';
import { raiseClassFloors } from './tops';

/** Share of the tail, in per cent, that must be gone before the cells are merged anew. */
const REBUILD_PERCENT = 3;

/** Makes the tables of a frame whose tail the paper's rules have pruned; false when that leaves nothing to search. */
export function makeTables(h: usize, frame: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  if (load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2) > load<i32>(h, LIMIT << 2)) {
    store<f64>(h, load<f64>(h, REFUTED << 3) + 1, REFUTED << 3);
    return false;
  }
  const conflicts = takeWords(h, frame, values * words);
  store<i32>(h + ((<usize>frame) << 2), conflicts, CONFLICTS << 2);
  const parent = load<i32>(h + ((<usize>frame) << 2), PARENT << 2);
  if (parent == 0) fillWords(h, conflicts, values * words, 0);
  else copyWords(h, conflicts, load<i32>(h + ((<usize>parent) << 2), CONFLICTS << 2), values * words);
  makePairs(h, frame);
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  store<i32>(h + ((<usize>frame) << 2), takeWords(h, frame, values), KNOWN << 2);
  let runs: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    let size: i32 = 1;
    for (
      let v = load<i32>(h + ((<usize>(entry + 3)) << 2));
      v < load<i32>(h + ((<usize>(entry + 3)) << 2)) + load<i32>(h + ((<usize>(entry + 4)) << 2));
      v++
    ) {
      if (
        hasValue(h, load<i32>(h + ((<usize>frame) << 2), HEAD << 2), v) ||
        hasValue(h, load<i32>(h + ((<usize>frame) << 2), BUILT << 2), v)
      )
        size++;
    }
    runs += size * size;
  }
  store<i32>(h + ((<usize>frame) << 2), takeWords(h, frame, attributes * LOSS_ENTRY + 2 + 2 * runs), LOSSES << 2);
  forgetLosses(h, frame);
  store<f64>(
    h + ((<usize>(frame >> 1)) << 3),
    load<f64>(h + ((<usize>(frame >> 1)) << 3), FLOOR << 3),
    REDUCED_FLOOR << 3,
  );
  const before = countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), words);
  dropIdle(h, frame);
  // Without losses, only the class tables can refute anything yet.
  if (load<i32>(h, CLASSIFY << 2) == 0 && !refute(h, frame)) return false;
  if (countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), words) < before) return renew(h, frame);
  makeLosses(h, frame);
  store<i32>(h + ((<usize>frame) << 2), before, TABLE_TAIL << 2);
  return true;
}

function takeWords(h: usize, frame: i32, words: i32): i32 {
  const at = (load<i32>(h + ((<usize>frame) << 2), END << 2) + 1) & ~1;
  store<i32>(h + ((<usize>frame) << 2), at + words, END << 2);
  store<i32>(h, at + words, TOP << 2);
  return at;
}

/** Merges the cells by what is left of the tail, and takes the losses anew. */
function renew(h: usize, frame: i32): boolean {
  rebuild(h, frame);
  if (load<i32>(h, LIMIT << 2) == 0 && load<i32>(h, CLASSIFY << 2) == 0) raiseClassFloors(h, frame);
  if (load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3) >= load<f64>(h, BEST << 3)) {
    store<f64>(h, load<f64>(h, REFUTED << 3) + 1, REFUTED << 3);
    return false;
  }
  makeLosses(h, frame);
  store<i32>(
    h + ((<usize>frame) << 2),
    countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h, SET_WORDS << 2)),
    TABLE_TAIL << 2,
  );
  return true;
}

/** Prunes a frame by its tables until nothing changes; false when nothing is left to search. */
export function pruneByTables(h: usize, frame: i32): boolean {
  while (true) {
    if (!refute(h, frame)) return false;
    const left = countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h, SET_WORDS << 2));
    const gone = load<i32>(h + ((<usize>frame) << 2), TABLE_TAIL << 2) - left;
    if (100 * gone < REBUILD_PERCENT * load<i32>(h + ((<usize>frame) << 2), TABLE_TAIL << 2) + 50) return true;
    if (!renew(h, frame)) return false;
  }
}
