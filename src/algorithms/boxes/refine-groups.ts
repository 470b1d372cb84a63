import type { Steps } from '../../base/steps.js';
import { GroupBoxes } from './group-boxes.js';
import type { Group } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import { parts } from './part-rows.js';
import type { WeightedVectors } from './split-boxes.js';

/** Result of a refinement. */
export interface Refined {
  readonly groups: Group[];
  readonly passes: number;
  readonly moves: number;
  readonly swaps: number;
  readonly splits: number;
}

/** Swaps are tried with a group that would take the row for up to this many times of what the row's own group gains. */
const SWAP_REACH = 2;

/**
 * Greedy refinement of groups: splits of groups of at least 2k rows (rows of one vector may part), moves of rows to the
 * group that takes them for less than their own saves, swaps of two rows, and three groups of two where those have 3k rows;
 * every step lowers the cost (rows times the cost of the box, summed) and leaves every group satisfying the models.
 *
 * @param pause - called after every group; true ends the refinement
 */
export async function refineGroups(
  input: WeightedVectors,
  judge: ClassJudge,
  groups: readonly Group[],
  passes: number,
  pause: (share: number) => Promise<boolean>,
): Promise<Refined> {
  let pass = 0;
  /** Runs steps with a pause after each, and notes in `ended` that the time is over; steps of `split` and `join` may then stop. */
  const drive = async <Result>(steps: Steps<Result>): Promise<Result> => {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      ended = (await pause(pass / Math.max(1, passes))) || ended;
    }
  };
  let ended = false;
  const boxes = await drive(GroupBoxes.make(input, groups));
  const refiner = new Refiner(boxes, judge, () => ended);
  for (let isStable = false; pass < passes && !ended && !isStable; pass++) {
    const before = refiner.moves + refiner.swaps + refiner.splits;
    await drive(refiner.splitLarge());
    await drive(boxes.rebuild());
    for (let g = 0; g < boxes.groups.length && !ended; g++) {
      refiner.moveRows(g);
      ended = await pause((pass + g / boxes.groups.length) / passes);
    }
    await drive(refiner.threeOfTwo());
    isStable = refiner.moves + refiner.swaps + refiner.splits === before;
  }
  await drive(refiner.splitLarge());
  return {
    groups: boxes.groups.filter(({ vectors }) => vectors.length > 0),
    passes: pass,
    moves: refiner.moves,
    swaps: refiner.swaps,
    splits: refiner.splits,
  };
}

class Refiner {
  moves = 0;
  swaps = 0;
  splits = 0;
  readonly #boxes: GroupBoxes;
  readonly #judge: ClassJudge;
  readonly #isOver: () => boolean;

  constructor(boxes: GroupBoxes, judge: ClassJudge, isOver: () => boolean) {
    this.#boxes = boxes;
    this.#judge = judge;
    this.#isOver = isOver;
  }

