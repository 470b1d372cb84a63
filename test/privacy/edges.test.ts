/** Edges of models: bounds that just hold, rows in no class, and problems that are too large. */
import { describe, expect, it } from 'vitest';
import { CapacityError, InvalidArgumentError } from '../../src/base/errors.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import type { SensitiveScale } from '../../src/privacy/definition.js';
import { privacyModels } from '../../src/privacy/list.js';

const attribute = 's';
const create = (spec: PrivacySpec, scale: Partial<SensitiveScale> = {}) =>
  createModels([spec], () => ({ numbers: null, items: null, ...scale }) as SensitiveScale)[0];
const attempt = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('a bound of a model', () => {
  it('is held by what reaches it but for the tolerance', () => {
    // The bound with its tolerance is exactly the risk.
    const risk = 0.5 / (1 + 1e-12);
    expect(risk * (1 + 1e-12)).toBe(0.5);
    const average = create({ model: 'average-risk', risk });
    expect(average.achieved(Uint32Array.of(2, 2), null, null)).toMatchObject({ achieved: { risk: 0.5 }, holds: true });
    expect(average.achieved(Uint32Array.of(2, 1), null, null)).toMatchObject({ holds: false });
    const holds = (classes: number, released: number) =>
      average.table!.holds({ classes, released, suppressed: 0 } as never);
    expect([holds(2, 4), holds(3, 5), holds(0, 0)]).toEqual([true, false, true]);
    // A share of exactly 1 / l.
    for (const l of [1.5, 2, 3, 7, 10]) {
      const { upper } = create({ model: 'weak-l-diversity', l, attribute, public: 'p' }).condition(0, Uint32Array.of(1, 2)) as unknown as { upper: Float64Array }; // prettier-ignore
      expect([...upper].map((most) => most > 1 / l)).toEqual([true, true, true]);
      expect(upper[0]).toBeLessThan((1 / l) * (1 + 1e-9));
      expect(upper[2]).toBe(1);
    }
  });

  it('of logarithms is held by what is exactly there', () => {
    const found = (delta: number) =>
      create({ model: 'delta-disclosure', delta, attribute }).achieved(Uint32Array.of(2, 2), Uint32Array.of(1, 1, 0, 2), Uint32Array.of(1, 3)); // prettier-ignore
    const { delta } = found(9).achieved as { delta: number };
    // A value that every fourth person has, and every second one of a class.
    expect(delta).toBeCloseTo(Math.LN2, 15);
    expect([found(delta).holds, found(delta * (1 - 1e-9)).holds]).toEqual([true, false]);
  });

  it('is held by no classes at all', () => {
    const specs: readonly PrivacySpec[] = [
      { model: 'k-anonymity', k: 2 },
      { model: 'maximum-risk', risk: 0.1 },
      { model: 'average-risk', risk: 0.1 },
      { model: 'alpha-k-anonymity', k: 2, alpha: 0.1, attribute },
      { model: 'ke-anonymity', k: 2, e: 3, attribute },
      { model: 'km-anonymity', k: 2, m: 3, attribute },
      { model: 'beta-likeness', variant: 'basic', beta: 0.1, attribute },
      { model: 'delta-disclosure', delta: 0.1, absent: 'violates', attribute },
      { model: 't-closeness', t: 0, distance: 'equal', attribute },
      { model: 'l-diversity', variant: 'distinct', l: 3, attribute },
      { model: 'l-diversity', variant: 'entropy', l: 3, attribute },
    ];
    for (const spec of specs) {
      const model = create(spec, { numbers: Float64Array.of(1, 2), items: [[0], []] });
      const found = model.achieved(new Uint32Array(0), new Uint32Array(0), Uint32Array.of(2, 3));
      expect([spec.model, found.achieved, found.holds]).toEqual([spec.model, {}, true]);
    }
  });
});

describe('a value that the table lacks', () => {
  it('has no share to differ from', () => {
    const spec = { model: 'delta-disclosure', delta: 1, absent: 'violates', attribute } as const;
    const ask = (global: number[], counts: number[]) =>
      create(spec).achieved(Uint32Array.of(4), Uint32Array.from(counts), Uint32Array.from(global));
    expect(ask([2, 2, 0], [2, 2, 0])).toMatchObject({ achieved: { delta: 0 }, holds: true });
    expect(ask([2, 2, 1], [2, 2, 0])).toMatchObject({ achieved: {}, holds: false });
  });
});

