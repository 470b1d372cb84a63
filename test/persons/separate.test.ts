import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, listAlgorithms, readTable, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, inTurn } from '../shared.js';
import { achievedOf, fewestWithSets, personsOf, type PersonRow } from './naive-persons.js';

/** Rows of persons who may have several values of a and b; some rows have no key. */
interface Row extends PersonRow {
  readonly a: string;
  readonly b: string;
}

function draw(seed: number, values: readonly string[]): Row[] {
  const random = seededRandom(seed);
  const varies = seed % 3 > 0;
  return Array.from({ length: 4 + random.below(9) }, (_, number) => {
    let own = [20 + random.below(6), random.below(2)];
    return Array.from({ length: 1 + random.below(5) }, () => {
      if (varies && random.below(2) === 1) own = [20 + random.below(6), random.below(2)];
      const person = random.below(5) === 0 ? '' : `p${number}`;
      return { person, a: String(own[0]), b: 'ab'[own[1]], value: values[random.below(2 + (seed % 3))] };
    });
  }).flat();
}

const specs = [
  { model: 'l-diversity', variant: 'distinct', l: 2 },
  { model: 'l-diversity', variant: 'entropy', l: 1.3 },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 6 },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.8 },
  { model: 'beta-likeness', variant: 'basic', beta: 2 },
  { model: 'delta-disclosure', delta: 1.5 },
  { model: 't-closeness', distance: 'equal', t: 0.5 },
  { model: 'ke-anonymity', k: 2, e: 4 },
  { model: 'km-anonymity', k: 2, m: 2 },
] as const;

const valuesFor = (model: string): readonly string[] =>
  model === 'ke-anonymity' ? ['10', '14', '20', ''] : model === 'km-anonymity' ? ['a', 'a|b', 'b', 'b|c'] : [...'xyzw'];

const jobOf = (spec: (typeof specs)[number] | null, algorithm: string): Job => ({
  attributes: {
    person: 'person',
    a: { role: 'quasi-identifier', type: 'integer' },
    b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    value: spec?.model === 'km-anonymity' ? { role: 'sensitive', set: { delimiter: '|' } } : 'sensitive',
    row: { role: 'insensitive', type: 'string' },
  },
  privacy: [{ model: 'k-anonymity', k: 2 }, ...(spec === null ? [] : [{ ...spec, attribute: 'value' }])],
  algorithm,
  missingPersons: 'separate',
  suppression: { maxFraction: 0.4 },
});

/** The rows with a key, and all rows with each that lacks one as a person of its own. */
const readingsOf = (rows: readonly Row[]): [Row[], Row[]] => [
  rows.filter(({ person }) => person !== ''),
  rows.map((row, i) => (row.person === '' ? { ...row, person: `?${i}` } : row)),
];

/** Figure of classes under a model: the worse of both readings; for k^m the persons who have a set that any row has. */
function worseOf(
  spec: (typeof specs)[number],
  classes: readonly (readonly Row[])[],
  { rows, areBuckets }: { readonly rows: readonly Row[]; readonly areBuckets: boolean },
): number {
  const isLeast = ['l-diversity distinct', 'l-diversity entropy', 'ke-anonymity '].includes(
    `${spec.model} ${'variant' in spec ? spec.variant : ''}`,
  );
  const [keyed, each] = readingsOf(rows);
  // Persons with several rows lie in several buckets.
  const isApart = [...personsOf(keyed)].every((person) => {
    const own = keyed.filter((row) => row.person === person);
    return (areBuckets ? own.length : new Set(own.map(({ a, b }) => `${a}|${b}`)).size) === 1;
  });
  const all = classes.flatMap((own) => {
    if (spec.model === 'km-anonymity') {
      const known = personsOf(keyed);
      const values = new Map(own.map(({ value }) => [value, 0]));
      const supports = [...values.keys()].map((value) => {
        const items = value.split('|');
        const sets = [...items.map((item) => [item]), ...(items.length === 2 ? [items] : [])];
        const having = (set: readonly string[]) =>
          own.filter((row) => known.has(row.person) && set.every((item) => row.value.split('|').includes(item)));
        return Math.min(...sets.map((set) => personsOf(having(set)).size));
      });
      return [Math.min(...supports)];
    }
    const [ownKeyed] = readingsOf(own);
    const ownEach = own.map((row, i) => (row.person === '' ? { ...row, person: `?${i}` } : row));
    const found = [achievedOf(spec, ownEach, each, isApart)];
    if (ownKeyed.length > 0) found.push(achievedOf(spec, ownKeyed, keyed, isApart));
    return found;
  });
  return isLeast || spec.model === 'km-anonymity' ? Math.min(...all) : Math.max(...all);
}

