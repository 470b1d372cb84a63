import { describe, expect, it } from 'vitest';
import { anonymize, attackDowncoding, proposeJob, readTable, type Job } from '../../src/index.js';
import { countPersons } from '../../src/pipeline/count-persons.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { toWorstCase } from '../../src/base/worst-case.js';
import { casesOf } from '../shared.js';
import { achievedOf, holdersOf, smallestInterval, worstCase } from './naive-persons.js';

const rowsOf = (persons: readonly string[][]) =>
  persons.flatMap((values, person) => values.map((value) => ({ person: `p${person}`, value })));

/** A release of one class: what l-diversity reaches in it. */
async function achievedIn(persons: readonly string[][], engine: 'wasm' | 'js') {
  const rows = rowsOf(persons).map(({ person, value }) => `${person},1,${value}`);
  const table = await readTable(`person,a,value\n${rows.join('\n')}\n`);
  const job = {
    attributes: { person: 'person', a: 'quasi-identifier', value: 'sensitive' },
    privacy: [
      { model: 'k-anonymity', k: 2 },
      { model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'value' },
      { model: 'alpha-k-anonymity', k: 1, alpha: 1, attribute: 'value' },
    ],
    algorithm: 'mondrian',
  };
  const { result } = await anonymize(table, job as never, { engine, seed: 1 });
  const [k, l, alpha] = result.privacy.map(({ achieved }) => achieved);
  return { k: k.k, l: l.l, alpha: alpha.alpha, oneValued: result.oneValued.value.classes };
}

describe.each(['wasm', 'js'] as const)('the worked examples by %s', (engine) => {
  it('1: three rows of one patient are no class, and with k = 3 all rows are one', async () => {
    const text =
      'patient,zip,diagnosis\n1,53711,HIV\n1,53711,HIV\n1,53711,flu\n2,60000,flu\n3,60000,gout\n4,60000,flu\n';
    const table = await readTable(text);
    const job = (k: number, suppression?: object) => ({
      attributes: {
        patient: 'person',
        zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } },
        diagnosis: 'sensitive',
      },
      privacy: [{ model: 'k-anonymity', k }],
      algorithm: 'optimal-lattice',
      ...(suppression === undefined ? {} : { suppression }),
    });
    const holders = await anonymize(
      table,
      {
        ...job(3),
        privacy: [
          { model: 'k-anonymity', k: 3 },
          { model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'diagnosis' },
          { model: 'alpha-k-anonymity', k: 1, alpha: 1, attribute: 'diagnosis' },
        ],
      } as never,
      { engine, seed: 1 },
    );
    // q = (3, 1); by rows there are 3 values, and the largest share is 1/2.
    expect(holders.result.privacy[1].achieved).toEqual({ l: 2 });
    expect(holders.result.privacy[2].achieved.alpha).toBe(0.75);
    const two = await anonymize(table, job(2, { maxRows: 3 }) as never, { engine, seed: 1 });
    expect(two.release.toRows().some(({ zip }) => zip === '53711')).toBe(false);
    const three = await anonymize(table, job(3) as never, { engine, seed: 1 });
    expect(three.result).toMatchObject({ persons: 4, personsReleased: 4, classes: 1, rows: 6 });
    expect(three.result.privacy[0].achieved).toEqual({ k: 4 });
    const rows = [['HIV', 'HIV', 'flu'], ['flu'], ['gout'], ['flu']];
    expect(worstCase(rowsOf(rows))).toEqual([3, 1]);
  });

  it('2: everybody has a, whatever else one of them has', async () => {
    const persons = [['a', 'b', 'c'], ['a'], ['a'], ['a'], ['a']];
    expect(await achievedIn(persons, engine)).toEqual({ k: 5, l: 1, alpha: 1, oneValued: 1 });
  });

  it('3: persons with two values are counted twice', async () => {
    const persons = [['a', 'b'], ['a'], ['b'], ['c']];
    expect(worstCase(rowsOf(persons))).toEqual([2, 2]);
    expect(await achievedIn(persons, engine)).toMatchObject({ k: 4, l: 2, alpha: 0.5, oneValued: 0 });
  });
});

