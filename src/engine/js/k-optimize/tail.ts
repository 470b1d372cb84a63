import { floorOf, leafAt, mayPay } from './cells.js';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BEST,
  BOUND,
  BUILT,
  CELLS,
  CLASS_COUNT,
  CLASSIFY,
  EXTRA,
  FLAGS,
  FLOORS,
  FORCED,
  HISTOGRAM,
  K,
  KEY_WORDS,
  LABELS,
  LIMIT,
  ORDER,
  ORDER_LENGTH,
  PENALTY,
  PRUNED_NODES,
  PRUNED_TAIL,
  RULE_NODES,
  RULE_REORDER,
  RULE_TAIL,
  RULE_USELESS,
  SET_WORDS,
  SPLITS,
  SQUARES,
  STARTS,
  STRIDE,
  SUPPRESSED,
  TAIL,
  TOTALS,
  USELESS,
  VALUES,
} from '../../k-optimize/context.js';
import { fixedOf, rebuild } from './frames.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, quotient } from './heap.js';
import { hasValue, removeValue, setsDiffer } from './sets.js';

/**
 * For every value of the tail: the classes of the head that it splits, by how much the sum of their squares falls, the
 * rows that it suppresses, and what these cost more than their floor (6.1, category 2), without splitting anything.
 */
function measureTail(h: Heap, frame: i32): void {
  const { I, F } = h;
  const values = I[VALUES];
  fillWords(h, I[SPLITS], values, 0);
  fillWords(h, I[FORCED], values, 0);
  fillWords(h, I[FLAGS], values, 0);
  clearDoubles(h, I[SQUARES], values);
  clearDoubles(h, I[EXTRA], values);
  const attributes = I[ATTRIBUTES];
  const classes = I[frame + CLASS_COUNT];
  const stride = I[STRIDE];
  const keyWords = I[KEY_WORDS];
  const k = I[K];
  const penalty = F[PENALTY];
  const histogram = I[HISTOGRAM];
  const floors = I[FLOORS];
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    const first = I[entry + 3];
    const count = I[entry + 4];
    let any = false;
    for (let v = first; v < first + count; v++) if (hasValue(h, I[frame + TAIL], v)) any = true;
    if (!any) continue;
    for (let x: i32 = 0; x < classes; x++) {
      fillWords(h, histogram, count + 1, 0);
      clearDoubles(h, floors, count + 1);
      const total = I[I[frame + TOTALS] + x * (1 + I[LABELS])];
      const end = I[frame + CELLS] + I[I[frame + STARTS] + x + 1] * stride;
      let floorTotal: f64 = 0;
      for (let cell = I[frame + CELLS] + I[I[frame + STARTS] + x] * stride; cell < end; cell += stride) {
        const leaf = leafAt(h, cell, a);
        const floor = floorOf(h, cell + keyWords);
        I[histogram + leaf] += I[cell + keyWords];
        F[floors + leaf] += floor;
        floorTotal += floor;
      }
      let below: i32 = 0;
      let floorBelow: f64 = 0;
      for (let j: i32 = 0; j < count; j++) {
        below += I[histogram + j];
        floorBelow += F[floors + j];
        const v = first + j;
        const above = total - below;
        if (below == 0 || above == 0 || !hasValue(h, I[frame + TAIL], v)) continue;
        I[I[SPLITS] + v] += 1;
        const belowRows: f64 = below;
        const aboveRows: f64 = above;
        F[I[SQUARES] + v] += belowRows * aboveRows;
        if (below < k) {
          I[I[FORCED] + v] += below;
          F[I[EXTRA] + v] += belowRows * penalty - floorBelow;
        }
        if (above < k) {
          I[I[FORCED] + v] += above;
          F[I[EXTRA] + v] += aboveRows * penalty - (floorTotal - floorBelow);
        }
        if (below >= k || above >= k) {
          I[I[FLAGS] + v] |= 1;
          const small = belowRows < aboveRows ? belowRows : aboveRows;
          const large = belowRows < aboveRows ? aboveRows : belowRows;
          const smallRows = below < above ? below : above;
          if (smallRows >= k || (I[CLASSIFY] == 0 && mayPay(h, small, large))) I[I[FLAGS] + v] |= 2;
        }
      }
    }
  }
}

