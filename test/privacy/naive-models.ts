/** Privacy models by their definitions, from lists of cells: slow, short, and unrelated to the code that is tested. */
import type { PrivacySpec } from '../../src/job/job.js';

/** A test's view of the sensitive values: cells are numbers from 0. */
export interface NaiveScale {
  /** Number that a cell stands for; NaN for the missing one. */
  readonly number: (cell: number) => number;
  /** Ground distance of two cells, 0 .. 1. */
  readonly distance: (a: number, b: number) => number;
}

export interface NaiveAnswer {
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

const close = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
const atMost = (a: number, b: number): boolean => a < b || close(a, b);
const share = (cells: readonly number[], cell: number): number =>
  cells.filter((one) => one === cell).length / cells.length;
const distinct = (cells: readonly number[]): number[] => [...new Set(cells)];

/** The least work that turns one distribution into another: successive cheapest paths over all pairs of cells. */
export function earthMover(
  from: readonly number[],
  to: readonly number[],
  distance: (a: number, b: number) => number,
): number {
  const cells = distinct([...from, ...to]);
  // Whole masses: every cell of `from` weighs |to|, every cell of `to` weighs |from|.
  const supply = cells.map((cell) => from.filter((one) => one === cell).length * to.length);
  const demand = cells.map((cell) => to.filter((one) => one === cell).length * from.length);
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
    if (target < 0) return work / (from.length * to.length);
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

/** One class, a list of sensitive cells, in a table. */
function judgeClass(
  spec: PrivacySpec,
  cells: readonly number[],
  table: readonly number[],
  scale: NaiveScale,
): NaiveAnswer {
  switch (spec.model) {
    case 'k-anonymity':
      return { achieved: { k: cells.length }, holds: cells.length >= spec.k };
    case 'maximum-risk':
      return { achieved: { risk: 1 / cells.length }, holds: atMost(1 / cells.length, spec.risk) };
    case 'alpha-k-anonymity': {
      const alpha = Math.max(...distinct(cells).map((cell) => share(cells, cell)));
      return { achieved: { k: cells.length, alpha }, holds: cells.length >= spec.k && atMost(alpha, spec.alpha) };
    }
    case 'ke-anonymity': {
      const numbers = cells.map(scale.number).filter((number) => !Number.isNaN(number));
      const e = numbers.length === 0 ? 0 : Math.max(...numbers) - Math.min(...numbers);
      const k = distinct(cells).length;
      return { achieved: { k, e }, holds: k >= spec.k && atMost(spec.e, e) };
    }
    case 'beta-likeness': {
      let beta = 0;
      let holds = true;
      for (const cell of distinct(cells)) {
        const p = share(table, cell);
        const gain = (share(cells, cell) - p) / p;
        if (gain <= 1e-12) continue;
        beta = Math.max(beta, gain);
        if (!atMost(gain, spec.variant === 'basic' ? spec.beta : Math.min(spec.beta, Math.log(1 / p)))) holds = false;
      }
      return { achieved: { beta }, holds };
    }
    case 'delta-disclosure': {
      const judged = spec.absent === 'violates' ? distinct(table) : distinct(cells);
      const delta = Math.max(...judged.map((cell) => Math.abs(Math.log(share(cells, cell) / share(table, cell)))));
      return { achieved: delta === Infinity ? {} : { delta }, holds: delta < spec.delta };
    }
    case 't-closeness': {
      const t = earthMover(cells, table, scale.distance);
      return { achieved: { t }, holds: atMost(t, spec.t) };
    }
    default:
      throw new Error(`no naive ${spec.model}`);
  }
}

/** All classes of a table; the rows of `table` beyond them are suppressed. */
export function judgeTable(
  spec: PrivacySpec,
  classes: readonly (readonly number[])[],
  table: readonly number[],
  scale: NaiveScale,
): NaiveAnswer {
  if (spec.model === 'average-risk') {
    const risks = classes.flatMap((cells) => cells.map(() => 1 / cells.length));
    const risk = risks.reduce((a, b) => a + b, 0) / risks.length;
    return { achieved: { risk }, holds: atMost(risk, spec.risk) };
  }
  const answers = classes.map((cells) => judgeClass(spec, cells, table, scale));
  const least = new Set(['k', 'e', 'l']);
  const achieved: Record<string, number> = {};
  for (const key of Object.keys(answers[0].achieved)) {
    const values = answers.map((answer) => answer.achieved[key] ?? Infinity);
    achieved[key] = least.has(key) ? Math.min(...values) : Math.max(...values);
  }
  if (
    achieved.delta === Infinity ||
    answers.some((answer) => !('delta' in answer.achieved) && spec.model === 'delta-disclosure')
  ) {
    delete achieved.delta;
  }
  return { achieved, holds: answers.every((answer) => answer.holds) };
}
