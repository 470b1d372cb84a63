import {
  CLASS_BOUND,
  CLASS_CONFLICTS,
  CLASS_COST,
  CLASS_COSTS,
  CLASS_FLOOR,
  CLASS_MASKS,
  CLASS_PAIRS,
  CLASS_SPLITS,
  CLASS_VALUES,
  CLASS_WORDS,
} from '../../k-optimize/context.js';
import { floorsOf } from './cells.js';
import { type f64, type Heap, type i32, lowestBit, type Frame } from './heap.js';
import { meetSets } from './meetings.js';
import { hasValue, removeValue } from './sets.js';

/**
 * The most that cuts out of `set` can gain together, when each gains at most GAINS and those in conflict exclude each
 * other: the values are covered by cliques of conflicts, largest gain first, and each clique counts its largest.
 */
export function gainOf(h: Heap, frame: Frame, set: i32): f64 {
  const { I, F } = h;
  const words = h.setWords;
  const list = h.tailList;
  const gains = h.gains;
  const order = h.gainOrder;
  const ordered = h.gainCount;
  const conflicts = frame.conflicts;
  const left = h.workSets + 4 * words;
  const candidates = h.workSets + 5 * words;
  for (let w: i32 = 0; w < words; w++) I[left + w] = 0;
  let count: i32 = 0;
  // In the order of their gains without any condition, which is nearly theirs.
  for (let i: i32 = 0; i < ordered; i++) {
    const v = I[order + i];
    if (((I[set + (v >>> 5)] >>> (v & 31)) & 1) == 0) continue;
    const own = F[gains + v];
    if (own <= 0) continue;
    let at = list + count;
    count++;
    while (at > list && F[gains + I[at - 1]] < own) {
      I[at] = I[at - 1];
      at--;
    }
    I[at] = v;
    I[left + (v >>> 5)] |= 1 << (v & 31);
  }
  let gain: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const u = I[list + i];
    const word = left + (u >>> 5);
    const bit = 1 << (u & 31);
    if ((I[word] & bit) == 0) continue;
    I[word] ^= bit;
    gain += F[gains + u];
    const row = conflicts + u * words;
    let any: i32 = 0;
    for (let w: i32 = 0; w < words; w++) {
      const common = I[left + w] & I[row + w];
      I[candidates + w] = common;
      any |= common;
    }
    for (let j = i + 1; any != 0; j++) {
      const v = I[list + j];
      if (((I[candidates + (v >>> 5)] >>> (v & 31)) & 1) == 0) continue;
      I[left + (v >>> 5)] ^= 1 << (v & 31);
      const other = conflicts + v * words;
      any = 0;
      for (let w: i32 = 0; w < words; w++) {
        const common = I[candidates + w] & I[other + w];
        I[candidates + w] = common;
        any |= common;
      }
    }
  }
  return gain;
}

/** Lists the values of the tail by what each gains alone, largest first; GAINS holds it. */
export function orderGains(h: Heap, tail: i32): void {
  const { I, F } = h;
  const values = h.values;
  const order = h.gainOrder;
  const gains = h.gains;
  let count: i32 = 0;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, tail, v)) continue;
    let at = count;
    count++;
    while (at > 0 && F[gains + I[order + at - 1]] < F[gains + v]) {
      I[order + at] = I[order + at - 1];
      at--;
    }
    I[order + at] = v;
  }
  h.gainCount = count;
}

/** Raises the floors of the class tables to those of the cells, which were merged. */
export function raiseClassFloors(h: Heap, frame: Frame): void {
  const { I, F } = h;
  const stride = h.stride;
  const classes = frame.classCount;
  for (let x: i32 = 0; x < classes; x++) {
    const record = frame.classTables + x * CLASS_WORDS;
    const end = frame.cells + I[frame.starts + x + 1] * stride;
    const floor = floorsOf(h, frame.cells + I[frame.starts + x] * stride, end);
    if (floor > F[(record >> 1) + CLASS_FLOOR]) F[(record >> 1) + CLASS_FLOOR] = floor;
  }
}

/**
 * A bound class by class, no row being suppressed: every class costs at least its floor, and at least what it costs
 * now less the most that the values of `set` can gain in it. `value` < 0: for the frame's tail, noting the bound of every
 * class; `value` >= 0: with that cut made, where classes that none of the tail's values outside of `set` splits are as
 * noted.
 */
