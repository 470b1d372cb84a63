/** The earth mover's distance of two distributions of cells. No code of `src/`. */
import { sum } from './release.js';

type Weights<Cell> = ReadonlyMap<Cell, number>;

/** The least work that turns one distribution, of whole numbers, into another: successive cheapest paths over all pairs of cells. */
export function earthMover<Cell>(
  from: Weights<Cell>,
  to: Weights<Cell>,
  distance: (a: Cell, b: Cell) => number,
): number {
  const cells = [...new Set([...from.keys(), ...to.keys()])];
  const [given, taken] = [sum([...from.values()]), sum([...to.values()])];
  // Whole masses: each distribution weighs as much as the product of both.
  const supply = cells.map((cell) => (from.get(cell) ?? 0) * taken);
  const demand = cells.map((cell) => (to.get(cell) ?? 0) * given);
  const flow = cells.map(() => cells.map(() => 0));
  let work = 0;
  while (true) {
    // Bellman-Ford from every cell with mass left; nodes 0 .. m-1 give, m .. 2m-1 take.
    const m = cells.length;
    const cost = Array.from({ length: 2 * m }, (_, node) => (node < m && supply[node] > 0 ? 0 : Infinity));
    const before = new Array<number>(2 * m).fill(-1);
    const shorten = (node: number, from: number, by: number): void => {
      if (cost[from] + by < cost[node] - 1e-12) [cost[node], before[node]] = [cost[from] + by, from];
    };
    const reach = (i: number, j: number): void => {
      const there = distance(cells[i], cells[j]);
      shorten(m + j, i, there);
      if (flow[i][j] > 0) shorten(i, m + j, -there);
    };
    for (let round = 0; round < 2 * m; round++) {
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < m; j++) reach(i, j);
      }
    }
    let target = -1;
    for (let j = 0; j < m; j++) if (demand[j] > 0 && (target < 0 || cost[m + j] < cost[target])) target = m + j;
    if (target < 0) return work / (given * taken);
    let amount = demand[target - m];
    let source = target;
    for (let node = target; before[node] >= 0; node = before[node]) {
      const prior = before[node];
      if (prior >= m) amount = Math.min(amount, flow[node][prior - m]);
      source = prior;
    }
    amount = Math.min(amount, supply[source]);
    for (let node = target; before[node] >= 0; node = before[node]) {
      const prior = before[node];
      if (prior < m) flow[prior][node - m] += amount;
      else flow[node][prior - m] -= amount;
    }
    work += amount * cost[target];
    supply[source] -= amount;
    demand[target - m] -= amount;
  }
}
