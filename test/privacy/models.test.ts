import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { modelNames } from '../registry.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { parseLevelsText } from '../../src/hierarchy/parse-levels.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { parseWith } from '../../src/base/schema-parts.js';
import { privacySchemaOf } from '../../src/job/schema.js';
import { createModels } from '../../src/privacy/create-models.js';
import { findModel, privacyModels } from '../../src/privacy/list.js';
import type { PrivacyResult } from '../../src/privacy/model.js';
import { columnOf, splitCells } from '../hierarchy/columns.js';
import { casesOf, sharedFolder, sharedPath, inTurn } from '../shared.js';

/** Judgement of a model on classes given as counts of every sensitive value; `suppressed` rows are in the table only. */
function ask(
  spec: PrivacySpec,
  classes: readonly (readonly number[])[],
  suppressed: readonly number[] = [],
): PrivacyResult {
  const size = classes[0]?.length ?? suppressed.length;
  const sizes = Uint32Array.from(classes, (counts) => counts.reduce((a, b) => a + b, 0));
  const histogram = Uint32Array.from(classes.flat());
  const global = Uint32Array.from({ length: size }, (_, code) =>
    classes.reduce((total, counts) => total + counts[code], suppressed[code] ?? 0),
  );
  const [model] = createModels([spec]);
  return model.attribute === null ? model.achieved(sizes, null, null) : model.achieved(sizes, histogram, global);
}

function codeOf(spec: object): string {
  try {
    const given = parseWith(privacySchemaOf(privacyModels), spec, ['privacy', 1]);
    findModel(given.model)?.check?.(given, 'privacy[1]', {});
    createModels([{ model: 'k-anonymity', k: 2 }, given]);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect((error as InvalidArgumentError).argument).toMatch(/^privacy\[1\]/);
    return (error as InvalidArgumentError).code;
  }
  return 'none';
}

const attribute = 'disease';
const distinct = (l: number): PrivacySpec => ({ model: 'l-diversity', variant: 'distinct', l, attribute });
const entropy = (l: number): PrivacySpec => ({ model: 'l-diversity', variant: 'entropy', l, attribute });
const recursive = (l: number, c: number): PrivacySpec => ({
  model: 'l-diversity',
  variant: 'recursive',
  l,
  c,
  attribute,
});
const closeness = (t: number, distance: 'equal' | 'ordered'): PrivacySpec => ({
  model: 't-closeness',
  t,
  distance,
  attribute,
});

describe('k-anonymity', () => {
  it('achieves the size of the smallest class', () => {
    expect(ask({ model: 'k-anonymity', k: 3 }, [[5], [3]])).toMatchObject({ achieved: { k: 3 }, holds: true });
    expect(ask({ model: 'k-anonymity', k: 4 }, [[5], [3]])).toMatchObject({ achieved: { k: 3 }, holds: false });
  });

  it('asks the kernels for a class size', () => {
    const [model] = createModels([{ model: 'k-anonymity', k: 3 }]);
    expect(model.condition(0, new Uint32Array(0))).toEqual({ kind: 'size', minimum: 3 });
  });
});

describe('l-diversity', () => {
  it('counts distinct values', () => {
    expect(
      ask(distinct(2), [
        [1, 1, 5],
        [3, 1, 0],
      ]),
    ).toMatchObject({ achieved: { l: 2 }, holds: true });
    expect(
      ask(distinct(3), [
        [1, 1, 5],
        [3, 1, 0],
      ]),
    ).toMatchObject({ achieved: { l: 2 }, holds: false });
  });

  it('by entropy holds for even counts at exactly l', () => {
    for (let l = 1; l <= 50; l++) {
      for (const each of [1, 3, 7, 1000]) {
        const result = ask(entropy(l), [new Array<number>(l).fill(each)]);
        expect(result.holds).toBe(true);
        expect(result.achieved.l).toBeCloseTo(l, 9);
      }
    }
    expect(ask(entropy(2.001), [[4, 4]]).holds).toBe(false);
  });

  it('recursive is strict: r_1 < c (r_l + ... + r_m)', () => {
    expect(ask(recursive(2, 2), [[4, 1, 1]])).toMatchObject({ achieved: { l: 2, c: 2 }, holds: false });
    expect(ask(recursive(2, 2.01), [[1, 4, 1]])).toMatchObject({ achieved: { l: 2, c: 2 }, holds: true });
  });

  it('recursive reports the largest l that holds where no c would do', () => {
    expect(
      ask(recursive(3, 2), [
        [4, 4, 0],
        [1, 1, 1],
      ]),
    ).toMatchObject({ achieved: { l: 2 }, holds: false });
    expect(ask(recursive(3, 2), [[4, 0, 0]]).achieved).toEqual({ l: 1 });
    expect(ask(recursive(9, 0.5), [[4, 0, 0]]).achieved).toEqual({ l: 0 });
  });
});

