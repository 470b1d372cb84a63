import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { verdictOfRun } from '../../src/hosts/command/format.js';
import { anonymize, applyRecoding, readTable, tableFromRows, type Job } from '../../src/index.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { bothEngines } from '../engine/engines.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<'city' | 'job' | 'label', string | null>>;
type Order = 'code-point' | 'class' | 'co-occurrence';
const COLUMNS = ['city', 'job'] as const;

const engines = await bothEngines();
const quasi = { role: 'quasi-identifier', type: 'string' } as const;
const jobFor = (algorithm: Job['algorithm'], k: number): Job => ({
  attributes: { city: quasi, job: quasi, label: { role: 'class', type: 'string' } },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm,
  output: { order: 'input' },
});
const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => value !== null).sort();
const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? Infinity : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function drawRows(seed: number): Row[] {
  const { below } = seededRandom(seed);
  const of = (texts: string): string | null => (below(12) === 0 ? null : texts[below(texts.length)]);
  const labels = below(2) === 0 ? 'xy' : 'xyz';
  return Array.from({ length: 6 + below(14) }, () => ({
    city: of('abcde'),
    job: of('pqrs'),
    label: labels[below(labels.length)],
  }));
}

/** The values of a column as the docs order them, with rare ones in one place, and the missing value last. */
function placesOf(rows: readonly Row[], name: (typeof COLUMNS)[number], order: Order, k: number): number[] {
  const labels = distinct(rows.map(({ label }) => label));
  const rowsOf = (label: string): number => rows.filter((row) => row.label === label).length;
  const most = labels.reduce((best, label) => (rowsOf(label) > rowsOf(best) ? label : best));
  const other = name === 'city' ? 'job' : 'city';
  const others = distinct(rows.map((row) => row[other]));
  const keyOf = (value: string): number => {
    const own = rows.filter((row) => row[name] === value);
    if (order === 'code-point') return 0;
    if (order === 'class') return -own.filter(({ label }) => label === most).length / own.length;
    if (others.length < 2) return 0;
    const cells = own.flatMap((row) => (row[other] === null ? [] : [others.indexOf(row[other])]));
    return mean(cells);
  };
  const common = distinct(rows.map((row) => row[name])).filter(
    (value) => rows.filter((row) => row[name] === value).length >= k,
  );
  const near = (a: number, b: number): number => (a === b || Math.abs(a - b) < 1e-9 ? 0 : a - b);
  common.sort((a, b) => near(keyOf(a), keyOf(b)));
  return rows.map((row) => {
    const value = row[name];
    if (value === null) return common.length + 1;
    const place = common.indexOf(value);
    return place < 0 ? common.length : place;
  });
}

/** The least cost over all sets of cuts, without suppression. */
function leastCost(rows: readonly Row[], metric: string, order: Order, k: number): number {
  const places = COLUMNS.map((name) => placesOf(rows, name, order, k));
  const widths = places.map((list) => Math.max(...list));
  let least = Infinity;
  for (let set = 0; set < 2 ** (widths[0] + widths[1]); set++) {
    const classes = new Map<string, Row[]>();
    rows.forEach((row, i) => {
      // The cuts of a column are bits: as many as are set below its place stand before it.
      const parts = places.map((list, c) => {
        const bits = c === 0 ? set : set >> widths[0];
        return Array.from({ length: list[i] }, (_, cut) => (bits >> cut) & 1).filter((bit) => bit === 1).length;
      });
      const key = parts.join();
      classes.set(key, [...(classes.get(key) ?? []), row]);
    });
    const all = [...classes.values()];
    if (all.some(({ length }) => length < k)) continue;
    const costs = all.map((own) => {
      if (metric === 'discernibility') return own.length ** 2;
      const counts = distinct(own.map(({ label }) => label)).map((x) => own.filter(({ label }) => label === x).length);
      return own.length - Math.max(...counts);
    });
    least = Math.min(
      least,
      costs.reduce((sum, cost) => sum + cost, 0),
    );
  }
  return least;
}