describe.each(['wasm', 'js'] as const)('classes that hold, and whose union does not, by %s', (engine) => {
  const to = (from: number, last: number): number[] => Array.from({ length: last - from + 1 }, (_, i) => from + i);
  const holdersIn = (values: Readonly<Record<string, readonly number[]>>, group: number): string[] =>
    Object.entries(values).flatMap(([value, persons]) => persons.map((person) => `p${person},${group},${value}`));

  it.each([
    ['distinct l = 2', { model: 'l-diversity', variant: 'distinct', l: 2 }, { a: [1], b: [2] }, { a: [2], b: [1] }],
    [
      'alpha = 1/2',
      { model: 'alpha-k-anonymity', k: 1, alpha: 0.5 },
      { a: to(1, 5), b: to(6, 10) },
      { a: to(11, 15), b: to(6, 10) },
    ],
    [
      'entropy l = 2',
      { model: 'l-diversity', variant: 'entropy', l: 2 },
      {
        ...Object.fromEntries(to(1, 5).map((v) => [`v${v}`, [1, 2]])),
        ...Object.fromEntries(to(6, 10).map((v) => [`v${v}`, [3, 4]])),
      },
      { v1: to(5, 60), ...Object.fromEntries(to(2, 10).map((v) => [`v${v}`, [59 + v]])) },
    ],
  ] as const)('%s: two classes are released, and one of all rows is refused', async (_, spec, first, second) => {
    const run = async (last: number) =>
      anonymize(
        await readTable(`person,a,value\n${[...holdersIn(first, 1), ...holdersIn(second, last)].join('\n')}\n`),
        {
          attributes: {
            person: 'person',
            a: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
            value: 'sensitive',
          },
          privacy: [{ ...spec, attribute: 'value' }],
          algorithm: 'optimal-lattice',
          suppression: { maxRows: 0 },
          output: { ranges: 'tight' },
        } as never,
        { engine, seed: 1 },
      );
    const { result } = await run(2);
    expect(result).toMatchObject({ classes: 2, suppressed: 0 });
    // By rows the union holds, too.
    await expect(run(1)).rejects.toMatchObject({ code: 'NO_SOLUTION' });
  });
});

describe('4: the smallest interval with a number of every person', () => {
  const cases: [string, string[][], number, number][] = [
    ['is 10 to 48, or 12 to 50, where one has 10 and 50', [['10', '50'], ['12'], ['48']], 4, 38],
    ['is 10 to 12 where another has 11 and 90', [['10', '50'], ['12'], ['11', '90']], 5, 2],
    ['leaves out a person with a missing number', [['10', ''], ['12'], ['48']], 4, 36],
    ['is 0 where nobody is left', [['10', ''], ['']], 2, 0],
  ];
  it.each(
    cases.flatMap(([name, ...rest]) => (['wasm', 'js'] as const).map((engine) => [name, engine, ...rest] as const)),
  )('%s (%s)', async (_, engine, persons, values, e) => {
    const rows = rowsOf(persons);
    expect(smallestInterval(rows)).toBe(e);
    const table = await readTable(`person,a,value\n${rows.map((row) => `${row.person},1,${row.value}`).join('\n')}\n`);
    const run = (asked: number) =>
      anonymize(
        table,
        {
          attributes: { person: 'person', a: 'quasi-identifier', value: 'sensitive' },
          privacy: [{ model: 'ke-anonymity', k: 1, e: asked, attribute: 'value' }],
          algorithm: 'mondrian',
        } as never,
        { engine, seed: 1 },
      );
    const { result } = await run(e);
    expect(result.privacy[0].achieved.e).toBe(e);
    expect(result.privacy[0].achieved.k).toBe(Math.min(values, worstCase(rows).length));
    await expect(run(e + 1)).rejects.toMatchObject({ code: 'NO_SOLUTION' });
  });
});

/** Every choice of one row of each person. */
function choicesOf(persons: readonly string[][]): string[][] {
  return persons.reduce<string[][]>(
    (choices, values) => choices.flatMap((choice) => [...new Set(values)].map((value) => [...choice, value])),
    [[]],
  );
}

/** Persons with the values of their rows; at least two of them. */
const drawClass = (random: RandomSource, values: readonly string[], most: number): string[][] =>
  Array.from({ length: 2 + random.below(4) }, () =>
    Array.from({ length: 1 + random.below(most) }, () => values[random.below(values.length)]),
  );

