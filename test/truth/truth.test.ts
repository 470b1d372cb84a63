import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import type { Job, Metrics, Table } from '../../src/index.js';
import { anonymize, auditRelease, listAlgorithms, tableFromRows } from '../../src/index.js';
import { describePermuted, truthCases, type Outcome, type TruthCase } from './cases.js';
import { bag, digest, makeTruth, measureCase, type CommittedTruth, type Known } from './make-truth.js';
import { metricDefinitions } from './definitions/metrics.js';
import { modelDefinitions } from './definitions/models.js';
import { jobWith, judgedPeople, looseModels } from './model-cases.js';
import { publicPeople } from './people.js';
import { recordsOf } from '../table-texts.js';
import { ENGINES } from '../engine/engines.js';
import { long, inTurn } from '../shared.js';

/** KOHORT_WRITE_TRUTH=1 writes census.json. */
const writes = process.env.KOHORT_WRITE_TRUTH === '1';
const cure =
  'a change on purpose is written by: KOHORT_WRITE_TRUTH=1 npx vitest run test/truth -t "naive programs make"';

const file = resolve(import.meta.dirname, 'census.json');
const read = (): CommittedTruth => JSON.parse(readFileSync(file, 'utf8')) as CommittedTruth;
const known = read();

/** Runs a job of a case, and reads what it releases. */
async function run(one: TruthCase, engine: (typeof ENGINES)[number]) {
  const publicTables: Record<string, Table> = {};
  if (one.everybody !== undefined) publicTables['public.csv'] = tableFromRows(one.everybody);
  const table = tableFromRows(one.people);
  const { result, release, tables } = await anonymize(table, one.job, { engine, publicTables, seed: 1 });
  const outcome: Outcome = {
    release: recordsOf(release),
    sensitive: tables.sensitive === undefined ? null : recordsOf(tables.sensitive),
    solution: { ...result.solution },
  };
  const isStar = (row: readonly string[]): boolean => result.suppressed > 0 && row.every((cell) => cell === '*');
  const cells = outcome.release
    .map((row) => one.attributes.map(({ name }) => row[name]))
    .map((row) => (isStar(row) ? null : row));
  const figures: Record<string, unknown> = {
    ...result.metrics,
    ...result.search,
    classes: result.classes,
    ...one.count?.(outcome),
  };
  return { result, outcome, cells, figure: (key: string): number => Number(figures[key]) };
}

type Levels = Readonly<Record<string, number>>;
type Run = Awaited<ReturnType<typeof run>>;

function expectMetrics(metrics: Metrics, expected: Readonly<Record<string, number | null>>): void {
  const measured = { ...metrics } as Readonly<Record<string, number | bigint | null>>;
  expect(Object.keys(measured).sort(), `metrics of census.json; ${cure}`).toEqual(Object.keys(expected).sort());
  for (const [key, value] of Object.entries(expected)) {
    if (value === null) expect(measured[key], key).toBeNull();
    else expect(Number(measured[key]) / (value || 1), key).toBeCloseTo(value === 0 ? 0 : 1, 9);
  }
}

/** The release against what is committed of it. */
function expectKnown({ result, outcome, cells, figure }: Run, truth: Known): void {
  if (truth.kind === 'release') {
    expect(result).toMatchObject({ classes: truth.classes, suppressed: truth.suppressed });
    expect(digest(bag(cells))).toBe(truth.sha256);
    expectMetrics(result.metrics, truth.metrics);
  } else if (truth.kind === 'buckets') {
    expect(result.classes).toBe(truth.buckets);
    expect(digest(describePermuted(outcome.release))).toBe(truth.sha256);
  } else if (truth.kind === 'figures') {
    for (const [key, value] of Object.entries(truth.of)) expect(figure(key), key).toBeCloseTo(value, 8);
  } else {
    for (const [key, [low, high]] of Object.entries(truth.of)) {
      expect(figure(key), key).toBeGreaterThanOrEqual(low - 1e-6);
      expect(figure(key), key).toBeLessThanOrEqual(high + 1e-6);
    }
  }
}

/** Measures releases that no paper defines to the last cell, from their texts. */
function expectMeasured(one: TruthCase, { result, cells }: Run): void {
  const { kind, levels: byName } = result.solution as { kind: string; levels: Levels };
  // Starred rows that are a class are on no level.
  const levels =
    kind === 'levels' && result.metrics.height !== null ? one.attributes.map(({ name }) => byName[name]) : null;
  expectMetrics(result.metrics, measureCase(one, cells, levels));
}

