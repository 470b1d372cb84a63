import { seededRandom } from '../../../src/base/random.js';
import { finish } from '../finish.js';
import { drawCosts, drawLine } from '../random-costs.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

/** Nearest and farthest points; see group-kernels.test.ts for what these five must give. */
function preparePoints(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed);
  const points = 1 + random.below(seed % 4 === 0 ? 90 : 30);
  const place = (): number => random.below(7) / 3;
  const values = Array.from({ length: random.below(5) }, () => Float64Array.from({ length: points }, place));
  const rows = Uint32Array.from({ length: points }, () => 1 + random.below(3));
  const left = rows.slice();
  const steps = Array.from({ length: 40 }, (_, step) => {
    const from = Float64Array.from(values, place);
    const alive = [...left.keys()].filter((v) => left[v] > 0);
    const point = alive.length === 0 ? 0 : alive[random.below(alive.length)];
    const taken = alive.length === 0 ? 0 : 1 + random.below(left[point]);
    const kind = random.below(4);
    if (kind === 3) left[point] -= taken;
    return { kind, from, wanted: 1 + random.below(6), begins: step < 4 || random.below(4) === 0, point, taken };
  });
  return ({ engine }) => {
    const scan = engine.pointScan(values, rows);
    const gone = rows.slice();
    const seen = steps.map(({ kind, from, wanted, begins, point, taken }) => {
      if (kind === 0) return scan.farthest(from);
      if (kind === 1) return scan.around(from, wanted);
      if (kind === 3) {
        gone[point] -= taken;
        if (taken > 0) scan.take(point, taken);
        return null;
      }
      const joined = scan.join(from, begins);
      const { which, distance } = scan.joined();
      return [joined, which.filter((_, v) => gone[v] > 0), distance.filter((_, v) => gone[v] > 0)];
    });
    scan.dispose();
    return seen;
  };
}

function prepareMembers(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed);
  const vectors = 1 + random.below(seed % 5 === 0 ? 400 : 60);
  const most = [5, 300, 70_000][seed % 8 === 7 ? 2 : seed % 2];
  const sizes = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(most));
  const codes = sizes.map((size) => Uint32Array.from({ length: vectors }, () => random.below(size)));
  const draw = (size: number): Int32Array => Int32Array.from({ length: size }, () => random.below(4));
  const order = [...codes[0].keys()].sort(() => random.below(2) * 2 - 1);
  let numbers: Int32Array[] = [];
  const steps = Array.from({ length: 60 }, (_, step) => {
    if (step === 0 || random.below(6) === 0) return { start: (numbers = sizes.map(draw)) };
    if (random.below(3) > 0) return { take: order.pop() ?? -1 };
    const change = random.below(sizes.length);
    const next = draw(sizes[change]);
    const difference = next.map((value, code) => value - numbers[change][code]);
    numbers = numbers.map((own, a) => (a === change ? next : own));
    return { change, difference };
  });
  return ({ engine }) => {
    const scan = engine.memberScan(codes, sizes);
    const seen = steps.map(({ start, take, change, difference }) => {
      if (start !== undefined) scan.start(start);
      else if (difference !== undefined) scan.change(change, difference);
      else if (take >= 0) scan.take(take);
      return [scan.nearest(), scan.farthest()];
    });
    scan.dispose();
    return seen;
  };
}

function prepareMeans(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed);
  const costs = Array.from({ length: 1 + random.below(4) }, () => drawCosts(random).costs);
  const places = costs.map(({ size }) =>
    random.below(2) === 0 ? null : Float64Array.from({ length: size }, () => random.below(100) / 99),
  );
  const groups = 1 + random.below(12);
  const steps = Array.from({ length: 12 }, () => ({
    group: random.below(groups),
    mean: Float64Array.from(costs, ({ size }, a) => (places[a] === null ? random.below(size) : random.below(50) / 49)),
    codes: Uint32Array.from(costs, ({ size }) => random.below(size)),
    among: random.below(2) === 0 ? null : Uint8Array.from({ length: groups }, () => random.below(2)),
  }));
  return ({ engine }) => {
    const means = engine.nearestMeans(groups, costs, places);
    const seen = steps.map(({ group, mean, codes, among }) => {
      means.move(group, mean);
      return [means.nearest(codes, among), Array.from({ length: groups }, (_, g) => means.distance(codes, g))];
    });
    means.dispose();
    return seen;
  };
}

function prepareRuns(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed);
  const { line } = drawLine(random);
  const rows = line.vectorOf.length;
  const k = 1 + random.below(4);
  const ends = Uint32Array.from({ length: rows + 1 }, (_, s) => Math.min(rows + 1, s + k));
  const window = 1 + random.below(5);
  const budget = seed % 4 === 0 ? 1e9 : 1 + (seed % 4);
  const holds = Uint8Array.from({ length: rows * window }, () => random.below(2));
  return ({ engine }) => [
    finish(engine.cheapestRuns(line, { ends }), budget),
    finish(engine.cheapestRuns(line, { window, holds }), budget),
    rows < k ? null : finish(engine.greedyRuns(line, ends), budget),
  ];
}

function prepareHilbert(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed);
  const [dimensions, bits] = [[1, 16], [2, 4], [3, 3], [5, 2], [9, 1], [7, 10], [4, 16], [1, 1], [2, 16], [33, 1], [4, 1], [3, 2]][seed]; // prettier-ignore
  // More points than one call takes.
  const count = seed > 9 ? 65_600 : 60;
  const points = Array.from({ length: dimensions }, () =>
    Uint32Array.from({ length: count }, () => random.below(2 ** bits)),
  );
  return ({ engine }) => engine.hilbertKeys(points, bits);
}

export const groupCases = [
  ...seededCases('points', 40, preparePoints),
  ...seededCases('members', 40, prepareMembers),
  ...seededCases('means', 40, prepareMeans),
  ...seededCases('runs', 120, prepareRuns),
  ...seededCases('hilbert', 12, prepareHilbert),
];