  /** Splits groups of at least 2k rows as long as both parts satisfy the models. */
  *splitLarge(): Steps<void> {
    const boxes = this.#boxes;
    for (let g = 0; g < boxes.groups.length; g++) {
      while (boxes.rows[g] >= 2 * this.#judge.minimum) {
        yield;
        if (this.#isOver()) return;
        const found = parts(boxes.input, boxes.groups[g], this.#judge, 1, 1);
        if (found === null || found.cost >= boxes.total(g)) break;
        boxes.replace(g, found.groups[0]);
        boxes.replace(boxes.groups.length, found.groups[1]);
        this.splits++;
      }
    }
  }

  /** Moves or swaps every vector of a group that is better off elsewhere. */
  moveRows(g: number): void {
    const boxes = this.#boxes;
    const { vectors, counts } = boxes.groups[g];
    for (let i = 0; i < vectors.length; i++) {
      const vector = vectors[i];
      const spare = boxes.rows[g] - this.#judge.minimum;
      const count = Math.min(counts[i], spare);
      const own = boxes.total(g);
      if (own === 0) return;
      const whole = boxes.costWithout(g, i, -1);
      /** No other group takes the vector's rows for less. */
      let least = 0;
      if (count > 0) {
        const cost = count === counts[i] ? whole : boxes.cost[g];
        const gain = own - (boxes.rows[g] - count) * cost;
        if (gain > 0) {
          const { group } = boxes.nearest(vector, count, g, gain);
          if (group >= 0 && this.#mayMove(g, i, count, group)) {
            boxes.remove(g, i, count);
            boxes.add(group, vector, count);
            this.moves++;
            if (vectors[i] !== vector) i--;
            continue;
          }
          if (group < 0) least = gain;
        }
      }
      if (counts[i] !== 1 || whole >= boxes.cost[g]) continue;
      const reach = SWAP_REACH * boxes.rows[g] * (boxes.cost[g] - whole);
      if (reach > least) this.#swap(g, i, reach);
    }
  }

  /** Swaps the i-th vector of a group for one of the group that takes it for the least below `reach`, where that gains. */
  #swap(g: number, i: number, reach: number): void {
    const boxes = this.#boxes;
    const vector = boxes.groups[g].vectors[i];
    const { group: h } = boxes.nearest(vector, 1, g, reach);
    if (h < 0) return;
    const both = boxes.total(g) + boxes.total(h);
    const other = boxes.groups[h];
    let best = -1;
    let least = both;
    for (let j = 0; j < other.vectors.length; j++) {
      if (other.counts[j] !== 1) continue;
      const first = boxes.rows[g] * boxes.costWithout(g, i, other.vectors[j]);
      if (first >= least) continue;
      const cost = first + boxes.rows[h] * boxes.costWithout(h, j, vector);
      if (cost < least) {
        least = cost;
        best = j;
      }
    }
    if (best < 0 || !this.#maySwap(g, i, h, best)) return;
    const back = other.vectors[best];
    boxes.remove(h, best, 1);
    boxes.remove(g, i, 1);
    boxes.add(h, vector, 1);
    boxes.add(g, back, 1);
    this.swaps++;
  }

  /** Makes three groups of two where their rows suffice and that costs less. */
  *threeOfTwo(): Steps<void> {
    const boxes = this.#boxes;
    const k = this.#judge.minimum;
    const count = boxes.groups.length;
    const order = Array.from({ length: count }, (_, g) => g).filter((g) => boxes.rows[g] * 2 >= 3 * k);
    for (const g of order) {
      yield;
      if (this.#isOver()) return;
      if (boxes.rows[g] * 2 < 3 * k) continue;
      const h = boxes.partner(g, 3 * k);
      if (h < 0) continue;
      const union: Group = {
        vectors: [...boxes.groups[g].vectors, ...boxes.groups[h].vectors],
        counts: [...boxes.groups[g].counts, ...boxes.groups[h].counts],
      };
      const found = parts(boxes.input, union, this.#judge, 1, 2);
      if (found === null) continue;
      const [one, two] = found.groups;
      const again = parts(boxes.input, two, this.#judge, 1, 1);
      if (again === null) continue;
      const single = found.cost - found.second + again.cost;
      if (single >= boxes.total(g) + boxes.total(h)) continue;
      boxes.replace(g, one);
      boxes.replace(h, again.groups[0]);
      boxes.replace(boxes.groups.length, again.groups[1]);
      this.splits++;
    }
  }

  #mayMove(g: number, i: number, count: number, h: number): boolean {
    if (this.#judge.bySize) return true;
    const { vectors } = this.#boxes.groups[g];
    return this.#holds(g, vectors[i], -count, -1, 0) && this.#holds(h, vectors[i], count, -1, 0);
  }

  #maySwap(g: number, i: number, h: number, j: number): boolean {
    if (this.#judge.bySize) return true;
    const v = this.#boxes.groups[g].vectors[i];
    const w = this.#boxes.groups[h].vectors[j];
    return this.#holds(g, v, -1, w, 1) && this.#holds(h, w, -1, v, 1);
  }

  #holds(g: number, vector: number, count: number, other: number, more: number): boolean {
    const judge = this.#judge;
    judge.reset();
    const { vectors, counts } = this.#boxes.groups[g];
    vectors.forEach((v, i) => judge.add(v, counts[i]));
    judge.add(vector, count);
    if (more > 0) judge.add(other, more);
    return judge.holds();
  }
}
