import { ATTRIBUTE_WORDS, BY_SIZE, FIRST_VALUE, KEY_WORD, MASK, SHIFT, VALUE_COUNT } from './context.js';
import { floorOf, mayPay } from './cells.js';
import { fixedOf, leastSuppressed, noteWidths, rebuild } from './frames.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, quotient, type Frame } from './heap.js';
import { hasValue, removeValue, setsDiffer } from './sets.js';

/**
 * For every value of the tail: the classes of the head that it splits, by how much the sum of their squares falls, the
 * rows that it suppresses, and what these cost more than their floor (6.1, category 2), without splitting anything.
 */
function measureTail(h: Heap, frame: Frame): void {
  const { I, F } = h;
  const values = h.values;
  noteWidths(h, frame);
  fillWords(h, h.splits, values, 0);
  fillWords(h, h.forced, values, 0);
  fillWords(h, h.flags, values, 0);
  clearDoubles(h, h.squares, values);
  clearDoubles(h, h.extra, values);
  const attributes = h.attributes;
  const classes = frame.classCount;
  const stride = h.stride;
  const keyWords = h.keyWords;
  const k = h.k;
  const penalty = h.penalty;
  const histogram = h.histogram;
  const floors = h.floors;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const first = I[entry + FIRST_VALUE];
    const count = I[entry + VALUE_COUNT];
    let any = false;
    for (let v = first; v < first + count; v++) if (hasValue(h, frame.tail, v)) any = true;
    if (!any) continue;
    const word = I[entry + KEY_WORD];
    const shift = I[entry + SHIFT];
    const mask = I[entry + MASK];
    for (let x: i32 = 0; x < classes; x++) {
      fillWords(h, histogram, count + 1, 0);
      clearDoubles(h, floors, count + 1);
      const total = I[frame.totals + x * h.sums];
      const end = frame.cells + I[frame.starts + x + 1] * stride;
      let floorTotal: f64 = 0;
      for (let cell = frame.cells + I[frame.starts + x] * stride; cell < end; cell += stride) {
        const leaf = (I[cell + word] >>> shift) & mask;
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
        if (below == 0 || above == 0 || !hasValue(h, frame.tail, v)) continue;
        I[h.splits + v] += 1;
        const belowRows: f64 = below;
        const aboveRows: f64 = above;
        F[h.squares + v] += belowRows * aboveRows;
        if (below < k) {
          I[h.forced + v] += below;
          F[h.extra + v] += belowRows * penalty - floorBelow;
        }
        if (above < k) {
          I[h.forced + v] += above;
          F[h.extra + v] += aboveRows * penalty - (floorTotal - floorBelow);
        }
        if (below >= k || above >= k) {
          I[h.flags + v] |= 1;
          const small = belowRows < aboveRows ? belowRows : aboveRows;
          const large = belowRows < aboveRows ? aboveRows : belowRows;
          const smallRows = below < above ? below : above;
          if (smallRows >= k || (h.costBy == BY_SIZE && mayPay(h, small, large))) I[h.flags + v] |= 2;
        }
      }
    }
  }
}

/** 5.3: takes useless values out of the tail, by the measures of the tail. */
function dropUseless(h: Heap, frame: Frame): void {
  const { I } = h;
  const rule = h.ruleUseless;
  if (rule == 0) return;
  const values = h.values;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
    const flags = I[h.flags + v];
    if (rule == 2 ? (flags & 2) == 0 : (flags & 1) == 0) {
      removeValue(h, frame.tail, v);
      h.useless += 1;
    }
  }
}

/** Takes out the values whose imaginary node is refuted (5.1): true when there were any. */
function dropRefuted(h: Heap, frame: Frame): boolean {
  const { I, F } = h;
  const fixed = fixedOf(h, frame);
  const room = h.limit - frame.suppressed;
  const values = h.values;
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
    if (I[h.forced + v] > room || fixed + F[h.extra + v] >= h.best) {
      removeValue(h, frame.tail, v);
      h.prunedTail += 1;
      any = true;
    }
  }
  return any;
}

/** False when the bound of the frame, or its suppressed rows, refute all that is left of it (5.2). */
function survives(h: Heap, frame: Frame): boolean {
  if (h.ruleNodes == 0) return true;
  if (leastSuppressed(frame) <= h.limit && frame.bound < h.best) return true;
  h.prunedNodes += 1;
  return false;
}

function tailIsEmpty(h: Heap, frame: Frame): boolean {
  const { I } = h;
  const words = h.setWords;
  for (let i: i32 = 0; i < words; i++) if (I[frame.tail + i] != 0) return false;
  return true;
}

/** Figure 5, PRUNE: shrinks the tail until nothing changes; false when nothing is left to search. */
export function prune(h: Heap, frame: Frame, opened: boolean): boolean {
  const words = h.setWords;
  let first = opened;
  while (true) {
    if (tailIsEmpty(h, frame)) return false;
    if (setsDiffer(h, frame.tail, frame.built, words)) rebuild(h, frame);
    if (!survives(h, frame)) return false;
    const measured = h.ruleTail != 0 || (first && (h.ruleUseless != 0 || h.ruleReorder != 0));
    if (measured) measureTail(h, frame);
    let again = false;
    if (first) {
      if (h.ruleReorder != 0) orderTail(h, frame);
      dropUseless(h, frame);
      again = setsDiffer(h, frame.tail, frame.built, words);
    }
    if (h.ruleTail != 0 && dropRefuted(h, frame)) again = true;
    first = false;
    if (!again) return true;
  }
}

function isBefore(h: Heap, u: i32, v: i32): boolean {
  const { I, F } = h;
  if (I[h.splits + u] != I[h.splits + v]) return I[h.splits + u] > I[h.splits + v];
  if (F[h.squares + u] != F[h.squares + v]) return F[h.squares + u] > F[h.squares + v];
  return u < v;
}

/** 5.4: the values of the tail by the classes that they split, most first, then by the sum of squares, least first. */
function orderTail(h: Heap, frame: Frame): void {
  const { I } = h;
  const values = h.values;
  const order = frame.order;
  let length: i32 = 0;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, frame.tail, v)) continue;
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
  frame.orderLength = length;
}

/** The next value of the tail; the tail is not empty. */
export function firstOfTail(h: Heap, frame: Frame): i32 {
  const { I } = h;
  const length = frame.orderLength;
  for (let i: i32 = 0; i < length; i++) {
    const v = I[frame.order + i];
    if (hasValue(h, frame.tail, v)) return v;
  }
  let v: i32 = 0;
  while (!hasValue(h, frame.tail, v)) v++;
  return v;
}
