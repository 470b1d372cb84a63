import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readTable } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { inPublicByPersons } from '../../src/privacy/by-persons.js';
import { createModels } from '../../src/privacy/create-models.js';
import { casesOf, inTurn } from '../shared.js';
import {
  achievedBy,
  classesOf,
  expectFigures,
  inputText,
  jobOf,
  NOTHING,
  privacyOf,
  publicText,
  specs,
  type Row,
} from './public-cases.js';

/** Rows of the public table, the first `own` of whose persons are in the input, with some or all of their rows. */
function draw(seed: number, kind: 'apart' | 'split' | 'register') {
  const random = seededRandom(seed);
  const persons = 8 + random.below(20);
  const all: Row[] = [];
  const own: Row[] = [];
  for (let p = 0; p < persons; p++) {
    let at = [random.below(10), random.below(4)];
    const isOwn = p === 0 || random.below(2) === 0;
    const rows = 1 + random.below(kind === 'register' ? 1 : 4);
    for (let r = 0; r < rows; r++) {
      if (kind === 'split' && random.below(2) === 0) at = [random.below(10), random.below(4)];
      const row = { person: `p${p}`, a: at[0], b: 'wxyz'[at[1]], s: 'stu'[random.below(3)] };
      all.push(row);
      if (!isOwn || (r > 0 && random.below(3) === 0)) continue;
      // A row of the public table may be several of the input.
      for (let copies = 1 + random.below(3); copies > 0; copies--) own.push({ ...row, s: 'stu'[random.below(3)] });
    }
  }
  return { own, all };
}

describe.each(inTurn(['mondrian', 'optimal-lattice', 'incognito', 'samarati', 'spalm'], 5))(
  '%s under models on a public table, by persons',
  (algorithm) => {
    it.each(['apart', 'split', 'register'] as const)('equals the definitions: %s', async (kind) => {
      let judged = 0;
      for (let seed = 1; seed <= casesOf(600, 10); seed++) {
        const { own, all } = draw(seed, kind);
        const spec = specs[algorithm === 'spalm' ? 3 + (seed % 3) : seed % specs.length];
        const privacy = privacyOf(spec, algorithm, seed);
        const share = algorithm === 'mondrian' ? 0 : 0.3 * (seed % 2);
        const table = await readTable(inputText(own));
        const isKeyed = kind !== 'register' || seed % 2 === 0;
        const people = await readTable(publicText(all, isKeyed));
        const publicTables = { all: people };
        const outcomes: string[] = [];
        for (const engine of ['js', 'wasm'] as const) {
          try {
            const job = jobOf(privacy, algorithm, share) as never;
            const { release, result, audit } = await anonymize(table, job, { engine, seed, publicTables });
            const rows = release.toRows();
            outcomes.push(JSON.stringify([rows, result.privacy]));
            expect(result.privacy.every(({ holds }) => holds)).toBe(true);
            expect(audit.holds, JSON.stringify(audit.problems)).toBe(true);
            expect(audit.personsRecounted).toBe(true);
            if (engine === 'wasm') continue;
            const classes = classesOf(rows as never, own);
            if (classes.size === 0) continue;
            judged += Number(classes.size > 1);
            const expected = achievedBy(spec, [...classes.values()], own, all);
            const again = auditRelease(release, job, table, { publicTables });
            const figures = [result, audit, ...(again.personsRecounted === true ? [again] : [])];
            for (const { privacy: found } of figures) expectFigures(found[0].achieved, expected, `seed ${seed}`);
          } catch (error) {
            const { code } = error as { code?: string };
            if (code === undefined || !NOTHING.includes(code)) throw error;
            outcomes.push(code);
          }
        }
        expect(outcomes[1], `seed ${seed}`).toBe(outcomes[0]);
      }
      expect(judged).toBeGreaterThan(2);
    });
  },
);

