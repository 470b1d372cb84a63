import { describe, expect, it } from 'vitest';
import { jobCures, runCures } from '../../src/base/cures.js';
import type { Job, ReadForJobOptions } from '../../src/index.js';
import {
  anonymize,
  attackHomogeneity,
  auditRelease,
  compare,
  csvChunks,
  inspect,
  listErrors,
  readCsv,
  readForJob,
} from '../../src/index.js';
import { HierarchyError, InvalidArgumentError, KohortError } from '../../src/base/errors.js';
import { parseJob } from '../../src/pipeline/parse-job.js';
import { parseJobText } from '../../src/pipeline/parse-job-text.js';
import { resolveSuppression } from '../../src/job/suppression-limit.js';

type Plain = Record<string, unknown>;

const validJob = (changes: Plain = {}): Plain => ({
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: { role: 'sensitive' },
    salary: { role: 'class' },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
  ...changes,
});

const errorOf = (run: () => unknown): KohortError => {
  try {
    run();
  } catch (error) {
    if (error instanceof KohortError) {
      expect(error.message).not.toContain('\n');
      return error;
    }
    throw error;
  }
  throw new Error('nothing was thrown');
};

const codeOf = (changes: Plain): string => errorOf(() => parseJob(validJob(changes))).code;
const k = (value: unknown): Plain => ({ privacy: [{ model: 'k-anonymity', k: value }] });
const l = (value: unknown, more: Plain = {}): Plain => ({
  privacy: [{ model: 'l-diversity', variant: 'distinct', l: value, attribute: 'disease', ...more }],
});
const t = (value: unknown): Plain => ({
  privacy: [{ model: 't-closeness', distance: 'equal', t: value, attribute: 'disease' }],
});

const of = (model: string, parameters: object) => ({
  privacy: [{ model, attribute: 'disease', ...parameters }],
});

