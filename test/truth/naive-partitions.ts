/** Partitions of the rows as the papers define them, over lists of rows. No code of `src/`. */
import type { Attribute, Person } from './people.js';
import { groupBy, nodeOver, rangeOver, sum } from './people.js';
import type { Cells } from './naive-lattice.js';

type Rows = readonly number[];

/** People, their attributes, and how an attribute is released: numbers as ranges, the rest as nodes. */
export interface Space {
  readonly people: readonly Person[];
  readonly attributes: readonly Attribute[];
}

const valuesOf = ({ people }: Space, { name }: Attribute, rows: Rows): string[] => rows.map((row) => people[row][name]);

/** The texts of a class: the range or the smallest node over its values. */
const labelsOf = (space: Space, rows: Rows): string[] =>
  space.attributes.map((attribute) => {
    const values = valuesOf(space, attribute, rows);
    return attribute.isNumber ? rangeOver(values) : nodeOver(attribute, values);
  });

/** Release of classes. */
export function release(space: Space, classes: readonly Rows[]): Cells {
  const cells: Cells = space.people.map(() => null);
  for (const rows of classes) {
    const labels = labelsOf(space, rows);
    for (const row of rows) cells[row] = labels;
  }
  return cells;
}

const placeOf = ({ leaves }: Attribute, value: string): number => leaves.indexOf(value);

/** Attributes of more than one value among the rows, the widest first, then the one of the smaller domain, then the earlier. */
function widestFirst(space: Space, rows: Rows): Attribute[] {
  const widthOf = (attribute: Attribute): number => {
    const at = attribute.isNumber ? Number : (value: string): number => placeOf(attribute, value);
    const places = valuesOf(space, attribute, rows).map(at);
    const { leaves } = attribute;
    return (Math.max(...places) - Math.min(...places)) / (at(leaves[leaves.length - 1]) - at(leaves[0]));
  };
  return space.attributes
    .filter((attribute) => new Set(valuesOf(space, attribute, rows)).size > 1)
    .sort((a, b) => widthOf(b) - widthOf(a) || a.leaves.length - b.leaves.length);
}

/** The cuts of a class along one attribute, in the order in which they are tried. */
function strictCuts(space: Space, attribute: Attribute, rows: Rows): number[][][] {
  const { people } = space;
  const { name, paths } = attribute;
  if (!attribute.isNumber) {
    const node = nodeOver(attribute, valuesOf(space, attribute, rows));
    const child = (row: number): string => {
      const path = paths!.get(people[row][name])!;
      return path[path.indexOf(node) - 1];
    };
    return [groupBy(rows, child)];
  }
  const numbers = valuesOf(space, attribute, rows).map(Number);
  const median = [...numbers].sort((a, b) => a - b)[Math.ceil(rows.length / 2) - 1];
  const cuts = [(n: number) => n <= median, (n: number) => n < median].map((isLeft) => [
    rows.filter((_, i) => isLeft(numbers[i])),
    rows.filter((_, i) => !isLeft(numbers[i])),
  ]);
  const imbalance = ([left, right]: number[][]): number => Math.abs(left.length - right.length);
  if (cuts[1][0].length > 0 && imbalance(cuts[1]) < imbalance(cuts[0])) cuts.reverse();
  return cuts;
}

/** Strict Mondrian (LeFevre, DeWitt and Ramakrishnan 2006): numbers cut at the median, the rest along the hierarchy. */
export function mondrian(space: Space, holds: (rows: Rows) => boolean): Rows[] {
  const partition = (rows: Rows): Rows[] => {
    for (const attribute of widestFirst(space, rows)) {
      for (const cut of strictCuts(space, attribute, rows)) {
        if (cut.every((part) => part.length > 0 && holds(part))) return cut.flatMap(partition);
      }
    }
    return [rows];
  };
  return partition([...space.people.keys()]);
}

/**
 * Relaxed Mondrian: half of the rows go left, of those at the median the first ones. Rows of equal quasi-identifiers stand
 * together, in the order in which their values first appear.
 */
export function relaxedMondrian(space: Space, k: number): Rows[] {
  const { people, attributes } = space;
  const partition = (rows: Rows): Rows[] => {
    const half = Math.ceil(rows.length / 2);
    for (const attribute of widestFirst(space, rows)) {
      if (rows.length - half < k) break;
      const place = (row: number): number => placeOf(attribute, people[row][attribute.name]);
      const sorted = [...rows].sort((a, b) => place(a) - place(b));
      const left = new Set(sorted.slice(0, half));
      return [rows.filter((row) => left.has(row)), rows.filter((row) => !left.has(row))].flatMap(partition);
    }
    return [rows];
  };
  const vectors = groupBy([...people.keys()], (row) => attributes.map(({ name }) => people[row][name]).join('|'));
  return partition(vectors.flat());
}

