import { describe, expect, it } from 'vitest';
import type { RunLimits } from '../../src/engine/engine.js';
import { InvalidArgumentError } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, long } from '../shared.js';
import { allEngines } from './engines.js';
import { finish } from './finish.js';
import { drawCosts, drawLine, WHOLE } from './random-costs.js';

const engines = await allEngines();

describe('points', () => {
  it('are found by distance, taken and joined as by looking at all of them', () => {
    for (let seed = 0; seed < casesOf(1000, 25); seed++) {
      const random = seededRandom(seed);
      const points = 1 + random.below(30);
      const values = Array.from({ length: random.below(5) }, () =>
        Float64Array.from({ length: points }, () => random.below(7) / 3),
      );
      const rows = Uint32Array.from({ length: points }, () => 1 + random.below(3));
      const scans = engines.map((engine) => engine.pointScan(values, rows));
      const left = rows.slice();
      let joins: Float64Array[] = [];
      for (let step = 0; step < 25; step++) {
        const from = Float64Array.from(values, () => random.below(7) / 3);
        const distance = (v: number, to: Float64Array): number =>
          values.reduce((sum, column, d) => sum + (column[v] - to[d]) * (column[v] - to[d]), 0);
        const alive = [...left.keys()].filter((v) => left[v] > 0);
        const byDistance = (of: (v: number) => number): number[] => [...alive].sort((v, w) => of(v) - of(w) || v - w);
        const last = (of: (v: number) => number): number => byDistance((v) => -of(v))[0] ?? -1;
        const own = (v: number): number => distance(v, from);
        switch (random.below(4)) {
          case 0: {
            for (const scan of scans) expect(scan.farthest(from)).toBe(last(own));
            break;
          }
          case 1: {
            const wanted = 1 + random.below(6);
            let held = 0;
            const expected = byDistance(own).filter((v) => {
              held += left[v];
              return held - left[v] < wanted;
            });
            for (const scan of scans) {
              const found = scan.around(from, wanted);
              expect([...found.nearest]).toEqual(expected);
              expect(found.farthest).toBe(last(own));
            }
            break;
          }
          case 2: {
            const begins = joins.length === 0 || random.below(4) === 0;
            joins = begins ? [from] : [...joins, from];
            const nearest = (v: number): number => Math.min(...joins.map((to) => distance(v, to)));
            const expected = {
              nearest: byDistance(nearest)[0] ?? -1,
              farthest: last(nearest),
              distance: alive.length === 0 ? Infinity : Math.min(...alive.map(nearest)),
            };
            for (const scan of scans) {
              expect(scan.join(from, begins)).toEqual(expected);
              const { which, distance: near } = scan.joined();
              expect(alive.map((v) => near[v])).toEqual(alive.map(nearest));
              expect(alive.map((v) => which[v])).toEqual(
                alive.map((v) => joins.findIndex((to) => distance(v, to) === nearest(v))),
              );
            }
            break;
          }
          default: {
            if (alive.length === 0) break;
            const v = alive[random.below(alive.length)];
            const taken = 1 + random.below(left[v]);
            left[v] -= taken;
            for (const scan of scans) scan.take(v, taken);
          }
        }
      }
      for (const scan of scans) scan.dispose();
    }
  });
});

describe('vectors with sums', () => {
  it.each([5, 300, 70_000])('are found and taken as by looking at all of them, codes below %s', (most) => {
    for (let seed = 0; seed < (long ? 300 : most > 1000 ? 2 : 12); seed++) {
      const random = seededRandom(seed);
      const vectors = 1 + random.below(60);
      const sizes = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(most));
      const codes = sizes.map((size) => Uint32Array.from({ length: vectors }, () => random.below(size)));
      const scans = engines.map((engine) => engine.memberScan(codes, sizes));
      const draw = (size: number): Int32Array => Int32Array.from({ length: size }, () => random.below(4));
      const left = new Set(Array.from({ length: vectors }, (_, v) => v));
      const sums = new Float64Array(vectors);
      let start = sums.slice();
      const best = (score: (v: number) => number): number =>
        [...left].reduce((found, v) => (found < 0 || score(v) < score(found) ? v : found), -1);
      let numbers: Int32Array[] = [];
      for (let step = 0; step < 40; step++) {
        if (step === 0 || random.below(4) === 0) {
          numbers = sizes.map(draw);
          for (const v of left) sums[v] = numbers.reduce((sum, own, a) => sum + own[codes[a][v]], 0);
          start = sums.slice();
          for (const scan of scans) scan.start(numbers);
        } else if (random.below(2) === 0) {
          const a = random.below(sizes.length);
          const next = draw(sizes[a]);
          const difference = next.map((value, code) => value - numbers[a][code]);
          numbers[a] = next;
          for (const v of left) sums[v] += difference[codes[a][v]];
          for (const scan of scans) scan.change(a, difference);
        } else if (left.size > 0) {
          const v = [...left][random.below(left.size)];
          left.delete(v);
          for (const scan of scans) scan.take(v);
        }
        for (const scan of scans) {
          expect(scan.nearest()).toBe(best((v) => sums[v]));
          expect(scan.farthest()).toBe(best((v) => -start[v]));
        }
      }
      for (const scan of scans) scan.dispose();
    }
  });
});

