import { describe, expect, it } from 'vitest';
import type { Job, RunResult } from '../../../src/index.js';
import { anonymize, applyRecoding, auditRelease, readCsv, tableFromRows, toJson } from '../../../src/index.js';
import * as twin from '../../../src/js.js';
import { reseal } from './reseal.js';
import { longTest } from '../../long-test.js';

const quasi = { role: 'quasi-identifier' } as const;
const people = [
  ...[20, 21, 23, 24, 24].map((age) => ({ name: `n${age}`, age, city: 'Bergen', born: '1990-02-03', disease: 'flu' })),
  ...[41, 42, 43, 47, 49].map((age) => ({ name: `n${age}`, age, city: 'Oslo', born: '1971-10-30', disease: 'gout' })),
];
const job: Job = {
  attributes: { name: { role: 'identifier' }, age: quasi, city: quasi, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
  output: { order: 'input' },
};
const keep = async (of: Job, source: object[] = people): Promise<RunResult> =>
  JSON.parse(toJson((await anonymize(source, of)).result)) as RunResult;

describe('a kept recoding', () => {
  it('releases new rows as members of the classes that were released, and counts the others', async () => {
    const kept = await keep(job);
    const applied = await applyRecoding(kept, [
      { disease: 'cough', name: 'new', age: 22, city: 'Bergen', more: 1 },
      { disease: 'flu', name: 'new', age: 45, city: 'Oslo', more: 1 },
      { disease: 'flu', name: 'new', age: 45, city: 'Bergen', more: 1 },
      { disease: 'flu', name: 'new', age: 30, city: 'Oslo', more: 1 },
      { disease: 'flu', name: 'new', age: 22, city: 'Tromsø', more: 1 },
      { disease: 'flu', name: 'new', age: null, city: null, more: 1 },
    ]);
    expect(applied.release.toRows()).toEqual([
      { age: '[20-24]', city: 'Bergen', disease: 'cough' },
      { age: '[40-49]', city: 'Oslo', disease: 'flu' },
    ]);
    expect(applied).toMatchObject({
      rows: 6,
      released: 2,
      suppressed: 4,
      outside: 3,
      outsideBy: { age: 2, city: 2 },
      withoutClass: 1,
      belowMinimum: 0,
      classes: 2,
      smallestClass: 1,
    });
    expect(applied.warnings.map(({ code }) => code)).toContain('FEW_NEW_ROWS');
  });

  it.each([
    ['order', { type: 'order', values: ['a', 'b', 'c', 'd', 'e'] }],
    ['tree', { type: 'tree', tree: { '*': { first: ['a', 'b'], last: ['c', 'd', 'e'] } } }],
  ])('releases the rows that it was made of as they were: leaves of the job’s own, %s', async (_, hierarchy) => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ age: 20 + (i % 7), grade: 'abcde'[(i * 3) % 5] }));
    const graded = { ...job, attributes: { age: quasi, grade: { ...quasi, hierarchy } } } as Job;
    const { release, result } = await anonymize(rows, graded, { recoding: true });
    expect(new Set(release.toRows().map(({ grade }) => grade)).size).toBeGreaterThan(1);
    const applied = await applyRecoding(JSON.parse(toJson(result)) as RunResult, rows);
    expect(applied.release.toRows()).toEqual(release.toRows());
  });

  longTest(
    'is not tried for long unless it is asked for: classes of values that nearly everybody has alone',
    async () => {
      const rows = Array.from({ length: 4_500 }, (_, i) => ({ age: (i * 7919) % 9973, city: (i * 104_729) % 7001 }));
      const many: Job = { ...job, attributes: { age: quasi, city: quasi } };
      const { recoding: unasked } = (await anonymize(rows, many)).result;
      expect(unasked).toMatchObject({
        applicable: false,
        reason: expect.stringMatching(/would take long; ask for it/),
      });
      const asked = await anonymize(rows, many, { recoding: true });
      expect(asked.result.recoding.applicable).toBe(true);
      const again = await applyRecoding(asked.result, rows.slice(0, 500));
      expect(again.release.toRows()).toEqual(asked.release.toRows().slice(0, 500));
      const none = await anonymize(rows.slice(0, 500), many, { recoding: false });
      expect(none.result.recoding).toMatchObject({ applicable: false, reason: 'the run keeps none (recoding: false)' });
      await expect(anonymize(people, job, { recoding: 1 as unknown as boolean })).rejects.toMatchObject({
        code: 'WRONG_TYPE',
        argument: 'options.recoding',
      });
    },
  );

  it('keeps suppressed rows as stars, and leaves out classes of too few new rows, where it is asked to', async () => {
    const kept = await keep(job);
    const rows = [22, 22, 45, 99].map((age) => ({ age, city: age < 40 ? 'Bergen' : 'Oslo', disease: 'flu' }));
    const applied = await applyRecoding(kept, rows, { suppressed: 'star', minimum: 2, order: 'input' });
    expect(applied.release.toRows().map(({ age, city }) => [age, city])).toEqual([
      ['[20-24]', 'Bergen'],
      ['[20-24]', 'Bergen'],
      ['*', '*'],
      ['*', '*'],
    ]);
    expect(applied).toMatchObject({ released: 2, outside: 1, belowMinimum: 1, withoutClass: 0, smallestClass: 2 });
  });

  it('is the same of both engines, and of the result as of its JSON and of the recoding alone', async () => {
    const { result } = await anonymize(people, job, { engine: 'wasm' });
    expect((await twin.anonymize(people, job)).result.recoding).toEqual(result.recoding);
    const rows = people.slice(3, 7);
    const expected = (await applyRecoding(result, rows)).release.toRows();
    for (const kept of [result.recoding, JSON.parse(toJson(result)), await anonymize(people, job)]) {
      expect((await applyRecoding(kept, rows)).release.toRows()).toEqual(expected);
    }
    expect((await twin.applyRecoding(result, rows)).release.toRows()).toEqual(expected);
  });

  it.each<[string, Partial<Job>, object[], (string | null)[]]>([
    [
      'intervals',
      {
        attributes: { age: { ...quasi, hierarchy: { type: 'intervals', widths: [10, 50] } } },
        algorithm: 'optimal-lattice',
      },
      [{ age: 29 }, { age: 41 }, { age: 51 }],
      ['[20-29]', '[40-49]'],
    ],
    [
      'levels that the job lists',
      {
        attributes: {
          age: {
            ...quasi,
            hierarchy: {
              type: 'levels',
              rows: [...people.map(({ age }) => age), 60].map((age) => [String(age), age < 30 ? 'young' : 'old', '*']),
            },
          },
        },
        algorithm: 'optimal-lattice',
      },
      [{ age: 20 }, { age: 60 }, { age: 22 }],
      ['young', 'old'],
    ],
    [
      'a tree',
      {
        attributes: {
          city: {
            ...quasi,
            hierarchy: { type: 'tree', tree: { '*': { West: ['Bergen', 'Stavanger'], East: ['Oslo'] } } },
          },
        },
        algorithm: 'top-down-specialization',
      },
      [{ city: 'Stavanger' }, { city: 'Oslo' }, { city: 'Hamar' }],
      ['Oslo'],
    ],
    [
      'a mask',
      { attributes: { age: { ...quasi, type: 'string', hierarchy: { type: 'mask' } } }, algorithm: 'optimal-lattice' },
      [{ age: 29 }, { age: 4 }, { age: 48 }, { age: 411 }],
      ['2*', '4*', '4*'],
    ],
    [
      'dates',
      {
        attributes: { born: { ...quasi, hierarchy: { type: 'dates', levels: ['month', 'year'] } } },
        algorithm: 'datafly',
      },
      [{ born: '1971-10-01' }, { born: '1990-02-03' }, { born: '2001-01-01' }],
      ['1990-02-03'],
    ],
    [
      'an order',
      {
        attributes: { city: { ...quasi, hierarchy: { type: 'order', values: ['Hamar', 'Bergen', 'Alta', 'Oslo'] } } },
        privacy: [{ model: 'k-anonymity', k: 10 }],
      },
      [{ city: 'Alta' }, { city: 'Hamar' }, { city: 'Narvik' }],
      ['[Bergen-Oslo]'],
    ],
    [
      'ranges of the papers',
      { attributes: { age: quasi }, output: { ranges: 'tight', order: 'input' } },
      [{ age: 22 }, { age: 48 }, { age: 50 }],
      ['[20-24]', '[41-49]'],
    ],
    [
      'days and times in formats',
      {
        attributes: { born: { ...quasi, type: 'date', format: 'DD.MM.YYYY' } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
      },
      [{ born: '03.02.1990' }, { born: '1990-02-03' }],
      [],
    ],
  ])('follows %s', async (name, part, rows, expected) => {
    const source = name === 'days and times in formats' ? ['03.02.1990', '03.02.1990', '01.02.1971', '09.02.1971'].map((born) => ({ born })) : people; // prettier-ignore
    const kept = await keep({ ...job, ...part, output: { order: 'input', ...part.output } }, source);
    if (name === 'days and times in formats') {
      await expect(applyRecoding(kept, rows)).rejects.toMatchObject({ code: 'DATE_INVALID' });
      const { release } = await applyRecoding(kept, [
        { born: '03.02.1990' },
        { born: '07.02.1971' },
        { born: '07.02.2000' },
      ]);
      expect(release.cells('born')).toEqual(expect.arrayContaining(['03.02.1990']));
      return;
    }
    const { release, rows: all, released } = await applyRecoding(kept, rows);
    const [column] = release.columns;
    expect([all, released, release.cells(column.name)]).toEqual([rows.length, expected.length, expected]);
  });

  it('knows missing cells, `other` and open ends as they were released', async () => {
    const table = await readCsv(
      `age,city\n${['17,a', '17,a', '18,b', '18,b', '19,c', '19,d', '61,e', '75,f', 'NA,a', 'NA,a'].join('\n')}\n`,
      { missing: ['NA'] },
    );
    const kept = JSON.parse(
      toJson(
        (
          await anonymize(table, {
            input: { missing: ['NA'] },
            attributes: { age: quasi, city: quasi },
            privacy: [{ model: 'k-anonymity', k: 2 }],
            algorithm: 'mondrian',
          })
        ).result,
      ),
    ) as unknown;
    const { release } = await applyRecoding(kept, 'age,city\n17,a\n18,b\n88,q\nNA,a\n88,a\n19,zz\n', {
      order: 'input',
    });
    expect(release.toRows().map(({ age, city }) => `${age} ${city}`)).toEqual([
      '17 a',
      '18 b',
      '[50-99] other',
      'null a',
      '19 other',
    ]);
  });

  it('holds no value that the release does not show', async () => {
    const planted = 'Ny-Ålesund';
    const rows = [
      ...people,
      { name: 'Amundsen', age: 97, city: planted, born: '1909-09-09', disease: 'scurvy' },
      ...people.map((row) => ({ ...row, age: row.age + 1 })),
    ];
    const hierarchies = [undefined, { type: 'suppress' }, { type: 'mask' }] as const;
    for (const hierarchy of hierarchies) {
      for (const algorithm of ['mondrian', 'k-optimize', 'optimal-lattice', 'datafly', 'top-down-specialization']) {
        const { result, release } = await anonymize(rows, {
          ...job,
          attributes: {
            ...job.attributes,
            born: quasi,
            city: { ...quasi, ...(hierarchy === undefined ? {} : { hierarchy }) },
          },
          algorithm,
          suppression: 'unlimited',
        } as Job);
        const text = toJson(result.recoding);
        for (const rare of [planted, 'Amundsen', '97', '1909', 'scurvy']) {
          const isShown = [...release].some((row) => Object.entries(row).some(([name, cell]) => name !== 'disease' && String(cell).includes(rare))); // prettier-ignore
          expect([algorithm, rare, text.includes(rare)]).toEqual([algorithm, rare, isShown]);
        }
        expect(text).not.toContain(String(Date.UTC(1909, 8, 9) / 86_400_000));
      }
    }
  });

  it('says why it cannot be applied', async () => {
    const permuted = { ...job, privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }], algorithm: 'anatomy' } as Job; // prettier-ignore
    await expect(applyRecoding(await keep(permuted), people)).rejects.toThrow(/one of permutation: .*permuted/);
    const overlapping = { ...job, attributes: { age: quasi, city: quasi }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'k-member' } as Job; // prettier-ignore
    const near = Array.from({ length: 61 }, (_, i) => ({ age: 20 + ((i * i) % 47), city: `c${(i * 3) % 4}` }));
    await expect(applyRecoding(await keep(overlapping, near), near)).rejects.toThrow(/one of groups: classes overlap/);
    const means = { ...job, attributes: { age: quasi }, algorithm: { name: 'mdav', replacement: 'centroid' } } as Job;
    await expect(applyRecoding(await keep(means), people)).rejects.toThrow(/means of the rows/);
  });

  it('refuses rows without a released column, and what is no recoding, with the path of what is wrong', async () => {
    const kept = await keep(job);
    await expect(applyRecoding(kept, [{ age: 22, city: 'Oslo' }])).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' });
    const { recoding } = kept as unknown as { recoding: Record<string, unknown> };
    const attributes = recoding.attributes as Record<string, unknown>[];
    const wrong: [unknown, string, string][] = [
      [null, 'RECODING_INVALID', 'recoding'],
      [[], 'RECODING_INVALID', 'recoding'],
      [{}, 'RECODING_INVALID', 'recoding'],
      [{ recoding: 7 }, 'RECODING_INVALID', 'recoding'],
      [{ ...recoding, version: 1 }, 'RECODING_VERSION', 'recoding.version'],
      [{ ...recoding, applicable: 'yes' }, 'RECODING_INVALID', 'recoding.applicable'],
      [{ ...recoding, more: 1 }, 'RECODING_INVALID', 'recoding.more'],
      [{ ...recoding, classes: [[0, 9]] }, 'RECODING_INVALID', 'recoding.classes[0]'],
      [{ ...recoding, classes: [[0]] }, 'RECODING_INVALID', 'recoding.classes[0]'],
      [{ ...recoding, columns: [] }, 'RECODING_INVALID', 'recoding.attributes[0].name'],
      [{ ...recoding, output: { order: 'up' } }, 'RECODING_INVALID', 'recoding.output.order'],
      [{ ...recoding, input: { delimiter: 'x' } }, 'UNKNOWN_VALUE', 'recoding.input.delimiter'],
      [{ ...recoding, attributes: [{ ...attributes[0], values: [{ label: 7 }] }, attributes[1]] }, 'RECODING_INVALID', 'recoding.attributes[0].values[0].label'], // prettier-ignore
      [{ ...recoding, attributes: [{ ...attributes[0], values: [{ label: 'x', numbers: { from: '1' } }] }, attributes[1]] }, 'RECODING_INVALID', 'recoding.attributes[0].values[0].numbers.from'], // prettier-ignore
      [{ ...recoding, attributes: [{ ...attributes[0], values: [{ label: 'x', leaves: [[0, 5]] }] }, attributes[1]] }, 'RECODING_INVALID', 'recoding.attributes[0].values[0].leaves[0]'], // prettier-ignore
      [{ ...recoding, attributes: [{ ...attributes[0], values: [{ label: 'x', node: { level: 1, label: 'y' } }] }, attributes[1]] }, 'RECODING_INVALID', 'recoding.attributes[0].values[0].node'], // prettier-ignore
      [{ ...recoding, attributes: [{ ...attributes[0], type: 'float' }, attributes[1]] }, 'UNKNOWN_VALUE', 'recoding.attributes[0].type'], // prettier-ignore
    ];
    for (const [hostile, code, argument] of wrong) {
      await expect(applyRecoding(await reseal(hostile), people)).rejects.toMatchObject({ code, argument });
    }
    const deep = JSON.parse(`${'{"recoding":['.repeat(1)}${'['.repeat(5000)}${']'.repeat(5000)}]}`) as unknown;
    await expect(applyRecoding(deep, people)).rejects.toMatchObject({ exitCode: 2 });
    await expect(applyRecoding(kept, 'new.csv')).rejects.toMatchObject({ code: 'SOURCE_IS_PATH' });
    await expect(applyRecoding(kept, people, { minimum: 0 })).rejects.toMatchObject({ code: 'OPTION_RANGE' });
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(applyRecoding(kept, people, { signal: stop })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('keeps columns of any name, and a release that the audit takes', async () => {
    const odd = JSON.parse('[{"__proto__":"a","constructor":1},{"__proto__":"a","constructor":2},{"__proto__":"b","constructor":3},{"__proto__":"b","constructor":3}]') as object[]; // prettier-ignore
    const oddJob = JSON.parse('{"attributes":{"__proto__":{"role":"quasi-identifier"},"constructor":{"role":"sensitive"}},"privacy":[{"model":"k-anonymity","k":2}],"algorithm":"mondrian"}') as Job; // prettier-ignore
    const { result } = await anonymize(odd, oddJob);
    const table = tableFromRows(odd);
    const { release } = await applyRecoding(JSON.parse(toJson(result)), table);
    expect(auditRelease(release, oddJob, table).holds).toBe(true);
  });
});

describe('a recoding that was changed', () => {
  const keptOf = async (): Promise<Record<string, unknown>> => (await keep(job)) as unknown as Record<string, unknown>;
  const changeOf = async (change: (recoding: Record<string, unknown>) => void): Promise<unknown> => {
    const copy = structuredClone(await keptOf());
    change(copy.recoding as Record<string, unknown>);
    return copy;
  };

  it('is refused: a class that no k rows had, another k, another run, no digest, a digest of another content', async () => {
    const changes: ((recoding: Record<string, unknown>) => void)[] = [
      (recoding) => ((recoding.attributes as { values: unknown[] }[])[0].values.push({ label: '37', numbers: { from: 37, to: 37 } })),
      (recoding) => (recoding.k = 1),
      (recoding) => ((recoding.run as Record<string, unknown>).released = 1),
      (recoding) => (recoding.sha256 = 'ab'.repeat(32)),
      // A file may say 1e999, which is read as infinite and has no text that is hashed.
      (recoding) => ((recoding.run as { privacy: object[] }).privacy[0] = { model: 'k-anonymity', required: JSON.parse('{"k":1e999}') }),
    ]; // prettier-ignore
    for (const change of changes) {
      await expect(applyRecoding(await changeOf(change), people)).rejects.toMatchObject({ code: 'RECODING_CHANGED' });
    }
    const unsealed = await changeOf((recoding) => delete recoding.sha256);
    await expect(applyRecoding(unsealed, people)).rejects.toMatchObject({ code: 'RECODING_INVALID' });
  });

  it('is refused in the result of another run, and taken by itself or in its own, whatever the order of keys', async () => {
    const whole = await keptOf();
    for (const other of [{ rows: 1 }, { released: 0 }, { privacy: [] }]) {
      await expect(applyRecoding({ ...whole, ...other }, people)).rejects.toMatchObject({ code: 'RECODING_CHANGED' });
    }
    const turned = Object.fromEntries(Object.entries(whole.recoding as object).reverse());
    for (const kept of [whole, whole.recoding, { ...whole, recoding: turned }]) {
      expect((await applyRecoding(kept, people)).rows).toBeGreaterThan(0);
    }
  });
});
