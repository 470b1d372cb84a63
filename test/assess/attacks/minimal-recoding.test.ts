import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import type { CheckedJob, PrivacySpec, Table } from '../../../src/index.js';
import {
  anonymize,
  attackDowncoding,
  attackMinimality,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
} from '../../../src/index.js';
import { algorithmNames, permutingAlgorithms } from '../../registry.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { downcode } from '../../../src/assess/attacks/downcoding.js';
import { weighValues } from '../../../src/assess/attacks/minimality.js';
import { contains } from '../../../src/audit/labels.js';
import { casesOf, long } from '../../shared.js';
import { cellOf } from '../../table-texts.js';

/** A hierarchy as its rows; values beyond `leaves` do not occur. */
interface Kind {
  readonly rows: readonly (readonly string[])[];
  readonly leaves: number;
  readonly type: 'string' | 'integer' | undefined;
}

const kinds: readonly Kind[] = [
  // prettier-ignore
  { type: 'string', leaves: 4, rows: [['1', 'low', '*'], ['2', 'low', '*'], ['3', 'high', '*'], ['4', 'high', '*']] },
  // A value that is a node by itself, and nodes that do not occur.
  // prettier-ignore
  { type: undefined, leaves: 4, rows: [['a', 'p', '*'], ['b', 'p', '*'], ['c', 'c', '*'], ['d', 'q', '*'], ['e', 'q', '*'], ['f', 'r', '*']] },
  // Chains: levels that change nothing.
  // prettier-ignore
  { type: undefined, leaves: 3, rows: [['a', 'A', 'x', 'all', '*'], ['b', 'B', 'x', 'all', '*'], ['c', 'C', 'y', 'all', '*']] },
  // prettier-ignore
  { type: undefined, leaves: 3, rows: [['a', '*'], ['b', '*'], ['c', '*']] },
  // Numbers, whose nodes read like ranges of them.
  // prettier-ignore
  { type: undefined, leaves: 4, rows: [['1', '[1-2]', '[1-4]', '*'], ['2', '[1-2]', '[1-4]', '*'], ['3', '[3-4]', '[1-4]', '*'], ['4', '[3-4]', '[1-4]', '*'], ['9', '9', '9', '*']] },
  // prettier-ignore
  { type: 'integer', leaves: 3, rows: [['1', 'x', '*'], ['2', 'x', '*'], ['5', 'y', '*'], ['7', 'y', '*']] },
];

interface Drawn {
  readonly chosen: readonly Kind[];
  readonly people: readonly Readonly<Record<string, string | null>>[];
  readonly table: Table;
  readonly known: Table;
}

function drawPeople(random: RandomSource, most: number): Drawn {
  const chosen = Array.from({ length: 1 + random.below(2) }, () => kinds[random.below(kinds.length)]);
  const hasMissing = random.below(4) === 0;
  const values = 2 + random.below(3);
  const people = Array.from({ length: 4 + random.below(most - 3) }, () => ({
    ...Object.fromEntries(
      chosen.map(({ rows, leaves }, a) => [
        `q${a}`,
        hasMissing && random.below(6) === 0 ? null : rows[random.below(leaves)][0],
      ]),
    ),
    s: `v${random.below(values)}`,
  }));
  const types = Object.fromEntries(
    chosen.map(({ rows }, a) => [`q${a}`, Number.isNaN(Number(rows[0][0])) || rows[0][1] === 'low' ? 'string' : 'integer'] as const),
  ); // prettier-ignore
  const table = tableFromRows(people, { types });
  const known = tableFromRows(
    people.map((person) => Object.fromEntries(Object.entries(person).filter(([name]) => name !== 's'))),
    { types },
  );
  return { chosen, people, table, known };
}

