/** Compares the full-subtree search with all tree cuts of small random tables, after every node of the search. */
import { describe, expect, it } from 'vitest';
import { climbSubtrees } from '../../src/k-optimize/subtree/climb-subtrees.js';
import { EXCLUDED, MADE, SplitForest, type SplitTree } from '../../src/k-optimize/subtree/split-forest.js';
import { SubtreeCosts } from '../../src/k-optimize/subtree/subtree-costs.js';
import { type SubtreeRules, SubtreeSearch } from '../../src/k-optimize/subtree/subtree-search.js';
import { SearchClock } from '../../src/algorithms/search-clock.js';
import { seededRandom } from '../../src/base/random.js';
import type { Engine } from '../../src/engine/engine.js';
import { type CutCase, costOf, drawCutCase, sum } from '../engine/cut-oracle.js';
import { allEngines } from '../engine/engines.js';
import { generator, type Generator } from '../engine/random.js';
import { casesOf } from '../shared.js';

const ALL: SubtreeRules = { nodes: true, tail: true, reorder: true };
const RULES: readonly SubtreeRules[] = [
  ...Array.from({ length: 6 }, () => ALL),
  ...(['nodes', 'tail', 'reorder'] as const).map((rule) => ({ ...ALL, [rule]: false })),
  { nodes: false, tail: false, reorder: false },
];

interface Drawn {
  readonly drawn: CutCase;
  readonly forest: SplitForest;
}

/** A random tree over leaves 0 .. size - 1. */
function drawTree(random: Generator, size: number): SplitTree {
  const lo: number[] = [];
  const hi: number[] = [];
  const children: number[][] = [];
  const plant = (from: number, to: number): number => {
    const node = lo.push(from) - 1;
    hi.push(to);
    children.push([]);
    if (from === to) return node;
    const inner = Array.from({ length: to - from }, (_, i) => from + 1 + i).filter(() => random.below(3) === 0);
    const cuts = inner.length === 0 ? [from + 1 + random.below(to - from)] : inner;
    const starts = [from, ...cuts];
    children[node] = starts.map((start, i) => plant(start, (starts[i + 1] ?? to + 1) - 1));
    return node;
  };
  plant(0, size - 1);
  return { lo, hi, domain: { size }, childrenOf: (node) => children[node] };
}

function draw(random: Generator): Drawn {
  for (;;) {
    const drawn = drawCutCase(random, { attributes: 3, size: 6, vectors: 30 });
    const forest = new SplitForest(drawn.sizes.map((size) => drawTree(random, size)));
    const { problem } = drawn;
    if (forest.length <= 9) return { drawn: { ...drawn, problem: { ...problem, allowed: forest.allowed() } }, forest };
  }
}

interface Solution {
  readonly made: Uint8Array;
  readonly cost: number;
  readonly suppressed: number;
}

/** Every set of splits that has the parent of each, within the limit. */
function allSolutions({ drawn, forest }: Drawn): Solution[] {
  const found: Solution[] = [];
  for (let mask = 0; mask < 2 ** forest.length; mask++) {
    const made = Uint8Array.from({ length: forest.length }, (_, split) => ((mask >> split) & 1 ? MADE : 0));
    if (
      made.some((state, split) => state === MADE && forest.parent[split] >= 0 && made[forest.parent[split]] !== MADE)
    ) {
      continue;
    }
    const nodes = forest.nodesOf(made);
    const cuts = forest.trees.map(({ lo }, a) => Uint32Array.from(nodes[a].slice(1), (node) => lo[node]));
    const { cost, suppressed } = costOf(drawn, cuts);
    if (suppressed <= drawn.problem.suppressionLimit) found.push({ made, cost, suppressed });
  }
  return found;
}

function costsOf(engine: Engine, { sizes, vectors, counts, problem }: CutCase): SubtreeCosts {
  const columns = sizes.map((size, a) => ({ codes: Uint32Array.from(vectors, (v) => v[a]), size }));
  const set = engine.frequencySetOf(columns, counts);
  try {
    return SubtreeCosts.begin(engine, set, problem, sum(counts));
  } finally {
    set.dispose();
  }
}

