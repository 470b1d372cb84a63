import { describe, expect, it } from 'vitest';
import {
  type Choices,
  countedBy,
  forColumns,
  initialChoices,
  isRowKnown,
  jobOf,
  keyOf,
  takenChoices,
} from '../../playground/src/choices.js';
import { rowsOfPeople, unitNoun } from '../../src/base/unit.js';
import { listAlgorithms } from '../../src/index.js';

const choicesWith = (roles: Readonly<Record<string, Choices['columns'][number]['role']>>, unit?: 'row'): Choices => ({
  ...initialChoices,
  columns: Object.entries(roles).map(([name, role]) => ({ name, role, hierarchy: undefined })),
  ...(unit === undefined ? {} : { unit }),
});

describe('what a row is, among the choices of the page', () => {
  it('is the key of several columns, and no job has it beside "unit"', () => {
    const choices = forColumns(choicesWith({ clinic: 'person', mrn: 'person', zip: 'quasi-identifier' }, 'row'));
    expect(keyOf(choices)).toEqual(['clinic', 'mrn']);
    expect(jobOf(choices)).not.toHaveProperty('unit');
    expect(unitNoun(countedBy(choices))).toMatchObject({ many: 'people', hasSeveral: true });
    expect(isRowKnown(choices)).toBe(true);
    expect(isRowKnown(choicesWith({ mrn: 'identifier' }))).toBe(false);
  });

  it('stays as it was said last where choices of a former run are taken again', () => {
    const [rows, persons] = [
      choicesWith({ mrn: 'identifier', zip: 'drop' }, 'row'),
      choicesWith({ mrn: 'person', zip: 'drop' }),
    ];
    expect(jobOf(takenChoices(rows, persons)).attributes.mrn.role).toBe('person');
    const back = jobOf(takenChoices(persons, rows));
    expect(back.attributes.mrn.role).toBe('identifier');
    expect(back.unit).toBe('row');
  });

  it('decides the noun of every number of rows', () => {
    expect(rowsOfPeople(2012, 400, unitNoun())).toBe('2,012 rows of 400 people');
    expect(rowsOfPeople(2012, null, unitNoun({ unit: 'row' }))).toBe('2,012 people');
    expect(rowsOfPeople(1, undefined)).toBe('1 row');
  });

  it('is asked of the catalogue, which says what counts persons', () => {
    const { algorithms, privacy } = listAlgorithms();
    const counting = (list: readonly { readonly name: string; readonly countsPersons: boolean }[]): string[] =>
      list.flatMap(({ name, countsPersons }) => (countsPersons ? [name] : []));
    expect(counting(algorithms)).toEqual(expect.arrayContaining(['mondrian', 'optimal-lattice', 'k-optimize']));
    expect(counting(privacy)).toEqual(expect.arrayContaining(['k-anonymity', 'l-diversity', 'maximum-risk']));
  });
});
