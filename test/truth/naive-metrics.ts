/** Every metric of docs/metrics.md from the released texts, row by row. No code of `src/`. */
import type { Attribute, Person } from './people.js';
import { groupBy, heightOf, leavesUnder, mean, sum } from './people.js';

/** A release as its reader sees it, and its input: rows in the same order. */
export interface NaiveRelease {
  readonly people: readonly Person[];
  readonly attributes: readonly Attribute[];
  /** [rows] released texts of the attributes, or null for a suppressed row. */
  readonly cells: readonly (readonly string[] | null)[];
  readonly k: number;
  /** The level vector that was applied to the whole table, or null. */
  readonly levels: readonly number[] | null;
  readonly labelColumn: string | null;
  readonly sensitiveColumn: string | null;
}

/** Rows of every class. */
export function classesOf({ cells }: Pick<NaiveRelease, 'cells'>): number[][] {
  return groupBy(
    [...cells.keys()].filter((row) => cells[row] !== null),
    (row) => JSON.stringify(cells[row]),
  );
}

/** All metrics, by the names that the result has for them. */
export function measure(release: NaiveRelease): Record<string, number | null> {
  return { ...measureClasses(release), ...measureCells(release), ...measureRows(release), ...queryErrors(release) };
}

function measureClasses(release: NaiveRelease): Record<string, number | null> {
  const { people, cells, k, labelColumn, sensitiveColumn } = release;
  const n = people.length;
  const classes = classesOf(release);
  const s = cells.filter((row) => row === null).length;
  const outside = (rows: readonly number[], column: string): number =>
    rows.length - Math.max(...groupBy(rows, (row) => people[row][column]).map(({ length }) => length));
  const penalized = labelColumn ?? sensitiveColumn;
  return {
    discernibility: sum(classes.map(({ length }) => length ** 2)) + n * s,
    classification: labelColumn === null ? null : sum(classes.map((rows) => outside(rows, labelColumn))) + s,
    classificationPenalty:
      penalized === null ? null : sum(classes.map((rows) => outside(rows, penalized) * rows.length)) + n * s,
    averageClassSize: n / (classes.length + (s > 0 ? 1 : 0)) / k,
    largestClass: Math.max(0, ...classes.map(({ length }) => length)),
  };
}

/** The level of a text: of a leaf 0; null for a range that no node is. */
function levelOf({ paths }: Attribute, label: string): number | null {
  if (paths === null) return null;
  const path = [...paths.values()].find((labels) => labels.includes(label));
  return path === undefined ? null : path.indexOf(label);
}

function rangeShare({ leaves }: Attribute, under: readonly string[]): number {
  const spread = (texts: readonly string[]): number => Math.max(...texts.map(Number)) - Math.min(...texts.map(Number));
  return under.length === 1 ? 0 : spread(under) / spread(leaves);
}

const lossOf = (attribute: Attribute, label: string): number => {
  const under = leavesUnder(attribute, label);
  if (attribute.paths === null) return rangeShare(attribute, under);
  return attribute.leaves.length === 1 ? 0 : (under.length - 1) / (attribute.leaves.length - 1);
};

const penaltyOf = (attribute: Attribute, label: string): number => {
  const under = leavesUnder(attribute, label);
  if (attribute.isNumber) return rangeShare(attribute, under);
  return under.length === 1 ? 0 : under.length / attribute.leaves.length;
};

/** Metrics that look at released cells. */
export function measureCells(
  release: Pick<NaiveRelease, 'people' | 'attributes' | 'cells' | 'levels'>,
): Record<string, number | null> {
  const { people, attributes, cells, levels } = release;
  const n = people.length;
  const meanOf = (attribute: Attribute, a: number, cost: (attribute: Attribute, label: string) => number): number =>
    mean(cells.map((row) => (row === null ? 1 : cost(attribute, row[a]))));
  const losses = attributes.map((attribute, a) => meanOf(attribute, a, lossOf));
  const levelsOf = attributes.map((attribute, a) =>
    cells.map((row) => (row === null ? heightOf(attribute) : levelOf(attribute, row[a]))),
  );
  const hasLevels = levelsOf.every((column) => column.every((level) => level !== null));
  const summed = levelsOf.map((column) => sum(column.map((level) => level ?? NaN)));
  const bits = attributes.map((attribute, a) => {
    const rowsOf = new Map(attribute.leaves.map((leaf) => [leaf, countOf(people, attribute.name, [leaf])]));
    return sum(
      cells.map((row, i) => {
        const under = row === null ? n : sum(leavesUnder(attribute, row[a]).map((leaf) => rowsOf.get(leaf)!));
        return Math.log2(under / rowsOf.get(people[i][attribute.name])!);
      }),
    );
  });
  const suppressed = cells.filter((row) => row === null).length;
  return {
    loss: mean(losses),
    lossGeometric: losses.reduce((product, loss) => product * (1 + loss), 1) ** (1 / losses.length) - 1,
    lossSum:
      sum(attributes.map((attribute, a) => sum(people.map((_, row) => cellWidth(release, attribute, a, row))) / n)) +
      (attributes.length * suppressed) / n,
    ncp: mean(attributes.map((attribute, a) => meanOf(attribute, a, penaltyOf))),
    precision: hasLevels ? 1 - mean(summed.map((total, a) => total / n / heightOf(attributes[a]))) : null,
    generalization: hasLevels ? sum(summed) : null,
    informationLoss: mean(
      attributes.map((attribute, a) =>
        meanOf(attribute, a, (_, label) => 1 - 1 / leavesUnder(attribute, label).length),
      ),
    ),
    height: levels === null ? null : sum(levels),
    entropy: sum(bits),
  };
}

