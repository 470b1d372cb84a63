import { describe, expect, it } from 'vitest';
import { auditDissociated, auditDissociatedInSteps } from '../../src/audit/dissociated.js';
import type { DissociatedSpec } from '../../src/audit/dissociated-parts.js';
import type { Table } from '../../src/table/table.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { countRows, tableOf } from './tables.js';

const header = ['cluster', 'chunk', 'records', 'terms'];
const spec: DissociatedSpec = {
  attribute: 'terms',
  delimiter: '|',
  k: 2,
  m: 2,
  missing: ['', 'NA'],
  identifiers: ['name'],
};

/** Two clusters and a chunk that they share, of five records. */
const rows = [
  ['1', '1', '3', 'a|b'],
  ['1', '1', '3', 'a|b'],
  ['1', '1', '3', 'a'],
  ['1', '2', '3', 'c'],
  ['1', '2', '3', 'c'],
  ['1', 'terms', '3', 'd'],
  ['2', '1', '2', 'a'],
  ['2', '1', '2', 'a'],
  ['2', 'terms', '2', 'e|f'],
  ['1+2', 'shared 1', '5', 'g'],
  ['1+2', 'shared 1', '5', 'g'],
  ['1+2', 'shared 1', '5', 'g'],
];
const records = ['a|b|c|d', 'a|b|c', 'a|g', 'a|e|g', 'a|f|g'];

const releaseOf = (cells: readonly (readonly string[])[]): Table => tableOf(header, cells);
const originalOf = (lists: readonly string[]): Table => tableOf(['terms'], lists.map((list) => [list])); // prettier-ignore
/** The rows with some cells exchanged: [row, column, text]. */
const change = (...changes: readonly (readonly [number, number, string])[]): string[][] =>
  rows.map((row, r) => row.map((text, c) => changes.find((each) => each[0] === r && each[1] === c)?.[2] ?? text));
const problemsOf = (cells: readonly (readonly string[])[], more: Partial<DissociatedSpec> = {}): readonly string[] =>
  auditDissociated(releaseOf(cells), { ...spec, ...more }).problems;
const against = (lists: readonly string[], cells: readonly (readonly string[])[] = rows): readonly string[] =>
  auditDissociated(releaseOf(cells), spec, originalOf(lists)).problems;

