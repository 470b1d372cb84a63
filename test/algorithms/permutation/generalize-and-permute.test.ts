import { describe, expect, it } from 'vitest';
import type { Job, Progress } from '../../../src/index.js';
import { AbortError, anonymize, auditRelease, InfeasibleError, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { attackMembership } from '../../../src/assess/attacks/membership-attack.js';
import { figure55, salaryJob, multisets, private1, public1, tableOf } from './thesis-tables.js';
import { drawPublicPeople, publicAttributes } from './public-people.js';
import { ENGINES } from '../../engine/engines.js';

const thesisJob = salaryJob(
  {
    privacy: [
      { model: 'k-anonymity', k: 4 },
      { model: 'delta-presence', min: 0.1, max: 0.9, public: 'P' },
    ],
    algorithm: 'generalize-and-permute',
  },
  true,
);

const rows55 = figure55.map(([col1, col2, isInT]) => ({ col1: `v${col1}`, col2: `v${col2}`, isInT }));
const people55 = tableFromRows(rows55.map(({ col1, col2 }) => ({ col1, col2 })));
const private55 = tableFromRows(rows55.filter(({ isInT }) => isInT === 1).map(({ col1, col2 }) => ({ col1, col2 })));
const job55 = (algorithm: Job['algorithm']): Job => ({
  attributes: {
    col1: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    col2: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'delta-presence', min: 0.5, max: 0.5, public: 'P' },
  ],
  algorithm,
});

