import {
  ATTRIBUTE_LOSS,
  ATTRIBUTE_OF,
  ATTRIBUTES,
  BEST,
  BOUND,
  CLASSIFY,
  CONFLICTS,
  FORCED_SINGLES,
  GAIN_COUNT,
  GAIN_ORDER,
  GAINS,
  HEAD,
  HEAD_COST,
  LIMIT,
  LOSSES,
  MASKS,
  PAIR_COUNT,
  PAIR_FIXED,
  PAIRS,
  POSITIONS,
  REFUTED,
  REST_BOUND,
  RULE_REORDER,
  SET_WORDS,
  SINGLES,
  SPLITS,
  TAIL,
  VALUE_BOUNDS,
  VALUES,
  WORK_SETS,
} from './context';
import { reducedOf } from './frames';

import { LOSS_ENTRY, lossOf } from './losses';
import { noteForcedConflicts, roomOf } from './pairs';
import { addValue, countValues, hasValue, removeValue } from './sets';
import { firstOfTail } from './tail';
import { classBound, cliqueIsRefuted, gainOf, orderGains } from './tops';

/** R5 is tried on at most this many values. */
const LARGEST_CLIQUE = 40;

/** Losses of all attributes when only the values of `kept` are made: added, or the largest under classification. */
function totalLoss(h: usize, frame: i32, kept: i32): f64 {
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  let total: f64 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const loss = lossOf(h, frame, a, kept);
    store<f64>(h + ((<usize>(load<i32>(h, ATTRIBUTE_LOSS << 2) + a)) << 3), loss);
    if (!classify) total += loss;
    else if (loss > total) total = loss;
  }
  return total;
}

/** The same with the values of `dropped` gone too, where only the attributes that they lie in are looked at again. */
function lossWithout(h: usize, frame: i32, kept: i32, dropped: i32, total: f64): f64 {
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const words = load<i32>(h, SET_WORDS << 2);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  let result: f64 = classify ? 0 : total;
  for (let a: i32 = 0; a < attributes; a++) {
    const known = load<f64>(h + ((<usize>(load<i32>(h, ATTRIBUTE_LOSS << 2) + a)) << 3));
    let loss = known;
    if (load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), LOSSES << 2) + a * LOSS_ENTRY + 2)) << 2)) != 0) {
      const mask = load<i32>(h, MASKS << 2) + a * words;
      let meets: i32 = 0;
      for (let w: i32 = 0; w < words; w++)
        meets |= load<i32>(h + ((<usize>(dropped + w)) << 2)) & load<i32>(h + ((<usize>(mask + w)) << 2));
      if (meets != 0) loss = lossOf(h, frame, a, kept);
    }
    if (!classify) result += loss - known;
    else if (loss > result) result = loss;
  }
  return result;
}

function fillKept(h: usize, frame: i32): void {
  const words = load<i32>(h, SET_WORDS << 2);
  for (let w: i32 = 0; w < words; w++)
    store<i32>(
      h + ((<usize>(load<i32>(h, WORK_SETS << 2) + w)) << 2),
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + w)) << 2)) |
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), HEAD << 2) + w)) << 2)),
    );
}

/**
 * Refutes the frame, or values of its tail, from its tables until nothing changes (rules R1 and R3 to R7 of
 * docs/k-optimize.md). False when nothing is left to search.
 */
