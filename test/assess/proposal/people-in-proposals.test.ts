import { describe, expect, it } from 'vitest';
import type { ProposeOptions, Table } from '../../../src/index.js';
import { anonymize, proposeJob, readCsv, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';

const random = seededRandom(34);
const below = (n: number): number => random.below(n);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
const firsts = [
  'Ida',
  'Tom',
  'Marie',
  'Lukas',
  'Chloé',
  'José',
  'Björn',
  'Olga',
  'Priya',
  'Mehmet',
  'Giulia',
  'Fatima',
];
const lasts = ['Dupont', 'Meyer', 'Unikat', 'Rossi', 'Nowak', 'Jansen', 'Zhang', 'Silva', 'Khan', 'Petrov', 'Gruber'];

type Cell = (person: number, row: number) => unknown;
/** A table of `persons` people with `each` rows each; a person's cells are functions of the person. */
function tableOf(persons: number, each: number, columns: Readonly<Record<string, Cell>>): Table {
  return tableFromRows(
    Array.from({ length: persons * each }, (_, row) =>
      Object.values(columns).map((cell) => String(cell(Math.floor(row / each), row))),
    ),
    { columns: Object.keys(columns) },
  );
}
const nameOf: Cell = (person) =>
  `${firsts[person % firsts.length]} ${lasts[(person * 5 + Math.floor(person / 12)) % lasts.length]}`;
const asked = { k: 5, rowsArePeople: true } as ProposeOptions;
const rolesOf = (table: Table, options = asked): Record<string, string> =>
  Object.fromEntries(proposeJob(table, options).columns.map(({ name, role }) => [name, role]));

describe('a proposed job', () => {
  it.each(['name', 'patient_name', 'surname', 'who', 'Owner', 'diagnosed_person'])(
    'releases no name of 18 patients with ten rows each, whose column is called %s',
    async (header) => {
      const table = tableOf(18, 10, {
        [header]: nameOf,
        birth: (person) => `19${40 + (person % 18)}-05-1${person % 9}`,
        sex: (person) => 'FM'[person % 2],
        visit: () => below(40),
        disease: () => pick(['HIV', 'flu', 'gout', 'asthma']),
      });
      expect(rolesOf(table)[header]).toBe('identifier');
      const { release } = await anonymize(table, proposeJob(table, asked).job, { seed: 1 });
      const cells = release.columns.flatMap(({ texts }) => texts).join('\n');
      expect(lasts.filter((last) => cells.includes(last))).toEqual([]);
    },
  );

  it('drops texts that hold the name or the number of the person of their row, and a job that releases them is refused', async () => {
    const table = tableOf(60, 1, {
      patient_name: nameOf,
      mrn: (person) => 700_000 + person,
      age: () => 20 + below(60),
      reason: (person) => (person % 10 === 0 ? `letter to ${String(nameOf(person, 0)).toUpperCase()}` : 'usual visit'),
      status: (person) => ['open', 'shut'][person % 2],
      disease: (person) => (person % 15 === 3 ? `file ${700_000 + person}` : pick(['flu', 'gout', 'asthma'])),
    });
    const { columns } = proposeJob(table, { ...asked, goal: 'links', sensitive: ['status'] });
    const reasons = Object.fromEntries(columns.map(({ name, reason }) => [name, reason]));
    expect(rolesOf(table, { ...asked, goal: 'links', sensitive: ['status'] })).toMatchObject({ reason: 'drop', disease: 'drop' });
    expect(reasons.reason).toBe('6 rows with a text that holds the value of "patient_name" of the same row');
    expect(rolesOf(table).disease).toBe('drop');
    const job = {
      attributes: {
        patient_name: 'identifier',
        mrn: 'identifier',
        age: 'quasi-identifier',
        reason: 'insensitive',
        disease: 'sensitive',
        status: 'drop',
      },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: 'mondrian',
    } as const;
    const error = await anonymize(table, job).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'IDENTIFIER_IN_TEXT', argument: 'attributes.reason' });
    expect((error as Error).message).toContain('6 rows whose text holds the value of "patient_name" of the same row');
    expect((error as Error).message).toContain('4 rows whose text holds the value of "mrn" of the same row');
    // Reads these rows for the job: identifiers are searched for, and then left out.
    const rows = table.toRows();
    await expect(anonymize(rows, job)).rejects.toMatchObject({ code: 'IDENTIFIER_IN_TEXT' });
    const { release } = await anonymize(rows, { ...job, attributes: { ...job.attributes, reason: 'drop', disease: 'drop' } });
    expect(release.columns.map(({ name }) => name)).toEqual(['age']);
  }); // prettier-ignore

  it('warns of texts that name another person of the table', async () => {
    const table = tableOf(60, 1, {
      name: nameOf,
      age: () => 20 + below(60),
      remark: (person) => (person === 7 ? `brother of ${String(nameOf(8, 0))}` : 'none'),
    });
    const attributes = { name: 'identifier', age: 'quasi-identifier', remark: 'insensitive' } as const;
    const privacy = [{ model: 'k-anonymity', k: 5 }] as const;
    const { result } = await anonymize(table, { attributes, privacy, algorithm: 'mondrian' });
    const found = result.warnings.find(({ code }) => code === 'IDENTIFIER_OF_OTHERS');
    expect(found).toMatchObject({ attribute: 'remark' });
    expect(found?.message).toBe('1 row whose text holds a value of "name" of another row');
  });

  it('releases numbers of something sensitive in ranges where most rows have their own, and drops such texts', async () => {
    const table = tableOf(300, 1, {
      age: () => 20 + below(60),
      p_income: (person) => 15_000 + 137 * person,
      h_income: (person) => 30_000 + 211 * person,
      county_income: (person) => 40_000 + 311 * (person % 40),
      charge: (person) => `charge ${'abcdefghij'[person % 10]}${'abcdefghij'[Math.floor(person / 10) % 10]}`,
      disease: () => pick(['flu', 'gout', 'asthma']),
    });
    const { columns, job } = proposeJob(table, asked);
    expect(rolesOf(table)).toEqual({
      age: 'quasi-identifier',
      p_income: 'quasi-identifier',
      h_income: 'quasi-identifier',
      county_income: 'sensitive',
      charge: 'drop',
      disease: 'sensitive',
    });
    expect(columns[1].reason).toMatch(/100 % of the rows have a number that fewer than 5 share: released in ranges/);
    expect(columns[4].reason).toMatch(/fewer than 5 share/);
    const { release, result } = await anonymize(table, job, { seed: 1 });
    expect(release.column('p_income')?.texts.some((text) => /^\d+$/.test(text))).toBe(false);
    expect(result.warnings.map(({ code }) => code)).not.toContain('RARE_SENSITIVE_VALUE');
    // A job that names the column decides.
    const named = proposeJob(table, { ...asked, sensitive: ['p_income', 'county_income'] });
    expect(named.job.attributes.p_income).toEqual({ role: 'sensitive' });
    expect(named.warnings.map(({ code }) => code)).toEqual(['RARE_SENSITIVE_VALUE', 'SENSITIVE_SINGLE_OUT']);
    const run = await anonymize(table, named.job, { seed: 1 });
    expect(run.result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['RARE_SENSITIVE_VALUE', 'SENSITIVE_SINGLE_OUT']),
    );
    const single = run.result.warnings.find(({ code }) => code === 'SENSITIVE_SINGLE_OUT');
    expect(single?.message).toContain('"p_income", "county_income", "disease" together single out 300 of 300 rows');
  }); // prettier-ignore

  it('of owners and record numbers with several rows each releases none of them', async () => {
    const lines = ['Owner,mrn,customer_id,subject#,Kundennr,age,sex'];
    for (let row = 0; row < 360; row++) {
      const person = Math.floor(row / 6);
      lines.push(`${String(nameOf(person, row))},${700_000 + person},C${10_000 + person},${person + 1},${90_000 + person},${20 + (person % 50)},${'FM'[person % 2]}`);
    }
    expect(rolesOf(await readCsv(lines.join('\n')))).toEqual({
      'Owner': 'identifier',
      'mrn': 'identifier',
      'customer_id': 'identifier',
      'subject#': 'identifier',
      'Kundennr': 'identifier',
      'age': 'quasi-identifier',
      'sex': 'quasi-identifier',
    });
  }); // prettier-ignore
});