describe('t-closeness', () => {
  it("has the distances of the t-closeness paper's salary example", () => {
    // Li, Li and Venkatasubramanian 2007, section 4.1: salaries 3k .. 11k; {3k, 4k, 5k} has 0.375, {6k, 8k, 11k} 0.167.
    const counts = (...ranks: number[]) => Array.from({ length: 9 }, (_, code) => (ranks.includes(code) ? 1 : 0));
    const first = ask(closeness(0.375, 'ordered'), [counts(0, 1, 2)], counts(3, 4, 5, 6, 7, 8));
    expect(first.achieved.t).toBeCloseTo(0.375, 12);
    expect(first.holds).toBe(true);
    expect(ask(closeness(1, 'ordered'), [counts(3, 5, 8)], counts(0, 1, 2, 4, 6, 7)).achieved.t).toBeCloseTo(1 / 6, 12);
  });

  it('is exactly 0 for classes distributed as the table, so that t = 0 can hold', () => {
    for (const distance of ['equal', 'ordered'] as const) {
      const result = ask(closeness(0, distance), [
        [1, 2, 4],
        [3, 6, 12],
      ]);
      expect(result).toMatchObject({ achieved: { t: 0 }, holds: true });
    }
  });

  it('is 0 for a single sensitive value', () => {
    expect(ask(closeness(0, 'ordered'), [[3], [2]]).achieved.t).toBe(0);
    expect(ask(closeness(0, 'equal'), [[3], [2]]).achieved.t).toBe(0);
  });
});

describe('every model', () => {
  const models = [
    { model: 'k-anonymity', k: 2 } as const,
    distinct(2),
    entropy(2),
    recursive(2, 2),
    closeness(0.1, 'equal'),
    closeness(0.1, 'ordered'),
  ];

  it('holds vacuously without classes', () => {
    for (const spec of models) expect(ask(spec, [], [3, 4])).toMatchObject({ achieved: {}, holds: true });
  });

  it('is listed with its parameters, and says it is monotone only if merging satisfying classes satisfies', () => {
    expect(privacyModels.map(({ name }) => name)).toEqual(modelNames);
    for (const model of createModels(models)) {
      const listed = findModel(model.name);
      expect(listed?.source).toBe(model.source);
      expect(listed?.monotone).toBe(model.monotone);
      expect(Object.keys(listed?.parameters ?? {})).toEqual(
        expect.arrayContaining(Object.keys(model.spec).filter((key) => key !== 'model')),
      );
    }
    const counts = fc
      .array(fc.nat(9), { minLength: 4, maxLength: 4 })
      .filter((list) => list.some((count) => count > 0));
    fc.assert(
      fc.property(
        counts,
        counts,
        counts,
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (a, b, rest, l, t) => {
          const merged = a.map((count, code) => count + b[code]);
          const specs = [distinct(l), entropy(l), recursive(l, 4 * t), closeness(t, 'equal'), closeness(t, 'ordered')];
          for (const spec of specs) {
            if (ask(spec, [a, b], rest).holds) expect(ask(spec, [merged], rest).holds).toBe(true);
          }
        },
      ),
      { seed: 21, numRuns: casesOf(50_000, 53) },
    );
  });

  it('equals its definition on random classes', () => {
    const table = fc.integer({ min: 1, max: 6 }).chain((size) =>
      fc.array(
        fc.array(fc.nat(5), { minLength: size, maxLength: size }).filter((list) => list.some((count) => count > 0)),
        { minLength: 1, maxLength: 6 },
      ),
    );
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 40 }), (classes, l, tenths) => {
        const total = classes.reduce((a, b) => a.map((count, code) => count + b[code]));
        const n = total.reduce((a, b) => a + b, 0);
        const naive = classes.map((counts) => {
          const rows = counts.reduce((a, b) => a + b, 0);
          const shares = counts.map((count) => count / rows);
          const whole = total.map((count) => count / n);
          const descending = [...counts].sort((a, b) => b - a);
          let walked = 0;
          let ordered = 0;
          shares.forEach((share, code) => {
            walked += share - whole[code];
            ordered += Math.abs(walked);
          });
          return {
            rows,
            distinct: counts.filter((count) => count > 0).length,
            entropy: -shares.reduce((sum, share) => (share > 0 ? sum + share * Math.log(share) : sum), 0),
            largest: descending[0],
            tails: descending.map((_, i) => descending.slice(i).reduce((a, b) => a + b, 0)),
            equal: shares.reduce((sum, share, code) => sum + Math.abs(share - whole[code]) / 2, 0),
            ordered: counts.length === 1 ? 0 : ordered / (counts.length - 1),
          };
        });
        const c = tenths / 10;
        const near = (result: PrivacyResult, key: string, want: number, holds: boolean) => {
          const got = result.achieved[key];
          if (!(Math.abs(got - want) <= 1e-9) || result.holds !== holds) {
            throw new Error(`${JSON.stringify(result)}: expected ${key} ${want}, ${holds}`);
          }
        };
        const k = Math.min(...naive.map(({ rows }) => rows));
        near(ask({ model: 'k-anonymity', k: 7 }, classes), 'k', k, k >= 7);
        const values = Math.min(...naive.map((one) => one.distinct));
        near(ask(distinct(l), classes), 'l', values, values >= l);
        const least = Math.exp(Math.min(...naive.map((one) => one.entropy)));
        near(ask(entropy(l), classes), 'l', least, least >= l - 1e-9);
        const holdsAt = (at: number) => naive.every((one) => one.largest < c * (one.tails[at - 1] ?? 0));
        const ratio = Math.max(...naive.map((one) => one.largest / (one.tails[l - 1] ?? 0)));
        if (Number.isFinite(ratio)) near(ask(recursive(l, c), classes), 'c', ratio, holdsAt(l));
        else {
          let largest = 0;
          while (holdsAt(largest + 1)) largest++;
          near(ask(recursive(l, c), classes), 'l', largest, false);
        }
        const t = c / 4;
        for (const distance of ['equal', 'ordered'] as const) {
          const farthest = Math.max(...naive.map((one) => one[distance]));
          if (t <= 1 && Math.abs(farthest - t) > 1e-9)
            near(ask(closeness(t, distance), classes), 't', farthest, farthest <= t);
        }
      }),
      { seed: 22, numRuns: casesOf(100_000, 88) },
    );
  });
});

