import { describe, expect, it } from 'vitest';
import { parseJob, type CheckedJob } from 'kohort';
import { jobOf } from '../../playground/src/choices.js';
import { choicesOf } from '../../playground/src/choices-of-job.js';
import { choicesFrom, readingOf } from '../../playground/src/leave/keep/kept-job.js';
import { initialReading } from '../../playground/src/choices.js';

const job: CheckedJob = parseJob({
  attributes: {
    'F*': { role: 'insensitive', type: 'string', matches: ['F1', 'F2'] },
    F_income: 'quasi-identifier',
    'F\\*': 'sensitive',
    'Q*': 'drop',
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
});
const names = ['F1', 'F2', 'F_income', 'F*'];

describe('a job with patterns in the page', () => {
  it('gives each column of the file its role and type', () => {
    const { columns } = choicesOf(job, names);
    expect(columns.map(({ name, role, type }) => [name, role, type])).toEqual([
      ['F1', 'insensitive', 'string'],
      ['F2', 'insensitive', 'string'],
      ['F_income', 'quasi-identifier', undefined],
      ['F*', 'sensitive', undefined],
    ]);
  });

  it('is made again with names, in which a star is escaped', () => {
    const made = parseJob(jobOf(choicesOf(job, names)));
    expect(Object.keys(made.attributes)).toEqual(['F1', 'F2', 'F_income', 'F\\*']);
    expect(choicesOf(made, names).columns).toEqual(choicesOf(job, names).columns);
  });

  it('releases no column that its list lacks, and says so', () => {
    const { choices, notes } = choicesFrom(job, ['F1', 'F286', 'F_income', 'F*'], readingOf(job));
    expect(choices.columns.map(({ role }) => role)).toEqual(['insensitive', 'drop', 'quasi-identifier', 'sensitive']);
    expect(notes.join(' ')).toMatch(/not released: F286\./);
    expect(notes.join(' ')).toMatch(/no column F2, Q\*: /);
    expect(choicesFrom(job, [...names, 'Q1'], initialReading).notes).toEqual([]);
  });
});
