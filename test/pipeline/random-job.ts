import type { AttributeSpec, HierarchySpec, HierarchyTree, Job, PrivacySpec } from '../../src/job/job.js';
import { listAlgorithms } from '../../src/index.js';
import { wordsOf } from '../../src/job/option-info.js';
import { algorithmNames } from '../registry.js';
import { type RandomSource, seededRandom } from '../../src/base/random.js';
import { long } from '../shared.js';

/** A small job with its input, and with its public table where a model names one. */
export interface RandomJob {
  readonly csv: string;
  readonly job: Job;
  readonly people: string | null;
}

type Kind = 'integer' | 'number' | 'date' | 'string';

/** Draws from one generator. */
export interface Draw {
  below(bound: number): number;
  /** True once in `n`. */
  oneIn(n: number): boolean;
  of<T>(values: readonly T[]): T;
  /** Up to `count` of the values, each once, in random order. */
  some<T>(values: readonly T[], count: number): T[];
  /** True where rare traits are drawn often. Nothing is drawn for them otherwise: jobs keep their numbers. */
  readonly isRare: boolean;
}

export const drawFrom = (random: RandomSource, isRare: boolean): Draw => {
  const below = (bound: number): number => random.below(bound);
  const some = <T>(values: readonly T[], count: number): T[] => {
    const rest = [...values];
    for (let i = rest.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [rest[i], rest[j]] = [rest[j], rest[i]];
    }
    return rest.slice(0, count);
  };
  return { below, oneIn: (n) => below(n) === 0, of: (values) => values[below(values.length)], some, isRare };
};

/** Texts that are easily taken for something else: labels, parts of labels, quoted texts, masks. */
const ODD_TEXTS = [
  '*', '**', '***', '"*"', '""', '"a"', '"""a"""', '(*)', '?', 'a', 'b', 'c', 'a-b', 'b-c', '[a-b]', '[a-c]', '[a .. b]', 'a .. b',
  '["a"-"b"]', '["a-b"]', '{a, b}', '{a}', '1', '2', '3', '[1-2]', '[1-3]', '1-2', '2-3', '[*-a]', '5**', '53*', '531', '532', '[', ']', '-', '--',
  'other', '<1', '>=3', ' .. ', '"', '["', '"]', '"-"', 'a"-"b', 'null', '0',
]; // prettier-ignore
const PLAIN_TEXTS = ['a', 'b', 'c', 'd', 'e', 'f'];
const INTEGERS = ['1', '2', '3', '4', '5', '7', '10', '-1', '-5', '0', '12', '100'];
const NUMBERS = ['0.5', '1', '1.5', '-2.25', '3', '1e-7', '1e21', '10.125', '2'];
const DATES = ['2020-01-01', '2020-01-15', '2020-02-01', '2021-12-31', '1999-06-30', '2019-10-10'];
/** Leaves of hierarchies of numbers and dates that no cell holds. */
const TEXT_LEAVES = ['unknown', '*', '?', 'none', '[1-2]', '1-2', ''];
const OTHER_NUMBERS = ['6', '8', '05', '1.0', '99', '-3', '+2', '007'];

const POOLS: Record<Kind, readonly string[]> = {
  integer: INTEGERS,
  number: NUMBERS,
  date: DATES,
  string: PLAIN_TEXTS,
};

/** One quasi-identifier: its values, and how it is described in the job. */
interface Column {
  readonly name: string;
  readonly values: readonly string[];
  readonly spec: AttributeSpec;
  /** Shares of missing cells, as one in this many; 0: none. */
  readonly missing: number;
  readonly isText: boolean;
}

/** The algorithm of a job. */
export const algorithmOf = ({ algorithm }: Job): string => (typeof algorithm === 'string' ? algorithm : algorithm.name);

/**
 * Decides which random jobs a quick test runs: those of an algorithm until `each` of them had the wanted end, so that few jobs
 * are about all algorithms. A long test runs all jobs.
 */
export class Strata {
  readonly #each: number;
  readonly #ended = new Map<string, number>();