function drawnJob(
  { chosen }: Drawn,
  privacy: readonly PrivacySpec[],
  algorithm: CheckedJob['algorithm'],
  random: RandomSource,
): CheckedJob {
  const isSuppress = random.below(2) === 0;
  return {
    attributes: {
      ...Object.fromEntries(
        chosen.map(({ rows, type }, a) => [
          `q${a}`,
          {
            role: 'quasi-identifier',
            // One hierarchy, listed or made of the values.
            hierarchy: rows[0].length === 2 && isSuppress ? { type: 'suppress' } : { type: 'levels', rows },
            ...(type === undefined ? {} : { type }),
          },
        ]),
      ),
      s: { role: 'sensitive' },
    } as CheckedJob['attributes'],
    privacy,
    algorithm,
    suppression: { maxRows: 0 },
    output: { order: 'input', ranges: random.below(2) === 0 ? 'tight' : 'rounded' },
  };
}

/** Adds the default of rounded releases, classes of three, where nodes are made of the values and no model has a k. */
function searchedModels({ attributes, output, privacy }: CheckedJob): readonly PrivacySpec[] {
  const isMade = Object.values(attributes).some(({ hierarchy }) => hierarchy?.type === 'suppress');
  const isHidden = output?.ranges === 'rounded' && isMade && privacy.every(({ model }) => model !== 'k-anonymity');
  return isHidden ? [...privacy, { model: 'k-anonymity', k: 3 }] : privacy;
}

// Made once: a run of nine rows takes less time than an engine.
const engines = { js: await createEngine({ engine: 'js' }), wasm: await createEngine({ engine: 'wasm' }) };

/** The release, or null where there is none. */
async function run(table: Table, job: CheckedJob, engine: 'wasm' | 'js') {
  try {
    return await anonymize(table, job, { engine: engines[engine], seed: 1 });
  } catch (error) {
    if (error instanceof InfeasibleError || error instanceof InvalidArgumentError) return null;
    throw error;
  }
}

const modelsOf = (random: RandomSource): readonly PrivacySpec[] =>
  random.below(2) === 0
    ? [
        { model: 'k-anonymity', k: 1 + random.below(3) },
        { model: 'l-diversity', variant: 'distinct', l: 2 + random.below(2), attribute: 's' },
      ]
    : [{ model: 'alpha-k-anonymity', k: 1 + random.below(3), alpha: [0.5, 0.67][random.below(2)], attribute: 's' }];

const whole = [
  'samarati',
  'all-minimal',
  'min-gen',
  'optimal-lattice',
  'incognito',
  'datafly',
  'bottom-up-generalization',
  'top-down-specialization',
];
const ofMinimality = [...whole, 'mondrian'];
const ofDowncoding = [...ofMinimality, 'local-suppression'];

