import { describe, expect, it } from 'vitest';
import { NearBoxes, type RowBox } from '../../../src/algorithms/local/near-boxes.js';
import { boxCost, starSpan, type Span } from '../../../src/algorithms/local/spans.js';
import { seededRandom } from '../../../src/base/random.js';

const SIZE = 12;
/** A cost that grows with the run, in steps, so that many are equal. */
const stepSpan: Span = { ...starSpan(SIZE, 1), cost: (lo, hi) => Math.floor((hi - lo + 1) / 2) };

describe('the box that costs least to join', () => {
  it('is the one that a look at all of them finds, the first of equal ones, while boxes are joined', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 30; round++) {
      const spans = [stepSpan, stepSpan, starSpan(SIZE, 1)];
      const boxOf = (lo: Uint32Array, hi: Uint32Array, rows: number): RowBox => ({
        ...{ lo, hi, rows, cost: boxCost(spans, lo, hi) },
      });
      const boxes: (RowBox | null)[] = Array.from({ length: 1 + random.below(80) }, () => {
        const lo = Uint32Array.from(spans, () => random.below(SIZE));
        const hi = lo.map((code) => Math.min(SIZE - 1, code + random.below(4)));
        return boxOf(lo, hi, 1 + random.below(5));
      });
      const near = new NearBoxes(spans, boxes as RowBox[]);
      const unionOf = (one: RowBox, two: RowBox): RowBox =>
        boxOf(
          one.lo.map((code, a) => Math.min(code, two.lo[a])),
          one.hi.map((code, a) => Math.max(code, two.hi[a])),
          one.rows + two.rows,
        );
      for (let left = boxes.length; left > 0; left--) {
        const open = Array.from(boxes.keys()).filter((box) => boxes[box] !== null);
        const own = open[random.below(open.length)];
        let best = -1;
        let least = Infinity;
        for (const other of open) {
          if (other === own) continue;
          const [one, two] = [boxes[own] as RowBox, boxes[other] as RowBox];
          const union = unionOf(one, two);
          const cost = union.cost * union.rows - two.cost * two.rows;
          if (cost < least) [best, least] = [other, cost];
        }
        expect(near.nearest(own)).toBe(best);
        if (best < 0) break;
        boxes[best] = unionOf(boxes[own] as RowBox, boxes[best] as RowBox);
        boxes[own] = null;
        near.join(own, best);
      }
    }
  });
});
