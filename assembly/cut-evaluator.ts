/**
 * Costs of classes, of toggled cuts and of shortest paths for the K-OPTIMIZE family (Bayardo and Agrawal 2005), summed
 * over the lines of cut-lines.ts; src/engine/js/cut-costs.ts is the twin, addition for
 * addition. All sums are f64 and, with a whole penalty, exact: src/engine/cut-problem.ts keeps them below 2^53.
 */
import { CutLines, CutPath, CutToggles } from './layouts.generated';

function positionAt(positions: usize, i: usize): usize {
  return <usize>load<u32>(positions + (i << 2));
}

function weightAt(weights: usize, i: usize): f64 {
  return load<f64>(weights + (i << 3));
}

function add(ptr: usize, index: usize, value: f64): void {
  store<f64>(ptr + (index << 3), load<f64>(ptr + (index << 3)) + value);
}

/** Adds an entry to the tally of its label and returns the tally. */
function tallyUp(tally: usize, labels: usize, weights: usize, i: usize): f64 {
  const at = tally + ((<usize>load<u32>(labels + (i << 2))) << 3);
  const rows = load<f64>(at) + load<f64>(weights + (i << 3));
  store<f64>(at, rows);
  return rows;
}

/** Zeroes the tallies of entries from .. to - 1. */
function tallyOff(tally: usize, labels: usize, from: usize, to: usize): void {
  for (let i = from; i < to; i++) store<f64>(tally + ((<usize>load<u32>(labels + (i << 2))) << 3), 0);
}

/**
 * sizesPtr   u32[count]  in   rows of every class
 * resultPtr  f64[2]      out  sum of squares over classes of at least k rows, rows in the others
 */
export function cutSumSizes(sizesPtr: usize, count: u32, k: u32, resultPtr: usize): void {
  let released: f64 = 0;
  let below: f64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const rows = load<u32>(sizesPtr + (i << 2));
    if (rows < k) below += <f64>rows;
    else released += <f64>rows * <f64>rows;
  }
  store<f64>(resultPtr, released);
  store<f64>(resultPtr, below, 8);
}

/** Every line as one class: minority rows of classes of at least k rows, rows in the others; resultPtr f64[2] out. */
export function cutSumLines(context: CutLines, resultPtr: usize): void {
  const k = <f64>context.k;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const weights = context.entryWeights;
  const labels = context.entryLabels;
  const tally = context.tally;
  const lines = context.lines;
  let released: f64 = 0;
  let below: f64 = 0;
  for (let line: usize = 0; line < lines; line++) {
    const from = positionAt(startPtr, line);
    const to = positionAt(endPtr, line);
    let rows: f64 = 0;
    let most: f64 = 0;
    for (let i = from; i < to; i++) {
      rows += weightAt(weights, i);
      const same = tallyUp(tally, labels, weights, i);
      if (same > most) most = same;
    }
    tallyOff(tally, labels, from, to);
    if (rows < k) below += rows;
    else released += rows - most;
  }
  store<f64>(resultPtr, released);
  store<f64>(resultPtr, below, 8);
}

/** Writes the changes from toggling each cut. O(entries). */
export function cutToggles(context: CutLines, changes: CutToggles): void {
  if (context.byLabel != 0) toggleLabels(context, changes);
  else toggleSizes(context, changes);
}

function toggleSizes(context: CutLines, changes: CutToggles): void {
  const intervalsPtr = changes.intervals;
  const k = <f64>context.k;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const positions = context.positions;
  const weights = context.entryWeights;
  const lines = context.lines;
  for (let line: usize = 0; line < lines; line++) {
    const stop = positionAt(endPtr, line);
    let rowsBefore: f64 = 0;
    let intervalBefore: i64 = -2;
    let from = positionAt(startPtr, line);
    while (from < stop) {
      const interval = load<u32>(intervalsPtr + (positionAt(positions, from) << 2));
      let to = from;
      let rows: f64 = 0;
      while (to < stop && load<u32>(intervalsPtr + (positionAt(positions, to) << 2)) == interval) {
        rows += weightAt(weights, to);
        to++;
      }
      const whole: f64 = rows < k ? 0 : rows * rows;
      const wholeBelow: f64 = rows < k ? rows : 0;
      let left: f64 = 0;
      let change: f64 = 0;
      let rowsChange: f64 = 0;
      for (let i = from; i < to; i++) {
        left += weightAt(weights, i);
        const right = rows - left;
        let now: f64 = 0;
        let rowsNow: f64 = 0;
        if (right > 0) {
          now = (left < k ? 0 : left * left) + (right < k ? 0 : right * right) - whole;
          rowsNow = (left < k ? left : 0) + (right < k ? right : 0) - wholeBelow;
        }
        const at = positionAt(positions, i) + 1;
        add(changes.released, at, now - change);
        add(changes.below, at, rowsNow - rowsChange);
        change = now;
        rowsChange = rowsNow;
      }
      if (intervalBefore + 1 == <i64>interval) {
        const both = rowsBefore + rows;
        const apart = (rowsBefore < k ? 0 : rowsBefore * rowsBefore) + whole;
        const apartBelow = (rowsBefore < k ? rowsBefore : 0) + wholeBelow;
        add(changes.releasedRemoved, <usize>interval, (both < k ? 0 : both * both) - apart);
        add(changes.belowRemoved, <usize>interval, (both < k ? both : 0) - apartBelow);
      }
      intervalBefore = <i64>interval;
      rowsBefore = rows;
      from = to;
    }
  }
}

