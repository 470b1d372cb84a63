import type { TracePoint } from '../../algorithms/algorithm.js';

const MOST_POINTS = 64;

/** Cost and bound of a search over time, thinned: the latest, and the more of the earlier ones the later they are. */
export class Trace {
  #points: TracePoint[];
  #stride = 0;

  constructor(points: readonly TracePoint[] = []) {
    this.#points = [...points];
  }

  get points(): readonly TracePoint[] {
    return this.#points;
  }

  /** Notes a point when cost or bound has changed; `last` notes the end whatever it is. */
  note(seconds: number, nodes: number, cost: number, lowerBound: number, last = false): void {
    const before = this.#points.at(-1);
    const known = cost === Infinity ? null : cost;
    if (before !== undefined) {
      if (!last && before[2] === known && before[3] === lowerBound) return;
      // A slowly rising bound gets few points.
      if (!last && before[2] === known && seconds - before[0] < this.#stride) return;
    }
    this.#points.push([Math.round(seconds * 1000) / 1000, nodes, known, lowerBound]);
    if (this.#points.length <= MOST_POINTS) return;
    // Steps of the cost stay where there is a choice.
    this.#points = this.#points.filter(
      (point, i, all) => i === 0 || i === all.length - 1 || i % 2 === 1 || (point[2] !== all[i - 1][2] && i % 4 === 0),
    );
    this.#stride = seconds / MOST_POINTS;
  }
}