/** MPALM (Nergiz, Atzori and Clifton 2007) along hierarchies: parts of the public rows, each delta-present. */
export function mpalm(space: Space, isPrivate: (row: number) => boolean, min: number, max: number): Rows[] {
  const { people, attributes } = space;
  const accepts = (rows: Rows): boolean => {
    const share = rows.filter(isPrivate).length / rows.length;
    return share >= min && share <= max;
  };
  const partition = (rows: Rows): Rows[] => {
    const width = (attribute: Attribute): number => {
      const places = valuesOf(space, attribute, rows).map((value) => placeOf(attribute, value));
      return (Math.max(...places) - Math.min(...places)) / (attribute.leaves.length - 1);
    };
    for (const attribute of [...attributes].sort((a, b) => width(b) - width(a))) {
      if (width(attribute) === 0) break;
      const node = nodeOver(attribute, valuesOf(space, attribute, rows));
      const path = (row: number): readonly string[] => attribute.paths!.get(people[row][attribute.name])!;
      const parts = groupBy(rows, (row) => path(row)[path(row).indexOf(node) - 1]);
      if (parts.every(accepts)) return parts.flatMap(partition);
    }
    return [rows];
  };
  return partition([...people.keys()]);
}

/** The smallest node of every attribute over the rows. */
export const nodesOver = (space: Space, rows: Rows): string[] =>
  space.attributes.map((attribute) => nodeOver(attribute, valuesOf(space, attribute, rows)));

/** Standardized numbers: mean 0 and standard deviation 1, divisor n - 1. */
function standardized(values: readonly number[]): number[] {
  const mean = sum(values) / values.length;
  const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
  return values.map((value) => (value - mean) / deviation);
}

/** The sum of squared distances of standardized numbers from the means of their groups. */
export function squaredErrors({ people, attributes }: Space, groups: readonly Rows[]): number {
  return sum(
    attributes.flatMap(({ name }) => {
      const points = standardized(people.map((person) => Number(person[name])));
      return groups.map((rows) => {
        const mean = sum(rows.map((row) => points[row])) / rows.length;
        return sum(rows.map((row) => (points[row] - mean) ** 2));
      });
    }),
  );
}

/** The least total cost of runs of k to 2k - 1 consecutive rows in the order of one number. */
export function leastOfRuns(
  { people, attributes }: Space,
  k: number,
  cost: (values: readonly number[]) => number,
): number {
  const sorted = people.map((person) => Number(person[attributes[0].name])).sort((a, b) => a - b);
  const least = [0];
  for (let end = 1; end <= sorted.length; end++) {
    const starts = Array.from({ length: k }, (_, i) => end - k - i).filter((start) => start >= 0);
    least.push(Math.min(...starts.map((start) => least[start] + cost(sorted.slice(start, end)))));
  }
  return least[sorted.length];
}

/** The least sum of squared errors of one number (Hansen and Mukherjee 2003). */
export function leastSquares(space: Space, k: number): number {
  const numbers = space.people.map((person) => Number(person[space.attributes[0].name]));
  const mean = sum(numbers) / numbers.length;
  const variance = sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1);
  return leastOfRuns(space, k, (values) => {
    const middle = sum(values) / values.length;
    return sum(values.map((value) => (value - middle) ** 2)) / variance;
  });
}

/** The least mean certainty penalty of ranges of one number. */
export function leastPenalty(space: Space, k: number): number {
  const numbers = space.people.map((person) => Number(person[space.attributes[0].name]));
  const range = Math.max(...numbers) - Math.min(...numbers);
  const total = leastOfRuns(space, k, (values) => values.length * (Math.max(...values) - Math.min(...values)));
  return total / range / numbers.length;
}

/** MDAV (Domingo-Ferrer and Torra 2005): the row farthest from the mean, and the one farthest from it, take their k - 1 nearest. */
export function microaggregate({ people, attributes }: Space, k: number): Rows[] {
  const columns = attributes.map(({ name }) => standardized(people.map((person) => Number(person[name]))));
  const vectors = groupBy([...people.keys()], (row) => attributes.map(({ name }) => people[row][name]).join('|'));
  // The order of the rows decides between equal distances: values that appear first.
  let left = vectors.flat();
  const pointOf = (row: number): number[] => columns.map((column) => column[row]);
  const distance = (a: readonly number[], b: readonly number[]): number => sum(a.map((x, i) => (x - b[i]) ** 2));
  const middle = (): number[] => columns.map((column) => sum(left.map((row) => column[row])) / left.length);
  const farthestFrom = (point: readonly number[]): number =>
    left.reduce((best, row) => (distance(pointOf(row), point) > distance(pointOf(best), point) ? row : best));
  const groups: Rows[] = [];
  const take = (row: number): void => {
    const near = left.map((other) => ({ other, at: distance(pointOf(row), pointOf(other)) }));
    const group = near.sort((a, b) => a.at - b.at).slice(0, k).map(({ other }) => other); // prettier-ignore
    left = left.filter((other) => !group.includes(other));
    groups.push(group);
  };
  while (left.length >= 3 * k) {
    const first = farthestFrom(middle());
    const point = pointOf(first);
    take(first);
    take(farthestFrom(point));
  }
  if (left.length >= 2 * k) take(farthestFrom(middle()));
  groups.push(left);
  return groups;
}
