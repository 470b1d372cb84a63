import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { anonymize, auditRelease, compare, parseJob, readCsv, readForJob, tableFromRows } from '../../src/index.js';
import type { Job, Table } from '../../src/index.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { planColumns } from '../../src/job/plan.js';
import { expandAttributes } from '../../src/job/job.js';
import { filterRows } from '../../src/pipeline/take-rows.js';
import { takeOriginal } from '../../src/audit/taken-rows.js';
import { expandCounted } from '../../src/table/expand-counted.js';
import { attackHistory } from '../../src/assess/attacks/history.js';
import { csvOf } from '../table-texts.js';
import { casesOf } from '../shared.js';
import { drawFrom, type Draw } from './random-job.js';

type Row = Readonly<Record<string, string>>;
type Value = number | string | null;
type Condition = { readonly text: string; readonly holds: (row: Row) => boolean };

const POOLS: Readonly<Record<string, readonly string[]>> = {
  age: ['', '17', '18', '19', '40', '65', '90'],
  pay: ['', '0', '-2.5', '10', '99.5'],
  born: ['', '1999-12-31', '2000-01-01', '2020-02-29'],
  city: ['', 'Bern', "l'Isle", 'and', 'A b'],
};
const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
const compareTwo = (a: Value, operator: string, b: Value): boolean => {
  if (a === null || b === null) return false;
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
};
const numberIn =
  (name: string) =>
  (row: Row): Value =>
    row[name] === '' ? null : Number(row[name]);

function drawNumber(draw: Draw, depth: number): { readonly text: string; readonly of: (row: Row) => Value } {
  if (depth === 0 || draw.oneIn(2)) {
    if (draw.oneIn(2)) {
      const value = draw.of([0, 1, 18, 40, 99.5]);
      return { text: String(value), of: () => value };
    }
    const name = draw.of(['age', 'pay']);
    return { text: draw.oneIn(3) ? `\`${name}\`` : name, of: numberIn(name) };
  }
  if (draw.oneIn(5)) {
    const inner = drawNumber(draw, depth - 1);
    return { text: `-(${inner.text})`, of: (row) => (inner.of(row) === null ? null : 0 - Number(inner.of(row))) };
  }
  const [a, b] = [drawNumber(draw, depth - 1), drawNumber(draw, depth - 1)];
  const operator = draw.of(['+', '-', '*', '/', '%'] as const);
  return {
    text: `(${a.text} ${operator} ${b.text})`,
    of: (row) => {
      const [x, y] = [a.of(row), b.of(row)];
      if (x === null || y === null) return null;
      const [m, n] = [Number(x), Number(y)];
      const result = { '+': m + n, '-': m - n, '*': m * n, '/': m / n, '%': m % n }[operator];
      return Number.isFinite(result) ? result : null;
    },
  };
}

function drawAtom(draw: Draw): Condition {
  switch (draw.below(5)) {
    case 0: {
      const name = draw.of(Object.keys(POOLS));
      return { text: `missing(${name})`, holds: (row) => row[name] === '' };
    }
    case 1: {
      const day = draw.of(['1999-12-31', '2000-01-01', '2010-05-05']);
      const operator = draw.of(OPERATORS);
      return { text: `born ${operator} '${day}'`, holds: (row) => compareTwo(row.born || null, operator, day) };
    }
    case 2: {
      const cities = draw.some(['Bern', "l'Isle", 'and', 'Oslo'], 1 + draw.below(3));
      const isNot = draw.oneIn(2);
      const list = cities.map((city) => JSON.stringify(city)).join(', ');
      const text = `city ${isNot ? draw.of(['not in', 'NOT  IN']) : 'in'} ${draw.oneIn(2) ? `[${list}]` : `(${list})`}`;
      return { text, holds: (row) => row.city !== '' && cities.includes(row.city) !== isNot };
    }
    case 3: {
      const city = draw.of(['Bern', 'and', 'A b']);
      const isNot = draw.oneIn(2);
      const text = `${JSON.stringify(city)} ${isNot ? draw.of(['!=', '<>']) : draw.of(['=', '=='])} city`;
      return { text, holds: (row) => row.city !== '' && (row.city === city) !== isNot };
    }
    default: {
      const [a, b] = [drawNumber(draw, 2), drawNumber(draw, 2)];
      const operator = draw.of(OPERATORS);
      return { text: `${a.text} ${operator} ${b.text}`, holds: (row) => compareTwo(a.of(row), operator, b.of(row)) };
    }
  }
}

