import { describe, expect, it } from 'vitest';
import type { ClassCondition } from '../../src/engine/engine.js';
import { InfeasibleError } from '../../src/base/errors.js';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';
import type { Job, PrivacySpec } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { judge, randomSets } from '../engine/oracle.js';
import { allEngines } from '../engine/engines.js';
import { mulberry32 } from '../random.js';
import { casesOf, long } from '../shared.js';
import { cellsOf } from '../table-texts.js';

const engines = await allEngines();

/** Seed 004, Figures 2.1 and 2.2. */
const patients = [
  { zip: '5370', age: 25, salary: '30k' },
  { zip: '5370', age: 25, salary: '15k' },
  { zip: '5370', age: 27, salary: '30k' },
  { zip: '5371', age: 27, salary: '40k' },
  { zip: '5371', age: 27, salary: '42k' },
  { zip: '5372', age: 25, salary: '25k' },
  { zip: '5372', age: 25, salary: '45k' },
  { zip: '5373', age: 25, salary: '9k' },
];
const asText = { types: { zip: 'string' } } as const;
const citizens = tableFromRows(
  [
    { name: 'Elizabeth', zip: '5370', age: 25 },
    ...patients.map(({ zip, age }, i) => ({ name: `p${i}`, zip, age })),
    { name: 'Jesper', zip: '5372', age: 27 },
  ],
  asText,
);
const zips = { type: 'mask' } as const;
const thesisJob = (privacy: PrivacySpec[], algorithm: Job['algorithm'] = 'mondrian'): Job => ({
  attributes: {
    zip: { role: 'quasi-identifier', type: 'string', hierarchy: zips },
    age: { role: 'quasi-identifier' },
    salary: { role: 'sensitive' },
  },
  privacy,
  algorithm,
  output: { order: 'input' },
});
const publicTables = { citizens };
const presence = (min: number, max: number, outside?: 'ignored'): PrivacySpec => ({
  model: 'delta-presence',
  min,
  max,
  public: 'citizens',
  ...(outside === undefined ? {} : { outside }),
});
describe('the release of Figure 2.3', () => {
  const release = tableFromRows(
    patients.map(({ age, salary }) => ({ zip: '537*', age, salary })),
    { types: { zip: 'string' } },
  );
  it('says of Sara that she is in the table with probability 3/4, of a person of 25 that with 5/6', () => {
    const report = auditRelease(release, thesisJob([presence(0, 1)]), tableFromRows(patients, asText), {
      publicTables,
    });
    expect(report.problems).toEqual([]);
    expect(report.privacy[0].achieved.min).toBeCloseTo(3 / 4, 12);
    expect(report.privacy[0].achieved.max).toBeCloseTo(5 / 6, 12);
  });
});

interface Drawn {
  readonly people: { a: number; b: string; s: number; in: boolean }[];
  readonly privacy: PrivacySpec[];
}