describe('minimality: what is claimed is true', () => {
  // promise: attacks-are-right
  it('the values that people have are never ruled out, and what is certain they have', async () => {
    let certain = 0;
    const raised = new Map<string, number>();
    for (let trial = 0; trial < casesOf(40_000, 126); trial++) {
      const random = seededRandom(trial);
      const drawn = drawPeople(random, 10);
      const name = ofMinimality[trial % ofMinimality.length];
      const job = drawnJob(drawn, modelsOf(random), name, random);
      const engine = random.below(2) === 0 ? 'js' : 'wasm';
      const done = await run(drawn.table, job, engine);
      if (done === null) continue;
      const { view, vectorsOf, valuesOf, answers, classes } = weighValues(done.release, drawn.known, job);
      const sensitive = done.release.column('s')!;
      const where = JSON.stringify({ trial, engine, job, people: drawn.people });
      drawn.people.forEach(({ s }, person) => {
        const bucket = view.bucketOf[person];
        const answer = answers[bucket];
        if (answer === 'unknown') return;
        // Some way is left.
        expect(answer, where).not.toBeNull();
        const shares = answer![vectorsOf[bucket].indexOf(view.people.vectorOf[person])];
        valuesOf[bucket].forEach((value, v) => {
          const isOwn = sensitive.texts[value] === s;
          if (isOwn) expect(shares[v], where).toBeGreaterThan(0);
          if (shares[v] === 1) expect(isOwn, where).toBe(true);
          const naive = classes[bucket].values[v] / view.rows[bucket];
          if (shares[v] === 1 && naive < 1) certain++;
          if (shares[v] > naive * (1 + 1e-9)) raised.set(name, (raised.get(name) ?? 0) + 1);
        });
      });
    }
    // The attack raises a probability under every algorithm, and makes few certain.
    if (long) expect(certain).toBeGreaterThan(3);
    if (long) expect([...raised.keys()].sort()).toEqual([...ofMinimality].sort());
    expect(raised.size).toBeGreaterThan(ofMinimality.length / 2);
  });

  it('equals listing all tables that the facts leave, and leaves every table of which the algorithm makes the release', async () => {
    let compared = 0;
    let made = 0;
    for (let trial = 0; trial < casesOf(4_000, 45); trial++) {
      const random = seededRandom(500_000 + trial);
      const drawn = drawPeople(random, 7);
      const name = ofMinimality[trial % ofMinimality.length];
      const job = drawnJob(drawn, modelsOf(random), name, random);
      const engine = random.below(2) === 0 ? 'js' : 'wasm';
      const done = await run(drawn.table, job, engine);
      if (done === null) continue;
      const { view, vectorsOf, valuesOf, answers } = weighValues(done.release, drawn.known, job);
      if (answers.includes('unknown')) continue;
      const where = JSON.stringify({ trial, engine, job, people: drawn.people });
      const releasedOf = drawn.people.map((_, i) => drawn.chosen.map((__, a) => cellOf(done.release, `q${a}`, i)));
      const all = listTables(releasedOf, drawn.people.map(({ s }) => s as string)); // prettier-ignore
      if (all === null) continue;
      const isLeft = factsOf(name, drawn, releasedOf, searchedModels(job));
      const left = all.filter(isLeft);
      compared++;
      const sensitive = done.release.column('s')!;
      drawn.people.forEach((_, person) => {
        const bucket = view.bucketOf[person];
        const shares = (answers[bucket] as number[][])[vectorsOf[bucket].indexOf(view.people.vectorOf[person])];
        valuesOf[bucket].forEach((value, v) => {
          const own = left.filter((values) => values[person] === sensitive.texts[value]).length;
          expect(shares[v], where).toBeCloseTo(own / left.length, 12);
        });
      });
      // The algorithm itself, on every table: those that give this release are among the ones that are left.
      if (all.length > (long ? 100 : 12)) continue;
      for (const values of all) {
        const other = await run(
          tableFromRows(drawn.people.map((person, i) => ({ ...person, s: values[i] })), { types: typesOf(drawn.table) }),
          job,
          engine,
        ); // prettier-ignore
        const isSame = other !== null && drawn.people.every((_, i) => drawn.chosen.every((__, a) => cellOf(other.release, `q${a}`, i) === releasedOf[i][a])); // prettier-ignore
        if (!isSame) continue;
        made++;
        expect(isLeft(values), where).toBe(true);
      }
    }
    expect(compared).toBeGreaterThan(15);
    expect(made).toBeGreaterThan(10);
  });

  it('top-down specialization: a cut stands for the sake of some class, not of each', async () => {
    const rows = ['a2 t', 'a3 u', 'a2 u', 'a1 t', 'a4 s', 'a4 t', 'a1 s', 'a1 s', 'a4 u'].map((row) => {
      const [a, s] = row.split(' ');
      return { a, b: s === 't' || row === 'a4 u' ? 'y' : 'x', s };
    });
    // B as in the people a2xt a3xu a2xu a1yt a4xs a4xt a1xs a1xs a4yu.
    ['x', 'x', 'x', 'y', 'x', 'x', 'x', 'x', 'y'].forEach((b, i) => (rows[i].b = b));
    const job: CheckedJob = {
      attributes: {
        a: {
          role: 'quasi-identifier',
          hierarchy: { type: 'tree', tree: { '*': { p: ['a1', 'a2'], q: ['a3', 'a4'] } } },
        },
        b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
        s: { role: 'sensitive' },
      },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
      ],
      algorithm: 'top-down-specialization',
      output: { order: 'input' },
    };
    for (const engine of ['js', 'wasm'] as const) {
      const { release } = await anonymize(tableFromRows(rows), job, { engine });
      const known = tableFromRows(rows.map(({ a, b }) => ({ a, b })));
      const report = attackMinimality(release, known, job);
      expect(report).toMatchObject({ counted: 9, unknown: 0, notMinimal: 0, certain: 0 });
      // Class by class, as of Mondrian, it would say three.
      expect(attackMinimality(release, known, { ...job, algorithm: 'mondrian' }).certain).toBe(3);
    }
  });

  const twoLevels = [['a', 'p', '*'], ['b', 'p', '*'], ['c', 'q', '*'], ['d', 'q', '*']]; // prettier-ignore

  it('Datafly generalizes more than it must: only its last step is known to have been needed', async () => {
    const rows = [
      { q: 'c', r: 'b', s: 'z' },
      { q: 'd', r: 'd', s: 'y' },
      { q: 'b', r: 'b', s: 'z' },
      { q: 'a', r: 'd', s: 'x' },
    ];
    const hierarchy = { type: 'levels', rows: twoLevels } as const;
    const job: CheckedJob = {
      attributes: { q: { role: 'quasi-identifier', hierarchy }, r: { role: 'quasi-identifier', hierarchy }, s: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }],
      algorithm: 'datafly',
      suppression: { maxRows: 0 },
    }; // prettier-ignore
    const known = tableFromRows(rows.map(({ q, r }) => ({ q, r })));
    for (const engine of ['js', 'wasm'] as const) {
      const { release, result } = await anonymize(tableFromRows(rows), job, { engine });
      // q of level 1 would have been enough: both p and q have two values.
      expect(result.solution.levels).toEqual({ q: 2, r: 2 });
      // r went up last, since z and z stand together in one of its parts: either both of b have z, or both of d.
      const report = attackMinimality(release, known, job);
      expect(report).toMatchObject({ counted: 4, notMinimal: 0, certain: 0, largestNaive: 0.5, largest: 0.5 });
      // An algorithm of minimal recodings would leave nothing.
      expect(attackMinimality(release, known, { ...job, algorithm: 'samarati' }).notMinimal).toBe(4);
    }
  });

  it('numbers that Mondrian cuts at their median are no nodes, whatever the labels look like', async () => {
    const rows = ['1y', '1y', '3z', '2z', '1y', '4x'].map(([q, s]) => ({ q: Number(q), s }));
    const job: CheckedJob = {
      attributes: {
        q: {
          role: 'quasi-identifier',
          hierarchy: { type: 'levels', rows: [['1', '[1-2]', '*'], ['2', '[1-2]', '*'], ['3', '[3-4]', '*'], ['4', '[3-4]', '*']] },
        },
        s: { role: 'sensitive' },
      },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }],
      algorithm: 'mondrian',
      output: { ranges: 'tight' },
    }; // prettier-ignore
    const known = tableFromRows(rows.map(({ q }) => ({ q })));
    for (const engine of ['js', 'wasm'] as const) {
      const { release } = await anonymize(tableFromRows(rows), job, { engine });
      // {1, 2} and {3, 4} would both have two values, but the median is 1 or 2.
      expect(release.column('q')!.texts).toEqual(['*']);
      expect(attackMinimality(release, known, job)).toMatchObject({ counted: 6, notMinimal: 0, raised: 0 });
    }
  });
});

