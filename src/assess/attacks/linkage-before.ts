import { CompensatedSum } from '../../quality/exact-sum.js';
import type { Column, Table } from '../../table/table.js';
import { requireColumn } from './permuted-buckets.js';
import type { LinkageReport } from './linkage.js';

/**
 * The risks of the journalist and the marketer before anything is generalized: a row of the input is linked by its own
 * quasi-identifiers, to the people of a public table who have the same values, or to the rows that do, where these are more.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN for a table without one of the columns
 */
export function linkageBefore(
  input: Table,
  people: Table,
  quasiIdentifiers: readonly string[],
): Pick<LinkageReport, 'journalist' | 'marketer'> {
  const rows = countVectors(input, quasiIdentifiers, 'input');
  const known = countVectors(people, quasiIdentifiers, 'public table');
  let largest = 0;
  const expected = new CompensatedSum();
  for (const [vector, count] of rows) {
    const matching = known.get(vector) ?? 0;
    const risk = matching === 0 ? 0 : 1 / Math.max(matching, count);
    largest = Math.max(largest, risk);
    expected.add(count * risk);
  }
  const hits = expected.value();
  const average = input.rows === 0 ? 0 : hits / input.rows;
  return { journalist: { largest, average, hits }, marketer: { largest: average, average, hits } };
}

/** Rows by vector of values: numbers, days and times count as what they are, however they are written. */
function countVectors(table: Table, names: readonly string[], what: string): Map<string, number> {
  const columns = names.map((name) => {
    const column = requireColumn(table, name, what);
    return { codes: column.codes, keys: column.texts.map((_, code) => keyOf(column, code)) };
  });
  const counts = new Map<string, number>();
  for (let entry = 0; entry < table.entries; entry++) {
    const vector = columns.map(({ codes, keys }) => keys[codes[entry]]).join('\0');
    counts.set(vector, (counts.get(vector) ?? 0) + (table.weights?.[entry] ?? 1));
  }
  return counts;
}

function keyOf({ numbers, texts, missingCode }: Column, code: number): string {
  if (code === missingCode) return 'missing';
  return numbers === null ? `text ${texts[code]}` : `number ${numbers[code]}`;
}
