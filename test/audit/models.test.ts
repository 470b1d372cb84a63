import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditPrivacy, AuditSpec } from '../../src/audit/spec.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { seededRandom } from '../../src/base/random.js';
import { judgeCells, type JudgedScale } from '../truth/definitions/models.js';
import { casesOf } from '../shared.js';
import { countRows, tableOf } from './tables.js';

const base: AuditSpec = {
  quasiIdentifiers: [{ name: 'c' }],
  classColumn: null,
  privacy: [],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
};
const attribute = 's';
const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Six values in a tree of three levels; the sixth is missing in half of the tables. */
const parents = [
  ['A', 'A', 'B', 'B', 'C', 'C'],
  ['M', 'M', 'M', 'M', 'N', 'N'],
];
const treeOf = (texts: readonly string[]): AuditHierarchy => ({
  type: 'levels',
  rows: texts.map((text, cell) => [text, parents[0][cell], parents[1][cell], '*']),
});

function draw(seed: number) {
  const random = seededRandom(seed);
  const below = (bound: number): number => random.below(bound);
  const values = 1 + below(6);
  const rows = Array.from({ length: 1 + below(25) }, () => ({ group: below(4), cell: Math.min(below(values), below(6)) }));
  const hidden = below(3) === 0 ? rows.map(() => below(5) === 0) : rows.map(() => false);
  const released = rows.filter((_, row) => !hidden[row]);
  const hasMissing = below(2) === 0;
  const texts = ['7', '10', '-2', '0.5', '100', hasMissing ? '' : '3'];
  const isNumeric = below(2) === 0;
  const table = rows.map(({ cell }) => cell);
  const orders: { name: string; values: string[] }[] = [];
  const present = [...new Set(table)];
  present.sort((a, b) => {
    if (texts[a] === '' || texts[b] === '') return texts[a] === '' ? 1 : -1;
    return isNumeric ? Number(texts[a]) - Number(texts[b]) : texts[a] < texts[b] ? -1 : 1;
  });
  if (below(3) === 0) {
    // Listed in some order, the last ones not: those come as the table has them.
    const listed = [...texts.keys()].sort((a, b) => ((a * 5 + seed) % 7) - ((b * 5 + seed) % 7)).slice(0, 4);
    const place = (cell: number): number => (listed.includes(cell) ? listed.indexOf(cell) : 10 + table.indexOf(cell));
    present.sort((a, b) => place(a) - place(b));
    orders.push({ name: 's', values: listed.map((cell) => texts[cell]) });
  }
  const share = (1 + below(20)) / 20;
  const distance = (['equal', 'ordered', 'hierarchical'] as const)[below(3)];
  const together = (a: number, b: number): number => {
    const level = parents.findIndex((of) => of[a] === of[b]);
    return a === b ? 0 : level < 0 ? 3 : level + 1;
  };
  const scale: JudgedScale<number> = {
    number: (cell) => (texts[cell] === '' ? NaN : Number(texts[cell])),
    distance: (a, b) =>
      distance === 'equal'
        ? Number(a !== b)
        : distance === 'hierarchical'
          ? together(a, b) / 3
          : a === b ? 0 : Math.abs(present.indexOf(a) - present.indexOf(b)) / (present.length - 1),
  };
  const k = 1 + below(4);
  const models = [
    { model: 'k-anonymity', k },
    { model: 'maximum-risk', risk: share },
    { model: 'average-risk', risk: share },
    { model: 'alpha-k-anonymity', k, alpha: share, attribute },
    ...(isNumeric ? [{ model: 'ke-anonymity', k, e: [0, 3, 6.5, 100][below(4)], attribute } as const] : []),
    { model: 'beta-likeness', variant: below(2) === 0 ? 'basic' : 'enhanced', beta: [0.25, 1, 2, 3][below(4)], attribute },
    { model: 'delta-disclosure', delta: [0.5, 1, 2][below(3)] + 1e-6, absent: below(2) === 0 ? 'violates' : 'ignored', attribute },
    { model: 't-closeness', t: share, distance, attribute },
  ] as const satisfies readonly PrivacySpec[];
  const cellsOf = (of: typeof rows): string[][] => of.map(({ group, cell }) => [`g${group}`, texts[cell]]);
  const original = tableOf(['c', 's'], cellsOf(rows), { s: isNumeric ? 'number' : 'string' });
  const release = tableOf(['c', 's'], cellsOf(released));
  const classes = [...new Set(released.map(({ group }) => group))].map((group) =>
    released.filter((row) => row.group === group).map(({ cell }) => cell),
  );
  const spec: AuditSpec = {
    ...base,
    privacy: models as readonly PrivacySpec[] as readonly AuditPrivacy[],
    sensitiveHierarchies: distance === 'hierarchical' ? [{ name: 's', hierarchy: treeOf(texts) }] : [],
    sensitiveOrders: orders,
    sensitiveTexts: isNumeric ? [] : ['s'],
  };
  return { models, original, release, classes, table, scale, spec };
} // prettier-ignore

