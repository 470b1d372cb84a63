import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { estimateVectorRows } from '../../src/quality/box-density.js';
import type { Released, ReleasedValue } from '../../src/quality/released.js';
import { drawing } from '../random.js';
import { domainOf, runsOf } from './released.js';

/** Walks of more vectors than this are taken in steps. */
const LARGE = 4096;

interface Drawn {
  readonly sizes: readonly number[];
  readonly leaves: readonly (readonly number[])[];
  readonly boxes: readonly (readonly ReleasedValue[])[];
  readonly rowsOf: readonly number[];
  readonly suppressed: number;
}

/** Distinct vectors of three attributes, and boxes that overlap, hold sets, or lie beside all vectors. */
function draw(seed: number, vectors: number): Drawn {
  const below = drawing(seed);
  const sizes = [40, 25, 12].map((size) => size - below(3));
  // A part of the domain without vectors, so that classes and vectors miss each other on some branches.
  const all = sizes.reduce((product, size) => product * size, 1);
  const chosen = new Set<number>();
  while (chosen.size < vectors) chosen.add(below(all));
  const leaves = [...chosen]
    .map((code) => [code % sizes[0], Math.floor(code / sizes[0]) % sizes[1], Math.floor(code / sizes[0] / sizes[1])])
    .filter(([first]) => first !== 7 && first !== 8);
  const boxes = Array.from({ length: 3 + below(12) }, () =>
    sizes.map((size): ReleasedValue => {
      const lo = below(size);
      const hi = lo + below(size - lo);
      const ends = { label: `${lo}-${hi}`, lo, hi, level: -1 };
      const runs = runsOf([lo, hi, ...Array.from({ length: 3 }, () => lo + below(hi - lo + 1))]);
      return below(3) === 0 && runs.length > 1 ? { ...ends, runs } : ends;
    }),
  );
  return { sizes, leaves, boxes, rowsOf: boxes.map(() => 1 + below(50)), suppressed: below(2) * below(100) };
}

const runs = (value: ReleasedValue) => value.runs ?? [value];
const leafCount = (value: ReleasedValue): number => runs(value).reduce((sum, { lo, hi }) => sum + hi - lo + 1, 0);
const holds = (value: ReleasedValue, leaf: number): boolean =>
  runs(value).some(({ lo, hi }) => lo <= leaf && leaf <= hi);

function releasedOf({ sizes, leaves, boxes, rowsOf, suppressed }: Drawn): Released {
  const attributes = sizes.map((size, a) => ({
    domain: domainOf(size),
    values: boxes.map((box) => box[a]),
    valueOf: Uint32Array.from(boxes, (_, j) => j),
  }));
  const codes = sizes.map((_, a) => Uint32Array.from(leaves, (vector) => vector[a]));
  const counts = new Uint32Array(leaves.length).fill(1);
  const known = { sizes: Uint32Array.from(rowsOf), attributes, suppressed, vectors: { codes, counts } };
  return known as unknown as Released;
}

/** For each vector the sum over the boxes that hold it, as the definition says. */
const expectNaively = ({ sizes, leaves, boxes, rowsOf, suppressed }: Drawn): number[] => {
  const domain = sizes.reduce((product, size) => product * size, 1);
  const densities = boxes.map((box, j) => box.reduce((density, value) => density / leafCount(value), rowsOf[j]));
  return leaves.map((vector) =>
    boxes.reduce(
      (sum, box, j) => (box.every((value, a) => holds(value, vector[a])) ? sum + densities[j] : sum),
      suppressed / domain,
    ),
  );
};

