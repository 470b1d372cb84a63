/** Every metric of docs/metrics.md by its definition, row by row: slow, short, and without code of `src/`. */
import { queryErrorsOf } from './queries.js';
import type { PlainAttribute, PlainCell, PlainRelease } from './release.js';
import { classesOf, mean, product, sum, suppressedOf } from './release.js';

type Value = number | null;

/** Definitions by the names that a result has for them. */
export const metricDefinitions = {
  discernibility: (release) =>
    sum(sizesOf(release).map((size) => size ** 2)) + release.rows.length * suppressedOf(release),
  classification: (release) =>
    release.labels === null ? null : sum(outsideOf(release, release.labels)) + suppressedOf(release),
  classificationPenalty: (release) => {
    const penalized = release.labels ?? release.sensitive;
    if (penalized === null) return null;
    const sizes = sizesOf(release);
    const penalties = outsideOf(release, penalized).map((rows, j) => rows * sizes[j]);
    return sum(penalties) + release.rows.length * suppressedOf(release);
  },
  averageClassSize: (release) =>
    release.rows.length / (sizesOf(release).length + (suppressedOf(release) > 0 ? 1 : 0)) / release.k,
  largestClass: (release) => Math.max(0, ...sizesOf(release)),
  loss: (release) => mean(lossesOf(release)),
  lossGeometric: (release) => {
    const losses = lossesOf(release);
    return product(losses.map((loss) => 1 + loss)) ** (1 / losses.length) - 1;
  },
  lossSum: (release) => {
    const { attributes, isVector, levels, rows } = release;
    const suppressed = suppressedOf(release);
    // A reader of the release does not see where suppressed rows are.
    if (isVector && suppressed > 0 && levels.includes(null)) return null;
    const widths = attributes.map((attribute, a) => sum(rows.map((_, row) => widthOf(release, attribute, a, row))));
    return sum(widths.map((width) => width / rows.length)) + (attributes.length * suppressed) / rows.length;
  },
  ncp: (release) => mean(meansOf(release, penaltyOf)),
  precision: (release) =>
    isOfNodes(release)
      ? 1 - mean(meansOf(release, (attribute, { level }) => level! / (attribute.nodes!.length - 1)))
      : null,
  generalization: ({ attributes, cells, ...release }) =>
    isOfNodes({ attributes, cells, ...release })
      ? sum(
          cells.flatMap((row) => attributes.map(({ nodes }, a) => (row === null ? nodes!.length - 1 : row[a].level!))),
        )
      : null,
  informationLoss: (release) => mean(meansOf(release, (_, { leaves }) => 1 - 1 / leaves.length)),
  rowInformationLoss: ({ cells }) => mean(cells.map((row) => (row === null ? 1 : 1 - 1 / boxOf(row)))),
  height: ({ levels }) => (levels.includes(null) ? null : sum(levels.map(Number))),
  entropy: ({ attributes, rows, cells }) =>
    sum(
      attributes.map((_, a) => {
        const rowsUnder = (leaves: readonly string[]): number => rows.filter((row) => leaves.includes(row[a])).length;
        const under = cells.map((row) => (row === null ? rows.length : rowsUnder(row[a].leaves)));
        return sum(rows.map((row, i) => Math.log2(under[i] / rowsUnder([row[a]]))));
      }),
    ),
  normalizedEntropy: (release) => {
    const { attributes, rows, cells } = release;
    const rowsUnder = (a: number, leaves: readonly string[]): number =>
      rows.filter((row) => leaves.includes(row[a])).length;
    return mean(
      attributes.map((_, a) => {
        const own = rows.map((row) => rowsUnder(a, [row[a]]));
        const under = cells.map((row) => (row === null ? rows.length : rowsUnder(a, row[a].leaves)));
        const most = sum(own.map((count) => Math.log2(rows.length / count)));
        return most === 0 ? 0 : sum(own.map((count, i) => Math.log2(under[i] / count))) / most;
      }),
    );
  },
  ambiguity: ({ attributes, cells }) => {
    const all = product(attributes.map(({ leaves }) => leaves.length));
    return mean(cells.map((row) => (row === null ? 1 : all === 1 ? 0 : (boxOf(row) - 1) / (all - 1))));
  },
  klDivergence: (release) => {
    const { attributes, rows, cells } = release;
    const hidden = suppressedOf(release) / product(attributes.map(({ leaves }) => leaves.length));
    const classes = classesOf(release).map((own) => ({ size: own.length, box: cells[own[0]]! }));
    const vectors = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
    const terms = vectors.map((vector) => {
      const count = rows.filter((row) => row.every((leaf, a) => leaf === vector[a])).length;
      const over = classes.filter(({ box }) => box.every(({ leaves }, a) => leaves.includes(vector[a])));
      const expected = hidden + sum(over.map(({ size, box }) => size / boxOf(box)));
      return (count / rows.length) * Math.log(count / expected);
    });
    return sum(terms);
  },
  queryError: (release) => queryErrorsOf(release).mean,
  queryErrorMedian: (release) => queryErrorsOf(release).median,
} satisfies Readonly<Record<string, (release: PlainRelease) => Value>>;