export function refute(h: usize, frame: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  const kept = load<i32>(h, WORK_SETS << 2);
  const fewer = load<i32>(h, WORK_SETS << 2) + words;
  const dropped = load<i32>(h, WORK_SETS << 2) + 2 * words;
  const tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
  const conflicts = load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2);
  const fixed = reducedOf(h, frame);
  const exact = load<i32>(h, LIMIT << 2) == 0;
  while (true) {
    fillKept(h, frame);
    const best = load<f64>(h, BEST << 3);
    let total = totalLoss(h, frame, kept);
    if (fixed + total > load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3))
      store<f64>(h + ((<usize>(frame >> 1)) << 3), fixed + total, BOUND << 3);
    if (fixed + total >= best) return nodeIsRefuted(h);
    let changed = false;
    for (let v = values - 1; v >= 0; v--) {
      if (!hasValue(h, tail, v)) continue;
      let any: i32 = 0;
      for (let w: i32 = 0; w < words; w++) {
        const conflict =
          load<i32>(h + ((<usize>(tail + w)) << 2)) & load<i32>(h + ((<usize>(conflicts + v * words + w)) << 2));
        store<i32>(h + ((<usize>(dropped + w)) << 2), conflict);
        any |= conflict;
        store<i32>(h + ((<usize>(fewer + w)) << 2), load<i32>(h + ((<usize>(kept + w)) << 2)) & ~conflict);
      }
      let loss = total;
      if (any != 0) loss = lossWithout(h, frame, fewer, dropped, total);
      let bound = fixed + loss;
      let gone = bound >= best;
      if (!exact && !gone) {
        const position = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + v)) << 2));
        if (load<i32>(h, CLASSIFY << 2) != 0) {
          const forced =
            load<f64>(h + ((<usize>(frame >> 1)) << 3), PAIR_FIXED << 3) +
            load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + position)) << 3));
          if (forced > bound) bound = forced;
        }
        gone =
          bound >= best ||
          load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), FORCED_SINGLES << 2) + position)) << 3)) >
            roomOf(h, frame, bound);
      }
      store<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3), bound);
      if (!gone) continue;
      dropValue(h, frame, v);
      changed = true;
      fillKept(h, frame);
      total = totalLoss(h, frame, kept);
      if (fixed + total >= best) return nodeIsRefuted(h);
    }
    if (exact && !changed && load<i32>(h, CLASSIFY << 2) == 0) {
      const state = refuteByTops(h, frame, best);
      if (state < 0) return nodeIsRefuted(h);
      if (state > 0) changed = true;
      else changed = findConflicts(h, frame, best);
    }
    if (!exact && !changed && load<i32>(h, CLASSIFY << 2) == 0) changed = noteForcedConflicts(h, frame, fixed + total);
    if (!changed) break;
  }
  for (let w: i32 = 0; w < words; w++) if (load<i32>(h + ((<usize>(tail + w)) << 2)) != 0) return true;
  return false;
}

function nodeIsRefuted(h: usize): boolean {
  store<f64>(h, load<f64>(h, REFUTED << 3) + 1, REFUTED << 3);
  return false;
}

function dropValue(h: usize, frame: i32, value: i32): void {
  removeValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), value);
  store<f64>(h, load<f64>(h, REFUTED << 3) + 1, REFUTED << 3);
}