describe('parameters out of range are refused with a code and their path', () => {
  it.each([
    [0, 'K_RANGE'],
    [-1, 'K_RANGE'],
    [NaN, 'K_RANGE'],
    [Infinity, 'K_RANGE'],
    [2 ** 31, 'K_RANGE'],
    [2 ** 53 + 2, 'K_RANGE'],
    [2.5, 'K_NOT_INTEGER'],
    ['5', 'K_TYPE'],
    [undefined, 'K_TYPE'],
    [null, 'K_TYPE'],
    [1, 'none'],
    [2 ** 31 - 1, 'none'],
  ])('k = %s: %s', (k, code) => {
    expect(codeOf({ model: 'k-anonymity', k })).toBe(code);
  });

  it('l below 1 or no number, no integer where one is needed', () => {
    for (const variant of ['distinct', 'entropy', 'recursive']) {
      const model = (l: unknown) => ({
        model: 'l-diversity',
        variant,
        l,
        attribute,
        ...(variant === 'recursive' ? { c: 2 } : {}),
      });
      expect([0, 0.99, NaN, Infinity, -3].map((l) => codeOf(model(l)))).toEqual(new Array(5).fill('L_RANGE'));
      expect(codeOf(model('2'))).toBe('L_TYPE');
      expect(codeOf(model(2.5))).toBe(variant === 'entropy' ? 'none' : 'L_NOT_INTEGER');
    }
  });

  it('c not above 0, c where it does not belong, t out of 0 .. 1', () => {
    expect([0, -1, NaN, Infinity].map((c) => codeOf(recursive(2, c)))).toEqual(new Array(4).fill('C_RANGE'));
    expect(codeOf({ model: 'l-diversity', variant: 'recursive', l: 2, attribute })).toBe('MISSING_OPTION');
    expect(codeOf({ ...distinct(2), c: 3 })).toBe('UNKNOWN_OPTION');
    expect([-0.1, 1.1, NaN].map((t) => codeOf(closeness(t, 'equal')))).toEqual(new Array(3).fill('T_RANGE'));
  });

  it('names that do not exist', () => {
    expect(codeOf({ model: 'k-anon', k: 3 })).toBe('UNKNOWN_VALUE');
    expect(codeOf({ model: 'l-diversity', variant: 'x', l: 3, attribute })).toBe('UNKNOWN_VALUE');
    expect(codeOf({ model: 't-closeness', distance: 'x', t: 0.3, attribute })).toBe('UNKNOWN_VALUE');
    expect(codeOf({ model: 'l-diversity', variant: 'distinct', l: 3 })).toBe('MISSING_OPTION');
    expect(codeOf({ model: 'k-anonymity', k: 3, kk: 4 })).toBe('UNKNOWN_OPTION');
  });
});

