import { ATTRIBUTE_WORDS, BY_WIDTH, FIRST_VALUE, LOSS_WORDS, VALUE_COUNT } from './context.js';
import { leastSuppressed, makeIdle, rebuild, takeWords } from './frames.js';
import { copyWords, fillWords, type Heap, type i32, type Frame, frameAt } from './heap.js';
import { makeLosses } from './losses.js';
import { makePairs } from './pairs.js';
import { dropIdle, refute } from './refute.js';
import { countValues, hasValue } from './sets.js';

/** Share of the tail, in per cent, that must be gone before the cells are merged again. */
const REBUILD_PERCENT = 3;

/** Makes the tables of a frame whose tail the paper's rules have pruned; false when that leaves nothing to search. */
export function makeTables(h: Heap, frame: Frame): boolean {
  const { I } = h;
  const words = h.setWords;
  const values = h.values;
  if (leastSuppressed(frame) > h.limit) {
    h.refuted += 1;
    return false;
  }
  const conflicts = takeWords(h, frame, values * words);
  frame.conflicts = conflicts;
  const parent = frame.parent;
  if (parent == 0) fillWords(h, conflicts, values * words, 0);
  else copyWords(h, conflicts, frameAt(h, parent).conflicts, values * words);
  makePairs(h, frame);
  if (h.costBy == BY_WIDTH && makeIdle(h, frame) && countValues(h, frame.tail, words) == 0) return false;
  const attributes = h.attributes;
  frame.known = takeWords(h, frame, values);
  let runs: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    let size: i32 = 1;
    for (let v = I[entry + FIRST_VALUE]; v < I[entry + FIRST_VALUE] + I[entry + VALUE_COUNT]; v++) {
      if (hasValue(h, frame.head, v) || hasValue(h, frame.built, v)) size++;
    }
    runs += size * size;
  }
  frame.losses = takeWords(h, frame, attributes * LOSS_WORDS + 2 + 2 * runs);
  if (dropIdle(h, frame)) return renew(h, frame);
  makeLosses(h, frame);
  frame.tableTail = countValues(h, frame.tail, words);
  return true;
}

/** Merges the cells by the remaining tail, and computes the losses again. */
function renew(h: Heap, frame: Frame): boolean {
  rebuild(h, frame);
  if (frame.bound >= h.best) {
    h.refuted += 1;
    return false;
  }
  makeLosses(h, frame);
  frame.tableTail = countValues(h, frame.tail, h.setWords);
  return true;
}

/** Prunes a frame by its tables until nothing changes; false when nothing is left to search. */
export function pruneByTables(h: Heap, frame: Frame): boolean {
  while (true) {
    if (!refute(h, frame)) return false;
    const left = countValues(h, frame.tail, h.setWords);
    const gone = frame.tableTail - left;
    if (100 * gone < REBUILD_PERCENT * frame.tableTail + 50) return true;
    if (!renew(h, frame)) return false;
  }
}
