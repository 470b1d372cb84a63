import { expect, it } from 'vitest';
import { compare, type Job, tableFromRows } from '../../src/index.js';
import { describeComparison } from '../../src/hosts/command/format.js';

const visits = tableFromRows(
  Array.from({ length: 120 }, (_, i) => ({ mrn: i % 30, age: 20 + (i % 30), disease: `D${i % 4}` })),
);
const job: Job = {
  attributes: { mrn: 'person', age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [10, 20] } } }, // prettier-ignore
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};

it('a comparison has the risk of a person where the job says whose a row is, and says what it counts', async () => {
  const algorithms = ['mondrian', 'optimal-lattice'];
  const options = { engine: 'js', seed: 1 } as const;
  const persons = await compare(visits, job, algorithms, options);
  expect([persons.rows, persons.persons]).toEqual([120, 30]);
  for (const { result, risk } of persons.runs) expect(risk).toBe(result?.risk.after);
  expect(describeComparison(persons).join('\n')).toContain(
    '120 rows of 30 people: risk is 1 / people of the smallest class',
  );
  const rows = await compare(visits, { ...job, attributes: { ...job.attributes, mrn: 'drop' } }, algorithms, options);
  expect(rows.persons).toBeNull();
  expect(describeComparison(rows).join('\n')).not.toContain('people');
});
