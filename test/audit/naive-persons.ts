/** Privacy models by persons, from the definitions, with sets and lists: slow, short, and unrelated to the code that is tested. */
import type { PrivacySpec } from '../../src/job/job.js';
import { earthMover, type NaiveScale } from '../privacy/naive-models.js';

/** A row: its person, null without a key, and its sensitive cell, a number from 0. */
export interface PersonRow {
  readonly person: string | null;
  readonly cell: number;
}

export interface NaiveAnswer {
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

const atMost = (a: number, b: number): boolean => a <= b + 1e-9 * Math.max(1, Math.abs(b));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const cellsOf = (rows: readonly PersonRow[]): number[] => [...new Set(rows.map(({ cell }) => cell))];
export const personsOf = (rows: readonly PersonRow[]): string[] => [
  ...new Set(rows.flatMap(({ person }) => person ?? [])),
];
const rowsOf = (rows: readonly PersonRow[], of: string): PersonRow[] => rows.filter(({ person }) => person === of);
export const holders = (rows: readonly PersonRow[], cell: number): number =>
  personsOf(rows.filter((row) => row.cell === cell)).length;

/** Worst-case counts. */
export function worstOf(rows: readonly PersonRow[]): number[] {
  const descending = cellsOf(rows)
    .map((cell) => holders(rows, cell))
    .sort((a, b) => b - a);
  const q: number[] = [];
  for (const h of descending) q.push(Math.min(h, personsOf(rows).length - sum(q)));
  return q.filter((one) => one > 0);
}

/** Every way to choose one row of each person: the cells of the chosen rows. */
export function choicesOf(rows: readonly PersonRow[]): number[][] {
  let choices: number[][] = [[]];
  for (const person of personsOf(rows)) {
    const own = cellsOf(rowsOf(rows, person));
    choices = choices.flatMap((choice) => own.map((cell) => [...choice, cell]));
  }
  return choices;
}

/** Cells in which everybody weighs the same, spread over their rows. */
function weighted(rows: readonly PersonRow[]): number[] {
  const common = 60 * 7;
  return personsOf(rows).flatMap((person) => {
    const own = rowsOf(rows, person);
    return own.flatMap(({ cell }) => new Array<number>(common / own.length).fill(cell));
  });
}

/** The smallest interval that holds a number of everybody without a missing cell. */
function intervalOf(rows: readonly PersonRow[], scale: NaiveScale): number {
  const known = personsOf(rows).filter((person) => rowsOf(rows, person).every(({ cell }) => !Number.isNaN(scale.number(cell))));
  if (known.length === 0) return 0;
  const lengths = choicesOf(rows.filter(({ person }) => known.includes(person!)))
    .map((cells) => cells.map(scale.number))
    .map((numbers) => Math.max(...numbers) - Math.min(...numbers));
  return Math.min(...lengths);
} // prettier-ignore

/** A class, a list of rows that all have a key, in a table. */
function judgeClass(
  spec: PrivacySpec,
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  scale: NaiveScale,
  areSplit: boolean,
): NaiveAnswer {
  const n = personsOf(rows).length;
  const all = personsOf(table).length;
  const q = worstOf(rows);
  const share = (cell: number): number => holders(rows, cell) / n;
  const inTable = (cell: number): number => holders(table, cell) / all;
  switch (spec.model) {
    case 'k-anonymity':
      return { achieved: { k: n }, holds: n >= spec.k };
    case 'maximum-risk':
      return { achieved: { risk: 1 / n }, holds: atMost(1 / n, spec.risk) };
    case 'alpha-k-anonymity':
      return { achieved: { k: n, alpha: n === 0 ? 0 : q[0] / n }, holds: n >= spec.k && atMost(q[0] / n, spec.alpha) };
    case 'l-diversity': {
      if (spec.variant === 'distinct') return { achieved: { l: q.length }, holds: q.length >= spec.l };
      if (spec.variant === 'entropy') {
        const nats = sum(q.map((one) => (one / n) * Math.log(n / one)));
        return { achieved: { l: Math.exp(nats) }, holds: atMost(Math.log(spec.l), nats) };
      }
      return { achieved: {}, holds: q[0] < spec.c! * sum(q.slice(spec.l - 1)) };
    }
    case 'ke-anonymity': {
      const e = intervalOf(rows, scale);
      return { achieved: { k: q.length, e }, holds: q.length >= spec.k && atMost(spec.e, e) };
    }
    case 'beta-likeness': {
      const gains = cellsOf(rows).map((cell) => [(share(cell) - inTable(cell)) / inTable(cell), inTable(cell)] as const);
      const limit = (p: number): number => (spec.variant === 'basic' ? spec.beta : Math.min(spec.beta, Math.log(1 / p)));
      const holds = gains.every(([gain, p]) => gain <= 1e-12 || atMost(gain, limit(p)));
      return { achieved: { beta: Math.max(0, ...gains.map(([gain]) => gain)) }, holds };
    }
    case 'delta-disclosure': {
      const judged = spec.absent === 'violates' && !areSplit ? cellsOf(table) : cellsOf(rows);
      const gains = judged.map((cell) => Math.log(share(cell) / inTable(cell)));
      const delta = Math.max(0, ...gains.map((gain) => (areSplit ? gain : Math.abs(gain))));
      return { achieved: { delta }, holds: delta < spec.delta };
    }
    case 't-closeness': {
      const moved = earthMover(weighted(rows), weighted(table), scale.distance);
      const gaps = spec.distance === 'equal' ? cellsOf(rows).map((cell) => share(cell) - inTable(cell)) : [];
      const t = Math.max(moved, ...gaps);
      return { achieved: { t }, holds: atMost(t, spec.t) };
    }
    default:
      throw new Error(`no naive ${spec.model}`);
  }
} // prettier-ignore

/** All classes of a table in which every row has a key. */
function judgeKeyed(
  spec: PrivacySpec,
  classes: readonly (readonly PersonRow[])[],
  table: readonly PersonRow[],
  scale: NaiveScale,
  areSplit: boolean,
): NaiveAnswer {
  const released = [...new Set(classes.flatMap(personsOf))];
  const classesOf = (person: string) => classes.filter((rows) => personsOf(rows).includes(person));
  if (spec.model === 'average-risk') {
    const risks = released.map((person) => Math.max(...classesOf(person).map((rows) => 1 / personsOf(rows).length)));
    const risk = risks.length === 0 ? 0 : sum(risks) / risks.length;
    return { achieved: { risk }, holds: atMost(risk, spec.risk) };
  }
  return worse(classes.map((rows) => judgeClass(spec, rows, table, scale, areSplit)));
}

/** The worst of some answers. */
function worse(answers: readonly NaiveAnswer[]): NaiveAnswer {
  const achieved: Record<string, number> = {};
  for (const key of Object.keys(answers[0]?.achieved ?? {})) {
    const values = answers.map((answer) => answer.achieved[key]);
    achieved[key] = ['k', 'e', 'l'].includes(key) ? Math.min(...values) : Math.max(...values);
  }
  return { achieved, holds: answers.every(({ holds }) => holds) };
}

/** All classes of a table; rows without a key add nobody to k, and every other model holds without them and with each as a person. `areSplit`: whether a person has several vectors. */
export function judgePersons(
  spec: PrivacySpec,
  classes: readonly (readonly PersonRow[])[],
  table: readonly PersonRow[],
  scale: NaiveScale,
  areSplit: boolean,
): NaiveAnswer {
  if (table.every(({ person }) => person !== null)) return judgeKeyed(spec, classes, table, scale, areSplit);
  let count = 0;
  const named = new Map(table.map((row) => [row, { ...row, person: row.person ?? `without ${count++}` }]));
  const withKey = (rows: readonly PersonRow[]) => rows.filter(({ person }) => person !== null);
  const keyed = classes.map(withKey);
  const needsKeys = spec.model === 'k-anonymity' || spec.model === 'alpha-k-anonymity';
  const without = keyed.filter((rows) => rows.length > 0 || needsKeys);
  const each = classes.map((rows) => rows.map((row) => named.get(row)!));
  const answers = [judgeKeyed(spec, each, [...named.values()], scale, areSplit)];
  if (without.length > 0) answers.unshift(judgeKeyed(spec, without, withKey(table), scale, areSplit));
  return worse(answers);
}