/** R4, R5 and R6: -1 when the node is refuted, 1 when a value was, else 0. */
function refuteByTops(h: usize, frame: i32, best: f64): i32 {
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  const tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
  const rest = load<i32>(h, WORK_SETS << 2) + 3 * words;
  const headCost = load<f64>(h + ((<usize>(frame >> 1)) << 3), HEAD_COST << 3);
  const singles = load<i32>(h + ((<usize>frame) << 2), SINGLES << 2);
  const positions = load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2);
  const gains = load<i32>(h, GAINS << 2);
  if (classBound(h, frame, -1, tail) >= best) return -1;
  for (let v: i32 = 0; v < values; v++) {
    if (hasValue(h, tail, v))
      store<f64>(
        h + ((<usize>(gains + v)) << 3),
        0 - load<f64>(h + ((<usize>(singles + load<i32>(h + ((<usize>(positions + v)) << 2)))) << 3)),
      );
  }
  orderGains(h, tail);
  if (headCost - gainOf(h, frame, tail) >= best) return -1;
  let changed: i32 = 0;
  for (let v = values - 1; v >= 0; v--) {
    if (!hasValue(h, tail, v)) continue;
    const position = load<i32>(h + ((<usize>(positions + v)) << 2));
    const cost = headCost + load<f64>(h + ((<usize>(singles + position)) << 3));
    if (cost < best) continue;
    for (let w: i32 = 0; w < words; w++)
      store<i32>(
        h + ((<usize>(rest + w)) << 2),
        load<i32>(h + ((<usize>(tail + w)) << 2)) &
          ~load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + v * words + w)) << 2)),
      );
    removeValue(h, rest, v);
    const pairs =
      load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) +
      position * load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
    for (let u: i32 = 0; u < values; u++) {
      if (!hasValue(h, rest, u)) continue;
      store<f64>(
        h + ((<usize>(gains + u)) << 3),
        0 -
          load<f64>(h + ((<usize>(singles + load<i32>(h + ((<usize>(positions + u)) << 2)))) << 3)) -
          load<f64>(h + ((<usize>(pairs + load<i32>(h + ((<usize>(positions + u)) << 2)))) << 3)),
      );
    }
    let bound = cost - gainOf(h, frame, rest);
    if (bound > load<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3)))
      store<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3), bound);
    let gone = bound >= best;
    if (!gone && countValues(h, rest, words) <= LARGEST_CLIQUE) gone = cliqueIsRefuted(h, frame, v, rest, cost, best);
    if (!gone) {
      bound = classBound(h, frame, v, rest);
      if (bound > load<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3)))
        store<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3), bound);
      gone = bound >= best;
    }
    if (!gone) continue;
    dropValue(h, frame, v);
    changed = 1;
  }
  return changed;
}

/** R7: pairs that cannot get below the best cost together become conflicts; true when there were any. */
function findConflicts(h: usize, frame: i32, best: f64): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  const tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
  const conflicts = load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2);
  const headCost = load<f64>(h + ((<usize>(frame >> 1)) << 3), HEAD_COST << 3);
  const singles = load<i32>(h + ((<usize>frame) << 2), SINGLES << 2);
  const positions = load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2);
  const count = load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
  let changed = false;
  for (let u: i32 = 0; u < values; u++) {
    if (!hasValue(h, tail, u)) continue;
    const pairsU =
      load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + load<i32>(h + ((<usize>(positions + u)) << 2)) * count;
    for (let v = u + 1; v < values; v++) {
      if (!hasValue(h, tail, v) || hasValue(h, conflicts + u * words, v)) continue;
      const pairsV =
        load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) + load<i32>(h + ((<usize>(positions + v)) << 2)) * count;
      const cost =
        headCost +
        load<f64>(h + ((<usize>(singles + load<i32>(h + ((<usize>(positions + u)) << 2)))) << 3)) +
        load<f64>(h + ((<usize>(singles + load<i32>(h + ((<usize>(positions + v)) << 2)))) << 3)) +
        load<f64>(h + ((<usize>(pairsU + load<i32>(h + ((<usize>(positions + v)) << 2)))) << 3));
      if (cost < best) continue;
      let room = cost - best;
      // Those that gain the most come first.
      for (let i: i32 = 0; i < load<i32>(h, GAIN_COUNT << 2) && room >= 0; i++) {
        const t = load<i32>(h + ((<usize>(load<i32>(h, GAIN_ORDER << 2) + i)) << 2));
        if (t == u || t == v || !hasValue(h, tail, t)) continue;
        if (hasValue(h, conflicts + u * words, t) || hasValue(h, conflicts + v * words, t)) continue;
        const at = load<i32>(h + ((<usize>(positions + t)) << 2));
        const more =
          load<f64>(h + ((<usize>(pairsU + at)) << 3)) > load<f64>(h + ((<usize>(pairsV + at)) << 3))
            ? load<f64>(h + ((<usize>(pairsU + at)) << 3))
            : load<f64>(h + ((<usize>(pairsV + at)) << 3));
        room += load<f64>(h + ((<usize>(singles + at)) << 3)) + more;
      }
      if (room < 0) continue;
      addValue(h, conflicts + u * words, v);
      addValue(h, conflicts + v * words, u);
      changed = true;
    }
  }
  return changed;
}

