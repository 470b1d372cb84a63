import { floorOf, leafAt, mayPay } from './cells';
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
} from './context';
import { fixedOf, rebuild } from './frames';
import { clearDoubles, fillWords, quotient } from './heap';
import { hasValue, removeValue, setsDiffer } from './sets';

/**
 * For every value of the tail: the classes of the head that it splits, by how much the sum of their squares falls, the
 * rows that it suppresses, and what these cost more than their floor (6.1, category 2), without splitting anything.
 */
export function measureTail(h: usize, frame: i32): void {
  const values = load<i32>(h, VALUES << 2);
  fillWords(h, load<i32>(h, SPLITS << 2), values, 0);
  fillWords(h, load<i32>(h, FORCED << 2), values, 0);
  fillWords(h, load<i32>(h, FLAGS << 2), values, 0);
  clearDoubles(h, load<i32>(h, SQUARES << 2), values);
  clearDoubles(h, load<i32>(h, EXTRA << 2), values);
  const attributes = load<i32>(h, ATTRIBUTES << 2);
  const classes = load<i32>(h + ((<usize>frame) << 2), CLASS_COUNT << 2);
  const stride = load<i32>(h, STRIDE << 2);
  const keyWords = load<i32>(h, KEY_WORDS << 2);
  const k = load<i32>(h, K << 2);
  const penalty = load<f64>(h, PENALTY << 3);
  const histogram = load<i32>(h, HISTOGRAM << 2);
  const floors = load<i32>(h, FLOORS << 2);
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = load<i32>(h, ATTRIBUTE_TABLE << 2) + a * ATTRIBUTE_WORDS;
    const first = load<i32>(h + ((<usize>(entry + 3)) << 2));
    const count = load<i32>(h + ((<usize>(entry + 4)) << 2));
    let any = false;
    for (let v = first; v < first + count; v++)
      if (hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) any = true;
    if (!any) continue;
    for (let x: i32 = 0; x < classes; x++) {
      fillWords(h, histogram, count + 1, 0);
      clearDoubles(h, floors, count + 1);
      const total = load<i32>(
        h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TOTALS << 2) + x * (1 + load<i32>(h, LABELS << 2)))) << 2),
      );
      const end =
        load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
        load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x + 1)) << 2)) * stride;
      let floorTotal: f64 = 0;
      for (
        let cell =
          load<i32>(h + ((<usize>frame) << 2), CELLS << 2) +
          load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), STARTS << 2) + x)) << 2)) * stride;
        cell < end;
        cell += stride
      ) {
        const leaf = leafAt(h, cell, a);
        const floor = floorOf(h, cell + keyWords);
        store<i32>(
          h + ((<usize>(histogram + leaf)) << 2),
          load<i32>(h + ((<usize>(histogram + leaf)) << 2)) + load<i32>(h + ((<usize>(cell + keyWords)) << 2)),
        );
        store<f64>(h + ((<usize>(floors + leaf)) << 3), load<f64>(h + ((<usize>(floors + leaf)) << 3)) + floor);
        floorTotal += floor;
      }
      let below: i32 = 0;
      let floorBelow: f64 = 0;
      for (let j: i32 = 0; j < count; j++) {
        below += load<i32>(h + ((<usize>(histogram + j)) << 2));
        floorBelow += load<f64>(h + ((<usize>(floors + j)) << 3));
        const v = first + j;
        const above = total - below;
        if (below == 0 || above == 0 || !hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
        store<i32>(
          h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2),
          load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2)) + 1,
        );
        const belowRows: f64 = below;
        const aboveRows: f64 = above;
        store<f64>(
          h + ((<usize>(load<i32>(h, SQUARES << 2) + v)) << 3),
          load<f64>(h + ((<usize>(load<i32>(h, SQUARES << 2) + v)) << 3)) + belowRows * aboveRows,
        );
        if (below < k) {
          store<i32>(
            h + ((<usize>(load<i32>(h, FORCED << 2) + v)) << 2),
            load<i32>(h + ((<usize>(load<i32>(h, FORCED << 2) + v)) << 2)) + below,
          );
          store<f64>(
            h + ((<usize>(load<i32>(h, EXTRA << 2) + v)) << 3),
            load<f64>(h + ((<usize>(load<i32>(h, EXTRA << 2) + v)) << 3)) + (belowRows * penalty - floorBelow),
          );
        }
        if (above < k) {
          store<i32>(
            h + ((<usize>(load<i32>(h, FORCED << 2) + v)) << 2),
            load<i32>(h + ((<usize>(load<i32>(h, FORCED << 2) + v)) << 2)) + above,
          );
          store<f64>(
            h + ((<usize>(load<i32>(h, EXTRA << 2) + v)) << 3),
            load<f64>(h + ((<usize>(load<i32>(h, EXTRA << 2) + v)) << 3)) +
              (aboveRows * penalty - (floorTotal - floorBelow)),
          );
        }
        if (below >= k || above >= k) {
          store<i32>(
            h + ((<usize>(load<i32>(h, FLAGS << 2) + v)) << 2),
            load<i32>(h + ((<usize>(load<i32>(h, FLAGS << 2) + v)) << 2)) | 1,
          );
          const small = belowRows < aboveRows ? belowRows : aboveRows;
          const large = belowRows < aboveRows ? aboveRows : belowRows;
          const smallRows = below < above ? below : above;
          if (smallRows >= k || (load<i32>(h, CLASSIFY << 2) == 0 && mayPay(h, small, large)))
            store<i32>(
              h + ((<usize>(load<i32>(h, FLAGS << 2) + v)) << 2),
              load<i32>(h + ((<usize>(load<i32>(h, FLAGS << 2) + v)) << 2)) | 2,
            );
        }
      }
    }
  }
}

