import { describe, expect, it } from 'vitest';
import { CapacityError } from '../../src/base/errors.js';
import { CutProjections, type KnownCuts, type Projection } from '../../src/engine/cut-projections.js';
import type { CutSets } from '../../src/engine/engine.js';
import { generator } from './random.js';

const SIZES = [12, 9, 7, 20];
const ITEMS = 10_000;

interface Made extends Projection {
  readonly known: KnownCuts;
  isDisposed: boolean;
}

const leavesOf = (size: number): Uint32Array => Uint32Array.from({ length: size - 1 }, (_, i) => i + 1);
const knows = (known: KnownCuts, cuts: CutSets): boolean =>
  cuts.every((list, a) => known[a] === null || [...list].every((cut) => known[a]!.includes(cut)));

/** Projections of made-up items, as many as the cuts that are known part at most. */
function makeProjections(refuse: () => boolean = () => false) {
  const all: Made[] = [];
  const projections = new CutProjections<Made>(ITEMS, SIZES, (known, from) => {
    if (refuse()) throw new CapacityError('memory', 2, 1);
    if (from !== null) {
      expect(from.isDisposed).toBe(false);
      expect(
        knows(
          from.known,
          known.map((list, a) => list ?? leavesOf(SIZES[a])),
        ),
      ).toBe(true);
    }
    const classes = known.reduce((product, list, a) => product * (list === null ? SIZES[a] : list.length + 1), 1);
    const made = {
      items: Math.min(classes, from?.items ?? ITEMS),
      known,
      isDisposed: false,
      dispose: () => (made.isDisposed = true),
    };
    all.push(made);
    return made;
  });
  return { projections, all };
}

describe('projections of a search for cuts', () => {
  it.each([false, true])('know the cuts that are asked for, with all memory or little: %s', (isRefused) => {
    const random = generator(5);
    const { projections, all } = makeProjections(() => isRefused && random.below(3) > 0);
    const drawUsual = (): CutSets => SIZES.map((size) => leavesOf(size).filter(() => random.below(4) === 0));
    let usual = drawUsual();
    for (let i = 0; i < 6000; i++) {
      if (i % 2000 === 1999) usual = drawUsual();
      const other = random.below(3 * SIZES.length);
      const cuts = usual.map((list, a) =>
        a === other ? leavesOf(SIZES[a]).filter(() => random.below(3) === 0) : list,
      );
      const found = projections.of(cuts);
      if (found !== null) {
        expect(found.isDisposed).toBe(false);
        expect(knows(found.known, cuts)).toBe(true);
      }
      const held = all.filter(({ isDisposed }) => !isDisposed).reduce((sum, { items }) => sum + items, 0);
      expect(held).toBeLessThanOrEqual(ITEMS);
    }
    expect(all.length).toBeGreaterThan(10);
    projections.dispose();
    expect(all.every(({ isDisposed }) => isDisposed)).toBe(true);
  });

  it('know usual cuts alone after a while, and others of one attribute beside them', () => {
    const { projections } = makeProjections();
    const usual = [3, 4, 2, 9].map((cut) => Uint32Array.of(cut));
    // All attributes have cuts: nothing is merged before the usual ones are known.
    expect(projections.of(usual)).toBe(null);
    for (let i = 0; i < 70; i++) projections.of(usual);
    expect(projections.of(usual)).toMatchObject({ items: 16, known: usual });
    const others = usual.map((list, a) => (a === 3 ? Uint32Array.of(5, 9) : list));
    expect(projections.of(others)).toBe(null);
    for (let i = 0; i < 4; i++) projections.of(others);
    expect(projections.of(others)).toMatchObject({ items: 8 * 20, known: [usual[0], usual[1], usual[2], null] });
    expect(projections.of(usual)).toMatchObject({ items: 16 });
  });
});