/**
 * The value to branch on: the largest product of what leaving it out and what putting it in raise the bound by, as
 * shares of the gap.
 */
export function chooseValue(h: usize, frame: i32): i32 {
  store<f64>(h + ((<usize>(frame >> 1)) << 3), 0, REST_BOUND << 3);
  if (load<i32>(h, RULE_REORDER << 2) == 0) return firstOfTail(h, frame);
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  const classify = load<i32>(h, CLASSIFY << 2) != 0;
  const kept = load<i32>(h, WORK_SETS << 2);
  const fewer = load<i32>(h, WORK_SETS << 2) + words;
  const dropped = load<i32>(h, WORK_SETS << 2) + 2 * words;
  const tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
  const fixed = reducedOf(h, frame);
  fillKept(h, frame);
  const total = totalLoss(h, frame, kept);
  let gap = load<f64>(h, BEST << 3) - fixed - total;
  if (!(gap >= 1)) gap = 1;
  // Without any known cost all shares are 0: the raises themselves decide.
  if (gap > 9007199254740992) gap = 1;
  // What a value excludes counts the more where only the largest loss does.
  const share: f64 = classify ? 0.003 : 0.001;
  let chosen: i32 = -1;
  let chosenScore: f64 = -1;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, tail, v)) continue;
    const attribute = load<i32>(h + ((<usize>(load<i32>(h, ATTRIBUTE_OF << 2) + v)) << 2));
    for (let w: i32 = 0; w < words; w++)
      store<i32>(h + ((<usize>(fewer + w)) << 2), load<i32>(h + ((<usize>(kept + w)) << 2)));
    removeValue(h, fewer, v);
    const without = lossOf(h, frame, attribute, fewer);
    const here = load<f64>(h + ((<usize>(load<i32>(h, ATTRIBUTE_LOSS << 2) + attribute)) << 3));
    let out = without - here;
    const rest = classify ? (without > total ? without : total) : total + out;
    if (classify) out = (without > total ? without - total : 0) + 0.01 * out;
    let any: i32 = 0;
    for (let w: i32 = 0; w < words; w++) {
      const conflict =
        load<i32>(h + ((<usize>(tail + w)) << 2)) &
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + v * words + w)) << 2));
      store<i32>(h + ((<usize>(dropped + w)) << 2), conflict);
      any |= conflict;
      store<i32>(h + ((<usize>(fewer + w)) << 2), load<i32>(h + ((<usize>(kept + w)) << 2)) & ~conflict);
    }
    let into: f64 = 0;
    let excluded: f64 = 0;
    if (any != 0) {
      excluded = countValues(h, dropped, words);
      into = lossWithout(h, frame, fewer, dropped, total) - total;
      if (into < 0) into = 0;
    }
    const raised = load<f64>(h + ((<usize>(load<i32>(h, VALUE_BOUNDS << 2) + v)) << 3)) - fixed - total;
    if (raised > into) into = raised;
    const score = (out / gap + 0.001) * (into / gap + share * excluded + 0.001);
    if (score > chosenScore) {
      chosenScore = score;
      chosen = v;
      store<f64>(h + ((<usize>(frame >> 1)) << 3), fixed + rest, REST_BOUND << 3);
    }
  }
  return chosen;
}

/** Takes out of the tail what splits no class; true when there was any. */
export function dropIdle(h: usize, frame: i32): boolean {
  const values = load<i32>(h, VALUES << 2);
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (
      !hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v) ||
      load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2)) != 0
    )
      continue;
    dropValue(h, frame, v);
    any = true;
  }
  return any;
}
