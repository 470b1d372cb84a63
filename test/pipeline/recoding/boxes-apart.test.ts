import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../../src/base/steps.js';
import { areApart } from '../../../src/pipeline/recoding/boxes-apart.js';
import { drawing } from '../../random.js';

type Box = readonly (readonly [number, number])[];

/** Boxes of a space that is cut again and again, shuffled; each may be smaller than what the cuts left of it. */
function cutSpace(below: (n: number) => number, attributes: number, wanted: number): Box[] {
  const boxes: Box[] = [Array.from({ length: attributes }, () => [0, 3 + below(30)] as const)];
  for (let tries = 0; boxes.length < wanted && tries < 20 * wanted; tries++) {
    const [box] = boxes.splice(below(boxes.length), 1);
    const a = below(attributes);
    const [lo, hi] = box[a];
    if (lo === hi) boxes.push(box);
    else {
      const cut = lo + below(hi - lo);
      boxes.push(box.with(a, [lo, cut]), box.with(a, [cut + 1, hi]));
    }
  }
  const shrunk = boxes.map((box) => box.map(([lo, hi]) => [lo + below(2) * Number(hi > lo), hi] as const));
  return shrunk.map((box) => ({ box, key: below(1 << 30) })).sort((a, b) => a.key - b.key).map(({ box }) => box); // prettier-ignore
}

const isApart = (boxes: readonly Box[]): boolean =>
  boxes.every((one, i) =>
    boxes.every((other, j) => j >= i || one.some(([lo, hi], a) => hi < other[a][0] || other[a][1] < lo)),
  );

function show(boxes: readonly Box[]): boolean {
  const ends = (end: 0 | 1): Uint32Array[] =>
    (boxes[0] ?? []).map((_, a) => Uint32Array.from(boxes, (box) => box[a][end]));
  return runToCompletion(areApart({ lower: ends(0), upper: ends(1) }, boxes.length));
}

describe('boxes without a common point', () => {
  it('are found in a space that is cut again and again, and not where two boxes meet', () => {
    let met = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const below = drawing(seed);
      const boxes = cutSpace(below, 1 + below(4), 1 + below(200));
      expect(isApart(boxes)).toBe(true);
      expect(show(boxes), `seed ${seed}`).toBe(true);
      // One box grows by a cell.
      const at = below(boxes.length);
      const a = below(boxes[at].length);
      const grown = boxes.with(at, boxes[at].with(a, [boxes[at][a][0], boxes[at][a][1] + 1]));
      if (isApart(grown)) continue;
      met++;
      expect(show(grown), `seed ${seed}`).toBe(false);
    }
    expect(met).toBeGreaterThan(100);
  });

  it('are not found among many that no cut divides', () => {
    // The arms of a windmill around a box: two of rows, two of columns.
    const whole: Box = [[7, 13], [7, 13]]; // prettier-ignore
    const arms = Array.from({ length: 7 }, (_, i): Box[] => [
      [[0, 13], [i, i]],
      [[14 + i, 14 + i], [0, 13]],
      [[7, 20], [14 + i, 14 + i]],
      [[i, i], [7, 20]],
    ]); // prettier-ignore
    const all = [...arms.flat(), whole];
    expect([isApart(all), show(all)]).toEqual([true, false]);
    // Few boxes are compared in pairs.
    const few = [...arms[6], whole];
    expect([isApart(few), show(few)]).toEqual([true, true]);
  });

  it('are none, or one', () => {
    expect(show([])).toBe(true);
    expect(show([[[2, 5]]])).toBe(true);
  });
});
