import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, parseJob, readCsv, readForJob } from '../../src/index.js';
import type { AttributeSpec, Job, Table } from '../../src/index.js';
import { KohortError } from '../../src/base/errors.js';
import { publishAudit, publishResult } from '../../src/pipeline/publish-figures.js';
import { planColumns } from '../../src/job/plan.js';
import { bothEngines } from '../engine/engines.js';
import { casesOf } from '../shared.js';
import { csvOf } from '../table-texts.js';
import { drawFrom, drawJob, type Draw } from './random-job.js';

const engines = await bothEngines();

type Cells = Readonly<Record<string, string>>;
interface Condition {
  readonly text: string;
  readonly holds: (row: Cells) => boolean;
}

const POOLS: Readonly<Record<string, readonly string[]>> = {
  age: ['17', '18', '19', '40', '41', '65', '90'],
  size: ['1', '2', '3'],
  city: ['Bern', 'Basel', 'Chur'],
  pay: ['10', '20', '30'],
  note: ['x', 'y'],
};
const NUMBERS = ['age', 'size', 'pay'];

function drawAtom(draw: Draw): Condition {
  const name = draw.of(Object.keys(POOLS));
  if (draw.oneIn(6)) {
    const [a, b] = draw.some(NUMBERS, 2);
    const limit = draw.of([0, 5, 20]);
    return { text: `${a} - ${b} > ${limit}`, holds: (row) => Number(row[a]) - Number(row[b]) > limit };
  }
  const value = draw.of(POOLS[name]);
  if (NUMBERS.includes(name))
    return { text: `${name} >= ${value}`, holds: (row) => Number(row[name]) >= Number(value) };
  return draw.oneIn(2)
    ? { text: `${name} = '${value}'`, holds: (row) => row[name] === value }
    : { text: `${name} not in ['${value}']`, holds: (row) => row[name] !== value };
}

function drawCondition(draw: Draw, depth: number): Condition {
  if (depth === 0 || draw.oneIn(3)) return drawAtom(draw);
  if (draw.oneIn(4)) {
    const of = drawCondition(draw, depth - 1);
    return { text: `not (${of.text})`, holds: (row) => !of.holds(row) };
  }
  const [a, b] = [drawCondition(draw, depth - 1), drawCondition(draw, depth - 1)];
  return draw.oneIn(2)
    ? { text: `(${a.text}) and (${b.text})`, holds: (row) => a.holds(row) && b.holds(row) }
    : { text: `(${a.text}) or (${b.text})`, holds: (row) => a.holds(row) || b.holds(row) };
}

/** The values of a column that a label can stand for. */
function coveredBy(label: string, values: readonly string[]): string[] {
  if (label === '*') return [...values];
  if (values.includes(label)) return [label];
  const words = /^\[(\w+)-(\w+)\]$/.exec(label);
  if (words !== null && Number.isNaN(+words[1]))
    return values.filter((value) => value >= words[1] && value <= words[2]);
  const range = /^\[(\d+)-(\d+)\]$/.exec(label);
  if (range !== null) return values.filter((value) => +value >= +range[1] && +value <= +range[2]);
  const atLeast = /^>=(\d+)$/.exec(label);
  if (atLeast !== null) return values.filter((value) => +value >= +atLeast[1]);
  const below = /^<(\d+)$/.exec(label);
  if (below !== null) return values.filter((value) => +value < +below[1]);
  const set = /^\{(.*)\}$/.exec(label);
  if (set !== null) return set[1].split(', ');
  if (label === 'other') throw new Error('other');
  throw new Error(`a label of another kind: ${label}`);
}