export type MetricName = keyof typeof metricDefinitions;

/** Metrics of a release by their definitions: all of them, or those that are named. */
export function measure(
  release: PlainRelease,
  names: readonly string[] = Object.keys(metricDefinitions),
): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, metricDefinitions[name as MetricName](release)]));
}

const sizesOf = (release: PlainRelease): number[] => classesOf(release).map(({ length }) => length);

/** [classes] rows that do not have the most frequent label. */
const outsideOf = (release: PlainRelease, labels: readonly string[]): number[] =>
  classesOf(release).map((rows) => {
    const withLabel = (label: string): number => rows.filter((row) => labels[row] === label).length;
    return rows.length - Math.max(...rows.map((row) => withLabel(labels[row])));
  });

/** [attributes] means over all rows; a suppressed row costs 1. */
const meansOf = (
  { attributes, cells }: PlainRelease,
  costOf: (attribute: PlainAttribute, cell: PlainCell) => number,
): number[] =>
  attributes.map((attribute, a) => mean(cells.map((row) => (row === null ? 1 : costOf(attribute, row[a])))));

const lossesOf = (release: PlainRelease): number[] => meansOf(release, lossOf);

function lossOf(attribute: PlainAttribute, { leaves }: Pick<PlainCell, 'leaves'>): number {
  if (attribute.nodes === null && attribute.numbers !== null) return rangeShare(attribute, leaves);
  return attribute.leaves.length === 1 ? 0 : (leaves.length - 1) / (attribute.leaves.length - 1);
}

function penaltyOf(attribute: PlainAttribute, { leaves }: PlainCell): number {
  if (attribute.numbers !== null) return rangeShare(attribute, leaves);
  return leaves.length === 1 ? 0 : leaves.length / attribute.leaves.length;
}

/** Range of some numbers as a share of the range of all; 1 where the missing value is among several. */
function rangeShare(attribute: PlainAttribute, leaves: readonly string[]): number {
  if (leaves.length === 1) return 0;
  const numbersOf = (of: readonly string[]): number[] =>
    of.map((leaf) => attribute.numbers![attribute.leaves.indexOf(leaf)]);
  if (numbersOf(leaves).some(Number.isNaN)) return 1;
  const spread = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);
  return spread(numbersOf(leaves)) / spread(numbersOf(attribute.leaves).filter((number) => !Number.isNaN(number)));
}

/** W_a of docs/metrics.md for one cell: suppressed rows by the level vector, where there is one, else nothing. */
function widthOf(release: PlainRelease, attribute: PlainAttribute, a: number, row: number): number {
  const level = release.isVector ? release.levels[a] : null;
  const cell = level === null ? release.cells[row]?.[a] : atLevel(attribute, level, release.rows[row][a]);
  if (cell === undefined || attribute.leaves.length === 1) return 0;
  if (attribute.widths === null) return lossOf(attribute, cell);
  if (cell.leaves.length === 1 && cell.leaves[0] === attribute.missing) return 0;
  const isNode = (nodes: readonly (readonly string[])[]): boolean => nodes.some((each) => isSame(each, cell.leaves));
  const at = cell.level ?? attribute.nodes!.findIndex(isNode);
  return at < 0 ? rangeShare(attribute, cell.leaves) : attribute.widths[at];
}

/** The node of a leaf at a level; the leaf itself without a hierarchy. */
const atLevel = ({ nodes }: PlainAttribute, level: number, leaf: string): PlainCell => ({
  leaves: nodes?.[level].find((leaves) => leaves.includes(leaf)) ?? [leaf],
  level,
});

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((leaf) => b.includes(leaf));

/** Every cell is a node of a hierarchy. */
const isOfNodes = ({ attributes, cells }: PlainRelease): boolean =>
  attributes.every(({ nodes }) => nodes !== null && nodes.length > 1) &&
  cells.every((row) => row?.every(({ level }) => level !== null) ?? true);

/** Vectors of leaves that a row stands for. */
const boxOf = (row: readonly PlainCell[]): number => product(row.map(({ leaves }) => leaves.length));
