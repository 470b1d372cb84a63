import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, tableFromRows, type Job, type Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';
import { drawPeople, ENGINES, peopleJob } from './tables.js';
import { cellsOf, recordsOf } from '../../table-texts.js';

const meansJob = (replacement: string, k: number, order: 'input' | 'shuffle' = 'input'): Job => ({
  attributes: { x: { role: 'quasi-identifier' }, y: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm: { name: 'mdav', variant: 'fixed', replacement },
  output: { order, ranges: 'tight' },
});

const eight: readonly (readonly [number, number])[] = [[0, 0], [1, 0], [2, 0], [99, 1], [100, 1], [101, 1.5], [45, 0.5], [52, 0.5]]; // prettier-ignore
const table = tableFromRows(eight.map(([x, y]) => ({ x, y })));

/** The release with one cell changed. */
const changed = (release: Table, row: number, column: string, text: string): Table =>
  tableFromRows(recordsOf(release).map((record, r) => (r === row ? { ...record, [column]: text } : record)));

describe('mdav with replacement', () => {
  it('releases means of its groups with two decimals more than the column has: by hand', async () => {
    const { release, result } = await anonymize(table, meansJob('centroid', 4));
    // Two groups of four: rows 0, 1, 2, 6 and rows 3, 4, 5, 7: x 48 / 4 and 352 / 4, y 0.5 / 4 and 4 / 4.
    const low = ['12', '0.125'];
    const high = ['88', '1'];
    expect(cellsOf(release)).toEqual([low, low, low, high, high, high, low, high]);
    expect(result.metrics).toMatchObject({ discernibility: 32, loss: null, ncp: null, klDivergence: null });
    const errors = (values: readonly number[]): number => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    // SSE by hand on the standardized scale: divided by the variance (divisor n - 1).
    const x = (errors([0, 1, 2, 45]) + errors([99, 100, 101, 52])) / (errors(eight.map((p) => p[0])) / 7);
    const y = (errors([0, 0, 0, 0.5]) + errors([1, 1, 1.5, 0.5])) / (errors(eight.map((p) => p[1])) / 7);
    expect(result.search.sse).toBeCloseTo(x + y, 9);
  });

  it('releases medians, of an even number the mean of the two in the middle: by hand', async () => {
    const { release } = await anonymize(table, meansJob('median', 4));
    const low = ['1.5', '0'];
    const high = ['99.5', '1'];
    expect(cellsOf(release)).toEqual([low, low, low, high, high, high, low, high]);
  });

  it('with optimal groups of one attribute: least squared errors, thirds rounded', async () => {
    const one = tableFromRows([1, 2, 2, 10, 11, 13].map((x) => ({ x })));
    const job: Job = { ...meansJob('centroid', 3), attributes: { x: { role: 'quasi-identifier' } }, algorithm: { name: 'mdav', replacement: 'centroid' } }; // prettier-ignore
    const { release, result } = await anonymize(one, job);
    expect(cellsOf(release).flat()).toEqual(['1.67', '1.67', '1.67', '11.33', '11.33', '11.33']);
    expect(result.search.optimal).toBe(true);
  });

  it('is audited with k over the released values: no class is accepted with a mean that is not its own', async () => {
    for (const order of ['input', 'shuffle'] as const) {
      const job = meansJob('centroid', 4, order);
      const { release } = await anonymize(table, job);
      const report = await auditRelease(release, job, table);
      expect(report.holds).toBe(true);
      expect(report.privacy[0].achieved.k).toBe(4);
      expect(report.warnings.map(({ code }) => code).includes('MEANS_NOT_LOCATED')).toBe(order === 'shuffle');
      // One cell alone makes a class of one row; all cells of a class keep k, but not the mean.
      expect((await auditRelease(changed(release, 0, 'x', '12.5'), job, table)).holds).toBe(false);
      const [first] = cellsOf(release);
      const others = cellsOf(release).map(([x, y]) => (x === first[0] ? { x: '13', y } : { x, y }));
      const wrong = await auditRelease(tableFromRows(others), job, table);
      expect(wrong.problems.join()).toMatch(/column "x".*(mean|sum)/);
    }
    const job = meansJob('centroid', 4);
    const { release } = await anonymize(table, job);
    // The means of the two classes, exchanged: the sum is kept, the classes are not those rows'.
    const exchanged = cellsOf(release).map(([x, y]) => ({ x: x === '12' ? '88' : '12', y }));
    const found = await auditRelease(tableFromRows(exchanged), job, table);
    expect(found.problems).toEqual(['column "x": 2 classes are not released with the mean of their rows']);
    const words = await auditRelease(changed(release, 0, 'x', '[0-45]'), job, table);
    expect(words.problems.join()).toMatch(/column "x".*1 label is not a number/);
  });

  it('keeps ranges and nodes of other values, missing ones, and every model, the same in both engines', async () => {
    for (let seed = 0; seed < casesOf(200, 2); seed++) {
      const people = drawPeople(seededRandom(seed), 24);
      for (const replacement of ['centroid', 'median']) {
        const privacy: Job['privacy'] = [
          { model: 'k-anonymity', k: 2 + (seed % 3) },
          { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' },
        ];
        const job = { ...peopleJob({ name: 'mdav', replacement }, privacy), output: { order: seed % 2 === 0 ? 'input' : 'shuffle', ranges: seed % 4 < 2 ? 'tight' : 'rounded' } } as Job; // prettier-ignore
        const found = [];
        for (const engine of ENGINES) {
          const { release, audit } = await anonymize(people, job, { engine, seed });
          expect(audit.holds).toBe(true);
          expect(audit.warnings.map(({ code }) => code)).not.toContain('MEANS_NOT_LOCATED');
          found.push(cellsOf(release));
        }
        expect(found[1]).toEqual(found[0]);
        for (const [age, job_] of found[0]) {
          expect(age).toMatch(/^(\d+(\.\d{1,2})?|\*|)$/);
          expect(job_).not.toMatch(/^\d/);
        }
      }
    }
  });

  const levels = (rows: readonly (readonly string[])[]) => ({ hierarchy: { type: 'levels' as const, rows } });
  const outOfOrder = levels([['1', 'a', '*'], ['2', 'b', '*'], ['3', 'a', '*'], ['4', 'b', '*'], ['', 'a', '*']]); // prettier-ignore
  const letters = { hierarchy: { type: 'tree' as const, tree: { '*': { left: ['a', 'b'], right: ['c', 'd'] } } } };
  type One = readonly [
    what: string,
    attribute: object,
    cells: readonly (string | number | null)[],
    released: readonly string[],
  ];
  const ones: readonly One[] = [
    ['strings by code point', {}, ['a', 'a', 'b', 'b'], ['a', 'a', 'b', 'b']],
    ['strings along a tree', letters, ['a', 'b', 'c', 'd'], ['left', 'left', 'right', 'right']],
    ['strings in a listed order', { hierarchy: { type: 'order', values: ['d', 'a', 'c', 'b'] } }, ['a', 'b', 'c', 'd'], ['[d-a]', '[c-b]', '[c-b]', '[d-a]']],
    ['numbers in a listed order', { type: 'integer', hierarchy: { type: 'order', values: ['1', '4', '2', '3'] } }, [1, 2, 3, 4], ['[1-4]', '[2-3]', '[2-3]', '[1-4]']],
    ['dates', { type: 'date' }, ['2020-01-01', '2021-01-02', '2020-01-03', '2021-01-04'], ['[2020-01-01-2020-01-03]', '[2021-01-02-2021-01-04]', '[2020-01-01-2020-01-03]', '[2021-01-02-2021-01-04]']],
    ['numbers out of the order of their hierarchy', { type: 'integer', ...outOfOrder }, [1, 2, 3, 4], ['1.5', '1.5', '3.5', '3.5']],
    ['a missing value beside numbers under one node', { type: 'integer', ...outOfOrder }, [1, 1, 3, null], ['1', '1', '*', '*']],
    ['missing values alone', { type: 'integer', ...outOfOrder }, [1, 2, null, null], ['1.5', '1.5', '', '']],
    ['a hierarchy of numbers with a word', { type: 'integer', ...levels([['3', 'a', '*'], ['none', 'a', '*'], ['1', 'b', '*'], ['2', 'b', '*'], ['4', 'b', '*']]) }, [4, 3, 2, 1], ['3.5', '3.5', '1.5', '1.5']],
  ]; // prettier-ignore

  it.each(ones)('of one quasi-identifier, by hand: %s', async (_, attribute, cells, released) => {
    for (const engine of ENGINES) {
      for (const replacement of ['centroid', 'median']) {
        for (const order of ['input', 'shuffle'] as const) {
          const job: Job = {
            ...meansJob(replacement, 2, order),
            attributes: { x: { role: 'quasi-identifier', ...attribute } },
            algorithm: { name: 'mdav', replacement },
          };
          const { release, result } = await anonymize(tableFromRows(cells.map((x) => ({ x }))), job, { engine, seed: 3 });
          const found = cellsOf(release).flat();
          expect(order === 'input' ? found : found.sort()).toEqual(order === 'input' ? released : [...released].sort());
          // Cells that hold means say nothing of leaves.
          expect(result.metrics.ncp === null).toBe('type' in attribute && attribute.type === 'integer' && !released[0].startsWith('['));
        }
      }
    }
  }); // prettier-ignore

  it('of columns of any kind beside each other', async () => {
    const kinds = ones.map(([, attribute, cells]) => ({ attribute, cells: [...new Set(cells)] }));
    for (let seed = 0; seed < casesOf(2000, 6); seed++) {
      const random = seededRandom(seed);
      const chosen = Array.from({ length: 1 + random.below(3) }, () => kinds[random.below(kinds.length)]);
      const rows = Array.from({ length: 6 + random.below(12) }, () =>
        Object.fromEntries(chosen.map(({ cells }, a) => [`x${a}`, cells[random.below(cells.length)]])),
      );
      const replacement = ['centroid', 'median'][random.below(2)];
      const job: Job = {
        attributes: Object.fromEntries(
          chosen.map(({ attribute }, a) => [`x${a}`, { role: 'quasi-identifier' as const, ...attribute }]),
        ),
        privacy: [{ model: 'k-anonymity', k: 2 + random.below(3) }],
        algorithm: { name: 'mdav', replacement, variant: ['auto', 'fixed', 'variable'][random.below(3)] },
        output: {
          order: random.below(2) === 0 ? 'input' : 'shuffle',
          ranges: random.below(2) === 0 ? 'tight' : 'rounded',
        },
      };
      const found = [];
      for (const engine of ENGINES) {
        const { release, audit } = await anonymize(tableFromRows(rows), job, { engine, seed });
        expect(audit.holds).toBe(true);
        found.push(cellsOf(release));
      }
      expect(found[1]).toEqual(found[0]);
    }
  });
});
