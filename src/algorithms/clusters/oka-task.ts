import type { Engine } from '../../engine/engine.js';
import { seededRandom, shuffle } from '../../base/random.js';
import type { Group } from '../local/groups.js';
import { areWithin, isRunCosts } from '../local/spans.js';
import type { Task, Watch } from '../sharing/task.js';
import { hasForm, isGroupSize, isListOf, isWhole } from '../sharing/task.js';
import { isWeighted, type Weighted } from './blocks.js';
import { Means, type MeanCosts } from './means.js';
import { isPackedGroups, packGroups, type PackedGroups } from './packed-groups.js';

/** Groups begun, or looked at, between two looks at the clock. */
const FEW_GROUPS = 64;

interface Common extends MeanCosts {
  readonly k: number;
}

/** A block, and what its rows are drawn with. */
interface SeededBlock extends Weighted {
  readonly seed: number;
}

interface Found {
  readonly groups: PackedGroups;
  /** Means that vectors were compared with. */
  readonly checked: number;
}

/** The groups of a block, as one-pass k-means makes them. */
export const okaTask: Task<Common, SeededBlock, Found> = {
  name: 'oka',
  isCommon: (value): value is Common =>
    hasForm(value, {
      k: isGroupSize,
      costs: isListOf(isRunCosts),
      places: isListOf((places) => places === null || places instanceof Float64Array),
    }) && (value as Common).places.length === (value as Common).costs.length,
  isInput: (value, { k, costs }): value is SeededBlock =>
    isWeighted(value, k) && areWithin(value, costs) && hasForm(value, { seed: isWhole }),
  isOutput: (value): value is Found => hasForm(value, { groups: isPackedGroups, checked: isWhole }),
  open: (engine, common) => ({ do: (block, watch) => groupOnce(engine, block, common, watch) }),
};

async function groupOnce(
  engine: Engine,
  { codes, counts, seed }: SeededBlock,
  { costs, places, k }: Common,
  watch: Watch,
): Promise<Found> {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const size = Math.floor(rows / k);
  const means = new Means(engine, { costs, places }, codes, size);
  try {
    const clusters = new Clusters(means, size, watch);
    await clusters.begin(counts, rows, seed);
    await clusters.place(await clusters.takeSpares(k), k);
    return { groups: packGroups(clusters.filled()), checked: clusters.checked };
  } finally {
    means.dispose();
  }
}

/** Rows of a vector that their group has too many of. */
interface Spare {
  readonly vector: number;
  readonly count: number;
}

/** Groups as they grow around their means. */
class Clusters {
  /** Means that vectors were compared with. */
  checked = 0;
  readonly #groups: Group[] = [];
  readonly #sizes: Uint32Array;
  readonly #means: Means;
  readonly #watch: Watch;

  constructor(means: Means, size: number, watch: Watch) {
    this.#means = means;
    this.#sizes = new Uint32Array(size);
    this.#watch = watch;
  }

  /** Rows that are drawn begin the groups; every other joins the nearest, vectors in the order in which their first row was drawn. */
  async begin(counts: Uint32Array, all: number, seed: number): Promise<void> {
    const rowVector = new Uint32Array(all);
    for (let v = 0, row = 0; v < counts.length; row += counts[v++]) rowVector.fill(v, row, row + counts[v]);
    const rows = Uint32Array.from(rowVector.keys());
    shuffle(rows, seededRandom(seed));
    const left = counts.slice();
    for (let g = 0; g < this.#sizes.length; g++) {
      if (g % FEW_GROUPS === 0) await this.#watch(0);
      const vector = rowVector[rows[g]];
      left[vector]--;
      this.#means.add(g, vector, 1);
      this.#groups.push({ vectors: [], counts: [] });
      this.#join(g, vector, 1);
    }
    const seen = new Uint8Array(counts.length);
    for (let i = 0; i < rows.length; i++) {
      const vector = rowVector[rows[i]];
      if (seen[vector] === 1 || left[vector] === 0) continue;
      seen[vector] = 1;
      const g = this.#nearest(vector, null);
      this.#join(g, vector, left[vector]);
      this.#means.add(g, vector, left[vector]);
      await this.#watch((0.8 * i) / rows.length);
    }
  }

  /** Takes what groups have beyond k rows, those farthest from the mean first. */
  async takeSpares(k: number): Promise<Spare[]> {
    const spares: Spare[] = [];
    for (let g = 0; g < this.#sizes.length; g++) {
      if (g % FEW_GROUPS === 0) await this.#watch(0.8);
      let spare = this.#sizes[g] - k;
      if (spare <= 0) continue;
      const { vectors, counts } = this.#groups[g];
      const distance = vectors.map((vector) => this.#means.distance(g, vector));
      const order = Array.from(vectors.keys()).sort((i, j) => distance[j] - distance[i] || vectors[i] - vectors[j]);
      for (const i of order) {
        const taken = Math.min(spare, counts[i]);
        if (taken === 0) break;
        counts[i] -= taken;
        spare -= taken;
        this.#sizes[g] -= taken;
        spares.push({ vector: vectors[i], count: taken });
      }
    }
    return spares;
  }

  /** Gives rows to the nearest groups of fewer than k until none is left, then to the nearest of all. */
  async place(spares: readonly Spare[], k: number): Promise<void> {
    const small = Uint8Array.from(this.#sizes, (rows) => (rows < k ? 1 : 0));
    let lacking = small.reduce((sum, one) => sum + one, 0);
    for (let i = 0; i < spares.length; i++) {
      const { vector } = spares[i];
      for (let { count } = spares[i]; count > 0;) {
        await this.#watch(0.8 + (0.2 * i) / spares.length);
        const g = this.#nearest(vector, lacking > 0 ? small : null);
        const taken = lacking > 0 ? Math.min(count, k - this.#sizes[g]) : count;
        this.#join(g, vector, taken);
        count -= taken;
        if (small[g] === 1 && this.#sizes[g] >= k) {
          small[g] = 0;
          lacking--;
        }
      }
    }
  }

  /** The groups, without vectors that none of their rows is left of. */
  filled(): Group[] {
    return this.#groups.map(({ vectors, counts }) => {
      const filled = Array.from(vectors.keys()).filter((i) => counts[i] > 0);
      return { vectors: filled.map((i) => vectors[i]), counts: filled.map((i) => counts[i]) };
    });
  }

  #nearest(vector: number, among: Uint8Array | null): number {
    this.checked += this.#sizes.length;
    return this.#means.nearest(vector, among);
  }

  #join(g: number, vector: number, count: number): void {
    this.#groups[g].vectors.push(vector);
    this.#groups[g].counts.push(count);
    this.#sizes[g] += count;
  }
}
