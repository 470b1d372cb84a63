import { describe, expect, it } from 'vitest';
import { audit, auditInSteps } from '../../src/audit/audit.js';
import type { AuditPermutation, AuditSpec } from '../../src/audit/spec.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { tableOf } from './tables.js';

const header = ['age', 'town', 'sick', 'bucket'];
const spec: AuditSpec = {
  quasiIdentifiers: [{ name: 'age' }, { name: 'town' }],
  classColumn: null,
  sensitiveColumn: 'sick',
  sensitiveColumns: ['sick'],
  privacy: [{ model: 'k-anonymity', k: 2 }],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
  permutation: { bucketColumn: 'bucket', groups: [['age', 'town'], ['sick']] },
};
const original = tableOf(header.slice(0, 3), [
  ['20', 'A', 'flu'],
  ['30', 'A', 'cold'],
  ['40', 'B', 'flu'],
  ['50', 'B', 'gout'],
]);
/** Diseases exchanged in both buckets. */
const rows = [
  ['20', 'A', 'cold', '1'],
  ['30', 'A', 'flu', '1'],
  ['40', 'B', 'gout', '2'],
  ['50', 'B', 'flu', '2'],
];
const change = (...changes: readonly (readonly [number, number, string])[]): string[][] =>
  rows.map((row, r) => row.map((text, c) => changes.find((each) => each[0] === r && each[1] === c)?.[2] ?? text));
const auditOf = (cells: readonly (readonly string[])[], more: Partial<AuditSpec> = {}, names = header) =>
  audit(tableOf(names, cells), { ...spec, ...more }, original);
const permutedBy = (more: Partial<AuditPermutation>): Partial<AuditSpec> => ({
  permutation: { bucketColumn: 'bucket', groups: [['age', 'town'], ['sick']], ...more },
});

