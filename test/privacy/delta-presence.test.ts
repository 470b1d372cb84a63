import { describe, expect, it } from 'vitest';
import { createModels } from '../../src/privacy/create-models.js';
import type { PrivacyModel } from '../../src/privacy/model.js';
import { drawing } from '../random.js';

const modelOf = (min: number, max: number, outside?: 'judged' | 'ignored'): PrivacyModel => {
  const given = outside === undefined ? {} : { outside };
  return createModels([{ model: 'delta-presence', min, max, public: 'people', ...given }])[0];
};

/** Shares of the public people in the table: of each class, and of those in no class where they are judged. */
function sharesOf(drawn: { rows: number[]; people: number[]; suppressed: number; outside: number }, judged: boolean) {
  const classes = drawn.rows.map((rows, c) => rows / drawn.people[c]);
  return judged && drawn.outside > 0 ? [...classes, drawn.suppressed / drawn.outside] : classes;
}

describe('delta-presence of counted classes', () => {
  it('is the least and the most probable presence, of people outside of all classes too unless they are ignored', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const below = drawing(seed);
      const rows = Array.from({ length: below(4) }, () => 1 + below(6));
      const drawn = {
        rows,
        people: rows.map((count) => count + below(6)),
        suppressed: below(3),
        outside: below(3) === 0 ? 0 : 3 + below(6),
      };
      const judged = below(2) === 0;
      const [min, max] = [below(5) / 10, 0.5 + below(6) / 10];
      const model = modelOf(min, max, judged ? undefined : 'ignored');
      const counts = { population: drawn.people, outside: drawn.outside, suppressed: drawn.suppressed };
      const found = model.achieved(Uint32Array.from(rows), null, null, counts);
      const shares = sharesOf(drawn, judged);
      expect(found.achieved).toEqual(shares.length === 0 ? {} : { min: Math.min(...shares), max: Math.max(...shares) });
      expect(found.holds).toBe(shares.every((share) => share >= min - 1e-12 && share <= max + 1e-12));
    }
  });

  it('holds at its very bounds, and not beside them', () => {
    const holds = (rows: number, people: number): boolean =>
      modelOf(0.25, 0.5).achieved(Uint32Array.of(rows), null, null, {
        population: [people],
        outside: 0,
        suppressed: 0,
      }).holds;
    expect([holds(1, 4), holds(2, 4), holds(249, 1000), holds(501, 1000)]).toEqual([true, true, false, false]);
  });

  it('is the given range where a permuted release hides who is in which class', () => {
    const counts = { population: [9], outside: 0, suppressed: 0, presence: [0.2, 0.6] };
    const ask = (max: number) => modelOf(0.2, max).achieved(Uint32Array.of(3), null, null, counts);
    expect(ask(0.6)).toMatchObject({ achieved: { min: 0.2, max: 0.6 }, holds: true });
    expect(ask(0.5)).toMatchObject({ achieved: { min: 0.2, max: 0.6 }, holds: false });
  });

  it('needs the public people of each class', () => {
    expect(() => modelOf(0, 1).achieved(Uint32Array.of(3), null, null)).toThrow('public rows per class');
  });
});

const none = new Uint32Array(0);

describe('delta-presence of those outside of all classes', () => {
  it('judges the suppressed rows among them, unless nobody is outside or they are ignored', () => {
    const holds = (outside: number | undefined, of?: 'ignored'): boolean | undefined =>
      modelOf(0.2, 0.5, of).table?.holds({ classes: 4, released: 20, suppressed: 3, outside });
    expect([holds(10), holds(4), holds(20), holds(0), holds(undefined)]).toEqual([true, false, false, true, true]);
    expect([holds(4, 'ignored'), holds(20, 'ignored')]).toEqual([true, true]);
  });

  it('is kept by joining classes while all are judged, or without a least presence', () => {
    // A class joined to a region without rows of the table, which nobody judges, may fall below the least presence.
    const isMonotone = (min: number, of: 'judged' | 'ignored'): boolean => modelOf(min, 1, of).monotone;
    expect([isMonotone(0.2, 'judged'), isMonotone(0, 'ignored'), isMonotone(0.2, 'ignored')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(modelOf(0, 1).monotone).toBe(true);
  });

  it('says whether regions without rows of the table may stay', () => {
    expect(modelOf(0.2, 0.5).condition(3, none)).toEqual({
      kind: 'presence',
      column: 3,
      min: 0.2,
      max: 0.5,
      empty: false,
    });
    expect(modelOf(0.2, 0.5, 'ignored').condition(3, none)).toMatchObject({ empty: true });
  });
});
