import type { CutProblem } from '../engine.js';
import type { ToggleChanges } from '../cut-toggles.js';
import type { CutLines } from './cut-lines.js';

/**
 * Costs of classes, of toggled cuts and of shortest paths, summed over lines; the twin of assembly/cut-evaluator.ts,
 * addition for addition.
 */
export class ClassCosts {
  readonly #k: number;
  readonly #byLabel: boolean;
  /** Cost of a suppressed row. */
  readonly #unit: number;
  /** [labels] rows by label, all 0 between uses. */
  readonly #tally: Float64Array;
  /** [items] scratch of the walks along a line: costs, or largest tallies, by entry. */
  readonly #walk: Float64Array;
  #matrix = new Float64Array(0);

  constructor(problem: CutProblem, unit: number, items: number) {
    this.#k = problem.k;
    this.#byLabel = problem.metric === 'classification';
    this.#unit = unit;
    this.#tally = new Float64Array(this.#byLabel ? problem.labels!.size : 0);
    this.#walk = new Float64Array(items);
  }

  sumSizes(sizes: Uint32Array, count: number): { cost: number; suppressed: number } {
    let cost = 0;
    let suppressed = 0;
    for (let i = 0; i < count; i++) {
      const rows = sizes[i];
      if (rows < this.#k) suppressed += rows;
      else cost += rows * rows;
    }
    return { cost: cost + suppressed * this.#unit, suppressed };
  }

  /** Every line as one class; by label. */
  sumLines(lines: CutLines): { cost: number; suppressed: number } {
    const tally = this.#tally;
    const { start, end, weights } = lines;
    const labels = lines.labels!;
    let cost = 0;
    let suppressed = 0;
    for (let line = 0; line < lines.count; line++) {
      let rows = 0;
      let most = 0;
      for (let i = start[line]; i < end[line]; i++) {
        rows += weights[i];
        const same = (tally[labels[i]] += weights[i]);
        if (same > most) most = same;
      }
      for (let i = start[line]; i < end[line]; i++) tally[labels[i]] = 0;
      if (rows < this.#k) suppressed += rows;
      else cost += rows - most;
    }
    return { cost: cost + suppressed * this.#unit, suppressed };
  }

  /** The changes from toggling each cut of the lines' attribute. */
  toggles(lines: CutLines, intervals: Uint32Array, cuts: number): ToggleChanges {
    const size = intervals.length;
    const changes: ToggleChanges = {
      released: new Float64Array(size + 1),
      below: new Float64Array(size + 1),
      releasedRemoved: new Float64Array(cuts + 1),
      belowRemoved: new Float64Array(cuts + 1),
    };
    if (this.#byLabel) this.#toggleLabels(lines, intervals, changes);
    else this.#toggleSizes(lines, intervals, changes);
    return changes;
  }

  #toggleSizes(lines: CutLines, intervals: Uint32Array, changes: ToggleChanges): void {
    const { released, below, releasedRemoved, belowRemoved } = changes;
    const k = this.#k;
    const { start, end, positions, weights } = lines;
    for (let line = 0; line < lines.count; line++) {
      const stop = end[line];
      let rowsBefore = 0;
      let intervalBefore = -2;
      let from = start[line];
      while (from < stop) {
        const interval = intervals[positions[from]];
        let to = from;
        let rows = 0;
        while (to < stop && intervals[positions[to]] === interval) rows += weights[to++];
        const whole = rows < k ? 0 : rows * rows;
        const wholeBelow = rows < k ? rows : 0;
        let left = 0;
        let change = 0;
        let rowsChange = 0;
        for (let i = from; i < to; i++) {
          left += weights[i];
          const right = rows - left;
          let now = 0;
          let rowsNow = 0;
          if (right > 0) {
            now = (left < k ? 0 : left * left) + (right < k ? 0 : right * right) - whole;
            rowsNow = (left < k ? left : 0) + (right < k ? right : 0) - wholeBelow;
          }
          const at = positions[i] + 1;
          released[at] += now - change;
          below[at] += rowsNow - rowsChange;
          change = now;
          rowsChange = rowsNow;
        }
        if (intervalBefore + 1 === interval) {
          const both = rowsBefore + rows;
          const apart = (rowsBefore < k ? 0 : rowsBefore * rowsBefore) + whole;
          const apartBelow = (rowsBefore < k ? rowsBefore : 0) + wholeBelow;
          releasedRemoved[interval] += (both < k ? 0 : both * both) - apart;
          belowRemoved[interval] += (both < k ? both : 0) - apartBelow;
        }
        intervalBefore = interval;
        rowsBefore = rows;
        from = to;
      }
    }
  }

  #toggleLabels(lines: CutLines, intervals: Uint32Array, changes: ToggleChanges): void {
    const { released, below, releasedRemoved, belowRemoved } = changes;
    const k = this.#k;
    const tally = this.#tally;
    const mostUpTo = this.#walk;
    const { start, end, positions, weights } = lines;
    const labels = lines.labels!;
    for (let line = 0; line < lines.count; line++) {
      const stop = end[line];
      let fromBefore = 0;
      let rowsBefore = 0;
      let mostBefore = 0;
      let intervalBefore = -2;
      let from = start[line];
      while (from < stop) {
        const interval = intervals[positions[from]];
        let to = from;
        let rows = 0;
        let most = 0;
        for (; to < stop && intervals[positions[to]] === interval; to++) {
          rows += weights[to];
          const same = (tally[labels[to]] += weights[to]);
          if (same > most) most = same;
          mostUpTo[to] = most;
        }
        const whole = rows < k ? 0 : rows - most;
        const wholeBelow = rows < k ? rows : 0;
        if (intervalBefore + 1 === interval) {
          let mostOfBoth = most;
          for (let i = fromBefore; i < from; i++) {
            const same = (tally[labels[i]] += weights[i]);
            if (same > mostOfBoth) mostOfBoth = same;
          }
          for (let i = fromBefore; i < from; i++) tally[labels[i]] = 0;
          const both = rowsBefore + rows;
          const apart = (rowsBefore < k ? 0 : rowsBefore - mostBefore) + whole;
          const apartBelow = (rowsBefore < k ? rowsBefore : 0) + wholeBelow;
          releasedRemoved[interval] += (both < k ? 0 : both - mostOfBoth) - apart;
          belowRemoved[interval] += (both < k ? both : 0) - apartBelow;
        }
        for (let i = from; i < to; i++) tally[labels[i]] = 0;
        let right = 0;
        let mostRight = 0;
        for (let i = to - 1; i >= from; i--) {
          if (i < to - 1 && positions[i] !== positions[i + 1]) {
            const left = rows - right;
            const now = (left < k ? 0 : left - mostUpTo[i]) + (right < k ? 0 : right - mostRight) - whole;
            const rowsNow = (left < k ? left : 0) + (right < k ? right : 0) - wholeBelow;
            released[positions[i] + 1] += now;
            released[positions[i + 1] + 1] -= now;
            below[positions[i] + 1] += rowsNow;
            below[positions[i + 1] + 1] -= rowsNow;
          }
          right += weights[i];
          const same = (tally[labels[i]] += weights[i]);
          if (same > mostRight) mostRight = same;
        }
        for (let i = from; i < to; i++) tally[labels[i]] = 0;
        intervalBefore = interval;
        fromBefore = from;
        rowsBefore = rows;
        mostBefore = most;
        from = to;
      }
    }
  }

  /**
   * First pieces of the intervals but the first on the cheapest way from piece 0 to the end. The matrix holds, for pieces
   * i <= j, what the intervals i' .. j' with i' >= i and j' <= j add up to: cost(i, j) is its sum over that quadrant, so
   * that a line touches only its own positions.
   */
  shortestPath(lines: CutLines, pieces: number, penalty: number): Uint32Array {
    if (this.#matrix.length < pieces * pieces) this.#matrix = new Float64Array(pieces * pieces);
    const matrix = this.#matrix;
    matrix.fill(0, 0, pieces * pieces);
    if (this.#byLabel) this.#addLabels(lines, matrix, pieces, penalty);
    else this.#addSizes(lines, matrix, pieces, penalty);
    const sums = new Float64Array(pieces);
    for (let i = pieces - 1; i >= 0; i--) {
      let cost = 0;
      for (let j = i; j < pieces; j++) {
        sums[j] += matrix[i * pieces + j];
        cost += sums[j];
        matrix[i * pieces + j] = cost;
      }
    }
    const reached = new Float64Array(pieces + 1).fill(Infinity);
    const before = new Uint32Array(pieces + 1);
    reached[0] = 0;
    for (let i = 0; i < pieces; i++) {
      for (let j = i; j < pieces; j++) {
        const cost = reached[i] + matrix[i * pieces + j];
        if (cost < reached[j + 1]) {
          reached[j + 1] = cost;
          before[j + 1] = i;
        }
      }
    }
    let count = 0;
    for (let at = before[pieces]; at > 0; at = before[at]) count++;
    const path = new Uint32Array(count);
    for (let at = before[pieces]; at > 0; at = before[at]) path[--count] = at;
    return path;
  }

  #addSizes(lines: CutLines, matrix: Float64Array, pieces: number, penalty: number): void {
    const k = this.#k;
    const costBelow = this.#walk;
    const { start, end, positions, weights } = lines;
    for (let line = 0; line < lines.count; line++) {
      const from = start[line];
      const to = end[line];
      let rows = 0;
      for (let i = from; i < to; i++) rows += weights[i];
      if (rows < k) {
        for (let i = from; i < to; i++) matrix[positions[i] * (pieces + 1)] += weights[i] * penalty;
        continue;
      }
      for (let i = to - 1; i >= from; i--) {
        const row = positions[i] * pieces;
        let sum = weights[i];
        let cost = sum < k ? sum * penalty : sum * sum;
        let inner = 0;
        matrix[row + positions[i]] += cost;
        costBelow[i] = cost;
        for (let j = i + 1; j < to; j++) {
          sum += weights[j];
          const now = sum < k ? sum * penalty : sum * sum;
          const innerNow = costBelow[j];
          matrix[row + positions[j]] += now - cost - (innerNow - inner);
          costBelow[j] = now;
          cost = now;
          inner = innerNow;
        }
      }
    }
  }

  #addLabels(lines: CutLines, matrix: Float64Array, pieces: number, penalty: number): void {
    const k = this.#k;
    const tally = this.#tally;
    const costBelow = this.#walk;
    const { start, end, positions, weights } = lines;
    const labels = lines.labels!;
    for (let line = 0; line < lines.count; line++) {
      const from = start[line];
      const to = end[line];
      let rows = 0;
      for (let i = from; i < to; i++) rows += weights[i];
      if (rows < k) {
        for (let i = from; i < to; i++) matrix[positions[i] * (pieces + 1)] += weights[i] * penalty;
        continue;
      }
      // costBelow holds, at the last entry of every position, the cost from the next position on up to it.
      for (let last = to; last > from;) {
        let first = last - 1;
        while (first > from && positions[first - 1] === positions[last - 1]) first--;
        const row = positions[first] * pieces;
        let sum = 0;
        let most = 0;
        let cost = 0;
        let inner = 0;
        for (let j = first; j < to; j++) {
          sum += weights[j];
          const same = (tally[labels[j]] += weights[j]);
          if (same > most) most = same;
          if (j + 1 < to && positions[j + 1] === positions[j]) continue;
          const now = sum < k ? sum * penalty : sum - most;
          const innerNow = j < last ? 0 : costBelow[j];
          matrix[row + positions[j]] += now - cost - (innerNow - inner);
          costBelow[j] = now;
          cost = now;
          inner = innerNow;
        }
        for (let j = first; j < to; j++) tally[labels[j]] = 0;
        last = first;
      }
    }
  }

  /** Forgets the data. */
  clear(): void {
    this.#tally.fill(0);
    this.#walk.fill(0);
    this.#matrix.fill(0);
  }
}
