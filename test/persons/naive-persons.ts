/** Rows of texts as the definitions of test/truth/definitions/models.ts read them. */
import {
  judge,
  type JudgedAnswer,
  type JudgedRow,
  type JudgedScale,
  worstCounts,
} from '../truth/definitions/models.js';

export interface PersonRow {
  readonly person: string;
  readonly value: string;
}

const judgedOf = (rows: readonly PersonRow[]): JudgedRow<string>[] =>
  rows.map(({ person, value }) => ({ person, cell: value }));

/** The persons of some rows. */
export const personsOf = (rows: readonly PersonRow[]): Set<string> => new Set(rows.map(({ person }) => person));

/** [values] how many persons have each value. */
export function holdersOf(rows: readonly PersonRow[]): Map<string, number> {
  const values = [...new Set(rows.map(({ value }) => value))];
  return new Map(values.map((value) => [value, personsOf(rows.filter((row) => row.value === value)).size]));
}

/** Worst-case counts, without zeros. */
export const worstCase = (rows: readonly PersonRow[]): number[] => worstCounts(judgedOf(rows));

type Spec = Readonly<Record<string, unknown>> & { readonly model: string };

function judgeClass(
  spec: Spec,
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  isApart: boolean,
): JudgedAnswer {
  const values = [...new Set(table.map(({ value }) => value))].sort();
  const steps = Math.max(1, values.length - 1);
  const scale: JudgedScale<string> = {
    number: (value) => (value === '' ? NaN : Number(value)),
    distance: (a, b) =>
      spec.distance === 'equal' ? Number(a !== b) : Math.abs(values.indexOf(a) - values.indexOf(b)) / steps,
    items: (value) => value.split('|').filter((item) => item !== ''),
  };
  return judge(spec, { classes: [judgedOf(rows)], table: judgedOf(table), scale, areSplit: !isApart });
}

/** Length of the smallest interval that holds a number of every person. */
export const smallestInterval = (rows: readonly PersonRow[]): number =>
  judgeClass({ model: 'ke-anonymity', k: 1, e: 0 }, rows, rows, true).achieved.e;

/** The fewest persons who have a set of up to m items that a row has, in one row; items are parted by `|`. */
export const fewestWithSets = (rows: readonly PersonRow[], m: number): number =>
  judgeClass({ model: 'km-anonymity', k: 1, m }, rows, rows, true).achieved.k;

const FIGURES: Readonly<Record<string, string>> = {
  'alpha-k-anonymity': 'alpha',
  'beta-likeness': 'beta',
  'delta-disclosure': 'delta',
  't-closeness': 't',
  'ke-anonymity': 'e',
};

/** Figure of one class under a model; the smaller the better, but for k, l and e. */
export function achievedOf(
  spec: Spec,
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  isApart: boolean,
): number {
  const { achieved } = judgeClass(spec, rows, table, isApart);
  if (spec.model === 'l-diversity') return spec.variant === 'recursive' ? achieved.c : achieved.l;
  // Too few values are an interval below every bound.
  if (spec.model === 'ke-anonymity' && achieved.k < (spec.k as number)) return -1;
  return achieved[FIGURES[spec.model] ?? 'k'];
}

/** Models on the values of an attribute, weak enough for classes of a few persons. */
export const modelsOfValues = [
  { model: 'l-diversity', variant: 'distinct', l: 2 },
  { model: 'l-diversity', variant: 'distinct', l: 3 },
  { model: 'l-diversity', variant: 'entropy', l: 1.5 },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 2 },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.6 },
  { model: 'beta-likeness', variant: 'basic', beta: 1 },
  { model: 'beta-likeness', variant: 'enhanced', beta: 2 },
  { model: 'delta-disclosure', delta: 1 },
  { model: 'delta-disclosure', delta: 1, absent: 'violates' },
  { model: 't-closeness', distance: 'equal', t: 0.35 },
  { model: 't-closeness', distance: 'ordered', t: 0.25 },
  { model: 'ke-anonymity', k: 2, e: 1 },
] as const;

/** True when a class satisfies a model on values, k-anonymity or k^m-anonymity. */
export const holdsBy = (
  spec: Spec,
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  isApart: boolean,
): boolean => judgeClass(spec, rows, table, isApart).holds;