describe('a job', () => {
  it('comes back as it was written', () => {
    const full = validJob({
      input: { delimiter: ';', header: false, columns: ['age', 'sex'], trim: false, missing: ['?'], onMissing: 'drop' },
      defaultRole: 'insensitive',
      algorithm: { name: 'mondrian', partitioning: 'relaxed' },
      suppression: { maxFraction: 0.25 },
      output: { suppressed: 'star', order: 'input' },
    });
    expect(JSON.parse(JSON.stringify(parseJob(full)))).toEqual(full);
  });

  it.each([
    ['param-01', k(0), 'K_RANGE'],
    ['param-02', k(-1), 'K_RANGE'],
    ['param-03', k(NaN), 'K_RANGE'],
    ['param-04', k(Infinity), 'K_RANGE'],
    ['param-05', k(2.5), 'K_NOT_INTEGER'],
    ['param-06', k('5'), 'K_TYPE'],
    ['param-07', k(2 ** 31), 'K_RANGE'],
    ['param-07', k(2 ** 53 + 2), 'K_RANGE'],
    ['param-10', l(0), 'L_RANGE'],
    ['param-10', l(0.5), 'L_RANGE'],
    ['param-10', l(NaN), 'L_RANGE'],
    ['param-10', l('2'), 'L_TYPE'],
    ['param-10', l(2.5), 'L_NOT_INTEGER'],
    ['param-12', t(-0.1), 'T_RANGE'],
    ['param-12', t(1.1), 'T_RANGE'],
    ['param-12', t(NaN), 'T_RANGE'],
    ['param-13', { privacy: [{ model: 'delta-presence', min: 0.5, max: 0.2, public: 'p.csv' }] }, 'DELTA_RANGE'],
    ['param-14', { suppression: { maxFraction: -0.2 } }, 'SUPPRESSION_RANGE'],
    ['param-14', { suppression: { maxFraction: 1.2 } }, 'SUPPRESSION_RANGE'],
    ['param-14', { suppression: { maxFraction: NaN } }, 'SUPPRESSION_RANGE'],
    ['param-14', { suppression: { maxRows: -1 } }, 'SUPPRESSION_RANGE'],
    ['param-14', { suppression: { maxRows: 1, maxFraction: 0.5 } }, 'SUPPRESSION_RANGE'],
    ['param-14', { suppression: 0.2 }, 'SUPPRESSION_RANGE'],
    ['param-20', { suppresion: 'unlimited' }, 'UNKNOWN_OPTION'],
    ['a mistyped key that is also missing', { privacy: undefined, privcy: [] }, 'UNKNOWN_OPTION'],
    ['an option in a model', { privacy: [{ model: 'k-anonymity', k: 5, kk: 1 }] }, 'UNKNOWN_OPTION'],
    ['an option of an object', { output: { constructor: 1 } }, 'UNKNOWN_OPTION'],
    ['no model', { privacy: [] }, 'NO_MODEL'],
    ['no k', { privacy: [{ model: 'k-anonymity' }] }, 'MISSING_OPTION'],
    ['a model unheard of', { privacy: [{ model: 'k-anonimity', k: 2 }] }, 'UNKNOWN_VALUE'],
    ['km-anonymity of cells that are not lists', of('km-anonymity', { k: 2, m: 2 }), 'SET_MISSING'],
    ['an m of 0', of('km-anonymity', { k: 2, m: 0 }), 'M_RANGE'],
    ['lists of numbers', { attributes: { a: { type: 'integer', set: { delimiter: '|' } } } }, 'SET_TYPE'],
    ['min above max', { privacy: [{ model: 'delta-presence', min: 0.3, max: 0.2, public: 'p.csv' }] }, 'DELTA_RANGE'],
    ['no public table', { privacy: [{ model: 'k-map', k: 2 }] }, 'MISSING_OPTION'],
    ['an algorithm unheard of', { algorithm: 'mondrain' }, 'UNKNOWN_VALUE'],
    ['c missing', l(2, { variant: 'recursive' }), 'MISSING_OPTION'],
    ['c of 0', l(2, { variant: 'recursive', c: 0 }), 'C_RANGE'],
    ['alpha of 0', of('alpha-k-anonymity', { k: 2, alpha: 0 }), 'ALPHA_RANGE'],
    ['alpha above 1', of('alpha-k-anonymity', { k: 2, alpha: 1.01 }), 'ALPHA_RANGE'],
    ['e below 0', of('ke-anonymity', { k: 2, e: -1 }), 'E_RANGE'],
    ['a beta of 0', of('beta-likeness', { variant: 'basic', beta: 0 }), 'BETA_RANGE'],
    ['no variant', of('beta-likeness', { beta: 2 }), 'MISSING_OPTION'],
    ['a delta of 0', of('delta-disclosure', { delta: 0 }), 'DELTA_RANGE'],
    ['absent unheard of', of('delta-disclosure', { delta: 1, absent: 'yes' }), 'UNKNOWN_VALUE'],
    ['a risk of 0', { privacy: [{ model: 'average-risk', risk: 0 }] }, 'RISK_RANGE'],
    ['a risk above 1', { privacy: [{ model: 'maximum-risk', risk: 1.5 }] }, 'RISK_RANGE'],
    ['a risk as text', { privacy: [{ model: 'maximum-risk', risk: '0.1' }] }, 'RISK_TYPE'],
    ['a distance unheard of', of('t-closeness', { t: 0.2, distance: 'x' }), 'UNKNOWN_VALUE'],
    ['a list as job part', { input: [] }, 'WRONG_TYPE'],
    ['names without header: false', { input: { columns: ['a'] } }, 'UNKNOWN_OPTION'],
    ['header: false without names', { input: { header: false } }, 'MISSING_OPTION'],
    ['a role twice', { attributes: { a: { role: ['quasi-identifier', 'sensitive'] } } }, 'ROLE_CONFLICT'],
  ])('is refused for %s %#', (_, changes, code) => {
    expect(codeOf(changes)).toBe(code);
  });

  it('says ROLE_CONFLICT when a model protects a quasi-identifier (param-16)', () => {
    expect(codeOf({ privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'age' }] })).toBe(
      'ROLE_CONFLICT',
    );
    expect(
      errorOf(() => parseJobText('{"attributes": {"a": {"role": "sensitive"}, "a": {"role": "drop"}}}')).code,
    ).toBe('ROLE_CONFLICT');
  });

  it('lets a model protect the class attribute, and no other', () => {
    const of = (attribute: string) => ({ privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute }] });
    expect(parseJob(validJob(of('salary'))).privacy).toHaveLength(1);
    expect(codeOf(of('nobody'))).toBe('ROLE_NOT_SENSITIVE');
  });

  it('names the path, what is allowed, and what a mistyped key may have meant', () => {
    const typo = errorOf(() => parseJob(validJob({ suppresion: 'unlimited' })));
    expect(typo.message).toMatch(/^suppresion: expected one of the keys .*did you mean "suppression"\?/);
    const deep = errorOf(() => parseJob(validJob({ attributes: { 'a b': { role: 'qasi-identifier' } } })));
    expect(deep.message).toMatch(
      /^attributes\["a b"\]\.role: .*did you mean "quasi-identifier"\?.*received "qasi-identifier"/,
    );
    expect((deep as InvalidArgumentError).argument).toBe('attributes["a b"].role');
  });

  it('reads own keys once and treats __proto__ as a name like any other (param-21)', () => {
    let reads = 0;
    const value = validJob({
      attributes: JSON.parse('{"__proto__": {"role": "quasi-identifier"}, "constructor": {"role": "drop"}}'),
    });
    Object.defineProperty(value, 'privacy', {
      enumerable: true,
      get: () => (reads++, [{ model: 'k-anonymity', k: 2 }]),
    });
    const job = parseJob(new Proxy(Object.create({ suppresion: 1 }, Object.getOwnPropertyDescriptors(value)), {}));
    expect(reads).toBe(1);
    expect(Object.keys(job.attributes)).toEqual(['__proto__', 'constructor']);
    expect(job.attributes['__proto__'].role).toBe('quasi-identifier');
    expect(({} as Plain).role).toBeUndefined();
  });

  it('refuses a tree that is too deep, or that contains itself (hierarchy-12)', () => {
    let tree: unknown = ['leaf'];
    for (let i = 0; i < 10_000; i++) tree = { n: tree };
    const attributes = (value: unknown) => ({ attributes: { a: { hierarchy: { type: 'tree', tree: value } } } });
    expect(errorOf(() => parseJob(validJob(attributes(tree))))).toBeInstanceOf(HierarchyError);
    const loop: Plain = {};
    loop.loop = loop;
    expect(codeOf(attributes(loop))).toBe('HIERARCHY_TOO_DEEP');
  });

  it('never repeats the cells of a hierarchy or of the list of missing marks', () => {
    const canary = 'canary-6612';
    const broken: unknown[] = [
      { type: 'levels', rows: [[canary, '*'], canary] },
      { type: 'levels', rows: canary },
      { type: 'tree', tree: { '*': { x: canary } } },
      { type: 'tree', tree: canary },
      { type: 'order', values: [canary, 1] },
      { type: 'order', values: canary },
    ];
    for (const hierarchy of broken) {
      expect(errorOf(() => parseJob(validJob({ attributes: { a: { hierarchy } } }))).message).not.toContain(canary);
    }
    expect(errorOf(() => parseJob(validJob({ input: { missing: canary } }))).message).not.toContain(canary);
    expect(errorOf(() => parseJobText(`{"a": ${canary}}`)).message).not.toContain(canary);
  });

  it('takes a role alone for an attribute, and notes for people', () => {
    const attributes = {
      age: 'quasi-identifier',
      ssn: { role: 'identifier', description: 'never leaves the house' },
      disease: 'sensitive',
    };
    const notes = { $schema: './job.schema.json', description: 'patients of 2026' };
    const job = parseJob(validJob({ ...notes, attributes }));
    expect(job).toMatchObject({
      ...notes,
      attributes: {
        age: { role: 'quasi-identifier' },
        ssn: attributes.ssn,
        disease: { role: 'sensitive' },
      },
    });
    expect(parseJob(job)).toEqual(job);
    const typo = errorOf(() => parseJob(validJob({ attributes: { age: 'qasi-identifier' } })));
    expect(typo.message).toMatch(/^attributes\.age: expected one of .*did you mean "quasi-identifier"\?\), received/);
    expect(codeOf({ attributes: { age: 7 } })).toBe('WRONG_TYPE');
    expect(codeOf({ attributes: { age: ['sensitive', 'class'] } })).toBe('WRONG_TYPE');
    expect(codeOf({ description: 7 })).toBe('WRONG_TYPE');
  });

  it('with a role alone withholds and releases as with an object, wherever a job is taken', async () => {
    const text = 'ssn,age,sex,disease\n1,23,F,flu\n2,24,M,gout\n3,31,F,flu\n4,38,M,flu\n';
    const roles = { ssn: 'identifier', age: 'quasi-identifier', sex: 'drop', disease: 'sensitive' } as const;
    const base: Pick<Job, 'defaultRole' | 'privacy' | 'algorithm'> = {
      defaultRole: 'insensitive',
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const short: Job = { ...base, attributes: roles };
    const long: Job = {
      ...base,
      attributes: Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }])),
    };
    const texts: string[] = [];
    for (const job of [short, long]) {
      const read = await readForJob(text, job);
      expect(read.table.columns.map(({ name }) => name)).toEqual(['age', 'disease']);
      const whole = await readCsv(text);
      const { release } = await anonymize(whole, job, { seed: 1 });
      texts.push(Buffer.concat([...csvChunks(release)]).toString());
      expect(auditRelease(release, job, whole).holds).toBe(true);
      const { runs, warnings } = await compare(whole, job, ['mondrian', 'mdav'], { accuracy: false });
      expect([runs.length, warnings]).toEqual([2, []]);
      expect((await inspect(whole, { job })).warnings.map(({ code }) => code)).not.toContain('ROLE_BY_DEFAULT');
      expect(attackHomogeneity(release, job)).toBeDefined();
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toMatch(/^age,disease\n/);
  });

  it('may hold comments and commas before a bracket', () => {
    const text = JSON.stringify(validJob(), null, 1);
    const commented = `/* one job */ ${text.replace(/\n/g, ' // a line\n').replace(/([\]}]) \/\/ a line\n *([\]}])/g, '$1,$2')} // end`;
    expect(commented).toContain('},}');
    expect(parseJobText(commented)).toEqual(parseJobText(text));
    expect(parseJobText(`\ufeff/* one line */${JSON.stringify(validJob())}`)).toEqual(parseJobText(text));
  });

  it('says where its text is broken', () => {
    const error = errorOf(() => parseJobText('{\n "a": 1,,}', 'job.json'));
    expect(error.code).toBe('JOB_SYNTAX');
    expect(error.message).toMatch(/^job\.json, line 2, column 9: expected a key/);
  });

  it('names the end of a text that stops too early', () => {
    const cut = '{ "attributes": { "a": "quasi-identifier" }\n';
    expect(() => parseJobText(cut)).toThrow(/line \d, column \d+: expected .*, received the end of the text/);
    expect(() => parseJobText('{ "attributes": {} "privacy": [] }')).toThrow(/received something else/);
  });
});