describe('worst-case counts', () => {
  const countsOf = (values: readonly string[]): number[] =>
    [...new Set(values)].map((value) => values.filter((each) => each === value).length).sort((a, b) => b - a);

  it('majorize every choice of one row of each person, and are the counts where each has one value', () => {
    const random = seededRandom(1);
    for (let round = 0; round < casesOf(3000, 300); round++) {
      const persons = drawClass(random, [...'abcd'], 1 + (round % 3));
      const worst = Uint32Array.from(holdersOf(rowsOf(persons)).values());
      toWorstCase(worst, persons.length);
      expect([...worst].filter((count) => count > 0)).toEqual(worstCase(rowsOf(persons)));
      for (const choice of choicesOf(persons)) {
        let own = 0;
        let bound = 0;
        countsOf(choice).forEach((count, i) => {
          own += count;
          bound += worst[i] ?? 0;
          expect(own).toBeLessThanOrEqual(bound);
        });
      }
      const isConstant = persons.every((values) => new Set(values).size === 1);
      if (isConstant) expect(worstCase(rowsOf(persons))).toEqual(countsOf(persons.map(([value]) => value)));
    }
  });

  it.each([
    ['distinct l-diversity', { model: 'l-diversity', variant: 'distinct', l: 2 }, true],
    ['entropy l-diversity', { model: 'l-diversity', variant: 'entropy', l: 2 }, true],
    ['recursive l-diversity', { model: 'l-diversity', variant: 'recursive', l: 2, c: 2 }, false],
    ['(alpha, k)-anonymity', { model: 'alpha-k-anonymity', k: 2, alpha: 0.5 }, false],
    ['(k, e)-anonymity', { model: 'ke-anonymity', k: 1, e: 2 }, true],
  ] as const)(
    'give %s no better a figure than any choice, and the same where each has one value',
    (_, spec, isLeast) => {
      const random = seededRandom(2);
      const values = spec.model === 'ke-anonymity' ? ['1', '2', '4', '9'] : [...'abcd'];
      for (let round = 0; round < casesOf(2000, 150); round++) {
        const persons = drawClass(random, values, 1 + (round % 3));
        const judge = (own: readonly string[][]): number => achievedOf(spec, rowsOf(own), rowsOf(own), true);
        const figures = choicesOf(persons).map((choice) => judge(choice.map((value) => [value])));
        const found = judge(persons);
        if (isLeast) expect(found).toBeLessThanOrEqual(Math.min(...figures) + 1e-9);
        else expect(found).toBeGreaterThanOrEqual(Math.max(...figures) - 1e-9);
        if (figures.length === 1) expect(found).toBeCloseTo(figures[0], 9);
      }
    },
  );

  it('6: average risk is a mean over persons of their largest risk', () => {
    const classId = [0];
    const of = [0];
    for (let group = 1; group <= 50; group++) {
      for (let person = 1; person <= 100; person++) {
        classId.push(group);
        of.push(person);
      }
    }
    const pieces = {
      entry: Uint32Array.from(of.keys()),
      classId: Uint32Array.from(classId),
      count: new Uint32Array(of.length).fill(1),
    };
    const counts = countPersons(pieces, 51, { of: Uint32Array.from(of), count: 101 });
    expect(counts).toMatchObject({ released: 101 });
    expect(counts.meanRisk).toBeCloseTo((1 + 100 / 100) / 101, 12);
  });
});

