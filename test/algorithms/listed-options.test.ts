import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { anonymize, listAlgorithms, parseJob, tableFromRows, type Job, type PrivacySpec } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { long } from '../shared.js';
import { bothEngines } from '../engine/engines.js';

/** What has to stand beside an option's value for it to mean anything. */
interface Setting {
  readonly value: unknown;
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly privacy?: readonly PrivacySpec[];
  /** One quasi-identifier alone. */
  readonly isNarrow?: boolean;
}

const all = (...values: unknown[]): Setting[] => values.map((value) => ({ value }));
const numbers = (...values: number[]): Setting[] => all(...values);
const cutChoices = { metric: all('discernibility', 'classification'), cuts: all('free', 'hierarchy') };
const seed = numbers(0, 7);
const metrics = ['discernibility', 'loss', 'lossGeometric', 'precision', 'average-class-size', 'height', 'entropy'];
const lattice = {
  metric: all(...metrics),
  weights: all({ age: 2 }),
  memory: numbers(0, 64),
  nodes: all('none', 'minimal', 'height', 'satisfying', 'all'),
};
const partitioning = all('strict', 'relaxed');
const ties = all('smaller-domain', 'job-order');
const cuts = all('auto', 'ranges');
const bucketColumn = all('group');
const grouping: Setting[] = [
  { value: 'optimal' },
  { value: 'linear', privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' }] },
];
const ofGroups = (settings: readonly Setting[]): Setting[] =>
  settings.map((setting) => ({ ...setting, beside: { groups: 'mondrian' } }));

/**
 * Every option of every algorithm, with every value that is listed for it; of numbers and names, some. An option whose values
 * are words may be absent: then those are tried that its refusal of another word names.
 */
const settings: Readonly<Record<string, Readonly<Record<string, readonly Setting[]>>>> = {
  samarati: {
    ...lattice,
    choose: all('first', 'least-loss'),
    scope: [{ value: 'height' }, { value: 'lattice', beside: { choose: 'least-loss' } }],
  },
  'all-minimal': lattice,
  'min-gen': lattice,
  'optimal-lattice': lattice,
  incognito: { ...lattice, variant: all('basic', 'super-roots', 'cube') },
  spalm: lattice,
  datafly: { suppressed: all('any', 'at-least-k') },
  // It checks pairs and triples only, and says so of what that lets through.
  'mu-argus': {
    combinations: [{ value: 'two-and-three', beside: { violations: 'release' } }, { value: 'all' }],
    violations: [{ value: 'refuse', beside: { combinations: 'all' } }, { value: 'release' }],
    identifying: [{ value: ['age'], beside: { combinations: 'all' } }],
    more: [{ value: ['job'], beside: { combinations: 'all' } }],
    most: [{ value: ['sex'], beside: { combinations: 'all' } }],
    levels: [{ value: { age: 1 }, beside: { combinations: 'all' } }],
  },
  'bottom-up-generalization': { gain: all('information', 'loss', 'auto') },
  'top-down-specialization': { gain: all('information', 'loss', 'auto'), score: all('ratio', 'gain') },
  'k-optimize': {
    ...cutChoices,
    seedCost: all('auto', 2304),
    seed,
    pruning: all(
      ...['nodes', 'tail', 'reorder', 'tables'].map((rule) => ({ [rule]: false })),
      ...['narrow', 'broad', 'off'].map((useless) => ({ useless })),
    ),
  },
  'two-phase-hill-climbing': { ...cutChoices, restarts: numbers(1, 3), seed },
  'greedy-hill-climbing': cutChoices,
  genetic: {
    ...cutChoices,
    population: numbers(20),
    offspring: numbers(0, 100),
    crossover: numbers(0, 1),
    mutation: numbers(0, 0.1),
    seed,
  },
  'simulated-annealing': { ...cutChoices, steps: numbers(1, 200), hot: numbers(0.2), cold: numbers(0.001), seed },
  'meyerson-williams': { maxRows: numbers(48) },
  mondrian: {
    split: all('median', 'information-gain', 'variance'),
    partitioning,
    cuts: [...cuts, ...all('order')],
    ties,
  },
  hilbert: { grouping },
  idistance: { grouping, references: numbers(1, 9) },
  mdav: {
    variant: [...all('auto', 'fixed', 'variable'), { value: 'optimal', isNarrow: true }],
    replacement: all('range', 'centroid', 'median'),
    gamma: [{ value: 0.3, beside: { variant: 'variable' } }],
  },
  'local-recoding': { metric: all('ncp', 'loss'), passes: numbers(0, 3) },
  'k-member': { metric: all('ncp', 'loss') },
  oka: { seed },
  'local-suppression': { weights: all({ age: 3 }), restarts: numbers(0, 2), seed },
  dissociation: { maxClusterSize: numbers(6, 20), refine: all(true, false) },
  bucketization: { partitioning, cuts, ties, bucketColumn },
  anatomy: {
    permute: all(false, true),
    groups: all('anatomize', 'mondrian'),
    partitioning: ofGroups(partitioning),
    cuts: ofGroups(cuts),
    ties: ofGroups(ties),
    bucketColumn,
  },
  slicing: {
    columns: all('auto', 'one-attribute-per-column', [['age', 'sex'], ['job']]),
    clusters: numbers(2),
    partitioning,
    ties,
    bucketColumn,
  },
  mpalm: { cuts },
  'generalize-and-permute': {
    partition: all('mondrian', 'mpalm'),
    cuts,
    budget: numbers(50),
    nodes: numbers(0, 5),
    bucketColumn,
  },
};

const quick: Readonly<Record<string, object>> = {
  genetic: { population: 20, offspring: 100 },
  'simulated-annealing': { steps: 100 },
  'local-suppression': { restarts: 2 },
};

const random = seededRandom(3);
const people = Array.from({ length: 60 }, () => ({
  age: 20 + random.below(12),
  job: ['nurse', 'surgeon', 'baker', 'cook'][random.below(4)],
  sex: 'fm'[random.below(2)],
  illness: ['flu', 'cold', 'gout'][random.below(3)],
  drugs: ['a', 'b', 'a b', 'a b c', 'c'][random.below(5)],
  label: random.below(3),
}));
const table = tableFromRows(people.slice(0, 48));
const publicTable = tableFromRows(people.map(({ age, job, sex }) => ({ age, job, sex })));

function jobWithOption(
  algorithm: string,
  option: string,
  { value, beside, privacy = [], isNarrow = false }: Setting,
): Job {
  const spec = { name: algorithm, ...quick[algorithm], ...beside, [option]: value };
  if (algorithm === 'dissociation') {
    return {
      attributes: { drugs: { role: 'sensitive', set: { delimiter: ' ' } } },
      privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'drugs' }],
      algorithm: spec,
    };
  }
  const models: PrivacySpec[] = [{ model: 'k-anonymity', k: 3 }, ...privacy];
  if (['bucketization', 'anatomy', 'slicing'].includes(algorithm)) {
    models.push({ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' });
  }
  if (['mpalm', 'spalm', 'generalize-and-permute'].includes(algorithm)) {
    models.push({ model: 'delta-presence', min: 0, max: 1, public: 'people' });
  }
  const tree = { '*': { health: ['nurse', 'surgeon'], food: ['baker', 'cook'] } };
  const others: Job['attributes'] = {
    job: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree } },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  };
  return {
    attributes: {
      age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [4, 8] } },
      ...(isNarrow ? {} : others),
      illness: { role: 'sensitive' },
      label: { role: 'class', type: 'integer' },
    },
    privacy: models,
    algorithm: spec,
    suppression: { maxRows: 6 },
  };
}

