import { describe, expect, it } from 'vitest';
import { bitsThatDiffer, coordinatesOf } from '../../../src/algorithms/lines/coordinates.js';
import { frontierGroups } from '../../../src/algorithms/lines/diverse-frontier.js';
import { leastEnds, tryWindows } from '../../../src/algorithms/lines/line-grouping.js';
import type { RowLine } from '../../../src/engine/engine.js';
import type { ClassJudge } from '../../../src/algorithms/local/judge.js';
import { referenceKeys } from '../../../src/algorithms/lines/reference-keys.js';
import { sortByWords } from '../../../src/algorithms/lines/sort-by-words.js';
import { spansOf, type Span } from '../../../src/algorithms/local/spans.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import { anonymize, InvalidArgumentError, tableFromRows, type Job } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { longTest } from '../../long-test.js';
import { casesOf, sharedFolder, longCases } from '../../shared.js';
import { finish } from '../../engine/finish.js';
import { adultJob, drawPeople, ENGINES, peopleJob, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';

const engine = await createEngine({ engine: 'js' });
const keysOf = (...given: Parameters<typeof referenceKeys>): Uint32Array[] => runToCompletion(referenceKeys(...given));

/** A judge of groups that must hold `k` rows and `l` distinct values. */
function judgeOf(values: ArrayLike<number>, k: number, l: number): ClassJudge {
  const counts = new Map<number, number>();
  const judge = {
    rows: 0,
    minimum: k,
    bySize: l <= 1,
    reset: () => {
      judge.rows = 0;
      counts.clear();
    },
    add: (vector: number, count: number) => {
      judge.rows += count;
      counts.set(values[vector], (counts.get(values[vector]) ?? 0) + count);
    },
    holds: () => judge.rows >= k && [...counts.values()].filter((count) => count > 0).length >= l,
  };
  return judge as unknown as ClassJudge;
}

function drawLine(seed: number): {
  line: RowLine & { readonly spans: readonly Span[] };
  values: Uint32Array;
  rows: number;
} {
  const random = seededRandom(seed);
  const rows = 2 + random.below(11);
  const columns = [6, 3].map((size) => Array.from({ length: rows }, () => random.below(size)));
  const table = tableFromRows(columns[0].map((n, i) => ({ n: n * n, s: 'xyz'[columns[1][i]] })));
  const domains = table.columns.map((column) => buildDomain(column, undefined).domain);
  const codes = domains.map((domain) => Uint32Array.from(domain.column.codes, (code) => domain.leafOf[code]));
  const values = Uint32Array.from({ length: rows }, () => random.below(3));
  const vectorOf = Uint32Array.from({ length: rows }, (_, i) => i);
  const spans = spansOf(domains, 'ncp');
  return { line: { vectorOf, codes, spans, costs: spans }, values, rows };
}

/** The cheapest of all partitions into consecutive groups that satisfy, by trying all 2^(n-1). */
function cheapest(
  { codes, spans }: ReturnType<typeof drawLine>['line'],
  values: Uint32Array,
  rows: number,
  k: number,
  l: number,
): number {
  let best = Infinity;
  for (let mask = 0; mask < 2 ** (rows - 1); mask++) {
    let cost = 0;
    let start = 0;
    for (let end = 1; end <= rows && cost < best; end++) {
      if (end < rows && ((mask >> (end - 1)) & 1) === 0) continue;
      const distinct = new Set(values.subarray(start, end)).size;
      if (end - start < k || distinct < l) cost = Infinity;
      else {
        codes.forEach((column, a) => {
          const own = column.subarray(start, end);
          cost += (end - start) * spans[a].cost(Math.min(...own), Math.max(...own));
        });
      }
      start = end;
    }
    best = Math.min(best, cost);
  }
  return best;
}

describe('groups along a line', () => {
  it('are the cheapest of all where more rows can break a model: no value in more than half of a group', () => {
    let solved = 0;
    const cases = casesOf(2000, 11);
    for (let seed = 0; seed < cases; seed++) {
      const { line, values, rows } = drawLine(seed);
      const isFair = (rowsOf: Uint32Array): boolean =>
        [0, 1, 2].every((value) => 2 * rowsOf.filter((row) => values[row] === value).length <= rowsOf.length);
      const judge = {
        minimum: 2,
        prefixes: (all: Uint32Array) => Uint8Array.from(all, (_, i) => (isFair(all.subarray(0, i + 1)) ? 1 : 0)),
      } as unknown as ClassJudge;
      const all = Uint32Array.from({ length: rows }, (_, i) => i);
      let best = Infinity;
      for (let mask = 0; mask < 2 ** (rows - 1); mask++) {
        let cost = 0;
        let start = 0;
        for (let end = 1; end <= rows; end++) {
          if (end < rows && ((mask >> (end - 1)) & 1) === 0) continue;
          if (!isFair(all.subarray(start, end))) cost = Infinity;
          line.codes.forEach((column, a) => {
            const own = column.subarray(start, end);
            cost += (end - start) * line.spans[a].cost(Math.min(...own), Math.max(...own));
          });
          start = end;
        }
        best = Math.min(best, cost);
      }
      const found = finish(engine.cheapestRuns(line, runToCompletion(tryWindows(line, judge))));
      expect(found?.cost ?? Infinity).toBe(best);
      if (found !== null) solved++;
    }
    expect(solved).toBeGreaterThan(cases / 4);
  });

  it('are the cheapest of all partitions into consecutive groups, for k rows and l values', () => {
    let greedyBest = 0;
    const cases = casesOf(3000, 18);
    for (let seed = 0; seed < cases; seed++) {
      const { line, values, rows } = drawLine(seed);
      const k = 1 + (seed % 4);
      const l = 1 + (seed % 3);
      const expected = cheapest(line, values, rows, k, l);
      if (expected === Infinity) continue;
      const ends = runToCompletion(leastEnds(line, judgeOf(values, k, l)));
      const optimal = finish(engine.cheapestRuns(line, { ends }))!;
      expect(optimal.cost).toBe(expected);
      const greedy = finish(engine.greedyRuns(line, ends));
      expect(greedy.cost).toBeGreaterThanOrEqual(expected);
      if (greedy.cost === expected) greedyBest++;
      for (const { starts } of [optimal, greedy]) {
        starts.forEach((start, i) => {
          const end = starts[i + 1] ?? rows;
          expect(end - start).toBeGreaterThanOrEqual(k);
          if (l <= 1 && starts === optimal.starts) expect(end - start).toBeLessThan(2 * k);
          expect(new Set(values.subarray(start, end)).size).toBeGreaterThanOrEqual(l);
        });
      }
    }
    expect(greedyBest).toBeGreaterThan(cases / 4);
  });

  it.each([
    [2, 3],
    [3, 2],
    [5, 2],
  ])('stand along a curve that visits every point of a cube in steps of one (%s dimensions, %s bits)', (d, bits) => {
    const side = 2 ** bits;
    const count = side ** d;
    const points = Array.from({ length: d }, (_, a) =>
      Uint32Array.from({ length: count }, (__, i) => Math.floor(i / side ** a) % side),
    );
    const order = runToCompletion(sortByWords(engine.hilbertKeys(points, bits), count));
    expect(new Set(order).size).toBe(count);
    for (let i = 1; i < count; i++) {
      const step = points.reduce((sum, x) => sum + Math.abs(x[order[i]] - x[order[i - 1]]), 0);
      expect(step).toBe(1);
    }
  });

  it('stand by their distance from the nearest reference point', () => {
    const random = seededRandom(5);
    const points = [0, 1].map(() => Uint32Array.from({ length: 200 }, () => random.below(65536)));
    const orderBy = (references: number): Uint32Array =>
      runToCompletion(sortByWords(keysOf(engine, points, new Uint32Array(200).fill(1), references), 200));
    const order = orderBy(1);
    expect(new Set(order).size).toBe(200);
    const mean = points.map((x) => Math.round(x.reduce((sum, value) => sum + value, 0) / 200));
    const distance = (i: number): number => points.reduce((sum, x, a) => sum + (x[i] - mean[a]) ** 2, 0);
    for (let i = 1; i < 200; i++) expect(distance(order[i])).toBeGreaterThanOrEqual(distance(order[i - 1]));
    expect(new Set(orderBy(16)).size).toBe(200);
  });

  it.each(longCases([20_001, 45_000], (count) => count === 20_001))(
    'stand by references that are chosen among a sample of %s points, the same in both engines',
    async (count) => {
      const random = seededRandom(count);
      const points = [0, 1].map(() => Uint32Array.from({ length: count }, () => random.below(65536)));
      const weights = Uint32Array.from({ length: count }, () => 1 + random.below(3));
      const wasm = await createEngine({ engine: 'wasm' });
      const keys = keysOf(engine, points, weights, 12);
      expect(keys.every((word) => word.length === count)).toBe(true);
      expect(new Set(keys[0]).size).toBe(12);
      expect(keysOf(wasm, points, weights, 12)).toEqual(keys);
      // One reference: the weighted mean of every second, third, ... point.
      const step = Math.ceil(count / 20_000);
      const sums = points.map((x) => {
        let [sum, rows] = [0, 0];
        for (let i = 0; i < count; i += step) [sum, rows] = [sum + weights[i] * x[i], rows + weights[i]];
        return Math.round(sum / rows);
      });
      const [, high, low] = keysOf(wasm, points, weights, 1);
      const wrong = [...weights.keys()].filter(
        (i) => high[i] * 2 ** 32 + low[i] !== points.reduce((sum, x, d) => sum + (x[i] - sums[d]) ** 2, 0),
      );
      expect(wrong).toEqual([]);
      wasm.dispose();
    },
  );

  it('stand on a grid that is as coarse as different coordinates stay apart', () => {
    for (let seed = 0; seed < casesOf(2000, 21); seed++) {
      const random = seededRandom(seed);
      const values = [...new Set(Array.from({ length: 2 + random.below(12) }, () => Math.floor(10 ** (random.below(5000) / 1000))))]; // prettier-ignore
      const [column] = tableFromRows(values.map((x) => ({ x }))).columns;
      const coordinates = coordinatesOf(buildDomain(column, undefined).domain);
      const bits = bitsThatDiffer(coordinates);
      const cellsWith = (kept: number): number => new Set(coordinates.map((x) => x >>> (16 - kept))).size;
      const distinct = new Set(coordinates).size;
      expect(cellsWith(bits)).toBe(distinct);
      if (bits > 1) expect(cellsWith(bits - 1)).toBeLessThan(distinct);
    }
  });

  it('taken from one list per value hold no value more often than once in l rows', () => {
    let made = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed);
      const rows = 4 + random.below(40);
      const l = 2 + random.below(2);
      const size = l * (1 + random.below(3));
      const values = Uint32Array.from({ length: rows }, () => random.below(4));
      const counts = [0, 1, 2, 3].map((value) => values.filter((each) => each === value).length);
      const line = Uint32Array.from({ length: rows }, (_, i) => i);
      const groups = runToCompletion(frontierGroups(line, values, 4, l, size));
      expect(groups === null).toBe(Math.max(...counts) * l > rows);
      if (groups === null) continue;
      made++;
      expect(groups.flatMap((group) => group.vectors).sort((a, b) => a - b)).toEqual([...line]);
      for (const group of groups) {
        expect(group.vectors.length).toBeGreaterThanOrEqual(Math.min(size, rows));
        const most = Math.max(...[0, 1, 2, 3].map((v) => group.vectors.filter((row) => values[row] === v).length));
        expect(most * l).toBeLessThanOrEqual(group.vectors.length);
      }
    }
    expect(made).toBeGreaterThan(100);
  });
});

