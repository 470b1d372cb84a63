/** Risks of households, and models that count households, against sets of rows. */
import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, individualRisk, InfeasibleError, type Job, tableFromRows } from '../../src/index.js';
import { promiseOf, verdictLines } from '../../src/assess.js';
import { unitNoun } from '../../src/base/unit.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<'h' | 'p' | 'a' | 'b' | 'area', string | null>> & { readonly w: number };

/** Households of up to four persons, who have up to two rows each. */
function drawRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const cell = (): string | null => (random.below(9) === 0 ? null : `x${random.below(3)}`);
  let persons = 0;
  return Array.from({ length: 3 + random.below(5) }, (_, household) => {
    const area = `z${random.below(3)}`;
    return Array.from({ length: 1 + random.below(4) }, () => {
      const p = `p${persons++}`;
      const w = 1 + random.below(30) / 4;
      return Array.from({ length: 1 + random.below(2) }, () => ({
        h: `h${household}`,
        p,
        a: cell(),
        b: cell(),
        area,
        w,
      }));
    }).flat();
  }).flat();
}

const jobOf = (attributes: Job['attributes'], others: Partial<Job> = {}): Job => ({
  attributes: { h: 'household', a: 'quasi-identifier', b: 'quasi-identifier', area: 'quasi-identifier', ...attributes },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  output: { order: 'input', suppressed: 'star' },
  ...others,
});

async function release(rows: readonly Row[], job: Job, engine: 'js' | 'wasm') {
  return anonymize(tableFromRows(rows), job, { engine }).catch((error: unknown) => {
    if (error instanceof InfeasibleError) return null;
    throw error;
  });
}

/** The released label of every row; null for suppressed ones. */
function keysOf(done: Awaited<ReturnType<typeof anonymize>>): (string | null)[] {
  const cells = ['a', 'b', 'area'].map((name) => done.release.cells(name));
  return cells[0].map((_, i) => {
    const key = cells.map((column) => column[i]);
    return done.result.suppressed > 0 && key.every((text) => text === '*') ? null : JSON.stringify(key);
  });
}