describe('means', () => {
  it('are found by distance as by looking at all of them, to the last bit', () => {
    for (let seed = 0; seed < casesOf(1000, 25); seed++) {
      const random = seededRandom(seed);
      const drawn = Array.from({ length: 1 + random.below(4) }, () => drawCosts(random));
      const costs = drawn.map((own) => own.costs);
      const places = costs.map(({ size }) =>
        random.below(2) === 0 ? null : Float64Array.from({ length: size }, () => random.below(100) / 99),
      );
      const groups = 1 + random.below(12);
      const found = engines.map((engine) => engine.nearestMeans(groups, costs, places));
      const means = Array.from({ length: groups }, () => new Float64Array(costs.length));
      for (let step = 0; step < 12; step++) {
        const group = random.below(groups);
        means[group] = Float64Array.from(costs, ({ size }, a) => (places[a] === null ? random.below(size) : random.below(50) / 49)); // prettier-ignore
        const codes = Uint32Array.from(costs, ({ size }) => random.below(size));
        const among = random.below(2) === 0 ? null : Uint8Array.from(means, () => random.below(2));
        const distances = means.map((mean) => {
          let sum = 0;
          for (let a = 0; a < costs.length; a++) {
            const place = places[a];
            if (place !== null) sum += Math.abs(place[codes[a]] - mean[a]);
            else sum += drawn[a].costOf(Math.min(codes[a], mean[a]), Math.max(codes[a], mean[a])) / WHOLE;
          }
          return sum;
        });
        let expected = -1;
        distances.forEach((d, g) => {
          if ((among === null || among[g] === 1) && (expected < 0 || d < distances[expected])) expected = g;
        });
        for (const each of found) {
          each.move(group, means[group]);
          expect(each.nearest(codes, among)).toBe(expected);
          distances.forEach((d, g) => expect(each.distance(codes, g)).toBe(d));
        }
      }
      for (const each of found) each.dispose();
    }
  });
});