describe('generalize-and-permute', () => {
  for (const engine of ENGINES) {
    it(`Figures 5.2 to 5.4: zip codes leave as 537*, ages and salaries as they are, permuted (${engine})`, async () => {
      const publicTables = { P: tableOf(public1) };
      const done = await anonymize(tableOf(private1), thesisJob, { engine, publicTables, seed: 5 });
      expect(multisets(done.release, ['zip'])).toEqual([Array<string>(8).fill('537*').join(', ')]);
      // Table 2.1 has five people of age 25; Figures 5.3 and 5.4 show four.
      expect(multisets(done.release, ['age'])).toEqual(['25, 25, 25, 25, 25, 27, 27, 27']);
      expect(multisets(done.release, ['salary'])).toEqual([
        private1
          .map(([, , , salary]) => salary)
          .sort()
          .join(', '),
      ]);
      expect(done.result.privacy[1]).toMatchObject({ holds: true, achieved: { min: 3 / 4, max: 5 / 6 } });
      expect(done.result.search).toMatchObject({ nodes: 3, rejected: 2, checked: 1, unknown: 0 });
    });

    it(`Figure 5.8: both columns leave, where Mondrian (5.7) and MPALM (5.6) hide one or both (${engine})`, async () => {
      const job = job55('generalize-and-permute');
      const done = await anonymize(private55, job, { engine, publicTables: { P: people55 } });
      expect(multisets(done.release, ['col1'])).toEqual(['v0, v1']);
      expect(multisets(done.release, ['col2'])).toEqual(['v0, v1']);
      expect(done.result.privacy[1].achieved).toEqual({ min: 0.5, max: 0.5 });
    });
  }

  it('the audit judges the file itself, with the public table, and refuses one that discloses too much', async () => {
    const publicTables = { P: tableOf(public1) };
    const { release } = await anonymize(tableOf(private1), thesisJob, { publicTables });
    expect(auditRelease(release, thesisJob, tableOf(private1), { publicTables }).holds).toBe(true);
    expect(auditRelease(release, thesisJob, tableOf(private1)).holds).toBe(false);
    const strict: Job = {
      ...thesisJob,
      privacy: [{ model: 'delta-presence', min: 0.1, max: 0.8, public: 'P' }],
    };
    expect(auditRelease(release, strict, tableOf(private1), { publicTables }).holds).toBe(false);
    // Figure 5.3, values as they are in one bucket.
    const slicing: Job = { ...thesisJob, algorithm: { name: 'slicing', columns: 'one-attribute-per-column' } };
    const sliced = await anonymize(tableOf(private1), {
      ...slicing,
      privacy: [{ model: 'k-anonymity', k: 5 }],
    });
    const report = auditRelease(sliced.release, thesisJob, tableOf(private1), { publicTables });
    expect(report.privacy[1]).toMatchObject({ holds: false, achieved: { max: 1 } });
  });

  it('typed errors: no delta-presence, another public model, no bucket that can be present, wrong options', async () => {
    const publicTables = { P: tableOf(public1) };
    const run = (changes: Partial<Job>) => anonymize(tableOf(private1), { ...thesisJob, ...changes }, { publicTables });
    await expect(run({ privacy: [{ model: 'k-anonymity', k: 4 }] })).rejects.toMatchObject({
      code: 'NO_PRESENCE_MODEL',
      expected: expect.stringContaining('which generalize-and-permute splits by') as string,
    });
    await expect(run({ privacy: [...thesisJob.privacy, { model: 'k-map', k: 2, public: 'P' }] })).rejects.toMatchObject(
      { code: 'MODEL_NOT_SUPPORTED' },
    );
    await expect(
      run({
        privacy: [
          { model: 'k-anonymity', k: 1 },
          { model: 'delta-presence', min: 0, max: 0.81, public: 'P' },
        ],
      }),
    ).rejects.toMatchObject({ code: 'PRESENCE_UNREACHABLE' });
    await expect(run({ algorithm: { name: 'generalize-and-permute', nodes: -1 } })).rejects.toThrow('algorithm.nodes');
    await expect(run({ algorithm: { name: 'generalize-and-permute', partition: 'x' } })).rejects.toThrow('mondrian');
  });

  it('keeps every model on random tables, as the attack sees it, in both engines alike', async () => {
    const random = seededRandom(19);
    let released = 0;
    for (let trial = 0; trial < 24; trial++) {
      const { people, inside } = drawPublicPeople(random);
      const min = trial % 2 === 0 ? 0 : 0.1;
      const job: Job = {
        attributes: publicAttributes,
        privacy: [
          { model: 'delta-presence', min, max: 0.6, public: 'P' },
          { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
        ],
        algorithm: {
          name: 'generalize-and-permute',
          cuts: trial % 3 === 0 ? 'ranges' : 'auto',
          partition: trial % 4 < 2 ? 'mpalm' : 'mondrian',
          nodes: trial % 5 === 0 ? 1 : 200,
        },
      };
      try {
        const publicTables = { P: tableFromRows(people) };
        const done = await anonymize(tableFromRows(inside), job, { engine: 'js', publicTables, seed: trial });
        const twin = await anonymize(tableFromRows(inside), job, { engine: 'wasm', publicTables, seed: trial });
        expect(twin.release.columns).toEqual(done.release.columns);
        const report = attackMembership(done.release, publicTables.P, job);
        expect(report.unknown).toBe(0);
        expect(report.contradicted).toBe(0);
        expect(report.largest[1]).toBeLessThanOrEqual(0.6 + 1e-9);
        expect(report.smallest[0]).toBeGreaterThanOrEqual(min * (1 - 1e-9));
        released++;
      } catch (error) {
        if (!(error instanceof InfeasibleError)) throw error;
      }
    }
    expect(released).toBeGreaterThan(12);
  });

  describe('with more to count than anybody waits for', () => {
    const random = seededRandom(31);
    const people = Array.from({ length: 1_200 }, () =>
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, `v${random.below(12)}`])),
    );
    const tree = Object.fromEntries(
      [0, 1, 2, 3].map((node) => [`n${node}`, [0, 1, 2].map((leaf) => `v${3 * node + leaf}`)]),
    );
    const job: Job = {
      attributes: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
          name,
          { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': tree } } },
        ]),
      ),
      privacy: [
        { model: 'k-anonymity', k: 100 },
        { model: 'delta-presence', min: 0, max: 0.9, public: 'P' },
      ],
      algorithm: { name: 'generalize-and-permute', budget: 2_000_000, nodes: 100_000 },
    };
    const table = tableFromRows(people.slice(0, 400));
    const publicTables = { P: tableFromRows(people) };

    it('ended early it makes a release that holds, and says what it did not look at', async () => {
      const finish = new AbortController();
      const onProgress = ({ phase }: Progress): void => void (phase === 'search' && finish.abort());
      const done = await anonymize(table, job, { engine: 'js', publicTables, finish: finish.signal, onProgress });
      expect(done.result.search.unknown).toBeGreaterThan(0);
      expect(done.result.privacy[1].holds).toBe(true);
      expect(done.audit.holds).toBe(true);
    });

    it('an aborted signal ends it within a bucket', async () => {
      const controller = new AbortController();
      const shares: number[] = [];
      const onProgress = ({ phase, share }: Progress): void => {
        if (phase !== 'search') return;
        shares.push(share);
        controller.abort();
      };
      await expect(
        anonymize(table, job, { engine: 'js', publicTables, signal: controller.signal, onProgress }),
      ).rejects.toBeInstanceOf(AbortError);
      expect(shares).toEqual([0]);
    });
  });
});
