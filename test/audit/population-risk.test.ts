/** Estimated risks of a survey: the series of their definition, published figures, and sums over small random tables. */
import { describe, expect, it } from 'vitest';
import { individualRiskOf } from '../../src/audit/population-risk.js';
import { anonymize, auditRelease, individualRisk, type Job, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** The mean of 1 / F, F being f plus a negative binomial number: its definition, term by term. */
function meanOfInverse(f: number, people: number): number {
  const p = f / people;
  let probability = 1;
  for (let i = 0; i < f; i++) probability *= p;
  let sum = 0;
  for (let h = f; h < 20_000; h++) {
    sum += probability / h;
    probability *= (h / (h - f + 1)) * (1 - p);
  }
  return sum;
}

/** Rows of the test data of sdcMicro's indivRisk: three keys and a weight. */
const EIGHT = [
  [2, 3, 1, 18],
  [3, 3, 3, 45.5],
  [2, 3, 1, 39],
  [2, 3, 2, 17],
  [3, 3, 1, 92],
  [3, 3, 1, 8],
  [1, 4, 1, 123.5],
  [2, 3, 1, 51],
] as const;

describe('the individual risk of Benedetti and Franconi', () => {
  it('is the mean of 1 / F over a negative binomial number of people', () => {
    for (const [f, people] of [
      [1, 1.2],
      [1, 40],
      [2, 2.1],
      [2, 31],
      [3, 5],
      [3, 100],
      [7, 8],
      [7, 60],
      [20, 21],
      [20, 39.9],
      [20, 40.1],
    ]) {
      expect(individualRiskOf(f, people) / meanOfInverse(f, people)).toBeCloseTo(1, 9);
    }
  });

  it('equals sdcMicro::indivRisk(method = "exact") on its test data', () => {
    const published = [0.01355297, 0.08579129, 0.01355297, 0.17707583, 0.01877883, 0.01877883, 0.03931625, 0.01355297];
    const counts = [3, 1, 3, 1, 2, 2, 1, 3];
    const people = [108, 45.5, 108, 17, 100, 100, 123.5, 108];
    published.forEach((risk, i) => expect(individualRiskOf(counts[i], people[i])).toBeCloseTo(risk, 7));
  });

  it('equals the measure of attacks, which is other code', () => {
    for (const f of [1, 2, 3, 5, 12, 80]) {
      for (const factor of [1, 1.01, 1.5, 1.99, 2, 2.01, 7, 400]) {
        expect(individualRiskOf(f, f * factor) / individualRisk([f], [f * factor])[0]).toBeCloseTo(1, 9);
      }
    }
  });
});

const job = (attributes: Job['attributes'], others: Partial<Job> = {}): Job => ({
  attributes: { a: 'quasi-identifier', b: 'quasi-identifier', c: 'quasi-identifier', w: 'weight', ...attributes },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  output: { order: 'input' },
  ...others,
});

describe('the risk of a result with weights', () => {
  it('has the figures of sdcMicro before, and no weight in the release', async () => {
    const table = tableFromRows(EIGHT.map(([a, b, c, w]) => ({ a, b, c, w })));
    const { result, release } = await anonymize(table, job({}));
    const { people, before, after } = result.risk.population!;
    expect(people).toBe(394);
    expect(before!.largest).toBeCloseTo(0.17707583, 7);
    expect(before!.expected).toBeCloseTo(3 * 0.01355297 + 0.08579129 + 0.17707583 + 2 * 0.01877883 + 0.03931625, 6);
    expect(before!.average).toBeCloseTo(before!.expected / 8, 12);
    expect(before!.uniques).toBeCloseTo(1 / 45.5 + 1 / 17 + 1 / 123.5, 12);
    expect(before!.fewest).toBe(17);
    expect(after!.largest).toBeLessThan(before!.largest);
    expect(release.columns.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  /** Persons of one weight each and up to three rows. */
  function drawRows(seed: number): Record<'p' | 'a' | 'b' | 'c' | 'w', string | number | null>[] {
    const random = seededRandom(seed);
    const cell = (): string | null => (random.below(7) === 0 ? null : `x${random.below(3)}`);
    return Array.from({ length: 4 + random.below(9) }, (_, person) => {
      const w = (1 + random.below(40)) / 8;
      return Array.from({ length: 1 + random.below(3) }, () => ({
        p: `p${person}`,
        a: cell(),
        b: cell(),
        c: cell(),
        w,
      }));
    }).flat();
  }

  it.each([
    ['rows', 'drop'],
    ['rows', 'star'],
    ['persons', 'drop'],
    ['persons', 'star'],
  ] as const)('is a sum over classes of %s, suppressed ones %s', async (of, suppressed) => {
    for (let seed = 1; seed <= casesOf(2000, 60); seed++) {
      const rows = drawRows(seed);
      const asked = job(of === 'persons' ? { p: 'person' } : {}, {
        output: { order: 'input', suppressed },
        algorithm: seed % 2 === 0 ? 'mondrian' : 'optimal-lattice',
      });
      const { result, release, audit } = await anonymize(tableFromRows(rows), asked, {
        engine: seed % 3 === 0 ? 'js' : 'wasm',
      });
      const unitOf = rows.map(({ p }, i) => (of === 'persons' ? String(p) : `row ${i}`));
      const figures = (keyOf: (row: number) => string | null) => {
        const classes = new Map<string, Map<string, number>>();
        rows.forEach(({ w }, i) => {
          const key = keyOf(i);
          if (key === null) return;
          classes.set(key, (classes.get(key) ?? new Map<string, number>()).set(unitOf[i], Number(w)));
        });
        const worst = new Map<string, number>();
        let fewest = Infinity;
        for (const units of classes.values()) {
          const people = Math.max(
            units.size,
            [...units.values()].reduce((sum, w) => sum + w, 0),
          );
          fewest = Math.min(fewest, people);
          const risk = individualRisk([units.size], [people])[0];
          for (const unit of units.keys()) worst.set(unit, Math.max(worst.get(unit) ?? 0, risk));
        }
        if (worst.size === 0) return null;
        const expected = [...worst.values()].reduce((sum, risk) => sum + risk, 0);
        return { largest: Math.max(...worst.values()), expected, average: expected / worst.size, fewest };
      };
      const close = (found: object | null, expected: object | null): void => {
        if (expected === null) return void expect(found, `seed ${seed}`).toBeNull();
        for (const [name, value] of Object.entries(expected))
          expect((found as Record<string, number>)[name], `seed ${seed} ${name}`).toBeCloseTo(value as number, 9);
      };
      const { before, after } = result.risk.population!;
      close(
        before,
        figures((i) => JSON.stringify([rows[i].a, rows[i].b, rows[i].c])),
      );
      // Rows keep their order: suppressed ones that are dropped are found by their class.
      if (suppressed === 'star' || result.suppressed === 0) {
        const texts = ['a', 'b', 'c'].map((name) => release.cells(name));
        const isSuppressed = (i: number): boolean =>
          suppressed === 'star' && result.suppressed > 0 && texts.every((cells) => cells[i] === '*');
        close(
          after,
          figures((i) => (isSuppressed(i) ? null : JSON.stringify(texts.map((cells) => cells[i])))),
        );
      } else expect(after === null).toBe(result.released === 0);
      expect(audit.risk.population).toEqual(result.risk.population);
    }
  });

  it('is the same in an audit of the file with its original, where rows can be located', async () => {
    const rows = drawRows(5).map((row, i) => ({ ...row, s: `s${i}` }));
    const asked = job({ s: 'insensitive' });
    const { result, release } = await anonymize(tableFromRows(rows), asked, { seed: 3 });
    const report = auditRelease(release, asked, tableFromRows(rows));
    expect(report.risk.population?.after?.expected).toBeCloseTo(result.risk.population!.after!.expected, 9);
  });
});

describe('weights of a job', () => {
  const rows = (weights: readonly unknown[]) =>
    tableFromRows(weights.map((w, i) => ({ p: `p${i >> 1}`, a: i % 2, b: 1, c: 1, w: w as number })));

  it.each([
    [[1, 2, null, 4], '1 missing cell'],
    [[1, 0, -3, 4], '2 cells of 0 or less'],
    [[1, 'high', null, 0], '1 missing cell, 1 cell of 0 or less, 1 cell that is not a number'],
  ])('are refused where %j', async (weights, what) => {
    await expect(anonymize(rows(weights), job({}))).rejects.toMatchObject({
      code: 'WEIGHT_INVALID',
      message: `the weights "w" hold ${what}; each is a number above 0`,
    });
  });

  it('are one for each person', async () => {
    const asked = job({ p: 'person' });
    await expect(anonymize(rows([2, 2, 3, 4, 5, 6]), asked)).rejects.toMatchObject({
      code: 'WEIGHT_DIFFERS',
      message: '2 persons have rows with different weights "w"',
    });
    await expect(anonymize(rows([2, 2, 3, 3, 5, 5]), asked)).resolves.toBeDefined();
  });

  it('below 1 count for the row itself, with a warning', async () => {
    const { result } = await anonymize(rows([0.25, 0.25, 3, 0.5]), job({}, { algorithm: 'optimal-lattice' }));
    expect(result.warnings.filter(({ code }) => code.startsWith('WEIGHT')).map(({ code }) => code)).toEqual([
      'WEIGHTS_NORMALIZED',
    ]);
    const below = await anonymize(rows([0.25, 0.25, 3, 8]), job({}));
    expect(below.warnings.find(({ code }) => code === 'WEIGHT_BELOW_ONE')?.message).toMatch(
      /^2 rows have a weight below 1/,
    );
  });

  it('are at most one column, of numbers', async () => {
    await expect(anonymize(rows([1, 2]), job({ c: 'weight' }))).rejects.toMatchObject({ code: 'ROLE_CONFLICT' });
    const days = tableFromRows(Array.from({ length: 4 }, (_, i) => ({ a: i, b: 1, c: 1, w: `2020-01-0${i + 1}` })));
    await expect(anonymize(days, job({}))).rejects.toMatchObject({ code: 'ROLE_CONFLICT' });
  });
});