function toggleLabels(context: CutLines, changes: CutToggles): void {
  const intervalsPtr = changes.intervals;
  const k = <f64>context.k;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const positions = context.positions;
  const weights = context.entryWeights;
  const labels = context.entryLabels;
  const tally = context.tally;
  const mostUpTo = context.walk;
  const lines = context.lines;
  for (let line: usize = 0; line < lines; line++) {
    const stop = positionAt(endPtr, line);
    let fromBefore: usize = 0;
    let rowsBefore: f64 = 0;
    let mostBefore: f64 = 0;
    let intervalBefore: i64 = -2;
    let from = positionAt(startPtr, line);
    while (from < stop) {
      const interval = load<u32>(intervalsPtr + (positionAt(positions, from) << 2));
      let to = from;
      let rows: f64 = 0;
      let most: f64 = 0;
      for (; to < stop && load<u32>(intervalsPtr + (positionAt(positions, to) << 2)) == interval; to++) {
        rows += weightAt(weights, to);
        const same = tallyUp(tally, labels, weights, to);
        if (same > most) most = same;
        store<f64>(mostUpTo + (to << 3), most);
      }
      const whole: f64 = rows < k ? 0 : rows - most;
      const wholeBelow: f64 = rows < k ? rows : 0;
      if (intervalBefore + 1 == <i64>interval) {
        let mostOfBoth = most;
        for (let i = fromBefore; i < from; i++) {
          const same = tallyUp(tally, labels, weights, i);
          if (same > mostOfBoth) mostOfBoth = same;
        }
        tallyOff(tally, labels, fromBefore, from);
        const both = rowsBefore + rows;
        const apart = (rowsBefore < k ? 0 : rowsBefore - mostBefore) + whole;
        const apartBelow = (rowsBefore < k ? rowsBefore : 0) + wholeBelow;
        add(changes.releasedRemoved, <usize>interval, (both < k ? 0 : both - mostOfBoth) - apart);
        add(changes.belowRemoved, <usize>interval, (both < k ? both : 0) - apartBelow);
      }
      tallyOff(tally, labels, from, to);
      let right: f64 = 0;
      let mostRight: f64 = 0;
      for (let i = to; i-- > from;) {
        const position = positionAt(positions, i);
        if (i + 1 < to && position != positionAt(positions, i + 1)) {
          const left = rows - right;
          const leftCost: f64 = left < k ? 0 : left - load<f64>(mostUpTo + (i << 3));
          const now = leftCost + (right < k ? 0 : right - mostRight) - whole;
          const rowsNow = (left < k ? left : 0) + (right < k ? right : 0) - wholeBelow;
          const next = positionAt(positions, i + 1) + 1;
          add(changes.released, position + 1, now);
          add(changes.released, next, -now);
          add(changes.below, position + 1, rowsNow);
          add(changes.below, next, -rowsNow);
        }
        right += weightAt(weights, i);
        const same = tallyUp(tally, labels, weights, i);
        if (same > mostRight) mostRight = same;
      }
      tallyOff(tally, labels, from, to);
      intervalBefore = <i64>interval;
      fromBefore = from;
      rowsBefore = rows;
      mostBefore = most;
      from = to;
    }
  }
}

/**
 * The cheapest partition of pieces 0 .. pieces - 1 into intervals, a suppressed row costing `penalty`. The matrix holds,
 * for pieces i <= j, what the intervals i' .. j' with i' >= i and j' <= j add up to: cost(i, j) is its sum over that
 * quadrant, so that a line touches only its own positions. Ties: the smaller last cut.
 *
 * O(sum of squared entries of lines + pieces^2).
 */
