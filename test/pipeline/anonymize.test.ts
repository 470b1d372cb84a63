import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as kohort from '../../src/index.js';
import type { CheckedJob, RunOptions, Table } from '../../src/index.js';
import * as twin from '../../src/js.js';
import { algorithms } from '../../src/algorithms/list.js';
import { algorithmNames, modelNames } from '../registry.js';
import { agree, confirmClaims } from '../../src/pipeline/confirm.js';
import { seededRandom } from '../../src/base/random.js';
import { csvLinesOf, csvOf } from '../table-texts.js';
import { long } from '../shared.js';

const { anonymize, tableFromRows, toJson } = kohort;

const draw = (rows: number, seed = 1): Record<string, unknown>[] => {
  const random = seededRandom(seed);
  return Array.from({ length: rows }, (_, i) => ({
    ssn: `ssn-${i}`,
    age: 17 + random.below(60),
    sex: ['Female', 'Male'][random.below(2)],
    city: ['Aachen', 'Bonn', 'Celle', 'Dresden', 'Essen'][random.below(5)],
    disease: ['flu', 'cold', 'ulcer', 'cancer'][random.below(4)],
    note: `note ${random.below(3)}`,
  }));
};

const clinicJob = (changes: Partial<CheckedJob> = {}): CheckedJob => ({
  attributes: {
    ssn: { role: 'identifier' },
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    city: {
      role: 'quasi-identifier',
      hierarchy: { type: 'tree', tree: { '*': { west: ['Aachen', 'Bonn', 'Essen'], east: ['Celle', 'Dresden'] } } },
    },
    disease: { role: 'sensitive' },
    note: { role: 'insensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ],
  algorithm: 'mondrian',
  ...changes,
});

const codeOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof kohort.KohortError) return error.code;
    throw error;
  }
  return 'nothing was thrown';
};

const warningsOf = async (table: Table, job: CheckedJob): Promise<string[]> =>
  (await anonymize(table, job, { engine: 'js' })).warnings.map((warning) => warning.code);

describe('the public API', () => {
  it('has these names and no others', () => {
    expect(Object.keys(kohort).sort()).toMatchInlineSnapshot(`
      [
        "AbortError",
        "AuditError",
        "CapacityError",
        "EngineError",
        "HierarchyError",
        "InfeasibleError",
        "InputError",
        "InvalidArgumentError",
        "KohortError",
        "OutputError",
        "Table",
        "ThreadError",
        "anonymize",
        "applyRecoding",
        "attackComposition",
        "attackDowncoding",
        "attackHistory",
        "attackHomogeneity",
        "attackLinkage",
        "attackMembership",
        "attackMinimality",
        "attackUniqueness",
        "audit",
        "auditRelease",
        "buildHierarchy",
        "checkComposition",
        "compare",
        "createEngine",
        "csvChunks",
        "csvChunksInOrder",
        "defineJob",
        "estimatePopulationUniques",
        "explain",
        "findRepeatedPersons",
        "frequencyCounts",
        "goals",
        "individualRisk",
        "inspect",
        "jobText",
        "keepingCosts",
        "listAlgorithms",
        "listErrors",
        "measurePermutation",
        "parseJob",
        "parseJobText",
        "parseLevelsText",
        "preview",
        "proposeJob",
        "readCsv",
        "readCsvCounted",
        "readForJob",
        "readTable",
        "sudaContributions",
        "sudaScores",
        "tableFromRows",
        "toJson",
        "version",
      ]
    `);
    expect(Object.keys(twin).sort()).toEqual(Object.keys(kohort).sort());
  });

  it('says the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(kohort.version).toBe(version);
  });

  it('knows the algorithms and models that the job may name', () => {
    expect(algorithms.map((algorithm) => algorithm.name)).toEqual(algorithmNames);
    expect(kohort.listAlgorithms().privacy.map((model) => model.name)).toEqual(modelNames);
  });

  it('lists every metric that a result has', async () => {
    const { result } = await anonymize(tableFromRows(draw(50)), clinicJob());
    expect(kohort.listAlgorithms().metrics.map((metric) => metric.name)).toEqual(Object.keys(result.metrics));
  });
});