describe('what a model cannot judge', () => {
  it('is refused, naming what is missing', () => {
    const presence = create({ model: 'delta-presence', min: 0, max: 1, public: 'p' });
    expect(attempt(() => presence.achieved(Uint32Array.of(1), null, null))).toMatchObject({ argument: 'counts' });
    expect(presence.public).toBe('regions');
    const weak = create({ model: 'weak-l-diversity', l: 2, attribute, public: 'p' });
    expect(weak.public).toBe('regions');
    expect(attempt(() => weak.achieved(Uint32Array.of(1), Uint32Array.of(1), Uint32Array.of(1)))).toMatchObject({ argument: 'counts' }); // prettier-ignore
    // Without what is known of the attribute, models that need it say so when they are asked.
    const scale = { argument: 'scale', received: 'none' };
    const specs: readonly PrivacySpec[] = [
      { model: 'km-anonymity', k: 2, m: 1, attribute },
      { model: 'ke-anonymity', k: 2, e: 1, attribute },
      { model: 't-closeness', t: 0.1, distance: 'hierarchical', attribute },
    ];
    for (const spec of specs) {
      const [unknown] = createModels([spec]);
      expect(attempt(() => unknown.condition(0, Uint32Array.of(1)))).toMatchObject(scale);
      expect(attempt(() => unknown.achieved(Uint32Array.of(1), Uint32Array.of(1), Uint32Array.of(1)))).toMatchObject(scale); // prettier-ignore
    }
    const km = create({ model: 'km-anonymity', k: 2, m: 1, attribute });
    expect(attempt(() => km.condition(0, Uint32Array.of(1)))).toMatchObject(scale);
    const noTree = attempt(() => create({ model: 't-closeness', t: 0.1, distance: 'hierarchical', attribute }, { hierarchy: null })); // prettier-ignore
    expect(noTree).toMatchObject({ code: 'HIERARCHY_MISSING', argument: 'attributes["s"].hierarchy' });
    const range = { model: 'ke-anonymity', k: 2, e: 1, attribute } as const;
    const codeOf = (...numbers: number[]) => {
      const error = attempt(() => create(range, { numbers: Float64Array.from(numbers) }));
      return error instanceof InvalidArgumentError ? [error.code, error.argument] : null;
    };
    expect(codeOf(0, 1.7e308)).toEqual(['NUMBER_RANGE', 'privacy[0].attribute']);
    expect(codeOf(-1.7e308)).toEqual(['NUMBER_RANGE', 'privacy[0].attribute']);
    expect(codeOf(-1e15, 1e15)).toBeNull();
    expect(attempt(() => create(range))).toMatchObject({ code: 'ATTRIBUTE_NOT_NUMERIC' });
  });
});

describe('the items of lists', () => {
  const condition = (items: readonly (readonly number[])[], m: number) =>
    attempt(() => create({ model: 'km-anonymity', k: 2, m, attribute }, { items }).condition(3, Uint32Array.of(1)));

  it('stand end to end, also beside empty lists', () => {
    expect(condition([[0, 4], [], [2]], 2)).toEqual({
      kind: 'sets',
      column: 3,
      k: 2,
      m: 2,
      start: Uint32Array.of(0, 2, 2, 3),
      items: Uint32Array.of(0, 4, 2),
      itemCount: 5,
    });
    expect(condition([[], []], 1)).toMatchObject({ items: new Uint32Array(0), itemCount: 0 });
  });

  it('are too many only where sets of up to m are', () => {
    const list = Array.from({ length: 60 }, (_, item) => item);
    expect(condition([list], 2)).toMatchObject({ itemCount: 60 });
    // 60 + 1,770 + 34,220 + 487,635 + 5,461,512 + 50,063,860 + 386,206,920 sets of up to seven; of eight 2,558,620,845 more.
    expect(condition([list], 7)).toMatchObject({ itemCount: 60 });
    expect(condition([list], 8)).toBeInstanceOf(CapacityError);
    expect(condition([list, list], 7)).toMatchObject({ itemCount: 60 });
    expect(condition([list, list, list], 7)).toBeInstanceOf(CapacityError);
  });
});

describe('every listed model', () => {
  it('says what it is', () => {
    for (const { name, description, source } of privacyModels) {
      const about = `${name}: a description with a full stop, a source of more than 10 characters`;
      expect([name, description.endsWith('.'), source.length > 10], about).toEqual([name, true, true]);
    }
  });
});
