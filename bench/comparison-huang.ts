/**
 * Tables 1 to 4 of Huang, "K-anonymity implementation via Samarati and Mondrian": what it prints, and the same made here.
 * By sex, race, marital status and age (Samarati), and by age and years of education (Mondrian).
 */
import {
  anonymize,
  auditRelease,
  tableFromRows,
  type HierarchySpec,
  type CheckedJob,
  type Table,
} from '../src/index.js';
import { buildDomain } from '../src/hierarchy/build-domain.js';
import { seededRandom } from '../src/base/random.js';

/** Levels of sex, race, marital status and age. */
export type Levels = readonly [number, number, number, number];

/** A row of table 1, 3 or 4. `classes` are called clusters there. */
export interface PrintedLevels {
  readonly table: string;
  readonly k: number;
  readonly levels: Levels;
  readonly loss: number;
  readonly suppressed: number;
  readonly classes: number;
}

/** Every level vector that the tables name, once. */
export const PRINTED_LEVELS: readonly PrintedLevels[] = [
  { table: '1, 3, 4', k: 10, levels: [0, 1, 2, 1], loss: 2.0625, suppressed: 0, classes: 30 },
  { table: '1, 3', k: 5, levels: [1, 1, 1, 1], loss: 2.17675, suppressed: 10, classes: 60 },
  { table: '1', k: 20, levels: [1, 1, 0, 4], loss: 3, suppressed: 0, classes: 7 },
  { table: '3', k: 5, levels: [0, 1, 1, 2], loss: 1.23991, suppressed: 15, classes: 63 },
  { table: '4', k: 10, levels: [0, 1, 1, 3], loss: 1.36544, suppressed: 19, classes: 32 },
];

/** (K, MaxSup) of table 1, with the vector that it prints, and of table 3, with that of least loss. */
export const PRINTED_SEARCHES: readonly {
  readonly k: number;
  readonly maxRows: number;
  readonly first: Levels;
  readonly best: Levels | null;
}[] = [
  { k: 10, maxRows: 20, first: [0, 1, 2, 1], best: [0, 1, 2, 1] },
  { k: 5, maxRows: 20, first: [1, 1, 1, 1], best: [0, 1, 1, 2] },
  { k: 20, maxRows: 20, first: [1, 1, 0, 4], best: null },
  { k: 10, maxRows: 10, first: [0, 1, 2, 1], best: [0, 1, 2, 1] },
  { k: 10, maxRows: 30, first: [0, 1, 2, 1], best: null },
];

/** Table 2. */
export const PRINTED_MONDRIAN: readonly { readonly k: number; readonly loss: number; readonly classes: number }[] = [
  { k: 10, loss: 0.2887, classes: 60 },
  { k: 50, loss: 0.3166, classes: 60 },
  { k: 100, loss: 0.3459, classes: 64 },
  { k: 1000, loss: 0.489, classes: 17 },
];

const SAMARATI_NAMES = ['sex', 'race', 'marital-status', 'age'] as const;
const MONDRIAN_NAMES = ['age', 'education-num'] as const;
/** The paper's divisors of ranges of age and years of education: 16 to 95, 1 to 20. */
const PRINTED_SPANS = [79, 19];

/** The hierarchies of its section 2.1.1. */
export const HUANG_HIERARCHIES: Readonly<Record<(typeof SAMARATI_NAMES)[number], HierarchySpec>> = {
  sex: { type: 'suppress' },
  race: { type: 'suppress' },
  'marital-status': {
    type: 'tree',
    tree: {
      '*': {
        Alone: ['Married-spouse-absent', 'Widowed'],
        Leave: ['Separated', 'Divorced'],
        Married: ['Married-civ-spouse', 'Married-AF-spouse'],
        NM: ['Never-married'],
      },
    },
  },
  age: { type: 'intervals', origin: 16, widths: [5, 10, 20] },
};