interface Truth {
  readonly variant: string;
  readonly levels: Readonly<Record<string, number>>;
  readonly qi: readonly string[];
  readonly sa: string;
  readonly own: Readonly<Record<string, number>>;
}

describe.skipIf(sharedFolder === null)('Adult generalized to a lattice node', () => {
  const read = (...parts: string[]) => readFileSync(sharedPath(...parts), 'utf8');
  const cases =
    sharedFolder === null ? [] : (JSON.parse(read('truth/privacy-measures.json')) as { cases: Truth[] }).cases;
  const [header, ...rows] = sharedFolder === null ? [[]] : splitCells(read('data/adult/adult-complete.csv'));
  const column = (name: string) =>
    columnOf(
      name,
      name === 'age' ? 'integer' : 'string',
      rows.map((row) => row[header.indexOf(name)]),
    );

  it.each(inTurn(cases, 6).map((one) => [one.variant, one] as const))(
    'has the independently computed measures: %s',
    (_, { levels, qi, sa, own }) => {
      const labels = qi.map((name) => {
        const { codes, texts } = column(name);
        const hierarchy = buildHierarchy(
          { type: 'levels', rows: parseLevelsText(read('data/adult/hierarchies', `${name}.csv`)) },
          column(name),
        );
        const level = hierarchy.levels[levels[name]];
        const labelOf = texts.map((text) => level.labels[level.nodeOf[hierarchy.levels[0].labels.indexOf(text)]]);
        return Array.from(codes, (code) => labelOf[code]);
      });
      const sensitive = column(sa === 'age_num' ? 'age' : sa);
      const rank = sensitive.numbers === null ? null : Array.from(sensitive.numbers).sort((a, b) => a - b);
      const classes = new Map<string, number[]>();
      rows.forEach((_, row) => {
        const key = labels.map((label) => label[row]).join('|');
        if (!classes.has(key)) classes.set(key, new Array<number>(sensitive.texts.length).fill(0));
        const code = sensitive.codes[row];
        const counts = classes.get(key) as number[];
        counts[rank === null ? code : rank.indexOf((sensitive.numbers as Float64Array)[code])]++;
      });
      const counts = [...classes.values()];
      expect(counts).toHaveLength(own.n_ec);
      expect(ask({ model: 'k-anonymity', k: 2 }, counts).achieved.k).toBe(own.k);
      if (own.distinct_l !== undefined) expect(ask(distinct(2), counts).achieved.l).toBe(own.distinct_l);
      if (own.entropy_l !== undefined) expect(ask(entropy(2), counts).achieved.l).toBeCloseTo(own.entropy_l, 10);
      if (own.t_total_variation !== undefined) {
        expect(ask(closeness(0.2, 'equal'), counts).achieved.t).toBeCloseTo(own.t_total_variation, 12);
      }
      if (own.beta_basic !== undefined) {
        const beta = ask({ model: 'beta-likeness', variant: 'basic', beta: 1, attribute }, counts);
        expect(beta.achieved.beta).toBeCloseTo(own.beta_basic, 9);
      }
      if (own.delta_disclosure !== undefined) {
        const delta = ask({ model: 'delta-disclosure', delta: 1, attribute }, counts);
        expect(delta.achieved.delta).toBeCloseTo(own.delta_disclosure, 12);
      }
      if (own.alpha !== undefined) {
        const alpha = ask({ model: 'alpha-k-anonymity', k: 2, alpha: 0.5, attribute }, counts);
        expect(alpha.achieved).toEqual({ k: own.k, alpha: own.alpha });
      }
      if (own.t_ordered_emd !== undefined) {
        expect(ask(closeness(0.2, 'ordered'), counts).achieved.t).toBeCloseTo(own.t_ordered_emd, 12);
      }
    },
  );
});
