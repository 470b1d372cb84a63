import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditPermutation, AuditPrivacy, AuditSpec, AuditWays } from '../../src/audit/spec.js';
import { seededRandom } from '../../src/base/random.js';
import { Table } from '../../src/table/table.js';
import { casesOf } from '../shared.js';
import { columnOf, tableOf } from './tables.js';

const tree: AuditHierarchy = { type: 'tree', tree: { '*': { P: ['p1', 'p2'], Q: ['q1', 'q2'] } } };
const specOf = (privacy: readonly AuditPrivacy[], more: Partial<AuditSpec> = {}): AuditSpec => ({
  quasiIdentifiers: [{ name: 'x', hierarchy: tree }, { name: 'y' }],
  classColumn: null,
  privacy,
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
  ...more,
});
const named = { public: 'people' } as const;
const presence = (min: number, max: number, more: object = {}) =>
  ({ model: 'delta-presence', min, max, ...named, ...more }) as const;
const kMap = (k: number) => ({ model: 'k-map', k, ...named }) as const;
const weakK = (k: number) => ({ model: 'weak-k-anonymity', k, ...named }) as const;
const weakL = (l: number) => ({ model: 'weak-l-diversity', l, attribute: 's', ...named }) as const;
const names = ['x', 'y'];
const people = tableOf(names, [
  ['p1', 'A'],
  ['p1', 'A'],
  ['p2', 'A'],
  ['q1', 'A'],
  ['q1', 'B'],
  ['q2', 'B'],
]);

