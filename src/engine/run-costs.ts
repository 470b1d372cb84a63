import type { RunCosts } from './engine.js';

/** Cost of lo .. hi, lo <= hi; the twin of assembly/run-costs.ts, and for algorithms. */
export function runCost({ size, table, line, tree }: RunCosts, lo: number, hi: number): number {
  if (table !== null) return table[lo * size + hi];
  if (line !== null) {
    if (lo === hi) return 0;
    if (hi === line.missing) return line.whole;
    const width = line.positions[hi] - line.positions[lo];
    return Math.floor(((width + line.offset) / line.range) * line.whole + 0.5);
  }
  let node = tree!.nodeOf[lo];
  while (tree!.hi[node] < hi) node = tree!.parent[node];
  return tree!.cost[node];
}
