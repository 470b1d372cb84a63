import type { SparseHistogram } from './histogram.js';
import { forPersons, type PersonRows } from './person-counts.js';
import type { History } from './report.js';

/** Steps between two pauses. */
const stepsAtOnce = 1 << 18;

/**
 * Measures disclosure about a column by the classes of persons together: the persons of whom fewer than l values occur in every class with one of
 * their rows. Null where persons have several values, so that no single one is looked for. Yields between stretches of the work.
 *
 * @param table - all rows of persons with a key as one class
 * @param rows - released rows of persons with a key
 * @param released - values of the released rows by class, those of rows without a key among them
 * @param values - value in [0, values.count) of a row
 */
export function* measureHistory(
  { table, rows }: { readonly table: PersonRows; readonly rows: PersonRows },
  { start, rank }: SparseHistogram,
  values: { readonly count: number; readonly of: (row: number) => number },
  l: number,
): Generator<void, Omit<History, 'attribute'> | null> {
  let isConstant = true;
  forPersons(table, 0, (from, to) => {
    for (let at = from + 1; at < to; at++) {
      if (values.of(table.order[at]) !== values.of(table.order[from])) isConstant = false;
    }
  });
  if (!isConstant) return null;
  yield;
  const { classesOf, personOf } = rows;
  const firstOf = new Uint32Array(classesOf.length + 1);
  classesOf.forEach((count, person) => (firstOf[person + 1] = firstOf[person] + count));
  const classes = new Uint32Array(firstOf[classesOf.length]);
  const next = firstOf.slice();
  for (let c = 0; c < rows.sizes.length; c++) {
    forPersons(rows, c, (from) => (classes[next[personOf[rows.order[from]]]++] = c));
  }
  yield;
  const inClasses = new Uint32Array(values.count);
  let persons = 0;
  let fewest = Infinity;
  let steps = 0;
  for (let person = 0; person < classesOf.length; person++) {
    const own = classes.subarray(firstOf[person], firstOf[person + 1]);
    if (own.length === 0) continue;
    let common = 0;
    for (const c of own) {
      for (const value of rank.subarray(start[c], start[c + 1])) common += Number(++inClasses[value] === own.length);
      steps += start[c + 1] - start[c];
    }
    for (const c of own) for (const value of rank.subarray(start[c], start[c + 1])) inClasses[value] = 0;
    if (common < l) persons++;
    fewest = Math.min(fewest, common);
    if (++steps < stepsAtOnce) continue;
    steps = 0;
    yield;
  }
  return { persons, fewest: fewest === Infinity ? 0 : fewest };
}