/** True if a solution is one of those below a node. */
const isBelow = (made: Uint8Array, state: Uint8Array): boolean =>
  made.every((own, split) => (state[split] === MADE ? own === MADE : state[split] !== EXCLUDED || own !== MADE));

const engines = await allEngines();

describe('the search for the cheapest full-subtree recoding', () => {
  it('never has a bound above a solution below, and finds the cheapest of all tree cuts', () => {
    const random = generator(71);
    let nodes = 0;
    let pruned = 0;
    for (let i = 0; i < casesOf(5000, 150); i++) {
      const problem = draw(random);
      const solutions = allSolutions(problem);
      const least = Math.min(Infinity, ...solutions.map(({ cost }) => cost));
      const costs = costsOf(engines[i % engines.length], problem.drawn);
      const seedCost = random.below(3) === 0 && least < Infinity ? least + 1 : Infinity;
      const search = new SubtreeSearch(costs, problem.forest, RULES[i % RULES.length], seedCost);
      let before = 0;
      while (!search.isDone) {
        const known = search.best?.cost ?? seedCost;
        let isLeft = known <= least;
        for (const { state, bound } of search.openNodes) {
          const below = Math.min(
            Infinity,
            ...solutions.filter(({ made }) => isBelow(made, state)).map(({ cost }) => cost),
          );
          isLeft ||= below === least;
          expect(below, `table ${i}`).toBeGreaterThanOrEqual(Math.min(bound, known));
        }
        expect(isLeft || least === Infinity, `table ${i}`).toBe(true);
        expect(search.lowerBound).toBeLessThanOrEqual(Math.max(least, 0));
        if (search.lowerBound < Infinity) expect(search.lowerBound).toBeGreaterThanOrEqual(before);
        before = search.lowerBound;
        search.step();
      }
      expect(search.best?.cost ?? Infinity, `table ${i}`).toBe(least);
      if (search.best !== null) {
        const { made, suppressed } = search.best;
        expect(solutions).toContainEqual({ made, cost: least, suppressed });
      }
      nodes += search.nodes;
      pruned += search.prunedNodes + search.prunedTail;
      costs.dispose();
    }
    expect(nodes).toBeGreaterThan(300);
    expect(pruned).toBeGreaterThan(300);
  });

  it('climbs to solutions that cost what they say, nearly always as little as can be, the same in every engine', async () => {
    const random = generator(72);
    let optimal = 0;
    let solvable = 0;
    for (let i = 0; i < casesOf(1000, 40); i++) {
      const problem = draw(random);
      const solutions = allSolutions(problem);
      const least = Math.min(Infinity, ...solutions.map(({ cost }) => cost));
      const found = [];
      for (const engine of engines) {
        const costs = costsOf(engine, problem.drawn);
        const clock = new SearchClock({});
        const climb = { costs, forest: problem.forest, random: seededRandom(1), clock, offer: () => undefined };
        found.push(await climbSubtrees(climb, 12, null));
        costs.dispose();
      }
      for (const other of found) expect(other).toEqual(found[0]);
      if (found[0] === null) continue;
      const { made, cost, suppressed } = found[0];
      expect(solutions).toContainEqual({ made, cost, suppressed });
      solvable++;
      if (cost === least) optimal++;
    }
    expect(optimal).toBeGreaterThan(0.9 * solvable);
  });

  it('visits the same nodes in every engine', () => {
    const random = generator(73);
    for (let i = 0; i < 30; i++) {
      const problem = draw(random);
      const found = engines.map((engine) => {
        const costs = costsOf(engine, problem.drawn);
        const search = new SubtreeSearch(costs, problem.forest, ALL, Infinity);
        const bounds: number[] = [];
        while (!search.isDone) {
          search.step();
          bounds.push(search.lowerBound, search.open);
        }
        costs.dispose();
        return { bounds, best: search.best };
      });
      for (const other of found) expect(other).toEqual(found[0]);
    }
  });
});