const MODELS: readonly Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' },
  ],
  [{ model: 'l-diversity', variant: 'entropy', l: 1.8, attribute: 'illness' }],
  [
    { model: 'l-diversity', variant: 'recursive', l: 2, c: 3, attribute: 'illness' },
    { model: 't-closeness', t: 0.4, distance: 'equal', attribute: 'illness' },
  ],
];

describe.each([
  { name: 'hilbert', grouping: 'optimal' },
  { name: 'hilbert', grouping: 'linear' },
  { name: 'idistance', grouping: 'optimal', references: 3 },
  { name: 'idistance', grouping: 'linear' },
])('$name, grouping $grouping', (algorithm) => {
  it('releases what the audit confirms, the same in both engines, under every model', async () => {
    for (let seed = 0; seed < casesOf(100, 2); seed++) {
      const table = drawPeople(seededRandom(seed), 30);
      const privacy = MODELS[seed % MODELS.length];
      const found = [];
      for (const engine of ENGINES) {
        const { release, result, audit } = await anonymize(table, peopleJob(algorithm, privacy), { engine });
        expect(audit.holds).toBe(true);
        expect(result).toMatchObject({ engine, released: 30, suppressed: 0, solution: { kind: 'groups' } });
        found.push(cellsOf(release));
      }
      expect(found[1]).toEqual(found[0]);
    }
  });

  it('refuses options it does not know', async () => {
    const table = drawPeople(seededRandom(1), 20);
    const job = peopleJob({ ...algorithm, grouping: 'best' }, MODELS[0]);
    await expect(anonymize(table, job)).rejects.toThrow(InvalidArgumentError);
    await expect(anonymize(table, { ...job, algorithm: { ...algorithm, groups: 2 } })).rejects.toThrow(
      /algorithm\.groups/,
    );
  });
});

describe.skipIf(sharedFolder === null)('hilbert on Adult, k = 10, eight quasi-identifiers', () => {
  longTest('has a lower discernibility and penalty than Mondrian', async () => {
    const { result } = await anonymize(await readAdult(), adultJob('hilbert', 10), { engine: 'js', seed: 1 });
    expect(result.privacy[0].achieved.k).toBeGreaterThanOrEqual(10);
    expect(result.metrics.discernibility).toBe(374_338);
    expect(result.metrics.ncp).toBeLessThan(0.0733);
  });
});
