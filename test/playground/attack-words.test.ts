import { describe, expect, it } from 'vitest';
import { tryAttack } from '../../playground/src/assess/attack.js';
import type { AttackName } from '../../playground/src/assess/answers.js';
import { HeldRun } from '../../playground/src/assess/read-release.js';
import type { Opened } from '../../playground/src/choices.js';
import type { Finished } from '../../playground/src/finished.js';
import { certificateOf } from '../../playground/src/leave/certificate.js';
import { anonymize, tableFromRows } from '../../src/index.js';
import type { CheckedJob } from '../../src/index.js';

const job: CheckedJob = {
  attributes: {
    patient: { role: 'person' },
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [10, 50] } },
    diagnosis: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'optimal-lattice',
};

/** Visits of 40 patients, of one row each or of one to `most`. */
const visitsOf = (most: number): { patient: string | null; age: number; diagnosis: string }[] =>
  Array.from({ length: 40 }, (_, patient) =>
    Array.from({ length: 1 + (patient % most) }, (__, visit) => ({
      patient: `P${patient}`,
      age: 20 + patient,
      diagnosis: ['flu', 'gout', 'HIV'][(patient + visit) % 3],
    })),
  ).flat();

/** Answers of the page to somebody who has a file of the ages of 60 people. */
async function answerOf(attack: AttackName, rows: readonly object[], asked = job): Promise<string> {
  const original = tableFromRows(rows);
  const { release, result } = await anonymize(original, asked, { engine: 'js', seed: 1 });
  const { suppressed, recoding } = result;
  const run = { job: asked, suppressed, recoding, groups: null, personsAlike: null };
  const file = new Blob(['age\n', ...Array.from({ length: 60 }, (_, i) => `${20 + i}\n`)]);
  const outside = { file, columns: { age: 'age' } };
  return (await tryAttack(new HeldRun(original, release, null, run), { attack, outside })).words;
}

describe('answers of the page’s attacks on persons', () => {
  it('say of a file without their key what is missing, in words of the page', async () => {
    const words = await answerOf('membership', visitsOf(4));
    expect(words).toMatch(/^People have several rows in the release, and of this file only quasi-identifiers are read/);
    expect(await answerOf('membership', visitsOf(1))).toMatch(/^Of 60 rows of this file, \d+ (is|are) in the release/);
  });

  it('say of rows without a key that people cannot be counted', async () => {
    const rows = [...visitsOf(4), { patient: null, age: 33, diagnosis: 'flu' }];
    const apart: CheckedJob = { ...job, missingPersons: 'separate' };
    for (const attack of ['homogeneity', 'linkage'] as const)
      expect(await answerOf(attack, rows, apart)).toBe('Some rows lack the key of a person, so that this attack cannot count people.'); // prettier-ignore
  });

  it('count people where each has one row', async () => {
    expect(await answerOf('linkage', visitsOf(4))).toMatch(/^Somebody who has this file finds the rows of one of its people with [\d.]+ % at most, if each of its rows is another person\. Somebody who links everybody by guessing is right for \d+ (person|people) of 40\.$/); // prettier-ignore
  });
});

it('a certificate of the page says that rows without a key are among the rows', async () => {
  const rows = [...visitsOf(4), { patient: null, age: 33, diagnosis: 'flu' }];
  const file = new File(['patient,age'], 'visits.csv');
  for (const asked of [job, { ...job, missingPersons: 'separate' } as const]) {
    const taken = asked === job ? visitsOf(4) : rows;
    const { result, audit } = await anonymize(tableFromRows(taken), asked, { engine: 'js', seed: 1 });
    const finished = { job: asked, result, audit, csv: new Blob(['age\n']), sensitive: null };
    const blob = await certificateOf({ file } as unknown as Opened, finished as unknown as Finished);
    const { persons, missingPersons } = JSON.parse(await blob.text());
    expect([persons, missingPersons]).toEqual([40, asked === job ? undefined : 'separate']);
  }
});
