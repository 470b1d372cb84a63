import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../errors.js';
import { seededRandom, shuffle } from '../../random.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { outcomeOfClusters } from './cluster-outcome.js';
import { codesOf, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { Means } from './means.js';
import { optionSet, seed, type OptionsOf } from '../options.js';
import { Pauses } from '../pauses.js';
import { HIERARCHIES } from '../released-boxes.js';
import { spansOf } from '../local/spans.js';

const OPTIONS = optionSet({ seed, hierarchies: HIERARCHIES });
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
  complexity: 'O(m q n / k) time for m distinct vectors, O(n q / k) memory',
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
  const k = judge.minimum;
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, 'ncp');
  const counts = problem.set.counts();
  const pauses = new Pauses(control, 'groups');
  const watch = (share: number): Promise<void> => pauses.restWhenDue(share);

  const size = Math.floor(problem.rows / k);
  const rowVector = new Uint32Array(problem.rows);
  for (let v = 0, row = 0; v < counts.length; row += counts[v++]) rowVector.fill(v, row, row + counts[v]);
  const rows = Uint32Array.from(rowVector.keys());
  shuffle(rows, seededRandom(options.seed));
  const means = new Means(engine, problem.domains, codes, spans, size);
  const left = counts.slice();
  const groups: Group[] = [];
  for (let g = 0; g < size; g++) {
    if (g % FEW_GROUPS === 0) await watch(0);
    const vector = rowVector[rows[g]];
    left[vector]--;
    means.add(g, vector, 1);
    groups.push({ vectors: [vector], counts: [1] });
  }
  const sizes = new Uint32Array(size).fill(1);
  const join = (g: number, vector: number, count: number): void => {
    groups[g].vectors.push(vector);
    groups[g].counts.push(count);
    sizes[g] += count;
  };
  let checked = 0;
  // Vectors in the order in which their first row was drawn.
  const seen = new Uint8Array(counts.length);
  for (let i = 0; i < rows.length; i++) {
    const vector = rowVector[rows[i]];
    if (seen[vector] === 1 || left[vector] === 0) continue;
    seen[vector] = 1;
    const g = means.nearest(vector, null);
    checked += size;
    join(g, vector, left[vector]);
    means.add(g, vector, left[vector]);
    await watch((0.8 * i) / rows.length);
  }

  const spares: { vector: number; count: number }[] = [];
  for (let g = 0; g < size; g++) {
    if (g % FEW_GROUPS === 0) await watch(0.8);
    let spare = sizes[g] - k;
    if (spare <= 0) continue;
    const { vectors, counts: of } = groups[g];
    const distance = vectors.map((vector) => means.distance(g, vector));
    const order = Array.from(vectors.keys()).sort((i, j) => distance[j] - distance[i] || vectors[i] - vectors[j]);
    for (const i of order) {
      const taken = Math.min(spare, of[i]);
      if (taken === 0) break;
      of[i] -= taken;
      spare -= taken;
      sizes[g] -= taken;
      spares.push({ vector: vectors[i], count: taken });
    }
  }
  const small = Uint8Array.from(sizes, (rowsOf) => (rowsOf < k ? 1 : 0));
  let lacking = small.reduce((sum, one) => sum + one, 0);
  for (let i = 0; i < spares.length; i++) {
    const { vector } = spares[i];
    for (let { count } = spares[i]; count > 0;) {
      await watch(0.8 + (0.2 * i) / spares.length);
      const g = means.nearest(vector, lacking > 0 ? small : null);
      checked += size;
      const taken = lacking > 0 ? Math.min(count, k - sizes[g]) : count;
      join(g, vector, taken);
      count -= taken;
      if (small[g] === 1 && sizes[g] >= k) {
        small[g] = 0;
        lacking--;
      }
    }
  }
  means.dispose();
  const kept = groups.map((group) => {
    const filled = Array.from(group.vectors.keys()).filter((i) => group.counts[i] > 0);
    return { vectors: filled.map((i) => group.vectors[i]), counts: filled.map((i) => group.counts[i]) };
  });
  return pauses.drive(outcomeOfClusters(problem, { codes, spans, judge }, kept, { options, checked, who: 'oka' }));
}