const engines = await bothEngines();

/** The settings of an option to try. */
async function settingsOf(name: string, option: string): Promise<readonly Setting[]> {
  const known = settings[name]?.[option];
  return known ?? all(...((await wordsOf(name, option, {})) ?? []));
}

/** The words that an option takes, as its refusal of another word names them; null where it names none. */
async function wordsOf(name: string, option: string, setting: Omit<Setting, 'value'>): Promise<string[] | null> {
  const run = anonymize(table, jobWithOption(name, option, { ...setting, value: 'no such word' }), {
    engine: engines.wasm,
    publicTables: { people: publicTable },
  });
  const error: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error, `${name}: ${option}`).toBeInstanceOf(InvalidArgumentError);
  return /^one of "(.*)"$/.exec((error as InvalidArgumentError).expected)?.[1].split('", "') ?? null;
}

describe('the options that are listed', () => {
  const listed = listAlgorithms().algorithms;

  it('are all tried, and no others', async () => {
    for (const { name, options } of listed) {
      for (const option of Object.keys(options)) {
        expect((await settingsOf(name, option)).length, `${name}: ${option}`).toBeGreaterThan(0);
      }
      const others = Object.keys(settings[name] ?? {}).filter((option) => !Object.hasOwn(options, option));
      expect(others, name).toEqual([]);
    }
  });

  it.each(listed.map(({ name, options }) => [name, options] as const))(
    '%s takes every value, and its audit confirms the release',
    async (name, options) => {
      for (const [option, text] of Object.entries(options)) {
        for (const [place, setting] of (await settingsOf(name, option)).entries()) {
          const what = `${name}: ${option} = ${JSON.stringify(setting.value)}`;
          if (typeof setting.value === 'string' && option !== 'bucketColumn') {
            expect(text, what).toMatch(new RegExp(`(^|[^\\w-])${setting.value}([^\\w-]|$)`));
          }
          const job = parseJob(jobWithOption(name, option, setting));
          // In the short run the engines take turns.
          const both = [engines.wasm, engines.js];
          for (const engine of long ? both : [both[(place + option.length) % 2]]) {
            const run = anonymize(table, job, { engine, seed: 1, publicTables: { people: publicTable } });
            const { audit, result } = await run.catch((error: unknown) => {
              throw new Error(`${what} on ${engine.name}`, { cause: error });
            });
            expect(audit.problems, what).toEqual([]);
            if (name !== 'mu-argus') expect(audit.holds, what).toBe(true);
            if (typeof setting.value === 'string' && option in result.algorithm && option !== 'gain') {
              const taken = option === 'variant' && setting.value === 'auto' ? expect.anything() : setting.value;
              expect(result.algorithm[option as never], what).toEqual(taken);
            }
          }
        }
      }
    },
  );

  it('are all the words that are taken: a wrong one is answered with them', async () => {
    for (const [name, options] of Object.entries(settings)) {
      for (const [option, tried] of Object.entries(options)) {
        const words = tried.map(({ value }) => value).filter((value) => typeof value === 'string');
        if (words.length < 2) continue;
        const taken = await wordsOf(name, option, tried[0]);
        if (taken !== null) expect(taken.sort(), `${name}: ${option}`).toEqual([...words].sort());
      }
    }
  });
});