describe('downcoding: what is claimed is true', () => {
  it('the rows under every child lie within their bounds, for every algorithm that is accepted', async () => {
    const told = new Map<string, number>();
    for (let trial = 0; trial < casesOf(40_000, 150); trial++) {
      const random = seededRandom(900_000 + trial);
      const drawn = drawPeople(random, 12);
      const name = ofDowncoding[trial % ofDowncoding.length];
      const job = drawnJob(drawn, [{ model: 'k-anonymity', k: 2 + random.below(3) }], name, random);
      const engine = random.below(2) === 0 ? 'js' : 'wasm';
      const done = await run(drawn.table, job, engine);
      if (done === null) continue;
      const { groups, nodes, names, attributes } = runToCompletion(downcode(done.release, job));
      const where = JSON.stringify({ trial, engine, job, people: drawn.people });
      let claimed = 0;
      for (const { attribute, bounded } of attributes) {
        const column = drawn.table.column(attribute)!;
        const leaves = nodes[names.indexOf(attribute)]!.leavesOf(column);
        for (const { group, children, bounds } of bounded) {
          expect(bounds, where).not.toBeNull();
          children.forEach((runs, child) => {
            const rows = drawn.people.filter(
              (_, i) => groups.groupOf[i] === group && contains(runs, leaves[column.codes[i]]),
            ).length;
            const [low, high] = bounds![child];
            expect(rows, where).toBeGreaterThanOrEqual(low);
            expect(rows, where).toBeLessThanOrEqual(high);
            claimed += low;
          });
        }
      }
      const report = attackDowncoding(done.release, job);
      expect(report.attributes.reduce((sum, each) => sum + each.certainRows, 0)).toBe(claimed);
      told.set(name, (told.get(name) ?? 0) + claimed);
    }
    // Few runs show what is rare.
    const telling = long
      ? ['mondrian', 'local-suppression', 'top-down-specialization', 'samarati']
      : ['mondrian', 'samarati'];
    for (const name of telling) expect(told.get(name), name).toBeGreaterThan(0);
  });

  it('Mondrian: four, one and one under the root, k = 3: one of some two values is certain, not two of each', async () => {
    const rows = ['a', 'a', 'a', 'a', 'b', 'c'].map((q) => ({ q }));
    const job: CheckedJob = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: ['a', 'b', 'c'].map((v) => [v, '*']) } } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
      input: { onMissing: 'error' },
    }; // prettier-ignore
    for (const engine of ['js', 'wasm'] as const) {
      const { release } = await anonymize(tableFromRows(rows), job, { engine });
      // 4, 1, 1 and 5, 0, 1 and 0, 5, 1 are possible: nothing is certain of one value.
      expect(attackDowncoding(release, job)).toMatchObject({
        minimal: 'classes',
        attributes: [{ generalized: 1, downcoded: 0, certainRows: 0, notMinimal: 0 }],
      });
      expect(() => attackDowncoding(release, job, { minimal: 'rows' })).toThrow(
        expect.objectContaining({ code: 'ALGORITHM_NOT_SUPPORTED', argument: 'minimal' }),
      );
    }
  });

  it('a missing value may hide under a root: nothing is certain of the values that are listed', () => {
    const job: CheckedJob = {
      attributes: { q: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: ['a', 'b'].map((v) => [v, '*']) } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    }; // prettier-ignore
    // Two of a and one without a value: Mondrian leaves them together.
    const release = tableFromRows([{ q: '*' }, { q: '*' }, { q: '*' }], { types: { q: 'string' } });
    expect(attackDowncoding(release, job).attributes[0].certainRows).toBe(0);
    expect(attackDowncoding(release, { ...job, input: { onMissing: 'drop' } }).attributes[0].certainRows).toBe(2);
  });
});

