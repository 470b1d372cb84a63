/** The persons of the rows, as far as the page knows them. */
import { describedColumns } from 'kohort/assess';
import type { Choices, Opened } from '../choices.js';
import { countedBy, keyOf } from '../choices.js';
import type { Live } from '../shell/use-live.js';
import { rowsOfPeople, unitNoun } from './words.js';

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Persons of a table by the columns that are chosen as their key; null where rows are counted, or nobody has counted them yet. */
export function personsIn(
  { persons, inspection }: Opened,
  choices: Choices,
  { preview, job }: Pick<Live, 'preview' | 'job'>,
): number | null {
  const key = keyOf(choices);
  if (key.length === 0) return null;
  if (persons !== null && isSame(persons.key, key)) return persons.count;
  const described = job === null ? [] : describedColumns(job);
  const asked = described.flatMap(({ name, spec }) => (spec.role === 'person' ? [name] : []));
  if (preview !== null && isSame(asked, key)) return preview.persons;
  const found = inspection.repeatedPersons;
  return found !== null && isSame(found.columns, key) ? found.values : null;
}

/** The rows of the file: `2,012 rows of 400 people`, `2,012 people` or `2,012 rows`. */
export const rowsText = (opened: Opened, choices: Choices, live: Pick<Live, 'preview' | 'job'>): string =>
  rowsOfPeople(opened.table.rows, personsIn(opened, choices, live), unitNoun(countedBy(choices)));
