import { describe, expect, it } from 'vitest';
import { KohortError } from '../../src/base/errors.js';
import {
  anonymize,
  type Job,
  listAlgorithms,
  type Metrics,
  preview,
  readCsv,
  readForJob,
  type RunOptions,
  tableFromRows,
} from '../../src/index.js';
import * as js from '../../src/js.js';
import { algorithmNames, metricsWith } from '../registry.js';
import { bothEngines } from '../engine/engines.js';
import { drawJob, Strata } from './random-job.js';

const { js: twin, wasm } = await bothEngines();
const engines = [twin, wasm];
const JOBS = 240;

const table = tableFromRows(Array.from({ length: 400 }, (_, i) => ({ x: i % 20, y: (i * 7) % 11, s: 'abc'[i % 3] })));
const job: Job = {
  attributes: { x: { role: 'quasi-identifier' }, y: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'mondrian',
};

/** A random job with its tables, or null where they cannot be read. */
async function draw(seed: number, strata: Strata) {
  const { csv, job: drawn, people } = drawJob(seed);
  if (strata.isFull(drawn)) return null;
  const input = await attempt(() => readForJob(csv, drawn));
  if (typeof input === 'string') return null;
  const types = Object.fromEntries(input.table.columns.map(({ name, type }) => [name, type]));
  const publicTable = people === null ? null : await attempt(() => readCsv(people, { ...drawn.input, types }));
  if (typeof publicTable === 'string') return null;
  const publicTables = publicTable === null ? undefined : { people: publicTable };
  const options: RunOptions = { engine: engines[seed % 2], seed: 1, publicTables };
  return { ...input, options };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KohortError) return `${error.name} ${error.code}`;
    throw error;
  }
}

/** The counters of a search that do not depend on a clock. */
const withoutTimes = (search: object): object =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !/seconds|trace/i.test(name)));