describe('anonymize', () => {
  it('gives the same result and the same bytes with both engines and both entry points', async () => {
    const table = tableFromRows(draw(400));
    const plain = (result: kohort.RunResult) => toJson({ ...result, engine: '', seconds: 0 });
    for (const partitioning of ['strict', 'relaxed']) {
      const job = clinicJob({ algorithm: { name: 'mondrian', partitioning } });
      const a = await anonymize(table, job, { engine: 'wasm', seed: 4 });
      const b = await anonymize(table, job, { engine: 'js', seed: 4 });
      const c = await twin.anonymize(table, job, { seed: 4 });
      expect([a.result.engine, b.result.engine, c.result.engine]).toEqual(['wasm', 'js', 'js']);
      expect(plain(a.result)).toBe(plain(b.result));
      expect(csvLinesOf(a.release)).toEqual(csvLinesOf(b.release));
      expect(csvLinesOf(a.release)).toEqual(csvLinesOf(c.release));
    }
  });

  it('releases no identifier and no dropped column, and keeps the order of the columns', async () => {
    const { release } = await anonymize(tableFromRows(draw(60)), clinicJob(), { engine: 'js' });
    expect(release.columns.map((column) => column.name)).toEqual(['age', 'sex', 'city', 'disease', 'note']);
    expect(csvLinesOf(release).join()).not.toContain('ssn');
  });

  it('keeps the order of the input on request and shuffles else', async () => {
    const rows = draw(300).map((row, i) => ({ ...row, note: `row ${i}` }));
    const table = tableFromRows(rows);
    const notes = async (order: 'input' | 'shuffle', options: RunOptions = {}) => {
      const { release } = await anonymize(table, clinicJob({ output: { order } }), { engine: 'js', ...options });
      return csvLinesOf(release)
        .slice(1)
        .map((line) => line.split(',').at(-1));
    };
    const input = rows.map((row) => row.note);
    expect(await notes('input')).toEqual(input);
    const [first, second] = [await notes('shuffle'), await notes('shuffle')];
    expect(first).not.toEqual(input);
    expect(second).not.toEqual(first);
    expect([...first].sort()).toEqual([...input].sort());
    expect(await notes('shuffle', { seed: 1 })).toEqual(await notes('shuffle', { seed: 1 }));
  });

  it('does not change what it is given', async () => {
    const table = tableFromRows(draw(80));
    const before = csvLinesOf(table).join();
    const job = Object.freeze(clinicJob());
    const copy = JSON.stringify(job);
    await anonymize(table, job, { engine: 'js' });
    expect(csvLinesOf(table).join()).toBe(before);
    expect(JSON.stringify(job)).toBe(copy);
  });

  it('releases a column named __proto__ like any other', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [String(i % 7), 'x']);
    const table = tableFromRows(rows, { columns: ['__proto__', 'constructor'] });
    const attributes = JSON.parse('{"__proto__": {"role": "quasi-identifier"}, "constructor": {"role": "sensitive"}}');
    const { release, result } = await anonymize(
      table,
      clinicJob({ attributes, privacy: [{ model: 'k-anonymity', k: 3 }] }),
    );
    expect(release.columns.map((column) => column.name)).toEqual(['__proto__', 'constructor']);
    expect(result.quasiIdentifiers).toEqual(['__proto__']);
  });

  it('leaves a table of equal rows as it is (value-01)', async () => {
    const table = tableFromRows(Array.from({ length: 12 }, () => ({ age: 30, disease: 'flu' })));
    const attributes: CheckedJob['attributes'] = { age: { role: 'quasi-identifier' }, disease: { role: 'sensitive' } };
    const job = clinicJob({ attributes, privacy: [{ model: 'k-anonymity', k: 12 }] });
    const { release, result } = await anonymize(table, job);
    expect(new Set(csvLinesOf(release).slice(1))).toEqual(new Set(['30,flu']));
    expect(result).toMatchObject({ classes: 1, suppressed: 0, metrics: { loss: 0, ncp: 0, discernibility: 144 } });
  });

  it('is exact where 32 bits are not enough (value-03, value-04)', async () => {
    for (const [rows, sum] of [
      [46_341, 2_147_488_281],
      [65_536, 4_294_967_296],
    ]) {
      const table = tableFromRows(Array.from({ length: rows }, () => ({ age: 1 })));
      const job = clinicJob({
        attributes: { age: { role: 'quasi-identifier' } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
      });
      expect((await anonymize(table, job)).result.metrics.discernibility).toBe(sum);
    }
  });

  it.each([
    ['param-08', { privacy: [{ model: 'k-anonymity', k: 61 }] }, 'K_EXCEEDS_ROWS'],
    [
      'param-11',
      { privacy: [{ model: 'l-diversity', variant: 'distinct', l: 5, attribute: 'disease' }] },
      'L_UNREACHABLE',
    ],
    ['param-15', { attributes: { age: { role: 'insensitive' } }, privacy: [{ model: 'k-anonymity', k: 2 }] }, 'NO_QI'],
    [
      'param-17',
      { attributes: { agee: { role: 'quasi-identifier' } }, privacy: [{ model: 'k-anonymity', k: 2 }] },
      'UNKNOWN_COLUMN',
    ],
    ['an option of the algorithm', { algorithm: { name: 'mondrian', partition: 'strict' } }, 'UNKNOWN_OPTION'],
  ] as [string, Partial<CheckedJob>, string][])('refuses %s before any search', async (_, changes, code) => {
    expect(await codeOf(() => anonymize(tableFromRows(draw(60)), clinicJob(changes)))).toBe(code);
  });

  it.each([
    [{ threads: 0 }, 'OPTION_RANGE'],
    [{ timeLimit: 0 }, 'OPTION_RANGE'],
    [{ timeLimit: -1 }, 'OPTION_RANGE'],
    [{ seed: 1.5 }, 'OPTION_RANGE'],
    [{ sead: 1 }, 'UNKNOWN_OPTION'],
    [{ engine: 'webgpu' }, 'UNKNOWN_VALUE'],
    [{ threads: '2' }, 'WRONG_TYPE'],
  ])('refuses the options %j (param-19, param-20)', async (options, code) => {
    expect(await codeOf(() => anonymize(tableFromRows(draw(60)), clinicJob(), options as RunOptions))).toBe(code);
  });

  it('suggests the name of a column that was mistyped', async () => {
    const job = clinicJob({
      attributes: { aeg: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
    });
    await expect(anonymize(tableFromRows(draw(60)), job)).rejects.toThrow(/did you mean "age"\?/);
  });

  it('warns of what is allowed but unwise', async () => {
    const one = { privacy: [{ model: 'k-anonymity', k: 1 }] } as Partial<CheckedJob>;
    const table = tableFromRows(draw(60));
    expect(await warningsOf(table, clinicJob(one))).toEqual(
      expect.arrayContaining(['K_IS_ONE', 'SENSITIVE_UNPROTECTED']),
    );
    const { ssn, ...rest } = clinicJob().attributes;
    expect(ssn.role).toBe('identifier');
    const unnamed = clinicJob({ attributes: rest, defaultRole: 'insensitive' });
    expect(await warningsOf(table, unnamed)).toContain('UNIQUE_INSENSITIVE_COLUMN');
    const rows = draw(60).map((row, i) => ({
      ...row,
      sex: 'x',
      disease: i === 0 ? 'rare' : row.disease,
      note: i === 1 ? 'once' : 'often',
    }));
    const found = await warningsOf(tableFromRows(rows), clinicJob());
    expect(found).toEqual(
      expect.arrayContaining(['CONSTANT_COLUMN', 'RARE_SENSITIVE_VALUE', 'RARE_INSENSITIVE_VALUES']),
    );
    expect(found.filter((code) => code === 'CONSTANT_COLUMN')).toHaveLength(1);
    const same = tableFromRows(draw(60).map((row) => ({ ...row, disease: 'flu' })));
    const tClose = clinicJob({ privacy: [{ model: 't-closeness', t: 0.1, distance: 'equal', attribute: 'disease' }] });
    expect(await warningsOf(same, tClose)).toContain('SENSITIVE_CONSTANT');
  });

  it('ends with AbortError when the signal is aborted, at the start or from a callback', async () => {
    const table = tableFromRows(draw(3000));
    expect(await codeOf(() => anonymize(table, clinicJob(), { signal: AbortSignal.abort() }))).toBe('ABORTED');
    const phases = new Set<string>();
    await anonymize(table, clinicJob(), { onProgress: ({ phase }) => phases.add(phase) });
    expect([...phases]).toEqual(['prepare', 'search', 'measure', 'release', 'audit']);
    for (const wanted of phases) {
      const controller = new AbortController();
      const run = anonymize(table, clinicJob(), {
        signal: controller.signal,
        onProgress: ({ phase }) => {
          if (phase === wanted) controller.abort();
        },
      });
      expect(await codeOf(() => run)).toBe('ABORTED');
    }
  });

  it('throws on what a callback throws, and leaves the engine usable (run-02, run-07)', async () => {
    const table = tableFromRows(draw(500));
    for (const name of ['js', 'wasm'] as const) {
      const engine = await kohort.createEngine({ engine: name });
      try {
        const expected = csvLinesOf((await anonymize(table, clinicJob(), { engine, seed: 1 })).release);
        for (const wanted of ['prepare', 'search', 'measure', 'release', 'audit']) {
          const failing = anonymize(table, clinicJob(), {
            engine,
            onProgress: ({ phase }) => {
              if (phase === wanted) throw new Error(`from the callback in ${wanted}`);
            },
          });
          await expect(failing).rejects.toThrow(`from the callback in ${wanted}`);
        }
        for (let i = 0; i < (long ? 20 : 3); i++) {
          expect(csvLinesOf((await anonymize(table, clinicJob(), { engine, seed: 1 })).release)).toEqual(expected);
        }
      } finally {
        engine.dispose();
      }
    }
  });

  it('reads the same release back from CSV, and the audit of it agrees', async () => {
    const job = clinicJob();
    const text = Buffer.from(
      draw(200)
        .map((row) => Object.values(row).join(';'))
        .join('\n'),
    ).toString();
    const input = await kohort.readForJob(`ssn;age;sex;city;disease;note\n${text}`, job);
    expect(input.table.column('ssn')).toBeUndefined();
    expect(Object.keys(input.job.attributes)).not.toContain('ssn');
    const { release, result } = await anonymize(input.table, input.job);
    const back = await kohort.readCsv(csvOf(release));
    const report = kohort.auditRelease(back, input.job, input.table);
    expect(report).toMatchObject({ holds: true, classes: result.classes, problems: [] });
    expect(kohort.auditRelease(back, clinicJob({ privacy: [{ model: 'k-anonymity', k: 100 }] })).holds).toBe(false);
  });
});

