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
} from './context';
import { dropFrame, hasRoom, openChild, openRoot } from './frames';

import { countValues, removeValue } from './sets';
import { tableWords } from './pairs';
import { chooseValue } from './refute';
import { makeTables, pruneByTables } from './tables';
import { firstOfTail, prune } from './tail';

const NO_VALUE = -1;
const NO_ROOM = -2;

/**
 * Takes K-OPTIMIZE (Bayardo and Agrawal 2005, Figure 5) on by about `budget` nodes. Depth first, the frames on a stack
 * of their own. Returns MORE, DONE or NEEDS_MEMORY; LOWER_BOUND and PROGRESS are up to date then.
 */
export function searchNodes(h: usize, budget: f64): i32 {
  const end = load<f64>(h, NODES << 3) + budget;
  let status: i32 = DONE;
  if (load<i32>(h, OPENED << 2) == 0) {
    if (!hasRoom(h, 0, 0)) return NEEDS_MEMORY;
    store<i32>(h, 1, OPENED << 2);
    openRoot(h);
  }
  while (load<i32>(h, FRAME << 2) != 0) {
    if (load<f64>(h, NODES << 3) >= end) {
      status = MORE;
      break;
    }
    const frame = load<i32>(h, FRAME << 2);
    if (!hasRoom(h, frame, 0)) {
      status = NEEDS_MEMORY;
      break;
    }
    const value = load<i32>(h, RULE_TABLES << 2) != 0 ? nextByTables(h, frame) : nextByPaper(h, frame);
    if (value == NO_ROOM) {
      status = NEEDS_MEMORY;
      break;
    }
    if (value == NO_VALUE) {
      dropFrame(h);
      continue;
    }
    removeValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), value);
    let tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
    if (load<i32>(h, RULE_TABLES << 2) != 0) {
      const words = load<i32>(h, SET_WORDS << 2);
      tail = load<i32>(h, WORK_SETS << 2) + 7 * words;
      for (let w: i32 = 0; w < words; w++) {
        store<i32>(
          h + ((<usize>(tail + w)) << 2),
          load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + w)) << 2)) &
            ~load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + value * words + w)) << 2)),
        );
      }
    }
    openChild(h, frame, value, tail);
    if (
      load<i32>(h, RULE_TABLES << 2) != 0 &&
      load<f64>(h + ((<usize>(frame >> 1)) << 3), REST_BOUND << 3) >
        load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3)
    ) {
      store<f64>(
        h + ((<usize>(frame >> 1)) << 3),
        load<f64>(h + ((<usize>(frame >> 1)) << 3), REST_BOUND << 3),
        BOUND << 3,
      );
    }
  }
  noteState(h);
  return status;
}

/** The next cut of a frame to make, by the rules of the paper. */
function nextByPaper(h: usize, frame: i32): i32 {
  const opened = load<i32>(h + ((<usize>frame) << 2), STATE << 2) == 0;
  if (!prune(h, frame, opened)) return NO_VALUE;
  if (opened) noteOpened(h, frame);
  return firstOfTail(h, frame);
}

/** The same by the tables; only under classification with suppression do other nodes than the root need the paper's rules before. */
function nextByTables(h: usize, frame: i32): i32 {
  if (load<i32>(h + ((<usize>frame) << 2), STATE << 2) == 0) {
    const paper =
      load<i32>(h + ((<usize>frame) << 2), PARENT << 2) == 0 ||
      (load<i32>(h, LIMIT << 2) != 0 && load<i32>(h, CLASSIFY << 2) != 0);
    if (paper && !prune(h, frame, true)) return NO_VALUE;
    store<i32>(h + ((<usize>frame) << 2), 1, STATE << 2);
  }
  if (load<i32>(h + ((<usize>frame) << 2), STATE << 2) == 1) {
    if (!hasRoom(h, frame, tableWords(h, frame))) return NO_ROOM;
    if (!makeTables(h, frame)) return NO_VALUE;
    noteOpened(h, frame);
    if (!hasRoom(h, frame, 0)) return NO_ROOM;
  }
  if (!pruneByTables(h, frame)) return NO_VALUE;
  return chooseValue(h, frame);
}

function noteOpened(h: usize, frame: i32): void {
  store<i32>(h + ((<usize>frame) << 2), 2, STATE << 2);
  store<i32>(
    h + ((<usize>frame) << 2),
    countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h, SET_WORDS << 2)),
    OPENED_TAIL << 2,
  );
}

/** The least bound of the open frames, and the share of their children that is done, level by level. */
export function noteState(h: usize): void {
  let bound = load<f64>(h, BEST << 3);
  let progress: f64 = 0;
  if (load<i32>(h, FRAME << 2) == 0) progress = 1;
  for (let frame = load<i32>(h, FRAME << 2); frame != 0; frame = load<i32>(h + ((<usize>frame) << 2), PARENT << 2)) {
    const left: f64 = countValues(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), load<i32>(h, SET_WORDS << 2));
    if (left > 0 && load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3) < bound)
      bound = load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3);
    if (load<i32>(h + ((<usize>frame) << 2), OPENED_TAIL << 2) == 0) continue;
    const all: f64 = load<i32>(h + ((<usize>frame) << 2), OPENED_TAIL << 2);
    let done = all - left;
    if (frame != load<i32>(h, FRAME << 2)) done -= 1;
    if (done < 0) done = 0;
    progress = (done + progress) / all;
  }
  if (bound > load<f64>(h, LOWER_BOUND << 3)) store<f64>(h, bound, LOWER_BOUND << 3);
  if (load<f64>(h, LOWER_BOUND << 3) > load<f64>(h, BEST << 3))
    store<f64>(h, load<f64>(h, BEST << 3), LOWER_BOUND << 3);
  if (progress > 1) progress = 1;
  if (progress > load<f64>(h, PROGRESS << 3)) store<f64>(h, progress, PROGRESS << 3);
}
