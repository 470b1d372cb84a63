/** Random costs of runs and lines of rows for tests of the kernels. */
import type { RandomSource } from '../../src/base/random.js';
import type { RowLine, RunCosts } from '../../src/engine/engine.js';

/** The cost of a run over a whole domain. */
export const WHOLE = 2 ** 20;

/** Costs of one attribute as a table, a line or a tree, and what a run costs by definition. */
export function drawCosts(random: RandomSource): { costs: RunCosts; costOf: (lo: number, hi: number) => number } {
  const size = 1 + random.below(random.below(5) === 0 ? 300 : 9);
  const kind = random.below(3);
  if (kind === 0) {
    const table = new Int32Array(size * size);
    for (let lo = 0; lo < size; lo++) {
      for (let hi = lo + 1; hi < size; hi++) table[lo * size + hi] = table[hi * size + lo] = random.below(WHOLE);
    }
    return { costs: { size, table, line: null, tree: null }, costOf: (lo, hi) => table[lo * size + hi] };
  }
  if (kind === 1) {
    const positions = new Float64Array(size);
    for (let i = 1; i < size; i++) positions[i] = positions[i - 1] + 1 + random.below(9) / 7;
    const offset = random.below(2);
    const missing = random.below(2) === 0 ? size - 1 : -1;
    const range = Math.max(1, positions[size - 1] + offset);
    return {
      costs: { size, table: null, line: { positions, offset, range, missing, whole: WHOLE }, tree: null },
      costOf: (lo, hi) => {
        if (lo === hi) return 0;
        if (hi === missing) return WHOLE;
        return Math.round(((positions[hi] - positions[lo] + offset) / range) * WHOLE);
      },
    };
  }
  // Pairs of leaves under a root; a pair of one leaf is that leaf.
  const pairs = Math.ceil(size / 2);
  const parent = [0, ...new Array<number>(pairs).fill(0)];
  const hi = [size - 1, ...Array.from({ length: pairs }, (_, i) => Math.min(size - 1, 2 * i + 1))];
  const cost = hi.map((_, node) => (node === 0 ? WHOLE : random.below(WHOLE)));
  for (let leaf = 0; leaf < size; leaf++) {
    parent.push(1 + (leaf >> 1));
    hi.push(leaf);
    cost.push(0);
  }
  const tree = {
    nodeOf: Uint32Array.from({ length: size }, (_, leaf) => 1 + pairs + leaf),
    parent: Uint32Array.from(parent),
    hi: Uint32Array.from(hi),
    cost: Int32Array.from(cost),
  };
  return {
    costs: { size, table: null, line: null, tree },
    costOf: (lo, to) => (lo === to ? 0 : lo >> 1 === to >> 1 ? cost[1 + (lo >> 1)] : WHOLE),
  };
}

/** Rows on a line of random attributes, and what a run of them costs by definition. */
export const drawLine = (random: RandomSource): { line: RowLine; costOf: (from: number, to: number) => number } => {
  const drawn = Array.from({ length: random.below(4) }, () => drawCosts(random));
  const vectors = 1 + random.below(9);
  const codes = drawn.map(({ costs }) => Uint32Array.from({ length: vectors }, () => random.below(costs.size)));
  const rows = 1 + random.below(11);
  const vectorOf = Uint32Array.from({ length: rows }, () => random.below(vectors));
  return {
    line: { vectorOf, codes, costs: drawn.map((own) => own.costs) },
    costOf: (from, to) =>
      drawn.reduce((sum, own, a) => {
        const of = Array.from(vectorOf.subarray(from, to), (v) => codes[a][v]);
        return sum + (to - from) * own.costOf(Math.min(...of), Math.max(...of));
      }, 0),
  };
};
