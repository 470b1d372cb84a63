import {
  BEST,
  BOUND,
  CLASSIFY,
  CONFLICTS,
  DONE,
  FRAME,
  LIMIT,
  LOWER_BOUND,
  MORE,
  NEEDS_MEMORY,
  NODES,
  OPENED,
  OPENED_TAIL,
  PARENT,
  PROGRESS,
  REST_BOUND,
  RULE_TABLES,
  SET_WORDS,
  STATE,
  TAIL,
  WORK_SETS,
} from '../../k-optimize/context.js';
import { dropFrame, hasRoom, openChild, openRoot } from './frames.js';
import { type f64, type Heap, type i32 } from './heap.js';
import { countValues, removeValue } from './sets.js';
import { tableWords } from './pairs.js';
import { chooseValue } from './refute.js';
import { makeTables, pruneByTables } from './tables.js';
import { firstOfTail, prune } from './tail.js';

const NO_VALUE = -1;
const NO_ROOM = -2;

/**
 * Takes K-OPTIMIZE (Bayardo and Agrawal 2005, Figure 5) on by about `budget` nodes. Depth first, the frames on a stack
 * of their own. Returns MORE, DONE or NEEDS_MEMORY; LOWER_BOUND and PROGRESS are up to date then.
 */
export function searchNodes(h: Heap, budget: f64): i32 {
  const { I, F } = h;
  const end = F[NODES] + budget;
  let status: i32 = DONE;
  if (I[OPENED] == 0) {
    if (!hasRoom(h, 0, 0)) return NEEDS_MEMORY;
    I[OPENED] = 1;
    openRoot(h);
  }
  while (I[FRAME] != 0) {
    if (F[NODES] >= end) {
      status = MORE;
      break;
    }
    const frame = I[FRAME];
    if (!hasRoom(h, frame, 0)) {
      status = NEEDS_MEMORY;
      break;
    }
    const value = I[RULE_TABLES] != 0 ? nextByTables(h, frame) : nextByPaper(h, frame);
    if (value == NO_ROOM) {
      status = NEEDS_MEMORY;
      break;
    }
    if (value == NO_VALUE) {
      dropFrame(h);
      continue;
    }
    removeValue(h, I[frame + TAIL], value);
    let tail = I[frame + TAIL];
    if (I[RULE_TABLES] != 0) {
      const words = I[SET_WORDS];
      tail = I[WORK_SETS] + 7 * words;
      for (let w: i32 = 0; w < words; w++) {
        I[tail + w] = I[I[frame + TAIL] + w] & ~I[I[frame + CONFLICTS] + value * words + w];
      }
    }
    openChild(h, frame, value, tail);
    if (I[RULE_TABLES] != 0 && F[(frame >> 1) + REST_BOUND] > F[(frame >> 1) + BOUND]) {
      F[(frame >> 1) + BOUND] = F[(frame >> 1) + REST_BOUND];
    }
  }
  noteState(h);
  return status;
}

/** The next cut of a frame to make, by the rules of the paper. */
function nextByPaper(h: Heap, frame: i32): i32 {
  const { I } = h;
  const opened = I[frame + STATE] == 0;
  if (!prune(h, frame, opened)) return NO_VALUE;
  if (opened) noteOpened(h, frame);
  return firstOfTail(h, frame);
}

/** The same by the tables; only under classification with suppression do other nodes than the root need the paper's rules before. */
function nextByTables(h: Heap, frame: i32): i32 {
  const { I } = h;
  if (I[frame + STATE] == 0) {
    const paper = I[frame + PARENT] == 0 || (I[LIMIT] != 0 && I[CLASSIFY] != 0);
    if (paper && !prune(h, frame, true)) return NO_VALUE;
    I[frame + STATE] = 1;
  }
  if (I[frame + STATE] == 1) {
    if (!hasRoom(h, frame, tableWords(h, frame))) return NO_ROOM;
    if (!makeTables(h, frame)) return NO_VALUE;
    noteOpened(h, frame);
    if (!hasRoom(h, frame, 0)) return NO_ROOM;
  }
  if (!pruneByTables(h, frame)) return NO_VALUE;
  return chooseValue(h, frame);
}

function noteOpened(h: Heap, frame: i32): void {
  const { I } = h;
  I[frame + STATE] = 2;
  I[frame + OPENED_TAIL] = countValues(h, I[frame + TAIL], I[SET_WORDS]);
}

/** The least bound of the open frames, and the share of their children that is done, level by level. */
function noteState(h: Heap): void {
  const { I, F } = h;
  let bound = F[BEST];
  let progress: f64 = 0;
  if (I[FRAME] == 0) progress = 1;
  for (let frame = I[FRAME]; frame != 0; frame = I[frame + PARENT]) {
    const left: f64 = countValues(h, I[frame + TAIL], I[SET_WORDS]);
    if (left > 0 && F[(frame >> 1) + BOUND] < bound) bound = F[(frame >> 1) + BOUND];
    if (I[frame + OPENED_TAIL] == 0) continue;
    const all: f64 = I[frame + OPENED_TAIL];
    let done = all - left;
    if (frame != I[FRAME]) done -= 1;
    if (done < 0) done = 0;
    progress = (done + progress) / all;
  }
  if (bound > F[LOWER_BOUND]) F[LOWER_BOUND] = bound;
  if (F[LOWER_BOUND] > F[BEST]) F[LOWER_BOUND] = F[BEST];
  if (progress > 1) progress = 1;
  if (progress > F[PROGRESS]) F[PROGRESS] = progress;
}
