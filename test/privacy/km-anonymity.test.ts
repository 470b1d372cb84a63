import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { anonymize, auditRelease, CapacityError, InfeasibleError, tableFromRows } from '../../src/index.js';
import type { PrivacySpec, Job } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { sensitiveCodes, sensitiveScale } from '../../src/pipeline/sensitive-codes.js';
import { allEngines } from '../engine/engines.js';
import { drawing } from '../random.js';
import { casesOf, seedsFrom } from '../shared.js';

const basketJob = (k: number, m: number): Job => ({
  attributes: { q: { role: 'quasi-identifier' }, basket: { role: 'sensitive', set: { delimiter: '|' } } },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'basket' }],
  algorithm: 'mondrian',
});

/** Every set of up to m items, asked of every row. */
function naive(rows: readonly { q: string; items: readonly number[] }[], m: number): number {
  let smallest = Infinity;
  for (const q of new Set(rows.map((row) => row.q))) {
    const members = rows.filter((row) => row.q === q).map(({ items }) => new Set(items));
    for (let set = 1; set < 2 ** 5; set++) {
      const items = [0, 1, 2, 3, 4].filter((item) => ((set >> item) & 1) === 1);
      const support = members.filter((row) => items.every((item) => row.has(item))).length;
      if (items.length <= m && support > 0) smallest = Math.min(smallest, support);
    }
  }
  return smallest;
}

const engines = await allEngines();

describe('km-anonymity', () => {
  it('is what its definition says, in the model and in the audit', () => {
    for (let seed = 1; seed <= casesOf(5000, 35); seed++) {
      const below = drawing(seed);
      const rows = Array.from({ length: 1 + below(25) }, () => ({
        q: 'xyz'[below(1 + below(3))],
        items: Array.from({ length: below(5) }, () => below(5)),
      }));
      const table = tableFromRows(
        rows.map(({ q, items }) => ({ q, basket: items.map((item) => `i${item}`).join(' | ') })),
      );
      const [k, m] = [1 + below(4), 1 + below(4)];
      const expected = naive(rows, m);
      const [report] = auditRelease(table, basketJob(k, m), table).privacy;
      expect([report.achieved.k, report.holds], `seed ${seed}`).toEqual([expected, expected >= k]);
      const column = table.columns[1];
      const scale = sensitiveScale(
        runToCompletion(sensitiveCodes(column, undefined, { ordered: false })),
        undefined,
        '|',
      );
      const [model] = createModels(basketJob(k, m).privacy, () => scale);
      const classes = [...new Set(rows.map((row) => row.q))];
      const histogram = Uint32Array.from(
        classes.flatMap((q) =>
          column.texts.map((_, code) => rows.filter((row, i) => row.q === q && column.codes[i] === code).length),
        ),
      );
      const sizes = Uint32Array.from(classes, (q) => rows.filter((row) => row.q === q).length);
      const said = model.achieved(sizes, histogram, new Uint32Array(column.texts.length));
      expect([said.achieved.k ?? Infinity, said.holds]).toEqual([expected, expected >= k]);
    }
  });

  const leveledJob = (algorithm: Job['algorithm'], suppression: Job['suppression'], model: PrivacySpec): Job => ({
    attributes: {
      a: {
        role: 'quasi-identifier',
        type: 'string',
        hierarchy: { type: 'tree', tree: { '*': { low: ['0', '1'], high: ['2', '3'] } } },
      },
      b: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': ['b0', 'b1', 'b2'] } } },
      basket: { role: 'sensitive', set: { delimiter: '|' } },
    },
    privacy: [model],
    algorithm,
    ...(suppression === undefined ? {} : { suppression }),
    output: { order: 'input' },
  });

  it('is the condition of searches: none has a finer satisfying level vector, Mondrian satisfies it', async () => {
    let finer = 0;
    for (const seed of seedsFrom(1, 2000, 11)) {
      const below = drawing(seed);
      const items = 2 + below(3);
      const rows = Array.from({ length: 4 + below(30) }, () => ({
        a: below(4),
        b: below(3),
        items: Array.from({ length: below(4) }, () => below(items)),
      }));
      const [k, m] = [1 + below(3), 1 + below(3)];
      const maxRows = below(2) * below(6);
      // [levels of a and b] labels, by hand.
      const labelsA = [(v: number) => String(v), (v: number) => (v < 2 ? 'low' : 'high'), () => '*'];
      const labelsB = [(v: number) => `b${v}`, () => '*'];
      const suppressedAt = (i: number, j: number): number =>
        [...new Set(rows.map(({ a, b }) => `${labelsA[i](a)} ${labelsB[j](b)}`))].reduce((sum, key) => {
          const members = rows.filter(({ a, b }) => `${labelsA[i](a)} ${labelsB[j](b)}` === key);
          const holds =
            naive(
              members.map((row) => ({ q: '', items: row.items })),
              m,
            ) >= k;
          return holds ? sum : sum + members.length;
        }, 0);
      const within = [0, 1, 2].flatMap((i) =>
        [0, 1].flatMap((j) => (suppressedAt(i, j) <= maxRows ? [{ levels: [i, j], height: i + j }] : [])),
      );
      within.sort((x, y) => x.height - y.height || x.levels[0] - y.levels[0]);
      const table = tableFromRows(
        rows.map(({ a, b, items: list }) => ({
          a: String(a),
          b: `b${b}`,
          basket: list.map((item) => `i${item}`).join('|'),
        })),
        { types: { a: 'string' } },
      );
      const job = (algorithm: Job['algorithm'], suppression?: Job['suppression']): Job =>
        leveledJob(algorithm, suppression, { model: 'km-anonymity', k, m, attribute: 'basket' });
      for (const name of ['optimal-lattice', 'samarati', 'min-gen'] as const) {
        const found = [];
        for (const engine of engines) {
          const done = anonymize(table, job({ name, metric: 'height' }, { maxRows }), { engine });
          found.push(
            await done.then(
              ({ result }) => Object.values(result.solution.levels as Record<string, number>),
              (error: unknown) => {
                if (error instanceof InfeasibleError) return null;
                throw new Error(`seed ${seed}`, { cause: error });
              },
            ),
          );
        }
        expect(found, `${name} ${seed}`).toEqual(engines.map(() => within[0]?.levels ?? null));
      }
      if (within.length > 0 && within[0].height < 3) finer++;
      const texts = [];
      for (const engine of engines) {
        try {
          const { release, result } = await anonymize(table, job('mondrian'), { engine });
          expect(result.privacy[0].holds).toBe(true);
          texts.push(JSON.stringify(release.columns.map((c) => Array.from(c.codes, (code) => c.texts[code]))));
        } catch (error) {
          if (!(error instanceof InfeasibleError)) throw error;
          expect(suppressedAt(2, 1), `seed ${seed}`).toBe(rows.length);
          texts.push('none');
        }
      }
      expect(new Set(texts).size).toBe(1);
    }
    expect(finer).toBeGreaterThan(4);
  });

  it('refuses lists with more sets than can be looked at', async () => {
    const list = Array.from({ length: 60 }, (_, i) => `i${i}`).join('|');
    const table = tableFromRows([
      { q: 'a', basket: list },
      { q: 'a', basket: list },
    ]);
    await expect(anonymize(table, basketJob(2, 30), { engine: 'js' })).rejects.toBeInstanceOf(CapacityError);
  });
});