describe('the audit of dissociated records', () => {
  it('confirms a release of its original, and counts what it holds', () => {
    const report = auditDissociated(releaseOf(rows), spec, originalOf(records));
    expect(report).toMatchObject({
      rows: 5,
      released: 5,
      suppressed: 0,
      classes: 2,
      classSizes: [
        [2, 1],
        [3, 1],
      ],
      privacy: [{ model: 'km-anonymity', attribute: 'terms', required: { k: 2, m: 2 }, achieved: { k: 2 }, holds: true }],
      // d, e and f have one record each, and stand in two rows.
      exposure: { terms: { texts: 3, rows: 2 } },
      risk: { before: null, after: null },
      oneValued: {},
      largestShares: {},
      originalSizes: null,
      columns: {},
      holds: true,
      problems: [],
      warnings: [],
    });
    expect(report.metrics).toMatchObject({ discernibility: 9 + 4, averageClassSize: 5 / 2 / 2, largestClass: 3, loss: null });
    expect(auditDissociated(releaseOf(rows), spec)).toMatchObject({ rows: 5, exposure: null, holds: true });
    expect(auditDissociated(releaseOf([]), spec)).toMatchObject({ rows: 0, classes: 0, privacy: [{ achieved: { k: 0 } }] });
  }); // prettier-ignore

  it('counts classes of one size once', () => {
    const three = [1, 2, 3].map((name) => [String(name), 'terms', name === 2 ? '12' : '2', 't']);
    expect(auditDissociated(releaseOf(three), spec).classSizes).toEqual([
      [2, 2],
      [12, 1],
    ]);
  });

  it('names columns that are lacking, not expected, or must not be there', () => {
    const table = tableOf(['cluster', 'chunk', 'name', 'age', 'terms'], [['1', 'terms', 'x', '1', 'a']]);
    const report = auditDissociated(table, spec, originalOf(['a']));
    expect(report.problems).toEqual([
      'column "records": not in the release',
      'column "name": must not be in the release',
      'column "age": not expected',
    ]);
    expect(report).toMatchObject({ rows: 1, released: 0, holds: false, privacy: [{ achieved: { k: 0 }, holds: false }] });
    expect(auditDissociated(tableOf(header, rows), { ...spec, identifiers: ['chunk'] }).problems).toEqual([
      'column "chunk": must not be in the release',
    ]);
  }); // prettier-ignore

  const one = 'cluster "1", chunk "1"';
  const shared = 'cluster "1+2", chunk "shared 1"';
  it.each<[string, string[][], string[]]>([
    ...['0', '-1', '2.5', 'few', '9007199254740992'].map((text): [string, string[][], string[]] => [
      `records are ${text}`,
      change([5, 2, text]),
      ['cluster "1", chunk "terms": records is not a whole number above 0', 'cluster "1", chunk "terms": records in two numbers'],
    ]),
    ['a sub-record is empty', change([2, 3, '']), [`${one}: an empty sub-record`]],
    ['a sub-record is missing', change([2, 3, ' NA ']), [`${one}: an empty sub-record`]],
    ['a shared sub-record is empty', [...rows, ['1+2', 'shared 1', '5', '|']], [`${shared}: an empty sub-record`]],
    ['a chunk tells two numbers', change([2, 2, '4']), [`${one}: records in two numbers`]],
    ['a shared chunk tells two numbers', change([11, 2, '6']), [`${shared}: records in two numbers`]],
    [
      'a shared chunk tells more records than its clusters',
      change([9, 2, '6'], [10, 2, '6'], [11, 2, '6']),
      [`${shared}: 6 records, its clusters have 5`],
    ],
    ['a cluster has two term chunks', [...rows, ['1', 'terms', '3', 'x']], ['cluster "1", chunk "terms": a second term chunk']],
    ['a cluster has no term chunk', rows.filter((_, row) => row !== 8), ['cluster "2": no term chunk']],
    ['a term stands alone', rows.filter((_, row) => row !== 1), [`${one}: a set of terms is in 1 sub-records, k is 2`]],
    ['two terms stand together once', change([1, 3, 'b'], [2, 3, 'a']), [`${one}: a set of terms is in 1 sub-records, k is 2`]],
    ['a chunk has too many sub-records', [...rows, rows[6]], ['cluster "2", chunk "1": more sub-records than records']],
    ['a shared one has', [...rows, rows[9], rows[9], rows[9]], [`${shared}: more sub-records than records`]],
    ['a cluster is small', [...rows, ['3', 'terms', '1', 'x']], ['cluster "3": 1 record, k is 2']],
    ['a hidden term is in a chunk', change([5, 3, 'd|b']), ['cluster "1": a term in two chunks']],
    ['two chunks have a term', change([3, 3, 'a'], [4, 3, 'a']), ['cluster "1", chunk "2": a term that another chunk of the cluster has']],
    ['a shared chunk has a term of one', change([9, 3, 'c'], [10, 3, 'c'], [11, 3, 'c']), [`${shared}: a term that another chunk of the cluster has`]],
    ['a shared chunk has a hidden term', change([9, 3, 'f|d'], [10, 3, 'f|d'], [11, 3, 'f|d']), Array<string>(2).fill(`${shared}: a term that another chunk of the cluster has`)],
    [
      'a shared chunk is of a cluster that is not there',
      change([9, 0, '1+3'], [10, 0, '1+3'], [11, 0, '1+3']),
      ['cluster "1+3", chunk "shared 1": of a cluster that is not there', 'cluster "1+3", chunk "shared 1": 5 records, its clusters have 3'],
    ],
    // Lemma 2: 3 records + k for the second chunk.
    ['lemma 2 is broken', change([5, 3, ''], [2, 3, 'a']).filter((_, row) => row !== 2), ['cluster "1": 4 sub-records and no terms, where lemma 2 asks for 5']],
    ['records of a cluster are in shared chunks alone', change([8, 3, 'NA']).filter((_, row) => row !== 6 && row !== 7), ['cluster "2": 0 sub-records and no terms, where lemma 2 asks for 2']],
  ])('finds that %s', (_, cells, problems) => {
    const report = auditDissociated(releaseOf(cells), spec);
    expect(report.problems).toEqual(problems);
    expect([report.holds, report.privacy[0].holds]).toEqual([false, false]);
  }); // prettier-ignore

  it.each<[string, string[][], Partial<DissociatedSpec>]>([
    ['lemma 2 just holds', change([5, 3, '']), {}],
    ['one chunk needs no more than its records', change([8, 3, '']), {}],
    ['one term is known: no chunk needs more', change([5, 3, '']).filter((_, row) => row !== 2 && row !== 4), { m: 1, k: 1 }],
    ['records without terms are empty', [...rows, ['3', 'terms', '2', '']], {}],
    ['a cluster is named twice', change([9, 0, '1+1+2'], [10, 0, '1+1+2'], [11, 0, '1+1+2']), {}],
    ['two shared chunks have one name, of other clusters', [...rows, ...[1, 2].map(() => ['2+1', 'shared 2', '5', 'h'])], {}],
    ['only single terms must be in k sub-records', change([0, 3, 'a'], [1, 3, 'b'], [2, 3, 'a|b']), { m: 1 }],
    ['a term stands twice in a cell', change([0, 3, 'a| b|a |NA|']), {}],
  ])('takes no offence where %s', (_, cells, more) => {
    expect(problemsOf(cells, more)).toEqual([]);
  }); // prettier-ignore

  it('counts no more sets than its budget, in the order of the chunks', () => {
    // a, b and both; c; a; g.
    expect(problemsOf(rows, { budget: 6 })).toEqual([]);
    expect(problemsOf(rows, { budget: 5 })).toEqual([`${shared}: more sets of terms than can be counted`]);
    expect(problemsOf(rows, { budget: 2 })).toEqual([
      `${one}: more sets of terms than can be counted`,
      `${shared}: more sets of terms than can be counted`,
    ]);
  });

  it('holds terms and sub-records against the original', () => {
    expect(against(records.slice(1))).toContain('5 records, the original has 4');
    expect(against([...records, 'NA'])).toEqual(['5 records, the original has 6']);
    expect(auditDissociated(releaseOf(rows), spec, tableOf(['other'], [['a']]))).toMatchObject({
      problems: ['column "terms": not in the original'],
      exposure: { terms: { texts: 0, rows: 0 } },
    });
    const one = '1 term is in another number of records than in the original';
    const wrong = (records: readonly string[]): readonly string[] => against(records);
    const [first, second, third, fourth, fifth] = records;
    // d is in some of the three records of its cluster.
    expect(wrong(['a|b|c', second, third, fourth, fifth])).toEqual([one]);
    expect(wrong([first, `${second}|d`, `${third}|d`, fourth, fifth])).toEqual([]);
    expect(wrong([first, `${second}|d`, `${third}|d`, `${fourth}|d`, fifth])).toEqual([one]);
    // e in one or two.
    expect(wrong([first, second, third, 'a|g', fifth])).toEqual([one]);
    expect(wrong([first, second, third, fourth, `${fifth}|e`])).toEqual([]);
    expect(wrong([first, second, `${third}|e`, fourth, `${fifth}|e`])).toEqual([one]);
    // Every shown term must be shown as often as it occurs, and every term must be shown.
    expect(wrong([first, `${second}|g`, third, fourth, fifth])).toEqual([one]);
    expect(wrong([first, second, `${third}|new`, fourth, fifth])).toEqual([one]);
    expect(wrong([first, second, third, fourth, 'f|g'])).toEqual([one, '1 sub-records stand more often than records of the original have their terms'].slice(0, 1)); // prettier-ignore
    expect(wrong([first, `${second}|new|g`, third, fourth, fifth])).toEqual(['2 terms are in another number of records than in the original']); // prettier-ignore
    // A term that two clusters hide is in two records at least.
    const hidden = change([8, 3, 'd|e|f']);
    expect(against(records, hidden)).toEqual([one]);
    expect(against([first, second, third, `${fourth}|d`, fifth], hidden)).toEqual([]);
    expect(against(records.map((list, i) => (i === 0 ? list : `${list}|d`)), hidden)).toEqual([]); // prettier-ignore
  });

  it('finds sub-records that too few records can be behind', () => {
    // Terms a and b are in two records each, as shown, but in one together.
    const cells = change([6, 3, 'h'], [7, 3, 'h']).filter((_, row) => row !== 2);
    expect(against(['a|b|c|d', 'a|b|c', 'g', 'h|e|g', 'h|f|g'], cells)).toEqual([]);
    expect(against(['a|c|d', 'a|b|c', 'b|g', 'h|e|g', 'h|f|g'], cells)).toEqual([
      '1 sub-records stand more often than records of the original have their terms',
    ]);
    // Sets are the same in any order of their terms: four times in all.
    const twice = change([0, 3, 'b|a'], [6, 3, 'a|b'], [7, 3, 'b|a']).filter((_, row) => row !== 2);
    expect(against(['a|b|c|d', 'a|b|c', 'g', 'a|b|e|g', 'b|a|f|g'], twice)).toEqual([]);
    expect(against(['a|b|c|d', 'a|b|c', 'a|g', 'a|b|e|g', 'b|f|g'], twice)).toEqual([
      '1 sub-records stand more often than records of the original have their terms',
    ]);
  });

  it('counts sets that stand too often as the definition has it', () => {
    const counts = new Set<number>();
    for (let seed = 0; seed < casesOf(2000, 100); seed++) {
      const random = seededRandom(seed);
      const draw = (): string[] => ['p', 'q', 'r', 's', 't', 'u'].filter(() => random.below(3) > 0);
      const told = Array.from({ length: 20 }, draw).filter(({ length }) => length > 0);
      const size = told.length;
      const cells = told.map((list) => ['1', '1', String(size), [...list].sort(() => random.below(3) - 1).join('|')]);
      const lists = Array.from({ length: size }, draw);
      const sets = [...new Set(told.map((list) => list.join('|')))];
      const tooMany = sets.filter((set) => {
        const behind = lists.filter((list) => set.split('|').every((term) => list.includes(term))).length;
        return behind < told.filter((list) => list.join('|') === set).length;
      }).length;
      const table = releaseOf([...cells, ['1', 'terms', String(size), '']]);
      const { problems } = auditDissociated(table, { ...spec, k: 1 }, originalOf(lists.map((list) => list.join('|'))));
      const said = problems.find((problem) => problem.includes('stand more often')) ?? '0';
      expect(Number(said.split(' ')[0]), `seed ${seed}: ${problems.join('; ')}`).toBe(tooMany);
      counts.add(tooMany);
    }
    expect(counts.size).toBeGreaterThan(3);
  });

  it('reads a counted release and a counted original as their rows', () => {
    const release = releaseOf(rows);
    const original = originalOf([...records, 'a|g']);
    const six = releaseOf(change(...rows.map(([, chunk, , terms], row) => [row, 2, chunk === 'shared 1' ? '6' : row < 6 ? '4' : '2', terms] as const).map(([row, column, text]) => [row, column, text] as const)).concat([['1', '1', '4', 'a'], ['1+2', 'shared 1', '6', 'g']])); // prettier-ignore
    expect(auditDissociated(countRows(release), spec, countRows(originalOf(records)))).toEqual(
      auditDissociated(release, spec, originalOf(records)),
    );
    const byRow = auditDissociated(six, spec, original);
    expect(byRow).toMatchObject({ rows: 6, problems: [], exposure: { terms: { texts: 3, rows: 2 } } });
    expect(auditDissociated(countRows(six), spec, countRows(original))).toEqual(byRow);
    // A term chunk twice is a second one, whether it is counted or not.
    const again = releaseOf([...rows, rows[5]]);
    for (const table of [again, countRows(again)]) {
      expect(auditDissociated(table, spec).problems).toEqual(['cluster "1", chunk "terms": a second term chunk']);
    }
    // Terms of one record: three rows show a, four in all b or c.
    const few = releaseOf([...[1, 2, 3].map(() => ['1', '1', '4', 'a']), ['1', 'terms', '4', 'b|c']]);
    const lists = originalOf(['a', 'b', 'c', 'x']);
    const exposure = { terms: { texts: 3, rows: 4 } };
    expect(auditDissociated(few, spec, lists)).toMatchObject({ exposure });
    expect(auditDissociated(countRows(few), spec, lists)).toMatchObject({ exposure });
    // With as many records as k, a is no longer rare.
    expect(auditDissociated(countRows(few), spec, countRows(originalOf(['a', 'b', 'c', 'a'])))).toMatchObject({
      exposure: { terms: { texts: 2, rows: 1 } },
    });
  });

  it('finds the fewest sub-records of any m terms, by counting all sets', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < casesOf(4000, 80); seed++) {
      const random = seededRandom(seed);
      const m = 1 + random.below(4);
      const lists = Array.from({ length: 3 + random.below(12) }, () =>
        ['p', 'q', 'r', 's', 't'].filter(() => random.below(4) > 0),
      ).filter(({ length }) => length > 0);
      let fewest = lists.length;
      for (const list of lists) {
        for (let set = 1; set < 2 ** list.length; set++) {
          const known = list.filter((_, i) => ((set >> i) & 1) === 1);
          if (known.length > m) continue;
          fewest = Math.min(fewest, lists.filter((other) => known.every((term) => other.includes(term))).length);
        }
      }
      const size = String(lists.length);
      const cells = lists.map((list) => ['1', '1', size, [...list].sort(() => random.below(3) - 1).join('|')]);
      const report = auditDissociated(releaseOf([...cells, ['1', 'terms', size, 'z']]), { ...spec, k: 1, m });
      expect(report.privacy[0].achieved, `seed ${seed}`).toEqual({ k: fewest });
      expect(report.holds).toBe(true);
      seen.add(fewest);
    }
    expect(seen.size).toBeGreaterThan(4);
  });

  it('pauses now and then, not at every row', () => {
    const pausesOf = (size: number): number => {
      const many = Array.from({ length: size }, () => ['1', '1', String(size), 'a']);
      const table = releaseOf([...many, ['1', 'terms', String(size), 'b']]);
      const lists = originalOf(Array.from({ length: size }, (_, i) => (i === 0 ? 'a|b' : 'a')));
      const steps = auditDissociatedInSteps(table, spec, lists);
      let pauses = 0;
      while (steps.next().done !== true) pauses++;
      return pauses;
    };
    const few = pausesOf(10);
    expect(pausesOf(30_000)).toBeGreaterThan(few + 2);
    expect(pausesOf(30_000)).toBeLessThan(few + 10);
    // Compares records with sub-records, some at once: no record has both terms of a shown pair.
    const terms = Array.from({ length: 600 }, (_, i) => `t${i}`);
    const cells = terms.slice(1).map((term, i) => ['1', '1', '1000', `${terms[i]}|${term}`]);
    const table = releaseOf([...cells, ['1', 'terms', '1000', 'x0']]);
    const lists = originalOf(terms.slice(0, 2).flatMap((_, odd) => Array.from({ length: 500 }, (_, i) => [`x${i}`, ...terms.filter((_, t) => t % 2 === odd)].join('|')))); // prettier-ignore
    let pauses = 0;
    for (const steps = auditDissociatedInSteps(table, { ...spec, k: 1 }, lists); steps.next().done !== true;) pauses++; // prettier-ignore
    expect(pauses).toBeGreaterThan(few + 100);
    expect(pauses).toBeLessThan(few + 2000);
  });
});