describe('every model that the audit knows', () => {
  it('is its definition, from lists of cells, in random classes', () => {
    const held = new Map<string, Set<boolean>>();
    for (let seed = 0; seed < casesOf(8000, 53); seed++) {
      const { models, original, release, classes, table, scale, spec } = draw(seed);
      if (classes.length === 0) continue;
      const report = audit(release, spec, original);
      const counted = audit(countRows(release), spec, countRows(original));
      expect(counted.privacy).toEqual(report.privacy);
      models.forEach((model, i) => {
        const found = report.privacy[i];
        const expected = judgeCells(model, { classes, table, scale });
        const wrong = Object.entries(expected.achieved).filter(([key, value]) => !near(found.achieved[key], value));
        expect({ seed, model, wrong, holds: found.holds, found }).toEqual({ seed, model, wrong: [], holds: expected.holds, found });
        const { model: name, ...given } = model;
        const numbers = Object.entries(given).filter(([, value]) => typeof value === 'number');
        expect(found.required).toEqual(Object.fromEntries(numbers));
        held.set(name, (held.get(name) ?? new Set()).add(found.holds));
      });
      expect(report.holds).toBe(report.problems.length === 0 && report.privacy.every(({ holds }) => holds));
    }
    expect([...held].filter(([, seen]) => seen.size < 2)).toEqual([]);
  }); // prettier-ignore

  const rowsOf = (text: string): string[][] => [...text].map((cell) => ['c', cell]);
  const judge = (model: AuditPrivacy, release: string, more: Partial<AuditSpec> = {}, original?: string) =>
    audit(
      tableOf(['c', 's'], rowsOf(release)),
      { ...base, ...more, privacy: [model] },
      original === undefined ? undefined : tableOf(['c', 's'], rowsOf(original)),
    );

  it('of recursive diversity: where no c suffices, the largest l that holds', () => {
    const recursive = (l: number, c: number) =>
      ({ model: 'l-diversity', variant: 'recursive', l, c, attribute }) as const;
    // 4, 2 and 1 rows: 4 < c (2 + 1), 4 < c * 1.
    expect(judge(recursive(2, 1.5), 'aaaabbc').privacy[0]).toMatchObject({ achieved: { c: 4 / 3, l: 2 }, holds: true });
    expect(judge(recursive(2, 4 / 3), 'aaaabbc').privacy[0]).toMatchObject({ achieved: { c: 4 / 3 }, holds: false });
    expect(judge(recursive(3, 4.5), 'aaaabbc').privacy[0]).toMatchObject({ achieved: { c: 4 }, holds: true });
    expect(judge(recursive(3, 4), 'aaaabbc').privacy[0].holds).toBe(false);
    const none = judge(recursive(4, 1.5), 'aaaabbc').privacy[0];
    expect(none).toMatchObject({ achieved: { c: Infinity, l: 2 }, holds: false, required: { l: 4, c: 1.5 } });
    expect(judge(recursive(4, 5), 'aaaabbc').privacy[0].achieved).toEqual({ c: Infinity, l: 3 });
    expect(judge(recursive(4, 0.5), 'aaaabbc').privacy[0].achieved).toEqual({ c: Infinity, l: 0 });
    expect(judge(recursive(2, 9), 'aaaa').privacy[0].achieved).toEqual({ c: Infinity, l: 1 });
    // c says nothing of another variant.
    const spare = { model: 'l-diversity', variant: 'distinct', l: 2, c: 4, attribute } as const;
    expect(judge(spare, 'aaaabbc').privacy[0].required).toEqual({ l: 2 });
    expect(judge({ model: 'l-diversity', variant: 'distinct', l: 2, attribute }, 'aaaabbc').privacy[0]).toEqual({
      model: 'l-diversity',
      variant: 'distinct',
      attribute,
      required: { l: 2 },
      achieved: { l: 3 },
      holds: true,
    });
  });

  it('that asks for what the column has not cannot hold, and says why', () => {
    expect(judge({ model: 'ke-anonymity', k: 1, e: 0, attribute }, 'ab')).toMatchObject({
      problems: ['column "s": its values are not numbers, ke-anonymity cannot hold'],
      privacy: [{ achieved: {}, holds: false }],
      holds: false,
    });
    const hierarchical = { model: 't-closeness', t: 1, distance: 'hierarchical', attribute } as const;
    const lacking = 'column "s": it has no hierarchy with one root over all its values, t-closeness cannot hold';
    const by = (hierarchy: AuditHierarchy) => judge(hierarchical, 'ab', { sensitiveHierarchies: [{ name: 's', hierarchy }] }).problems; // prettier-ignore
    expect(judge(hierarchical, 'ab').problems).toEqual([lacking]);
    expect(by({ type: 'tree', tree: { '*': { x: ['a'], y: ['b'] } } })).toEqual([]);
    expect(by({ type: 'tree', tree: { '*': { x: ['a'] } } })).toEqual([lacking]);
    expect(by({ type: 'levels', rows: [['a', 'x'], ['b', 'y']] })).toEqual([lacking]); // prettier-ignore
    expect(by({ type: 'levels', rows: [['a'], ['b']] })).toEqual([lacking]);
    expect(by({ type: 'order', values: ['a', 'b'] })).toEqual([lacking]);
    expect(judge({ model: 'km-anonymity', k: 1, m: 1, attribute }, 'ab').problems).toEqual([
      'column "s": its cells are not lists, km-anonymity cannot hold',
    ]);
    expect(judge({ model: 't-closeness', t: 1, distance: 'equal', attribute: 'gone' }, 'ab').problems).toEqual([
      'column "gone": not in the release, t-closeness cannot hold',
    ]);
  });

  it('on what others than the release know is measured against the release alone where there is no original, with a warning', () => {
    const models = [
      { model: 't-closeness', t: 1, distance: 'equal', attribute },
      { model: 'beta-likeness', variant: 'basic', beta: 1, attribute },
      { model: 'delta-disclosure', delta: 9, attribute },
    ] as const;
    for (const model of models) {
      const { warnings } = judge(model, 'ab', { suppressedRows: 0 });
      expect(warnings).toEqual([{ code: 'NO_ORIGINAL', message: `${model.model} is measured against the release's own table, since no original was given`, attribute: undefined }]);
      expect(judge(model, 'ab', {}, 'ab').warnings).toEqual([]);
    }
    expect(judge({ model: 'l-diversity', variant: 'entropy', l: 1, attribute }, 'ab', { suppressedRows: 0 }).warnings).toEqual([]);
  }); // prettier-ignore

  it('holds at its bound, also where that is 0', () => {
    const equal = (t: number) =>
      judge({ model: 't-closeness', t, distance: 'equal', attribute }, 'ab', {}, 'ab').privacy[0];
    expect(equal(0)).toMatchObject({ achieved: { t: 0 }, holds: true });
    const risk = (bound: number) => judge({ model: 'maximum-risk', risk: bound }, 'abc').privacy[0].holds;
    expect([risk(1 / 3), risk(0.33)]).toEqual([true, false]);
  });

  it('on sizes holds of a release without rows', () => {
    const none = audit(tableOf(['c', 's'], []), { ...base, privacy: [{ model: 'average-risk', risk: 0.1 }, { model: 'k-anonymity', k: 9 }] }); // prettier-ignore
    expect(none.privacy).toMatchObject([
      { achieved: { risk: 0 }, holds: true },
      { achieved: { k: 0 }, holds: true },
    ]);
  });
});

