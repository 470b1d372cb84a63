/** Full-domain generalization of the people by brute force. No code of `src/`. */
import type { Node, Rule, SmallTable } from '../algorithms/lattice/brute-force.js';
import { bestOf, judgeAll, minimalOf } from '../algorithms/lattice/brute-force.js';
import type { Attribute, Person } from './people.js';
import { groupBy } from './people.js';

export type Cells = (readonly string[] | null)[];

/** A level vector, what it releases, and what a search says of it. */
export interface LevelRelease {
  readonly levels: readonly number[];
  readonly cells: Cells;
}

/** Every level vector, judged. */
export function judgeLattice(
  people: readonly Person[],
  others: readonly Person[] | undefined,
  attributes: readonly Attribute[],
  rules: readonly Rule[],
): Node[] {
  const leavesOf = (person: Person): number[] => attributes.map(({ name, leaves }) => leaves.indexOf(person[name]));
  const table: SmallTable = {
    rows: people.map(leavesOf),
    hierarchies: attributes.map(({ leaves, paths }) => leaves.map((leaf) => paths!.get(leaf)!)),
    sensitive: people.map(() => 0),
    others: others?.map(leavesOf),
  };
  return judgeAll(table, rules);
}

/** The texts of a level vector; rows of classes that are not kept are null. */
export function recodeAt(
  people: readonly Person[],
  attributes: readonly Attribute[],
  levels: readonly number[],
  keeps: (rows: readonly number[], labels: readonly string[]) => boolean,
): Cells {
  const labels = people.map((person) => attributes.map(({ name, paths }, a) => paths!.get(person[name])![levels[a]]));
  const cells: Cells = people.map(() => null);
  for (const rows of groupBy([...people.keys()], (row) => labels[row].join('|'))) {
    if (keeps(rows, labels[rows[0]])) for (const row of rows) cells[row] = labels[row];
  }
  return cells;
}

const heightOfNode = ({ levels }: Node): number => levels.reduce((sum, level) => sum + level, 0);

/** Results of each search over the lattice among the vectors that suppress no more than `limit` rows. */
export function findInLattice(nodes: readonly Node[], limit: number) {
  const satisfying = nodes.filter((node) => node.suppressed <= limit && node.holdsOutside);
  const least = Math.min(...satisfying.map(heightOfNode));
  const lowest = satisfying.filter((node) => heightOfNode(node) === least);
  const minimal = minimalOf(satisfying);
  return { satisfying, lowest, minimal, best: (metric: string) => bestOf(satisfying, metric)! };
}

/** Datafly without step 4: the attribute with the most distinct values goes up until few enough rows are in small classes. */
export function datafly(
  people: readonly Person[],
  attributes: readonly Attribute[],
  k: number,
  limit: number,
): LevelRelease {
  const levels = attributes.map(() => 0);
  const big = (rows: readonly number[]): boolean => rows.length >= k;
  for (;;) {
    const cells = recodeAt(people, attributes, levels, big);
    if (cells.filter((row) => row === null).length <= limit) return { levels, cells };
    const all = recodeAt(people, attributes, levels, () => true) as string[][];
    const distinct = attributes.map(({ paths }, a) =>
      levels[a] === [...paths!.values()][0].length - 1 ? 0 : new Set(all.map((row) => row[a])).size,
    );
    levels[distinct.indexOf(Math.max(...distinct))]++;
  }
}

/** Every subset of some numbers that has two or three of them. */
const pairsAndTriples = (count: number): number[][] =>
  Array.from({ length: 2 ** count }, (_, bits) => Array.from({ length: count }, (_, a) => a).filter((a) => bits & (1 << a)))
    .filter(({ length }) => length === 2 || length === 3); // prettier-ignore

/** The six steps of mu-Argus, all attributes being most identifying. */
export function muArgus(people: readonly Person[], attributes: readonly Attribute[], k: number): Cells {
  const columns = attributes.map(({ name, paths }) => {
    const path = people.map((person) => paths!.get(person[name])!);
    const rows = (level: number): number[][] => groupBy([...path.keys()], (row) => path[row][level]);
    let level = 0;
    while (level < path[0].length - 1 && rows(level).some(({ length }) => length < k)) level++;
    return path.map((labels) => labels[level]);
  });
  const distinct = columns.map((column) => new Set(column).size);
  const precedence = [...columns.keys()].filter((a) => columns[a].some((label) => label !== '*'));
  precedence.sort((a, b) => distinct[b] - distinct[a] || a - b);
  const outliers: number[][][] = people.map(() => []);
  for (const attributesOf of pairsAndTriples(columns.length)) {
    for (const rows of groupBy([...people.keys()], (row) => attributesOf.map((a) => columns[a][row]).join('|'))) {
      if (rows.length < k) for (const row of rows) outliers[row].push(attributesOf);
    }
  }
  return people.map((_, row) => {
    const cells = columns.map((column) => column[row]);
    for (let left = outliers[row]; left.length > 0;) {
      const times = (a: number): number => left.filter((combination) => combination.includes(a)).length;
      const most = Math.max(...precedence.map(times));
      const worst = precedence.find((a) => times(a) === most)!;
      cells[worst] = '*';
      left = left.filter((combination) => !combination.includes(worst));
    }
    return cells;
  });
}
