import type { CheckedJob, Table } from '../../../src/index.js';
import { tableFromRows } from '../../../src/index.js';
import { ADULT_EIGHT, readAdult as readAdultFile } from '../../../bench/adult.js';
import type { RandomSource } from '../../../src/base/random.js';
import { sharedPath } from '../../shared.js';

export const ENGINES = ['wasm', 'js'] as const;

/** Rows with a number, a string along a tree, an ordered string and a sensitive value. */
export function drawPeople(random: RandomSource, rows: number): Table {
  const numbers = 2 + random.below(9);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: random.below(12) === 0 ? null : 20 + random.below(numbers),
      job: ['nurse', 'surgeon', 'baker', 'cook', 'smith'][random.below(5)],
      grade: 'abcd'[random.below(4)],
      illness: ['flu', 'cold', 'gout'][random.below(3)],
    })),
  );
}

export function peopleJob(algorithm: CheckedJob['algorithm'], privacy: CheckedJob['privacy']): CheckedJob {
  return {
    attributes: {
      age: { role: 'quasi-identifier', type: 'integer' },
      job: {
        role: 'quasi-identifier',
        hierarchy: { type: 'tree', tree: { '*': { health: ['nurse', 'surgeon'], food: ['baker', 'cook'], craft: ['smith'] } } },
      },
      grade: { role: 'quasi-identifier', hierarchy: { type: 'order', values: ['a', 'b', 'c', 'd', 'e'] } },
      illness: { role: 'sensitive' },
    },
    privacy,
    algorithm,
    output: { order: 'input' },
  }; // prettier-ignore
}

let adult: Promise<Table> | undefined;
/** The 30,162 complete rows of Adult, read once for all test files of a worker. */
export const readAdult = (): Promise<Table> => (adult ??= readAdultFile(sharedPath('data/adult/adult.data')));

export { ADULT_EIGHT };

export function adultJob(
  algorithm: CheckedJob['algorithm'],
  k: number,
  names: readonly string[] = ADULT_EIGHT,
): CheckedJob {
  return {
    attributes: {
      ...Object.fromEntries(names.map((name) => [name, { role: 'quasi-identifier' as const }])),
      salary: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    output: { ranges: 'tight' },
  };
}