const NAMES = ['e', 'alpha', 'beta', 'delta', 't', 'c', 'l', 'k'];
const nameOf = (spec: Readonly<Record<string, unknown>>): string =>
  NAMES.find((name) => typeof spec[name] === 'number') as string;

/** Errors of an algorithm that cannot take a model. */
const REFUSED = ['PERSONS_UNSUPPORTED', 'MODEL_NOT_SUPPORTED', 'NO_PRESENCE_MODEL', 'NO_DIVERSITY_MODEL'];

const EXPECTED = [
  'K_EXCEEDS_PERSONS',
  'NO_SOLUTION',
  'SUPPRESSION_EXCEEDED',
  'MU_ARGUS_VIOLATES',
  'L_UNREACHABLE',
  'PERSON_ROWS_UNREACHABLE',
  ...REFUSED,
];

const tableOf = (rows: readonly Row[]) =>
  readTable(
    `person,a,b,value,row\n${rows.map(({ person, a, b, value }, i) => [person, a, b, value, `r${i}`].join(',')).join('\n')}\n`,
  );

/** The release and its classes, or the code of the error that both engines end with. */
async function runBoth(rows: readonly Row[], job: Job, seed: number) {
  const table = await tableOf(rows);
  const run = (engine: 'wasm' | 'js') =>
    anonymize(table, job, { engine, seed }).catch((error: unknown) => {
      const { code } = error as { code?: string };
      if (code !== undefined && EXPECTED.includes(code)) return code;
      throw error;
    });
  const [done, other] = [await run('wasm'), await run('js')];
  if (typeof done === 'string' || typeof other === 'string') {
    expect(typeof other === 'string' ? other : 'a release', `seed ${seed}`).toBe(done);
    return other as string;
  }
  expect(other.release.toRows(), `seed ${seed}`).toEqual(done.release.toRows());
  expect(other.result.privacy, `seed ${seed}`).toEqual(done.result.privacy);
  const classes = new Map<string, Row[]>();
  for (const { a, b, row, bucket } of done.release.toRows()) {
    // Values are permuted within a bucket, so every cell of a row is in its own.
    const key = bucket === undefined ? `${String(a)}|${String(b)}` : String(bucket);
    classes.set(key, [...(classes.get(key) ?? []), rows[Number(String(row).slice(1))]]);
  }
  return { ...done, table, classes: [...classes.values()] };
}

describe.each(listAlgorithms().algorithms.map(({ name }) => name))('rows without a key under %s', (algorithm) => {
  it.each(inTurn([null, ...specs], 3))('$model holds by both readings', async (spec) => {
    let judged = 0;
    for (let seed = 1; seed <= casesOf(120, 4); seed++) {
      const rows = draw(seed, valuesFor(spec?.model ?? ''));
      const job = jobOf(spec, algorithm);
      const done = await runBoth(rows, job, seed);
      if (typeof done === 'string' && REFUSED.includes(done)) return;
      if (typeof done === 'string' || done.classes.length === 0) continue;
      judged++;
      const { result, release, tables, table, classes } = done;
      const areBuckets = release.column('bucket') !== undefined;
      const fewest = Math.min(...classes.map((own) => personsOf(readingsOf(own)[0]).size));
      expect(fewest, `seed ${seed}`).toBeGreaterThanOrEqual(2);
      expect(result.privacy[0], `seed ${seed}`).toMatchObject({ achieved: { k: fewest }, holds: true });
      if (spec !== null) {
        const achieved = result.privacy[1].achieved[nameOf(spec)] ?? Infinity;
        expect(achieved, `seed ${seed}`).toBeCloseTo(worseOf(spec, classes, { rows, areBuckets }), 9);
        expect(result.privacy[1].holds).toBe(true);
      }
      const report = auditRelease(release, job, table, tables);
      if (report.personsRecounted !== true) continue;
      expect(report.holds, `seed ${seed}`).toBe(true);
      report.privacy.forEach(({ achieved }, i) => {
        for (const [name, value] of Object.entries(achieved)) {
          expect(value, `seed ${seed}`).toBeCloseTo(result.privacy[i].achieved[name], 9);
        }
      });
    }
    expect(judged).toBeGreaterThan(0);
  });
});

