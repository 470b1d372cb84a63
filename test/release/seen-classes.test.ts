/** Classes as a reader sees them, against their boxes: few leaves and many, sets, whole domains. */
import { describe, expect, it } from 'vitest';
import type { Recoding } from '../../src/algorithms/algorithm.js';
import { runToCompletion } from '../../src/base/steps.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Domain } from '../../src/hierarchy/domain.js';
import { showClassesInSteps } from '../../src/release/shown-classes.js';
import { domainOf, hierarchyOf } from '../quality/released.js';
import { drawing } from '../random.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

async function see(recoding: Partial<Recoding> & Pick<Recoding, 'lower' | 'upper'>, domains: readonly Domain[]) {
  const classes = recoding.lower[0].length;
  const ids = Uint32Array.from(range(classes));
  const whole: Recoding = {
    kind: 'groups',
    classes,
    parts: { vector: ids, classId: ids, count: new Uint32Array(classes).fill(1) },
    nodes: domains.map(() => false),
    ...recoding,
  };
  // Vector i is in class i, and has the first leaves of its box.
  const vectors = { codes: (a: number) => recoding.lower[a] };
  const engine = await createEngine({ engine: 'js' });
  try {
    const steps = showClassesInSteps(whole, domains, vectors, engine);
    let pauses = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return { ...step.value, pauses };
      pauses++;
    }
  } finally {
    engine.dispose();
  }
}

/** Value that a class shows of an attribute. */
const shown = ({ classOf, attributes }: Awaited<ReturnType<typeof see>>, c: number, a: number) =>
  attributes[a].values[attributes[a].valueOf[classOf[c]]];

/** A domain of texts that are coded as they are. */
function codedDomain(size: number): Domain {
  const values = domainOf(size);
  return {
    ...values,
    coding: {
      values,
      first: Uint32Array.from(range(size + 1)),
      members: values.labels,
      ends: null,
      labelOf: (lo, hi) => ({ text: lo === hi ? `${lo}` : `{${lo}..${hi}}` }),
    },
  };
}

