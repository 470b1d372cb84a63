import { describe, expect, it } from 'vitest';
import { makePatterns, patternsOf, type SuppressionInput } from '../../../src/algorithms/cells/patterns.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, seedRanges } from '../../shared.js';

const always = (): boolean => true;

function draw(seed: number): SuppressionInput {
  const random = seededRandom(seed);
  const points = 1 + random.below(40);
  const size = 1 + random.below(6);
  const columns = Array.from({ length: 1 + random.below(9) }, () => 1 + random.below(size));
  return {
    codes: columns.map((values) => Uint32Array.from({ length: points }, () => random.below(values))),
    counts: Uint32Array.from({ length: points }, () => 1 + random.below(3)),
    weights: columns.map(() => 1 + random.below(3)),
    k: 2 + random.below(4),
  };
}

/** Every pattern of at most three cells (of any number up to six attributes) and the full one, by the definition. */
function expectedOf({ codes, counts, weights, k }: SuppressionInput) {
  const q = codes.length;
  const all = [];
  for (let bits = 0; bits < 2 ** q; bits++) {
    const cells = codes.map((_, a) => (bits >> a) & 1);
    const suppressed = cells.reduce((sum, cell) => sum + cell, 0);
    if (q > 6 && suppressed > 3 && suppressed < q) continue;
    const known = new Map<string, number>();
    const ids = Array.from(counts, (_, p) => {
      const key = codes.map((column, a) => (cells[a] === 1 ? '*' : column[p])).join();
      known.set(key, known.get(key) ?? known.size);
      return known.get(key)!;
    });
    const rows = new Array<number>(known.size).fill(0);
    ids.forEach((id, p) => (rows[id] += counts[p]));
    const large = [...rows.keys()].filter((id) => rows[id] >= k);
    all.push({ bits, weight: cells.reduce((sum, cell, a) => sum + cell * weights[a], 0), ids, large, suppressed });
  }
  return all.sort((x, y) => x.weight - y.weight || x.bits - y.bits);
}

describe('patterns of suppressed cells', () => {
  it('are as many as their number says', () => {
    for (let q = 1; q <= 30; q++) {
      const codes = Array.from({ length: q }, () => Uint32Array.of(0, 0, 0));
      const input = { codes, counts: Uint32Array.of(5, 5, 5), weights: codes.map(() => 1), k: 2 };
      expect(patternsOf(q)).toBe(runToCompletion(makePatterns(input, always)).looked.length);
    }
  });

  it.each(seedRanges(casesOf(2000, 18), 10))('are those under which k rows are released alike, with the first and the last: seeds $from to $to', ({ from, to }) => {
    let left = 0;
    for (let seed = from; seed < to; seed++) {
      const input = draw(seed);
      const expected = expectedOf(input);
      const { patterns, looked } = runToCompletion(makePatterns(input, always));
      expect(looked.map(({ bits }) => bits)).toEqual(expected.map(({ bits }) => bits));
      expect(looked.map(({ weight }) => weight)).toEqual(expected.map(({ weight }) => weight));
      expect(looked.map(({ values }) => values)).toEqual(expected.map(({ ids }) => new Set(ids).size));
      const byBits = new Map(patterns.map((pattern) => [pattern.bits, pattern]));
      for (const { bits, ids, large, suppressed } of expected) {
        const pattern = byBits.get(bits);
        const isEnd = suppressed === 0 || suppressed === input.codes.length;
        if (isEnd) expect(pattern).toBeDefined();
        else if (large.length === 0) expect(pattern).toBeUndefined();
        if (pattern === undefined) {
          left++;
          // Left out: no value of k rows, or the same values as without suppressed cells.
          if (large.length > 0) expect(new Set(ids).size).toBe(input.counts.length);
          continue;
        }
        expect([...pattern.ids]).toEqual(ids.map((id) => 1 + large.indexOf(id)));
        expect(pattern.large).toBe(large.length);
        expect([...pattern.values!].slice(1)).toEqual(large);
        expect(pattern.start[1]).toBe(0);
        expect(pattern.start.length).toBe(large.length + 2);
        large.forEach((value, i) => {
          const members = [...pattern.members.subarray(pattern.start[i + 1], pattern.start[i + 2])];
          expect(members).toEqual([...ids.keys()].filter((p) => ids[p] === value));
        });
      }
      // Without counts of values the release is the same, but for values of one point each.
      const short = runToCompletion(makePatterns(input, always, { countsValues: false }));
      expect(short.looked.map(({ bits }) => bits)).toEqual(expected.map(({ bits }) => bits));
      expect(short.looked.map(({ values }) => values)).toEqual(expected.map(() => null));
      const shortByBits = new Map(short.patterns.map((pattern) => [pattern.bits, pattern]));
      for (const { values, ...pattern } of patterns) {
        const same = shortByBits.get(pattern.bits);
        if (same === undefined) expect(pattern.members.length).toBe(pattern.large);
        else expect({ ...same, values }).toEqual({ ...pattern, values });
      }
      expect(patterns.map(({ bits }) => bits)).toEqual(looked.flatMap(({ bits }) => (byBits.has(bits) ? [bits] : [])));
    }
    expect(left).toBeGreaterThan(10);
  }); // prettier-ignore

  describe('that many', () => {
    // Yields come after many points: these attributes suffice for a few hundred of them.
    const random = seededRandom(3);
    const points = 4000;
    const codes = Array.from({ length: 12 }, () => Uint32Array.from({ length: points }, () => random.below(2)));
    const input = { codes, counts: new Uint32Array(points).fill(1), weights: codes.map(() => 1), k: 2 };
    const cellsOf = (bits: number): number => [...bits.toString(2)].filter((digit) => digit === '1').length;
    const whole = 2 ** codes.length - 1;

    it('are all made where nothing ends it, and yields come every few milliseconds', () => {
      // After at most 2^17 points grouped and those of one pattern more.
      let yields = 0;
      const steps = makePatterns(input, always);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) yields++;
      expect(step.value.patterns.length).toBe(1 + 12 + 66 + 220 + 1);
      expect(yields).toBeGreaterThan((300 * points) / 2 ** 17);
    });

    it('are of few cells first where memory ends, and always the first and the last', () => {
      const few = runToCompletion(makePatterns(input, always, { mostMembers: 20 * points })).patterns;
      expect(few[0].bits).toBe(0);
      expect(few[few.length - 1].bits).toBe(whole);
      expect(few.length).toBeGreaterThan(20);
      expect(few.length).toBeLessThan(60);
      expect(Math.max(...few.slice(0, -1).map(({ bits }) => cellsOf(bits)))).toBe(2);
      expect(few.filter(({ bits }) => cellsOf(bits) === 1).length).toBe(12);
    });

    it('are the first and the last and a few more where time ends', () => {
      let asked = 0;
      const late = runToCompletion(makePatterns(input, () => ++asked < 3)).patterns;
      expect(asked).toBe(3);
      expect(late.length).toBeGreaterThan(2);
      expect(late.length).toBeLessThan(60);
      const none = runToCompletion(makePatterns(input, () => false)).patterns;
      expect([none[0].bits, none[none.length - 1].bits]).toEqual([0, whole]);
    });
  });
});
