import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Goal, ProposedJob, ProposeOptions, Table } from '../../../src/index.js';
import {
  anonymize,
  createEngine,
  InfeasibleError,
  InvalidArgumentError,
  jobText,
  listErrors,
  parseJob,
  parseJobText,
  proposeJob,
  readCsv,
  tableFromRows,
} from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { long, sharedFolder, sharedPath, inTurn } from '../../shared.js';
import { courtTable } from '../inspection/court-table.js';

const random = seededRandom(17);
const below = (n: number): number => random.below(n);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
const tableOf = (rows: number, columns: Record<string, (row: number) => unknown>): Table =>
  tableFromRows(
    Array.from({ length: rows }, (_, row) => Object.values(columns).map((cell) => String(cell(row)))),
    { columns: Object.keys(columns) },
  );
const rolesOf = (table: Table, options?: ProposeOptions): Record<string, string> =>
  Object.fromEntries(proposeJob(table, options).columns.map(({ name, role }) => [name, role]));

const people = (rows = 300): Table =>
  tableOf(rows, {
    id: (row) => row + 1,
    name: (row) => `P${row} Q${below(9)}`,
    age: () => 18 + below(70),
    sex: () => pick(['F', 'M']),
    zip: () => 53_700 + below(30),
    disease: () => pick(['flu', 'flu', 'flu', 'gout', 'asthma', 'AIDS']),
  });

/** Runs a proposal with both engines. */
async function run(table: Table, options: ProposeOptions = {}) {
  const { job } = proposeJob(table, options);
  const [wasm, js] = await Promise.all(
    (['wasm', 'js'] as const).map(async (name) => {
      const engine = await createEngine({ engine: name });
      try {
        return await anonymize(table, job, { engine, seed: 1 });
      } finally {
        engine.dispose();
      }
    }),
  );
  expect(js.result.metrics).toEqual(wasm.result.metrics);
  expect(wasm.audit.holds).toBe(true);
  return { job, ...wasm };
}

