import { BY_LABEL, BY_SIZE, BY_WIDTH, LOSS_TABLE, LOSS_WORDS } from './context.js';
import { excessOf } from './models.js';
import { owedExcess, tableBound } from './frames.js';
import { type f64, fillWords, type Heap, type i32, type Frame } from './heap.js';
import { leastLossOf, lossOf } from './losses.js';
import { addConflict, roomOf } from './pairs.js';
import { countValues, hasValue, removeValue } from './sets.js';
import { firstOfTail } from './tail.js';

/** The values on the paths of least loss, when runs count. */
function pathOf(h: Heap): i32 {
  return h.workSets + 8 * h.setWords;
}

/** Losses of all attributes when only values of `kept` are made: added, or the largest under classification. */
function totalLoss(h: Heap, frame: Frame, kept: i32): f64 {
  const { F } = h;
  const attributes = h.attributes;
  const byLabel = h.costBy == BY_LABEL;
  const byRuns = h.ruleTables == 2;
  const path = pathOf(h);
  if (byRuns) fillWords(h, path, h.setWords, 0);
  let total: f64 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const loss = byRuns ? leastLossOf(h, frame, a, kept, path) : lossOf(h, frame, a, kept);
    F[h.attributeLoss + a] = loss;
    if (!byLabel) total += loss;
    else if (loss > total) total = loss;
  }
  return total;
}

/**
 * Loss with the values of `dropped` gone too: only their attributes are looked at again, and, when runs count, only where a path loses one. `losses`:
 * takes them, attribute by attribute, unless it is below 0.
 */
function lossWithout(h: Heap, frame: Frame, kept: i32, dropped: i32, total: f64, losses: i32): f64 {
  const { I, F } = h;
  const attributes = h.attributes;
  const words = h.setWords;
  const byLabel = h.costBy == BY_LABEL;
  const byRuns = h.ruleTables == 2;
  const path = pathOf(h);
  let result: f64 = byLabel ? 0 : total;
  for (let a: i32 = 0; a < attributes; a++) {
    const known = F[h.attributeLoss + a];
    let loss = known;
    if (I[frame.losses + a * LOSS_WORDS + LOSS_TABLE] != 0) {
      const mask = h.masks + a * words;
      let meets: i32 = 0;
      for (let w: i32 = 0; w < words; w++) meets |= I[dropped + w] & I[mask + w] & (byRuns ? I[path + w] : -1);
      if (meets != 0) loss = byRuns ? leastLossOf(h, frame, a, kept, 0) : lossOf(h, frame, a, kept);
    }
    if (losses >= 0) F[losses + a] = loss;
    if (!byLabel) result += loss - known;
    else if (loss > result) result = loss;
  }
  return result;
}

function fillKept(h: Heap, frame: Frame): void {
  const { I } = h;
  const words = h.setWords;
  for (let w: i32 = 0; w < words; w++) I[h.workSets + w] = I[frame.tail + w] | I[frame.head + w];
}

/**
 * Refutes the frame, or values of its tail, from its tables until nothing changes (rules R1 to R4 of
 * docs/k-optimize.md). False when nothing is left to search.
 */
export function refute(h: Heap, frame: Frame): boolean {
  const { I, F } = h;
  const words = h.setWords;
  const values = h.values;
  const attributes = h.attributes;
  const kept = h.workSets;
  const fewer = h.workSets + words;
  const dropped = h.workSets + 2 * words;
  const tail = frame.tail;
  const conflicts = frame.conflicts;
  const fixed = tableBound(h, frame);
  const owed = owedExcess(h, frame);
  const releasesAll = h.limit == 0;
  while (true) {
    fillKept(h, frame);
    const best = h.best;
    let total = totalLoss(h, frame, kept);
    if (fixed + total > frame.bound) frame.bound = fixed + total;
    if (fixed + total >= best) return nodeIsRefuted(h);
    let changed = false;
    for (let v = values - 1; v >= 0; v--) {
      if (!hasValue(h, tail, v)) continue;
      let any: i32 = 0;
      for (let w: i32 = 0; w < words; w++) {
        const conflict = I[tail + w] & I[conflicts + v * words + w];
        I[dropped + w] = conflict;
        any |= conflict;
        I[fewer + w] = I[kept + w] & ~conflict;
      }
      let loss = total;
      const made = releasesAll ? -1 : h.madeLosses + v * attributes;
      if (any != 0) loss = lossWithout(h, frame, fewer, dropped, total, made);
      else if (made >= 0) for (let a: i32 = 0; a < attributes; a++) F[made + a] = F[h.attributeLoss + a];
      let bound = fixed + loss;
      let gone = bound >= best;
      if (!releasesAll && !gone) {
        const position = I[frame.positions + v];
        if (h.costBy != BY_SIZE) {
          const forced = frame.pairFixed + F[frame.singles + position];
          if (forced > bound) bound = forced;
        }
        gone = bound >= best || F[frame.forcedSingles + position] > roomOf(h, frame, bound - owed);
      }
      F[h.valueBounds + v] = bound;
      if (!gone) continue;
      dropValue(h, frame, v);
      changed = true;
      fillKept(h, frame);
      total = totalLoss(h, frame, kept);
      if (fixed + total >= best) return nodeIsRefuted(h);
    }
    if (!releasesAll && !changed && h.costBy == BY_SIZE) changed = refutePairs(h, frame, fixed, owed);
    if (!changed) break;
  }
  for (let w: i32 = 0; w < words; w++) if (I[tail + w] != 0) return true;
  return false;
}

function nodeIsRefuted(h: Heap): boolean {
  h.refuted += 1;
  return false;
}