  constructor(each: number) {
    this.#each = each;
  }

  /** True where the job's algorithm had the wanted end often enough: the job is skipped. */
  isFull(job: Job): boolean {
    return !long && (this.#ended.get(algorithmOf(job)) ?? 0) >= this.#each;
  }

  /** Counts the wanted end of a job of an algorithm. */
  add(algorithm: string): void {
    this.#ended.set(algorithm, (this.#ended.get(algorithm) ?? 0) + 1);
  }
}

/**
 * Draws a job and its tables. Everything that a job may hold comes up: numbers that a hierarchy puts out of order, leaves that
 * are not in the data, texts that read like labels, missing cells, every hierarchy, algorithm and model.
 *
 * @param isRare - columns of missing cells alone, cells `*`, read as missing or not, roots on several levels
 *   and public tables come up often
 */
export function drawJob(seed: number, isRare = false): RandomJob {
  const draw = drawFrom(seededRandom(seed), isRare);
  const marks = draw.of([[''], [''], isRare ? ['', '*'] : [''], ['', '?'], ['', '*'], isRare ? ['*', '?'] : ['?'], ['', 'b', '2']]); // prettier-ignore
  const quasi = Array.from({ length: draw.of([1, 1, 2, 2, 3]) }, (_, i) => drawColumn(draw, `q${i}`, marks));
  const rows = 1 + draw.below(draw.oneIn(4) ? 24 : 9);
  const names = [...quasi.map(({ name }) => name), 's', 'c'];
  const table = Array.from({ length: rows }, () => drawRow(draw, quasi, marks));
  const name = draw.of(algorithmNames);
  const privacy = drawModels(draw, name);
  const hasPublic = privacy.some((model) => 'public' in model);
  const others = Array.from({ length: draw.below(6) }, () => drawRow(draw, quasi, marks));
  const people = draw.some([...table, ...others], rows + others.length);
  const sensitive = draw.of<AttributeSpec>([
    { role: 'sensitive' },
    { role: 'sensitive' },
    { role: 'sensitive', hierarchy: { type: 'tree', tree: { all: { one: ['x', 'y'], two: ['z', '*'] } } } },
    { role: 'sensitive', hierarchy: { type: 'order', values: ['z', '*', 'unseen', 'x', 'y'] } },
  ]);
  const ofLists = ['apriori-anonymization', 'dissociation'].includes(name);
  const isSet = ofLists || privacy.some(({ model }) => model === 'km-anonymity');
  const attributes: Record<string, AttributeSpec> = {};
  if (!ofLists || draw.oneIn(10)) for (const { name: own, spec } of quasi) attributes[own] = spec;
  attributes.s = isSet ? { role: 'sensitive', set: { delimiter: ' ' }, ...(name === 'apriori-anonymization' ? { hierarchy: { type: 'suppress' } } : {}) } : sensitive; // prettier-ignore
  attributes.c = { role: draw.of(['class', 'class', 'insensitive', 'drop', 'identifier'] as const) };
  const job: Job = {
    ...(draw.oneIn(3) || marks.length > 1 || marks[0] !== ''
      ? { input: { missing: marks, onMissing: draw.of(['keep', 'keep', 'keep', 'drop', 'error'] as const) } }
      : {}),
    attributes,
    privacy,
    algorithm: drawAlgorithm(draw, name, quasi.map(({ name: own }) => own)), // prettier-ignore
    ...drawSuppression(draw, rows),
    ...(draw.oneIn(2) ? { output: drawOutput(draw) } : {}),
  };
  return {
    csv: csvOf(names, table),
    job: withValueOrder(draw, job, quasi),
    people: hasPublic
      ? csvOf(
          names.slice(0, quasi.length),
          people.map((row) => row.slice(0, quasi.length)),
        )
      : null,
  };
}

/**
 * A job whose search for cuts orders texts by the class or by the other columns, mostly with texts to order: drawn last, so that other jobs
 * keep their numbers.
 */
function withValueOrder(draw: Draw, job: Job, quasi: readonly Column[]): Job {
  const { algorithm, output, attributes } = job;
  if (!cutSearches.includes(algorithmOf(job)) || draw.oneIn(3)) return job;
  if (output?.ranges === 'tight' && !draw.oneIn(6)) return job;
  const hasClass = Object.values(attributes).some((spec) => typeof spec === 'object' && spec.role === 'class');
  const valueOrder = draw.of(hasClass || draw.oneIn(6) ? ['class', 'co-occurrence'] : ['co-occurrence', 'code-point']);
  const options = typeof algorithm === 'string' ? { name: algorithm } : algorithm;
  const unordered = quasi.filter(({ isText, name }) => isText && Object.hasOwn(attributes, name) && !draw.oneIn(4));
  const texts = unordered.map(({ name }) => [name, { role: 'quasi-identifier', type: 'string' }]);
  return {
    ...job,
    attributes: { ...attributes, ...(Object.fromEntries(texts) as Job['attributes']) },
    algorithm: { ...options, valueOrder },
  };
}

function drawOutput(draw: Draw): NonNullable<Job['output']> {
  return {
    suppressed: draw.of(['drop', 'star'] as const),
    order: draw.of(['shuffle', 'input'] as const),
    ...(draw.oneIn(2) ? { ranges: draw.of(['rounded', 'rounded', 'tight'] as const) } : {}),
  };
}

function drawSuppression(draw: Draw, rows: number): Pick<Job, 'suppression'> {
  const suppression = draw.of([
    undefined,
    { maxRows: draw.below(rows + 1) },
    { maxFraction: draw.below(11) / 10 },
    'unlimited' as const,
  ]);
  return suppression === undefined ? {} : { suppression };
}

function drawRow(draw: Draw, quasi: readonly Column[], marks: readonly string[]): string[] {
  const cells = quasi.map(({ values, missing }) =>
    missing > 0 && draw.oneIn(missing) ? draw.of(marks) : draw.of(values),
  );
  return [...cells, draw.of(['x', 'x', 'y', 'z', '*']), draw.of(['1', '2', '2', '5', 'no', ''])];
}

function csvOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);
  return [names, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

function drawColumn(draw: Draw, name: string, marks: readonly string[]): Column {
  const kind = draw.of<Kind>(['integer', 'integer', 'number', 'date', 'string', 'string']);
  const isOdd = kind === 'string' && !draw.oneIn(3);
  const pool = isOdd ? ODD_TEXTS : POOLS[kind];
  const values = draw.some(pool, 1 + draw.below(6));
  if (draw.isRare && kind === 'string' && draw.oneIn(2) && !values.includes('*')) values.push('*');
  const hierarchy = drawHierarchy(draw, kind, values, marks);
  return {
    name,
    values,
    isText: kind === 'string',
    missing: draw.isRare && draw.oneIn(4) ? 1 : draw.oneIn(3) ? 4 : 0,
    spec: {
      role: 'quasi-identifier',
      ...(draw.oneIn(2) ? { type: draw.oneIn(12) ? 'string' : kind } : {}),
      ...(hierarchy === undefined ? {} : { hierarchy }),
    },
  };
}

function drawHierarchy(
  draw: Draw,
  kind: Kind,
  values: readonly string[],
  marks: readonly string[],
): HierarchySpec | undefined {
  const isNumber = kind === 'integer' || kind === 'number';
  const type = draw.of(['none', 'suppress', 'levels', 'levels', 'levels', 'tree', 'tree', 'order', 'mask', isNumber ? 'intervals' : 'levels', kind === 'date' ? 'dates' : 'levels']); // prettier-ignore
  if (type === 'none') return undefined;
  if (type === 'suppress') return { type };
  // Only rare jobs draw this: the others keep their numbers.
  if (type === 'mask' && draw.isRare && draw.oneIn(2)) {
    return draw.oneIn(2)
      ? { type: 'prefix' }
      : { type: 'prefix', at: draw.of([['-', 1], ['letters'], [2, 1], ['..', '.']]) };
  }
  if (type === 'mask') return { type, keep: draw.of(['left', 'right'] as const) };
  if (type === 'dates') {
    const levels = (['month', 'quarter', 'year', 'decade', 'century'] as const).filter(() => draw.oneIn(2));
    return { type, levels: levels.length === 0 ? ['year'] : levels };
  }
  if (type === 'intervals') {
    // Only rare jobs draw this: the others keep their numbers.
    if (draw.isRare && draw.oneIn(2)) return { type, bounds: draw.of(BOUNDS) };
    const widths = draw.of([[2], [5, 10], [1, 3, 6], [0.5, 2]]);
    return draw.oneIn(2) ? { type, widths } : { type, widths, origin: draw.of([0, 1, -5, 0.25]) };
  }
  const leaves = drawLeaves(draw, kind, values, marks);
  if (type === 'order') return { type, values: leaves };
  if (type === 'tree') return { type, tree: drawTree(draw, leaves) };
  return { type: 'levels', rows: drawLevels(draw, leaves) };
}

const BOUNDS = [
  [2],
  [0, 1, 2, 5],
  [
    [-5, 0, 1, 3, 10],
    [0, 3],
  ],
  [[0.25, 0.5, 10], [0.5]],
  [-3, -2],
];

/** The values, and leaves that no cell holds, in any order. */
function drawLeaves(draw: Draw, kind: Kind, values: readonly string[], marks: readonly string[]): string[] {
  const more: string[] = [];
  if (draw.oneIn(2)) more.push(...draw.some(kind === 'string' ? ODD_TEXTS : POOLS[kind], 2));
  if (draw.oneIn(3)) more.push(...draw.some([...TEXT_LEAVES, ...OTHER_NUMBERS], 2));
  if (draw.oneIn(4)) more.push(draw.of(marks));
  const all = [...new Set([...values, ...more])];
  // A leaf too few is a wrong hierarchy: refused.
  return draw.some(all, draw.oneIn(30) ? all.length - 1 : all.length);
}

const LABELS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'];
const ODD_LABELS = ['*', 'a', '1', '[1-2]', '[1-3]', '[a-b]', '"a"', '?', '', '{a, b}', '2', '10', '[1-10]', 'unknown'];

/** A label for a node: its own, or, now and then, one that is a value or a range as well. */
const drawLabel = (draw: Draw, at: number): string => (draw.oneIn(12) ? draw.of(ODD_LABELS) : LABELS[at % 12]);

function drawLevels(draw: Draw, leaves: readonly string[]): string[][] {
  const height = 1 + draw.below(3);
  const root = draw.of(['*', '*', '*', 'any', 'a']);
  const rows = leaves.map((leaf) => [leaf]);
  let nodes = leaves.map((_, leaf) => leaf);
  let used = 0;
  for (let level = 1; level < height; level++) {
    const distinct = [...new Set(nodes)];
    const wanted = 1 + draw.below(Math.max(1, distinct.length));
    const parents = distinct.map(() => draw.below(wanted));
    const labels = Array.from({ length: wanted }, () => drawLabel(draw, used++));
    nodes = nodes.map((node) => parents[distinct.indexOf(node)]);
    rows.forEach((row, leaf) => row.push(labels[nodes[leaf]]));
    if (draw.oneIn(6)) rows.forEach((row) => (row[level] = draw.oneIn(4) ? row[level - 1] : row[level]));
  }
  for (let tops = draw.isRare ? draw.below(3) : 0; tops > 0; tops--) {
    const top = draw.of([root, '*']);
    rows.forEach((row) => row.push(top));
  }
  rows.forEach((row) => row.push(root));
  return draw.oneIn(40) ? rows.map((row, i) => (i === 0 ? row.slice(1) : row)) : rows;
}

function drawTree(draw: Draw, leaves: readonly string[]): HierarchyTree {
  const branch = (own: readonly string[], depth: number, path: string): HierarchyTree | readonly string[] => {
    if (depth === 0 || own.length < 2 || draw.oneIn(4)) return own;
    const parts = Array.from({ length: 1 + draw.below(3) }, (): string[] => []);
    own.forEach((leaf) => draw.of(parts).push(leaf));
    const filled = parts.filter((part) => part.length > 0);
    return Object.fromEntries(
      filled.map((part, i) => [
        draw.oneIn(12) ? draw.of(ODD_LABELS) : `${path}${LABELS[i]}`,
        branch(part, depth - 1, `${path}${LABELS[i]}`),
      ]),
    );
  };
  return { [draw.of(['*', '*', '*', 'any'])]: branch(leaves, 2, '') };
}

export const publicModels = ['delta-presence', 'weak-k-anonymity', 'k-map', 'weak-l-diversity'];

export function drawModel(draw: Draw): PrivacySpec {
  const attribute = 's';
  const k = 1 + draw.below(3);
  return draw.of<PrivacySpec>([
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute },
    { model: 'l-diversity', variant: 'entropy', l: 1.5, attribute },
    { model: 'l-diversity', variant: 'recursive', l: 2, c: 3, attribute },
    { model: 't-closeness', t: draw.below(10) / 10, distance: 'equal', attribute },
    { model: 't-closeness', t: draw.below(10) / 10, distance: 'ordered', attribute },
    { model: 't-closeness', t: draw.below(10) / 10, distance: 'hierarchical', attribute },
    { model: 'ke-anonymity', k, e: 1, attribute: 's' },
    { model: 'alpha-k-anonymity', k, alpha: 0.7, attribute },
    { model: 'beta-likeness', variant: 'basic', beta: 1, attribute },
    { model: 'beta-likeness', variant: 'enhanced', beta: 1, attribute },
    { model: 'delta-disclosure', delta: 1, attribute, ...(draw.oneIn(2) ? { absent: 'violates' } : {}) },
    { model: 'delta-presence', min: 0, max: 0.9, public: 'people' },
    { model: 'weak-k-anonymity', k, public: 'people' },
    { model: 'k-map', k, public: 'people' },
    { model: 'weak-l-diversity', l: 1.5, attribute, public: 'people' },
    { model: 'km-anonymity', k, m: 1, attribute },
    { model: 'average-risk', risk: 0.5 },
    { model: 'maximum-risk', risk: 0.5 },
  ]);
}