/** Share of all combinations of values under the labels of a row that fulfil a condition. */
function shareOf({ holds }: Condition, covered: readonly (readonly [string, readonly string[]])[]): number {
  const count = (at: number, row: Cells): [number, number] => {
    if (at === covered.length) return [Number(holds(row)), 1];
    const [name, values] = covered[at];
    let [met, all] = [0, 0];
    for (const value of values) {
      const [a, b] = count(at + 1, { ...row, [name]: value });
      met += a;
      all += b;
    }
    return [met, all];
  };
  const [met, all] = count(0, {});
  return met / all;
}

const distinct = (rows: readonly Cells[], name: string): string[] => [...new Set(rows.map((row) => row[name]))];

const ALGORITHMS: readonly Job['algorithm'][] = [
  'mondrian',
  { name: 'mondrian', partitioning: 'relaxed' },
  'optimal-lattice',
  'datafly',
  'k-optimize',
  'hilbert',
  { name: 'mdav', replacement: 'range' },
  'local-suppression',
];

const csvRows = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  [names, ...rows].map((row) => `${row.join(',')}\n`).join('');

const bare = (names: readonly string[], rows: readonly Cells[]): string =>
  csvRows(
    names,
    rows.map((row) => names.map((name) => row[name])),
  );

describe('queries of a job', () => {
  it('have the error of their definition, in both engines and in the audit of a file', async () => {
    const draw = drawFrom(seededRandom(20), false);
    let compared = 0;
    for (let round = 0; round < casesOf(2000, 60); round++) {
      const names = Object.keys(POOLS);
      const rows = Array.from({ length: 6 + draw.below(30) }, (): Cells =>
        Object.fromEntries(names.map((name) => [name, draw.of(POOLS[name])])),
      );
      const conditions = Array.from({ length: 3 }, () => drawCondition(draw, 3));
      const job = parseJob({
        attributes: {
          age: { role: 'quasi-identifier', type: 'integer' },
          size: { role: 'quasi-identifier', type: 'integer' },
          city: 'quasi-identifier',
          pay: { role: 'sensitive', type: 'integer' },
          note: { role: 'insensitive', type: 'string' },
        },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: draw.of(ALGORITHMS),
        suppression: { maxRows: draw.below(4) },
        output: { suppressed: draw.of(['drop', 'star'] as const), ranges: draw.of(['rounded', 'tight'] as const) },
        queries: conditions.map(({ text }, i) => ({ name: `q${i}`, where: text })),
      });
      const table = await readCsv(bare(names, rows), { types: { note: 'string', city: 'string' } });
      const outcomes = [];
      for (const engine of [engines.wasm, engines.js]) {
        try {
          outcomes.push(await anonymize(table, job, { engine, seed: 1 }));
        } catch (error) {
          if (!(error instanceof KohortError) || error.exitCode !== 1 || error.name === 'AuditError') throw error;
        }
      }
      if (outcomes.length < 2) continue;
      const [{ release, result, audit }, other] = outcomes;
      expect(other.result.queries).toEqual(result.queries);
      expect(result.warnings.filter(({ code }) => code === 'METRIC_NOT_AUDITED')).toEqual([]);
      expect(audit.queries?.map(({ name }) => name)).toEqual(['q0', 'q1', 'q2']);
      const shown = [...release].map((row) =>
        Object.fromEntries(names.map((name) => [name, row[name] === null ? '' : String(row[name])])),
      );
      const released = shown.filter(({ age, size, city, note }) => note !== '' || ![age, size, city].every((text) => text === '*')); // prettier-ignore
      if (released.some((row) => [row.city, row.age, row.size].includes('other'))) continue;
      conditions.forEach((condition, i) => {
        const count = rows.filter(condition.holds).length;
        const error = result.queries?.[i].error;
        if (count < 2 || rows.length - count < 2) return void expect(error).toBeNull();
        let expected = 0;
        for (const row of released) {
          const covered = names.map((name) => [name, coveredBy(row[name], distinct(rows, name))] as const);
          expected += shareOf(condition, covered);
        }
        const whole = names.map((name) => [name, distinct(rows, name)] as const);
        expected += result.suppressed * shareOf(condition, whole);
        expect(error).toBeCloseTo(Math.abs(expected - count) / count, 9);
        compared++;
      });
      const read = await readCsv(csvOf(release), {
        types: { age: 'string', size: 'string', city: 'string', note: 'string' },
      });
      const byHand = auditRelease(read, job, table);
      if (byHand.suppressed !== result.suppressed) continue;
      byHand.queries?.forEach(({ error, step }, i) => {
        const { error: told = null, step: steps = null } = result.queries?.[i] ?? {};
        expect(step).toBe(steps);
        if (told === null) expect(error).toBeNull();
        else expect(error).toBeCloseTo(told, 9);
      });
    }
    expect(compared).toBeGreaterThan(40);
  }, 240_000);

  it('are answered alike by run and audit, whatever the algorithm and its release', async () => {
    let answered = 0;
    const permuting = new Set<string>();
    for (let seed = 1; seed <= casesOf(20_000, 700); seed++) {
      const drawn = drawJob(seed);
      const table = await readOrNull(drawn.csv, drawn.job);
      if (table === null) continue;
      const job = { ...table.job, queries: queriesOf(drawFrom(seededRandom(seed), false), table.table, table.job) };
      const types = Object.fromEntries(table.table.columns.map(({ name, type }) => [name, type]));
      try {
        const people = drawn.people === null ? null : await readCsv(drawn.people, { ...drawn.job.input, types });
        const publicTables = people === null ? undefined : { people };
        const { result } = await anonymize(table.table, job, { engine: engines.js, seed: 1, publicTables });
        const found = (result.queries ?? []).filter(({ error }) => error !== null);
        answered += found.length;
        if (found.length > 0 && result.solution.kind === 'permutation') permuting.add(result.algorithm.name);
        const open = result.warnings.filter(({ code, message }) => code === 'METRIC_NOT_AUDITED' && message.includes('query')); // prettier-ignore
        expect(open).toEqual([]);
      } catch (error) {
        if (!(error instanceof KohortError) || error.message.includes('query "')) throw error;
      }
    }
    expect(answered).toBeGreaterThan(200);
    expect(permuting.size).toBeGreaterThan(1);
  }, 240_000);

  it('have no error where fewer than k persons are on one side, however many rows they have', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [`p${i % 8}`, String(20 + (i % 8)), i % 8 === 0 ? 'rare' : 'x']);
    const table = await readCsv(csvRows(['id', 'age', 'note'], rows));
    const job: Job = {
      attributes: { id: 'person', age: 'quasi-identifier', note: 'insensitive' },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
      queries: [
        { name: 'one person', where: "note = 'rare'" },
        { name: 'all but one', where: "note != 'rare'" },
        { name: 'four persons', where: 'age < 24' },
      ],
    };
    const { result, audit } = await anonymize(table, job, { seed: 1 });
    expect(result.queries?.map(({ error }) => error === null)).toEqual([true, true, false]);
    // 3 persons have 15 of the 20 rows.
    expect(result.queries?.[2].step).toBe(1);
    expect(audit.queries).toEqual(result.queries);
  });

  it('are printed to a step that leaves the count open by k rows', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => [String(20 + (i % 40)), i % 3 === 0 ? 'F' : 'M']);
    const table = await readCsv(csvRows(['age', 'sex'], rows));
    const where = (least: number): string => `age >= ${least} and sex = 'F'`;
    const job: Job = {
      attributes: { age: 'quasi-identifier', sex: 'insensitive' },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: { name: 'optimal-lattice' },
      queries: [20, 21, 37, 41, 53].map((least) => ({ name: `from ${least}`, where: where(least) })),
    };
    const { result, audit } = await anonymize(table, job, { seed: 1 });
    const published = publishResult(result, audit).queries!;
    expect(published).toEqual(publishAudit(audit).queries);
    published.forEach(({ error, step }, i) => {
      const least = [20, 21, 37, 41, 53][i];
      const count = rows.filter(([age, sex]) => Number(age) >= least && sex === 'F').length;
      // The reader knows the expected rows; the count may be on either side.
      const own = result.queries![i].error!;
      const fits = (expected: number): number =>
        Array.from({ length: 400 }, (_, n) => n + 1).filter(
          (n) => Math.abs(Math.abs(expected - n) / n - error!) <= step! / 2 + 1e-9,
        ).length;
      expect(Math.max(fits(count * (1 + own)), fits(count * (1 - own)))).toBeGreaterThanOrEqual(5);
    });
  });

  it.each<[unknown, string, string]>([
    [[{ name: 'a', where: 'age >=' }], 'WHERE_INVALID', 'queries[0].where'],
    [
      [
        { name: 'a', where: 'age > 1' },
        { name: 'a', where: 'age > 2' },
      ],
      'DUPLICATE_QUERY',
      'queries[1].name',
    ],
    [[{ where: 'age > 1' }], 'MISSING_OPTION', 'queries[0].name'],
    [[{ name: 'a', where: 'age > 1', rows: 3 }], 'UNKNOWN_OPTION', 'queries[0].rows'],
    [{ name: 'a', where: 'age > 1' }, 'WRONG_TYPE', 'queries'],
  ])('refuse %j in a job', (queries, code, argument) => {
    const job = { attributes: { age: 'quasi-identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', queries }; // prettier-ignore
    expect(errorOf(() => parseJob(job))).toMatchObject({ code, argument });
  });

  it.each<[string, string]>([
    ['aeg > 1', 'UNKNOWN_COLUMN'],
    ["age = 'x'", 'WHERE_TYPE'],
    ["name = 'Ann'", 'ROLE_CONFLICT'],
    ['dropped = 1', 'ROLE_CONFLICT'],
  ])('refuse %s on a table', async (where, code) => {
    const table = await readCsv('age,name,dropped\n1,Ann,1\n2,Bob,2\n');
    const job: Job = { attributes: { age: 'quasi-identifier', name: 'identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', queries: [{ name: 'a', where }] }; // prettier-ignore
    await expect(anonymize(table, job)).rejects.toMatchObject({ code, argument: 'queries[0].where' });
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

async function readOrNull(csv: string, job: Job) {
  try {
    return await readForJob(csv, job);
  } catch (error) {
    if (error instanceof KohortError) return null;
    throw error;
  }
}

/** Queries on the columns that a job releases. */
function queriesOf(draw: Draw, { columns }: Table, job: Job & { readonly attributes: Record<string, AttributeSpec> }) {
  const plan = planColumns(job, columns);
  const named = columns.filter(({ name }) =>
    ['quasi-identifier', 'sensitive', 'class', 'insensitive'].includes(
      plan.columns.find((column) => column.name === name)?.role ?? '',
    ),
  );
  const atom = (): string => {
    const { name, texts, type, missingCode } = draw.of(named);
    const text = draw.of(texts);
    const isOther = type === 'string' && !/['\\]/.test(text);
    if (text === texts[missingCode] || draw.oneIn(8)) return `missing(${name})`;
    const value = type === 'integer' || type === 'number' ? (/e/.test(text) ? '1' : text) : `'${text}'`;
    if (type === 'string') return isOther ? `${name} ${draw.of(['=', '!='])} '${text}'` : `missing(${name})`;
    return `${name} ${draw.of(['>=', '<', '='])} ${value}`;
  };
  const condition = (depth: number): string =>
    depth === 0 ? atom() : `${draw.oneIn(3) ? 'not ' : ''}(${condition(depth - 1)} ${draw.of(['and', 'or'])} ${condition(depth - 1)})`; // prettier-ignore
  return named.length === 0 ? [] : [0, 1, 2].map((depth) => ({ name: `depth ${depth}`, where: condition(depth) }));
}