const countOf = (people: readonly Person[], name: string, values: readonly string[]): number =>
  people.filter((person) => values.includes(person[name])).length;

/** W_a of docs/metrics.md for one cell. */
function cellWidth(
  { people, cells, levels }: Pick<NaiveRelease, 'people' | 'cells' | 'levels'>,
  attribute: Attribute,
  a: number,
  row: number,
): number {
  const cell = cells[row];
  const label = levels === null ? cell?.[a] : attribute.paths!.get(people[row][attribute.name])![levels[a]];
  if (label === undefined) return 0;
  if (attribute.spec.hierarchy?.type !== 'intervals') return lossOf(attribute, label);
  const widths = [0, ...attribute.spec.hierarchy.widths];
  const widest = widths.at(-1)!;
  const place = (leaf: string): number => Math.floor(Number(leaf) / widest);
  const span = widest * (place(attribute.leaves.at(-1)!) - place(attribute.leaves[0]) + 1);
  const under = leavesUnder(attribute, label);
  const nodes = [...attribute.paths!.values()].flat();
  const node = [label, ...nodes].find((each) => nodes.includes(each) && isSame(leavesUnder(attribute, each), under));
  if (node === undefined) return rangeShare(attribute, under);
  return node === '*' ? 1 : widths[levelOf(attribute, node)!] / span;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join('|') === b.join('|');

function measureRows({ people, attributes, cells }: NaiveRelease): Record<string, number | null> {
  const n = people.length;
  const boxOf = (row: readonly string[]): number =>
    attributes.reduce((product, attribute, a) => product * leavesUnder(attribute, row[a]).length, 1);
  const domain = attributes.reduce((product, { leaves }) => product * leaves.length, 1);
  const classes = classesOf({ cells }).map((rows) => {
    const labels = cells[rows[0]]!;
    const under = attributes.map((attribute, a) => new Set(leavesUnder(attribute, labels[a])));
    return { under, density: rows.length / boxOf(labels) };
  });
  const hidden = cells.filter((row) => row === null).length / domain;
  const divergence = groupBy(people, (person) => attributes.map(({ name }) => person[name]).join('|')).map((same) => {
    const holding = classes.filter(({ under }) => under.every((leaves, a) => leaves.has(same[0][attributes[a].name])));
    const expected = hidden + sum(holding.map(({ density }) => density));
    return (same.length / n) * Math.log(same.length / expected);
  });
  return {
    rowInformationLoss: mean(cells.map((row) => (row === null ? 1 : 1 - 1 / boxOf(row)))),
    klDivergence: sum(divergence),
  };
}

/** Values of a column that a query asks for. */
interface Asked {
  readonly name: string;
  readonly values: ReadonlySet<string>;
}

/** Mean and median relative error of the workload of docs/metrics.md. */
export function queryErrors(release: NaiveRelease): Record<string, number | null> {
  const { people, attributes, cells, sensitiveColumn } = release;
  const errors = listQueries(release).flatMap((query) => {
    const counted = people.filter((person) => query.every(({ name, values }) => values.has(person[name]))).length;
    if (counted === 0) return [];
    const shareOf = (row: number, { name, values }: Asked): number => {
      const a = attributes.findIndex((attribute) => attribute.name === name);
      const cell = cells[row];
      if (cell !== null && name === sensitiveColumn) return values.has(people[row][name]) ? 1 : 0;
      const all = a < 0 ? [...new Set(people.map((person) => person[name]))] : attributes[a].leaves;
      const under = cell === null ? all : leavesUnder(attributes[a], cell[a]);
      return under.filter((leaf) => values.has(leaf)).length / under.length;
    };
    const expected = sum(people.map((_, row) => query.reduce((share, asked) => share * shareOf(row, asked), 1)));
    return [Math.abs(expected - counted) / counted];
  });
  errors.sort((a, b) => a - b);
  const middle = errors.length / 2;
  return {
    queryError: errors.length === 0 ? null : mean(errors),
    queryErrorMedian: errors.length === 0 ? null : (errors[Math.ceil(middle) - 1] + errors[Math.floor(middle)]) / 2,
  };
}

function listQueries({ people, attributes, sensitiveColumn }: NaiveRelease): Asked[][] {
  let x = 2012;
  const draw = (below: number): number => {
    x = (x * 48271) % (2 ** 31 - 1);
    return Math.floor((x / (2 ** 31 - 1)) * below);
  };
  const n = people.length;
  const isNumber = (name: string): boolean => attributes.some((each) => each.name === name && each.isNumber);
  return Array.from({ length: 32 }, (_, i) => {
    const number = 1 + draw(Math.min(3, attributes.length));
    const names = attributes.map(({ name }) => name).sort();
    for (let at = 0; at < number; at++) {
      const other = at + draw(names.length - at);
      [names[at], names[other]] = [names[other], names[at]];
    }
    const asked = names.slice(0, number);
    if (i % 2 === 1 && sensitiveColumn !== null) asked.push(sensitiveColumn);
    const width = Math.max(1, Math.floor(n * [0.1, 0.3, 0.45, 0.55][asked.length - 1]));
    return asked.map((name) => {
      const order = (a: string, b: string): number =>
        isNumber(name) ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
      const sorted = people.map((person) => person[name]).sort(order);
      const first = draw(n - width + 1);
      const all = [...(attributes.find((each) => each.name === name)?.leaves ?? sorted)].sort(order);
      const [from, to] = [all.indexOf(sorted[first]), all.lastIndexOf(sorted[first + width - 1])];
      return { name, values: new Set(all.slice(from, to + 1)) };
    });
  });
}
