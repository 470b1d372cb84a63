import type { PointScan } from '../engine.js';

/** The twin of assembly/point-scan.ts. The arguments were checked. */
export function createPointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan {
  return new JsPointScan(values, rows);
}

class JsPointScan implements PointScan {
  #left: number;
  /** By place: [dimensions][points] values, then the point, its rows, its distance from the nearest join, and that join. */
  readonly #values: readonly Float64Array[];
  readonly #numbers: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #joined: Float64Array;
  readonly #which: Uint32Array;
  readonly #distance: Float64Array;
  /** [points] place. */
  readonly #places: Uint32Array;
  readonly #near: Uint32Array;
  readonly #nearDistance: Float64Array;
  #joins = 0;

  constructor(values: readonly Float64Array[], rows: Uint32Array) {
    const points = rows.length;
    this.#left = points;
    this.#values = values.map((column) => column.slice());
    this.#numbers = Uint32Array.from(rows.keys());
    this.#rows = rows.slice();
    this.#joined = new Float64Array(points);
    this.#which = new Uint32Array(points);
    this.#distance = new Float64Array(points);
    this.#places = this.#numbers.slice();
    this.#near = new Uint32Array(points + 1);
    this.#nearDistance = new Float64Array(points + 1);
  }

  farthest(from: Float64Array): number {
    this.#measure(from);
    return this.#farthestOf(this.#distance);
  }

  around(from: Float64Array, rows: number): { nearest: Uint32Array; farthest: number } {
    this.#measure(from);
    const distance = this.#distance;
    const numbers = this.#numbers;
    const near = this.#near;
    const nearDistance = this.#nearDistance;
    let size = 0;
    let held = 0;
    let limit = Infinity;
    for (let i = 0; i < this.#left; i++) {
      const d = distance[i];
      if (d > limit) continue;
      const number = numbers[i];
      if (held >= rows && d === limit && number > near[size - 1]) continue;
      let at = size++;
      while (at > 0 && !(nearDistance[at - 1] < d || (nearDistance[at - 1] === d && near[at - 1] < number))) {
        nearDistance[at] = nearDistance[at - 1];
        near[at] = near[at - 1];
        at--;
      }
      nearDistance[at] = d;
      near[at] = number;
      held += this.#rows[i];
      for (;;) {
        const own = this.#rows[this.#places[near[size - 1]]];
        if (held - own < rows) break;
        held -= own;
        size--;
      }
      if (held >= rows) limit = nearDistance[size - 1];
    }
    return { nearest: near.slice(0, size), farthest: this.#farthestOf(distance) };
  }

  join(from: Float64Array, begins: boolean): { nearest: number; farthest: number; distance: number } {
    this.#measure(from);
    const joined = this.#joined;
    const join = begins ? 0 : this.#joins;
    let least = Infinity;
    let nearest = -1;
    for (let i = 0; i < this.#left; i++) {
      let d = this.#distance[i];
      if (begins || d < joined[i]) {
        joined[i] = d;
        this.#which[i] = join;
      } else d = joined[i];
      if (d > least) continue;
      if (d < least || this.#numbers[i] < nearest) nearest = this.#numbers[i];
      least = d;
    }
    this.#joins = join + 1;
    return { nearest, farthest: this.#farthestOf(joined), distance: least };
  }

  joined(): { which: Uint32Array; distance: Float64Array } {
    const which = new Uint32Array(this.#places.length);
    const distance = new Float64Array(this.#places.length);
    for (let i = 0; i < this.#left; i++) {
      which[this.#numbers[i]] = this.#which[i];
      distance[this.#numbers[i]] = this.#joined[i];
    }
    return { which, distance };
  }

  take(point: number, rows: number): void {
    const place = this.#places[point];
    if ((this.#rows[place] -= rows) > 0) return;
    const last = --this.#left;
    const moved = this.#numbers[last];
    for (const column of this.#values) column[place] = column[last];
    this.#numbers[place] = moved;
    this.#rows[place] = this.#rows[last];
    this.#places[moved] = place;
    this.#joined[place] = this.#joined[last];
    this.#which[place] = this.#which[last];
  }

  dispose(): void {
    for (const column of this.#values) column.fill(0);
    for (const list of [this.#distance, this.#joined, this.#nearDistance]) list.fill(0);
    for (const list of [this.#numbers, this.#rows, this.#which, this.#places, this.#near]) list.fill(0);
    this.#left = 0;
  }

  #measure(from: Float64Array): void {
    const distance = this.#distance;
    const left = this.#left;
    if (from.length === 0) distance.fill(0, 0, left);
    for (let d = 0; d < from.length; d++) {
      const column = this.#values[d];
      const value = from[d];
      if (d === 0) {
        for (let i = 0; i < left; i++) {
          const difference = column[i] - value;
          distance[i] = difference * difference;
        }
      } else {
        for (let i = 0; i < left; i++) {
          const difference = column[i] - value;
          distance[i] += difference * difference;
        }
      }
    }
  }

  #farthestOf(distance: Float64Array): number {
    const numbers = this.#numbers;
    let most = -1;
    let best = -1;
    for (let i = 0; i < this.#left; i++) {
      const d = distance[i];
      if (d < most) continue;
      if (d > most || numbers[i] < best) best = numbers[i];
      most = d;
    }
    return best;
  }
}