function drawCondition(draw: Draw, depth: number): Condition {
  if (depth === 0 || draw.oneIn(3)) return drawAtom(draw);
  if (draw.oneIn(4)) {
    // Without brackets "not" ends before "and" and "or".
    const [a, b] = [drawAtom(draw), drawAtom(draw)];
    const not = draw.of(['not ', 'NOT ']);
    if (draw.oneIn(2)) return { text: `${not}${a.text} and ${b.text}`, holds: (row) => !a.holds(row) && b.holds(row) };
    return { text: `!(${a.text} or ${b.text})`, holds: (row) => !(a.holds(row) || b.holds(row)) };
  }
  const [a, b, c] = [drawCondition(draw, depth - 1), drawCondition(draw, depth - 1), drawAtom(draw)];
  if (draw.oneIn(3)) {
    const text = `(${a.text}) ${draw.of(['or', '||', 'OR'])} (${b.text}) ${draw.of(['and', '&&'])} ${c.text}`;
    return { text, holds: (row) => a.holds(row) || (b.holds(row) && c.holds(row)) };
  }
  return { text: `(${a.text}) and (${b.text})`, holds: (row) => a.holds(row) && b.holds(row) };
}

const drawRows = (draw: Draw): Row[] =>
  Array.from({ length: 1 + draw.below(25) }, () =>
    Object.fromEntries(Object.entries(POOLS).map(([name, pool]) => [name, draw.of(pool)])),
  );

const TYPES = { age: 'integer', pay: 'number', born: 'date', city: 'string' } as const;
const jobOf = (where: string, more: object = {}): Job => ({
  input: { where, ...more },
  attributes: Object.fromEntries(
    Object.entries(TYPES).map(([name, type]) => [name, { role: 'quasi-identifier' as const, type }]),
  ),
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
});
const plannedOf = (job: Job) => planColumns(expandAttributes(job));
const textOf = (rows: readonly Row[], names: readonly string[] = Object.keys(POOLS)): string =>
  `${names.join()}\n${rows.map((row) => names.map((name) => row[name]).join()).join('\n')}\n`;
const sorted = (table: Table): string[] => expandCounted(table).toRows().map((row) => JSON.stringify(row)).sort(); // prettier-ignore

