import { describe, expect, it } from 'vitest';
import type { CutEvaluator, Engine } from '../../src/engine/engine.js';
import { CapacityError, InvalidArgumentError } from '../../src/base/errors.js';
import { casesOf } from '../shared.js';
import { costOf, drawCutCase, drawCuts, subsetsOf, sum, toggle, type CutCase } from './cut-oracle.js';
import { allEngines } from './engines.js';
import { generator } from './random.js';

const CASES = casesOf(20_000, 53);

const engines = await allEngines();

/** Runs a check on the evaluator of every engine; whatever it made is disposed of. */
function onEach(drawn: CutCase, check: (evaluator: CutEvaluator, engine: Engine) => void): void {
  for (const engine of engines) {
    const columns = drawn.sizes.map((size, a) => ({
      codes: Uint32Array.from(drawn.vectors, (vector) => vector[a]),
      size,
    }));
    const set = engine.frequencySetOf(columns, drawn.counts);
    const evaluator = engine.cutEvaluator(set, drawn.problem);
    set.dispose();
    check(evaluator, engine);
    evaluator.dispose();
  }
}

describe('the evaluator of cuts, in every engine', () => {
  it('counts cost and suppressed rows as the definition does', () => {
    const random = generator(11);
    for (let i = 0; i < CASES; i++) {
      const drawn = drawCutCase(random);
      const cuts = drawCuts(random, drawn.sizes);
      const expected = costOf(drawn, cuts);
      onEach(drawn, (evaluator) => expect(evaluator.evaluate(cuts)).toEqual(expected));
    }
  });

  it('counts the same however often cuts of the same attributes were evaluated', () => {
    const random = generator(15);
    for (let i = 0; i < CASES / 20; i++) {
      const drawn = drawCutCase(random, { attributes: 5, size: 9, vectors: 200 });
      const asked = Array.from({ length: 120 }, () => {
        const kept = 1 + random.below(2 ** drawn.sizes.length);
        return drawCuts(random, drawn.sizes).map((list, a) => ((kept >>> a) & 1 ? list : new Uint32Array(0)));
      });
      const expected = asked.map((cuts) => costOf(drawn, cuts));
      onEach(drawn, (evaluator) => expect(asked.map((cuts) => evaluator.evaluate(cuts))).toEqual(expected));
    }
  });

  it('counts the same while the cuts that are usual change', () => {
    const random = generator(17);
    for (let i = 0; i < casesOf(60, 2); i++) {
      const drawn = drawCutCase(random, { attributes: 5, size: 9, vectors: 60 });
      let usual = drawCuts(random, drawn.sizes);
      const asked = Array.from({ length: 1500 }, (_, at) => {
        if (at % 400 === 399) usual = drawCuts(random, drawn.sizes);
        const other = random.below(drawn.sizes.length);
        return usual.map((list, a) => {
          const own = list.filter(() => random.below(5) > 0);
          return a === other && random.below(2) === 0 ? drawCuts(random, drawn.sizes)[a] : own;
        });
      });
      const expected = asked.map((cuts) => costOf(drawn, cuts));
      onEach(drawn, (evaluator) => expect(asked.map((cuts) => evaluator.evaluate(cuts))).toEqual(expected));
    }
  });

  it('returns cost and suppressed rows after every toggle of one cut', () => {
    const random = generator(12);
    for (let i = 0; i < CASES / 3; i++) {
      const drawn = drawCutCase(random);
      const cuts = drawCuts(random, drawn.sizes);
      const expected = drawn.problem.allowed.map((allowed, a) =>
        Array.from(allowed, (isAllowed, leaf) =>
          leaf === 0 || isAllowed === 0
            ? { cost: NaN, suppressed: NaN }
            : costOf(
                drawn,
                cuts.map((list, b) => (b === a ? toggle(list, leaf) : list)),
              ),
        ),
      );
      onEach(drawn, (evaluator) => {
        const { cost, suppressed } = evaluator.toggles(cuts);
        const found = cost.map((costs, a) =>
          Array.from(costs, (c, leaf) => ({ cost: c, suppressed: suppressed[a][leaf] })),
        );
        expect(found).toEqual(expected);
      });
    }
  });

  it('returns the same for some cuts over vectors that they do not part', () => {
    const random = generator(16);
    for (let i = 0; i < CASES / 5; i++) {
      const drawn = drawCutCase(random, { attributes: 4, size: 7, vectors: 60 });
      const known = drawCuts(random, drawn.sizes);
      const fewer = known.map((list) => list.filter(() => random.below(3) > 0));
      const cuts = fewer.map((list) => list.filter(() => random.below(2) > 0));
      onEach(drawn, (evaluator) => {
        const coarse = evaluator.coarsen(known);
        const coarser = coarse.coarsen(fewer);
        const all = evaluator.toggles(cuts);
        for (const [own, lists] of [[coarse, known] as const, [coarser, fewer] as const]) {
          expect(own.evaluate(cuts)).toEqual(costOf(drawn, cuts));
          const { cost, suppressed } = own.toggles(cuts);
          lists.forEach((list, a) => {
            for (const leaf of list) {
              expect(cost[a][leaf]).toBe(all.cost[a][leaf]);
              expect(suppressed[a][leaf]).toBe(all.suppressed[a][leaf]);
            }
          });
        }
        coarse.dispose();
        expect(coarser.evaluate(cuts)).toEqual(costOf(drawn, cuts));
        expect(() => coarse.evaluate(cuts)).toThrow('was disposed of');
      });
    }
  });

  it('finds the best cuts of one attribute among all subsets, ties by the smaller last cut', () => {
    const random = generator(13);
    for (let i = 0; i < CASES / 3; i++) {
      const drawn = drawCutCase(random);
      const cuts = drawCuts(random, drawn.sizes);
      const attribute = random.below(drawn.sizes.length);
      const rows = sum(drawn.counts);
      const penalty = random.pick([0, 1, rows, 3 * rows, 1000 * rows, random.below(100)]);
      const withCuts = (list: Uint32Array) => cuts.map((other, a) => (a === attribute ? list : other));
      let best: { cost: number; cuts: Uint32Array } | null = null;
      for (const subset of subsetsOf(drawn.problem.allowed[attribute])) {
        const { cost } = costOf(drawn, withCuts(subset), penalty);
        if (best === null || cost < best.cost || (cost === best.cost && isEarlier(subset, best.cuts))) {
          best = { cost, cuts: subset };
        }
      }
      onEach(drawn, (evaluator) => expect(evaluator.bestCuts(cuts, attribute, penalty)).toEqual(best!.cuts));
    }
  });

  it('agrees on larger tables, keys of several words and fractional penalties', () => {
    const random = generator(14);
    for (let i = 0; i < casesOf(200, 5); i++) {
      const wide = i % 2 === 0;
      const drawn = drawCutCase(random, { attributes: wide ? 30 : 5, size: wide ? 9 : 300, vectors: 3000 });
      const cuts = drawCuts(random, drawn.sizes);
      const seen: unknown[] = [];
      onEach(drawn, (evaluator) => {
        seen.push([
          evaluator.evaluate(cuts),
          evaluator.toggles(cuts),
          drawn.sizes.map((_, a) => evaluator.bestCuts(cuts, a, 0.1 + i)),
        ]);
      });
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
      expect((seen[0] as unknown[])[0]).toEqual(costOf(drawn, cuts));
    }
  });

  it('refuses what does not fit, and works again afterwards', () => {
    const drawn: CutCase = {
      sizes: [3, 5000],
      vectors: [
        [0, 0],
        [2, 4999],
      ],
      counts: Uint32Array.of(2, 3),
      problem: {
        attributes: 2,
        k: 2,
        metric: 'discernibility',
        suppressionLimit: 0,
        labels: null,
        allowed: [Uint8Array.of(1, 1, 1), new Uint8Array(5000).fill(1)],
      },
    };
    const none = new Uint32Array(0);
    onEach(drawn, (evaluator) => {
      expect(() => evaluator.evaluate([none])).toThrow(InvalidArgumentError);
      expect(() => evaluator.evaluate([Uint32Array.of(3), none])).toThrow(InvalidArgumentError);
      expect(() => evaluator.evaluate([Uint32Array.of(0), none])).toThrow(InvalidArgumentError);
      expect(() => evaluator.evaluate([Uint32Array.of(2, 1), none])).toThrow(InvalidArgumentError);
      expect(() => evaluator.bestCuts([none, none], 2, 1)).toThrow(InvalidArgumentError);
      expect(() => evaluator.bestCuts([none, none], 0, Infinity)).toThrow(InvalidArgumentError);
      expect(() => evaluator.bestCuts([none, none], 1, 1)).toThrow(CapacityError);
      expect(evaluator.bestCuts([none, none], 0, 5)).toEqual(Uint32Array.of(1));
      expect(evaluator.evaluate([Uint32Array.of(1), none])).toEqual({ cost: 13, suppressed: 0 });
    });
    const wrong = (changes: Partial<CutCase['problem']>) => ({ ...drawn, problem: { ...drawn.problem, ...changes } });
    const nothing = (): void => undefined;
    expect(() => onEach(wrong({ attributes: 3 }), nothing)).toThrow(InvalidArgumentError);
    expect(() => onEach(wrong({ k: 0 }), nothing)).toThrow(InvalidArgumentError);
    expect(() => onEach(wrong({ allowed: [] }), nothing)).toThrow(InvalidArgumentError);
    expect(() => onEach(wrong({ metric: 'classification' }), nothing)).toThrow(InvalidArgumentError);
    const labels = { size: 2, histogram: Uint32Array.of(1, 1, 1, 1) };
    expect(() => onEach(wrong({ metric: 'classification', labels }), nothing)).toThrow(/add up/);
  });

  it('counts discernibility of rows up to 2^26 exactly and refuses more', () => {
    const drawn = (rows: number): CutCase => ({
      sizes: [2],
      vectors: [[0], [1]],
      counts: Uint32Array.of(rows - 3, 3),
      problem: {
        attributes: 1,
        k: 4,
        metric: 'discernibility',
        suppressionLimit: rows,
        labels: null,
        allowed: [Uint8Array.of(0, 1)],
      },
    });
    const rows = 2 ** 26;
    onEach(drawn(rows), (evaluator) => {
      expect(evaluator.evaluate([Uint32Array.of(1)])).toEqual({ cost: (rows - 3) ** 2 + 3 * rows, suppressed: 3 });
      expect(evaluator.toggles([Uint32Array.of(1)]).cost[0][1]).toBe(rows ** 2);
      expect(evaluator.toggles([new Uint32Array(0)]).cost[0][1]).toBe((rows - 3) ** 2 + 3 * rows);
    });
    expect(() => onEach(drawn(rows + 1), () => undefined)).toThrow(CapacityError);
  });

  it('cannot be used once it is disposed of', () => {
    const drawn = drawCutCase(generator(15));
    onEach(drawn, (evaluator) => {
      evaluator.dispose();
      expect(() => evaluator.evaluate(drawn.sizes.map(() => new Uint32Array(0)))).toThrow(/disposed/);
    });
  });
});

/** The smaller last cut, then the smaller one before it, ...; no cut is smaller than any. */
function isEarlier(a: Uint32Array, b: Uint32Array): boolean {
  for (let i = 1; i <= Math.max(a.length, b.length); i++) {
    const x = a.at(-i) ?? 0;
    const y = b.at(-i) ?? 0;
    if (x !== y) return x < y;
  }
  return false;
}