describe('models on a public table', () => {
  const release = tableOf([...names, 's'], [
    ['P', 'A', 'flu'],
    ['P', 'A', 'flu'],
    ['q1', 'B', 'cold'],
  ]); // prettier-ignore
  const judge = (privacy: readonly AuditPrivacy[], more: Partial<AuditSpec> = {}, of = release) =>
    audit(of, specOf(privacy, { publicTable: people, ...more }));

  it('count the people under every class, and those under none', () => {
    // 3 people under (P, A), one under (q1, B), two elsewhere.
    const report = judge([kMap(1), kMap(2), weakK(1), presence(0, 1), presence(0, 0.9), presence(2 / 3, 1, { outside: 'ignored' }), weakL(1), weakL(1.6)]); // prettier-ignore
    expect(report.problems).toEqual([]);
    expect(report.privacy.map(({ achieved, holds }) => [achieved, holds])).toEqual([
      [{ k: 1 }, true],
      [{ k: 1 }, false],
      [{ k: 1 }, true],
      [{ min: 0, max: 1 }, true],
      [{ min: 0, max: 1 }, false],
      [{ min: 2 / 3, max: 1 }, true],
      [{ l: 1 }, true],
      [{ l: 1 }, false],
    ]);
    expect(report.privacy.map(({ required }) => required)).toEqual([
      { k: 1 },
      { k: 2 },
      { k: 1 },
      { min: 0, max: 1 },
      { min: 0, max: 0.9 },
      { min: 2 / 3, max: 1 },
      { l: 1 },
      { l: 1.6 },
    ]);
    expect(judge([presence(0.7, 1, { outside: 'ignored' })]).privacy[0].holds).toBe(false);
    expect(report.privacy[6].attribute).toBe('s');
  });

  it('count suppressed rows among those elsewhere', () => {
    const original = tableOf([...names, 's'], [
      ['p1', 'A', 'flu'],
      ['p1', 'A', 'flu'],
      ['q1', 'B', 'cold'],
      ['q2', 'B', 'gout'],
    ]); // prettier-ignore
    const { privacy, suppressed } = audit(release, specOf([presence(0, 1)], { publicTable: people }), original);
    expect([suppressed, privacy[0].achieved]).toEqual([1, { min: 1 / 2, max: 1 }]);
  });

  it('hold of a release without rows, and report zeros', () => {
    const nothing = tableOf([...names, 's'], []);
    const { privacy } = judge([kMap(9), weakK(9), presence(0.5, 0.6, { outside: 'ignored' }), weakL(9)], {}, nothing);
    expect(privacy.map(({ achieved, holds }) => [achieved, holds])).toEqual([
      [{ k: 0 }, true],
      [{ k: 0 }, true],
      [{ min: 0, max: 0 }, true],
      [{}, true],
    ]);
    expect(judge([presence(0.5, 0.6)], {}, nothing).privacy[0]).toMatchObject({ achieved: { min: 0, max: 0 }, holds: false }); // prettier-ignore
  });

  const none = { achieved: {}, holds: false };
  it('cannot hold where people cannot be counted, and say why', () => {
    const without = audit(release, specOf([kMap(1)]));
    expect(without.problems).toEqual(['the public table was not given: models on it cannot hold']);
    expect(without.privacy).toMatchObject([none]);
    const unread = 'the released values cannot be read in the domains of the public table: models on it cannot hold';
    const strange = tableOf([...names, 's'], [['P', 'A', 'flu'], ['P', 'C', 'flu']]); // prettier-ignore
    expect(judge([kMap(1)], {}, strange)).toMatchObject({
      problems: ['column "y": 1 label means nothing in its domain', unread],
      privacy: [none],
    });
    expect(judge([kMap(1)], { publicTable: tableOf(['x'], [['p1'], ['q1']]) })).toMatchObject({
      problems: [unread],
      privacy: [none],
    });
    // A public value that the hierarchy does not have: the domain can be read, but people are not where they belong.
    const outside = tableOf(names, [['p1', 'A'], ['q1', 'B'], ['r1', 'A']]); // prettier-ignore
    expect(judge([kMap(1)], { publicTable: outside })).toMatchObject({
      problems: ['column "x": 1 value of the original is not in the hierarchy', unread],
      privacy: [none],
    });
    const many = tableOf([...names, 's'], [['q1', 'B', 'flu'], ['q1', 'B', 'flu'], ['q2', 'B', 'flu'], ['q2', 'B', 'flu']]); // prettier-ignore
    expect(judge([kMap(1)], {}, many)).toMatchObject({
      problems: ['2 released rows have no row of the public table under them'],
      privacy: [none],
    });
    const one = tableOf([...names, 's'], [['q1', 'B', 'flu'], ['q1', 'B', 'flu']]); // prettier-ignore
    expect(judge([kMap(1)], {}, one).problems).toEqual(['1 released row has no row of the public table under it']);
    const overlapping = tableOf([...names, 's'], [['P', 'A', 'flu'], ['*', 'A', 'flu'], ['p2', 'A', 'flu']]); // prettier-ignore
    expect(judge([kMap(1)], {}, overlapping)).toMatchObject({
      problems: ['3 public rows lie under more than one released class: models on them cannot be judged'],
      privacy: [none],
    });
    const once = tableOf([...names, 's'], [['q1', 'A', 'flu'], ['Q', 'A', 'flu']]); // prettier-ignore
    expect(judge([kMap(1)], {}, once).problems).toEqual([
      '1 public row lies under more than one released class: models on them cannot be judged',
    ]);
    expect(judge([weakL(1)], {}, tableOf(names, [['P', 'A']])).privacy).toMatchObject([none]); // prettier-ignore
  });

  it('take rows of * for a class where they hold so, and for suppressed rows where they do not', () => {
    const x = { quasiIdentifiers: [{ name: 'x', hierarchy: tree }], suppressed: 'star' } as const;
    const stars = tableOf(['x', 's'], [['*', 'flu'], ['*', 'cold'], ['*', 'gout']]); // prettier-ignore
    // Three of six people.
    expect(judge([presence(0, 0.6)], x, stars)).toMatchObject({ classes: 1, suppressed: 0, holds: true, privacy: [{ achieved: { min: 0.5, max: 0.5 } }] }); // prettier-ignore
    expect(judge([presence(0, 0.4)], x, stars)).toMatchObject({ classes: 1, suppressed: 0, holds: false });
    const blank = tableOf(['x', 's'], [['*', ''], ['*', ''], ['*', '']]); // prettier-ignore
    expect(judge([presence(0, 0.4)], x, blank)).toMatchObject({ classes: 0, suppressed: 3, holds: false });
    expect(judge([weakL(2)], x, stars)).toMatchObject({ classes: 1, suppressed: 0, holds: true, privacy: [{ achieved: { l: 6 } }] }); // prettier-ignore
    expect(judge([kMap(7)], x, blank)).toMatchObject({ classes: 0, suppressed: 3, holds: true });
    const beside = tableOf(['x', 's'], [['P', 'flu'], ['*', ''], ['*', '']]); // prettier-ignore
    // As a class, * lies over the people of P too.
    expect(judge([kMap(1)], x, beside)).toMatchObject({ classes: 1, suppressed: 2, holds: true, problems: [] });
  });

  it('read missing cells as the original spells them', () => {
    const both: AuditHierarchy = { type: 'levels', rows: [['a', 'A', '*'], ['', 'A', '*'], ['NA', 'B', '*'], ['b', 'B', '*']] }; // prettier-ignore
    const missing = ['', 'NA'];
    const cells = (...texts: string[]): Table => new Table(texts.length, [columnOf('x', texts, 'string', missing)]);
    const spec = specOf([kMap(1)], {
      quasiIdentifiers: [{ name: 'x', hierarchy: both }],
      missing,
      publicTable: cells('a', 'b', 'NA', 'NA'),
    });
    const achieved = (original: Table) => audit(cells('A', 'A'), spec, original).privacy[0].achieved;
    expect(achieved(cells('a', ''))).toEqual({ k: 3 });
    expect(audit(cells('A'), spec, cells('a')).privacy[0].achieved).toEqual({ k: 1 });
  });

  it('are counted as in lists of people, in random classes', () => {
    const held = new Set<string>();
    const covers = (label: string, value: string): boolean =>
      label === '*' || label === value || (label.length === 1 && label.toLowerCase() === value[0]);
    for (let seed = 0; seed < casesOf(3000, 100); seed++) {
      const random = seededRandom(seed);
      const of = (values: readonly string[]): string => values[random.below(values.length)];
      const person = (): string[] => [of(['p1', 'p2', 'q1', 'q2']), of(['A', 'B'])];
      const all = Array.from({ length: 2 + random.below(14) }, person);
      const released = all.filter(() => random.below(2) === 0);
      const level = random.below(3);
      const rows = released.map(([x, y]) => [[x, x[0].toUpperCase(), '*'][level], y, of(['flu', 'cold', 'gout'])]);
      const classes = new Map<string, { label: readonly string[]; sick: string[] }>();
      for (const [x, y, s] of rows) {
        const own = classes.get(x + y) ?? { label: [x, y], sick: [] };
        classes.set(x + y, own);
        own.sick.push(s);
      }
      const under = ({ label }: { label: readonly string[] }) => all.filter(([x, y]) => covers(label[0], x) && label[1] === y); // prettier-ignore
      const counts = [...classes.values()].map((one) => ({ people: under(one).length, rows: one.sick.length, most: Math.max(...one.sick.map((s) => one.sick.filter((other) => other === s).length)) })); // prettier-ignore
      const elsewhere = all.length - counts.reduce((sum, { people: own }) => sum + own, 0);
      const shares = counts.map((one) => one.rows / one.people);
      if (elsewhere > 0) shares.push(0);
      const report = audit(
        tableOf([...names, 's'], rows),
        specOf([kMap(2), weakK(3), presence(0.1, 0.8), weakL(2)], { publicTable: tableOf(names, all) }),
      );
      if (rows.length === 0) continue;
      const k = Math.min(...counts.map((one) => one.people));
      const l = Math.min(...counts.map((one) => one.people / one.most));
      const [least, most] = [Math.min(...shares), Math.max(...shares)];
      const found = report.privacy.map(({ achieved, holds }) => ({ ...achieved, holds }));
      expect({ seed, found }).toEqual({
        seed,
        found: [
          { k, holds: k >= 2 },
          { k, holds: k >= 3 },
          { min: least, max: most, holds: least >= 0.1 && most <= 0.8 },
          { l: expect.closeTo(l, 9), holds: l >= 2 - 1e-9 },
        ],
      });
      found.forEach(({ holds }, i) => held.add(`${i} ${holds}`));
    }
    expect(held.size).toBe(8);
  });
});

