/**
 * Lists of distinct codes per class, in place of histograms of columns with very many codes; src/engine/js/code-lists.ts is the twin.
 */
import { listHolds } from './conditions';
import { Condition, ListMerge } from './layouts.generated';

/**
 * Merges the lists of entries into lists of their classes: codes in the order of their first appearance, each once. Returns the length of all.
 * O(entries + codes).
 */
export function listsMerge(merge: ListMerge): u32 {
  if (merge.width == 1) return mergeCodes<u8>(merge);
  if (merge.width == 2) return mergeCodes<u16>(merge);
  return mergeCodes<u32>(merge);
}

/** Puts the entries in order by class; those of class c are order[next[c]] .. order[next[c + 1] - 1] afterwards. */
function orderEntries(merge: ListMerge): void {
  const ids = merge.ids;
  const bytes = merge.entries << 2;
  const next = merge.next;
  memory.fill(next, 0, (merge.classes + 2) << 2);
  for (let e: usize = 0; e < bytes; e += 4) {
    const cell = next + ((<usize>load<u32>(ids + e)) << 2);
    store<u32>(cell, load<u32>(cell, 8) + 1, 8);
  }
  const end = next + (merge.classes << 2);
  for (let cell = next; cell < end; cell += 4) store<u32>(cell, load<u32>(cell, 4) + load<u32>(cell, 8), 8);
  for (let e: usize = 0; e < bytes; e += 4) {
    const cell = next + ((<usize>load<u32>(ids + e)) << 2);
    const place = load<u32>(cell, 4);
    store<u32>(cell, place + 1, 4);
    store<u32>(merge.order + ((<usize>place) << 2), <u32>(e >> 2));
  }
}

function mergeCodes<T>(merge: ListMerge): u32 {
  orderEntries(merge);
  const next = merge.next;
  const order = merge.order;
  const starts = merge.starts;
  const codes = merge.codes;
  const rows = merge.rows;
  const marks = merge.marks;
  const most = merge.most;
  const known = merge.known;
  const outStarts = merge.outStarts;
  const outCodes = merge.outCodes;
  const outRows = merge.outRows;
  let length: u32 = 0;
  for (let c: usize = 0; c < merge.classes; c++) {
    store<u32>(outStarts + (c << 2), length);
    const first = length;
    const limit: u32 = most == 0 ? 0xffffffff : first + most;
    const end = load<u32>(next + (c << 2), 4);
    for (let i = load<u32>(next + (c << 2)); i < end && length < limit; i++) {
      const entry = <usize>load<u32>(order + ((<usize>i) << 2));
      const from = starts == 0 ? <u32>entry : load<u32>(starts + (entry << 2));
      const to = starts == 0 ? from + 1 : load<u32>(starts + (entry << 2), 4);
      for (let at = <usize>from; at < <usize>to && length < limit; at++) {
        const code = <u32>load<T>(codes + at * sizeof<T>());
        if (code >= known) continue;
        const mark = marks + ((<usize>code) << 2);
        // One more than the place where the code stands; those of earlier classes are not beyond `first`.
        const behind = load<u32>(mark);
        if (behind > first) {
          if (outRows == 0) continue;
          const sum = outRows + ((<usize>(behind - 1)) << 2);
          store<u32>(sum, load<u32>(sum) + load<u32>(rows + (at << 2)));
          continue;
        }
        const place = (<usize>length) << 2;
        store<u32>(outCodes + place, code);
        if (outRows != 0) store<u32>(outRows + place, load<u32>(rows + (at << 2)));
        length++;
        store<u32>(mark, length);
      }
    }
  }
  store<u32>(outStarts + (merge.classes << 2), length);
  for (let i: usize = 0; i < <usize>length; i++) {
    store<u32>(marks + ((<usize>load<u32>(outCodes + (i << 2))) << 2), 0);
  }
  return length;
}

/**
 * Judges every class by its list: by the number of codes where there is no condition.
 *
 * startsPtr  u32[classes + 1]  in      where the list of each class begins
 * resultPtr  u8[classes]       in/out  0 where a condition does not hold
 */
export function listsJudge(
  condition: usize,
  least: u32,
  startsPtr: usize,
  codesPtr: usize,
  rowsPtr: usize,
  classes: usize,
  resultPtr: usize,
): void {
  for (let c: usize = 0; c < classes; c++) {
    const from = <usize>load<u32>(startsPtr + (c << 2));
    const length = <usize>load<u32>(startsPtr + (c << 2), 4) - from;
    if (load<u8>(resultPtr + c) == 0) continue;
    const holds =
      condition == 0
        ? length >= <usize>least
        : listHolds(changetype<Condition>(condition), codesPtr + (from << 2), rowsPtr + (from << 2), length);
    if (!holds) store<u8>(resultPtr + c, 0);
  }
}