describe('the claims of a run', () => {
  it('are refused when the audit finds anything else', async () => {
    const { result, audit } = await anonymize(tableFromRows(draw(100)), clinicJob(), { engine: 'js' });
    const claims = { ...result, metrics: { ...result.metrics } };
    expect(confirmClaims(claims, audit)).toEqual([]);
    const wrong = [
      { ...claims, classes: claims.classes + 1 },
      { ...claims, suppressed: 1 },
      { ...claims, persons: 100 },
      { ...claims, metrics: { ...claims.metrics, loss: (claims.metrics.loss as number) + 1e-6 } },
      { ...claims, privacy: [{ ...claims.privacy[0], achieved: { k: 6000 } }, claims.privacy[1]] },
      { ...claims, privacy: [claims.privacy[0]] },
    ];
    for (const claim of wrong) expect(() => confirmClaims(claim, audit)).toThrow(kohort.AuditError);
    expect(() => confirmClaims(claims, { ...audit, holds: false })).toThrow(kohort.AuditError);
    expect(() => confirmClaims(claims, { ...audit, problems: ['x'] })).toThrow(kohort.AuditError);
  });

  it('agree exactly for whole numbers and to 1e-9 for others', () => {
    expect(agree(9_007_199_515_875_289n, 9_007_199_515_875_289n)).toBe(true);
    expect(agree(9_007_199_515_875_289n, 9_007_199_515_875_288n)).toBe(false);
    expect(agree(1e6, 1e6 + 1e-4)).toBe(true);
    expect(agree(0.5, 0.5 + 1e-8)).toBe(false);
    expect(agree(null, 0)).toBe(false);
  });
});