export function cutPath(context: CutLines, path: CutPath): void {
  const width = path.pieces;
  const matrixPtr = path.matrix;
  const sumsPtr = path.sums;
  const reachedPtr = path.reached;
  memory.fill(matrixPtr, 0, (width * width) << 3);
  if (context.byLabel != 0) addLabels(context, matrixPtr, width, path.penalty);
  else addSizes(context, matrixPtr, width, path.penalty);
  memory.fill(sumsPtr, 0, width << 3);
  for (let i = width; i-- > 0;) {
    const row = matrixPtr + ((i * width) << 3);
    let cost: f64 = 0;
    for (let j = i; j < width; j++) {
      const sum = load<f64>(sumsPtr + (j << 3)) + load<f64>(row + (j << 3));
      store<f64>(sumsPtr + (j << 3), sum);
      cost += sum;
      store<f64>(row + (j << 3), cost);
    }
  }
  for (let j: usize = 1; j <= width; j++) store<f64>(reachedPtr + (j << 3), Infinity);
  store<f64>(reachedPtr, 0);
  for (let i: usize = 0; i < width; i++) {
    const row = matrixPtr + ((i * width) << 3);
    const reached = load<f64>(reachedPtr + (i << 3));
    for (let j = i; j < width; j++) {
      const cost = reached + load<f64>(row + (j << 3));
      if (cost < load<f64>(reachedPtr + (j << 3), 8)) {
        store<f64>(reachedPtr + (j << 3), cost, 8);
        store<u32>(path.before + (j << 2), <u32>i, 4);
      }
    }
  }
}

function addSizes(context: CutLines, matrixPtr: usize, width: usize, penalty: f64): void {
  const k = <f64>context.k;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const positions = context.positions;
  const weights = context.entryWeights;
  const costBelow = context.walk;
  const lines = context.lines;
  for (let line: usize = 0; line < lines; line++) {
    const from = positionAt(startPtr, line);
    const to = positionAt(endPtr, line);
    let rows: f64 = 0;
    for (let i = from; i < to; i++) rows += weightAt(weights, i);
    if (rows < k) {
      for (let i = from; i < to; i++) {
        add(matrixPtr, positionAt(positions, i) * (width + 1), weightAt(weights, i) * penalty);
      }
      continue;
    }
    for (let i = to; i-- > from;) {
      const row = matrixPtr + ((positionAt(positions, i) * width) << 3);
      let sum = weightAt(weights, i);
      let cost = sum < k ? sum * penalty : sum * sum;
      let inner: f64 = 0;
      add(row, positionAt(positions, i), cost);
      store<f64>(costBelow + (i << 3), cost);
      for (let j = i + 1; j < to; j++) {
        sum += weightAt(weights, j);
        const now = sum < k ? sum * penalty : sum * sum;
        const innerNow = load<f64>(costBelow + (j << 3));
        add(row, positionAt(positions, j), now - cost - (innerNow - inner));
        store<f64>(costBelow + (j << 3), now);
        cost = now;
        inner = innerNow;
      }
    }
  }
}

function addLabels(context: CutLines, matrixPtr: usize, width: usize, penalty: f64): void {
  const k = <f64>context.k;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const positions = context.positions;
  const weights = context.entryWeights;
  const labels = context.entryLabels;
  const tally = context.tally;
  const costBelow = context.walk;
  const lines = context.lines;
  for (let line: usize = 0; line < lines; line++) {
    const from = positionAt(startPtr, line);
    const to = positionAt(endPtr, line);
    let rows: f64 = 0;
    for (let i = from; i < to; i++) rows += weightAt(weights, i);
    if (rows < k) {
      for (let i = from; i < to; i++) {
        add(matrixPtr, positionAt(positions, i) * (width + 1), weightAt(weights, i) * penalty);
      }
      continue;
    }
    // costBelow holds, at the last entry of every position, the cost from the next position on up to it.
    for (let last = to; last > from;) {
      const position = positionAt(positions, last - 1);
      let first = last - 1;
      while (first > from && positionAt(positions, first - 1) == position) first--;
      const row = matrixPtr + ((position * width) << 3);
      let sum: f64 = 0;
      let most: f64 = 0;
      let cost: f64 = 0;
      let inner: f64 = 0;
      for (let j = first; j < to; j++) {
        sum += weightAt(weights, j);
        const same = tallyUp(tally, labels, weights, j);
        if (same > most) most = same;
        const column = positionAt(positions, j);
        if (j + 1 < to && positionAt(positions, j + 1) == column) continue;
        const now = sum < k ? sum * penalty : sum - most;
        const innerNow: f64 = j < last ? 0 : load<f64>(costBelow + (j << 3));
        add(row, column, now - cost - (innerNow - inner));
        store<f64>(costBelow + (j << 3), now);
        cost = now;
        inner = innerNow;
      }
      tallyOff(tally, labels, first, to);
      last = first;
    }
  }
}
