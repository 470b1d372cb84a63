import { BY_SIZE, DONE, MORE, NEEDS_MEMORY } from './context.js';
import { dropFrame, hasRoom, hasRoomBelow, openChild, openRoot } from './frames.js';
import { type f64, type Heap, type i32, type Frame, frameAt } from './heap.js';
import { countValues, removeValue } from './sets.js';
import { tableWords } from './pairs.js';
import { chooseValue } from './refute.js';
import { makeTables, pruneByTables } from './tables.js';
import { firstOfTail, prune } from './tail.js';

const NO_VALUE = -1;
const NO_ROOM = -2;

/**
 * Takes K-OPTIMIZE (Bayardo and Agrawal 2005, Figure 5) on by about `budget` nodes. Depth first, the frames on a stack
 * of their own. Returns MORE, DONE or NEEDS_MEMORY; lowerBound and progress are up to date then.
 */
export function searchNodes(h: Heap, budget: f64): i32 {
  const { I } = h;
  const end = h.nodes + budget;
  let status: i32 = DONE;
  if (h.opened == 0) {
    if (!hasRoom(h, h.rawCount, 1, 0)) return NEEDS_MEMORY;
    h.opened = 1;
    openRoot(h);
  }
  while (h.frame != 0) {
    if (h.nodes >= end) {
      status = MORE;
      break;
    }
    const frame = frameAt(h, h.frame);
    if (!hasRoomBelow(h, frame, 0)) {
      status = NEEDS_MEMORY;
      break;
    }
    const value = h.ruleTables != 0 ? nextByTables(h, frame) : nextByPaper(h, frame);
    if (value == NO_ROOM) {
      status = NEEDS_MEMORY;
      break;
    }
    if (value == NO_VALUE) {
      dropFrame(h);
      continue;
    }
    removeValue(h, frame.tail, value);
    let tail = frame.tail;
    if (h.ruleTables != 0) {
      const words = h.setWords;
      tail = h.workSets + 7 * words;
      for (let w: i32 = 0; w < words; w++) {
        I[tail + w] = I[frame.tail + w] & ~I[frame.conflicts + value * words + w];
      }
    }
    openChild(h, frame, value, tail);
    if (h.ruleTables != 0 && frame.restBound > frame.bound) frame.bound = frame.restBound;
  }
  noteState(h);
  return status;
}

/** The next cut of a frame to make, by the rules of the paper. */
function nextByPaper(h: Heap, frame: Frame): i32 {
  const opened = frame.state == 0;
  if (!prune(h, frame, opened)) return NO_VALUE;
  if (opened) noteOpened(h, frame);
  return firstOfTail(h, frame);
}

/** The next node by the tables; only under classification with suppression do other nodes than the root need the paper's rules before. */
function nextByTables(h: Heap, frame: Frame): i32 {
  if (frame.state == 0) {
    const paper = frame.parent == 0 || (h.limit != 0 && h.costBy != BY_SIZE);
    if (paper && !prune(h, frame, true)) return NO_VALUE;
    frame.state = 1;
  }
  if (frame.state == 1) {
    if (!hasRoomBelow(h, frame, tableWords(h, frame))) return NO_ROOM;
    if (!makeTables(h, frame)) return NO_VALUE;
    // Room for the tables was requested together with the room for a child.
    noteOpened(h, frame);
  }
  if (!pruneByTables(h, frame)) return NO_VALUE;
  return chooseValue(h, frame);
}

function noteOpened(h: Heap, frame: Frame): void {
  frame.state = 2;
  frame.openedTail = countValues(h, frame.tail, h.setWords);
}

/** The least bound of the open frames, and the share of their children that is done, level by level. */
function noteState(h: Heap): void {
  let bound = h.best;
  let progress: f64 = 0;
  if (h.frame == 0) progress = 1;
  for (let place = h.frame; place != 0; place = frameAt(h, place).parent) {
    const frame = frameAt(h, place);
    const left: f64 = countValues(h, frame.tail, h.setWords);
    if (left > 0 && frame.bound < bound) bound = frame.bound;
    if (frame.openedTail == 0) continue;
    const all: f64 = frame.openedTail;
    let done = all - left;
    if (place != h.frame) done -= 1;
    if (done < 0) done = 0;
    progress = (done + progress) / all;
  }
  if (bound > h.lowerBound) h.lowerBound = bound;
  if (h.lowerBound > h.best) h.lowerBound = h.best;
  if (progress > 1) progress = 1;
  if (progress > h.progress) h.progress = progress;
}
