/**
 * Every privacy model of docs/privacy.md by its definition, over rows of persons: slow, short, and without code of `src/`. A table without persons has
 * a person of its own in each row.
 */
import { earthMover } from './earth-mover.js';
import { product, sum } from './release.js';

/** A row: its person, null without a key, and its sensitive cell. */
export interface JudgedRow<Cell = string | number> {
  readonly person: string | null;
  readonly cell: Cell;
}

/** Meaning of sensitive cells. */
export interface JudgedScale<Cell = string | number> {
  /** Number that a cell stands for; NaN for the missing one. */
  readonly number?: (cell: Cell) => number;
  /** Ground distance of two cells, 0 .. 1. */
  readonly distance?: (a: Cell, b: Cell) => number;
  /** Items of a set. */
  readonly items?: (cell: Cell) => readonly string[];
}

/** Classes of a table; its rows beyond them are suppressed. */
export interface JudgedClasses<Cell = string | number> {
  readonly classes: readonly (readonly JudgedRow<Cell>[])[];
  readonly table: readonly JudgedRow<Cell>[];
  readonly scale?: JudgedScale<Cell>;
  /** Persons have rows in several classes. */
  readonly areSplit?: boolean;
  /** [classes] people of a public table in the region of a class, and all people of that table. */
  readonly populations?: readonly number[];
  readonly everybody?: number;
}

/** A model of a job. */
export interface ModelSpec {
  readonly model: string;
  readonly variant?: string;
  readonly distance?: string;
  readonly absent?: string;
  readonly attribute?: string;
  readonly public?: string;
}

