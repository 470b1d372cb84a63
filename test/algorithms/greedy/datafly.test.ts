import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  anonymize,
  InfeasibleError,
  parseLevelsText,
  tableFromRows,
  type Job,
  type Table,
} from '../../../src/index.js';
import { mulberry32 } from '../../random.js';
import { casesOf, sharedFolder, sharedPath } from '../../shared.js';
import { readAdultTable } from '../lattice/adult-problems.js';
import { PATIENTS, patientHierarchies } from './patients.js';
import { cellsOf } from '../../table-texts.js';
import { ENGINES } from '../../engine/engines.js';

const linesOf = (table: Table): string[] => cellsOf(table).map((row) => row.join(' '));

const patientJob = (more: Partial<Job> = {}): Job => ({
  attributes: { ...patientHierarchies, Problem: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'datafly',
  output: { order: 'input' },
  ...more,
});

describe.each(ENGINES)('Datafly, engine %s', (engine) => {
  it('generalizes BirthDate of the slides’ 12 rows to the year, suppresses 2 and releases 10 (000, Figure 9 and MGT)', async () => {
    const { release, result, warnings } = await anonymize(tableFromRows(PATIENTS), patientJob(), { engine });
    expect(linesOf(release)).toEqual([
      'black 1965 male 02141 short of breath',
      'black 1965 male 02141 chest pain',
      'black 1965 female 02138 painful eye',
      'black 1965 female 02138 wheezing',
      'black 1964 female 02138 obesity',
      'black 1964 female 02138 chest pain',
      'white 1964 male 02139 obesity',
      'white 1964 male 02139 fever',
      'white 1967 male 02138 vomiting',
      'white 1967 male 02138 back pain',
    ]);
    expect(result).toMatchObject({
      rows: 12,
      released: 10,
      suppressed: 2,
      classes: 5,
      solution: { kind: 'levels', levels: { Race: 0, BirthDate: 1, Gender: 0, ZIP: 0 } },
      search: { generalizations: 1 },
    });
    expect(warnings.map(({ code }) => code)).toContain('SUPPRESSION_BY_DEFAULT');
  });

  it('does the slides’ step 4: a class joins a lone suppressed row (000, core Datafly algorithm)', async () => {
    const algorithm = { name: 'datafly', suppressed: 'at-least-k' };
    const whole = await anonymize(tableFromRows(PATIENTS), patientJob({ algorithm }), { engine });
    // Two suppressed rows are k already: the release is the slides' MGT.
    expect(whole.result).toMatchObject({ released: 10, suppressed: 2, classes: 5 });
    const withoutT8 = tableFromRows(PATIENTS.filter(({ Problem }) => Problem !== 'hypertension'));
    const job = patientJob({ algorithm, output: { order: 'input', suppressed: 'star' } });
    const { release, result, warnings } = await anonymize(withoutT8, job, { engine });
    expect(linesOf(release).map((cells) => cells.split(' ').slice(0, 4).join(' '))).toEqual([
      '* * * *',
      '* * * *',
      'black 1965 female 02138',
      'black 1965 female 02138',
      'black 1964 female 02138',
      'black 1964 female 02138',
      '* * * *',
      'white 1964 male 02139',
      'white 1964 male 02139',
      'white 1967 male 02138',
      'white 1967 male 02138',
    ]);
    // The three rows of stars are a class that holds.
    expect(result).toMatchObject({ suppressed: 0, classes: 5, solution: { levels: { BirthDate: 1 } } });
    expect(warnings.find(({ code }) => code === 'SUPPRESSION_BY_DEFAULT')?.message).toContain('whole classes');
    const without = await anonymize(withoutT8, patientJob(), { engine });
    expect(without.result).toMatchObject({ suppressed: 1, classes: 5 });
    // A limit of the job holds for all suppressed rows.
    const limited = await anonymize(withoutT8, { ...job, suppression: { maxRows: 2 } }, { engine });
    expect(Number(limited.result.search.generalizations)).toBeGreaterThan(1);
    expect([0, 2]).toContain(limited.result.suppressed);
  });

  it('generalizes on where step 4 would leave no class', async () => {
    const table = tableFromRows(['a', 'a', 'a', 'b'].map((q) => ({ q })));
    const job: Job = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'datafly', suppressed: 'at-least-k' },
    };
    const { result } = await anonymize(table, job, { engine });
    expect(result).toMatchObject({ suppressed: 0, classes: 1, solution: { levels: { q: 1 } } });
  });

  it('uses the job’s suppression where there is one', async () => {
    const { result, warnings } = await anonymize(tableFromRows(PATIENTS), patientJob({ suppression: { maxRows: 0 } }), {
      engine,
    });
    expect(result.suppressed).toBe(0);
    expect(Number(result.search.generalizations)).toBeGreaterThan(1);
    expect(warnings.map(({ code }) => code)).not.toContain('SUPPRESSION_BY_DEFAULT');
  });

  it('leaves none or at least k suppressed rows when asked to', async () => {
    const table = tableFromRows(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map((q) => ({ q })));
    const job: Job = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'datafly', suppressed: 'at-least-k' },
      suppression: { maxRows: 4 },
      output: { suppressed: 'star', order: 'input' },
    };
    const { release, result } = await anonymize(table, job, { engine });
    expect(linesOf(release)).toEqual(['a', 'a', 'a', 'a', '*', '*', '*', '*']);
    expect(result).toMatchObject({ suppressed: 0, classes: 2 });
    const tight = await anonymize(table, { ...job, suppression: { maxRows: 3 } }, { engine });
    expect(tight.result).toMatchObject({ suppressed: 0, solution: { levels: { q: 1 } } });
  });

  it('suppresses classes that fail any model, and says so when the top does', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ q: 'abc'[i % 3], s: i % 3 === 0 ? 'x' : `y${i % 2}` }));
    const job: Job = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } }, s: { role: 'sensitive' } },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
      ],
      algorithm: 'datafly',
      suppression: { maxRows: 4 },
    };
    const { result } = await anonymize(tableFromRows(rows), job, { engine });
    expect(result).toMatchObject({ suppressed: 4, classes: 2, solution: { levels: { q: 0 } } });
    const strict: Job = {
      ...job,
      privacy: [{ model: 'l-diversity', variant: 'entropy', l: 2.9, attribute: 's' }],
      suppression: { maxRows: 1 },
    };
    const skewed = rows.map(({ q }, i) => ({ q, s: i < 10 ? 'x' : `y${i}` }));
    await expect(anonymize(tableFromRows(skewed), strict, { engine })).rejects.toThrow(InfeasibleError);
  });
});