/** 5.3: takes useless values out of the tail, by the measures of the tail. */
export function dropUseless(h: usize, frame: i32): void {
  const rule = load<i32>(h, RULE_USELESS << 2);
  if (rule == 0) return;
  const values = load<i32>(h, VALUES << 2);
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
    const flags = load<i32>(h + ((<usize>(load<i32>(h, FLAGS << 2) + v)) << 2));
    if (rule == 2 ? (flags & 2) == 0 : (flags & 1) == 0) {
      removeValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v);
      store<f64>(h, load<f64>(h, USELESS << 3) + 1, USELESS << 3);
    }
  }
}

/** Takes out the values whose imaginary node is refuted (5.1): true when there were any. */
function dropRefuted(h: usize, frame: i32): boolean {
  const fixed = fixedOf(h, frame);
  const room = load<i32>(h, LIMIT << 2) - load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2);
  const values = load<i32>(h, VALUES << 2);
  let any = false;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
    if (
      load<i32>(h + ((<usize>(load<i32>(h, FORCED << 2) + v)) << 2)) > room ||
      fixed + load<f64>(h + ((<usize>(load<i32>(h, EXTRA << 2) + v)) << 3)) >= load<f64>(h, BEST << 3)
    ) {
      removeValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v);
      store<f64>(h, load<f64>(h, PRUNED_TAIL << 3) + 1, PRUNED_TAIL << 3);
      any = true;
    }
  }
  return any;
}

/** False when the bound of the frame, or its suppressed rows, refute all that is left of it (5.2). */
function survives(h: usize, frame: i32): boolean {
  if (load<i32>(h, RULE_NODES << 2) == 0) return true;
  if (
    load<i32>(h + ((<usize>frame) << 2), SUPPRESSED << 2) <= load<i32>(h, LIMIT << 2) &&
    load<f64>(h + ((<usize>(frame >> 1)) << 3), BOUND << 3) < load<f64>(h, BEST << 3)
  )
    return true;
  store<f64>(h, load<f64>(h, PRUNED_NODES << 3) + 1, PRUNED_NODES << 3);
  return false;
}

function tailIsEmpty(h: usize, frame: i32): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  for (let i: i32 = 0; i < words; i++)
    if (load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), TAIL << 2) + i)) << 2)) != 0) return false;
  return true;
}