describe('average risk of rows without a key', () => {
  /** The mean over the released persons of their largest risk, by the worse of both readings. */
  const worstMean = (classes: readonly (readonly Row[])[], rows: readonly Row[]): number => {
    const numberOf = new Map(rows.map((row, i) => [row, i]));
    const means = [false, true].map((isEach) => {
      const largest = new Map<string, number>();
      for (const own of classes) {
        const persons = new Set(
          own.flatMap((row) => (row.person !== '' ? row.person : isEach ? `?${numberOf.get(row)}` : [])),
        );
        for (const person of persons) largest.set(person, Math.max(largest.get(person) ?? 0, 1 / persons.size));
      }
      return largest.size === 0 ? 0 : [...largest.values()].reduce((sum, risk) => sum + risk, 0) / largest.size;
    });
    return Math.max(...means);
  };

  it.each(['mondrian', 'optimal-lattice', 'k-optimize', 'local-recoding', 'k-member'])(
    'is the worse of both readings under %s',
    async (algorithm) => {
      let judged = 0;
      for (let seed = 1; seed <= casesOf(300, 12); seed++) {
        const rows = draw(seed, [...'xyzw']);
        const privacy = [
          ...(seed % 2 === 0 ? [{ model: 'k-anonymity', k: 2 }] : []),
          { model: 'average-risk', risk: [0.3, 0.5, 0.8][seed % 3] },
        ];
        const job = { ...jobOf(null, algorithm), privacy } as Job;
        const done = await runBoth(rows, job, seed);
        if (typeof done === 'string' || done.classes.length === 0) continue;
        judged++;
        const { result, release, tables, table, classes } = done;
        const found = result.privacy[privacy.length - 1];
        expect(found.achieved.risk, `seed ${seed}`).toBeCloseTo(worstMean(classes, rows), 9);
        expect(found.holds, `seed ${seed}`).toBe(true);
        const report = auditRelease(release, job, table, tables);
        if (report.personsRecounted !== true) continue;
        expect(report.holds, `seed ${seed}`).toBe(true);
        expect(report.privacy[privacy.length - 1].achieved.risk).toBeCloseTo(found.achieved.risk, 9);
      }
      expect(judged).toBeGreaterThan(0);
    },
  );

  it('is judged in a given release whatever its classes are', async () => {
    const random = seededRandom(9);
    const verdicts = new Set<boolean>();
    let byEach = 0;
    for (let seed = 1; seed <= casesOf(500, 60); seed++) {
      const rows = draw(seed, [...'xyzw']);
      const risk = [0.2, 0.35, 0.5, 0.8][random.below(4)];
      const job: Job = { ...jobOf(null, 'mondrian'), privacy: [{ model: 'average-risk', risk }] };
      const table = await tableOf(rows);
      const given = await readTable(
        `a,b,value,row\n${rows.map(({ a, b, value }, i) => [a, b, value, `r${i}`].join(',')).join('\n')}\n`,
      );
      const classes = new Map<string, Row[]>();
      for (const row of rows) classes.set(`${row.a}|${row.b}`, [...(classes.get(`${row.a}|${row.b}`) ?? []), row]);
      const report = auditRelease(given, job, table);
      expect(report.personsRecounted, `seed ${seed}`).toBe(true);
      const expected = worstMean([...classes.values()], rows);
      const keyed = worstMean(
        [...classes.values()].map((own) => readingsOf(own)[0]),
        rows,
      );
      byEach += Number(expected > keyed + 1e-9);
      expect(report.privacy[0].achieved.risk, `seed ${seed}`).toBeCloseTo(expected, 9);
      expect(report.privacy[0].holds, `seed ${seed}`).toBe(expected <= risk + 1e-12);
      verdicts.add(report.privacy[0].holds);
    }
    expect(verdicts.size).toBe(2);
    expect(byEach).toBeGreaterThan(0);
  });
});

describe('rows without a key', () => {
  it('show a set of items that no person has: k^m of 0', async () => {
    const rows = ['p1,1,a', 'p2,1,a', 'p3,1,a', ',1,b'].map((row, i) => {
      const [person, a, value] = row.split(',');
      return { person, a, b: 'b', value, i };
    });
    expect(fewestWithSets(rows.slice(0, 3), 2)).toBe(3);
    const spec = specs[specs.length - 1];
    const job = { ...jobOf(spec, 'optimal-lattice'), suppression: { maxRows: 0 } };
    await expect(anonymize(await tableOf(rows), job)).rejects.toMatchObject({ code: 'NO_SOLUTION' });
    expect(worseOf(spec, [rows], { rows, areBuckets: false })).toBe(0);
  });
});
