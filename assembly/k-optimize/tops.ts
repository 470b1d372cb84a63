import {
  CELLS,
  CLASS_COUNT,
  CLASS_TABLES,
  CONFLICTS,
  FINISHED,
  GAIN_COUNT,
  GAIN_ORDER,
  GAINS,
  KEY_WORDS,
  PAIR_COUNT,
  PAIRS,
  POSITIONS,
  SET_WORDS,
  SINGLES,
  STARTS,
  STRIDE,
  TAIL,
  TAIL_LIST,
  VALUES,
  WORK_SETS,
} from './context';
import { floorOf } from './cells';
import { lowestBit } from './heap';
import { CLASS_ENTRY } from './pairs';
import { addValue, hasValue, removeValue } from './sets';

/**
 * The most that cuts out of `set` can gain together, when each gains at most GAINS and those in conflict exclude each
 * other: the values are covered by cliques of conflicts, largest gain first, and each clique counts its largest.
 */
export function gainOf(h: usize, frame: i32, set: i32): f64 {
  const words = load<i32>(h, SET_WORDS << 2);
  const list = load<i32>(h, TAIL_LIST << 2);
  const gains = load<i32>(h, GAINS << 2);
  const left = load<i32>(h, WORK_SETS << 2) + 4 * words;
  const candidates = load<i32>(h, WORK_SETS << 2) + 5 * words;
  for (let i: i32 = 0; i < words; i++) store<i32>(h + ((<usize>(left + i)) << 2), 0);
  let count: i32 = 0;
  // In the order of their gains without any condition, which is nearly theirs.
  for (let i: i32 = 0; i < load<i32>(h, GAIN_COUNT << 2); i++) {
    const v = load<i32>(h + ((<usize>(load<i32>(h, GAIN_ORDER << 2) + i)) << 2));
    if (!hasValue(h, set, v) || load<f64>(h + ((<usize>(gains + v)) << 3)) <= 0) continue;
    let at = count;
    count++;
    while (
      at > 0 &&
      load<f64>(h + ((<usize>(gains + load<i32>(h + ((<usize>(list + at - 1)) << 2)))) << 3)) <
        load<f64>(h + ((<usize>(gains + v)) << 3))
    ) {
      store<i32>(h + ((<usize>(list + at)) << 2), load<i32>(h + ((<usize>(list + at - 1)) << 2)));
      at--;
    }
    store<i32>(h + ((<usize>(list + at)) << 2), v);
    addValue(h, left, v);
  }
  let gain: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const u = load<i32>(h + ((<usize>(list + i)) << 2));
    if (!hasValue(h, left, u)) continue;
    removeValue(h, left, u);
    gain += load<f64>(h + ((<usize>(gains + u)) << 3));
    let any: i32 = 0;
    for (let w: i32 = 0; w < words; w++) {
      const common =
        load<i32>(h + ((<usize>(left + w)) << 2)) &
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + u * words + w)) << 2));
      store<i32>(h + ((<usize>(candidates + w)) << 2), common);
      any |= common;
    }
    for (let j = i + 1; j < count && any != 0; j++) {
      const v = load<i32>(h + ((<usize>(list + j)) << 2));
      if (!hasValue(h, candidates, v)) continue;
      removeValue(h, left, v);
      any = 0;
      for (let w: i32 = 0; w < words; w++) {
        const common =
          load<i32>(h + ((<usize>(candidates + w)) << 2)) &
          load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + v * words + w)) << 2));
        store<i32>(h + ((<usize>(candidates + w)) << 2), common);
        any |= common;
      }
    }
  }
  return gain;
}