/** Models that the algorithm needs, k-anonymity mostly, and now and then another one. */
function drawModels(draw: Draw, algorithm: string): PrivacySpec[] {
  const models: PrivacySpec[] = [];
  const k = draw.of([1, 2, 2, 2, 3, 3, 4]);
  if (['apriori-anonymization', 'dissociation'].includes(algorithm))
    return [{ model: 'km-anonymity', k, m: 1 + draw.below(2), attribute: 's' }];
  if (!draw.oneIn(8)) models.push({ model: 'k-anonymity', k });
  if (algorithm === 'anatomy') models.push({ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' });
  if (['mpalm', 'spalm', 'generalize-and-permute'].includes(algorithm)) {
    models.push({ model: 'delta-presence', min: 0, max: draw.of([0.9, 1]), public: 'people' });
  }
  if (draw.isRare && draw.oneIn(2) && models.every((model) => !('public' in model))) {
    models.push({ model: 'k-map', k: 1 + draw.below(2), public: 'people' });
  }
  if (draw.oneIn(4) || models.length === 0) {
    const model = drawModel(draw);
    if (!publicModels.includes(model.model) || models.every((other) => !('public' in other))) models.push(model);
  }
  return models;
}

const metric = ['discernibility', 'classification'];
const cuts = ['free', 'hierarchy'];
const along = ['auto', 'ranges'];
const latticeMetrics = ['discernibility', 'loss', 'lossGeometric', 'precision', 'average-class-size', 'height', 'entropy']; // prettier-ignore
const lattice = { metric: latticeMetrics, nodes: ['none', 'minimal', 'height', 'satisfying', 'all'] };
const partitioning = ['strict', 'relaxed'];
const hierarchies = ['strings', 'follow'];
const ties = ['smaller-domain', 'job-order'];

/** Options of every algorithm and values of them; the first list has what it is given always, to be quick. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  samarati: { ...lattice, choose: ['first', 'least-loss'], scope: ['height', 'lattice'] },
  'all-minimal': lattice,
  'min-gen': lattice,
  'optimal-lattice': lattice,
  incognito: { ...lattice, variant: ['basic', 'super-roots', 'cube'] },
  datafly: { suppressed: ['any', 'at-least-k'] },
  'mu-argus': { combinations: ['two-and-three', 'all'], violations: ['refuse', 'release'] },
  'bottom-up-generalization': { gain: ['information', 'loss', 'auto'] },
  'top-down-specialization': { gain: ['information', 'loss', 'auto'], score: ['ratio', 'gain'] },
  'k-optimize': { metric, cuts, seedCost: ['auto', 30] },
  'two-phase-hill-climbing': { metric, cuts },
  'greedy-hill-climbing': { metric, cuts },
  genetic: { metric, cuts },
  'simulated-annealing': { metric, cuts },
  'meyerson-williams': {},
  mondrian: {
    split: ['median', 'median', 'information-gain', 'variance'],
    partitioning,
    cuts: along,
    hierarchies,
    ties,
  },
  hilbert: { grouping: ['optimal', 'linear'], hierarchies },
  idistance: { grouping: ['optimal', 'linear'], references: [1, 2], hierarchies },
  mdav: {
    variant: ['auto', 'fixed', 'variable', 'optimal'],
    replacement: ['range', 'centroid', 'median'],
    gamma: [0, 1],
    hierarchies,
  },
  'local-recoding': { metric: ['ncp', 'loss'], passes: [0, 1, 2], hierarchies },
  'k-member': { metric: ['ncp', 'loss'], hierarchies },
  'local-suppression': { restarts: [0, 2] },
  'apriori-anonymization': { refine: [true, false] },
  dissociation: { refine: [true, false], maxClusterSize: [6, 20] },
  bucketization: { partitioning, cuts: along, hierarchies, ties },
  anatomy: { permute: [true, false], groups: ['anatomize', 'mondrian'], cuts: along },
  slicing: { columns: ['auto', 'one-attribute-per-column'], partitioning, ties },
  mpalm: { cuts: along },
  spalm: lattice,
  'generalize-and-permute': { partition: ['mondrian', 'mpalm'], cuts: along },
};

/** Searches that take `valueOrder`. */
const cutSearches = ['k-optimize', 'two-phase-hill-climbing', 'greedy-hill-climbing', 'genetic', 'simulated-annealing'];

/** Options that keep slow searches short. */
/** Words of the options of an algorithm that is not listed above, the default being the last. */
const wordsOfOptions = (name: string): Readonly<Record<string, readonly unknown[]>> => {
  const infos = listAlgorithms().algorithms.find((each) => each.name === name)?.optionInfos ?? [];
  return Object.fromEntries(
    infos.map((info) => [info.name, wordsOf(info).toReversed()]).filter(([, words]) => words.length > 0),
  );
};

const QUICK: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'two-phase-hill-climbing': { restarts: 2 },
  genetic: { population: 10, offspring: 40 },
  'simulated-annealing': { steps: 60 },
};

export function drawAlgorithm(draw: Draw, name: string, quasi: readonly string[]): Job['algorithm'] {
  const options: Record<string, unknown> = { ...QUICK[name] };
  for (const [option, values] of Object.entries(OPTIONS[name] ?? wordsOfOptions(name)))
    if (draw.oneIn(3)) options[option] = draw.of(values);
  if (options.nodes !== undefined && options.metric === undefined && draw.oneIn(2)) {
    options.weights = { [draw.of(quasi)]: 2 };
  }
  return Object.keys(options).length === 0 ? name : { name, ...options };
}
