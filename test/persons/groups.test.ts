import { describe, expect, it } from 'vitest';
import { cutDownTo } from '../../src/algorithms/boxes/split-boxes.js';
import { growGroups } from '../../src/algorithms/clusters/member-task.js';
import type { ClassJudge } from '../../src/algorithms/local/judge.js';
import { runToCompletion } from '../../src/base/steps.js';
import { seededRandom } from '../../src/base/random.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { casesOf } from '../shared.js';

const engine = await createEngine({ engine: 'js' });

/** Vectors of two numbers with the person of each; a person has several. */
function draw(seed: number) {
  const random = seededRandom(seed);
  const vectors = 4 + random.below(40);
  const count = 2 + random.below(vectors);
  const sizes = [2 + random.below(12), 2 + random.below(12)];
  const numbers = (below: number): Uint32Array => Uint32Array.from({ length: vectors }, () => random.below(below));
  const tables = sizes.map((size) =>
    Int32Array.from({ length: size * size }, (_, at) => Math.abs((at % size) - Math.floor(at / size))),
  );
  const costs = sizes.map((size, a) => ({ size, table: tables[a], line: null, tree: null }));
  const spans = sizes.map((size) => ({ size, cost: (lo: number, hi: number) => hi - lo }));
  return { codes: sizes.map(numbers), counts: numbers(4).map((rows) => rows + 1), of: numbers(count), count, costs, spans, k: 1 + random.below(4) };
} // prettier-ignore

type Drawn = ReturnType<typeof draw>;
const personsOf = ({ of }: Drawn, vectors: Iterable<number>): number => new Set(Array.from(vectors, (v) => of[v])).size;
const rowsOf = ({ counts }: Drawn, vectors: readonly number[]): number =>
  vectors.reduce((sum, v) => sum + counts[v], 0);
const costOf = (drawn: Drawn, vectors: readonly number[]): number =>
  rowsOf(drawn, vectors) *
  drawn.codes.reduce((sum, column) => {
    const own = vectors.map((v) => column[v]);
    return sum + Math.max(...own) - Math.min(...own);
  }, 0);

describe('cuts by cost', () => {
  it('take the cheapest cut that leaves enough persons on both sides, as looking at all cuts does', () => {
    for (let seed = 1; seed <= casesOf(2000, 150); seed++) {
      const drawn = draw(seed);
      const { codes, of, count, k, spans, counts } = drawn;
      const judge = { minimum: k, bySize: false, persons: { of, count, least: k } } as unknown as ClassJudge;
      const boxes = runToCompletion(cutDownTo({ codes, counts, spans }, judge, { few: 0, isOver: () => false }));
      const expected: number[][] = [];
      const open = [[...counts.keys()]];
      for (let own = open.pop(); own !== undefined; own = open.pop()) {
        const part = own;
        let least = Infinity;
        let sides: number[][] = [];
        codes.forEach((column) => {
          for (const first of [...new Set(part.map((v) => column[v]))].sort((a, b) => b - a)) {
            const both = [part.filter((v) => column[v] < first), part.filter((v) => column[v] >= first)];
            if (both.some((side) => personsOf(drawn, side) < k || rowsOf(drawn, side) < k)) continue;
            const cost = both.reduce((sum, side) => sum + costOf(drawn, side), 0);
            if (cost < least) [least, sides] = [cost, both];
          }
        });
        if (sides.length === 0) expected.push(part);
        else open.push(sides[1], sides[0]);
      }
      const found = boxes.isOpen.map((_, box) => [...boxes.vectors.subarray(boxes.starts[box], boxes.starts[box + 1])].sort((a, b) => a - b));
      expect(found, `seed ${seed}`).toEqual(expected);
    }
  }); // prettier-ignore
});

describe('k-member', () => {
  it('grows groups of k persons, who keep the rows of a vector together, and leaves what has fewer', async () => {
    for (let seed = 1; seed <= casesOf(2000, 150); seed++) {
      const drawn = draw(seed);
      const { codes, counts, of, costs, k } = drawn;
      const still = (): Promise<void> => Promise.resolve();
      const { groups, left } = await growGroups(engine, { codes, counts, persons: of }, { costs, k }, still);
      const { starts, vectors } = groups;
      expect(groups.counts).toEqual(vectors.map((vector) => counts[vector]));
      for (let g = 0; g + 1 < starts.length; g++) {
        expect(personsOf(drawn, vectors.subarray(starts[g], starts[g + 1])), `seed ${seed}`).toBe(k);
      }
      const open = [...counts.keys()].filter((vector) => left[vector] > 0);
      expect(new Set([...vectors, ...open])).toEqual(new Set(counts.keys()));
      expect(personsOf(drawn, open)).toBeLessThan(k);
    }
  });
});