describe('regions of a public table that are joined', () => {
  const to = (from: number, last: number): string[] =>
    Array.from({ length: last - from + 1 }, (_, i) => `p${from + i}`);
  const row = (person: string, a: number): Row => ({ person, a, b: 'w', s: 's' });

  it('delta-presence: T = {1..5} and T = {6..10} in regions of one P = {1..10}: .5 and .5; joined 1', async () => {
    const own = [...to(1, 5).map((person) => row(person, 1)), ...to(6, 10).map((person) => row(person, 2))];
    const all = [...to(1, 10).map((person) => row(person, 1)), ...to(1, 10).map((person) => row(person, 2))];
    const spec = { model: 'delta-presence', min: 0.2, max: 0.6, public: 'all' };
    const apart = [['1', 'w', own.slice(0, 5)] as const, ['2', 'w', own.slice(5)] as const];
    expect(
      achievedBy(
        spec,
        apart.map(([a, b, rows]) => [a, b, [...rows]]),
        own,
        all,
      ),
    ).toEqual({ min: 0.5, max: 0.5 });
    expect(achievedBy(spec, [['*', 'w', own]], own, all)).toEqual({ min: 1, max: 1 });
    const text = (rows: readonly Row[]): string => `person,a,b,s\n${rows.map((each) => [each.person, each.a, each.b, each.s].join(',')).join('\n')}\n`; // prettier-ignore
    const attributes = {
      person: 'person',
      a: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      b: 'drop',
      s: 'sensitive',
    };
    const job = { attributes, privacy: [spec], algorithm: 'optimal-lattice', suppression: { maxRows: 0 } };
    const { result } = await anonymize(await readTable(text(own)), job as never, {
      publicTables: { all: await readTable(text(all)) },
    });
    expect(result.privacy[0]).toMatchObject({ achieved: { min: 0.5, max: 0.5 }, holds: true });
    expect(result.classes).toBe(2);
  });

  it('are monotone for k-map and weak-k, and for shares where nobody lies in two', () => {
    const flags = specs.map((spec) => {
      const [model] = createModels([spec as never]);
      return [false, true].map((isAdditive) => inPublicByPersons(model, { isAdditive }).monotone);
    });
    expect(flags).toEqual([
      [true, true],
      [true, true],
      [false, true],
      [false, true],
      [false, true],
      [false, false],
    ]);
  });
});

describe('what is refused of a public table', () => {
  const own = 'person,a\n1,2\n1,3\n2,2\n3,3\n';
  const job = {
    attributes: { person: 'person', a: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
    privacy: [{ model: 'k-map', k: 2, public: 'all' }],
    algorithm: 'optimal-lattice',
  };
  const run = async (all: string, changed: object = {}, table = own) =>
    anonymize(table, { ...job, ...changed } as never, { publicTables: { all: await readTable(all) } });

  it('is one without the key, where rows of a person differ', async () => {
    await expect(run('a\n2\n3\n2\n2\n')).rejects.toMatchObject({
      code: 'PERSONS_NEEDED',
      message: expect.stringMatching(/^privacy\[0\]\.public: .*"person"/),
    });
    const { result } = await run('a\n2\n3\n2\n2\n', {}, 'person,a\n1,2\n1,2\n2,2\n3,3\n');
    expect(result.privacy[0]).toMatchObject({ achieved: { k: 4 }, holds: true });
  });

  it('is one that lacks a person of the input, or a vector of theirs', async () => {
    const code = 'PUBLIC_NOT_SUPERSET';
    await expect(run('person,a\n1,2\n1,3\n4,2\n3,3\n')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/1 person /),
    });
    await expect(run('person,a\n1,2\n3,3\n2,2\n4,3\n')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/1 person /),
    });
    await expect(run('a\n2\n', {}, 'person,a\n1,2\n1,2\n2,2\n3,2\n')).rejects.toMatchObject({ code });
    const { result } = await run('person,a\n1,2\n1,3\n2,2\n3,3\n');
    expect(result.privacy[0].holds).toBe(true);
  });

  it('is a row without a key, a part of the key, a key of another type', async () => {
    await expect(run('person,a\n1,2\n1,3\n,2\n2,2\n3,3\n')).rejects.toMatchObject({ code: 'PERSON_MISSING' });
    await expect(run('person,a\n1,2\n1,3\nx,2\n2,2\n3,3\n')).rejects.toMatchObject({ code: 'PUBLIC_TYPE' });
  });
});
