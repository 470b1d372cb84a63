/** Words of the question what a row is, for `kohort init` and the page: names of columns and numbers, never a cell. */
import { counted } from '../../base/numbers.js';
import { plural } from '../../base/plural.js';
import type { RepeatedPersons } from './find-persons.js';

export { describeRepeated } from './person-messages.js';

/** The question. */
export const ROW_QUESTION = 'What is a row?';
/** An answer: rows are persons. */
export const ONE_ROW = 'one row is one person';
/** An answer for a table whose key was not found. */
export const NO_KEY = 'people have several rows, and no column is a key of persons';

/** `column "a"`, `columns "a" and "b"` */
export function namedColumns(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  const all =
    quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted[quoted.length - 1]}`;
  return `${plural(names.length, 'column')} ${all}`;
}

/** `1,500 persons, up to 27 rows` */
const personsText = ({ values, most }: Pick<RepeatedPersons, 'values' | 'most'>): string =>
  `${counted(values, 'person', 'persons')}, up to ${counted(most, 'row')}`;

/** An answer: rows belong to the persons whose key was found. */
export const severalRows = (found: Pick<RepeatedPersons, 'columns' | 'values' | 'most'>): string =>
  found.columns.length === 0
    ? NO_KEY
    : `several rows belong to one: ${namedColumns(found.columns)} (${personsText(found)})`;
