/**
 * Full-domain generalization by definition: every level vector applied to every row, labels compared as text. Shares no
 * code with the product.
 */
export interface SmallTable {
  /** [rows][attributes] leaf numbers. */
  readonly rows: readonly (readonly number[])[];
  /** [attributes][leaves][levels] labels; the last level is one label. */
  readonly hierarchies: readonly (readonly (readonly string[])[])[];
  /** [rows] sensitive value. */
  readonly sensitive: readonly number[];
  /** Further rows of the public table, where there is one: the private rows are the others of it. */
  readonly others?: readonly (readonly number[])[];
}

export type Rule =
  | { readonly model: 'k-anonymity'; readonly k: number }
  | { readonly model: 'distinct' | 'entropy'; readonly l: number }
  | { readonly model: 'recursive'; readonly l: number; readonly c: number }
  | { readonly model: 't-equal' | 't-ordered'; readonly t: number }
  | { readonly model: 'population'; readonly k: number }
  | { readonly model: 'weak-diversity'; readonly l: number }
  | { readonly model: 'presence'; readonly min: number; readonly max: number; readonly outside: 'judged' | 'ignored' };

export interface Node {
  readonly levels: readonly number[];
  readonly suppressed: number;
  readonly classes: number;
  /** True if public rows in no released class are as likely as they may be. */
  readonly holdsOutside: boolean;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Every level vector in lexicographic order. */
export function allVectors(heights: readonly number[]): number[][] {
  return heights.reduce<number[][]>(
    (vectors, height) =>
      vectors.flatMap((vector) => Array.from({ length: height + 1 }, (_, level) => [...vector, level])),
    [[]],
  );
}

export function judgeAll(table: SmallTable, rules: readonly Rule[]): Node[] {
  const heights = table.hierarchies.map((leaves) => leaves[0].length - 1);
  return allVectors(heights).map((levels) => judgeVector(table, rules, levels));
}

function judgeVector(table: SmallTable, rules: readonly Rule[], levels: readonly number[]): Node {
  const { rows, hierarchies, sensitive } = table;
  const n = rows.length;
  const classes = new Map<string, number[]>();
  const keyOf = (row: readonly number[]): string => row.map((leaf, a) => hierarchies[a][leaf][levels[a]]).join('|');
  rows.forEach((row, i) => {
    const key = keyOf(row);
    classes.set(key, [...(classes.get(key) ?? []), i]);
  });
  const others = (table.others ?? []).map(keyOf);
  const population = (key: string): number => classes.get(key)!.length + others.filter((other) => other === key).length;
  const keptKeys = [...classes.keys()].filter((key) =>
    rules.every((rule) => holds(rule, classes.get(key)!, sensitive, population(key))),
  );
  const kept = keptKeys.map((key) => classes.get(key)!);
  const released = kept.flat();
  const suppressed = n - released.length;
  const k = rules.reduce((most, rule) => (rule.model === 'k-anonymity' ? Math.max(most, rule.k) : most), 1);
  // By leaf, not by row: the same for all rows of a leaf.
  const underLeaf = hierarchies.map((leaves, a) =>
    leaves.map((path) => leaves.flatMap((other, leaf) => (other[levels[a]] === path[levels[a]] ? [leaf] : []))),
  );
  const under = (a: number, leaf: number): number[] => underLeaf[a][leaf];
  const rowsOfLeaf = hierarchies.map((leaves, a) =>
    leaves.map((_, leaf) => rows.filter((row) => row[a] === leaf).length),
  );
  const losses = hierarchies.map((leaves, a) => {
    const sum = released.reduce(
      (total, i) => total + (leaves.length === 1 ? 0 : (under(a, rows[i][a]).length - 1) / (leaves.length - 1)),
      suppressed,
    );
    return sum / n;
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const count = (a: number, leaves: readonly number[]): number =>
    leaves.reduce((sum, leaf) => sum + rowsOfLeaf[a][leaf], 0);
  const isReleased = new Set(released);
  const bits = hierarchies.reduce(
    (sum, _, a) =>
      sum +
      rows.reduce((total, row, i) => {
        const wide = isReleased.has(i) ? count(a, under(a, row[a])) : n;
        return total + Math.log2(wide / count(a, [row[a]]));
      }, 0),
    0,
  );
  return {
    levels,
    suppressed,
    classes: kept.length,
    holdsOutside: rules.every((rule) => {
      const outside = keptKeys.reduce((rest, key) => rest - population(key), n + others.length);
      if (rule.model !== 'presence' || rule.outside === 'ignored' || outside === 0) return true;
      return isBetween(rule, suppressed / outside);
    }),
    metrics: {
      discernibility: kept.reduce((sum, { length }) => sum + length * length, 0) + n * suppressed,
      'average-class-size': kept.length + suppressed === 0 ? 0 : n / (kept.length + (suppressed > 0 ? 1 : 0)) / k,
      loss: mean(losses),
      lossGeometric: Math.exp(mean(losses.map((loss) => Math.log(1 + loss)))) - 1,
      precision:
        1 -
        mean(hierarchies.map((leaves, a) => ((n - suppressed) * levels[a]) / (leaves[0].length - 1) + suppressed)) / n,
      height: levels.reduce((sum, level) => sum + level, 0),
      entropy: bits,
    },
  };
}

const isBetween = ({ min, max }: { readonly min: number; readonly max: number }, share: number): boolean =>
  share >= min - 1e-9 && share <= max + 1e-9;

function holds(rule: Rule, members: readonly number[], sensitive: readonly number[], population: number): boolean {
  const size = members.length;
  const values = Math.max(...sensitive) + 1;
  const histogram = new Array<number>(values).fill(0);
  for (const i of members) histogram[sensitive[i]]++;
  const whole = new Array<number>(values).fill(0);
  for (const value of sensitive) whole[value]++;
  const slack = 1e-9;
  switch (rule.model) {
    case 'k-anonymity':
      return size >= rule.k;
    case 'population':
      return population >= rule.k;
    case 'weak-diversity':
      return Math.max(...histogram) / population <= 1 / rule.l + slack;
    case 'presence':
      return isBetween(rule, size / population);
    case 'distinct':
      return histogram.filter((count) => count > 0).length >= rule.l;
    case 'entropy': {
      const entropy = -histogram.reduce((sum, c) => (c === 0 ? sum : sum + (c / size) * Math.log(c / size)), 0);
      return entropy >= Math.log(rule.l) - slack;
    }
    case 'recursive': {
      const sorted = [...histogram].sort((a, b) => b - a);
      return sorted[0] < rule.c * sorted.slice(rule.l - 1).reduce((sum, c) => sum + c, 0);
    }
    case 't-equal':
      return (
        histogram.reduce((sum, c, v) => sum + Math.abs(c / size - whole[v] / sensitive.length), 0) / 2 <= rule.t + slack
      );
    case 't-ordered': {
      const present = whole.flatMap((c, v) => (c > 0 ? [v] : []));
      let sum = 0;
      let running = 0;
      for (const v of present) {
        running += histogram[v] / size - whole[v] / sensitive.length;
        sum += Math.abs(running);
      }
      return present.length < 2 || sum / (present.length - 1) <= rule.t + slack;
    }
  }
}

const heightOf = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0);

/** The best of some nodes: least cost (greatest precision), then least height, then lexicographically first. */
export function bestOf(nodes: readonly Node[], metric: string): Node | null {
  const cost = (node: Node): number => (metric === 'precision' ? -node.metrics[metric] : node.metrics[metric]);
  let best: Node | null = null;
  for (const node of nodes) {
    if (best !== null) {
      const difference = cost(node) - cost(best);
      const tie = Math.abs(difference) <= 1e-9 * Math.max(1, Math.abs(cost(best)));
      if (tie ? heightOf(node.levels) >= heightOf(best.levels) : difference > 0) continue;
    }
    best = node;
  }
  return best;
}

/** Nodes of a set with no node of the set strictly below. */
export function minimalOf(nodes: readonly Node[]): Node[] {
  return nodes.filter(
    (node) => !nodes.some((other) => other !== node && other.levels.every((level, a) => level <= node.levels[a])),
  );
}
