import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readTable, readCsvCounted } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, inTurn } from '../shared.js';
import {
  achievedBy,
  classesOf,
  expectFigures,
  inputText,
  jobOf,
  NOTHING,
  personsOf,
  privacyOf,
  publicText,
  specs,
  type Row,
  type Spec,
} from './public-cases.js';

/** A row of the input; `person` is empty where it lacks a key. */
function draw(seed: number, kind: 'apart' | 'split' | 'register') {
  const random = seededRandom(seed);
  const all: Row[] = [];
  const own: Row[] = [];
  for (let p = 8 + random.below(20); p >= 0; p--) {
    let at = [random.below(10), random.below(4)];
    const part = p < 2 ? p : random.below(4);
    for (let r = random.below(kind === 'register' ? 1 : 4); r >= 0; r--) {
      if (kind === 'split' && random.below(2) === 0) at = [random.below(10), random.below(4)];
      const row = { person: `p${p}`, a: at[0], b: 'wxyz'[at[1]], s: 'stu'[random.below(3)] };
      all.push(row);
      // One in four is in the input with all rows, one in four with a row that lacks the key, now and then with two.
      const isKeyed = part === 0 && (r === 0 || random.below(3) > 0);
      const isKeyless = part === 1 && (r === 0 || random.below(12) === 0);
      if (isKeyed)
        for (let copies = random.below(3); copies >= 0; copies--) own.push({ ...row, s: 'stu'[random.below(3)] });
      if (isKeyless || (isKeyed && random.below(kind === 'register' ? 8 : 40) === 0)) own.push({ ...row, person: '' });
    }
  }
  return { own, all };
}

/** True where every row without a key can be of another person of the public table, who has none with a key. */
function canBeEach(own: readonly Row[], all: readonly Row[], isKeyed: boolean): boolean {
  const vector = ({ a, b }: Row): string => `${a}|${b}`;
  const keyed = personsOf(own.filter(({ person }) => person !== ''));
  const keyless = own.filter(({ person }) => person === '');
  if (!isKeyed) {
    return keyless.every((row) => {
      const here = (rows: readonly Row[]): Row[] => rows.filter((each) => vector(each) === vector(row));
      const taken = personsOf(here(own.filter(({ person }) => person !== ''))).size + here(keyless).length;
      return taken <= here(all).length;
    });
  }
  const takenBy = new Map<string, Row>();
  const place = (row: Row, tried: Set<string>): boolean =>
    all.some((each) => {
      if (vector(each) !== vector(row) || keyed.has(each.person) || tried.has(each.person)) return false;
      tried.add(each.person);
      const holder = takenBy.get(each.person);
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(each.person, row);
      return true;
    });
  return keyless.every((row) => place(row, new Set()));
}

/** Figure of a release: the worse of both readings of the rows without a key. */
function worseOf(spec: Spec, classes: readonly (readonly [string, string, Row[]])[], own: Row[], all: Row[]) {
  const withoutKeys = classes.map(([a, b, rows]) => [a, b, rows.filter(({ person }) => person !== '')] as const);
  const numbered = new Map(own.map((row, i) => [row, row.person === '' ? { ...row, person: `?${i}` } : row]));
  const each = classes.map(([a, b, rows]) => [a, b, rows.map((row) => numbered.get(row) as Row)] as const);
  const keyed = achievedBy(spec, withoutKeys.map(([a, b, rows]) => [a, b, [...rows]]), own.filter(({ person }) => person !== ''), all); // prettier-ignore
  const other = achievedBy(spec, each.map(([a, b, rows]) => [a, b, [...rows]]), [...numbered.values()], all) as Record<string, unknown> as Record<string, number>; // prettier-ignore
  return Object.fromEntries(
    Object.entries(keyed).map(([name, value]) => [name, (name === 'max' ? Math.max : Math.min)(value, other[name])]),
  );
}

