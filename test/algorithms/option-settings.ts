import { type Job, type PrivacySpec } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';

/** Settings that an option's value needs to have an effect. */
export interface Setting {
  readonly value: unknown;
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly privacy?: readonly PrivacySpec[];
  /** One quasi-identifier alone. */
  readonly isNarrow?: boolean;
}

export const all = (...values: unknown[]): Setting[] => values.map((value) => ({ value }));
const numbers = (...values: number[]): Setting[] => all(...values);
const cutChoices = {
  metric: all('discernibility', 'classification'),
  cuts: all('free', 'hierarchy'),
  valueOrder: all('code-point', 'class', 'co-occurrence'),
};
const seed = numbers(0, 7);
const metrics = ['discernibility', 'loss', 'lossGeometric', 'precision', 'average-class-size', 'height', 'entropy'];
const lattice = {
  metric: all(...metrics),
  weights: all({ age: 2 }),
  gsFactor: numbers(0.25, 1),
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
export const settings: Readonly<Record<string, Readonly<Record<string, readonly Setting[]>>>> = {
  samarati: {
    ...lattice,
    choose: all('first', 'least-loss'),
    scope: [{ value: 'height' }, { value: 'lattice', beside: { choose: 'least-loss' } }],
  },
  'all-minimal': lattice,
  'min-gen': lattice,
  'optimal-lattice': { ...lattice, levels: all({ age: 1 }, { job: 1 }) },
  incognito: { ...lattice, variant: all('basic', 'super-roots', 'cube') },
  spalm: { ...lattice, levels: all({ age: 1 }) },
  datafly: { suppressed: all('any', 'at-least-k') },
  // mu-Argus checks pairs and triples only, and reports violations beyond them.
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
    metric: all('discernibility', 'classification', 'loss', 'ncp'),
    cuts: all('free', 'hierarchy', 'subtree'),
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
  'apriori-anonymization': { refine: all(true, false) },
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

/** Rows for the jobs of `jobWithOption`, and those of their public table. */
export function tablesOf(seed: number) {
  const random = seededRandom(seed);
  const people = Array.from({ length: 60 }, () => ({
    age: 20 + random.below(12),
    job: ['nurse', 'surgeon', 'baker', 'cook'][random.below(4)],
    sex: 'fm'[random.below(2)],
    illness: ['flu', 'cold', 'gout'][random.below(3)],
    drugs: ['a', 'b', 'a b', 'a b c', 'c'][random.below(5)],
    label: random.below(3),
  }));
  return { rows: people.slice(0, 48), publicRows: people.map(({ age, job, sex }) => ({ age, job, sex })) };
}
export const { rows, publicRows } = tablesOf(3);

/** A job on `rows` whose algorithm has the option. */
export function jobWithOption(
  algorithm: string,
  option: string,
  { value, beside, privacy = [], isNarrow = false }: Setting,
): Job {
  const spec = { name: algorithm, ...quick[algorithm], ...beside, [option]: value };
  if (algorithm === 'dissociation' || algorithm === 'apriori-anonymization') {
    const byLevels = algorithm === 'dissociation' ? {} : { hierarchy: { type: 'mask' } as const };
    return {
      attributes: { drugs: { role: 'sensitive', set: { delimiter: ' ' }, ...byLevels } },
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

/** Phases that algorithms report beside, or instead of, their `search`. */
export const PHASES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'local-recoding',
      'datafly',
      'mu-argus',
      'bottom-up-generalization',
      'top-down-specialization',
      'k-optimize',
      'two-phase-hill-climbing',
      'greedy-hill-climbing',
      'genetic',
      'simulated-annealing',
    ].map((name) => [name, ['cuts']]),
  ),
  'meyerson-williams': ['cover'],
  mondrian: ['boxes', 'partition'],
  hilbert: ['groups', 'order'],
  idistance: ['groups', 'order'],
  mdav: ['groups'],
  'k-member': ['groups'],
  oka: ['groups'],
  'local-suppression': ['suppress'],
  bucketization: ['groups', 'partition'],
  anatomy: ['groups', 'partition'],
  slicing: ['partition'],
  mpalm: ['partition'],
};

/** Privacy models of a job of `STRETCHES`. */
type Models = 'rows' | 'diverse' | 'presence' | 'rows and presence';

/** Pauses that a search of 240 rows has at least, where every stretch of work is followed by one. */
export const STRETCHES: readonly (readonly [algorithm: string, options: object, models: Models, least: number])[] = [
  // About three quarters of the stretches that the work for 240 rows comes in: the searches of most were one before.
  ['local-suppression', { restarts: 0 }, 'rows', 105],
  ['local-suppression', { restarts: 0 }, 'diverse', 105],
  ['local-recoding', {}, 'rows', 140],
  ['local-recoding', {}, 'diverse', 160],
  ['mondrian', {}, 'rows', 5],
  ['mondrian', { split: 'information-gain' }, 'rows', 60],
  ['hilbert', {}, 'rows', 20],
  ['hilbert', { grouping: 'linear' }, 'diverse', 20],
  ['idistance', {}, 'rows', 900],
  ['mdav', {}, 'rows', 100],
  ['mdav', { variant: 'variable' }, 'rows', 80],
  ['k-member', {}, 'rows', 190],
  ['oka', {}, 'rows', 190],
  ['anatomy', {}, 'diverse', 8],
  ['bucketization', {}, 'diverse', 5],
  ['slicing', {}, 'diverse', 320],
  ['mpalm', {}, 'presence', 550],
  ['bottom-up-generalization', {}, 'rows', 330],
  ['generalize-and-permute', { partition: 'mpalm' }, 'rows and presence', 750],
];