describe('the classes that a reader sees', () => {
  it.each([5, 20, 300])('are those of equal boxes, of domains of %i leaves', async (size) => {
    for (let seed = 0; seed < 20; seed++) {
      const below = drawing(seed);
      const domains = [domainOf(size), domainOf(3)];
      const boxes = range(40).map(() => domains.map((domain) => {
        const lo = below(domain.size);
        return [lo, lo + below(Math.min(3, domain.size - lo))];
      })); // prettier-ignore
      const of = (end: number) => domains.map((_, a) => Uint32Array.from(boxes, (box) => box[a][end]));
      const seen = await see({ lower: of(0), upper: of(1) }, domains);
      const keys = boxes.map((box) => box.join());
      expect(seen.count).toBe(new Set(keys).size);
      boxes.forEach((box, c) => {
        expect(seen.classOf[c] === seen.classOf[keys.indexOf(keys[c])]).toBe(true);
        box.forEach(([lo, hi], a) => {
          expect(shown(seen, c, a)).toMatchObject({ lo, hi });
          const { values, valueOf } = seen.searched[a];
          expect(values[valueOf[seen.classOf[c]]]).toEqual({ lo, hi });
        });
      });
      // Every value once.
      for (const { values } of seen.attributes) expect(new Set(values.map(({ lo, hi }) => `${lo} ${hi}`)).size).toBe(values.length); // prettier-ignore
    }
  });

  it('show a whole domain as * where that is asked for, and a domain of one value as that', async () => {
    const domains = [domainOf(4, { hierarchy: hierarchyOf(4, [2]) }), domainOf(1, { hierarchy: hierarchyOf(1, []) })];
    const boxes = { lower: [Uint32Array.of(0, 0, 1), new Uint32Array(3)], upper: [Uint32Array.of(3, 1, 1), new Uint32Array(3)] }; // prettier-ignore
    const labelsOf = async (more: Partial<Recoding>) => {
      const seen = await see({ ...boxes, nodes: [true, true], ...more }, domains);
      return [0, 1, 2].map((c) => [0, 1].map((a) => shown(seen, c, a).label));
    };
    expect(await labelsOf({ wholeAsStar: true })).toEqual([['*', '1/0'], ['2/0', '1/0'], ['1', '1/0']]); // prettier-ignore
    const unnamed = [['4/0', '1/0'], ['2/0', '1/0'], ['1', '1/0']]; // prettier-ignore
    expect(await labelsOf({ wholeAsStar: false })).toEqual(unnamed);
    expect(await labelsOf({})).toEqual(unnamed);
  });

  it('show texts without an order by up to twelve members, where classes are recoded one by one', async () => {
    const labelsOf = async (more: Partial<Recoding>, last: number) => {
      const seen = await see({ lower: [Uint32Array.of(1, 0)], upper: [Uint32Array.of(last, 0)], ...more }, [codedDomain(30)]); // prettier-ignore
      return shown(seen, 0, 0);
    };
    for (const kind of ['regions', 'groups'] as const) {
      expect(await labelsOf({ kind }, 12)).toMatchObject({ label: '{1..12}', lo: 1, hi: 12 });
      expect(await labelsOf({ kind }, 13)).toMatchObject({ label: '*', lo: 0, hi: 29 });
    }
    for (const kind of ['cuts', 'levels'] as const) {
      expect(await labelsOf({ kind }, 13)).toMatchObject({ label: '{1..13}', lo: 1, hi: 13 });
      expect(await labelsOf({ kind }, 29)).toMatchObject({ label: '{1..29}' });
    }
  });

  it('show texts without an order by all of up to 200 members, where a public table is counted', async () => {
    const engine = await createEngine({ engine: 'js' });
    const parts = { vector: Uint32Array.of(0), classId: Uint32Array.of(0), count: Uint32Array.of(1) };
    const labelOf = (size: number, last: number, ownValues = false): unknown => {
      const codes = Uint16Array.from(range(last + 1));
      const all = { vector: Uint32Array.from(codes), classId: new Uint32Array(last + 1), count: new Uint32Array(last + 1).fill(1) }; // prettier-ignore
      const recoding: Recoding = { kind: 'regions', classes: 1, parts: ownValues ? all : parts, lower: [Uint32Array.of(0)], upper: [Uint32Array.of(last)], nodes: [false], ...(ownValues ? { ownValues } : {}) }; // prettier-ignore
      const steps = showClassesInSteps(recoding, [codedDomain(size)], { codes: () => codes }, engine, {
        keepsApart: true,
      });
      return shown({ ...runToCompletion(steps), pauses: 0 }, 0, 0).label;
    };
    for (const own of [false, true]) {
      expect(labelOf(250, 20, own)).toBe('{0..20}');
      expect(labelOf(250, 199, own)).toBe('{0..199}');
      expect(labelOf(250, 200, own)).toBe('*');
    }
    engine.dispose();
  });

  it('show sets of their own values, by the leaves from the first to the last', async () => {
    // Vectors are leaves; class 0 has 2, 3 and 7, class 1 has 4, class 2 has 5 and 6.
    const parts = { vector: Uint32Array.of(2, 3, 4, 5, 6, 7), classId: Uint32Array.of(0, 0, 1, 2, 2, 0), count: new Uint32Array(6).fill(1) }; // prettier-ignore
    const engine = await createEngine({ engine: 'js' });
    const domain = codedDomain(9);
    const recoding: Recoding = { kind: 'groups', classes: 3, parts, lower: [new Uint32Array(3)], upper: [new Uint32Array(3)], nodes: [false], ownValues: true }; // prettier-ignore
    const seen = runToCompletion(showClassesInSteps(recoding, [domain], { codes: () => Uint32Array.from(range(9)) }, engine)); // prettier-ignore
    engine.dispose();
    const of = (c: number) => shown({ ...seen, pauses: 0 }, c, 0);
    const runs = [{ lo: 2, hi: 3 }, { lo: 7, hi: 7 }]; // prettier-ignore
    expect(of(0)).toEqual({ label: '{2, 3, 7}', lo: 2, hi: 7, runs, level: null });
    expect(of(1)).toEqual({ label: '4', lo: 4, hi: 4, level: null });
    expect(of(2)).toEqual({ label: '{5..6}', lo: 5, hi: 6, level: null });
    const { values, valueOf } = seen.searched[0];
    expect([0, 1, 2].map((c) => values[valueOf[seen.classOf[c]]])).toEqual([{ lo: 2, hi: 7 }, { lo: 4, hi: 4 }, { lo: 5, hi: 6 }]); // prettier-ignore
  });

  it('show texts that stand instead of values for all leaves', async () => {
    const seen = await see({ lower: [Uint32Array.of(1, 2)], upper: [Uint32Array.of(1, 2)], texts: [['4.5', null]] }, [domainOf(5)]); // prettier-ignore
    expect(shown(seen, 0, 0)).toEqual({ label: '4.5', lo: 0, hi: 4, level: null });
    const { values, valueOf } = seen.searched[0];
    expect([0, 1].map((c) => values[valueOf[seen.classOf[c]]])).toEqual([{ lo: 0, hi: 4 }, { lo: 2, hi: 2 }]); // prettier-ignore
  });

  it('are refused where two different values would be written alike', async () => {
    const domain = codedDomain(9);
    const written = (text: string) => ({ ...domain, coding: { ...domain.coding!, labelOf: () => ({ text }) } });
    const codeOf = async (lower: number[], upper: number[]) =>
      see({ lower: [Uint32Array.from(lower)], upper: [Uint32Array.from(upper)] }, [written('few')]).then(
        ({ count }) => count,
        (error: { code?: string }) => error.code,
      );
    expect(await codeOf([1, 1], [2, 2])).toBe(1);
    expect(await codeOf([1, 1], [2, 3])).toBe('LABEL_AMBIGUOUS');
    expect(await codeOf([1, 2], [3, 3])).toBe('LABEL_AMBIGUOUS');
    expect(await codeOf([1, 4], [2, 5])).toBe('LABEL_AMBIGUOUS');
  });

  it('say of numbers which share of the range they span, all of it as *', async () => {
    const coded = (size: number): Domain => {
      const domain = codedDomain(size);
      const ends = { low: new Float64Array(size), high: new Float64Array(size) };
      return { ...domain, order: 'numeric', coding: { ...domain.coding!, members: null, ends } };
    };
    const of = async (size: number, lo: number, hi: number) =>
      shown(await see({ lower: [Uint32Array.of(lo)], upper: [Uint32Array.of(hi)], kind: 'cuts' }, [coded(size)]), 0, 0);
    expect(await of(4, 0, 3)).toEqual({ label: '*', lo: 0, hi: 3, level: null, share: 1 });
    expect(await of(4, 0, 2)).toEqual({ label: '{0..2}', lo: 0, hi: 2, level: null });
    expect(await of(1, 0, 0)).toEqual({ label: '0', lo: 0, hi: 0, level: null });
    const { label, share } = shown(await see({ lower: [Uint32Array.of(0)], upper: [Uint32Array.of(29)] }, [codedDomain(30)]), 0, 0); // prettier-ignore
    expect([label, share]).toEqual(['*', undefined]);
  });

  it('are looked at with a pause every 16,384', async () => {
    const pausesOf = async (classes: number) => {
      const leaves = Uint32Array.from(range(classes), (c) => c % 30);
      const { pauses, count } = await see({ lower: [leaves], upper: [leaves], ownValues: true }, [codedDomain(30)]);
      expect(count).toBe(30);
      return pauses;
    };
    const few = await pausesOf(100);
    expect((await pausesOf(16_384 * 3 + 100)) - few).toBe(3);
  });
});