describe('valueOrder', () => {
  it.each(['class', 'co-occurrence'] as const)('"%s" has the optimum of all cuts in that order', async (valueOrder) => {
    let differs = 0;
    for (let seed = 1; seed <= casesOf(400, 14); seed++) {
      const rows = drawRows(seed);
      const k = 2 + (seed % 2);
      const metric = seed % 3 === 0 ? 'discernibility' : 'classification';
      const expected = leastCost(rows, metric, valueOrder, k);
      if (expected !== leastCost(rows, metric, 'code-point', k)) differs++;
      for (const engine of Object.values(engines)) {
        const job = jobFor({ name: 'k-optimize', metric, valueOrder }, k);
        const { result } = await anonymize(tableFromRows(rows), job, { engine, seed: 1 });
        expect([result.search.cost, result.search.optimal], `seed ${seed}`).toEqual([expected, true]);
      }
    }
    expect(differs).toBeGreaterThan(0);
  });

  /** Rows of a city: p and q of its jobs, which have one class each. */
  const rowsOf = (city: string, [p, q]: readonly [number, number], [ofP, ofQ]: string): Row[] =>
    Array.from({ length: p + q }, (_, i) => (i < p ? { city, job: 'p', label: ofP } : { city, job: 'q', label: ofQ }));
  // By class: c, a, b, d. Only a with c, and b with d, leave jobs that foretell the class, and rows enough for each.
  const rows: readonly Row[] = [
    ...rowsOf('a', [3, 2], 'xy'),
    ...rowsOf('b', [3, 2], 'yx'),
    ...rowsOf('c', [4, 2], 'xy'),
    ...rowsOf('d', [3, 2], 'yx'),
  ];
  const table = tableFromRows(rows);
  const search = { metric: 'classification', valueOrder: 'class' } as const;
  const run = (algorithm: Job['algorithm']) => anonymize(table, jobFor(algorithm, 4), { engine: engines.js, seed: 1 });

  it('"class" loses less of the class than code points, and names its order', async () => {
    const { result } = await run({ name: 'k-optimize', ...search });
    const plain = (await run({ name: 'k-optimize', metric: 'classification' })).result;
    expect([plain.search.cost, result.search.cost]).toEqual([8, 0]);
    expect(result.metrics.classificationPenalty).toBeLessThan(plain.metrics.classificationPenalty!);
    expect(plain.algorithm).not.toHaveProperty('valueOrder');
    const note = 'proven optimal for this order of the texts of "city" (by share of the class)';
    expect(verdictOfRun(result)[0]).toContain(note);
  });

  it.each(['class', 'co-occurrence'] as const)(
    '"%s" has one order for kept and for counted rows',
    async (valueOrder) => {
      for (let seed = 1; seed <= casesOf(60, 6); seed++) {
        const drawn = drawRows(seed);
        const csv = `city,job,label\n${drawn.map(({ city, job, label }) => [city, job, label].join(',')).join('\n')}\n`;
        const job = jobFor({ name: 'k-optimize', metric: 'classification', valueOrder }, 2);
        const kept = await anonymize(await readTable(csv), job, { engine: engines.js, seed: 1 });
        const counted = await anonymize(await readCsvCounted(csv), job, { engine: engines.js, seed: 1 });
        expect(counted.result.solution, `seed ${seed}`).toEqual(kept.result.solution);
        expect(counted.result.search.cost).toBe(kept.result.search.cost);
      }
    },
  );

  it('releases sets by code point, and `apply` of its recoding the same ones', async () => {
    const { release, result } = await run({ name: 'k-optimize', ...search });
    const cities = release.toRows().map(({ city }) => city);
    expect([...new Set(cities)]).toEqual(['{a, c}', '{b, d}']);
    expect((await applyRecoding(result, [...rows])).release.toRows()).toEqual(release.toRows());
  });

  it.each(['genetic', 'simulated-annealing', 'two-phase-hill-climbing', 'greedy-hill-climbing'] as const)(
    'is taken by %s',
    async (name) => {
      const { release, result } = await run({ name, ...search });
      expect(result.algorithm.valueOrder).toBe('class');
      expect(release.toRows().map(({ city }) => city)).not.toContain('{a, b}');
    },
  );

  it('is refused without a class, with tight ranges and with whole subtrees', async () => {
    const job = jobFor({ name: 'k-optimize', valueOrder: 'class' }, 2);
    const noClass = { ...job, attributes: { city: quasi, job: quasi, label: { role: 'insensitive' as const } } };
    const refused: [Job, string, string][] = [
      [noClass, 'NO_CLASS_COLUMN', 'a column with the role "class"'],
      [{ ...job, output: { ranges: 'tight' } }, 'OPTION_UNUSED', '"code-point" with "ranges": "tight"'],
      [jobFor({ name: 'k-optimize', valueOrder: 'class', cuts: 'subtree' }, 2), 'INVALID_ARGUMENT', '"subtree"'],
    ];
    for (const [each, code, expected] of refused) {
      await expect(anonymize(table, each, { engine: engines.js })).rejects.toMatchObject({
        code,
        argument: 'algorithm.valueOrder',
        expected: expect.stringContaining(expected) as string,
      });
    }
  });

  it('is refused under models on a public table, as every search for cuts is', async () => {
    for (const name of ['k-optimize', 'genetic', 'simulated-annealing', 'two-phase-hill-climbing', 'greedy-hill-climbing']) {
      const job = jobFor({ name, valueOrder: 'class' }, 2);
      const asked: Job = { ...job, privacy: [...job.privacy, { model: 'k-map', k: 3, public: 'people' }] };
      const done = anonymize(table, asked, { engine: engines.js, publicTables: { people: table } });
      await expect(done).rejects.toMatchObject({ code: 'MODEL_NOT_SUPPORTED' });
    }
  }); // prettier-ignore

  it('warns where there are no texts to order', async () => {
    const few = tableFromRows([...'abab'].map((city) => ({ city, job: 'p', label: 'x' })));
    const job = jobFor({ name: 'k-optimize', valueOrder: 'co-occurrence' }, 2);
    const { result } = await anonymize(few, job, { engine: engines.js });
    expect(result.warnings.map(({ code }) => code)).toContain('OPTION_UNUSED');
  });
});
