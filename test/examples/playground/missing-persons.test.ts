import { expect, it } from 'vitest';
import { type Choices, jobOf } from '../../../examples/playground/src/choices.js';
import { explainRefusal, refusalOf } from '../../../examples/playground/src/shell/explain-refusal.js';

const choices = {
  reading: { header: true, missing: [] },
  columns: [
    { name: 'patient', role: 'person', hierarchy: undefined },
    { name: 'age', role: 'quasi-identifier', hierarchy: undefined },
  ],
  models: [],
  algorithm: 'mondrian',
  options: {},
  suppression: { kind: 'none', amount: '' },
} as unknown as Choices;

it('rows without the key of a person are counted apart by a button of the page', () => {
  const refusal = refusalOf({ code: 'PERSON_MISSING', message: '3 rows without the key of a person ("patient")' });
  expect(refusal).not.toBeNull();
  const { text, cures } = explainRefusal(refusal as NonNullable<typeof refusal>, choices);
  expect(text).toContain('3 rows');
  expect(jobOf(choices).missingPersons).toBeUndefined();
  expect(jobOf(cures[0].apply(choices)).missingPersons).toBe('separate');
  const columns = choices.columns.map((column) => ({ ...column, role: 'quasi-identifier' as const }));
  expect(jobOf({ ...cures[0].apply(choices), columns }).missingPersons).toBeUndefined();
});