describe.each(inTurn(['mondrian', 'optimal-lattice', 'incognito', 'samarati', 'spalm'], 5))(
  '%s under models on a public table, with rows that lack a key',
  (algorithm) => {
    it.each(['apart', 'split', 'register'] as const)('hold by both readings: %s', async (kind) => {
      let judged = 0;
      let refused = 0;
      for (let seed = 1; seed <= casesOf(600, 24); seed++) {
        const { own, all } = draw(seed, kind);
        const spec = specs[algorithm === 'spalm' ? 3 + (seed % 3) : seed % specs.length];
        const privacy = privacyOf(spec, algorithm, seed);
        const share = algorithm === 'mondrian' ? 0 : 0.3 * (seed % 2);
        const text = inputText(own);
        const table = await (seed % 4 === 0 ? readCsvCounted(text) : readTable(text));
        const isKeyed = kind !== 'register' || seed % 2 === 0;
        const people = await readTable(publicText(all, isKeyed));
        const publicTables = { all: people };
        const outcomes: string[] = [];
        const canBe = canBeEach(own, all, isKeyed);
        for (const engine of ['js', 'wasm'] as const) {
          try {
            const job = { ...jobOf(privacy, algorithm, share), missingPersons: 'separate' } as never;
            const { release, result, audit } = await anonymize(table, job, { engine, seed, publicTables });
            expect(canBe, `seed ${seed}`).toBe(true);
            const rows = release.toRows();
            outcomes.push(JSON.stringify([rows, result.privacy]));
            expect(
              result.privacy.every(({ holds }) => holds),
              `seed ${seed}`,
            ).toBe(true);
            expect(audit.holds, `seed ${seed}: ${JSON.stringify(audit.problems)}`).toBe(true);
            expect(audit.personsRecounted).toBe(true);
            if (engine === 'wasm') continue;
            const classes = classesOf(rows as never, own);
            if (classes.size === 0) continue;
            judged += Number(classes.size > 1);
            const expected = worseOf(spec, [...classes.values()], own, all);
            const again = auditRelease(release, job, table, { publicTables });
            const figures = [result, audit, ...(again.personsRecounted === true ? [again] : [])];
            for (const { privacy: found } of figures) expectFigures(found[0].achieved, expected, `seed ${seed}`);
          } catch (error) {
            const { code } = error as { code?: string };
            if (code === 'PUBLIC_NOT_SUPERSET') refused += Number(!canBe);
            else if (code === undefined || !NOTHING.includes(code)) throw error;
            if (code === 'PUBLIC_NOT_SUPERSET') expect(canBe, `seed ${seed}`).toBe(false);
            outcomes.push(code);
          }
        }
        expect(outcomes[1], `seed ${seed}`).toBe(outcomes[0]);
      }
      expect(judged).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    });
  },
);

describe('rows without a key beside a public table', () => {
  const jobOn = (spec: object) =>
    ({
      attributes: {
        person: 'person',
        a: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': ['1', '2'] } } },
      },
      privacy: [spec],
      algorithm: 'optimal-lattice',
      missingPersons: 'separate',
    }) as never;
  const run = async (rows: string, people: string, spec: object) =>
    anonymize(`person,a\n${rows}`, jobOn(spec), { publicTables: { all: await readTable(people) } });

  it('are in the largest share as other persons, and not in the smallest', async () => {
    // Region 1: persons 1 and 2 of five, and two rows without a key: shares .4 and .8.
    const people = `person,a\n${[1, 2, 3, 4, 5].map((person) => `${person},1\n`).join('')}`;
    const spec = { model: 'delta-presence', min: 0.3, max: 0.9, public: 'all' };
    const { result } = await run('1,1\n2,1\n,1\n,1\n', people, spec);
    expect(result.privacy[0]).toMatchObject({ achieved: { min: 0.4, max: 0.8 }, holds: true });
    await expect(run('1,1\n2,1\n,1\n,1\n', people, { ...spec, max: 0.7 })).rejects.toMatchObject({
      code: 'NO_SOLUTION',
    });
    await expect(run('1,1\n2,1\n,1\n,1\n', people, { ...spec, min: 0.5 })).rejects.toMatchObject({
      code: 'NO_SOLUTION',
    });
  });

  it('are refused where they are more than the other persons of their vector', async () => {
    const people = 'person,a\n1,1\n2,1\n2,2\n3,2\n';
    const spec = { model: 'k-map', k: 2, public: 'all' };
    const { result } = await run('1,1\n,1\n,2\n', people, spec);
    expect(result.privacy[0]).toMatchObject({ achieved: { k: 2 }, holds: true });
    await expect(run('1,1\n,1\n,2\n,2\n', people, spec)).rejects.toMatchObject({
      code: 'PUBLIC_NOT_SUPERSET',
      message: expect.stringMatching(/1 row$|1 row[^s]/),
    });
  });
});
