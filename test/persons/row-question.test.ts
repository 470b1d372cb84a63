import { describe, expect, it } from 'vitest';
import { describeRepeated, namedColumns, NO_KEY, severalRows } from '../../src/assess/persons/row-question.js';

const found = { columns: ['patient_id'], rows: 5056, values: 1500, most: 27, constant: [] };

describe('the question what a row is', () => {
  it('names the key that was found, its persons and the most rows of one', () => {
    expect(severalRows(found)).toBe('several rows belong to one: column "patient_id" (1,500 persons, up to 27 rows)');
    expect(severalRows({ ...found, columns: ['given', 'family'], values: 1, most: 1 })).toBe(
      'several rows belong to one: columns "given" and "family" (1 person, up to 1 row)',
    );
  });

  it('says so where rows repeat and no column is a key', () => {
    expect(severalRows({ ...found, columns: [] })).toBe(NO_KEY);
    expect(namedColumns(['a', 'b', 'c'])).toBe('columns "a", "b" and "c"');
  });

  it('shows the columns that the key decides, with exceptions', () => {
    const constant = [
      { name: 'sex', values: 900, exceptions: 0 },
      { name: 'birth_date', values: 900, exceptions: 2 },
    ];
    expect(describeRepeated({ ...found, constant })).toBe(
      '5,056 rows in which "patient_id" has 1,500 values, one of them in 27 rows; within a value "sex" and "birth_date" are constant but for 2 values',
    );
  });
});