describe('compare', () => {
  it('lists results, and why an algorithm has none', async () => {
    const table = tableFromRows(draw(60));
    const found = await kohort.compare(table, clinicJob(), ['mondrian', 'mondrian'], { engine: 'js' });
    expect(found.runs.map((run) => run.result?.classes)).toEqual([
      found.runs[0].result?.classes,
      found.runs[0].result?.classes,
    ]);
    const none = await kohort.compare(table, clinicJob({ privacy: [{ model: 'k-anonymity', k: 1000 }] }), ['mondrian']);
    expect(none.runs[0]).toMatchObject({ result: null, error: { code: 'K_EXCEEDS_ROWS' } });
    expect(await codeOf(() => kohort.compare(table, clinicJob(), ['mondrain']))).toBe('UNKNOWN_VALUE');
  });
});

describe('threads', () => {
  it('are one where the algorithm searches on one, which is said to who asks for more', async () => {
    const { result, warnings } = await anonymize(tableFromRows(draw(60)), clinicJob({ algorithm: 'hilbert' }), {
      threads: 4,
    });
    expect(result.threads).toBe(1);
    expect(warnings.map(({ code }) => code)).toContain('ONE_THREAD');
  });
});

describe('inspect', () => {
  it('counts values, missing cells and unique rows, and suggests roles', async () => {
    const rows = draw(200).map((row, i) => ({ ...row, city: i < 3 ? '' : row.city }));
    const table = tableFromRows(rows);
    const found = await kohort.inspect(table);
    expect(await twin.inspect(table)).toEqual(found);
    const column = (name: string) => found.columns.find((each) => each.name === name);
    expect(column('ssn')).toMatchObject({ distinct: 200, unique: 200, suggestedRole: 'identifier' });
    expect(column('city')).toMatchObject({ missing: 3, distinct: 6, suggestedRole: 'quasi-identifier' });
    expect(column('disease')?.suggestedRole).toBe('sensitive');
    for (const { columns, unique, distinct } of found.uniqueness) {
      const counts = new Map<string, number>();
      for (const row of rows) {
        const key = columns.map((name) => String(row[name as keyof typeof row])).join('|');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      expect(distinct).toBe(counts.size);
      expect(unique).toBe([...counts.values()].filter((count) => count === 1).length);
    }
    expect(found.uniqueness).toHaveLength(5 + 10 + 10);
  });
});