/** 5.3: takes useless values out of the tail, by the measures of the tail. */
function dropUseless(h: Heap, frame: i32): void {
  const { I, F } = h;
  const rule = I[RULE_USELESS];
  if (rule == 0) return;
  const values = I[VALUES];
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, I[frame + TAIL], v)) continue;
    const flags = I[I[FLAGS] + v];
    if (rule == 2 ? (flags & 2) == 0 : (flags & 1) == 0) {
      removeValue(h, I[frame + TAIL], v);
      F[USELESS] += 1;
    }
  }
}

/** Takes out the values whose imaginary node is refuted (5.1): true when there were any. */
function dropRefuted(h: Heap, frame: i32): boolean {
  const { I, F } = h;
  const fixed = fixedOf(h, frame);
  const room = I[LIMIT] - I[frame + SUPPRESSED];
  const values = I[VALUES];
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, I[frame + TAIL], v)) continue;
    if (I[I[FORCED] + v] > room || fixed + F[I[EXTRA] + v] >= F[BEST]) {
      removeValue(h, I[frame + TAIL], v);
      F[PRUNED_TAIL] += 1;
      any = true;
    }
  }
  return any;
}

/** False when the bound of the frame, or its suppressed rows, refute all that is left of it (5.2). */
function survives(h: Heap, frame: i32): boolean {
  const { I, F } = h;
  if (I[RULE_NODES] == 0) return true;
  if (I[frame + SUPPRESSED] <= I[LIMIT] && F[(frame >> 1) + BOUND] < F[BEST]) return true;
  F[PRUNED_NODES] += 1;
  return false;
}

function tailIsEmpty(h: Heap, frame: i32): boolean {
  const { I } = h;
  const words = I[SET_WORDS];
  for (let i: i32 = 0; i < words; i++) if (I[I[frame + TAIL] + i] != 0) return false;
  return true;
}

/** Figure 5, PRUNE: shrinks the tail until nothing changes; false when nothing is left to search. */
export function prune(h: Heap, frame: i32, opened: boolean): boolean {
  const { I } = h;
  const words = I[SET_WORDS];
  let first = opened;
  while (true) {
    if (tailIsEmpty(h, frame)) return false;
    if (setsDiffer(h, I[frame + TAIL], I[frame + BUILT], words)) rebuild(h, frame);
    if (!survives(h, frame)) return false;
    const measured = I[RULE_TAIL] != 0 || (first && (I[RULE_USELESS] != 0 || I[RULE_REORDER] != 0));
    if (measured) measureTail(h, frame);
    let again = false;
    if (first) {
      if (I[RULE_REORDER] != 0) orderTail(h, frame);
      dropUseless(h, frame);
      again = setsDiffer(h, I[frame + TAIL], I[frame + BUILT], words);
    }
    if (I[RULE_TAIL] != 0 && dropRefuted(h, frame)) again = true;
    first = false;
    if (!again) return true;
  }
}

function isBefore(h: Heap, u: i32, v: i32): boolean {
  const { I, F } = h;
  if (I[I[SPLITS] + u] != I[I[SPLITS] + v]) return I[I[SPLITS] + u] > I[I[SPLITS] + v];
  if (F[I[SQUARES] + u] != F[I[SQUARES] + v]) return F[I[SQUARES] + u] > F[I[SQUARES] + v];
  return u < v;
}

/** 5.4: the values of the tail by the classes that they split, most first, then by the sum of squares, least first. */
function orderTail(h: Heap, frame: i32): void {
  const { I } = h;
  const values = I[VALUES];
  const order = I[frame + ORDER];
  let length: i32 = 0;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, I[frame + TAIL], v)) continue;
    I[order + length] = v;
    length++;
  }
  for (let gap = quotient(length, 2); gap > 0; gap = gap > 2 ? quotient(gap * 5, 11) : gap - 1) {
    for (let i = gap; i < length; i++) {
      const v = I[order + i];
      let at = i;
      while (at >= gap && isBefore(h, v, I[order + at - gap])) {
        I[order + at] = I[order + at - gap];
        at -= gap;
      }
      I[order + at] = v;
    }
  }
  I[frame + ORDER_LENGTH] = length;
}

/** The next value of the tail; the tail is not empty. */
export function firstOfTail(h: Heap, frame: i32): i32 {
  const { I } = h;
  const length = I[frame + ORDER_LENGTH];
  for (let i: i32 = 0; i < length; i++) {
    const v = I[I[frame + ORDER] + i];
    if (hasValue(h, I[frame + TAIL], v)) return v;
  }
  let v: i32 = 0;
  while (!hasValue(h, I[frame + TAIL], v)) v++;
  return v;
}