/** Its job: the four attributes by their hierarchies. */
export function samaratiJob(k: number, maxRows: number, algorithm: CheckedJob['algorithm'] = 'samarati'): CheckedJob {
  return {
    attributes: Object.fromEntries(
      SAMARATI_NAMES.map((name) => {
        const type = name === 'age' ? { type: 'integer' as const } : {};
        return [name, { role: 'quasi-identifier' as const, ...type, hierarchy: HUANG_HIERARCHIES[name] }];
      }),
    ),
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    suppression: { maxRows },
    output: { ranges: 'tight' },
  };
}

/** Figures of a level vector, without a search. */
export interface LevelFigures {
  readonly loss: number;
  readonly suppressed: number;
  /** Classes of k rows and more, and of fewer. */
  readonly released: number;
  readonly below: number;
  /** Rows in classes of k rows and fewer. */
  readonly suppressedAtNextK: number;
}

/** Generalizes row by row and has the audit measure it. */
export function measureLevels(table: Table, levels: Levels, k: number): LevelFigures {
  const { attributes } = samaratiJob(k, 0, 'samarati');
  const labels = SAMARATI_NAMES.map((name, a) => {
    const column = table.column(name)!;
    const { domain } = buildDomain(column, attributes[name].hierarchy);
    const level = domain.hierarchy!.levels[levels[a]];
    return Array.from(column.codes, (code) => level.labels[level.nodeOf[domain.leafOf[code]]]);
  });
  const rowsOf = new Map<string, number>();
  const keys = Array.from({ length: table.rows }, (_, row) => labels.map((column) => column[row]).join('\n'));
  for (const key of keys) rowsOf.set(key, (rowsOf.get(key) ?? 0) + 1);
  const sizes = [...rowsOf.values()];
  const rowsBelow = (least: number): number => sizes.reduce((sum, size) => sum + (size < least ? size : 0), 0);
  const released = keys.flatMap((key, row) =>
    (rowsOf.get(key) ?? 0) < k ? [] : [Object.fromEntries(SAMARATI_NAMES.map((name, a) => [name, labels[a][row]]))],
  );
  const suppressed = rowsBelow(k);
  const report = auditRelease(tableFromRows(released), samaratiJob(k, suppressed, 'samarati'), table);
  if (!report.holds) throw new Error(`comparison: the level vector ${levels.join(',')} failed its audit`);
  const below = sizes.filter((size) => size < k).length;
  return {
    loss: Number(report.metrics.lossSum),
    suppressed,
    released: sizes.length - below,
    below,
    suppressedAtNextK: rowsBelow(k + 1),
  };
}

/** Release of a search of Samarati's. */
export interface SearchFigures {
  readonly levels: Levels;
  readonly loss: number;
  readonly suppressed: number;
  readonly classes: number;
}

/** `first`: of the least height the first; `best`: of the least height that of least loss; `any`: of all heights. */
export async function searchLevels(
  table: Table,
  k: number,
  maxRows: number,
  wanted: 'first' | 'best' | 'any',
): Promise<SearchFigures> {
  const options = {
    first: {},
    best: { choose: 'least-loss' },
    any: { choose: 'least-loss', scope: 'lattice' },
  }[wanted];
  const job = samaratiJob(k, maxRows, { name: 'samarati', ...options });
  const { result } = await anonymize(table, job);
  const levels = result.solution.levels as Record<string, number>;
  return {
    levels: SAMARATI_NAMES.map((name) => levels[name]) as unknown as Levels,
    loss: Number(result.metrics.lossSum),
    suppressed: result.suppressed,
    classes: Number(result.classes),
  };
}

/** Classes and loss: the mean over rows and both attributes of the range of a class, as a share of the paper's spans. */
export interface MondrianFigures {
  readonly classes: number;
  readonly loss: number;
}

