import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../../src/base/steps.js';
import { combinationsOf, suppressOutliers, type Tuples } from '../../../src/algorithms/greedy/mu-argus-cells.js';
import {
  anonymize,
  auditRelease,
  CapacityError,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
  type Table,
} from '../../../src/index.js';
import { allEngines } from '../../engine/engines.js';
import { mulberry32 } from '../../random.js';
import { casesOf } from '../../shared.js';
import { PATIENTS, patientHierarchies } from './patients.js';
import { cellsOf } from '../../table-texts.js';

const firstCells = (table: Table, columns: number): string[][] => cellsOf(table).map((row) => row.slice(0, columns));

const ROLES = { most: ['BirthDate'], more: ['Gender', 'ZIP'], identifying: ['Race'] };
const patientJob = (options: Record<string, unknown>): Job => ({
  attributes: { ...patientHierarchies, Problem: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: { name: 'mu-argus', ...options },
  output: { order: 'input' },
});

const engines = await allEngines();

/** Tuples whose rows are counted. */
const tuplesOf = (codes: Uint32Array[], sizes: number[], counts: Float64Array): Tuples => ({
  codes,
  sizes,
  counts,
  people: { classOf: Uint32Array.from(counts.keys()), weight: Uint32Array.from(counts), unit: null },
});

/** Sets of attributes as bits and as lists. */
const masksOf = (attributes: number) =>
  Array.from({ length: 2 ** attributes }, (_, mask) => ({
    mask,
    attributes: Array.from({ length: attributes }, (_none, a) => a).filter((a) => ((mask >> a) & 1) === 1),
  }));

describe('mu-argus', () => {
  it.each([
    ['the roles that give Figure 14', ROLES],
    ['all attributes most identifying', {}],
  ])('suppresses the cells of the slides’ MT (000, Figures 13 to 15), %s', async (_, roles) => {
    for (const engine of engines) {
      const job = patientJob({ ...roles, violations: 'release' });
      const { release, result, warnings } = await anonymize(tableFromRows(PATIENTS), job, { engine });
      expect(firstCells(release, 4)).toEqual([
        ['black', '1965', 'male', '02141'],
        ['black', '1965', 'male', '02141'],
        ['black', '1965', 'female', '02138'],
        ['black', '1965', 'female', '02138'],
        ['black', '1964', 'female', '02138'],
        ['black', '1964', 'female', '02138'],
        ['white', '*', 'male', '02138'],
        ['white', '*', '*', '02139'],
        ['white', '1964', 'male', '02139'],
        ['white', '1964', 'male', '02139'],
        ['white', '1967', 'male', '02138'],
        ['white', '1967', 'male', '02138'],
      ]);
      expect(result).toMatchObject({
        suppressed: 0,
        classes: 7,
        privacy: [{ achieved: { k: 1 }, holds: false }],
        solution: { kind: 'regions', levels: { Race: 0, BirthDate: 1, Gender: 0, ZIP: 0 } },
        // Figure 14: two combinations of t7 and seven of t8; {race, sex, zip} of t8 is the one that its roles leave out.
        search: { outliers: 'most' in roles ? 9 : 10, suppressedCells: 3, violatingRows: 2, violatingClasses: 2 },
      });
      expect(warnings.map(({ code }) => code)).toContain('PRIVACY_VIOLATED');
      expect(auditRelease(release, job).holds).toBe(false);
    }
  });

  it('refuses a result that violates a model, and says by how much and what would help', async () => {
    const refused = anonymize(tableFromRows(PATIENTS), patientJob(ROLES));
    await expect(refused).rejects.toThrow(InfeasibleError);
    await expect(refused).rejects.toMatchObject({ code: 'MU_ARGUS_VIOLATES', exitCode: 1 });
    await expect(refused).rejects.toThrow(/2 rows in 2 released classes.*"combinations": "all"/);
  });

  it('holds with all combinations, and generalizes to what the data holder asks for at least', async () => {
    const job = patientJob({ combinations: 'all', levels: { ZIP: 1 } });
    const { result } = await anonymize(tableFromRows(PATIENTS), job);
    expect(result.privacy[0].holds).toBe(true);
    expect(result.search).toMatchObject({ violatingRows: 0, checked: 11 });
    expect(result.solution.levels).toEqual({ Race: 0, BirthDate: 1, Gender: 0, ZIP: 1 });
  });

  it('tests the combinations that the roles ask for', () => {
    const tested = (ranks: number[], which: 'two-and-three' | 'all') => {
      const { count, fewest, most, isNeeded } = combinationsOf(ranks, which, { tuples: 1 });
      const sets = masksOf(ranks.length)
        .map(({ attributes }) => attributes)
        .filter((set) => set.length >= fewest && set.length <= most && isNeeded(set));
      expect(count).toBe(sets.length);
      return sets.map((set) => set.join('')).sort();
    };
    expect(tested([0, 2, 1, 1], 'two-and-three')).toEqual(['01', '012', '013', '02', '03', '12', '123', '13', '23']);
    expect(tested([0, 0, 0, 0], 'two-and-three')).toEqual([]);
    expect(tested([0, 0, 1, 2], 'two-and-three')).toEqual(['02', '023', '03', '12', '123', '13', '23']);
    expect(tested([2, 2, 2, 2], 'two-and-three')).toHaveLength(10);
    expect(tested([0, 0, 0, 1, 1, 2, 2], 'two-and-three').length).toBeGreaterThan(10);
    expect(tested([0, 0, 0, 0], 'all')).toHaveLength(11);
    expect(combinationsOf(new Array<number>(300).fill(2), 'all', { tuples: 10_000, largest: 2 }).count).toBe(44_850);
    expect(() => combinationsOf(new Array<number>(40).fill(2), 'all', { tuples: 10 })).toThrow(CapacityError);
  });

  it.each([
    [{ most: ['Shoe size'] }, 'algorithm.most'],
    [{ most: ['Race'], more: ['Race'] }, 'algorithm.most'],
    [{ most: 'Race' }, 'algorithm.most'],
    [{ levels: { ZIP: 9 } }, 'algorithm.levels.ZIP'],
    [{ levels: { ZIP: 0.5 } }, 'algorithm.levels.ZIP'],
    [{ levels: { Hat: 1 } }, 'algorithm.levels'],
    [{ combinations: 'four' }, 'algorithm.combinations'],
    [{ speed: 'fast' }, 'algorithm.speed'],
  ])('refuses the options %o', async (options, argument) => {
    const refused = anonymize(tableFromRows(PATIENTS), patientJob(options));
    await expect(refused).rejects.toThrow(InvalidArgumentError);
    await expect(refused).rejects.toMatchObject({ argument });
  });

  const NAMES = ['a', 'b', 'c', 'd'] as const;
  const WIDTHS = [2, 3, 2, 4];

  function randomJob(random: () => number, options: Record<string, unknown>) {
    const below = (n: number): number => Math.floor(random() * n);
    const q = 2 + below(3);
    const rows = Array.from({ length: 4 + below(30) }, () =>
      Object.fromEntries(NAMES.slice(0, q).map((name) => [name, below(2 + below(6))])),
    );
    const k = 1 + below(4);
    const lists: Record<string, string[]> = { identifying: [], more: [], most: [] };
    for (const name of NAMES.slice(0, q)) lists[Object.keys(lists)[below(3)]].push(name);
    const job: Job = {
      attributes: Object.fromEntries(
        NAMES.slice(0, q).map((name, a) => [
          name,
          {
            role: 'quasi-identifier' as const,
            hierarchy: { type: 'intervals' as const, origin: 0, widths: [WIDTHS[a]] },
          },
        ]),
      ),
      privacy: [{ model: 'k-anonymity', k }],
      algorithm: { name: 'mu-argus', ...lists, ...options },
      output: { order: 'input' },
    };
    return { rows, q, k, lists, job };
  }

  it('suppresses what the six steps by hand do, on random tables', async () => {
    const random = mulberry32(13);
    let cells = 0;
    for (let round = 0; round < casesOf(3000, 60); round++) {
      const { rows, q, k, lists, job } = randomJob(random, { violations: 'release' });
      if (k > rows.length) continue;
      const generalize = (value: number, a: number, level: number): number =>
        level === 0 ? value : level === 1 ? Math.floor(value / WIDTHS[a]) : 0;
      const table = rows.map((row) => NAMES.slice(0, q).map((name) => row[name]));
      for (let a = 0; a < q; a++) {
        const values = (level: number): number[] => table.map((row) => generalize(row[a], a, level));
        const level = [0, 1, 2].find((l) => values(l).every((x) => values(l).filter((y) => y === x).length >= k))!;
        values(level).forEach((value, i) => (table[i][a] = value));
      }
      const has = (role: string, a: number): boolean => lists[role].includes(NAMES[a]);
      const rank = (a: number): number => (has('most', a) ? 2 : has('more', a) ? 1 : 0);
      const distinct = NAMES.slice(0, q).map((_, a) => new Set(table.map((row) => row[a])).size);
      const all = Array.from({ length: q }, (_, a) => a);
      const pairs = all.flatMap((b) => all.slice(0, b).map((a) => [a, b]));
      const tested = [
        ...pairs.filter(([a, b]) => rank(a) + rank(b) > 0),
        ...pairs
          .flatMap(([a, b]) => all.slice(b + 1).map((c) => [a, b, c]))
          .filter((triple) => {
            const [, second, first] = triple.map(rank).sort();
            return first === 2 && second > 0;
          }),
      ];
      const stars = table.map((row) => {
        let left = tested.filter((set) => table.filter((other) => set.every((a) => other[a] === row[a])).length < k);
        const starred = new Set<number>();
        while (left.length > 0) {
          const order = Array.from({ length: q }, (_, a) => a).sort((x, y) => {
            const of = (a: number): number => left.filter((set) => set.includes(a)).length;
            return of(y) - of(x) || rank(y) - rank(x) || distinct[y] - distinct[x] || x - y;
          });
          starred.add(order[0]);
          left = left.filter((set) => !set.includes(order[0]));
        }
        return starred;
      });
      const { release, result } = await anonymize(tableFromRows(rows), job, {
        engine: engines[round % engines.length],
      });
      const released = firstCells(release, q);
      const plain = tableFromRows(rows);
      stars.forEach((starred, i) => {
        released[i].forEach((cell, a) => {
          if (starred.has(a)) expect(cell).toBe('*');
          else if (cell === '*') expect(distinct[a]).toBe(1);
          else expect(cell === plain.columns[a].texts[plain.columns[a].codes[i]] || cell.startsWith('[')).toBe(true);
        });
        cells += starred.size;
      });
      expect(result.search.suppressedCells).toBe(stars.reduce((sum, starred) => sum + starred.size, 0));
    }
    expect(cells).toBeGreaterThan(80);
  });

  it('satisfies every model with all combinations, the same in every engine, on random tables', async () => {
    const random = mulberry32(99);
    for (let round = 0; round < casesOf(2000, 20); round++) {
      const { rows, k, job } = randomJob(random, { combinations: 'all' });
      if (k > rows.length) continue;
      const seen = new Set<string>();
      for (const engine of round % 10 === 0 ? engines : [engines[round % engines.length]]) {
        const { release, result } = await anonymize(tableFromRows(rows), job, { engine });
        expect(result.privacy[0].holds).toBe(true);
        expect(result.suppressed).toBe(0);
        seen.add(JSON.stringify([cellsOf(release), result.search]));
      }
      expect(seen.size).toBe(1);
    }
  });

  it('suppresses by definition where the combinations fill several words of bits', async () => {
    const random = mulberry32(7);
    const sizes = [3, 2, 4, 1, 3, 2, 5, 2];
    const tested = combinationsOf(new Array<number>(sizes.length).fill(2), 'all', { tuples: 60 });
    const masks = masksOf(sizes.length).flatMap(({ mask, attributes }) => (attributes.length > 1 ? [mask] : []));
    expect(masks).toHaveLength(tested.count);
    expect(masks.length).toBeGreaterThan(7 * 32);
    const length = 60;
    const k = 9;
    const codes = sizes.map((size) => Uint32Array.from({ length }, () => Math.floor(random() ** 2 * size)));
    const counts = Float64Array.from({ length }, () => 1 + Math.floor(random() * 3));
    const precedence = [6, 2, 0, 4, 7, 1, 5];
    const isIn = (mask: number, a: number): boolean => ((mask >>> a) & 1) === 1;
    const expected = sizes.map(() => new Uint8Array(length));
    let outliers = 0;
    for (let t = 0; t < length; t++) {
      let left = masks.filter((mask) => {
        let rows = 0;
        for (let u = 0; u < length; u++) if (codes.every((c, a) => !isIn(mask, a) || c[u] === c[t])) rows += counts[u];
        return rows < k;
      });
      outliers += left.length;
      while (left.length > 0) {
        const times = precedence.map((a) => left.filter((mask) => isIn(mask, a)).length);
        const worst = precedence[times.indexOf(Math.max(...times))];
        expected[worst][t] = 1;
        left = left.filter((mask) => !isIn(mask, worst));
      }
    }
    expect(outliers).toBeGreaterThan(1000);
    expect(runToCompletion(suppressOutliers(tuplesOf(codes, sizes, counts), k, tested, precedence))).toEqual({
      starred: expected,
      outliers,
    });
  });

  it('tests pairs of more attributes than a word has bits under bounded knowledge', async () => {
    const random = mulberry32(11);
    const names = Array.from({ length: 40 }, (_, a) => `q${a}`);
    const rows = Array.from({ length: 400 }, () =>
      Object.fromEntries(names.map((name) => [name, 'abc'[Math.floor(random() ** 1.2 * 3)]])),
    );
    const job = {
      attributes: Object.fromEntries(names.map((name) => [name, 'quasi-identifier'])),
      unit: 'row',
      privacy: [{ model: 'lkc-privacy', known: 2, k: 12 }],
      algorithm: { name: 'mu-argus', combinations: 'all' },
      output: { ranges: 'tight', order: 'input' },
    } as unknown as Job;
    const { release, result } = await anonymize(tableFromRows(rows), job);
    expect(result.search).toMatchObject({ checked: (40 * 39) / 2, violatingRows: 0 });
    const shown = cellsOf(release);
    names.forEach((_, a) =>
      names.slice(a + 1).forEach((_none, i) => {
        const counts = new Map<string, number>();
        for (const cells of shown) {
          const key = `${cells[a]},${cells[a + 1 + i]}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        for (const rowsOfPair of counts.values()) expect(rowsOfPair).toBeGreaterThanOrEqual(12);
      }),
    );
  });

  it('lets events in while it suppresses the cells of many tuples', () => {
    const tuples = 5000;
    const codes = [Uint32Array.from({ length: tuples }, (_, t) => t), new Uint32Array(tuples)];
    const counts = new Float64Array(tuples).fill(1);
    const tested = combinationsOf([2, 2], 'all', { tuples });
    const steps = suppressOutliers(tuplesOf(codes, [tuples, 1], counts), 2, tested, [0, 1]);
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses++;
    expect(step.value.outliers).toBe(tuples);
    expect(pauses).toBeGreaterThan(5);
  });
});