describe('delta-presence of a permuted release', () => {
  const header = ['x', 'y', 's', 'bucket'];
  const rows = [
    ['P', 'A', 'flu', '1'],
    ['P', 'A', 'cold', '1'],
    ['q2', 'B', 'gout', '2'],
    ['q1', 'B', 'flu', '2'],
  ];
  const asked: AuditWays[] = [];
  const counting = (low: number, high: number, isPossible = true): NonNullable<AuditPermutation['countWays']> =>
    function* (problem) {
      asked.push(problem);
      return { isPossible, vectors: Array.from(problem.available, () => ({ low, high })) };
    };
  const judge = (
    cells: readonly (readonly string[])[],
    permutation: Partial<AuditPermutation> = {},
    more: Partial<AuditSpec> = {},
  ) => {
    asked.length = 0;
    const groups = [['x'], ['y'], ['s']];
    const spec = specOf([presence(0, 0.8)], {
      publicTable: people,
      permutation: { bucketColumn: 'bucket', groups, countWays: counting(0.25, 0.75), ...permutation },
      ...more,
    });
    return audit(tableOf(header, cells), spec);
  };
  const refused = (problem: string) => ({ problems: [`${problem}: models on it cannot hold`], privacy: [{ achieved: {}, holds: false }], holds: false }); // prettier-ignore

  it('is asked of every bucket: who may be in it, and how often it shows what', () => {
    const report = judge(rows);
    expect(report).toMatchObject({ problems: [], holds: true, privacy: [{ required: { min: 0, max: 0.8 }, achieved: { min: 0, max: 0.75 } }] }); // prettier-ignore
    // Bucket 1: two people of p1 and one of p2, all of A. Bucket 2: q1 and q2 of B. The one of (q1, A) is in none.
    expect(asked).toEqual([
      { values: [Uint32Array.of(0), Uint32Array.of(0)], available: Uint32Array.of(3), wanted: [Uint32Array.of(2), Uint32Array.of(2)] },
      {
        values: [Uint32Array.of(1, 0), Uint32Array.of(0, 0)],
        available: Uint32Array.of(1, 1),
        wanted: [Uint32Array.of(1, 1), Uint32Array.of(2)],
      },
    ]);
    // People in no bucket may be left out.
    const ignored = judge(rows, {}, { privacy: [presence(0.2, 0.8, { outside: 'ignored' })] });
    expect(ignored).toMatchObject({ holds: true, privacy: [{ achieved: { min: 0.25, max: 0.75 } }] });
    expect(judge(rows, {}, { privacy: [presence(0.3, 0.8, { outside: 'ignored' })] }).holds).toBe(false);
    expect(judge(rows, {}, { privacy: [presence(0, 0.7)] }).holds).toBe(false);
    expect(judge(rows, { countWays: counting(1, 1) }).privacy).toMatchObject([{ achieved: { min: 0, max: 1 }, holds: false }]);
  }); // prettier-ignore

  it('keeps columns together that the release keeps together', () => {
    judge(rows, { groups: [['x', 'y'], ['s']] });
    expect(asked.map(({ values, wanted }) => [values.length, wanted])).toEqual([
      [1, [Uint32Array.of(2)]],
      [1, [Uint32Array.of(1, 1)]],
    ]);
    judge(rows, { groups: [['s', 'y'], ['x']] });
    expect(asked[1].wanted).toEqual([Uint32Array.of(2), Uint32Array.of(1, 1)]);
    // A column that no group names stands alone.
    judge(rows, { groups: [['x']] });
    expect(asked[1].wanted).toEqual([Uint32Array.of(1, 1), Uint32Array.of(2)]);
    // People of (q1, A) match no bucket together, though both values are in bucket 3.
    const apart = [...rows, ['q1', 'C', 'flu', '3'], ['Q', 'A', 'flu', '3']];
    expect(judge(apart.slice(0, 4), { groups: [['x', 'y']] }).problems).toEqual([]);
  });

  it('cannot be judged where it is not clear who is in which bucket, and says why', () => {
    expect(judge(rows, {}, { publicTable: undefined })).toMatchObject(refused('the public table was not given'));
    const unknown = 'who of the public table is in the buckets cannot be counted (groups of columns are not known)';
    expect(judge(rows, { countWays: undefined })).toMatchObject(refused(unknown));
    expect(judge(rows, { groups: null })).toMatchObject(refused(unknown));
    const unread = 'the released values cannot be read in the domains of the public table: models on it cannot hold';
    const strange = rows.map(([x, , s, bucket]) => [x, 'C', s, bucket]);
    expect(judge(strange).problems).toEqual(['column "y": 1 label means nothing in its domain', unread]);
    const several = rows.map((row, i) => (i === 0 ? ['p1', ...row.slice(1)] : row));
    expect(judge(several)).toMatchObject(refused('a public row is shown by several labels of a bucket'));
    const twice = rows.map(([x, y, s], i) => [x, y, s, ['1', '3', '2', '2'][i]]);
    expect(judge(twice)).toMatchObject(refused('3 public rows match more than one bucket'));
    expect(judge([...rows, ['q2', 'B', 'flu', '3']])).toMatchObject(refused('1 public row matches more than one bucket'));
    expect(judge(rows, { countWays: counting(0, 0, false) })).toMatchObject(
      refused('a bucket holds what no people of the public table can be'),
    );
    const kMapped = judge(rows, {}, { privacy: [kMap(1)] });
    expect(kMapped).toMatchObject({ problems: ['k-map cannot be judged of a permuted release'], privacy: [{ achieved: {}, holds: false }] });
  }); // prettier-ignore
});