/** Lists the values of the tail by what each gains alone, largest first; GAINS holds it. */
export function orderGains(h: usize, tail: i32): void {
  const values = load<i32>(h, VALUES << 2);
  const order = load<i32>(h, GAIN_ORDER << 2);
  const gains = load<i32>(h, GAINS << 2);
  let count: i32 = 0;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, tail, v)) continue;
    let at = count;
    count++;
    while (
      at > 0 &&
      load<f64>(h + ((<usize>(gains + load<i32>(h + ((<usize>(order + at - 1)) << 2)))) << 3)) <
        load<f64>(h + ((<usize>(gains + v)) << 3))
    ) {
      store<i32>(h + ((<usize>(order + at)) << 2), load<i32>(h + ((<usize>(order + at - 1)) << 2)));
      at--;
    }
    store<i32>(h + ((<usize>(order + at)) << 2), v);
  }
  store<i32>(h, count, GAIN_COUNT << 2);
}

/** Raises the floors of the class tables to those of the cells, which were merged. */
export function raiseClassFloors(h: usize, frame: i32): void {
  const stride = load<i32>(h, STRIDE << 2);
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  for (let x: i32 = 0; x < classes; x++) {
    const record = load<i32>(h + ((<usize>frame) << 2), CLASS_TABLES << 2) + x * CLASS_ENTRY;
    const end =
      load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
      load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) * stride;
    let floor: f64 = 0;
    for (
      let cell =
        load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) * stride;
      cell < end;
      cell += stride
    ) {
      floor += floorOf(h, cell + load<i32>(h, KEY_WORDS << 2));
    }
    if (floor > load<f64>(h + ((<usize>((record >> 1) + 1)) << 3)))
      store<f64>(h + ((<usize>((record >> 1) + 1)) << 3), floor);
  }
}

/**
 * A bound class by class, no row being suppressed: every class costs at least its floor, and at least what it costs
 * now less the most that the values of `set` can gain in it. `value` < 0: for the frame's tail, noting the bound of every
 * class; `value` >= 0: with that cut made, where classes that none of the tail's values outside of `set` splits are as
 * noted.
 */