/** Figures that classes reach, and whether they are as a model requires. */
export interface JudgedAnswer {
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

/** Facts of one class that definitions read. */
interface JudgedClass {
  readonly rows: readonly JudgedRow[];
  /** Persons. */
  readonly n: number;
  /** Worst-case counts of the values, descending; the numbers of rows where each row is a person. */
  readonly q: readonly number[];
  /** Shares of the holders of each value of the class, in the class and in the table. */
  readonly shares: readonly (readonly [own: number, whole: number])[];
  readonly table: readonly JudgedRow[];
  readonly scale: JudgedScale;
  readonly areSplit: boolean;
  readonly population: number;
}

type Numbers = Readonly<
  Record<
    'k' | 'l' | 'c' | 'e' | 't' | 'm' | 'alpha' | 'beta' | 'delta' | 'risk' | 'min' | 'max' | 'population' | 'uniques',
    number
  >
>;
type Definition = (classes: JudgedClasses, spec: ModelSpec & Numbers) => JudgedAnswer;

/** A model that judges each class. */
const ofClass =
  (judgeClass: (own: JudgedClass, spec: ModelSpec & Numbers) => JudgedAnswer): Definition =>
  (classes, spec) =>
    worst(classes.classes.map((_, at) => judgeClass(viewOf(classes, at), spec)));

const ofPopulation = ofClass(({ population }, { k }) => ({ achieved: { k: population }, holds: population >= k }));

/** Definitions by the names of models. */
export const modelDefinitions: Readonly<Record<string, Definition>> = {
  'k-anonymity': ofClass(({ n }, { k }) => ({ achieved: { k: n }, holds: n >= k })),
  'maximum-risk': ofClass(({ n }, { risk }) => ({ achieved: { risk: 1 / n }, holds: atMost(1 / n, risk) })),
  'average-risk': ({ classes }, { risk }) => {
    const persons = personsOf(classes.flat());
    const classesOf = (person: string) => classes.filter((rows) => rows.some((row) => row.person === person));
    const risks = persons.map((person) => Math.max(...classesOf(person).map((rows) => 1 / personsOf(rows).length)));
    const achieved = risks.length === 0 ? 0 : sum(risks) / risks.length;
    return { achieved: { risk: achieved }, holds: atMost(achieved, risk) };
  },
  // Zayatz's estimate, of persons in the smallest of their classes.
  'population-uniqueness': ({ classes }, { population, uniques }) => {
    const persons = personsOf(classes.flat());
    const sizes = persons.map((person) =>
      Math.min(
        ...classes.filter((rows) => rows.some((row) => row.person === person)).map((rows) => personsOf(rows).length),
      ),
    );
    const n = persons.length;
    const alone = sizes.filter((size) => size === 1).length;
    const isSampled = (size: number): number =>
      (size * n * product(Array.from({ length: size - 1 }, (_, i) => population - n - i))) /
      product(Array.from({ length: size }, (_, i) => population - i));
    const expected = sum(
      [...new Set(sizes)].map((size) => Math.ceil(sizes.filter((own) => own === size).length / size) * isSampled(size)),
    );
    const share = alone === 0 ? 0 : (alone / n) * ((alone * isSampled(1)) / expected);
    return { achieved: { uniques: share }, holds: atMost(share, uniques) };
  },
  'alpha-k-anonymity': ofClass(({ n, q }, { k, alpha }) => {
    const share = n === 0 ? 0 : q[0] / n;
    return { achieved: { k: n, alpha: share }, holds: n >= k && atMost(share, alpha) };
  }),
  // Somebody knows all quasi-identifiers here; test/privacy/lkc-privacy.test.ts has the combinations of fewer.
  'lkc-privacy': ofClass(({ n, q }, { k, c }) => {
    const share = n === 0 ? 0 : q[0] / n;
    return { achieved: { k: n, c: share }, holds: n >= k && atMost(share, c) };
  }),
  'l-diversity': ofClass(({ n, q }, { variant, l, c }): JudgedAnswer => {
    if (variant === 'distinct') return { achieved: { l: q.length }, holds: q.length >= l };
    if (variant === 'entropy') {
      const nats = sum(q.map((one) => (one / n) * Math.log(n / one)));
      return { achieved: { l: Math.exp(nats) }, holds: atMost(Math.log(l), nats) };
    }
    const rest = sum(q.slice(l - 1));
    const achieved: Record<string, number> = rest === 0 ? { c: Infinity } : { l, c: q[0] / rest };
    return { achieved, holds: q[0] < c * rest };
  }),
  'ke-anonymity': ofClass(({ rows, q, scale }, { k, e }) => {
    const interval = intervalOf(rows, scale);
    return { achieved: { k: q.length, e: interval }, holds: q.length >= k && atMost(e, interval) };
  }),
  'beta-likeness': ofClass(({ shares }, { variant, beta }) => {
    const gains = shares.map(([own, whole]) => [(own - whole) / whole, whole]);
    const limit = (whole: number): number => (variant === 'basic' ? beta : Math.min(beta, Math.log(1 / whole)));
    return {
      achieved: { beta: Math.max(0, ...gains.map(([gain]) => gain)) },
      holds: gains.every(([gain, whole]) => gain <= 1e-12 || atMost(gain, limit(whole))),
    };
  }),
  'delta-disclosure': ofClass(({ rows, table, shares, areSplit }, { absent, delta }) => {
    const gains = shares.map(([own, whole]) => Math.log(own / whole));
    if (absent === 'violates' && !areSplit && cellsOf(rows).length < cellsOf(table).length) gains.push(-Infinity);
    const found = Math.max(0, ...gains.map((gain) => (areSplit ? gain : Math.abs(gain))));
    return { achieved: { delta: found }, holds: found < delta };
  }),
  't-closeness': ofClass(({ rows, table, scale, shares }, { distance, t }) => {
    const moved = earthMover(weightsOf(rows), weightsOf(table), scale.distance!);
    const gaps = distance === 'equal' ? shares.map(([own, whole]) => own - whole) : [];
    const found = Math.max(moved, ...gaps);
    return { achieved: { t: found }, holds: atMost(found, t) };
  }),
  'km-anonymity': ofClass(({ rows, scale }, { k, m }) => {
    const fewest = fewestWithSets(rows, m, scale.items!);
    return { achieved: { k: fewest }, holds: fewest >= k };
  }),
  'k-map': ofPopulation,
  'weak-k-anonymity': ofPopulation,
  'weak-l-diversity': ofClass(({ rows, population }, { l }) => {
    const most = Math.max(...cellsOf(rows).map((cell) => holders(rows, cell)));
    return { achieved: { l: population / most }, holds: atMost(l, population / most) };
  }),
  'delta-presence': ({ classes, table, populations = [], everybody = 0 }, { min, max }) => {
    const shares = classes.map((rows, at) => personsOf(rows).length / populations[at]);
    const outside = everybody - sum(populations);
    if (outside > 0) shares.push((personsOf(table).length - personsOf(classes.flat()).length) / outside);
    const [low, high] = [Math.min(...shares), Math.max(...shares)];
    return { achieved: { min: low, max: high }, holds: atMost(min, low) && atMost(high, max) };
  },
};

/**
 * Judges classes by a model. Rows without a key add nobody to k, and every other model holds without them and with each as a person of its own.
 */
export function judge<Cell extends string | number>(spec: ModelSpec, given: JudgedClasses<Cell>): JudgedAnswer {
  const classes = given as unknown as JudgedClasses;
  const define = modelDefinitions[spec.model];
  if (define === undefined) throw new Error(`test/truth/definitions/models.ts has no ${spec.model}`);
  const judgeKeyed = (rows: JudgedClasses): JudgedAnswer => define(rows, spec as ModelSpec & Numbers);
  if (classes.table.every(({ person }) => person !== null)) return judgeKeyed(classes);
  let count = 0;
  const named = new Map(classes.table.map((row) => [row, { ...row, person: row.person ?? `without ${count++}` }]));
  const withKey = (rows: readonly JudgedRow[]) => rows.filter(({ person }) => person !== null);
  const needsKeys = spec.model === 'k-anonymity' || spec.model === 'alpha-k-anonymity';
  const keyed = classes.classes.map(withKey).filter((rows) => rows.length > 0 || needsKeys);
  const each = classes.classes.map((rows) => rows.map((row) => named.get(row)!));
  const answers = [judgeKeyed({ ...classes, classes: each, table: [...named.values()] })];
  if (keyed.length > 0) answers.unshift(judgeKeyed({ ...classes, classes: keyed, table: withKey(classes.table) }));
  return worst(answers);
}

/** Judges classes of cells, each in a row of a person of its own, by a model. */
export function judgeCells<Cell extends string | number>(
  spec: ModelSpec,
  {
    classes,
    table,
    ...others
  }: Omit<JudgedClasses, 'classes' | 'table' | 'scale'> & {
    readonly classes: readonly (readonly Cell[])[];
    readonly table: readonly Cell[];
    readonly scale?: JudgedScale<Cell>;
  },
): JudgedAnswer {
  const rowsOf = (cells: readonly Cell[], of: string): JudgedRow<Cell>[] =>
    cells.map((cell, row) => ({ person: `${of} ${row}`, cell }));
  return judge<Cell>(spec, {
    ...others,
    classes: classes.map((cells, at) => rowsOf(cells, `${at}`)),
    table: rowsOf(table, 'row'),
  });
}

export const personsOf = (rows: readonly Pick<JudgedRow, 'person'>[]): string[] => [
  ...new Set(rows.flatMap(({ person }) => person ?? [])),
];
const cellsOf = <Cell>(rows: readonly JudgedRow<Cell>[]): Cell[] => [...new Set(rows.map(({ cell }) => cell))];
const holders = <Cell>(rows: readonly JudgedRow<Cell>[], cell: Cell): number =>
  personsOf(rows.filter((row) => row.cell === cell) as readonly JudgedRow[]).length;

/** Worst-case counts without zeros (docs/persons.md). */
export function worstCounts<Cell>(rows: readonly JudgedRow<Cell>[]): number[] {
  const descending = cellsOf(rows).map((cell) => holders(rows, cell)).sort((a, b) => b - a); // prettier-ignore
  const q: number[] = [];
  for (const h of descending) q.push(Math.min(h, personsOf(rows as readonly JudgedRow[]).length - sum(q)));
  return q.filter((one) => one > 0);
}

function viewOf({ classes, table, scale = {}, areSplit = false, populations }: JudgedClasses, at: number): JudgedClass {
  const rows = classes[at];
  const n = personsOf(rows).length;
  const all = personsOf(table).length;
  const shares = cellsOf(rows).map((cell) => [holders(rows, cell) / n, holders(table, cell) / all] as const);
  return { rows, n, q: worstCounts(rows), shares, table, scale, areSplit, population: populations?.[at] ?? 0 };
}

/** Persons by value, each spread evenly over their rows: whole numbers in the same proportions. */
function weightsOf(rows: readonly JudgedRow[]): Map<string | number, number> {
  const lists = [...byPerson(rows).values()];
  const common = product([...new Set(lists.map(({ length }) => length))]);
  const weights = new Map<string | number, number>();
  for (const cells of lists) {
    for (const cell of cells) weights.set(cell, (weights.get(cell) ?? 0) + common / cells.length);
  }
  return weights;
}

/** Cells of each person. */
function byPerson(rows: readonly JudgedRow[]): Map<string | null, (string | number)[]> {
  const lists = new Map<string | null, (string | number)[]>();
  for (const { person, cell } of rows) lists.set(person, [...(lists.get(person) ?? []), cell]);
  return lists;
}

/** The smallest interval that holds a number of everybody without a missing cell, by trying every number as its least. */
function intervalOf(rows: readonly JudgedRow[], scale: JudgedScale): number {
  const known = [...byPerson(rows).values()]
    .map((cells) => cells.map(scale.number!))
    .filter((numbers) => !numbers.some(Number.isNaN));
  const lengths = known.flat().map((least) => {
    const nearest = known.map((numbers) => Math.min(...numbers.filter((each) => each >= least)));
    return Math.max(...nearest) - least;
  });
  return known.length === 0 ? 0 : Math.min(...lengths);
}

/** The fewest persons who have a set of up to m items that a row has, in one row. */
function fewestWithSets(rows: readonly JudgedRow[], m: number, itemsOf: NonNullable<JudgedScale['items']>): number {
  const lists = rows.map(({ person, cell }) => ({ person, items: [...new Set(itemsOf(cell))].sort() }));
  const subsets = (items: readonly string[]): string[][] =>
    items.reduce<string[][]>((sets, item) => [...sets, ...sets.filter(({ length }) => length < m).map((set) => [...set, item])], [[]]); // prettier-ignore
  const sets = new Map(lists.flatMap(({ items }) => subsets(items).slice(1)).map((set) => [set.join('|'), set]));
  const having = (set: readonly string[]): number =>
    personsOf(lists.filter(({ items }) => set.every((item) => items.includes(item)))).length;
  return Math.min(...[...sets.values()].map(having));
}

/** The worst of some answers. */
function worst(answers: readonly JudgedAnswer[]): JudgedAnswer {
  const achieved: Record<string, number> = {};
  for (const key of Object.keys(answers[0]?.achieved ?? {})) {
    const values = answers.flatMap((answer) => answer.achieved[key] ?? []);
    achieved[key] = ['k', 'e', 'l'].includes(key) ? Math.min(...values) : Math.max(...values);
  }
  // No c suffices, so the l of other classes says nothing.
  if (achieved.c === Infinity) delete achieved.l;
  return { achieved, holds: answers.every(({ holds }) => holds) };
}

/** Comparison of figures: up to a share of 1e-9 they are equal. */
const atMost = (a: number, b: number): boolean => a <= b + 1e-9 * Math.max(1, Math.abs(b));