const permutes = ({ job }: TruthCase): boolean => Object.values(job.attributes).some((spec) => typeof spec === 'object' && spec.role === 'sensitive'); // prettier-ignore

describe.each(ENGINES)('what naive programs know of the census, engine %s', (engine) => {
  // In the short run the engines take turns.
  const isOwnTurn = (_: unknown, i: number): boolean => long || i % ENGINES.length === ENGINES.indexOf(engine);
  it.each(inTurn(truthCases.filter(isOwnTurn), 2).map((one) => [one.algorithm, one.shows, one] as const))(
    '%s: %s',
    async (_, __, one) => {
      const ran = await run(one, engine);
      expectKnown(ran, known.algorithms[one.algorithm][one.shows]);
      if (ran.result.solution.kind !== 'permutation' && !permutes(one)) expectMeasured(one, ran);
    },
  );

  it.each(['all-minimal', 'incognito'])('%s: every minimal vector', async (algorithm) => {
    const one = truthCases.find((each) => each.algorithm === algorithm)!;
    const { result } = await run(one, engine);
    const minimal = (result.solution.minimal as Levels[]).map((levels) =>
      one.attributes.map(({ name }) => levels[name]),
    );
    expect(minimal.map(String).sort()).toEqual(known.lattice.minimal.map(String).sort());
    if (algorithm === 'incognito') expect(result.solution).toMatchObject({ satisfying: known.lattice.satisfying });
  });

  it.each(Object.entries(looseModels).filter(isOwnTurn))('%s: what the classes of Samarati achieve, in the run and in the audit', async (name, spec) => {
    const job: Job = jobWith(spec);
    const table = tableFromRows(judgedPeople);
    const publicTables = { 'public.csv': tableFromRows(publicPeople) };
    const { result, release } = await anonymize(table, job, { engine, publicTables });
    const audited = auditRelease(release, job, table, { publicTables });
    for (const { privacy } of [result, audited]) {
      const { achieved } = privacy[1];
      expect(Object.keys(achieved).sort()).toEqual(Object.keys(known.models[name]).sort());
      for (const [key, value] of Object.entries(known.models[name])) expect(achieved[key], key).toBeCloseTo(value, 9);
    }
  }); // prettier-ignore
});

describe('the committed truth', () => {
  it.runIf(long || writes)(
    'is what the naive programs make of the people (KOHORT_WRITE_TRUTH=1 writes it)',
    async () => {
      const made = makeTruth();
      if (writes) {
        const options = { ...(await resolveConfig(file)), parser: 'json' };
        writeFileSync(file, await format(JSON.stringify(made), options));
      }
      const numbers = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (_, each: unknown) =>
          typeof each === 'number' ? each.toPrecision(10) : each,
        );
      expect(numbers(made), cure).toEqual(numbers(read()));
    },
  );

  it('knows every algorithm, every model and every metric', () => {
    const { algorithms, privacy, metrics } = listAlgorithms();
    const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name).sort();
    expect(Object.keys(known.algorithms).sort()).toEqual(names(algorithms));
    expect([...new Set(Object.values(looseModels).map(({ model }) => model))].sort()).toEqual(names(privacy));
    expect(Object.keys(modelDefinitions).sort(), 'test/truth/definitions/models.ts').toEqual(names(privacy));
    expect(Object.keys(metricDefinitions).sort(), 'test/truth/definitions/metrics.ts').toEqual(names(metrics));
    const releases = Object.values(known.algorithms).flatMap((cases) => Object.values(cases));
    for (const name of names(metrics)) {
      const values = releases.flatMap((each) => (each.kind === 'release' ? [each.metrics[name]] : []));
      expect(values.filter((value) => typeof value === 'number' && value > 0).length, name).toBeGreaterThan(0);
    }
  });

  it('is made without code of src/', () => {
    const programs = readdirSync(import.meta.dirname, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const others = ['../algorithms/lattice/brute-force.ts'];
    for (const name of [...programs, ...others]) {
      const imports = readFileSync(resolve(import.meta.dirname, name), 'utf8').match(/^import .*$/gm) ?? [];
      expect(imports.filter((line) => line.includes('/src/') && !line.startsWith('import type'))).toEqual([]);
    }
  });
});
