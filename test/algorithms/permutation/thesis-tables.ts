/** The small tables of Toth, Data Anonymization, 2015, as the figures have them. */
import type { HierarchySpec, CheckedJob, Table } from '../../../src/index.js';
import { tableFromRows } from '../../../src/index.js';
import { cellOf } from '../../table-texts.js';

/** Figure 2.1. */
export const private1 = [
  ['Clara', 5370, 25, '30k'],
  ['Julie', 5370, 25, '15k'],
  ['Ada', 5370, 27, '30k'],
  ['Sara', 5371, 27, '40k'],
  ['Bob', 5371, 27, '42k'],
  ['Taylor', 5372, 25, '25k'],
  ['Ashley', 5372, 25, '45k'],
  ['Amanda', 5373, 25, '9k'],
] as const;

/** Figure 2.2. */
export const public1 = [
  ['Elizabeth', 5370, 25],
  ['Clara', 5370, 25],
  ['Julie', 5370, 25],
  ['Ada', 5370, 27],
  ['Sara', 5371, 27],
  ['Bob', 5371, 27],
  ['Taylor', 5372, 25],
  ['Ashley', 5372, 25],
  ['Amanda', 5373, 25],
  ['Jesper', 5372, 27],
] as const;

/** Figure 2.5. */
export const private2 = [
  ['Julie', 5370, 21, '15k'],
  ['Sara', 5371, 27, '40k'],
  ['James', 5372, 32, '42k'],
  ['Barbara', 5376, 39, '50k'],
] as const;

/** Figure 2.6. */
export const public2 = [
  ['Julie', 5370, 21],
  ['Ada', 5370, 27],
  ['Sara', 5371, 27],
  ['James', 5372, 32],
  ['Mary', 5376, 38],
  ['Barbara', 5376, 39],
] as const;

type Row = readonly (string | number)[];

/** Rows of a figure as a table; the columns that the row has. */
export const tableOf = (rows: readonly Row[]): Table =>
  tableFromRows(
    rows.map(([name, zip, age, salary]) => ({
      name: String(name),
      zip: Number(zip),
      age: Number(age),
      ...(salary === undefined ? {} : { salary: String(salary) }),
    })),
  );

/** Figure 2.9: zip codes lose their last digit; ages stand in ranges. */
export const zipHierarchy: HierarchySpec = {
  type: 'levels',
  rows: ['5370', '5371', '5372', '5373', '5376'].map((zip) => [zip, '537*']),
};
export const ageHierarchy: HierarchySpec = {
  type: 'levels',
  rows: ['21', '25', '27', '32', '38', '39'].map((age) => [age, Number(age) <= 30 ? '20-30' : '31-40', '*']),
};

/** Part of `salaryJob`: k-anonymity alone. */
export const k = (size: number) => ({ privacy: [{ model: 'k-anonymity', k: size }] as const });

/** Figure 5.5: col1, col2, and whether the person is in the private table. */
export const figure55 = [
  [0, 0, 0],
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
] as const;

export const salaryJob = (changes: Partial<CheckedJob> = {}, hierarchies = false): CheckedJob => ({
  attributes: {
    name: { role: 'identifier' },
    zip: { role: 'quasi-identifier', ...(hierarchies ? { hierarchy: zipHierarchy } : {}) },
    age: { role: 'quasi-identifier', ...(hierarchies ? { hierarchy: ageHierarchy } : {}) },
    salary: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  output: { ranges: 'tight' },
  ...changes,
});

/** The distinct vectors of some columns of a table, each with its rows: `537* 27: 3`. */
export function labels(table: Table, columns: readonly string[]): string[] {
  const rows = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const vector = columns.map((name) => cellOf(table, name, row)).join(' ');
    rows.set(vector, (rows.get(vector) ?? 0) + 1);
  }
  return [...rows].map(([vector, count]) => `${vector}: ${count}`).sort();
}

/** Cells of some columns of a table by bucket, each bucket and the buckets sorted: what permutation leaves. */
export function multisets(table: Table, columns: readonly string[], bucket = 'bucket'): string[] {
  const found = new Map<string, string[]>();
  for (let row = 0; row < table.rows; row++) {
    const key = cellOf(table, bucket, row);
    found.set(key, [...(found.get(key) ?? []), columns.map((name) => cellOf(table, name, row)).join(' ')]);
  }
  return [...found.values()].map((cells) => cells.sort().join(', ')).sort();
}