/** Figure 5, PRUNE: shrinks the tail until nothing changes; false when nothing is left to search. */
export function prune(h: usize, frame: i32, opened: boolean): boolean {
  const words = load<i32>(h, SET_WORDS << 2);
  let first = opened;
  while (true) {
    if (tailIsEmpty(h, frame)) return false;
    if (
      setsDiffer(
        h,
        load<i32>(h + ((<usize>frame) << 2), TAIL << 2),
        load<i32>(h + ((<usize>frame) << 2), BUILT << 2),
        words,
      )
    )
      rebuild(h, frame);
    if (!survives(h, frame)) return false;
    const measured =
      load<i32>(h, RULE_TAIL << 2) != 0 ||
      (first && (load<i32>(h, RULE_USELESS << 2) != 0 || load<i32>(h, RULE_REORDER << 2) != 0));
    if (measured) measureTail(h, frame);
    let again = false;
    if (first) {
      if (load<i32>(h, RULE_REORDER << 2) != 0) orderTail(h, frame);
      dropUseless(h, frame);
      again = setsDiffer(
        h,
        load<i32>(h + ((<usize>frame) << 2), TAIL << 2),
        load<i32>(h + ((<usize>frame) << 2), BUILT << 2),
        words,
      );
    }
    if (load<i32>(h, RULE_TAIL << 2) != 0 && dropRefuted(h, frame)) again = true;
    first = false;
    if (!again) return true;
  }
}

function isBefore(h: usize, u: i32, v: i32): boolean {
  if (
    load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + u)) << 2)) !=
    load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2))
  )
    return (
      load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + u)) << 2)) >
      load<i32>(h + ((<usize>(load<i32>(h, SPLITS << 2) + v)) << 2))
    );
  if (
    load<f64>(h + ((<usize>(load<i32>(h, SQUARES << 2) + u)) << 3)) !=
    load<f64>(h + ((<usize>(load<i32>(h, SQUARES << 2) + v)) << 3))
  )
    return (
      load<f64>(h + ((<usize>(load<i32>(h, SQUARES << 2) + u)) << 3)) >
      load<f64>(h + ((<usize>(load<i32>(h, SQUARES << 2) + v)) << 3))
    );
  return u < v;
}

/** 5.4: the values of the tail by the classes that they split, most first, then by the sum of squares, least first. */
function orderTail(h: usize, frame: i32): void {
  const values = load<i32>(h, VALUES << 2);
  const order = load<i32>(h + ((<usize>frame) << 2), ORDER << 2);
  let length: i32 = 0;
  for (let v: i32 = 0; v < values; v++) {
    if (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) continue;
    store<i32>(h + ((<usize>(order + length)) << 2), v);
    length++;
  }
  for (let gap = quotient(length, 2); gap > 0; gap = gap > 2 ? quotient(gap * 5, 11) : gap - 1) {
    for (let i = gap; i < length; i++) {
      const v = load<i32>(h + ((<usize>(order + i)) << 2));
      let at = i;
      while (at >= gap && isBefore(h, v, load<i32>(h + ((<usize>(order + at - gap)) << 2)))) {
        store<i32>(h + ((<usize>(order + at)) << 2), load<i32>(h + ((<usize>(order + at - gap)) << 2)));
        at -= gap;
      }
      store<i32>(h + ((<usize>(order + at)) << 2), v);
    }
  }
  store<i32>(h + ((<usize>frame) << 2), length, ORDER_LENGTH << 2);
}

/** The next value of the tail; the tail is not empty. */
export function firstOfTail(h: usize, frame: i32): i32 {
  const length = load<i32>(h + ((<usize>frame) << 2), ORDER_LENGTH << 2);
  for (let i: i32 = 0; i < length; i++) {
    const v = load<i32>(h + ((<usize>(load<i32>(h + ((<usize>frame) << 2), ORDER << 2) + i)) << 2));
    if (hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) return v;
  }
  let v: i32 = 0;
  while (!hasValue(h, load<i32>(h + ((<usize>frame) << 2), TAIL << 2), v)) v++;
  return v;
}