describe('lists of items', () => {
  const km = (k: number, m: number): AuditSpec => ({
    ...base,
    privacy: [{ model: 'km-anonymity', k, m, attribute }],
    sets: [{ name: 's', delimiter: ';' }],
  });

  it('have k rows for every m items that somebody of the class has, by trying all', () => {
    const held = new Set<boolean>();
    for (let seed = 0; seed < casesOf(2000, 28); seed++) {
      const random = seededRandom(seed);
      const [k, m] = [1 + random.below(3), 1 + random.below(3)];
      const rows = Array.from({ length: 2 + random.below(14) }, () => ({
        group: random.below(2),
        items: ['a', 'b', 'c', 'd'].filter(() => random.below(5) > 1),
      }));
      let fewest = Infinity;
      for (const { group, items } of rows) {
        for (let set = 1; set < 2 ** items.length; set++) {
          const known = items.filter((_, i) => ((set >> i) & 1) === 1);
          if (known.length > m) continue;
          const having = rows.filter((row) => row.group === group && known.every((item) => row.items.includes(item)));
          fewest = Math.min(fewest, having.length);
        }
      }
      const cells = rows.map(({ group, items }) => [`g${group}`, [...items, '', ...items].reverse().join(' ;')]);
      const [judged] = audit(tableOf(['c', 's'], cells), km(k, m)).privacy;
      expect({ seed, ...judged }).toEqual({
        seed,
        model: 'km-anonymity',
        attribute,
        required: { k, m },
        achieved: { k: fewest },
        holds: fewest >= k,
      });
      held.add(judged.holds);
    }
    expect(held.size).toBe(2);
  });
});
