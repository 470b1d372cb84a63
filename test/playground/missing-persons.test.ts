import { expect, it } from 'vitest';
import { type Choices, jobOf, missingInOf } from '../../playground/src/choices.js';
import { choicesFrom, readingOf } from '../../playground/src/leave/keep/kept-job.js';
import { explainRefusal, refusalOf } from '../../playground/src/shell/explain-refusal.js';
import { readForJob } from '../../src/index.js';

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

it('rows without the key of a person are left out by another button, as a run with the job leaves them out', async () => {
  const refusal = { code: 'PERSON_MISSING', argument: 'missingPersons', message: '1 row without the key of a person' };
  const left = explainRefusal(refusal, choices).cures[1].apply(choices);
  const job = jobOf(left);
  expect(job.input).toEqual({ onMissing: 'drop' });
  const own = { ...job, privacy: [{ model: 'k-anonymity' as const, k: 2 }] };
  const { table } = await readForJob('patient,age,note\n1,30,\n,31,a\n2,,b\n3,33,c\n', own);
  expect(table.rows).toBe(2);
  expect(missingInOf(left.reading, left.columns)).toEqual(['patient', 'age']);
  expect(missingInOf(choices.reading, choices.columns)).toBeNull();
  const columns = [
    ...choices.columns,
    { name: 'note', role: 'drop' as const },
    { name: 'name', role: 'identifier' as const },
  ];
  expect(missingInOf(left.reading, columns)).toEqual(['patient', 'age']);
});

it('a job is taken back with what it says of rows without a key', () => {
  const job = jobOf({
    ...choices,
    models: [],
    missingPersons: 'separate',
    reading: { ...choices.reading, onMissing: 'drop' },
  });
  const { choices: taken, notes } = choicesFrom(job, ['patient', 'age'], readingOf(job));
  expect(notes).toEqual([]);
  expect(jobOf(taken)).toMatchObject({ missingPersons: 'separate', input: { onMissing: 'drop' } });
});

it('an algorithm that counts rows is refused with a cure that counts people', () => {
  const refusal = refusalOf({ code: 'PERSONS_UNSUPPORTED', argument: 'algorithm', message: 'an algorithm' })!;
  const { text, cures } = explainRefusal(refusal, { ...choices, algorithm: 'mpalm' });
  expect(text).toBe(
    'The algorithm “mpalm” counts rows, and cannot keep promises to people who have several. Nothing can be released so.',
  );
  expect(cures.map((cure) => cure.text)).toEqual(['Take “Fastest”, which counts people']);
  expect(cures[0].apply({ ...choices, algorithm: 'mpalm' }).algorithm).toBe('mondrian');
});