describe('the audit of a permuted release', () => {
  it('takes buckets for classes', () => {
    const report = auditOf(rows);
    expect(report).toMatchObject({ rows: 4, released: 4, suppressed: 0, classes: 2, holds: true, problems: [], warnings: [] });
    expect(report).toMatchObject({ classSizes: [[2, 2]], privacy: [{ achieved: { k: 2 } }], risk: { before: 1, after: 1 / 2 } });
    expect(report).toMatchObject({ oneValued: { sick: { classes: 0, rows: 0 } }, largestShares: { sick: 1 / 2 } });
    expect(report.metrics).toMatchObject({ discernibility: 8, averageClassSize: 1, largestClass: 2 });
    expect(auditOf(change([0, 2, 'flu'], [1, 2, 'cold'])).problems).toEqual([]);
  }); // prettier-ignore

  it('says where buckets are not known', () => {
    const without = rows.map((row) => row.slice(0, 3));
    expect(auditOf(without, {}, header.slice(0, 3)).problems).toContain(
      'column "bucket": not in the release, so buckets are not known',
    );
    expect(auditOf(change([3, 3, ''])).problems).toContain('column "bucket": rows without a bucket');
  });

  const lacking = 'what no row of the original has, or not that often';
  it.each<[string, string[][], string[]]>([
    ['a value is made up', change([0, 0, '21']), ['column "age": 1 label means nothing in its domain']],
    ['a row stands for two', change([1, 0, '20']), [`columns "age", "town": 1 row holds ${lacking}`, '1 row of the original fits no bucket']],
    ['two rows stand for two each', change([1, 0, '20'], [3, 0, '40']), [`columns "age", "town": 2 rows hold ${lacking}`, '2 rows of the original fit no bucket']],
    ['parts of two rows are one', change([0, 1, 'B'], [2, 1, 'A']), [`columns "age", "town": 2 rows hold ${lacking}`, '2 rows of the original fit no bucket']],
    ['a disease is another', change([2, 2, 'cold']), ['column "sick": 1 cell is not a cell of the original']],
    ['diseases change their buckets', change([0, 2, 'gout'], [2, 2, 'cold']), ['2 rows of the original fit no bucket']],
    ['people change their buckets', change([0, 0, '40'], [0, 1, 'B'], [2, 0, '20'], [2, 1, 'A']), []],
    ['a person comes into a bucket without the disease', change([1, 0, '40'], [1, 1, 'B'], [2, 0, '30'], [2, 1, 'A']), ['1 row of the original fits no bucket']],
    ['a row is dropped', rows.slice(1), []],
  ])('is compared with its original: %s', (_, cells, problems) => {
    expect(auditOf(cells).problems).toEqual(problems);
  }); // prettier-ignore

  it('joins two tables by their buckets, in whatever order their rows stand', () => {
    const body = rows.map(([age, town, , bucket]) => [age, town, bucket]);
    const names = ['age', 'town', 'bucket'];
    const diseases = [3, 0, 2, 1].map((row) => [rows[row][3], rows[row][2]]);
    const join = (cells: readonly (readonly string[])[], columns = ['bucket', 'sick'], of = body) =>
      auditOf(of, permutedBy({ sensitive: tableOf(columns, cells) }), names);
    expect(join(diseases)).toMatchObject({ holds: true, problems: [], rows: 4, classes: 2 });
    expect(join(diseases).metrics.queryError).toBe(auditOf(rows).metrics.queryError);
    const differ = 'column "bucket": the two tables have not the same rows in every bucket';
    expect(join(diseases.slice(1)).problems).toContain(differ);
    expect(join([...diseases.slice(1), ['1', 'flu']]).problems).toContain(differ);
    expect(join([...diseases.slice(1), ['3', 'flu']]).problems).toContain(differ);
    const elsewhere = diseases.map(([bucket, sick]) => [bucket === '2' ? '3' : bucket, sick]);
    expect(join(elsewhere).problems).toContain(differ);
    expect(join(diseases, ['other', 'sick']).problems).toContain('column "bucket": not in the table of sensitive columns');
    const twice = diseases.map((row) => [...row, 'A']);
    expect(join(twice, ['bucket', 'sick', 'town']).problems).toEqual(['column "town": in both tables']);
    // A disease in another bucket is seen through the join.
    expect(join(diseases.map(([bucket, sick]) => [bucket, sick === 'gout' ? 'cold' : sick === 'cold' ? 'gout' : sick])).problems).toEqual(['2 rows of the original fit no bucket']);
  }); // prettier-ignore

  it('checks every column alone where groups are not known, and says so', () => {
    const apart = change([0, 0, '30'], [1, 0, '20']);
    expect(auditOf(apart, permutedBy({ groups: null }))).toMatchObject({
      holds: true,
      problems: [],
      warnings: [
        {
          code: 'GROUPS_NOT_GIVEN',
          message: 'which columns were permuted together is not known: every column was checked alone',
        },
      ],
      metrics: { queryError: null, queryErrorMedian: null },
    });
    const towns = change([0, 1, 'B'], [2, 1, 'A']);
    expect(auditOf(towns, permutedBy({ groups: null })).problems).toEqual([]);
    const all = change([0, 1, 'B'], [1, 1, 'B'], [2, 1, 'A'], [3, 1, 'A']);
    expect(auditOf(all, permutedBy({ groups: null })).problems).toEqual(['4 rows of the original fit no bucket']);
    // A column that no group names stands alone.
    expect(auditOf(towns, permutedBy({ groups: [['age', 'town']] })).problems).toEqual(auditOf(towns).problems);
    // Groups name columns that the release need not have.
    const more = permutedBy({ groups: [['age', 'town', 'gone'], ['sick'], ['lost']] });
    expect(auditOf(rows, more)).toMatchObject({ problems: [], warnings: [] });
    expect(auditOf(towns, more).problems).toEqual(auditOf(towns).problems);
  });

  it('gives up looking for buckets past its budget, and says so', () => {
    const lost = change([0, 2, 'gout'], [2, 2, 'cold']);
    for (const budget of [1, 2, 4]) {
      expect(auditOf(lost, { budget })).toMatchObject({
        problems: [],
        warnings: [
          {
            code: 'BUDGET',
            message: 'the search for the rows of the original in the buckets was ended: it would take too long',
          },
        ],
      });
    }
    expect(auditOf(lost, { budget: 20 })).toMatchObject({
      problems: ['2 rows of the original fit no bucket'],
      warnings: [],
    });
  });

  const tree = { '*': { P: ['p1', 'p2'], Q: ['q1', 'q2'] } };
  const covers = (label: string, value: string): boolean =>
    label === '*' || label === value || (label.length === 1 && label.toLowerCase() === value[0]);

  /** Rows, permuted within buckets and then perhaps changed, and what is wrong with them, from the definitions. */
  function draw(seed: number) {
    const random = seededRandom(seed);
    const below = (bound: number): number => random.below(bound);
    const of = (values: readonly string[]): string => values[below(values.length)];
    const cells = Array.from({ length: 2 + below(9) }, () => [
      of(['p1', 'p2', 'q1', 'q2']),
      of(['A', 'B']),
      of(['x', 'y', 'z']),
    ]);
    const columns = ['a', 'b', 's'];
    const groups = [[['a', 'b'], ['s']], [['a'], ['b'], ['s']], [['a', 's'], ['b']], [['a', 'b', 's']]][below(4)];
    const buckets = cells.map(() => String(below(3)));
    let released = cells.map((row, at) => [...row, buckets[at]]);
    for (const group of groups) {
      for (let i = 0; i < released.length; i++) {
        const j = below(released.length);
        if (buckets[i] !== buckets[j]) continue;
        for (const name of group) {
          const c = columns.indexOf(name);
          [released[i][c], released[j][c]] = [released[j][c], released[i][c]];
        }
      }
    }
    // Levels of all rows, or of each.
    const [level, isMixed] = [below(3), below(2) === 0];
    for (const row of released) row[0] = [row[0], row[0][0].toUpperCase(), '*'][isMixed ? below(3) : level];
    const change = below(4);
    const [one, other] = [below(released.length), below(released.length)];
    const c = below(3);
    if (change === 1) [released[one][c], released[other][c]] = [released[other][c], released[one][c]];
    if (change === 2) released[one][c] = released[other][c];
    if (change === 3) released = released.filter((_, at) => at !== one);
    return { cells, columns, groups, released };
  }

  function problemsOf({ cells, columns, groups, released }: ReturnType<typeof draw>): string[] {
    const count = (rows: readonly (readonly string[])[], text: string): number =>
      rows.filter((row) => row[2] === text).length;
    const foreign = ['x', 'y', 'z'].reduce((sum, text) => sum + Math.max(0, count(released, text) - count(cells, text)), 0);
    if (foreign > 0) return [`column "s": ${foreign} ${foreign === 1 ? 'cell is not a cell' : 'cells are not cells'} of the original`];
    const problems: string[] = [];
    const isComplete = released.length === cells.length;
    const fits = (row: readonly string[], other: readonly string[], group: readonly string[]): boolean =>
      group.every((name) => covers(row[columns.indexOf(name)], other[columns.indexOf(name)]));
    for (const group of groups) {
      const values = [...new Set(released.map((row) => JSON.stringify(columns.map((name, c) => (group.includes(name) ? row[c] : '*')))))].map((text) => JSON.parse(text) as string[]);
      const own = cells.map((row) => values.filter((value) => fits(value, row, group)));
      if (own.some(({ length }) => length > 1)) continue;
      const name = group.length === 1 ? `column "${group[0]}"` : `columns ${group.map((each) => `"${each}"`).join(', ')}`;
      let over = 0;
      let under = own.filter(({ length }) => length === 0).length;
      for (const value of values) {
        const shown = released.filter((row) => group.every((each) => row[columns.indexOf(each)] === value[columns.indexOf(each)])).length;
        const borne = own.filter((list) => list[0] === value).length;
        over += Math.max(0, shown - borne);
        under += Math.max(0, borne - shown);
      }
      if (over > 0) problems.push(`${name}: ${over} ${over === 1 ? 'row holds' : 'rows hold'} ${lacking}`);
      else if (under > 0 && isComplete) problems.push(`${name}: ${under} ${under === 1 ? 'row of the original is' : 'rows of the original are'} missing`);
    }
    const buckets = [...new Set(released.map((row) => row[3]))];
    const lost = cells.filter((row) => !buckets.some((bucket) => groups.every((group) => released.some((shown) => shown[3] === bucket && fits(shown, row, group))))).length;
    if (lost > 0 && isComplete) problems.push(`${lost} ${lost === 1 ? 'row of the original fits' : 'rows of the original fit'} no bucket`);
    return problems;
  } // prettier-ignore

  it('finds in random releases what the definitions find, row by row', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < casesOf(4000, 120); seed++) {
      const drawn = draw(seed);
      const { cells, columns, groups, released } = drawn;
      if (released.length === 0) continue;
      const asked: AuditSpec = {
        ...spec,
        quasiIdentifiers: [{ name: 'a', hierarchy: { type: 'tree', tree } }, { name: 'b' }],
        sensitiveColumn: 's',
        sensitiveColumns: ['s'],
        privacy: [],
        permutation: { bucketColumn: 'bucket', groups },
      };
      const report = audit(tableOf([...columns, 'bucket'], released), asked, tableOf(columns, cells));
      const expected = problemsOf(drawn);
      expect({ seed, problems: report.problems }).toEqual({ seed, problems: expected });
      kinds.add(expected.map((problem) => problem.replace(/^.*: |\d+/g, '').slice(0, 12)).join());
    }
    expect(kinds.size).toBeGreaterThan(4);
  });

  it('pauses now and then, not at every row', () => {
    const pausesOf = (count: number): number => {
      const cells = Array.from({ length: count }, (_, row) => [`${row % 7}`, 'A', 'flu', `${row >> 1}`]);
      const steps = auditInSteps(tableOf(header, cells), spec, tableOf(header.slice(0, 3), cells));
      let pauses = 0;
      while (steps.next().done !== true) pauses++;
      return pauses;
    };
    const [few, many] = [pausesOf(20), pausesOf(40_000)];
    expect(many).toBeGreaterThan(few + 8);
    expect(many).toBeLessThan(few + 200);
  });
});