describe('a suppression limit', () => {
  it('rounds fractions down, but not what floating point lost (param-23)', () => {
    expect(resolveSuppression({ maxFraction: 0.29 }, 100)).toBe(29);
    for (let n = 1; n <= 200; n++) {
      for (let hundredth = 0; hundredth <= 100; hundredth++) {
        expect(resolveSuppression({ maxFraction: hundredth / 100 }, n)).toBe(Math.floor((hundredth * n) / 100));
      }
    }
  });

  it('is 0 without a spec, all rows when unlimited, and never more than there are', () => {
    expect(resolveSuppression('none', 7)).toBe(0);
    expect(resolveSuppression('unlimited', 7)).toBe(7);
    expect(resolveSuppression({ maxRows: 100 }, 7)).toBe(7);
    expect(resolveSuppression({ maxRows: 3 }, 7)).toBe(3);
  });
});

describe('everything that is wrong with a job', () => {
  const infosOf = (run: () => unknown) => listErrors(errorOf(run)).map(({ code, path }) => [code, path]);
  const manyWrong = {
    input: { delimiter: '/', header: false, encodng: 'utf-8' },
    attributes: {
      age: { role: 'qasi-identifier', typ: 'integer' },
      sex: 'quasi-identifier',
      zip: { role: 'quasi-identifier', hierarchy: { type: 'levels' } },
      disease: 'sensitive',
      items: { role: 'sensitive', type: 'integer', set: { delimiter: '|' } },
      a: 'class',
      b: 'class',
    },
    privacy: [
      { model: 'k-anonymity', k: 0 },
      { model: 'l-diversity', variant: 'distinct', l: 2.5, attribute: 'diseas' },
      { model: 'k-anonimity', k: 2 },
      { model: 't-closeness', t: 0.2, distance: 'equal', attribute: 'age' },
      { model: 'k-map', k: 2, public: 'a.csv' },
      { model: 'k-map', k: 2, public: 'b.csv' },
    ],
    algorithm: { name: 'mondrian', partitionning: 'strict', ties: 'x', nonsense: 1 },
    suppression: { maxFraction: 2 },
    outptu: {},
  };

  it('is reported at once, with its paths and codes', () => {
    const error = errorOf(() => parseJob(manyWrong));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect([error.code, (error as InvalidArgumentError).argument]).toEqual(['UNKNOWN_OPTION', 'input.encodng']);
    expect(infosOf(() => parseJob(manyWrong))).toEqual([
      ['UNKNOWN_OPTION', 'input.encodng'],
      ['UNKNOWN_OPTION', 'outptu'],
      ['UNKNOWN_VALUE', 'input.delimiter'],
      ['K_RANGE', 'privacy[0].k'],
      ['UNKNOWN_VALUE', 'privacy[2].model'],
      ['SUPPRESSION_RANGE', 'suppression.maxFraction'],
      ['UNKNOWN_OPTION', 'attributes.age.typ'],
      ['UNKNOWN_VALUE', 'attributes.age.role'],
      ['HIERARCHY_SOURCE', 'attributes.zip.hierarchy'],
      ['SET_TYPE', 'attributes.items.type'],
      ['ROLE_CONFLICT', 'attributes'],
      ['L_NOT_INTEGER', 'privacy[1].l'],
      ['ROLE_NOT_SENSITIVE', 'privacy[1].attribute'],
      ['PUBLIC_CONFLICT', 'privacy[5].public'],
      ['UNKNOWN_OPTION', 'algorithm.partitionning'],
      ['UNKNOWN_OPTION', 'algorithm.nonsense'],
      ['INVALID_ARGUMENT', 'algorithm.ties'],
    ]);
    const errors = error.errors ?? [];
    expect(error.message).toBe(errors.map(({ message }) => message).join('; '));
    for (const { path, message, cure } of errors) {
      expect(message.startsWith(`${path}: expected `)).toBe(true);
      expect(message).not.toContain('\n');
      expect(cure).not.toBe('');
    }
    const cures = new Map(errors.map(({ path, cure }) => [path, cure]));
    expect(cures.get('outptu')).toBe('write "output"');
    expect(cures.get('algorithm.nonsense')).toBe('remove this key');
    expect(cures.get('privacy[2].model')).toBe('write "k-anonymity"');
    expect(cures.get('privacy[1].attribute')).toBe('write "disease"');
    expect(cures.get('suppression.maxFraction')).toBe(jobCures.SUPPRESSION_RANGE);
  });

  it('is what its parts are alone, whatever is wrong together', () => {
    const parts: readonly (readonly [key: string, value: unknown, code: string])[] = [
      ['input', { trim: 'yes' }, 'WRONG_TYPE'],
      ['privacy', [{ model: 'k-anonymity', k: '5' }], 'K_TYPE'],
      ['algorithm', { name: 'mondrian', ties: 'x' }, 'INVALID_ARGUMENT'],
      ['suppression', 'all', 'WRONG_TYPE'],
      ['output', { order: 'up' }, 'UNKNOWN_VALUE'],
      ['attributes', { disease: { hierarchy: { type: 'tree', tree: 7 } } }, 'WRONG_TYPE'],
      ['defaultRole', 'keep', 'UNKNOWN_VALUE'],
    ];
    for (let chosen = 0; chosen < 1 << parts.length; chosen++) {
      const wrong = parts.filter((_, i) => (chosen >> i) & 1);
      const job = validJob(Object.fromEntries(wrong.map(([key, value]) => [key, value])));
      if (wrong.length === 0) expect(parseJob(job)).toBeDefined();
      else
        expect(
          infosOf(() => parseJob(job))
            .map(([code]) => code)
            .sort(),
        ).toEqual(wrong.map(([, , code]) => code).sort());
    }
  });

  it('is one entry where one thing is wrong, and a mistyped key is not missing as well', () => {
    const error = errorOf(() => parseJob(validJob({ privacy: undefined, privcy: [] })));
    expect(error.errors).toEqual([
      { code: 'UNKNOWN_OPTION', path: 'privcy', message: error.message, cure: 'write "privacy"' },
    ]);
    expect(infosOf(() => parseJob(validJob({ privacy: [{ model: 'k-anonymity', kk: 2 }] })))).toEqual([
      ['UNKNOWN_OPTION', 'privacy[0].kk'],
    ]);
    expect(infosOf(() => parseJob({}))).toEqual([
      ['MISSING_OPTION', 'attributes'],
      ['MISSING_OPTION', 'privacy'],
      ['MISSING_OPTION', 'algorithm'],
    ]);
    for (const value of [undefined, null, 7, 'job', []]) expect(infosOf(() => parseJob(value))).toHaveLength(1);
  });

  it('holds what the text of the job has twice, and ends at a syntax error', () => {
    const text = JSON.stringify(validJob({ defaultRole: 'keep' }));
    const twice = `${text.slice(0, -1)},"output":{},"output":{}}`;
    expect(infosOf(() => parseJobText(twice, 'job.json'))).toEqual([
      ['DUPLICATE_KEY', `job.json, line 1, column ${twice.lastIndexOf('"output"') + 1}`],
      ['UNKNOWN_VALUE', 'defaultRole'],
    ]);
    expect(infosOf(() => parseJobText('{"a": 1, "a": 2, x}')).map(([code]) => code)).toEqual([
      'DUPLICATE_KEY',
      'JOB_SYNTAX',
    ]);
  });

  it('is checked by readForJob before anything is read, all errors at once', async () => {
    let isOpened = false;
    const source = (function* () {
      isOpened = true;
      yield { age: 1 };
    })();
    const job = { attributes: { age: 'quasi' }, privacy: [{ model: 'k-anonymity', k: 0 }], algorithm: 'mondriann' };
    const error = await readForJob(source, job as unknown as Job).then(
      () => null,
      (reason: unknown) => reason as KohortError,
    );
    expect(error?.errors?.map(({ path }) => path)).toEqual(['privacy[0].k', 'attributes.age', 'algorithm']);
    expect(isOpened).toBe(false);
  });

  it('lists the columns that there are, at most twenty, and names the file', async () => {
    const attributes = { Alter: 'quasi-identifier', Ort: 'drop' } as const;
    const job: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };
    const names = Array.from({ length: 23 }, (_, i) => `column${i}${i % 2}`);
    const text = `${names.join(',')}\n${names.map(() => 1).join(',')}\n`;
    const told = async (options: ReadForJobOptions): Promise<string[]> => {
      const error = (await readForJob(text, job, options).catch((reason: unknown) => reason)) as KohortError;
      return error.errors?.map(({ message }) => message) ?? [];
    };
    const listed = names.slice(0, 20).map((name) => JSON.stringify(name));
    expect(await told({ sourceName: 'people.csv' })).toEqual([
      `attributes.Alter: expected the name of a column of people.csv: ${listed.join(', ')} and 3 more, received a name that no column of people.csv has`,
      'attributes.Ort: expected the name of a column of people.csv, received a name that no column of people.csv has',
    ]);
    expect((await told({}))[0]).toMatch(/ of the table: "column00", .* that no column of the table has$/);
    const bare = (await readForJob('Ann Smith,34,flu\nBob Jones,41,gout\n', job).catch(
      (reason: unknown) => reason,
    )) as KohortError;
    expect(
      listErrors(bare)
        .map(({ message }) => message)
        .join(' '),
    ).not.toMatch(/Ann|34|flu/);
    expect(bare.message).toContain('"header": false');
  });

  it('holds every column that a table does not have', async () => {
    const attributes = { agee: 'quasi-identifier', sex: 'quasi-identifier', Disease: 'drop' } as const;
    const job: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };
    const text = 'age,sex,disease\n1,2,3\n';
    const refusals = [readForJob(text, job), readCsv(text).then((table) => anonymize(table, job))];
    for (const refusal of refusals) {
      const error = await refusal.then(
        () => null,
        (reason: unknown) => reason as KohortError,
      );
      expect(error?.errors?.map(({ path, code, cure }) => [path, code, cure])).toEqual([
        ['attributes.agee', 'UNKNOWN_COLUMN', 'write "age"'],
        ['attributes.Disease', 'UNKNOWN_COLUMN', 'write "disease"'],
      ]);
    }
  });

  it('is listed for other errors too, and says nothing of cells', async () => {
    const error = await readCsv('a,b\nsecret\n').then(
      () => null,
      (reason: unknown) => reason as KohortError,
    );
    expect(listErrors(error!)).toEqual([
      { code: 'ROW_WIDTH', path: null, message: error!.message, cure: runCures.ROW_WIDTH },
    ]);
    expect(listErrors(new HierarchyError('HIERARCHY_EMPTY', 'marital-status', 'nothing'))[0].path).toBe(
      'attributes["marital-status"].hierarchy',
    );
  });
});
