/** UCI Adult as the benches and tests read it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Job, Table } from '../src/index.js';
import { readCsv } from '../src/index.js';

/** The folder of UCI Adult, which may be absent. */
export const adultFolder = join(process.env.KOHORT_SHARED ?? resolve('../shared'), 'data/adult');

/** The columns of `adult.data`, which has no header. */
export const ADULT_COLUMNS: readonly string[] = [
  ...['age', 'workclass', 'fnlwgt', 'education', 'education-num', 'marital-status', 'occupation', 'relationship'],
  ...['race', 'sex', 'capital-gain', 'capital-loss', 'hours-per-week', 'native-country', 'salary'],
];

/** The quasi-identifiers that most comparisons take. */
export const ADULT_EIGHT: readonly string[] = [
  ...['age', 'workclass', 'education-num', 'marital-status', 'occupation', 'race', 'sex', 'native-country'],
];

/** The 30,162 rows of Adult that lack no value. */
export function readAdult(path = join(adultFolder, 'adult.data')): Promise<Table> {
  return readCsv(new Uint8Array(readFileSync(path)), {
    header: false,
    columns: ADULT_COLUMNS,
    missing: ['?'],
    onMissing: 'drop',
  });
}

/** Quasi-identifiers of a job, with their hierarchies. */
export const adultAttributes = (names: readonly string[]): Job['attributes'] =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        role: 'quasi-identifier' as const,
        ...(name === 'age' ? { type: 'integer' as const } : {}),
        hierarchy: { type: 'levels' as const, rows: readAdultHierarchy(name) },
      },
    ]),
  );

/** The rows of a hierarchy file of Adult: leaf, then a label a level. */
export function readAdultHierarchy(name: string, folder = adultFolder): string[][] {
  return readFileSync(join(folder, 'hierarchies', `${name}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'));
}