describe('an algorithm of which nothing is known is refused by name', () => {
  const release = tableFromRows([{ q: 'p', s: 'x' }, { q: 'p', s: 'y' }]); // prettier-ignore
  const known = tableFromRows([{ q: 'a' }, { q: 'b' }]);
  const job = (algorithm: CheckedJob['algorithm'], more: Partial<CheckedJob> = {}): CheckedJob => ({
    attributes: {
      q: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': { p: ['a', 'b'], q: ['c'] } } } },
      s: { role: 'sensitive' },
    },
    privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }],
    algorithm,
    ...more,
  });
  const downcoded = (asked: CheckedJob): CheckedJob => ({ ...asked, privacy: [{ model: 'k-anonymity', k: 2 }] });

  it('all others, whatever they guarantee of other things', () => {
    const others = algorithmNames.filter(
      (name) => !ofDowncoding.includes(name) && !(permutingAlgorithms as readonly string[]).includes(name),
    );
    expect(others.length).toBeGreaterThan(12);
    for (const name of others) {
      const refusal = expect.objectContaining({ code: 'ALGORITHM_NOT_SUPPORTED', received: JSON.stringify(name) }) as Error;
      expect(() => attackMinimality(release, known, job(name)), name).toThrow(refusal);
      expect(() => attackDowncoding(release, downcoded(job(name))), name).toThrow(refusal);
    } // prettier-ignore
    expect(() => attackMinimality(release, known, job('local-suppression'))).toThrow(/k-anonymity alone/);
  });

  it.each<[string, CheckedJob]>([
    ['relaxed Mondrian', job({ name: 'mondrian', partitioning: 'relaxed' })],
    ['Mondrian by information gain', job({ name: 'mondrian', split: 'information-gain' })],
    ['Mondrian by ranges', job({ name: 'mondrian', cuts: 'ranges' })],
    ['Datafly, which may suppress k rows', job('datafly')],
    ['a limit of suppressed rows', job('samarati', { suppression: { maxRows: 1 } })],
    ['a limit that is reached at one more row', job('samarati', { suppression: { maxFraction: 0.34 } })],
    ['splits that gain nothing', job({ name: 'top-down-specialization', gain: 'information' })],
    [
      'splits that gain nothing for the class column',
      { ...job('top-down-specialization'), attributes: { ...job('mondrian').attributes, c: { role: 'class' } } },
    ],
  ])('%s', (_, asked) => {
    const refusal = expect.objectContaining({ code: 'ALGORITHM_NOT_SUPPORTED' }) as Error;
    expect(() => attackMinimality(release, known, asked)).toThrow(refusal);
    expect(() => attackDowncoding(release, downcoded(asked))).toThrow(refusal);
  });

  it('local suppression of more rows than are searched to the end', () => {
    const rows = Array.from({ length: 13 }, () => ({ q: '*' }));
    const asked = downcoded(job('local-suppression'));
    expect(() => attackDowncoding(tableFromRows(rows), asked)).toThrow(/more than 12 rows/);
    expect(attackDowncoding(tableFromRows(rows.slice(1)), asked).minimal).toBe('rows');
  });
});

