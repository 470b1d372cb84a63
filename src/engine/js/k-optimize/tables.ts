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
} from '../../k-optimize/context.js';
import { rebuild } from './frames.js';
import { copyWords, fillWords, type Heap, type i32 } from './heap.js';
import { forgetLosses, LOSS_ENTRY, makeLosses } from './losses.js';
import { makePairs } from './pairs.js';
import { dropIdle, refute } from './refute.js';
import { countValues, hasValue } from './sets.js';
import { raiseClassFloors } from './tops.js';

/** Share of the tail, in per cent, that must be gone before the cells are merged anew. */
const REBUILD_PERCENT = 3;

/** Makes the tables of a frame whose tail the paper's rules have pruned; false when that leaves nothing to search. */
export function makeTables(h: Heap, frame: i32): boolean {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const values = I[VALUES];
  if (I[frame + SUPPRESSED] > I[LIMIT]) {
    F[REFUTED] += 1;
    return false;
  }
  const conflicts = takeWords(h, frame, values * words);
  I[frame + CONFLICTS] = conflicts;
  const parent = I[frame + PARENT];
  if (parent == 0) fillWords(h, conflicts, values * words, 0);
  else copyWords(h, conflicts, I[parent + CONFLICTS], values * words);
  makePairs(h, frame);
  const attributes = I[ATTRIBUTES];
  I[frame + KNOWN] = takeWords(h, frame, values);
  let runs: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    let size: i32 = 1;
    for (let v = I[entry + 3]; v < I[entry + 3] + I[entry + 4]; v++) {
      if (hasValue(h, I[frame + HEAD], v) || hasValue(h, I[frame + BUILT], v)) size++;
    }
    runs += size * size;
  }
  I[frame + LOSSES] = takeWords(h, frame, attributes * LOSS_ENTRY + 2 + 2 * runs);
  forgetLosses(h, frame);
  F[(frame >> 1) + REDUCED_FLOOR] = F[(frame >> 1) + FLOOR];
  const before = countValues(h, I[frame + TAIL], words);
  dropIdle(h, frame);
  // Without losses, only the class tables can refute anything yet.
  if (I[CLASSIFY] == 0 && !refute(h, frame)) return false;
  if (countValues(h, I[frame + TAIL], words) < before) return renew(h, frame);
  makeLosses(h, frame);
  I[frame + TABLE_TAIL] = before;
  return true;
}

function takeWords(h: Heap, frame: i32, words: i32): i32 {
  const { I } = h;
  const at = (I[frame + END] + 1) & ~1;
  I[frame + END] = at + words;
  I[TOP] = at + words;
  return at;
}

/** Merges the cells by what is left of the tail, and takes the losses anew. */
function renew(h: Heap, frame: i32): boolean {
  const { I, F } = h;
  rebuild(h, frame);
  if (I[LIMIT] == 0 && I[CLASSIFY] == 0) raiseClassFloors(h, frame);
  if (F[(frame >> 1) + BOUND] >= F[BEST]) {
    F[REFUTED] += 1;
    return false;
  }
  makeLosses(h, frame);
  I[frame + TABLE_TAIL] = countValues(h, I[frame + TAIL], I[SET_WORDS]);
  return true;
}

/** Prunes a frame by its tables until nothing changes; false when nothing is left to search. */
export function pruneByTables(h: Heap, frame: i32): boolean {
  const { I } = h;
  while (true) {
    if (!refute(h, frame)) return false;
    const left = countValues(h, I[frame + TAIL], I[SET_WORDS]);
    const gone = I[frame + TABLE_TAIL] - left;
    if (100 * gone < REBUILD_PERCENT * I[frame + TABLE_TAIL] + 50) return true;
    if (!renew(h, frame)) return false;
  }
}