describe('the rows that a reader expects for each vector', () => {
  it.each([30, 700, LARGE + 900])('are the sum over the boxes that hold it, among %i vectors', (vectors) => {
    for (let seed = 1; seed <= 6; seed++) {
      const drawn = draw(seed, vectors);
      const found = runToCompletion(estimateVectorRows(releasedOf(drawn), 1e9)) ?? [];
      const naive = expectNaively(drawn);
      expect(found).toHaveLength(naive.length);
      const far = naive.filter((rows, x) => Math.abs(rows - found[x]) > 1e-9 * Math.max(1, rows));
      expect({ seed, far }).toEqual({ seed, far: [] });
    }
  });

  it.each([30, LARGE + 900])(
    'are those of the one class that a vector is known to lie in, among %i vectors',
    (vectors) => {
      const noClass = 0xffffffff;
      for (let seed = 1; seed <= 4; seed++) {
        const drawn = draw(seed, vectors);
        const naive = expectNaively(drawn);
        const boxesOf = drawn.leaves.map((vector) =>
          drawn.boxes.flatMap((box, j) => (box.every((value, a) => holds(value, vector[a])) ? [j] : [])),
        );
        const released = releasedOf(drawn);
        const ask = (classOf: number[], isOutside: boolean) => {
          const known = { ...released.vectors, classOf: Uint32Array.from(classOf), isOutside };
          return runToCompletion(estimateVectorRows({ ...released, vectors: known } as Released, 1e9)) ?? [];
        };
        const isNear = (found: ArrayLike<number>, expected: readonly number[]): boolean =>
          expected.every((rows, x) => Math.abs(rows - found[x]) <= 1e-9 * Math.max(1, rows));
        // Vectors under one box are known, those under several or none are looked for.
        const known = boxesOf.map((boxes) => (boxes.length === 1 ? boxes[0] : noClass));
        expect(isNear(ask(known, false), naive)).toBe(true);
        // A vector that is known to lie outside has no rows but the suppressed ones, whatever boxes it is under.
        const base = drawn.suppressed / drawn.sizes.reduce((product, size) => product * size, 1);
        const outside = naive.map((rows, x) => (known[x] === noClass ? base : rows));
        expect(isNear(ask(known, true), outside)).toBe(true);
      }
    },
  );

  it('are none where every vector lies beside all boxes, and those of the suppressed rows alone', () => {
    const drawn = draw(3, LARGE + 900);
    const beside = drawn.boxes.map((box) =>
      box.map((value, a) => (a === 0 ? { ...value, lo: 7, hi: 8, runs: undefined } : value)),
    );
    const found = runToCompletion(estimateVectorRows(releasedOf({ ...drawn, boxes: beside, suppressed: 57 }), 1e9));
    const domain = drawn.sizes.reduce((product, size) => product * size, 1);
    expect(new Set(found)).toEqual(new Set([57 / domain]));
  });

  it('are not known past the budget, however many vectors there are, and no step is counted where it suffices', () => {
    const steps: number[] = [];
    for (const vectors of [30, 700, LARGE + 900]) {
      const released = releasedOf(draw(2, vectors));
      const isEnough = (budget: number): boolean => runToCompletion(estimateVectorRows(released, budget)) !== null;
      expect(isEnough(0)).toBe(false);
      let most = 1;
      while (!isEnough(most)) most *= 2;
      let least = most / 2;
      while (most - least > 1) {
        const middle = Math.floor((least + most) / 2);
        if (isEnough(middle)) most = middle;
        else least = middle;
      }
      expect(isEnough(most)).toBe(true);
      expect(isEnough(most - 1)).toBe(false);
      // Every vector is looked at, and none for more than each class in each attribute.
      expect(most).toBeLessThanOrEqual(vectors * 15 * 3);
      steps.push(most);
    }
    // The walk has always taken these numbers of steps: one that rules out less takes more.
    expect(steps).toEqual([133, 539, 1250]);
  });

  it('are looked for with pauses, among many', () => {
    const pausesOf = (vectors: number): number => {
      const walk = estimateVectorRows(releasedOf(draw(1, vectors)), 1e9);
      let pauses = 0;
      while (walk.next().done !== true) pauses++;
      return pauses;
    };
    expect([pausesOf(30), pausesOf(700), pausesOf(LARGE + 900)]).toEqual([7, 7, 18]);
  });

  it('are all of them or none, whatever the budget', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const released = releasedOf(draw(seed, 40));
      const whole = runToCompletion(estimateVectorRows(released, 1e9));
      let isEnough = false;
      for (let budget = 0; !isEnough || budget < 100; budget++) {
        const found = runToCompletion(estimateVectorRows(released, budget));
        // A larger budget never fails where a smaller one was enough.
        expect(found !== null || !isEnough).toBe(true);
        isEnough = found !== null;
        if (isEnough) expect(found).toEqual(whole);
      }
    }
  });
});