function dropValue(h: Heap, frame: Frame, value: i32): void {
  removeValue(h, frame.tail, value);
  h.refuted += 1;
}

/**
 * Rule R4: a pair of cuts is infeasible if the summed losses of its conflicts raise the lower bound to the incumbent, or leave no room for the
 * rows that the pair forces. Marks such pairs as conflicts; true when there were any. `fixed`: bound before losses, with `owed`, the cost of
 * the owed rows.
 */
function refutePairs(h: Heap, frame: Frame, fixed: f64, owed: f64): boolean {
  const { I, F } = h;
  const words = h.setWords;
  const values = h.values;
  const attributes = h.attributes;
  const tail = frame.tail;
  const conflicts = frame.conflicts;
  // The room that the limit and the bound of the present cells leave, whatever is lost.
  const most = roomOf(h, frame, 0);
  const excess = excessOf(h);
  const owedRows: f64 = frame.owed;
  let total: f64 = 0;
  for (let a: i32 = 0; a < attributes; a++) total += F[h.attributeLoss + a];
  let changed = false;
  for (let u: i32 = 0; u < values; u++) {
    if (!hasValue(h, tail, u)) continue;
    const lossU = h.madeLosses + u * attributes;
    const i = I[frame.positions + u];
    const forcedPairs = frame.forcedPairs + i * frame.pairCount;
    for (let v = u + 1; v < values; v++) {
      if (!hasValue(h, tail, v) || hasValue(h, conflicts + u * words, v)) continue;
      const j = I[frame.positions + v];
      const rows = F[frame.forcedSingles + i] + F[frame.forcedSingles + j] + F[forcedPairs + j];
      // Costs are whole numbers: what is above best less one half reaches best.
      let least = h.best - 0.5 - (owedRows + rows) * excess + owed;
      if (least > h.best - 0.5) least = h.best - 0.5;
      // Both lose no more beyond all than each does.
      if (rows <= most && F[h.valueBounds + u] + F[h.valueBounds + v] - fixed - total < least) continue;
      const lossV = h.madeLosses + v * attributes;
      let bound = fixed;
      for (let a: i32 = 0; a < attributes; a++) {
        bound += F[lossU + a] > F[lossV + a] ? F[lossU + a] : F[lossV + a];
      }
      if (rows <= most && bound < least) continue;
      addConflict(h, frame, u, v);
      changed = true;
    }
  }
  return changed;
}

/**
 * The value to branch on: the largest product of what leaving it out and what putting it in raise the bound by, as
 * shares of the gap.
 */
export function chooseValue(h: Heap, frame: Frame): i32 {
  const { I, F } = h;
  if (h.ruleReorder == 0) return firstOfTail(h, frame);
  const words = h.setWords;
  const values = h.values;
  const byLabel = h.costBy == BY_LABEL;
  const kept = h.workSets;
  const fewer = h.workSets + words;
  const dropped = h.workSets + 2 * words;
  const tail = frame.tail;
  const fixed = tableBound(h, frame);
  const byRuns = h.ruleTables == 2;
  fillKept(h, frame);
  const total = totalLoss(h, frame, kept);
  let gap = h.best - fixed - total;
  if (!(gap >= 1)) gap = 1;
  // Without any known cost all shares are 0: the raises themselves decide.
  if (gap > 9007199254740992) gap = 1;
  // Excluded values have more weight where only the largest loss counts, and little is excluded beforehand where rows may be suppressed.
  const share: f64 = byLabel ? 0.02 : 0.004;
  const least: f64 = byLabel ? 0.1 : h.limit == 0 ? 0.001 : 0.03;
  let chosen: i32 = -1;
  let chosenScore: f64 = -1;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, tail, v)) continue;
    const attribute = I[h.attributeOf + v];
    for (let w: i32 = 0; w < words; w++) I[fewer + w] = I[kept + w];
    removeValue(h, fewer, v);
    const here = F[h.attributeLoss + attribute];
    let without = here;
    if (!byRuns) without = lossOf(h, frame, attribute, fewer);
    else if (hasValue(h, pathOf(h), v)) without = leastLossOf(h, frame, attribute, fewer, 0);
    let out = without - here;
    const rest = byLabel ? (without > total ? without : total) : total + out;
    if (byLabel) out = (without > total ? without - total : 0) + 0.01 * out;
    let any: i32 = 0;
    for (let w: i32 = 0; w < words; w++) {
      const conflict = I[tail + w] & I[frame.conflicts + v * words + w];
      I[dropped + w] = conflict;
      any |= conflict;
      I[fewer + w] = I[kept + w] & ~conflict;
    }
    let into: f64 = 0;
    let excluded: f64 = 0;
    if (any != 0) {
      excluded = countValues(h, dropped, words);
      into = lossWithout(h, frame, fewer, dropped, total, -1) - total;
      if (into < 0) into = 0;
    }
    const raised = F[h.valueBounds + v] - fixed - total;
    if (raised > into) into = raised;
    const score = (out / gap + 0.001) * (into / gap + share * excluded + least);
    if (score > chosenScore) {
      chosenScore = score;
      chosen = v;
      frame.restBound = fixed + rest;
    }
  }
  return chosen;
}

/** Takes out of the tail what splits no class, and without suppression what makes a class fail; true when there was any. */
export function dropIdle(h: Heap, frame: Frame): boolean {
  const { I } = h;
  const values = h.values;
  const releasesAll = h.limit == 0;
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
    // By width, what splits no class was made.
    if ((I[h.splits + v] != 0 || h.costBy == BY_WIDTH) && !(releasesAll && I[h.forced + v] != 0)) continue;
    dropValue(h, frame, v);
    any = true;
  }
  return any;
}
