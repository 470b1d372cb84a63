import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { inspect, proposeJob, tableFromRows } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';

const { path: here } = makeFolder();
const visits = Array.from({ length: 120 }, (_, i) => ({
  patient_id: 7000 + (i % 30),
  age: 20 + (i % 30),
  sex: 'FM'[i % 2],
  disease: ['flu', 'gout', 'asthma'][(i % 7) % 3],
}));
const csv = [Object.keys(visits[0]).join(), ...visits.map((row) => Object.values(row).join()), ''].join('\n');
writeFileSync(join(here, 'visits.csv'), csv);

describe('inspect of a table with several rows a person', () => {
  it('suggests the role person for the key that is found', async () => {
    const { columns, persons, repeatedPersons } = await inspect(tableFromRows(visits));
    expect(columns.map(({ suggestedRole }) => suggestedRole)).toEqual(['person', 'quasi-identifier', 'quasi-identifier', 'sensitive']); // prettier-ignore
    expect([persons, repeatedPersons?.columns]).toEqual([null, ['patient_id']]);
    const said = await inspect(tableFromRows(visits), { rowsArePeople: true });
    expect([said.columns[0].suggestedRole, said.repeatedPersons]).toEqual(['identifier', null]);
  });

  it('leaves birth, sex and town, which others know, as they are where they are the key together', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => {
      const p = (i * 7) % 150;
      const day = `19${20 + (p % 70)}-${String(1 + (p % 12)).padStart(2, '0')}-${String(1 + ((p * 5) % 28)).padStart(2, '0')}`; // prettier-ignore
      return { birth_date: day, sex: 'FM'[p % 2], zip: 53700 + (p % 50), visit: i, disease: ['flu', 'gout'][i % 2] };
    });
    const { columns, repeatedPersons } = await inspect(tableFromRows(rows));
    expect(repeatedPersons?.columns).toEqual(['birth_date', 'sex', 'zip']);
    expect(columns.slice(0, 3).map(({ suggestedRole }) => suggestedRole)).not.toContain('person');
  });

  it('counts persons by sets of columns where their key is named: random tables, both engines', async () => {
    const random = seededRandom(351);
    for (let trial = 0; trial < casesOf(600, 40); trial++) {
      const persons = 1 + random.below(5);
      const rows = Array.from({ length: persons }, (_, p) =>
        Array.from({ length: 1 + random.below(6) }, () => ({
          p,
          q: random.below(2),
          a: random.below(3),
          b: random.below(3),
        })),
      ).flat();
      const engine = trial % 2 === 0 ? 'wasm' : 'js';
      const keys = trial % 3 === 0 ? (['p', 'q'] as const) : (['p'] as const);
      const found = await inspect(tableFromRows(rows), { engine, persons: keys });
      const personOf = (row: (typeof rows)[number]): string => keys.map((key) => row[key]).join();
      const all = new Set(rows.map(personOf));
      expect(found.persons).toBe(all.size);
      const aloneIn = (names: readonly ('q' | 'a' | 'b')[]) =>
        rows.filter((row) =>
          rows.every((other) => personOf(other) === personOf(row) || names.some((name) => other[name] !== row[name])),
        );
      for (const { columns, unique, share, rows: own } of found.uniqueness) {
        const alone = aloneIn(columns as readonly ('q' | 'a' | 'b')[]);
        expect([unique, own]).toEqual([new Set(alone.map(personOf)).size, alone.length]);
        expect(share).toBe(unique / all.size);
      }
      for (const { name, unique } of found.columns.filter(({ name }) => name === 'a' || name === 'b')) {
        expect(unique).toBe(new Set(aloneIn([name as 'a']).map(personOf)).size);
      }
    }
  });

  it('warns of rows without a key', async () => {
    const { warnings } = await inspect(tableFromRows([{ p: 1, a: 1 }, { p: '', a: 2 }]), { persons: ['p'] }); // prettier-ignore
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'PERSON_MISSING', attribute: 'p' }));
  });
});

describe('kohort inspect --person', () => {
  it('counts rows without a key as nobody, whose values may be those of any person', async () => {
    const rows = [
      { patient: 1, age: 30 },
      { patient: 1, age: 30 },
      { patient: 2, age: 40 },
      { patient: 3, age: 50 },
      { patient: null, age: 50 },
      { patient: null, age: 60 },
    ];
    const table = tableFromRows(rows);
    const { persons, columns, uniqueness } = await inspect(table, { persons: ['patient'] });
    expect([persons, columns.map(({ unique }) => unique)]).toEqual([3, [3, 2]]);
    expect(uniqueness).toEqual([{ columns: ['age'], distinct: 4, unique: 2, share: 2 / 3, rows: 3 }]);
    expect(proposeJob(table, { persons: ['patient'], k: 2 }).persons).toBe(3);
  });

  it('prints people, and says which column says whose row it is', async () => {
    const { stdout, code } = await runInside(['inspect', 'visits.csv', '--person', 'patient_id'], here);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^120 rows of 30 people\n/);
    expect(stdout).toMatch(/people that are unique in +people +share\nage +30 +100\.0 %/);
    expect(stdout).toMatch(/patient_id .* person +named as the key of a person/);
    const json = await runInside(['inspect', 'visits.csv', '--person', 'patient_id', '--json'], here);
    expect(JSON.parse(json.stdout)).toMatchObject({
      persons: 30,
      uniqueness: expect.arrayContaining([
        { columns: ['age'], distinct: 30, unique: 30, share: 1, rows: 120 },
      ]) as unknown,
    });
    const plain = await runInside(['inspect', 'visits.csv'], here);
    expect(plain.stdout).toMatch(/rows that are unique in +rows +share/);
    expect(plain.stdout).toContain('--person counts people');
  });

  it('refuses a column that there is not, and a column that the job releases', async () => {
    const wrong = await runInside(['inspect', 'visits.csv', '--person', 'patient'], here);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^kohort: --person: .*UNKNOWN_COLUMN/)]);
    const job = { attributes: { age: 'quasi-identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' }; // prettier-ignore
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const flags = ['--job', 'job.json', '--person'];
    const released = await runInside(['inspect', 'visits.csv', ...flags, 'age'], here);
    expect([released.code, released.stderr]).toEqual([2, expect.stringMatching(/--person: .*ROLE_CONFLICT/)]);
    const counted = await runInside(['inspect', 'visits.csv', ...flags, 'patient_id'], here);
    expect(counted.stdout).toMatch(/^120 rows of 30 people\n/);
  });
});
