import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import { seededRandom, shuffle } from '../../base/random.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { outcomeOfClusters } from './cluster-outcome.js';
import { codesOf, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { groupInBlocks } from './blocks.js';
import { Means } from './means.js';
import { optionSet, seed, type OptionsOf } from '../options.js';
import { Pauses } from '../pauses.js';
import { HIERARCHIES } from '../released-boxes.js';
import { spansOf } from '../local/spans.js';

const OPTIONS = optionSet({ seed, hierarchies: HIERARCHIES });
/** Up to so many distinct vectors are grouped at once, more in blocks of at most so many. */
const MOST_AT_ONCE = 1 << 15;
const BLOCK_VECTORS = 1 << 12;
/** Groups begun, or looked at, between two looks at the clock. */
const FEW_GROUPS = 64;

/**
 * One-pass k-means.
 *
 * Lin and Wei, "An Efficient Clustering Method for k-Anonymization", PAIS 2008: floor(n / k) rows drawn at random begin the
 * groups; every other row joins the group with the nearest mean, which moves at once; groups of more than k rows then give
 * away the rows farthest from their mean, first to the nearest groups of fewer than k rows until none is left, then to the
 * nearest of all. Numbers count by their range, categories by the leaves under the smallest released value that covers both;
 * the mean of a category is its most frequent value.
 */
export const oka = defineAlgorithm({
  name: 'oka',
  source: 'Lin, Wei: An Efficient Clustering Method for k-Anonymization, PAIS 2008',
  guarantee: 'every class satisfies every model; greedy, not optimal',
  complexity:
    'O(m q n / k) time for m distinct vectors, O(n q / k) memory; above 32,768 vectors in blocks of at most 4,096',
  options: OPTIONS,
  run: runOka,
});

async function runOka(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, 'ncp');
  const pauses = new Pauses(control, 'groups');
  const k = judge.minimum;
  const sizes = spans.map(({ size }) => size);
  let checked = 0;
  const all = { codes, counts: problem.set.counts() };
  const { groups, division } = await groupInBlocks(
    all,
    sizes,
    { atOnce: MOST_AT_ONCE, block: BLOCK_VECTORS, k },
    pauses,
    async (block) => {
      const rows = block.counts.reduce((sum, count) => sum + count, 0);
      const size = Math.floor(rows / k);
      const means = new Means(engine, problem.domains, block.codes, spans, size);
      const clusters = new Clusters(means, size, block.watch);
      await clusters.begin(block.counts, rows, options.seed + block.number);
      await clusters.place(await clusters.takeSpares(k), k);
      means.dispose();
      checked += clusters.checked;
      return clusters.filled();
    },
  );
  const about = { options, checked, who: 'oka', division };
  return pauses.drive(outcomeOfClusters(problem, { codes, spans, judge }, groups, about));
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
  readonly #watch: (share: number) => Promise<void>;

  constructor(means: Means, size: number, watch: (share: number) => Promise<void>) {
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