const typesOf = (table: Table) => Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));

/** Every table with this release: values permuted within its classes; null where there are too many. */
function listTables(releasedOf: readonly (readonly string[])[], values: readonly string[]): string[][] | null {
  const classes = new Map<string, number[]>();
  releasedOf.forEach((labels, i) => classes.set(labels.join('|'), [...(classes.get(labels.join('|')) ?? []), i]));
  let tables: string[][] = [[...values]];
  for (const members of classes.values()) {
    const ways = permutations(members.map((i) => values[i]));
    if (tables.length * ways.length > 3_000) return null;
    tables = tables.flatMap((table) =>
      ways.map((way) => {
        const next = [...table];
        members.forEach((i, at) => (next[i] = way[at]));
        return next;
      }),
    );
  }
  return tables;
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, at) =>
    permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
  );
}

/** Tests whether the facts about an algorithm's release allow a table with these sensitive values; straight from their words. */
function factsOf(
  name: string,
  { chosen, people }: Drawn,
  releasedOf: readonly (readonly string[])[],
  models: readonly PrivacySpec[],
): (values: readonly string[]) => boolean {
  /** Labels of everybody in an attribute, [levels][people]. */
  const labels = chosen.map(({ rows }, a) =>
    rows[0].map((_, level) =>
      people.map((person) => {
        const value = person[`q${a}`];
        if (value === null) return level === rows[0].length - 1 ? rows[0][level] : '';
        return rows.find(([leaf]) => leaf === value)![level];
      }),
    ),
  );
  const everybody = people.map((_, i) => i);
  const holds = (keys: readonly string[], values: readonly string[], who: readonly number[] = everybody): boolean =>
    [...new Set(who.map((i) => keys[i]))].every((key) => {
      const own = who.filter((i) => keys[i] === key).map((i) => values[i]);
      const most = Math.max(...own.map((value) => own.filter((other) => other === value).length));
      return models.every((spec) => {
        if (spec.model === 'k-anonymity') return own.length >= spec.k;
        if (spec.model === 'l-diversity') return new Set(own).size >= spec.l;
        return spec.model === 'alpha-k-anonymity' && own.length >= spec.k && most <= spec.alpha * own.length;
      });
    });
  const keyOf = (parts: readonly (readonly string[])[]): string[] =>
    everybody.map((i) => parts.map((own) => own[i]).join('|'));
  const released = chosen.map((_, a) => releasedOf.map((own) => own[a]));
  /** Attribute a with these people, who have one label, divided by the highest level that divides them; null when none does. */
  const divide = (a: number, who: readonly number[]): string[] | null => {
    const level = [...labels[a]].reverse().find((own) => new Set(who.map((i) => own[i])).size > 1);
    return level === undefined ? null : released[a].map((label, i) => (who.includes(i) ? `${label}>${level[i]}` : label));
  }; // prettier-ignore
  const withAttribute = (a: number, own: readonly string[]): string[] =>
    keyOf(released.map((each, b) => (a === b ? own : each)));

  if (name === 'mondrian') {
    const key = keyOf(released);
    const classes = [...new Set(key)].map((each) => everybody.filter((i) => key[i] === each));
    return (values) =>
      classes.every((members) =>
        chosen.every(({ type, rows }, a) => {
          // Ranges of numbers are not nodes.
          if (type !== 'string' && !Number.isNaN(Number(rows[0][0]))) return true;
          const divided = divide(a, members);
          return divided === null || !holds(withAttribute(a, divided), values, members);
        }),
      );
  }
  const nodes = chosen.flatMap((_, a) =>
    [...new Set(released[a])].flatMap((label) => {
      const divided = divide(a, everybody.filter((i) => released[a][i] === label)); // prettier-ignore
      return divided === null ? [] : [withAttribute(a, divided)];
    }),
  );
  if (name === 'top-down-specialization') return (values) => nodes.every((keys) => !holds(keys, values));
  if (name === 'bottom-up-generalization')
    return (values) => nodes.length === 0 || nodes.some((keys) => !holds(keys, values));
  const isSame = (own: readonly string[], other: readonly string[]): boolean =>
    own.every((label, i) => other.every((each, j) => (own[j] === label) === (each === other[i])));
  if (name === 'datafly') {
    return (values) => {
      const levels = chosen.map(() => 0);
      for (;;) {
        const now = levels.map((level, a) => labels[a][level]);
        if (holds(keyOf(now), values)) return now.every((own, a) => isSame(own, released[a]));
        const distinct = levels.map((level, a) => (level + 1 < labels[a].length ? new Set(labels[a][level]).size : 0));
        const next = distinct.indexOf(Math.max(...distinct));
        if (distinct[next] === 0) return false;
        levels[next]++;
      }
    };
  }
  // One level of one attribute less.
  const levels = released.map((own, a) => labels[a].findIndex((each) => isSame(each, own)));
  return (values) =>
    levels.every(
      (level, a) => level === 0 || !holds(keyOf(levels.map((each, b) => labels[b][a === b ? each - 1 : each])), values),
    );
}