describe('runs on a line', () => {
  /** The least cost of all ways to cut rows into runs. */
  const leastOfAll = (rows: number, costOf: (from: number, to: number) => number): number => {
    let best = Infinity;
    for (let mask = 0; mask < 2 ** (rows - 1); mask++) {
      let cost = 0;
      let s = 0;
      for (let e = 1; e <= rows && cost < best; e++) {
        if (e < rows && ((mask >> (e - 1)) & 1) === 0) continue;
        cost += costOf(s, e);
        s = e;
      }
      best = Math.min(best, cost);
    }
    return best;
  };

  it('are the cheapest of all that the limits allow; engines agree on them and on those of one pass', () => {
    let solved = 0;
    for (let seed = 0; seed < casesOf(3000, 120); seed++) {
      const random = seededRandom(seed);
      const { line, costOf } = drawLine(random);
      const rows = line.vectorOf.length;
      const k = 1 + random.below(4);
      const ends = Uint32Array.from({ length: rows + 1 }, (_, s) => Math.min(rows + 1, s + k));
      const window = 1 + random.below(5);
      const budget = seed % 4 === 0 ? 1e9 : 1 + (seed % 4);
      const holds = Uint8Array.from({ length: rows * window }, () => random.below(2));
      for (const limits of [{ ends }, { window, holds }] satisfies RunLimits[]) {
        const may = (s: number, e: number): boolean =>
          'ends' in limits ? e - s >= k && e - s < 2 * k : e - s <= window && holds[s * window + e - s - 1] === 1;
        const best = leastOfAll(rows, (s, e) => (may(s, e) ? costOf(s, e) : Infinity));
        const found = engines.map((engine) => finish(engine.cheapestRuns(line, limits), budget));
        for (const runs of found) expect(runs).toEqual(found[0]);
        expect(found[0]?.cost ?? Infinity).toBe(best);
        if (found[0] === null) continue;
        solved++;
        const { starts } = found[0];
        expect(starts.reduce((sum, s, i) => sum + costOf(s, starts[i + 1] ?? rows), 0)).toBe(best);
        starts.forEach((s, i) => expect(may(s, starts[i + 1] ?? rows)).toBe(true));
      }
      if (rows < k) continue;
      const found = engines.map((engine) => finish(engine.greedyRuns(line, ends), budget));
      for (const { starts, cost } of found) {
        expect(starts).toEqual(found[0].starts);
        expect(cost).toBe(starts.reduce((sum, s, i) => sum + costOf(s, starts[i + 1] ?? rows), 0));
        starts.forEach((s, i) => expect((starts[i + 1] ?? rows) - s).toBeGreaterThanOrEqual(k));
      }
    }
    expect(solved).toBeGreaterThan(100);
  });
});

describe('keys of a Hilbert curve', () => {
  it('are the same in all engines, and go through a cube in steps of one', () => {
    for (const [dimensions, bits] of [[1, 16], [2, 4], [3, 3], [5, 2], [9, 1], [7, 10], [4, 16]] as const) {
      const isWhole = dimensions * bits <= 10;
      const random = seededRandom(bits);
      const count = isWhole ? 2 ** (dimensions * bits) : 200;
      const points = Array.from({ length: dimensions }, (_, d) =>
        Uint32Array.from({ length: count }, (__, i) => (isWhole ? (i >> (d * bits)) % 2 ** bits : random.below(2 ** bits))),
      );
      const found = engines.map((engine) => engine.hilbertKeys(points, bits));
      for (const keys of found) expect(keys).toEqual(found[0]);
      expect(found[0]).toHaveLength(Math.ceil((dimensions * bits) / 32));
      if (!isWhole) continue;
      const order = [...found[0][0].keys()].sort((i, j) => found[0][0][i] - found[0][0][j]);
      for (let i = 1; i < count; i++) {
        expect(points.reduce((sum, x) => sum + Math.abs(x[order[i]] - x[order[i - 1]]), 0)).toBe(1);
      }
    }
  }); // prettier-ignore
});

describe('what the kernels would not check', () => {
  const table = { size: 2, table: new Int32Array(4), line: null, tree: null };
  const line = { vectorOf: Uint32Array.of(0, 1), codes: [Uint32Array.of(0, 1)], costs: [table] };

  it.each(engines.map((engine) => [engine.variant, engine] as const))('is refused at the edge: %s', (_, engine) => {
    const wrong = [
      () => engine.pointScan([new Float64Array(2)], new Uint32Array(3)),
      () => engine.memberScan([], []),
      () => engine.memberScan([Uint32Array.of(3)], [3]),
      () => engine.nearestMeans(2, [table], [new Float64Array(3)]),
      () => engine.nearestMeans(-1, [table], [null]),
      () => engine.hilbertKeys([Uint32Array.of(4)], 2),
      () => engine.hilbertKeys([Uint32Array.of(0)], 17),
      () => engine.cheapestRuns(line, { ends: Uint32Array.of(1, 2) }),
      () => engine.cheapestRuns(line, { ends: Uint32Array.of(1, 1, 3) }),
      () => engine.cheapestRuns(line, { window: 2, holds: new Uint8Array(3) }),
      () => engine.cheapestRuns({ ...line, vectorOf: Uint32Array.of(0, 2) }, { ends: Uint32Array.of(1, 2, 3) }),
      () => engine.greedyRuns({ ...line, costs: [{ ...table, table: null }] }, Uint32Array.of(1, 2, 3)),
    ];
    for (const call of wrong) expect(call).toThrow(InvalidArgumentError);
  });
});