describe('the roles of a proposed job', () => {
  it('are those of the people of the table, with their reasons', () => {
    const { columns, warnings } = proposeJob(people());
    expect(Object.fromEntries(columns.map(({ name, role }) => [name, role]))).toEqual({
      id: 'identifier',
      name: 'identifier',
      age: 'quasi-identifier',
      sex: 'quasi-identifier',
      zip: 'quasi-identifier',
      disease: 'sensitive',
    });
    expect(columns.every(({ reason }) => reason !== '')).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('release nothing that identifies, whatever the column is called', () => {
    const word = (row: number): string =>
      Array.from({ length: 6 }, (_, i) => 'abcdefghij'[(row * 7 + i * row) % 10]).join('');
    const table = tableOf(200, {
      x1: (row) => 10_000 + 37 * row,
      x2: (row) => `${word(row)} ${row}`,
      x3: (row) => `m${Math.floor(row / 2)}`,
      x4: () => below(1e9) / 1e3,
      x5: () => pick(['a', 'b', 'c']),
      x6: (row) => `u${row}@mail.example`,
    });
    expect(rolesOf(table)).toEqual({
      x1: 'identifier',
      x2: 'identifier',
      x3: 'drop',
      x4: 'quasi-identifier',
      x5: 'quasi-identifier',
      x6: 'identifier',
    });
  });

  it('ask of days that may be read in two ways which is meant, with a ready line for each', () => {
    const two = (n: number): string => String(n).padStart(2, '0');
    const table = tableOf(200, {
      age: () => 18 + below(70),
      birth: (row) => `${two(1 + (row % 12))}/${two(1 + below(12))}/${1940 + (row % 50)}`,
      zip: () => 53_700 + below(30),
    });
    const proposed = proposeJob(table);
    const formats = ['DD/MM/YYYY', 'MM/DD/YYYY'];
    expect(proposed.columns[1]).toEqual({
      name: 'birth',
      role: 'drop',
      reason: 'days that may be read as DD/MM/YYYY or MM/DD/YYYY: say which',
      readings: formats.map((format) => ({ format })),
    });
    const text = jobText(proposed);
    for (const format of formats) {
      const line = `    // "birth": { "role": "quasi-identifier", "format": "${format}" },`;
      expect(text.split('\n')).toContain(line);
      // In the place of the column's line it is the job that was asked for.
      const job = parseJobText(text.replace(/^    "birth".*$/m, line.replace('// ', '')));
      expect(job.attributes.birth).toEqual({ role: 'quasi-identifier', format });
    }
    expect(parseJobText(text).attributes.birth).toEqual({ role: 'drop' });
  });

  it("release times of everybody's own as ranges, but no stamps of records", async () => {
    const time = (row: number): string => new Date(Date.UTC(2023, 0, 1) + row * 7_654_321).toISOString();
    const table = tableOf(200, { visit: time, created_at: time, updated: time, age: () => 18 + below(70) });
    expect(rolesOf(table)).toEqual({
      visit: 'quasi-identifier',
      created_at: 'identifier',
      updated: 'identifier',
      age: 'quasi-identifier',
    });
    const { release } = await run(table);
    expect(release.column('visit')?.texts.length).toBeGreaterThan(4);
  });

  it('never are insensitive, in the court table of 53 columns neither', async () => {
    const { csv, columns } = courtTable(800);
    const proposed = proposeJob(await readCsv(csv));
    for (const { name, role } of proposed.columns) {
      expect([name, role]).not.toEqual([name, 'insensitive']);
      if (columns[name].roles.includes('identifier'))
        expect([name, role]).toEqual([name, expect.stringMatching(/identifier|drop/)]);
    }
    const known = proposed.columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(['sex', 'dob', 'age', 'race', 'zip']));
    expect(known.length).toBeLessThanOrEqual(10);
  });

  it('follow the words of who asks; other columns that may identify are then not released, and named', () => {
    const { columns, warnings, job } = proposeJob(people(), { quasiIdentifiers: ['age'], sensitive: ['disease'] });
    expect(columns.map(({ role }) => role)).toEqual([
      'identifier',
      'identifier',
      'quasi-identifier',
      'drop',
      'drop',
      'sensitive',
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['COLUMNS_NOT_NAMED']);
    expect(warnings[0].message).toContain('"sex", "zip"');
    expect(job.attributes.sex).toEqual({ role: 'drop' });
    expect(rolesOf(people(), { quasiIdentifiers: ['age'] }).disease).toBe('sensitive');
    expect(rolesOf(people(), { sensitive: ['sex'] })).toMatchObject({
      sex: 'sensitive',
      disease: 'sensitive',
      age: 'quasi-identifier',
    });
  });

  it('of columns that are not there are errors that name near ones', () => {
    const error = (options: ProposeOptions): InvalidArgumentError => {
      try {
        proposeJob(people(), options);
      } catch (caught) {
        if (caught instanceof InvalidArgumentError) return caught;
      }
      throw new Error('no error');
    };
    expect(error({ quasiIdentifiers: ['agee'] })).toMatchObject({
      code: 'UNKNOWN_COLUMN',
      argument: 'quasiIdentifiers',
    });
    expect(error({ quasiIdentifiers: ['agee'] }).message).toContain('did you mean "age"?');
    const several = error({ quasiIdentifiers: ['Alter', 'agee', 'sex'], sensitive: ['Diagnose'] });
    const told = several.errors?.map(({ code, path }) => [code, path]);
    expect(told).toEqual([
      ['UNKNOWN_COLUMN', 'quasiIdentifiers'],
      ['UNKNOWN_COLUMN', 'sensitive'],
    ]);
    expect(several.message).toContain('received "Alter", "agee" (did you mean "age"?)');
    for (const column of people().columns) expect(several.message).toContain(JSON.stringify(column.name));
    expect(error({ quasiIdentifiers: ['age;zip'] }).message).toContain('commas stand between names');
    expect(error({ quasiIdentifiers: ['a;b'] }).message).not.toContain('commas');
    expect(error({ quasiIdentifiers: ['age'], sensitive: ['age'] })).toMatchObject({
      code: 'ROLE_CONFLICT',
      argument: 'sensitive',
    });
    expect(error({ quasiIdentifiers: [] })).toMatchObject({ code: 'NO_QI' });
    expect(error({ k: 1 })).toMatchObject({ code: 'OPTION_RANGE' });
    expect(error({ goal: 'fastest' as Goal })).toMatchObject({ code: 'UNKNOWN_VALUE' });
  });
});

describe('the models of a proposed job', () => {
  const modelFor = (values: (row: number) => unknown, options: ProposeOptions = {}, rows = 200) =>
    proposeJob(tableOf(rows, { age: () => 20 + below(60), disease: values }), { sensitive: ['disease'], ...options })
      .job.privacy[1];

  it('are diversity where values are even, closeness where one value is nearly everybody’s or numbers lie near each other', () => {
    expect(modelFor((row) => 'abcd'[row % 4])).toMatchObject({ model: 'l-diversity', variant: 'distinct', l: 3 });
    expect(modelFor((row) => 'ab'[row % 2])).toMatchObject({ model: 'l-diversity', l: 2 });
    expect(modelFor((row) => (row % 20 === 0 ? 'b' : 'a'))).toMatchObject({ model: 't-closeness', distance: 'equal' });
    expect(modelFor((row) => 1000 + 13 * (row % 50))).toMatchObject({ model: 't-closeness', distance: 'ordered' });
    expect(modelFor(() => 'a')).toBeUndefined();
    expect(modelFor((row) => 'abcd'[row % 4], { l: 4 })).toMatchObject({ model: 'l-diversity', l: 4 });
    expect(() => modelFor((row) => 'abcd'[row % 4], { l: 5 })).toThrow(InfeasibleError);
  });

  it('never ask for more values than people', () => {
    expect(modelFor((row) => 'abcd'[row % 4], { k: 2 })).toMatchObject({ model: 'l-diversity', l: 2 });
  });

  it('of links keep nobody’s value likelier than 1 / l, or are closeness, with every column by itself', () => {
    expect(modelFor((row) => 'abcd'[row % 4], { goal: 'links' })).toMatchObject({ model: 'l-diversity', l: 3 });
    expect(modelFor((row) => (row % 2 === 0 ? 'a' : `b${row % 3}`), { goal: 'links' })).toMatchObject({ l: 2 });
    expect(modelFor((row) => (row % 3 === 0 ? 'b' : 'a'), { goal: 'links' })).toMatchObject({ model: 't-closeness' });
    const { job } = proposeJob(
      tableOf(90, { age: () => 20 + below(60), disease: (row) => (row % 3 === 0 ? 'b' : 'a') }),
      { goal: 'links' },
    );
    expect(job.algorithm).toEqual({ name: 'slicing', columns: 'one-attribute-per-column' });
    expect(() => modelFor(() => 'a', { goal: 'links' })).toThrow(/links/);
  });
});

describe('a proposed job', () => {
  it.each(inTurn(['fast', 'best', 'levels', 'links'] as const, 2))(
    'runs and is audited with the goal %s',
    async (goal) => {
      const { result, release } = await run(people(), { goal });
      expect(result.released).toBeGreaterThanOrEqual(0.95 * result.rows);
      expect(release.columns.map(({ name }) => name).filter((name) => name !== 'bucket')).toEqual([
        'age',
        'sex',
        'zip',
        'disease',
      ]);
      expect(result.metrics.loss).toBeLessThan(goal === 'levels' ? 0.7 : 0.35);
    },
  );

  it('loses little of the columns by which people are known, in a table of 53 columns', async () => {
    const { result } = await run(await readCsv(courtTable(1500).csv));
    expect(result.metrics.loss).toBeLessThan(0.55);
    expect(result.suppressed).toBe(0);
  });

  it.each(inTurn(['wasm', 'js'] as const, 2))(
    'loses no more for "best" than for "fast", however little time it has (%s)',
    async (engine) => {
      const adult = sharedFolder === null ? '' : readFileSync(sharedPath('data/adult/adult-subset.csv'), 'utf8');
      const tables = [
        people(),
        await readCsv(courtTable(long ? 1500 : 300).csv),
        ...(adult === ''
          ? []
          : [
              await readCsv(
                adult
                  .split('\n')
                  .slice(0, long ? undefined : 500)
                  .join('\n'),
              ),
            ]),
      ];
      for (const table of tables) {
        const lossOf = async (goal: Goal, timeLimit?: number): Promise<number> => {
          const { result } = await anonymize(table, proposeJob(table, { goal }).job, { engine, seed: 1, timeLimit });
          return Number(result.metrics.loss);
        };
        const fast = await lossOf('fast');
        expect(await lossOf('best')).toBeLessThan(fast);
        expect(await lossOf('best', 1e-6)).toBeLessThanOrEqual(fast);
      }
    },
  );

  it('is read again from its text, word for word', async () => {
    for (const goal of ['fast', 'best', 'levels', 'links'] as const) {
      for (const table of [people(), await readCsv(courtTable(400).csv)]) {
        const proposed = proposeJob(table, { goal, input: { missing: ['', '?'] } });
        const text = jobText(proposed, { source: 'people.csv\n"x": 1' });
        const $schema = './node_modules/kohort/dist/job.schema.json';
        expect(parseJobText(text)).toEqual({ $schema, ...parseJob(proposed.job) });
        expect(
          proposed.columns.every(({ name, reason }) => text.includes(JSON.stringify(name)) && text.includes(reason)),
        ).toBe(true);
      }
    }
  });

  it('is not made of a table whose header is a person, and shows nothing of that person', async () => {
    const [, ...rows] = [
      'age,sex,city,job',
      ...Array.from({ length: 40 }, (_, i) => `${20 + (i % 9)},${'FM'[i % 2]},${'xyz'[i % 3]},j${i % 4}`),
    ];
    const table = await readCsv(`${rows.join('\n')}\n`);
    expect(() => proposeJob(table)).toThrow(
      /^header: expected names of columns in the first line, received 4 of 4 columns/,
    );
    // Answers that may be ticked, and a column or two that are called by chance as a value.
    const ticked = await readCsv(
      'age,F,Lyon,tea,coffee\n' +
        Array.from(
          { length: 30 },
          (_, i) => `${i},${'FM'[i % 2]},${['Lyon', 'Nice'][i % 2]},${i % 3 ? 'tea' : ''},${i % 4 ? 'coffee' : ''}\n`,
        ).join(''),
    );
    expect(proposeJob(ticked).columns).toHaveLength(5);
  });

  it('holds no cell of the table', () => {
    const secret = (row: number): string => `secret${row % 40}`;
    const table = tableOf(200, {
      age: () => 20 + below(60),
      city: secret,
      disease: secret,
      code: (row) => `Q${1000 + (row % 50)}`,
    });
    for (const goal of ['fast', 'best', 'levels', 'links'] as const) {
      expect(jobText(proposeJob(table, { goal }))).not.toMatch(/secret\d|Q\d/);
    }
  });

  it('runs for tables drawn at random', async () => {
    const kinds: readonly ((rows: number) => (row: number) => unknown)[] = [
      () => () => below(5),
      () => () => below(100),
      () => (row) => row,
      () => () => below(1000) / 10,
      () => () => pick(['a', 'b', 'c', '']),
      () => (row) => (row % 30 === 0 ? 'rare' : 'usual'),
      (rows) => () => `t${below(rows)}`,
      () => () => `19${50 + below(40)}-0${1 + below(9)}-1${below(9)}`,
      () => () => `Z${100 + below(80)}`,
      () => () => '',
    ];
    const names = ['x', 'age', 'disease', 'income', 'zip', 'name', 'score', 'date', 'city', 'v'];
    const count = process.env.KOHORT_LONG === '1' ? 300 : 20;
    for (let n = 0; n < count; n++) {
      const rows = 5 + below(200);
      const columns: Record<string, (row: number) => unknown> = { age: () => 20 + below(50) };
      for (let c = 0; c < 1 + below(6); c++) columns[`${pick(names)}_${c}`] = pick(kinds)(rows);
      const table = tableOf(rows, columns);
      for (const goal of ['fast', 'best', 'levels'] as const) {
        const { result } = await anonymize(table, proposeJob(table, { goal }).job, {
          engine: pick(['wasm', 'js']),
          seed: 1,
        });
        expect(result.privacy.every(({ holds }) => holds)).toBe(true);
      }
    }
  });
});

/** Returns the error of a call. */
function errorOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('proposeJob of a table in which people have several rows', () => {
  const visits = tableFromRows(
    Array.from({ length: 120 }, (_, i) => ({
      patient_id: i % 30,
      age: 20 + (((i % 30) * 7) % 50),
      sex: 'FM'[(i % 30) % 2],
      visit: i,
      disease: `D${(i * 7) % 5}`,
    })),
  );

  it('refuses, with names and numbers and no cell', () => {
    const error = errorOf(() => proposeJob(visits)) as InvalidArgumentError;
    expect([error.code, error.exitCode, error.argument]).toEqual(['REPEATED_PERSONS', 2, 'persons']);
    expect(error.message).toBe(
      'persons: expected the key of the persons who have several rows (--person "patient_id"), or one row per person (--rows-are-people states this), received 120 rows in which "patient_id" has 30 values, one of them in 4 rows; within a value "sex" and "age" are constant',
    );
    expect(listErrors(error)[0].cure).toMatch(
      /--person "patient_id" \(persons: \["patient_id"\] of proposeJob\).*--rows-are-people/,
    );
  });

  it('counts persons where their key is named: rare values, uniqueness and k', () => {
    const byRows = proposeJob(visits, { rowsArePeople: true });
    const byPersons = proposeJob(visits, { persons: ['patient_id'] });
    expect(byPersons.persons).toBe(30);
    expect(byPersons.job.attributes.patient_id).toEqual({ role: 'person' });
    expect(byPersons.job.unit).toBeUndefined();
    expect(parseJobText(jobText(byPersons)).attributes).toEqual(byPersons.job.attributes);
    expect(() => proposeJob(visits, { k: 31, persons: ['patient_id'] })).toThrow('the table has only 30 persons');
    expect(byRows.persons).toBeUndefined();
  });

  it('takes a text of one person in many rows for rare', () => {
    const table = tableFromRows(
      Array.from({ length: 240 }, (_, i) => ({
        subject: i % 60,
        sex: 'FM'[(i % 60) % 2],
        age: 20 + ((i % 60) % 40),
        disease: i % 60 === 7 ? 'rare' : ['flu', 'gout', 'asthma'][(i * 7) % 3],
        town: `T${i % 60}`,
      })),
    );
    const roles = (proposed: ProposedJob) =>
      Object.fromEntries(
        proposed.columns.map(({ name, role, rare }) => [name, rare === undefined ? role : `${role} ${rare}`]),
      );
    expect(roles(proposeJob(table, { k: 4, rowsArePeople: true }))).toMatchObject({
      disease: 'sensitive',
      town: 'quasi-identifier',
    });
    expect(roles(proposeJob(table, { k: 4, persons: ['subject'] }))).toEqual({
      subject: 'person',
      sex: 'quasi-identifier',
      age: 'quasi-identifier',
      disease: 'sensitive 4',
      town: 'identifier',
    });
  });

  it('warns of rows without the key of a person', () => {
    const table = tableFromRows(
      visits.toRows().map((row, i) => ({ ...row, patient_id: i < 3 ? null : row.patient_id })),
    );
    const { warnings } = proposeJob(table, { persons: ['patient_id'] });
    expect(warnings.map(({ code, message }) => [code, message])).toContainEqual([
      'PERSON_MISSING',
      '3 rows without the key of a person: a run refuses these, leaves them out ("input": {"onMissing": "drop"}) or counts them separately ("missingPersons": "separate")',
    ]);
  });

  it('names wrong columns before', () => {
    expect((errorOf(() => proposeJob(visits, { sensitive: ['none'] })) as InvalidArgumentError).code).toBe(
      'UNKNOWN_COLUMN',
    );
  });

  it('makes a job that says so where each row is said to be a person', () => {
    const proposed = proposeJob(visits, { rowsArePeople: true });
    expect(proposed.job.unit).toBe('row');
    expect(parseJobText(jobText(proposed))).toMatchObject({ unit: 'row', attributes: proposed.job.attributes });
    expect(proposeJob(tableFromRows(visits.toRows().slice(0, 30))).job.unit).toBeUndefined();
    expect(() => proposeJob(visits, { rowsArePeople: 'yes' as unknown as boolean })).toThrow('true or false');
    expect(() => proposeJob(visits, { isPlain: 1 as unknown as boolean })).toThrow('true or false');
  });
});