export function classBound(h: Heap, frame: Frame, value: i32, set: i32): f64 {
  const { I, F } = h;
  const words = h.setWords;
  const classes = frame.classCount;
  const tail = frame.tail;
  const met = h.lineRanks;
  let bound = frame.finished;
  for (let x: i32 = 0; x < classes; x++) {
    const record = frame.classTables + x * CLASS_WORDS;
    const floor = F[(record >> 1) + CLASS_FLOOR];
    const splits = I[record + CLASS_SPLITS];
    if (splits < 0) {
      bound += floor;
      continue;
    }
    if (value >= 0) {
      let differs: i32 = 0;
      const own = I[record + CLASS_VALUES];
      for (let w: i32 = 0; w < words; w++) differs |= I[own + w] & I[tail + w] & ~I[set + w];
      if (differs == 0) {
        bound += F[(record >> 1) + CLASS_BOUND];
        continue;
      }
    }
    const costs = I[record + CLASS_COSTS];
    const masks = I[record + CLASS_MASKS];
    const conflicts = I[record + CLASS_CONFLICTS];
    meetSets(h, masks, splits, words, set, met);
    let low = I[met];
    let high = I[met + 1];
    let made: i32 = -1;
    if (value >= 0) {
      for (let j: i32 = 0; j < splits && made < 0; j++) if (hasValue(h, masks + j * words, value)) made = j;
    }
    let cost = F[(record >> 1) + CLASS_COST];
    let pairs: i32 = -1;
    if (made >= 0) {
      low &= ~I[conflicts + 2 * made];
      high &= ~I[conflicts + 2 * made + 1];
      if (made < 32) low &= ~(1 << made);
      else high &= ~(1 << (made - 32));
      cost += F[costs + made];
      pairs = I[record + CLASS_PAIRS] + made * splits;
    }
    let gain: f64 = 0;
    while ((low | high) != 0) {
      let j: i32 = 0;
      if (low != 0) {
        j = lowestBit(low);
        low &= low - 1;
      } else {
        j = 32 + lowestBit(high);
        high &= high - 1;
      }
      let most = 0 - F[costs + j] - (pairs >= 0 ? F[pairs + j] : 0);
      let lowLeft = low & I[conflicts + 2 * j];
      let highLeft = high & I[conflicts + 2 * j + 1];
      while ((lowLeft | highLeft) != 0) {
        let i: i32 = 0;
        if (lowLeft != 0) {
          i = lowestBit(lowLeft);
          low &= ~(1 << i);
        } else {
          i = 32 + lowestBit(highLeft);
          high &= ~(1 << (i - 32));
        }
        const other = 0 - F[costs + i] - (pairs >= 0 ? F[pairs + i] : 0);
        if (other > most) most = other;
        lowLeft &= I[conflicts + 2 * i];
        highLeft &= I[conflicts + 2 * i + 1];
        if (i < 32) lowLeft &= ~(1 << i);
        else highLeft &= ~(1 << (i - 32));
      }
      gain += most;
    }
    let most = cost - gain;
    if (most < floor) most = floor;
    if (value < 0) F[(record >> 1) + CLASS_BOUND] = most;
    bound += most;
  }
  return bound;
}

/** True when `set`, values that can be added to H + value, is one clique of conflicts and none of them is cheap enough. */
export function cliqueIsRefuted(h: Heap, frame: Frame, value: i32, set: i32, cost: f64, best: f64): boolean {
  const { I, F } = h;
  const words = h.setWords;
  const values = h.values;
  const pairs = frame.pairs + I[frame.positions + value] * frame.pairCount;
  const left = h.workSets + 4 * words;
  for (let w: i32 = 0; w < words; w++) I[left + w] = I[set + w];
  for (let u: i32 = 0; u < values; u++) {
    if (I[set + (u >>> 5)] == 0) {
      u |= 31;
      continue;
    }
    if (!hasValue(h, set, u)) continue;
    removeValue(h, left, u);
    const row = frame.conflicts + u * words;
    for (let w: i32 = 0; w < words; w++) if ((I[left + w] & ~I[row + w]) != 0) return false;
    const position = I[frame.positions + u];
    if (cost + F[frame.singles + position] + F[pairs + position] < best) return false;
  }
  return true;
}