describe('keys that differ in their spelling', () => {
  const alikeOf = async (keys: readonly string[]): Promise<string | undefined> => {
    const text = `person,a\n${keys.map((key) => `${key},1`).join('\n')}\n`;
    const job = {
      attributes: { person: { role: 'person', type: 'string' }, a: 'quasi-identifier' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const { warnings, result } = await anonymize(await readTable(text), job as never, { seed: 1 });
    expect(result.persons).toBe(keys.length);
    return warnings.find(({ code }) => code === 'PERSONS_ALIKE')?.message;
  };

  it.each([
    [['07', '7', '7.0', '8'], 2],
    [['P-17', 'p-17', 'P-17.', 'q'], 2],
    [['007', '08', '7'], 1],
    [['07', '7'], 1],
  ] as const)('%s: warns of %i', async (keys, count) => {
    expect(await alikeOf(keys)).toMatch(new RegExp(`^${count} keys? of persons differ`));
  });

  it.each([[['007', '008', '070']], [['7.0', '70']], [['a7', 'a07']], [['7', '8', '70']]] as const)(
    '%s: does not warn',
    async (keys) => {
      expect(await alikeOf(keys)).toBe(undefined);
    },
  );
});

describe('what is refused', () => {
  const text = 'person,a,value\n1,2,x\n1,3,y\n,2,x\n2,2,y\n';
  const attributes = { person: 'person', a: 'quasi-identifier', value: 'sensitive' };
  const job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };

  it('is a row without its key, with the number of rows and no cell', async () => {
    await expect(anonymize(text, job as never)).rejects.toMatchObject({
      code: 'PERSON_MISSING',
      message: expect.stringMatching(/^1 row without the key of a person \("person"\)/),
    });
    const { result } = await anonymize(text, { ...job, input: { onMissing: 'drop' } } as never, { seed: 1 });
    expect(result).toMatchObject({ rows: 3, persons: 2 });
  });

  it('is k above the persons, a unit beside a person, a model or an attack that counts rows', async () => {
    const run = (changed: object) =>
      anonymize(text.replace('\n,2,x', ''), { ...job, ...changed } as never, { seed: 1 });
    await expect(run({ privacy: [{ model: 'k-anonymity', k: 3 }] })).rejects.toMatchObject({
      code: 'K_EXCEEDS_PERSONS',
    });
    await expect(run({ unit: 'row' })).rejects.toMatchObject({ code: 'ROLE_CONFLICT' });
    const presence = [{ model: 'delta-presence', min: 0, max: 0.5, public: 'people' }];
    for (const [algorithm, privacy, other] of [
      ['generalize-and-permute', presence, 'spalm'],
      ['mpalm', presence, 'spalm'],
      ['generalize-and-permute', job.privacy, 'mondrian'],
    ] as const) {
      await expect(run({ algorithm, privacy })).rejects.toMatchObject({
        code: 'PERSONS_UNSUPPORTED',
        message: expect.stringContaining(`an algorithm that counts persons, such as "${other}"`) as string,
      });
    }
    const table = await readTable(text);
    expect(() => attackDowncoding(table, job as never)).toThrow(
      /the downcoding attack counts rows; persons are counted by the attacks "linkage"/,
    );
  });

  it.each([{ history: 'measure' }, { missingPersons: 'refuse' }] as const)(
    'is what %j asks for, also where that is the default',
    async (said) => {
      const job: Job = { attributes: { a: 'quasi-identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', ...said }; // prettier-ignore
      await expect(anonymize('a\n1\n2\n', job)).rejects.toMatchObject({
        code: 'OPTION_UNUSED',
        message: expect.stringContaining('only beside a column with the role "person"') as string,
      });
    },
  );

  it('is a key of visits where another key says that people are fewer; a run with a job warns', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      const patient = i % 20;
      return `${1000 + i},${700 + patient},19${40 + patient}-03-1${patient % 9},${patient % 2 === 0 ? 'f' : 'm'},${20 + (i % 7)}`;
    });
    const table = await readTable(`visit_id,patient_id,birth_date,sex,a\n${rows.join('\n')}\n`);
    expect(() => proposeJob(table, { persons: ['visit_id'] })).toThrow(/patient_id/);
    expect(proposeJob(table, { persons: ['patient_id'], k: 2 }).job.attributes.patient_id).toMatchObject({
      role: 'person',
    });
    const run = (key: 'visit_id' | 'patient_id') =>
      anonymize(
        table,
        {
          attributes: { visit_id: 'identifier', patient_id: 'identifier', a: 'quasi-identifier', [key]: 'person' },
          privacy: [{ model: 'k-anonymity', k: 2 }],
          algorithm: 'mondrian',
        } as never,
        { seed: 1 },
      );
    const codes = async (key: 'visit_id' | 'patient_id') => (await run(key)).warnings.map(({ code }) => code);
    expect(await codes('visit_id')).toContain('REPEATED_PERSONS');
    expect(await codes('patient_id')).not.toContain('REPEATED_PERSONS');
  });

  it('is never a release with the key in it', async () => {
    const { release, result } = await anonymize(text.replace('\n,2,x', ''), job as never, { seed: 1 });
    expect(release.columns.map(({ name }) => name)).toEqual(['a', 'value']);
    expect(JSON.stringify(result.recoding)).toContain('persons');
  });
});
