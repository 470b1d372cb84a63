import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoJob } from '../scripts/demo-job.mjs';
import { censusColumns, censusRows } from '../scripts/census.mjs';
import { seededRandom } from '../src/base/random.js';
import type { Job } from '../src/index.js';
import { writeTable } from './scale-tables.js';

/** `additive`: all quasi-identifiers are constant within persons. `general`: two of them are drawn row by row. */
export type PersonsCase = 'additive' | 'general';
/** Unit that a run counts: persons, or rows, with the key of the persons read as an identifier. */
export type Counted = 'rows' | 'persons';

/** Columns that are drawn row by row: two quasi-identifiers in the general case, the last one always. */
const VARYING: Readonly<Record<PersonsCase, readonly string[]>> = {
  additive: ['salary'],
  general: ['workclass', 'occupation', 'salary'],
};

/** Person of every row: each has one row or more, in random order. */
function ownersOf(rows: number, persons: number): Uint32Array {
  const random = seededRandom(6);
  const owners = Uint32Array.from({ length: rows }, (_, row) => (row < persons ? row : random.below(persons)));
  for (let i = rows - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [owners[i], owners[j]] = [owners[j], owners[i]];
  }
  return owners;
}

/** The CSV file of a census of persons with several rows each in a folder, made when it is not there yet. */
export function personsFile(folder: string, kind: PersonsCase, rows: number, persons: number): string {
  const file = join(folder, `persons-${kind}-${rows}-${persons}.csv`);
  if (existsSync(file)) return file;
  const people = Array.from(censusRows(persons, 1), (row) => row.join(','));
  const isVarying = censusColumns.map((name) => VARYING[kind].includes(name));
  const owners = ownersOf(rows, persons);
  function* lines(): Generator<string> {
    let row = 0;
    for (const drawn of censusRows(rows, 2)) {
      const owner = owners[row++];
      const own = people[owner].split(',');
      yield `${1_000_000 + owner},${own.map((value, c) => (isVarying[c] ? drawn[c] : value)).join(',')}`;
    }
  }
  writeTable(file, ['patient_id', ...censusColumns], lines());
  return file;
}

/** The job of an algorithm: eight quasi-identifiers, k, and a sensitive column with a model of its own where `isDiverse`. */
export function personsJob(
  counted: Counted,
  algorithm: string,
  { k, isDiverse }: { readonly k: number; readonly isDiverse: boolean },
): Job {
  const { attributes, input } = demoJob as Job;
  const diversity = { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'salary' } as const;
  return {
    input,
    attributes: {
      patient_id: { role: counted === 'persons' ? 'person' : 'identifier' },
      ...attributes,
      salary: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k }, ...(isDiverse ? [diversity] : [])],
    algorithm,
  };
}