export async function runMondrian(
  table: Table,
  k: number,
  partitioning: 'strict' | 'relaxed',
): Promise<MondrianFigures> {
  const quasi = { role: 'quasi-identifier', type: 'integer' } as const;
  const { release, result } = await anonymize(table, {
    attributes: Object.fromEntries(MONDRIAN_NAMES.map((name) => [name, quasi])),
    privacy: [{ model: 'k-anonymity', k }],
    algorithm: { name: 'mondrian', partitioning },
    output: { ranges: 'tight' },
  });
  const shares = MONDRIAN_NAMES.map((name, a) => {
    const { codes, texts } = release.column(name)!;
    // Whole numbers, so that the order of the rows does not matter.
    let sum = 0;
    for (const code of codes) sum += widthOf(texts[code]);
    return sum / PRINTED_SPANS[a];
  });
  const loss = shares.reduce((sum, share) => sum + share, 0) / release.rows / MONDRIAN_NAMES.length;
  return { classes: Number(result.classes), loss };
}

function widthOf(text: string): number {
  const range = /^\[(\d+)-(\d+)\]$/.exec(text);
  return range === null ? 0 : Number(range[2]) - Number(range[1]);
}

interface Point {
  readonly values: readonly number[];
  readonly rows: number;
}

interface Part {
  readonly points: readonly Point[];
  readonly rows: number;
  /** Range of each attribute in the listing. */
  readonly widths: readonly number[];
}

/**
 * Cuts as the listing of section 2.2.1 does, which is not Mondrian: the largest class is cut at the median of an attribute
 * drawn at random; where a side has K rows or fewer the class is final, whatever the other attribute would allow; and what is kept as
 * the range of both sides is that of the class before the cut. The listing leaves open when it ends: here, when all are final.
 */
function followListing(points: readonly Point[], k: number, seed: number): MondrianFigures {
  const random = seededRandom(seed);
  const all = points.reduce((sum, { rows }) => sum + rows, 0);
  const open: Part[] = [{ points, rows: all, widths: PRINTED_SPANS }];
  const final: Part[] = [];
  while (open.length > 0) {
    const at = open.reduce((most, { rows }, i) => (rows > open[most].rows ? i : most), 0);
    const [part] = open.splice(at, 1);
    const a = random.below(2);
    const middle = medianOf(part, a);
    const sides = [(value: number) => value <= middle, (value: number) => value > middle].map((isIn) => {
      const inside = part.points.filter(({ values }) => isIn(values[a]));
      return { points: inside, rows: inside.reduce((sum, { rows }) => sum + rows, 0) };
    });
    if (sides.some(({ rows }) => rows <= k)) {
      final.push(part);
      continue;
    }
    const values = part.points.map((point) => point.values[a]);
    const width = Math.max(...values) - Math.min(...values);
    open.push(...sides.map((side) => ({ ...side, widths: part.widths.map((own, b) => (b === a ? width : own)) })));
  }
  const loss = final.reduce(
    (sum, { rows, widths }) => sum + rows * widths.reduce((own, width, a) => own + width / PRINTED_SPANS[a], 0),
    0,
  );
  return { classes: final.length, loss: loss / all / PRINTED_SPANS.length };
}

/** Follows the listing with the seeds 1, 2, ... */
export function followAll(points: readonly Point[], k: number, seeds: number) {
  const found = Array.from({ length: seeds }, (_, i) => followListing(points, k, i + 1));
  return { classes: found.map(({ classes }) => classes), losses: found.map(({ loss }) => loss) };
}

/** The mean of the two middle values where the rows are even in number, as numpy has it. */
function medianOf({ points, rows }: Part, a: number): number {
  const ascending = [...points].sort((one, other) => one.values[a] - other.values[a]);
  const valueAt = (rank: number): number => {
    let before = 0;
    return ascending.find((point) => (before += point.rows) > rank)!.values[a];
  };
  return (valueAt((rows - 1) >> 1) + valueAt(rows >> 1)) / 2;
}

/** Distinct (age, years of education) with their rows. */
export function mondrianPoints(table: Table): Point[] {
  const columns = MONDRIAN_NAMES.map((name) => table.column(name)!);
  const rowsOf = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const key = columns.map(({ codes, texts }) => texts[codes[row]]).join(' ');
    rowsOf.set(key, (rowsOf.get(key) ?? 0) + 1);
  }
  return Array.from(rowsOf, ([key, rows]) => ({ values: key.split(' ').map(Number), rows }));
}