function draw(seed: number): Drawn {
  const random = mulberry32(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const share = 0.2 + 0.6 * random();
  const people = Array.from({ length: 8 + below(60) }, () => ({
    a: below(12),
    b: 'wxyz'[below(4)],
    s: below(4),
    in: random() < share,
  }));
  people[0].in = true;
  const k = 1 + below(8);
  const all: PrivacySpec[] = [
    presence(below(6) / 20, (10 + below(10)) / 20),
    presence(below(6) / 20, (10 + below(10)) / 20, 'ignored'),
    { model: 'k-map', k, public: 'citizens' },
    { model: 'weak-k-anonymity', k, public: 'citizens' },
    { model: 'weak-l-diversity', l: 1 + below(60) / 10, attribute: 's', public: 'citizens' },
  ];
  const others: PrivacySpec[] = [
    { model: 'k-anonymity', k: 1 + below(4) },
    { model: 'l-diversity', variant: 'distinct', l: 1 + below(2), attribute: 's' },
    { model: 't-closeness', t: 0.6, distance: 'ordered', attribute: 's' },
    { model: 'average-risk', risk: 0.5 },
  ];
  return { people, privacy: [all[below(5)], ...(below(2) === 0 ? [others[below(4)]] : [])] };
}

/** True when a person is among those that a released label of `a` or `b` stands for. */
const covers = (label: string, value: string | number): boolean => {
  if (label === '*' || label === String(value)) return true;
  const range = /^\[(\d+)-(\d+)\]$/.exec(label);
  if (range !== null) return Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
  const open = /^(<|>=)(\d+)$/.exec(label);
  if (open !== null) return Number(value) >= Number(open[2]) === (open[1] === '>=');
  return label === 'low' ? value === 'w' || value === 'x' : label === 'high' ? value === 'y' || value === 'z' : false;
};

describe('Mondrian under models on a public table', () => {
  it('gives what the definitions ask, the same in every engine, confirmed by the audit', async () => {
    let released = 0;
    let finer = 0;
    for (let seed = 1; seed <= casesOf(2000, 14); seed++) {
      const { people, privacy } = draw(seed);
      const table = tableFromRows(people.filter((one) => one.in).map(({ a, b, s }) => ({ a, b, s })));
      const all = tableFromRows(people.map(({ a, b }) => ({ a, b })));
      const job: Job = {
        attributes: {
          a: { role: 'quasi-identifier' },
          b: {
            role: 'quasi-identifier',
            hierarchy: { type: 'tree', tree: { '*': { low: ['w', 'x'], high: ['y', 'z'] } } },
          },
          s: { role: 'sensitive' },
        },
        privacy,
        algorithm: 'mondrian',
        output: { order: 'input', ranges: seed % 2 === 0 ? 'tight' : 'rounded' },
      };
      const outcomes: string[] = [];
      for (const engine of engines) {
        try {
          const done = await anonymize(table, job, { engine, publicTables: { citizens: all } });
          outcomes.push(JSON.stringify([cellsOf(done.release), done.result.privacy]));
          if (engine !== engines[0]) continue;
          released++;
          const rows = cellsOf(done.release);
          const classes = new Map<string, string[][]>();
          for (const row of rows)
            classes.set(`${row[0]} ${row[1]}`, [...(classes.get(`${row[0]} ${row[1]}`) ?? []), row]);
          if (classes.size > 1) finer++;
          const populations = [...classes.values()].map(
            ([[a, b]]) => people.filter((one) => covers(a, one.a) && covers(b, one.b)).length,
          );
          const presences = [...classes.values()].map((members, c) => members.length / populations[c]);
          const outside = people.length - populations.reduce((x, y) => x + y, 0);
          const [spec] = privacy;
          const [{ achieved }] = done.result.privacy;
          const where = `seed ${seed}: ${JSON.stringify({ spec, achieved, presences, populations, outside })}`;
          if (spec.model === 'delta-presence') {
            const judged = outside > 0 && spec.outside !== 'ignored' ? [...presences, 0] : presences;
            expect(
              judged.every((p) => p >= spec.min - 1e-9 && p <= spec.max + 1e-9),
              where,
            ).toBe(true);
            expect(achieved.min, where).toBeCloseTo(Math.min(...judged), 12);
            expect(achieved.max, where).toBeCloseTo(Math.max(...judged), 12);
          } else if (spec.model === 'weak-l-diversity') {
            // By definition: of the people under a class, at most one in l is known to have a value.
            const worst = Math.max(
              ...[...classes.values()].map((members, c) => {
                const values = members.map((row) => row[2]);
                return Math.max(...values.map((s) => values.filter((each) => each === s).length)) / populations[c];
              }),
            );
            expect(worst, where).toBeLessThanOrEqual(1 / spec.l + 1e-9);
            expect(achieved.l, where).toBeCloseTo(1 / worst, 9);
            // Consequence: weak k-anonymity with k = l, rounded up.
            expect(Math.min(...populations), where).toBeGreaterThanOrEqual(spec.l - 1e-9);
          } else {
            expect(achieved.k, where).toBe(Math.min(...populations));
          }
        } catch (error) {
          if (!(error instanceof InfeasibleError))
            throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
          outcomes.push(error.message);
        }
      }
      expect(new Set(outcomes).size, `seed ${seed}: ${outcomes.join('\n')}`).toBe(1);
    }
    expect(released).toBeGreaterThan(long ? 20 : 8);
    expect(finer).toBeGreaterThan(10);
  });
});

describe('conditions beside rows that are only public', () => {
  it('are those of the private rows, in every engine', () => {
    for (let seed = 1; seed <= casesOf(5000, 53); seed++) {
      const random = mulberry32(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const size = 1 + below(5);
      const classes = Array.from({ length: 1 + below(5) }, () =>
        Array.from({ length: size }, () => below(4) * below(2)),
      );
      const outside = classes.map((counts) => below(4) + (counts.every((count) => count === 0) ? 1 : 0));
      const global = Uint32Array.from(
        { length: size },
        (_, code) => 1 + classes.reduce((sum, counts) => sum + counts[code], 0),
      );
      const plain: ClassCondition[] = [
        { kind: 'distinct', column: 0, l: 1 + below(3) },
        { kind: 'entropy', column: 0, l: 1 + random() * 2 },
        { kind: 'recursive', column: 0, l: 1 + below(3), c: 0.6 + below(3) },
        { kind: 't-equal', column: 0, t: random(), global },
        { kind: 't-ordered', column: 0, t: random(), global },
        {
          kind: 'range',
          column: 0,
          distinct: below(3),
          span: below(3),
          values: Float64Array.from(global, (_, code) => code),
        },
        {
          kind: 'shares',
          column: 0,
          minimum: below(3),
          lower: new Float64Array(size),
          upper: new Float64Array(size).fill(0.3 + random()),
          every: false,
        },
        randomSets(0, size, below),
      ];
      const sizes = Uint32Array.from(classes, (counts, c) => counts.reduce((a, b) => a + b, outside[c]));
      const histogram = Uint32Array.from(classes.flatMap((counts, c) => [...counts, outside[c]]));
      const members = classes.map((counts) => counts.reduce((a, b) => a + b, 0));
      const membership = Uint32Array.from(members.flatMap((rows, c) => [rows, outside[c]]));
      const minimum = below(6);
      const [min, max] = [below(6) / 10, (5 + below(6)) / 10];
      for (const engine of engines) {
        for (const condition of plain) {
          const found = engine.checkCondition({ ...condition, outside: true }, sizes, histogram);
          const expected = classes.map((counts, c) => (members[c] === 0 || judge(condition, counts) === true ? 1 : 0));
          expect(Array.from(found), `seed ${seed}, ${engine.variant}, ${condition.kind}`).toEqual(expected);
        }
        const check = (condition: ClassCondition): number[] =>
          Array.from(engine.checkCondition(condition, sizes, membership));
        const bits = (holds: (c: number) => boolean): number[] => classes.map((_, c) => (holds(c) ? 1 : 0));
        expect(check({ kind: 'members', column: 0, minimum, outside: true })).toEqual(
          bits((c) => members[c] === 0 || members[c] >= minimum),
        );
        expect(check({ kind: 'population', column: 0, minimum })).toEqual(
          bits((c) => members[c] === 0 || sizes[c] >= minimum),
        );
        for (const empty of [true, false]) {
          expect(check({ kind: 'presence', column: 0, min, max, empty })).toEqual(
            bits((c) => {
              const share = members[c] / sizes[c];
              return (empty && members[c] === 0) || (share >= min - 1e-9 && share <= max + 1e-9);
            }),
          );
        }
      }
    }
  });
});

describe('presence', () => {
  it('of rows outside all regions is that of the suppressed rows; models name what breaks them', () => {
    const [judged, ignored] = createModels([presence(0.1, 0.9), presence(0.1, 0.9, 'ignored')]);
    const sizes = Uint32Array.of(2, 3);
    const counts = (outside: number, suppressed: number) => ({ population: [4, 4], outside, suppressed });
    expect(judged.achieved(sizes, null, null, counts(10, 2))).toMatchObject({
      achieved: { min: 0.2, max: 0.75 },
      holds: true,
    });
    expect(judged.achieved(sizes, null, null, counts(10, 0))).toMatchObject({ achieved: { min: 0 }, holds: false });
    expect(ignored.achieved(sizes, null, null, counts(10, 0))).toMatchObject({ achieved: { min: 0.5 }, holds: true });
    expect(judged.table?.holds({ classes: 2, released: 5, suppressed: 2, outside: 10 })).toBe(true);
    expect(judged.table?.holds({ classes: 2, released: 5, suppressed: 0, outside: 10 })).toBe(false);
    expect(ignored.table?.holds({ classes: 2, released: 5, suppressed: 0, outside: 10 })).toBe(true);
  });

  it('stays within its bounds when satisfying classes are joined', () => {
    const random = mulberry32(5);
    for (let i = 0; i < 2000; i++) {
      const draw = (): [number, number] => {
        const population = 1 + Math.floor(random() * 20);
        return [1 + Math.floor(random() * population), population];
      };
      const [a, b] = [draw(), draw()];
      const min = Math.min(a[0] / a[1], b[0] / b[1]);
      const max = Math.max(a[0] / a[1], b[0] / b[1]);
      const [model] = createModels([presence(min, max)]);
      const say = (classes: [number, number][]) =>
        model.achieved(
          Uint32Array.from(classes, ([rows]) => rows),
          null,
          null,
          { population: classes.map(([, all]) => all), outside: 0, suppressed: 0 },
        );
      expect(say([a, b]).holds).toBe(true);
      expect(say([[a[0] + b[0], a[1] + b[1]]]).holds).toBe(true);
    }
  });
});

describe('a public table that cannot serve', () => {
  const table = tableFromRows(patients, asText);
  const run = (privacy: PrivacySpec[], tables: object = publicTables, algorithm: Job['algorithm'] = 'mondrian') =>
    anonymize(table, thesisJob(privacy, algorithm), { publicTables: tables as typeof publicTables, engine: 'js' });
  const few = tableFromRows(
    patients.slice(2).map(({ zip, age }) => ({ zip, age })),
    asText,
  );
  it.each<[string, () => Promise<unknown>, object]>([
    ['is not given', () => run([presence(0, 1)], {}), { code: 'PUBLIC_NOT_READ', argument: 'privacy[0].public' }],
    [
      'lacks rows: how many, never which',
      () => run([presence(0, 1)], { citizens: few }),
      { code: 'PUBLIC_NOT_SUPERSET', received: 'one with too few such rows for 2 rows of the input' },
    ],
    [
      'lacks a column',
      () => run([presence(0, 1)], { citizens: tableFromRows([{ zip: '1' }]) }),
      { code: 'PUBLIC_COLUMN' },
    ],
    [
      'has another type',
      () => run([presence(0, 1)], { citizens: tableFromRows([{ zip: '1', age: 'x' }]) }),
      { code: 'PUBLIC_TYPE' },
    ],
    [
      'is one of two',
      () => run([presence(0, 1), { model: 'k-map', k: 2, public: 'other' }]),
      { code: 'PUBLIC_CONFLICT', argument: 'privacy[1].public' },
    ],
    [
      'meets relaxed classes',
      () => run([presence(0, 1)], publicTables, { name: 'mondrian', partitioning: 'relaxed' }),
      { code: 'MODEL_NOT_SUPPORTED' },
    ],
    [
      'meets an algorithm of sizes',
      () => run([{ model: 'k-map', k: 2, public: 'citizens' }], publicTables, 'k-optimize'),
      { code: 'MODEL_NOT_SUPPORTED' },
    ],
    [
      'meets an algorithm of groups',
      () => run([{ model: 'k-map', k: 2, public: 'citizens' }], publicTables, 'hilbert'),
      { code: 'MODEL_NOT_SUPPORTED' },
    ],
    ['cannot satisfy: even all rows are too likely', () => run([presence(0, 0.5)]), { code: 'NO_SOLUTION' }],
  ])('is refused when it %s', async (_, act, expected) => {
    await expect(act()).rejects.toMatchObject(expected);
  });

  it('does not hold in an audit without it', () => {
    const report = auditRelease(table, thesisJob([presence(0, 1)]), table);
    expect(report.holds).toBe(false);
    expect(report.problems[0]).toMatch('public table was not given');
  });
});
