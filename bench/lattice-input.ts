/** Tables with a hierarchy for each column: inputs of the benches of full-domain generalization. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCsv } from '../src/io/csv/read-csv.js';
import type { HierarchySpec } from '../src/job/job.js';
import { Table } from '../src/table/table.js';
import { adultFolder } from './adult.js';
import { CENSUS_NAMES, CENSUS_SIZES, censusColumns } from './census.js';

/** Values merged by every level between leaves and root: heights 4, 2, 3, 2, 2, 1, 1, 2, 1, as Adult's in the truth tables. */
const WIDTHS: readonly (readonly number[])[] = [[5, 10, 20], [3], [4, 8], [3], [5], [], [], [10], []];

/** A table and a hierarchy for each of its columns. */
export interface LatticeInput {
  readonly table: Table;
  readonly hierarchies: Readonly<Record<string, HierarchySpec>>;
}

/** A census-like table of nine columns, seed 1. */
export function censusInput(rows: number): LatticeInput {
  const columns = censusColumns(rows, 1).map(({ codes, size }, i) => ({
    name: CENSUS_NAMES[i],
    type: 'string' as const,
    codes,
    texts: Array.from({ length: size }, (_, code) => `v${code}`),
    numbers: null,
    missingCode: -1,
  }));
  const hierarchies = CENSUS_NAMES.map((name, i): [string, HierarchySpec] => [
    name,
    {
      type: 'levels',
      rows: Array.from({ length: CENSUS_SIZES[i] }, (_, code) => [
        `v${code}`,
        ...WIDTHS[i].map((width) => `${width}/${Math.floor(code / width)}`),
        '*',
      ]),
    },
  ]);
  return { table: new Table(rows, columns), hierarchies: Object.fromEntries(hierarchies) };
}

/** The nine columns of ARX's Adult with its hierarchies; needs ../shared or KOHORT_SHARED. */
export async function adultInput(): Promise<LatticeInput> {
  const table = await readCsv(new Uint8Array(readFileSync(resolve(adultFolder, 'adult-complete.csv'))));
  const read = (name: string): string[][] =>
    readFileSync(resolve(adultFolder, 'hierarchies', `${name}.csv`), 'utf8')
      .split(/\r?\n/)
      .flatMap((line) => (line === '' ? [] : [line.split(';')]));
  const hierarchies = table.columns.map(({ name }) => [name, { type: 'levels', rows: read(name) }]);
  return { table, hierarchies: Object.fromEntries(hierarchies) as LatticeInput['hierarchies'] };
}