describe('rows by a condition', () => {
  it('equal a naive filter on random expressions and tables, in rows, counted, and in the audit', async () => {
    const draw = drawFrom(seededRandom(3709), false);
    for (let run = 0; run < casesOf(4000, 1200); run++) {
      const rows = drawRows(draw);
      const { text: where, holds } = drawCondition(draw, 3);
      const kept = rows.filter(holds);
      const table = await readCsv(textOf(rows), { types: TYPES });
      const plan = plannedOf(jobOf(where));
      if (kept.length === 0) {
        expect(() => runToCompletion(filterRows(table, plan)), where).toThrow(/no row fulfils input\.where/);
        continue;
      }
      const expected = await readCsv(textOf(kept), { types: TYPES });
      const { table: filtered, rowsFilteredOut } = runToCompletion(filterRows(table, plan));
      expect(filtered.toRows(), where).toEqual(expected.toRows());
      expect(rowsFilteredOut).toBe(rows.length - kept.length);
      filtered.columns.forEach(({ texts }, c) => expect(texts).toEqual(expected.columns[c].texts));
      const counted = runToCompletion(filterRows(await readCsvCounted(textOf(rows), { types: TYPES }), plan));
      expect(sorted(counted.table)).toEqual(sorted(expected));
      expect(counted.rowsFilteredOut).toBe(rowsFilteredOut);
      const audited = runToCompletion(takeOriginal(table, { where }));
      expect(audited!.table.toRows()).toEqual(expected.toRows());
      expect(audited!.rowsFilteredOut).toBe(rowsFilteredOut);
    }
  });

  const people = Array.from({ length: 60 }, (_, i) => ({
    age: String(15 + ((i * 7) % 50)), city: 'AB'[i % 2], visit: i % 5 === 0 ? 'no' : 'yes', disease: ['flu', 'gout', 'cold'][i % 3],
  })); // prettier-ignore
  const names = ['age', 'city', 'visit', 'disease'];
  const job: Job = {
    input: { where: "age >= 18 and visit == 'yes'" },
    attributes: { age: 'quasi-identifier', city: 'quasi-identifier', disease: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm: 'mondrian',
  };
  const taken = people.filter(({ age, visit }) => Number(age) >= 18 && visit === 'yes');

  it('are released as a table of these rows alone, by a column that is not released too', async () => {
    const { input: _, ...plain } = job;
    for (const algorithm of ['mondrian', 'optimal-lattice', 'k-optimize', 'anatomy'] as const) {
      const privacy: Job['privacy'] = algorithm === 'anatomy' ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }] : job.privacy; // prettier-ignore
      const expected = await anonymize(tableFromRows(taken), { ...plain, algorithm, privacy }, { seed: 1 });
      const { table, job: own } = await readForJob(textOf(people, names), { ...job, algorithm, privacy });
      for (const engine of ['wasm', 'js'] as const) {
        const { release, result, audit } = await anonymize(table, own, { seed: 1, engine });
        expect(release.columns.map(({ name }) => name)).toEqual(expected.release.columns.map(({ name }) => name));
        expect(csvOf(release)).toBe(csvOf(expected.release));
        expect(result).toMatchObject({ rows: taken.length, rowsFilteredOut: people.length - taken.length });
        expect(audit.holds).toBe(true);
      }
      const inMemory = await anonymize(tableFromRows(people), { ...job, algorithm, privacy }, { seed: 1 });
      expect(csvOf(inMemory.release)).toBe(csvOf(expected.release));
      expect(result(inMemory)).toEqual(result(expected));
    }
    function result({ result: { metrics, risk, classes } }: Awaited<ReturnType<typeof anonymize>>) {
      return { metrics, risk, classes };
    }
  });

  it('are those of the original that an audit looks at', async () => {
    const table = tableFromRows(people);
    const { release } = await anonymize(table, job, { seed: 1 });
    const report = auditRelease(release, job, table);
    expect(report).toMatchObject({ holds: true, rowsFilteredOut: people.length - taken.length });
    const { input: _, ...all } = job;
    expect(auditRelease(release, all, table).holds).toBe(false);
    const other = { ...job, input: { where: "age >= 20 and visit == 'yes'" } };
    expect(auditRelease(release, other, table).holds).toBe(false);
    expect(auditRelease(release, all, tableFromRows(taken)).holds).toBe(true);
  });

  it('are counted in two passes, compared and filtered before persons are counted', async () => {
    const { table: counted, job: own } = await readForJob(textOf(people, names), job, { counted: {} });
    const { result } = await anonymize(counted, own, { seed: 1 });
    const inRows = await anonymize(tableFromRows(people), job, { seed: 1 });
    expect(result.metrics).toEqual(inRows.result.metrics);
    expect(result.rowsFilteredOut).toBe(inRows.result.rowsFilteredOut);
    const inOrder = { ...own, output: { order: 'input' as const } };
    await expect(anonymize(counted, inOrder)).rejects.toThrow(/"where" of "input", which leaves rows out/);
    const compared = await compare(tableFromRows(people), job, ['mondrian', 'datafly']);
    expect(compared.rows).toBe(taken.length);
    expect(compared.runs.map(({ result: own }) => own?.rows)).toEqual([taken.length, taken.length]);
    const keyed = people.map((row, i) => ({ ...row, id: `P${i % 20}` }));
    const attributes = { ...job.attributes, id: 'person' as const };
    const persons = await anonymize(tableFromRows(keyed), { ...job, attributes }, { seed: 1 });
    const left = keyed.filter(({ age, visit }) => Number(age) >= 18 && visit === 'yes');
    expect(persons.result.persons).toBe(new Set(left.map(({ id }) => id)).size);
    const { input: _, ...plain } = { ...job, attributes };
    const expected = attackHistory(persons.release, plain, tableFromRows(left));
    expect(attackHistory(persons.release, { ...job, attributes }, tableFromRows(keyed))).toEqual(expected);
  });

  it('may lack what "onMissing": "error" asks of the others', async () => {
    const csv = `${textOf(people, names)},A,yes,flu\n`;
    const strict = { ...job, input: { ...job.input, onMissing: 'error' as const } };
    expect((await readForJob(csv, strict)).table.rows).toBe(61);
    const gap = { ...strict, input: { where: "visit == 'yes'", onMissing: 'error' as const } };
    await expect(readForJob(csv, gap)).rejects.toMatchObject({ code: 'MISSING_VALUE' });
  });

  it('are refused with the character where an expression is wrong', async () => {
    const refusal = (where: string): string => {
      try {
        parseJob({ ...job, input: { where } });
        runToCompletion(filterRows(tableFromRows(people), plannedOf({ ...job, input: { where } })));
        return 'none';
      } catch (error) {
        return `${(error as { code: string }).code}: ${(error as Error).message}`;
      }
    };
    expect(refusal('age >=')).toMatch(/^WHERE_INVALID: input\.where: expected an expression, .* at character 7/);
    expect(refusal('age >= 18 city')).toMatch(/WHERE_INVALID.*two expressions.*at character 11/);
    expect(refusal('')).toMatch(/WHERE_INVALID.*received nothing/);
    expect(refusal('age >= 18 and agee < 3')).toMatch(/UNKNOWN_COLUMN.*did you mean "age".*at character 15/);
    expect(refusal('city == 3')).toMatch(/WHERE_TYPE.*expected a text behind ==, .*received a number, at character 9/);
    expect(refusal("age == '18'")).toMatch(/WHERE_TYPE.*expected a number behind ==.*received a text, at character 8/);
    expect(refusal('10 < age < 20')).toMatch(/WHERE_TYPE.*join comparisons by "and".*at character 1/);
    expect(refusal("city < 'B'")).toMatch(/WHERE_TYPE.*texts have no order/);
    expect(refusal('age')).toMatch(/WHERE_TYPE: .*expected a condition.*received a number/);
    expect(refusal('constructor.constructor("x")()')).toMatch(/WHERE_INVALID/);
    expect(refusal('__proto__ == 1')).toMatch(/UNKNOWN_COLUMN/);
    expect(refusal('toString() == 1')).toMatch(/WHERE_INVALID.*missing\(column\)/);
    expect(refusal('age == null')).toMatch(/WHERE_INVALID.*missing\(column\) finds missing cells/);
    expect(refusal('age ? 1 : 2')).toMatch(/WHERE_INVALID/);
    expect(refusal('age = 1; city = 2')).toMatch(/WHERE_INVALID/);
    expect(refusal(`${'('.repeat(400)}age${')'.repeat(400)} > 1`)).toMatch(/WHERE_INVALID.*nested too deeply/);
    expect(refusal(`${'not '.repeat(2000)}age > 1`)).toMatch(/WHERE_INVALID.*nested too deeply/);
    expect(refusal(Array.from({ length: 700 }, (_, i) => `age = ${i}`).join(' or '))).toBe('none');
    expect(refusal('missing(age) or age > 0')).toBe('none');
  });
});

