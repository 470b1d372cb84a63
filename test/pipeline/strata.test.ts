/** Strata that no class crosses: `within` of a job. */
import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, InfeasibleError, type Job, tableFromRows } from '../../src/index.js';
import { algorithms } from '../../src/algorithms/list.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<'p' | 'region' | 'type' | 'a' | 'b' | 's', string | number | null>>;

function drawRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const cell = (): string | null => (random.below(9) === 0 ? null : `x${random.below(5)}`);
  const strata = 1 + random.below(3);
  return Array.from({ length: 6 + random.below(20) }, (_, person) =>
    Array.from({ length: 1 + random.below(2) }, () => ({
      p: `p${person}`,
      region: random.below(12) === 0 ? null : `r${random.below(strata)}`,
      type: 1 + random.below(2),
      a: cell(),
      b: random.below(40),
      s: `s${random.below(4)}`,
    })),
  ).flat();
}

const jobOf = (others: Partial<Job> = {}, attributes: Job['attributes'] = {}): Job => ({
  attributes: {
    region: 'quasi-identifier',
    type: 'quasi-identifier',
    a: 'quasi-identifier',
    b: 'quasi-identifier',
    s: 'sensitive',
    ...attributes,
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  within: 'region',
  suppression: 'unlimited',
  output: { order: 'input', suppressed: 'star' },
  ...others,
});

const keeping = algorithms.filter(({ searchesStrata, boundsLevels, levelVector }) => searchesStrata === true || (boundsLevels === true && levelVector === true)); // prettier-ignore

describe('"within"', () => {
  it.each(keeping.map(({ name }) => name).filter((name) => name !== 'spalm'))(
    'keeps strata apart in releases of %s',
    async (algorithm) => {
      const cases = casesOf(600, 25);
      let released = 0;
      for (let seed = 1; seed <= cases; seed++) {
        const rows = drawRows(seed);
        const within = seed % 3 === 0 ? ['region', 'type'] : 'region';
        const byPersons = seed % 4 === 0;
        const privacy: Job['privacy'] = [
          { model: 'k-anonymity', k: 2 },
          ...(seed % 5 === 0 ? [{ model: 'alpha-k-anonymity', k: 2, alpha: 0.9, attribute: 's' } as const] : []),
        ];
        const suppression: Job['suppression'] = seed % 2 === 0 ? 'unlimited' : { maxRows: 8 };
        const job = jobOf({ algorithm, within, privacy, suppression }, byPersons ? { p: 'person' } : {});
        const done = await anonymize(tableFromRows(rows), job, { engine: seed % 2 === 0 ? 'js' : 'wasm' }).catch(
          (error: unknown) => {
            if (error instanceof InfeasibleError) return null;
            throw error;
          },
        );
        if (done === null) continue;
        expect(done.audit.holds, `seed ${seed}`).toBe(true);
        if (suppression !== 'unlimited') expect(done.result.suppressed).toBeLessThanOrEqual(8);
        const names = ['region', 'type', 'a', 'b'] as const;
        const cells = names.map((name) => done.release.cells(name));
        rows.forEach((row, i) => {
          if (cells.every((column) => column[i] === '*')) return;
          released++;
          expect(String(cells[0][i] ?? ''), `seed ${seed}`).toBe(String(row.region ?? ''));
          if (Array.isArray(within)) expect(String(cells[1][i])).toBe(String(row.type));
        });
      }
      expect(released).toBeGreaterThan(cases * 5);
    },
  );

  it('is refused by name where an algorithm, a model or a key cannot keep strata apart', async () => {
    const table = tableFromRows(drawRows(2));
    for (const { name } of algorithms) {
      if (
        keeping.some((each) => each.name === name) ||
        ['apriori-anonymization', 'dissociation'].includes(name) ||
        name === 'mpalm'
      )
        continue;
      const privacy: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }];
      await expect(anonymize(table, jobOf({ algorithm: name, privacy }), {}), name).rejects.toMatchObject({ code: 'WITHIN_NOT_SUPPORTED', argument: 'algorithm' }); // prettier-ignore
    }
    await expect(anonymize(table, jobOf({ history: 'protect' }, { p: 'person' }))).rejects.toMatchObject({
      code: 'WITHIN_NOT_SUPPORTED',
      argument: 'history',
    });
    await expect(anonymize(table, jobOf({ within: 's' }))).rejects.toMatchObject({
      code: 'ROLE_CONFLICT',
      argument: 'within',
    });
  });

  it('names the number of strata that are too small, and no value', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      region: i < 2 ? `tiny ${i}` : 'large',
      type: 1,
      a: 'x',
      b: i,
      s: 's',
    }));
    const table = tableFromRows(rows);
    const refused = anonymize(table, jobOf({ suppression: undefined }));
    await expect(refused).rejects.toMatchObject({ code: 'STRATA_TOO_SMALL' });
    await expect(refused).rejects.toThrow(
      '2 strata of "within" do not satisfy the models even as one class; they have 2 rows, and 0 rows may be suppressed',
    );
    const { result } = await anonymize(table, jobOf({ suppression: { maxRows: 2 }, output: {} }));
    expect(result.suppressed).toBe(2);
    expect(result.warnings.find(({ code }) => code === 'STRATA_SUPPRESSED')?.message).toContain('2 strata of 2 rows');
  });

  it('is checked by the audit', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      region: i % 2 === 0 ? 'N' : 'S',
      type: 1,
      a: 'x',
      b: 3,
      s: 's',
    }));
    const table = tableFromRows(rows);
    const { within: _, ...free } = jobOf({ suppression: undefined });
    const job = jobOf({ suppression: undefined });
    const { release } = await anonymize(table, job);
    expect(auditRelease(release, job, table).problems).toEqual([]);
    const mixed = tableFromRows(release.toRows().map((row) => ({ ...row, region: '{N, S}' })));
    expect(auditRelease(mixed, free, table).problems).toEqual([]);
    expect(auditRelease(mixed, job, table).problems).toEqual(['column "region": 1 class has rows of several strata']);
  });
});