describe('Datafly', () => {
  it('equals the paper’s steps by hand on random tables', async () => {
    const random = mulberry32(77);
    let steps = 0;
    for (let round = 0; round < casesOf(3000, 40); round++) {
      const below = (n: number): number => Math.floor(random() * n);
      const widths = [[2, 4], [3], [4, 8]];
      const rows = Array.from({ length: 5 + below(30) }, () => ({ a: below(10), b: below(7), c: below(12) }));
      const k = 1 + below(5);
      const limit = random() < 0.5 ? undefined : below(rows.length);
      const isEnforced = random() < 0.5;
      const names = ['a', 'b', 'c'] as const;
      if (k > rows.length) continue;
      const job: Job = {
        attributes: Object.fromEntries(
          names.map((name, i) => [
            name,
            {
              role: 'quasi-identifier' as const,
              hierarchy: { type: 'intervals' as const, origin: 0, widths: widths[i] },
            },
          ]),
        ),
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: isEnforced ? { name: 'datafly', suppressed: 'at-least-k' } : 'datafly',
        ...(limit === undefined ? {} : { suppression: { maxRows: limit } }),
      };
      const levels = [0, 0, 0];
      const valueOf = (value: number, a: number, level: number): number =>
        level === 0 ? value : level > widths[a].length ? 0 : Math.floor(value / widths[a][level - 1]);
      let outside = 0;
      for (;;) {
        const coded = rows.map((row) => names.map((name, a) => valueOf(row[name], a, levels[a])));
        const sizes = new Map<string, number>();
        for (const row of coded) sizes.set(row.join(), (sizes.get(row.join()) ?? 0) + 1);
        outside = coded.filter((row) => sizes.get(row.join())! < k).length;
        const tops = levels.every((level, a) => level > widths[a].length);
        if (outside <= (limit ?? k)) {
          const failing = outside;
          const kept = [...sizes.values()].filter((size) => size >= k).sort((x, y) => x - y);
          while (isEnforced && failing > 0 && outside < k && kept.length > 0) outside += kept.shift()!;
          const isAllowed = limit === undefined || outside <= limit;
          if (isAllowed && (kept.length > 0 || failing === rows.length || tops)) break;
        }
        const distinct = names.map((_, a) =>
          levels[a] > widths[a].length ? 0 : new Set(coded.map((row) => row[a])).size,
        );
        levels[distinct.indexOf(Math.max(...distinct))]++;
        steps++;
      }
      const { result } = await anonymize(tableFromRows(rows), job, { engine: round % 2 === 0 ? 'wasm' : 'js' });
      expect(result.solution.levels).toEqual({ a: levels[0], b: levels[1], c: levels[2] });
      expect(result.suppressed).toBe(outside);
    }
    expect(steps).toBeGreaterThan(60);
  });

  it.each([
    ['any', /as in its paper; give/],
    ['at-least-k', /as in its paper, and whole classes with them where they are fewer; give/],
  ])('says what it may suppress in a job without a limit: %s', async (suppressed, message) => {
    const table = tableFromRows(Array.from({ length: 12 }, (_, i) => ({ x: 'ab'[i % 2] })));
    const job: Job = {
      attributes: { x: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: { name: 'datafly', suppressed },
    };
    const { warnings } = (await anonymize(table, job)).result;
    const told = warnings.filter(({ code }) => code === 'SUPPRESSION_BY_DEFAULT');
    expect(told.map((warning) => warning.message)).toEqual([expect.stringMatching(message)]);
  });

  interface TruthCase {
    readonly threshold: string;
    readonly k: number;
    readonly levels: Record<string, number>;
    readonly n_ec: number;
    readonly suppressed: number;
    readonly DM: number;
    readonly steps: number;
  }
  const { cases }: { readonly cases: readonly TruthCase[] } =
    sharedFolder === null
      ? { cases: [] }
      : (JSON.parse(readFileSync(sharedPath('truth/datafly.json'), 'utf8')) as { cases: TruthCase[] });

  it.skipIf(sharedFolder === null)('has more than ten cases in truth/datafly.json', () => {
    expect(cases.length).toBeGreaterThan(10);
  });

  it.each(cases.map((each, i) => ({ ...each, i })))(
    'equals case $i of truth/datafly.json',
    async ({ i, threshold, k, levels, n_ec, suppressed, DM, steps }) => {
      const table = await readAdultTable();
      const attributes = Object.fromEntries(
        Object.keys(levels).map((name) => {
          const text = readFileSync(sharedPath(`data/adult/hierarchies/${name}.csv`), 'utf8');
          const hierarchy = { type: 'levels' as const, rows: parseLevelsText(text, ';') };
          return [name, { role: 'quasi-identifier' as const, hierarchy }];
        }),
      );
      const percent = /^(\d+)%$/.exec(threshold);
      const job: Job = {
        attributes,
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: 'datafly',
        ...(percent === null ? {} : { suppression: { maxFraction: Number(percent[1]) / 100 } }),
      };
      const { result } = await anonymize(table, job, { engine: i % 2 === 0 ? 'wasm' : 'js' });
      expect({
        levels: result.solution.levels,
        n_ec: result.classes,
        suppressed: result.suppressed,
        DM: Number(result.metrics.discernibility),
        steps: result.search.generalizations,
      }).toEqual({ levels, n_ec, suppressed, DM, steps });
    },
  );
});