describe('the risk of households', () => {
  it.each([
    ['rows', false],
    ['persons', false],
    ['rows', true],
    ['persons', true],
  ] as const)('is 1 less the product of (1 - risk) over their %s, weights: %s', async (of, isWeighted) => {
    const cases = casesOf(2000, 60);
    let seen = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rows = drawRows(seed);
      const job = jobOf({
        ...(of === 'persons' ? { p: 'person' } : {}),
        ...(isWeighted ? { w: 'weight' } : {}),
      } as Job['attributes']);
      const done = await release(rows, job, seed % 2 === 0 ? 'js' : 'wasm');
      if (done === null) continue;
      const memberOf = rows.map(({ p }, i) => (of === 'persons' ? String(p) : `row ${i}`));
      const figures = (keys: readonly (string | null)[], riskOf: (units: number, people: number) => number) => {
        const risks = new Map<string, number>();
        rows.forEach((_, i) => {
          if (keys[i] === null) return;
          const alike = rows.map((_row, j) => j).filter((j) => keys[j] === keys[i]);
          const units = new Map(alike.map((j) => [memberOf[j], rows[j].w]));
          const people = Math.max(
            units.size,
            [...units.values()].reduce((sum, w) => sum + w, 0),
          );
          risks.set(memberOf[i], Math.max(risks.get(memberOf[i]) ?? 0, riskOf(units.size, people)));
        });
        const members = new Map<string, Set<string>>();
        rows.forEach(({ h }, i) => {
          if (risks.has(memberOf[i])) members.set(String(h), (members.get(String(h)) ?? new Set()).add(memberOf[i]));
        });
        const all = [...members.values()].map(
          (own) => 1 - [...own].reduce((product, member) => product * (1 - risks.get(member)!), 1),
        );
        return all.length === 0
          ? null
          : { largest: Math.max(...all), average: all.reduce((sum, risk) => sum + risk, 0) / all.length };
      };
      const close = (found: object | null | undefined, expected: ReturnType<typeof figures>): void => {
        if (expected === null) return void expect(found).toBeNull();
        expect(found, `seed ${seed}`).toMatchObject({
          largest: expect.closeTo(expected.largest, 9),
          average: expect.closeTo(expected.average, 9),
        });
      };
      const before = rows.map(({ a, b, area }) => JSON.stringify([a, b, area]));
      const after = keysOf(done);
      const { households, population } = done.result.risk;
      expect(households!.households).toBe(new Set(rows.map(({ h }) => h)).size);
      close(
        households!.before,
        figures(before, (units) => 1 / units),
      );
      close(
        households!.after,
        figures(after, (units) => 1 / units),
      );
      expect(done.release.columns.map(({ name }) => name)).toEqual(['a', 'b', 'area']);
      // Areas are equal within households; other columns are, too, in some tables.
      const constant = (['a', 'b', 'area'] as const).filter((name) =>
        rows.every((row) => rows.every((other) => row.h !== other.h || row[name] === other[name])),
      );
      const labels = constant.map((name) => done.release.cells(name));
      const differing = new Set(rows.flatMap((row, i) => rows.some((other, j) => row.h === other.h && after[i] !== null && after[j] !== null && labels.some((cells) => cells[i] !== cells[j])) ? [row.h] : [])); // prettier-ignore
      expect(households!.differing, `seed ${seed}`).toBe(differing.size);
      if (differing.size > 0) seen++;
      if (!isWeighted) continue;
      const estimate = (units: number, people: number): number => individualRisk([units], [people])[0];
      close(population!.households!.before, figures(before, estimate));
      close(population!.households!.after, figures(after, estimate));
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('is 0.875 of three members with 1 of 2 each, by hand, as sdcMicro multiplies', async () => {
    const rows = [0, 1, 2].flatMap((i) => [
      { h: 'one', a: `a${i}` },
      { h: `alone ${i}`, a: `a${i}` },
    ]);
    const job: Job = {
      attributes: { h: 'household', a: 'quasi-identifier' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const { result, audit } = await anonymize(tableFromRows(rows), job);
    expect(result.risk.households).toEqual({
      households: 4,
      before: { largest: 0.875, average: (0.875 + 3 * 0.5) / 4 },
      after: { largest: 0.875, average: (0.875 + 3 * 0.5) / 4 },
      differing: 0,
    });
    expect(audit.holds).toBe(true);
    const { text } = verdictLines(result).find(({ about }) => about === 'household')!;
    expect(text).toBe(
      'largest risk of a household to be found by one of its members: 87.5 % in the input, 87.5 % in the release',
    );
  });

  it('is that of a row where its key is missing', async () => {
    const rows = [
      { h: null, a: 'x' },
      { h: null, a: 'x' },
      { h: 'one', a: 'x' },
      { h: 'one', a: 'x' },
    ];
    const job: Job = {
      attributes: { h: 'household', a: 'quasi-identifier' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const { result } = await anonymize(tableFromRows(rows), job);
    expect(result.risk.households).toMatchObject({ households: 3, after: { largest: 1 - 0.75 * 0.75 } });
  });
});

describe('"unit": "household"', () => {
  it.each(['mondrian', 'optimal-lattice', 'k-optimize', 'k-member', 'local-recoding'])(
    'has k households in each class of %s',
    async (algorithm) => {
      let released = 0;
      const cases = casesOf(600, 30);
      for (let seed = 1; seed <= cases; seed++) {
        const rows = drawRows(seed);
        const job = jobOf({ p: 'person' }, { unit: 'household', algorithm });
        const done = await release(rows, job, seed % 2 === 0 ? 'js' : 'wasm');
        if (done === null) continue;
        const keys = keysOf(done);
        const classes = new Map<string, Set<string>>();
        rows.forEach(({ h }, i) => {
          if (keys[i] !== null) classes.set(keys[i], (classes.get(keys[i]) ?? new Set()).add(String(h)));
        });
        for (const own of classes.values()) expect(own.size).toBeGreaterThanOrEqual(2);
        expect(done.result.persons).toBe(new Set(rows.map(({ h }) => h)).size);
        expect(done.result.risk.households).toBeUndefined();
        if (classes.size > 0)
          expect(done.result.privacy[0].achieved.k).toBe(Math.min(...[...classes.values()].map(({ size }) => size)));
        expect(auditRelease(done.release, job, tableFromRows(rows)).persons).toBe(done.result.persons);
        released += classes.size;
      }
      expect(released).toBeGreaterThan(cases / 2);
    },
  );

  it('speaks of households', async () => {
    const rows = drawRows(9);
    const job = jobOf({ p: 'person', a: 'sensitive' }, { unit: 'household', suppression: undefined });
    const { result } = await anonymize(tableFromRows(rows), job);
    const noun = unitNoun(job);
    const texts = [promiseOf(result.privacy[0], 'regions', noun), ...verdictLines(result, noun).map(({ text }) => text), ...result.warnings.map(({ message }) => message)]; // prettier-ignore
    expect(texts[0]).toBe(
      'Every released row of a household shares its quasi-identifiers with rows of at least 1 other household.',
    );
    for (const text of texts) expect(text).not.toMatch(/\bpeople\b|\bpersons?\b/);
  });

  it('needs the role, and takes no other unit', async () => {
    const table = tableFromRows(drawRows(1));
    const job = (parts: Partial<Job>, h: 'household' | 'drop' = 'household') =>
      anonymize(table, { ...jobOf({ h }), ...parts });
    await expect(job({ unit: 'household' }, 'drop')).rejects.toMatchObject({
      code: 'MISSING_OPTION',
      argument: 'attributes',
    });
    await expect(job({ unit: 'household', privacy: [{ model: 'k-anonymity', k: 9 }] })).rejects.toMatchObject({
      code: 'K_EXCEEDS_PERSONS',
    });
  });
});