export function classBound(h: usize, frame: i32, value: i32, set: i32): f64 {
  const words = load<i32>(h, SET_WORDS << 2);
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  const tail = load<i32>(h + ((<usize>frame) << 2), TAIL << 2);
  let bound = load<f64>(h + ((<usize>(frame >> 1)) << 3), FINISHED << 3);
  for (let x: i32 = 0; x < classes; x++) {
    const record = load<i32>(h + ((<usize>frame) << 2), CLASS_TABLES << 2) + x * CLASS_ENTRY;
    const floor = load<f64>(h + ((<usize>((record >> 1) + 1)) << 3));
    const splits = load<i32>(h + ((<usize>(record + 4)) << 2));
    if (splits < 0) {
      bound += floor;
      continue;
    }
    if (value >= 0) {
      let differs: i32 = 0;
      for (let w: i32 = 0; w < words; w++)
        differs |=
          load<i32>(h + ((<usize>(load<i32>(h + ((<usize>(record + 9)) << 2)) + w)) << 2)) &
          load<i32>(h + ((<usize>(tail + w)) << 2)) &
          ~load<i32>(h + ((<usize>(set + w)) << 2));
      if (differs == 0) {
        bound += load<f64>(h + ((<usize>((record >> 1) + 5)) << 3));
        continue;
      }
    }
    const costs = load<i32>(h + ((<usize>(record + 5)) << 2));
    const masks = load<i32>(h + ((<usize>(record + 7)) << 2));
    const conflicts = load<i32>(h + ((<usize>(record + 8)) << 2));
    let low: i32 = 0;
    let high: i32 = 0;
    let made: i32 = -1;
    for (let j: i32 = 0; j < splits; j++) {
      const mask = masks + j * words;
      let meets: i32 = 0;
      for (let w: i32 = 0; w < words; w++)
        meets |= load<i32>(h + ((<usize>(mask + w)) << 2)) & load<i32>(h + ((<usize>(set + w)) << 2));
      if (meets != 0) {
        if (j < 32) low |= 1 << j;
        else high |= 1 << (j - 32);
      }
      if (value >= 0 && hasValue(h, mask, value)) made = j;
    }
    let cost = load<f64>(h + ((<usize>(record >> 1)) << 3));
    let pairs: i32 = -1;
    if (made >= 0) {
      low &= ~load<i32>(h + ((<usize>(conflicts + 2 * made)) << 2));
      high &= ~load<i32>(h + ((<usize>(conflicts + 2 * made + 1)) << 2));
      if (made < 32) low &= ~(1 << made);
      else high &= ~(1 << (made - 32));
      cost += load<f64>(h + ((<usize>(costs + made)) << 3));
      pairs = load<i32>(h + ((<usize>(record + 6)) << 2)) + made * splits;
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
      let most =
        0 - load<f64>(h + ((<usize>(costs + j)) << 3)) - (pairs >= 0 ? load<f64>(h + ((<usize>(pairs + j)) << 3)) : 0);
      let lowLeft = low & load<i32>(h + ((<usize>(conflicts + 2 * j)) << 2));
      let highLeft = high & load<i32>(h + ((<usize>(conflicts + 2 * j + 1)) << 2));
      while ((lowLeft | highLeft) != 0) {
        let i: i32 = 0;
        if (lowLeft != 0) {
          i = lowestBit(lowLeft);
          low &= ~(1 << i);
        } else {
          i = 32 + lowestBit(highLeft);
          high &= ~(1 << (i - 32));
        }
        const other =
          0 -
          load<f64>(h + ((<usize>(costs + i)) << 3)) -
          (pairs >= 0 ? load<f64>(h + ((<usize>(pairs + i)) << 3)) : 0);
        if (other > most) most = other;
        lowLeft &= load<i32>(h + ((<usize>(conflicts + 2 * i)) << 2));
        highLeft &= load<i32>(h + ((<usize>(conflicts + 2 * i + 1)) << 2));
        if (i < 32) lowLeft &= ~(1 << i);
        else highLeft &= ~(1 << (i - 32));
      }
      gain += most;
    }
    let most = cost - gain;
    if (most < floor) most = floor;
    if (value < 0) store<f64>(h + ((<usize>((record >> 1) + 5)) << 3), most);
    bound += most;
  }
  return bound;
}

/** True when `set`, values that can be added to H + value, is one clique of conflicts and none of them is cheap enough. */
export function cliqueIsRefuted(h: usize, frame: i32, value: i32, set: i32, cost: f64, best: f64): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  const values = load<i32>(h, VALUES << 2);
  const pairs =
    load<i32>(h + ((<usize>frame) << 2), PAIRS << 2) +
    load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + value)) << 2)) *
      load<i32>(h + ((<usize>frame) << 2), PAIR_COUNT << 2);
  const left = load<i32>(h, WORK_SETS << 2) + 4 * words;
  for (let w: i32 = 0; w < words; w++)
    store<i32>(h + ((<usize>(left + w)) << 2), load<i32>(h + ((<usize>(set + w)) << 2)));
  for (let u: i32 = 0; u < values; u++) {
    if (load<i32>(h + ((<usize>(set + (u >>> 5))) << 2)) == 0) {
      u |= 31;
      continue;
    }
    if (!hasValue(h, set, u)) continue;
    removeValue(h, left, u);
    const row = load<i32>(h + ((<usize>frame) << 2), CONFLICTS << 2) + u * words;
    for (let w: i32 = 0; w < words; w++)
      if ((load<i32>(h + ((<usize>(left + w)) << 2)) & ~load<i32>(h + ((<usize>(row + w)) << 2))) != 0) return false;
    const position = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), POSITIONS << 2) + u)) << 2));
    if (
      cost +
        load<f64>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), SINGLES << 2) + position)) << 3)) +
        load<f64>(h + ((<usize>(pairs + position)) << 3)) <
      best
    )
      return false;
  }
  return true;
}