describe('rows that stand for many', () => {
  const frequencies: Job = {
    input: { count: 'Freq' },
    attributes: { age: 'quasi-identifier', city: 'quasi-identifier', sex: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm: 'mondrian',
  };

  it('equal the table with these rows written out, on random tables in rows and counted, and in the audit', async () => {
    const draw = drawFrom(seededRandom(3711), false);
    for (let run = 0; run < casesOf(2000, 600); run++) {
      const rows = drawRows(draw).map((row) => ({ ...row, Freq: String(1 + draw.below(4)) }));
      const where = draw.oneIn(2) ? { where: 'Freq > 1' } : {};
      const kept = rows.filter(({ Freq }) => where.where === undefined || Number(Freq) > 1);
      if (kept.length === 0) continue;
      const out = kept.flatMap((row) => Array.from({ length: Number(row.Freq) }, () => row));
      const names = [...Object.keys(POOLS), 'Freq'];
      const plan = plannedOf({ ...jobOf('', {}), input: { count: 'Freq', ...where } });
      const expected = await readCsv(textOf(out, names), { types: TYPES });
      const table = await readCsv(textOf(rows, names), { types: TYPES });
      const { table: taken } = runToCompletion(filterRows(table, plan));
      expect(taken.toRows()).toEqual(expected.toRows());
      const counted = runToCompletion(filterRows(await readCsvCounted(textOf(rows, names), { types: TYPES }), plan));
      expect(sorted(counted.table)).toEqual(sorted(expected));
      expect(runToCompletion(takeOriginal(table, { count: 'Freq', ...where }))!.table.toRows()).toEqual(
        expected.toRows(),
      );
    }
  });

  const table = (): Table =>
    tableFromRows(
      Array.from({ length: 24 }, (_, i) => ({
        age: 20 + i,
        city: 'AB'[i % 2],
        sex: 'FM'[(i >> 1) % 2],
        Freq: 1 + (i % 5),
      })),
    );
  const out = (): Table =>
    tableFromRows(
      table()
        .toRows()
        .flatMap(({ Freq, ...row }) => Array.from({ length: Number(Freq) }, () => row)),
    );

  it('are released as many, without the column, also where all other columns are released', async () => {
    const { input: _, ...plain } = frequencies;
    const expected = await anonymize(out(), plain, { seed: 2 });
    for (const more of [{}, { defaultRole: 'insensitive' as const }]) {
      const job = { ...frequencies, ...more };
      const { release, result, audit } = await anonymize(table(), job, { seed: 2 });
      expect(csvOf(release)).toBe(csvOf(expected.release));
      expect(result.rows).toBe(out().rows);
      expect(audit.holds).toBe(true);
      expect(auditRelease(release, job, table()).holds).toBe(true);
      expect(auditRelease(release, plain, table()).holds).toBe(false);
      const text = csvOf(table());
      for (const counted of [undefined, {}]) {
        const { table: read, job: own } = await readForJob(text, job, { counted });
        const again = await anonymize(read, own, { seed: 2 });
        expect(again.result.metrics).toEqual(result.metrics);
        expect(again.release.columns.map(({ name }) => name)).toEqual(['age', 'city', 'sex']);
      }
    }
    const compared = await compare(table(), { ...frequencies, defaultRole: 'insensitive' }, ['mondrian']);
    expect(compared.runs[0].result).toMatchObject({ rows: out().rows, exposure: { age: {}, city: {}, sex: {} } });
    expect(compared.runs[0].result?.exposure).not.toHaveProperty('Freq');
  });

  it('are refused where cells are no whole numbers from 0, where there would be too many, and beside persons', async () => {
    const withFreq = (Freq: unknown): Table => tableFromRows([{ age: 1, city: 'A', sex: 'F', Freq }, { age: 2, city: 'A', sex: 'M', Freq: 3 }]); // prettier-ignore
    for (const wrong of [-1, 1.5, null, 'x']) {
      await expect(anonymize(withFreq(wrong), frequencies)).rejects.toMatchObject({ code: 'COUNT_INVALID' });
    }
    await expect(anonymize(withFreq(1e9), frequencies)).rejects.toThrow(
      /stand for 1,000,000,003 rows by the column "Freq"/,
    );
    const few = { ...frequencies, input: { count: 'Freq', limits: { rows: 5 } } };
    await expect(anonymize(withFreq(3), few)).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    expect((await anonymize(withFreq(2), few)).result.rows).toBe(5);
    // A row that stands for none is left out, as by a condition.
    const none = await anonymize(withFreq(0), frequencies, { seed: 1 });
    const where = { ...frequencies, input: { ...frequencies.input, where: 'Freq > 0' } };
    const filtered = await anonymize(withFreq(0), where, { seed: 1 });
    expect(none.result.rows).toBe(3);
    expect(csvOf(none.release)).toBe(csvOf(filtered.release));
    expect(auditRelease(none.release, frequencies, withFreq(0)).holds).toBe(true);
    const [zero] = [tableFromRows([{ age: 1, city: 'A', sex: 'F', Freq: 0 }])];
    await expect(anonymize(zero, frequencies)).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
    const person = { ...frequencies, attributes: { ...frequencies.attributes, id: 'person' as const } };
    expect(() => parseJob(person)).toThrow(/input\.count: expected no column with the role "person" beside it/);
    const released = { ...frequencies, attributes: { ...frequencies.attributes, Freq: 'insensitive' as const } };
    expect(() => parseJob(released)).toThrow(/input\.count: expected a column that is not released/);
    const near = { ...frequencies, input: { count: 'Frec' } };
    await expect(anonymize(table(), near)).rejects.toThrow(/input\.count: .*did you mean "Freq"/);
    await expect(readForJob(csvOf(table()), near)).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' });
  });
});
