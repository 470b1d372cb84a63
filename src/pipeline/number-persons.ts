import { InfeasibleError, InputError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import type { Plan } from '../job/plan.js';
import type { Roles } from '../job/roles.js';
import type { Column, Table, Warning } from '../table/table.js';
import { numberUnits, separateUnits, type Units } from '../table/units.js';

/** Units that a run counts. */
export interface CountedUnits {
  /** The persons of the rows, without rows that lack a key; null where rows are counted. */
  readonly units: Units | null;
  /** The persons with each row that lacks a key as one of its own; null where none does. */
  readonly each: Units | null;
  readonly warnings: readonly Warning[];
}

/**
 * Numbers the persons of a table.
 *
 * @throws InputError PERSON_MISSING where rows lack a part of their person's key; InfeasibleError K_EXCEEDS_PERSONS
 */
export function* numberPersons(
  table: Table,
  { k, missingPersons, rowsPerPerson, unit }: Pick<Plan, 'k' | 'missingPersons' | 'rowsPerPerson' | 'unit'>,
  persons: readonly Column[],
): Steps<CountedUnits> {
  if (persons.length === 0) return { units: null, each: null, warnings: [] };
  const { missing, lacking, alike, ...all } = yield* numberUnits(table, persons);
  if (missing > 0 && (missingPersons !== 'separate' || rowsPerPerson !== null)) throw personsMissing(missing, persons);
  const { keyed: units, each } = lacking === null ? { keyed: all, each: null } : separateUnits(all, lacking);
  requirePersons(units, k, unit);
  const warnings = warnOfAlike(alike, persons);
  if (each !== null) {
    const message = `${amount(missing, 'row')} without the key of a person add nobody to k; other models hold without them, and with each as a person of its own`;
    warnings.push({ code: 'ROWS_WITHOUT_PERSON', message });
  }
  return { units, each, warnings };
}

/** Throws InfeasibleError `K_EXCEEDS_PERSONS` for a table of fewer persons than k. */
export function requirePersons({ count }: Units, k: number, unit: Plan['unit']): void {
  if (k <= count) return;
  throw new InfeasibleError(
    'K_EXCEEDS_PERSONS',
    `k is ${k}, but the table has only ${'isHousehold' in unit ? amount(count, 'household') : amount(count, 'person', 'persons')}`,
  );
}

/** The warning of keys that differ from another one only in their spelling, where there are some. */
export function warnOfAlike(alike: number, [{ name: attribute }]: Roles['persons']): Warning[] {
  if (alike === 0) return [];
  const message = `${amount(alike, 'key')} of persons differ from another key only in case, blanks, punctuation or zeros (07 and 7), and count as other persons`;
  return [{ code: 'PERSONS_ALIKE', message, attribute }];
}

/** The error of rows that lack a part of their person's key. */
export function personsMissing(rows: number, keys: Roles['persons']): InputError {
  const names = keys.map(({ name }) => JSON.stringify(name)).join(', ');
  return new InputError('PERSON_MISSING', `${amount(rows, 'row')} without the key of a person (${names})`);
}