describe('a preview', () => {
  it('gives the figures that the release has, or why there is none, on random jobs', async () => {
    const seen = new Set<string>();
    const strata = new Strata(1);
    for (let seed = 1; seed <= JOBS; seed++) {
      const input = await draw(seed, strata);
      if (input === null) continue;
      const { options } = input;
      const told = await attempt(() => preview(input.table, input.job, options));
      const done = await attempt(() => anonymize(input.table, input.job, options));
      if (typeof told === 'string' || typeof done === 'string') {
        expect(told).toBe(done);
        continue;
      }
      const { seconds: _, sample, warnings, classSizes, search, ...figures } = told;
      expect(sample).toBeNull();
      expect(done.result).toMatchObject({ ...figures, search: withoutTimes(search) });
      const sizes = classSizes.flatMap(([size, classes]) => Array.from({ length: classes }, () => size));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(done.result.released);
      if (done.audit.classSizes.length > 0) expect(classSizes).toEqual(done.audit.classSizes);
      expect(done.warnings).toEqual(expect.arrayContaining([...warnings]));
      seen.add(done.result.algorithm.name);
      strata.add(done.result.algorithm.name);
    }
    expect([...seen].sort()).toEqual([...algorithmNames].sort());
  }, 120_000);

  it('shows what rows would be released as, on random jobs: the labels of the release, and its loss', async () => {
    const told = new Set<string>();
    const silent = new Set<string>();
    const strata = new Strata(1);
    for (let seed = 1; seed <= JOBS; seed++) {
      const input = await draw(seed, strata);
      if (input === null) continue;
      const { options } = input;
      const output = { ...input.job.output, order: 'input', suppressed: 'star' } as const;
      const asked = { ...input.job, output };
      const rows = Array.from({ length: input.table.rows }, (_, row) => row);
      const found = await attempt(() => preview(input.table, asked, { ...options, sample: rows }));
      const done = await attempt(() => anonymize(input.table, asked, options));
      if (typeof found === 'string' || typeof done === 'string') {
        expect(found).toBe(done);
        continue;
      }
      const { sample, metrics, quasiIdentifiers, algorithm } = found;
      strata.add(algorithm.name);
      if (sample === null) {
        silent.add(algorithm.name);
        continue;
      }
      told.add(algorithm.name);
      expect(sample.map(({ attribute }) => attribute)).toEqual(quasiIdentifiers);
      for (const { attribute, labels } of sample) {
        const { codes, texts } = done.release.column(attribute)!;
        expect(labels.map((label) => label ?? '*')).toEqual(rows.map((row) => texts[codes[row]]));
      }
      for (const { labels } of sample) expect(labels.filter((label) => label === null).length).toBe(found.suppressed);
      const losses = sample.flatMap((column) => column.losses);
      const mean = losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
      if (metrics.loss !== null) expect(mean).toBeCloseTo(metrics.loss, 9);
    }
    expect([...told, ...silent].sort()).toEqual([...algorithmNames].sort());
    expect([...silent].sort()).toEqual([
      'anatomy', 'apriori-anonymization', 'bucketization', 'dissociation', 'generalize-and-permute', 'slicing',
    ]); // prettier-ignore
  }, 120_000);

  it('shows the rows that are asked for, in that order, and refuses what are no rows', async () => {
    const all = await preview(table, job, { sample: Array.from({ length: table.rows }, (_, row) => row) });
    const some = await preview(table, job, { sample: [7, 399, 7] });
    const [x, y] = all.sample!;
    expect(some.sample!.map(({ labels }) => labels)).toEqual(
      [x, y].map(({ labels }) => [labels[7], labels[399], labels[7]]),
    );
    expect((await preview(table, job, { sample: [] })).sample).toEqual([
      { attribute: 'x', labels: [], losses: [] },
      { attribute: 'y', labels: [], losses: [] },
    ]);
    for (const sample of [[400], [-1], [0.5], ['1'], 7, null]) {
      await expect(preview(table, job, { sample } as never)).rejects.toMatchObject({ code: 'OPTION_RANGE' });
    }
  });

  it('measures only the metrics that are asked for beside those of sizes, and as a release has them, on random jobs', async () => {
    const all = listAlgorithms().metrics.map(({ name }) => name) as (keyof Metrics)[];
    const ofSizes = metricsWith(({ kind }) => kind === 'sizes');
    const measured = new Set<string>();
    for (let seed = 1; seed <= JOBS / 4; seed++) {
      const input = await draw(seed, new Strata(Infinity));
      if (input === null) continue;
      const names = all.filter((_, i) => (seed >> (i % 5)) % 2 === 1);
      const told = await attempt(() => preview(input.table, input.job, { ...input.options, metrics: names }));
      const whole = await attempt(() => preview(input.table, input.job, input.options));
      if (typeof told === 'string' || typeof whole === 'string') {
        expect(told).toBe(whole);
        continue;
      }
      for (const name of all) {
        const isMeasured = names.includes(name) || ofSizes.includes(name);
        expect(told.metrics[name]).toEqual(isMeasured ? whole.metrics[name] : null);
        if (names.includes(name) && told.metrics[name] !== null) measured.add(name);
      }
      const { privacy, suppressed, classes, classSizes, warnings } = whole;
      expect(told).toMatchObject({ privacy, suppressed, classes, classSizes, warnings });
    }
    expect(measured.size).toBe(all.length);
  }, 60_000);

  it('refuses metrics that there are not', async () => {
    const refused = (metrics: unknown) => preview(table, job, { metrics } as never);
    await expect(refused(['los'])).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
    await expect(refused(['los'])).rejects.toThrow('(did you mean "loss"?)');
    await expect(refused([7])).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
    await expect(refused('loss')).rejects.toMatchObject({ code: 'WRONG_TYPE' });
    expect((await preview(table, job, { metrics: [] })).metrics).toMatchObject({ loss: null, largestClass: expect.any(Number) }); // prettier-ignore
  });

  it('is the same in both engines, and by kohort/js', async () => {
    const figures = async (run: () => ReturnType<typeof preview>) => ({ ...(await run()), seconds: null });
    const [first, ...others] = [
      ...(await Promise.all(engines.map((engine) => figures(() => preview(table, job, { engine }))))),
      await figures(() => js.preview(table, job)),
    ];
    for (const other of others) expect(other).toEqual(first);
  });

  it('is ended by its signal at each of its reports, and leaves nothing in the engine', async () => {
    const [engine] = engines;
    const told: string[] = [];
    await preview(table, job, { engine, onProgress: ({ phase }) => void told.push(phase) });
    expect(new Set(told)).toEqual(new Set(['prepare', 'search', 'measure']));
    // A busy machine reports more often: a run is ended at its 1st, 2nd, ... report until it has no further one.
    const ends: string[] = [];
    let end = 0;
    let count = 0;
    do {
      end++;
      count = 0;
      const stop = new AbortController();
      const run = preview(table, job, {
        engine,
        signal: stop.signal,
        onProgress: () => void (++count === end && stop.abort()),
      });
      const how = await run.then(() => 'done', ({ code }: { code: string }) => code); // prettier-ignore
      ends.push(how);
      if (how === 'done') expect(count, `reports of run ${end}`).toBeLessThanOrEqual(end);
    } while (count >= end);
    expect(new Set(ends)).toEqual(new Set(['ABORTED', 'done']));
    const again = await preview(table, job, { engine });
    expect(again.classes).toBeGreaterThan(1);
  });

  it('refuses a wrong job and wrong options as a run does', async () => {
    await expect(preview(table, { ...job, algorithm: 'mondrain' } as never)).rejects.toThrow('mondrian');
    await expect(preview(table, job, { sede: 1 } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' });
    await expect(preview(table, job, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
