/**
 * Every algorithm above each size at which the code takes another way. Thresholds are read from the sources: one that is
 * new or was raised past every run below fails a test.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeGroups } from '../../src/algorithms/permutation/anatomize.js';
import type { Problem } from '../../src/algorithms/algorithm.js';
import { refuseUnsatisfiable } from '../../src/algorithms/refuse-unsatisfiable.js';
import { joinUnsatisfied } from '../../src/algorithms/local/groups.js';
import type { ClassJudge } from '../../src/algorithms/local/judge.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { naiveBayes } from '../../src/assess/accuracy/naive-bayes.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import { anonymize, compare, tableFromRows, type HierarchySpec, type CheckedJob, type Table } from '../../src/index.js';
import { algorithmNames, namesWith } from '../registry.js';
import { countMargins } from '../../src/membership/count-margins.js';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { longTest } from '../long-test.js';
import { longCases } from '../shared.js';
import { ENGINES } from './local/tables.js';

type Attributes = CheckedJob['attributes'];
type Privacy = CheckedJob['privacy'];
type Cells = Record<string, string | number>;

/** A run in both engines; each release is confirmed by the audit, which `anonymize` does. */
interface Run {
  readonly table: () => Table;
  readonly attributes: Attributes;
  readonly privacy: Privacy;
  readonly algorithm: CheckedJob['algorithm'];
  readonly suppression?: CheckedJob['suppression'];
  readonly people?: () => Table;
  /** Seconds: then the engines need not come equally far. */
  readonly timeLimit?: number;
}

const tables = new Map<string, Table>();
/** A table that is made when it is first asked for. */
function once(name: string, rows: number, row: (i: number) => Cells): () => Table {
  return () => {
    const table = tables.get(name) ?? tableFromRows(Array.from({ length: rows }, (_, i) => row(i)));
    tables.set(name, table);
    return table;
  };
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
const numbered = (count: number, cell: (a: number) => string | number): Cells =>
  Object.fromEntries(range(count).map((a) => [`a${a}`, cell(a)]));

const known = { role: 'quasi-identifier' } as const;
const sensitive = { role: 'sensitive' } as const;
const atLeast = (k: number): Privacy => [{ model: 'k-anonymity', k }];
const entropy = (l: number): Privacy => [{ model: 'l-diversity', variant: 'entropy', l, attribute: 's' }];
const distinct = (l: number): Privacy => [{ model: 'l-diversity', variant: 'distinct', l, attribute: 's' }];
const intervals = (...widths: number[]): HierarchySpec => ({ type: 'intervals', origin: 0, widths });

/** More distinct numbers than two bytes count, each in one row, not in their order. */
const MANY = 66_000;
const many = once('many', MANY, (i) => ({ x: (i * 40_507) % MANY, y: (i * 7) % 5, s: 'abc'[i % 3] }));
const manyColumns: Attributes = { x: known, y: known, s: sensitive };

/** More distinct vectors than the sample of reference points. */
const sampled = once('sampled', 20_500, (i) => ({ x: (i * 40_503) % 20_500, y: (i * 7) % 5 }));

/** Few vectors, each of many rows: more rows of one value than there are logarithms in the table. */
const heavy = once('heavy', 80_000, (i) => ({ x: i % 4, y: i % 7, s: i % 40 === 0 ? 'b' : 'a' }));

/** Values of an order, of a hierarchy and of numbers that are too many for a table of costs. */
const orderOf = (leaves: number): HierarchySpec => ({ type: 'order', values: range(leaves).map((i) => `o${i}`) });
const levelsOf = (leaves: number): HierarchySpec => ({
  type: 'levels',
  rows: range(leaves).map((i) => [`h${i}`, `p${i >> 3}`, `q${i >> 6}`, '*']),
});
const middling = once('middling', 700, (i) => ({
  o: `o${(i * 31) % 700}`,
  h: `h${(i * 37) % 700}`,
  x: (i * 41) % 700,
  s: 'abc'[i % 3],
}));
const middlingColumns: Attributes = {
  o: { ...known, hierarchy: orderOf(700) },
  h: { ...known, hierarchy: levelsOf(700) },
  x: known,
  s: sensitive,
};
/** Table with more values than two bytes count, most of them in no row. */
const wide = once('wide', 60, (i) => ({ o: `o${(i * 7919) % MANY}`, y: i % 5 }));
const wideColumns: Attributes = { o: { ...known, hierarchy: orderOf(MANY) }, y: known };

/** More vectors than clusterings take at once. */
const crowd = once('crowd', 66_000, (i) => ({ x: i % 41, y: Math.floor(i / 41) % 41, z: Math.floor(i / 1681) }));
const crowdRun = (algorithm: CheckedJob['algorithm']): Run => ({
  table: crowd,
  attributes: { x: known, y: known, z: known },
  privacy: atLeast(50),
  algorithm,
});

/** More values of an attribute than a shortest path chooses cuts among. */
const pieces = once('pieces', 2100, (i) => ({ x: (i * 1009) % 2100, y: i % 3, s: 'abc'[i % 3] }));
const piecesColumns: Attributes = { x: known, y: known };

/** Keys of more bits than tables are made for, in one word (b, c, d) and in two. */
const deep = once('deep', 6000, (i) => ({
  a: (i * 1009) % 601,
  b: (i * 31) % 401,
  c: (i * 17) % 299,
  d: (i * 7) % 150,
  s: `s${i % 3000}`,
  t: 'abcd'[i % 4],
}));
const threeDeep: Attributes = {
  b: { ...known, type: 'integer', hierarchy: intervals(2, 20, 200) },
  c: { ...known, type: 'integer', hierarchy: intervals(3, 30, 150) },
  d: { ...known, type: 'integer', hierarchy: intervals(50) },
  s: sensitive,
};
const fourDeep: Attributes = { a: { ...known, type: 'integer', hierarchy: intervals(2, 20, 200) }, ...threeDeep };
const deepRun = (algorithm: CheckedJob['algorithm'], privacy = atLeast(5), attributes = threeDeep): Run => ({
  table: deep,
  attributes,
  privacy,
  algorithm,
  suppression: { maxFraction: 0.05 },
});

/** Attributes past those of which every pattern of suppressed cells is weighed. */
const seven = once('seven', 300, (i) => numbered(7, (a) => (i >> a) % 3));
const twenty = once('twenty', 970, (i) => {
  const random = seededRandom(i);
  return numbered(20, (a) => (random.below(8) === 0 ? 9 : (i * (a + 1)) % 7));
});
const cells = once('cells', 20_000, (i) => {
  const random = seededRandom(i);
  return numbered(6, () => random.below(6));
});
/** More vectors than a further thread is started for, times the subsets of their attributes. */
const ternary = once('ternary', 17_500, (i) => numbered(10, (a) => Math.floor(((i * 40_507) % 3 ** 10) / 3 ** a) % 3));
const columns = (count: number): Attributes => Object.fromEntries(range(count).map((a) => [`a${a}`, known]));

const baskets = once('baskets', 3000, (i) => {
  const random = seededRandom(i);
  const items = range(1 + random.below(6)).map(() => `i${random.below(1 + random.below(90))}`);
  return { items: [...new Set(items)].join(' ') };
});

/** Private rows, and the people among whom they are, in a region of more vectors than orders are compared for. */
const person = (i: number): Cells => ({ x: i % 350, y: Math.floor(i / 350) % 2 });
const members = once('members', 500, (i) => ({ ...person(2 * i), s: 'abc'[i % 3] }));
const people = once('people', 1400, person);
const publicColumns: Attributes = {
  x: { ...known, type: 'integer', hierarchy: intervals(10, 100) },
  y: { ...known, type: 'integer', hierarchy: { type: 'suppress' } },
  s: sensitive,
};
const publicRun = (algorithm: CheckedJob['algorithm'], k = 1): Run => ({
  table: members,
  attributes: publicColumns,
  privacy: [{ model: 'delta-presence', min: 0, max: 0.9, public: 'people' }, ...atLeast(k)],
  algorithm,
  people,
});

const RUNS = {
  mondrian: { table: many, attributes: manyColumns, privacy: atLeast(5), algorithm: 'mondrian' },
  'mondrian by labels': {
    table: middling,
    attributes: { x: known, o: middlingColumns.o, s: { role: 'class' } },
    privacy: [...atLeast(5), { model: 'maximum-risk', risk: 0.2 }],
    algorithm: { name: 'mondrian', split: 'information-gain' },
  },
  'mondrian by labels, under entropy': {
    table: middling,
    attributes: { x: known, o: middlingColumns.o, h: { role: 'class' }, s: sensitive },
    privacy: entropy(1.8),
    algorithm: { name: 'mondrian', split: 'information-gain' },
  },
  'mondrian under entropy': {
    table: heavy,
    attributes: { x: known, s: sensitive },
    privacy: entropy(1.05),
    algorithm: 'mondrian',
  },
  hilbert: { table: many, attributes: manyColumns, privacy: atLeast(5), algorithm: 'hilbert' },
  'hilbert, long runs': {
    table: heavy,
    attributes: { x: known, y: known },
    privacy: atLeast(40),
    algorithm: 'hilbert',
  },
  'hilbert, one pass': {
    table: heavy,
    attributes: { x: known, y: known },
    privacy: atLeast(40),
    algorithm: { name: 'hilbert', grouping: 'linear' },
  },
  'hilbert, windows': { table: middling, attributes: middlingColumns, privacy: entropy(1.8), algorithm: 'hilbert' },
  idistance: {
    table: sampled,
    attributes: { x: known, y: known },
    privacy: atLeast(5),
    algorithm: { name: 'idistance', references: 16 },
  },
  'idistance, many values': {
    table: many,
    attributes: manyColumns,
    privacy: atLeast(5),
    algorithm: 'idistance',
  },
  'local-recoding': {
    table: middling,
    attributes: middlingColumns,
    privacy: entropy(1.8),
    algorithm: { name: 'local-recoding', passes: 1 },
  },
  'local-recoding, many values': {
    table: many,
    attributes: manyColumns,
    privacy: atLeast(500),
    algorithm: { name: 'local-recoding', passes: 0 },
  },
  'local-recoding, shared': {
    table: once('spread', 140_000, (i) => ({ x: i % 60, y: Math.floor(i / 60) % 60, z: Math.floor(i / 3600) })),
    attributes: { x: known, y: known, z: known },
    privacy: atLeast(2000),
    algorithm: { name: 'local-recoding', passes: 0 },
  },
  'k-member': { table: middling, attributes: middlingColumns, privacy: atLeast(5), algorithm: 'k-member' },
  'k-member, many values': { table: wide, attributes: wideColumns, privacy: atLeast(20), algorithm: 'k-member' },
  oka: { table: middling, attributes: middlingColumns, privacy: atLeast(5), algorithm: 'oka' },
  'oka, many values': { table: wide, attributes: wideColumns, privacy: atLeast(20), algorithm: 'oka' },
  mdav: {
    table: once('points', 7800, (i) => ({ x: (i * 1009) % 7800, y: (i * 31) % 300 })),
    attributes: { x: known, y: known },
    privacy: atLeast(2),
    algorithm: 'mdav',
  },
  'k-member, blocks': crowdRun('k-member'),
  'oka, blocks': crowdRun('oka'),
  'mdav, blocks': crowdRun({ name: 'mdav', variant: 'fixed' }),
  'mdav, variable, blocks': crowdRun({ name: 'mdav', variant: 'variable' }),
  'k-optimize': { table: middling, attributes: { x: known, s: known }, privacy: atLeast(300), algorithm: 'k-optimize' },
  'k-optimize, many values': {
    table: pieces,
    attributes: piecesColumns,
    privacy: atLeast(10),
    algorithm: 'k-optimize',
    timeLimit: 0.5,
  },
  'two-phase-hill-climbing': {
    table: pieces,
    attributes: piecesColumns,
    privacy: atLeast(10),
    algorithm: { name: 'two-phase-hill-climbing', restarts: 1 },
  },
  'greedy-hill-climbing': {
    table: pieces,
    attributes: piecesColumns,
    privacy: atLeast(10),
    algorithm: 'greedy-hill-climbing',
  },
  genetic: {
    table: pieces,
    attributes: piecesColumns,
    privacy: atLeast(10),
    algorithm: { name: 'genetic', population: 10, offspring: 40 },
  },
  'simulated-annealing': {
    table: pieces,
    attributes: piecesColumns,
    privacy: atLeast(10),
    algorithm: { name: 'simulated-annealing', steps: 50 },
  },
  samarati: deepRun('samarati'),
  'all-minimal': deepRun('all-minimal'),
  'min-gen': deepRun('min-gen'),
  incognito: deepRun('incognito'),
  'incognito, keys of two words': deepRun('incognito', atLeast(5), fourDeep),
  'incognito, many subsets': {
    table: ternary,
    attributes: columns(10),
    privacy: atLeast(5),
    algorithm: 'incognito',
    suppression: { maxFraction: 0.05 },
  },
  'optimal-lattice': deepRun('optimal-lattice'),
  'optimal-lattice, little memory': deepRun({ name: 'optimal-lattice', memory: 0 }),
  'optimal-lattice under entropy': {
    ...deepRun('optimal-lattice', [{ model: 'l-diversity', variant: 'entropy', l: 3, attribute: 't' }]),
    attributes: { ...threeDeep, s: { role: 'drop' }, t: sensitive },
  },
  'optimal-lattice, keys of two words': deepRun('optimal-lattice', atLeast(5), fourDeep),
  datafly: deepRun('datafly', atLeast(5), fourDeep),
  'mu-argus': deepRun({ name: 'mu-argus', combinations: 'all' }, atLeast(5), fourDeep),
  'bottom-up-generalization': {
    ...deepRun('bottom-up-generalization'),
    attributes: { ...threeDeep, a: { role: 'class' }, s: { role: 'drop' } },
  },
  'top-down-specialization': {
    ...deepRun('top-down-specialization', [...atLeast(2), ...distinct(2)]),
    attributes: { ...threeDeep, a: { role: 'class' } },
  },
  'local-suppression': {
    table: seven,
    attributes: columns(7),
    privacy: atLeast(4),
    algorithm: { name: 'local-suppression', restarts: 2 },
  },
  'local-suppression, many patterns': {
    table: twenty,
    attributes: columns(20),
    privacy: atLeast(3),
    algorithm: 'local-suppression',
  },
  'local-suppression, many vectors': {
    table: cells,
    attributes: columns(6),
    privacy: atLeast(3),
    algorithm: 'local-suppression',
  },
  'meyerson-williams, blocks': crowdRun('meyerson-williams'),
  'meyerson-williams': { table: seven, attributes: columns(7), privacy: atLeast(3), algorithm: 'meyerson-williams' },
  bucketization: {
    table: sampled,
    attributes: { x: known, y: sensitive },
    privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'y' }],
    algorithm: 'bucketization',
  },
  anatomy: {
    table: sampled,
    attributes: { x: known, y: sensitive },
    privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'y' }],
    algorithm: 'anatomy',
  },
  slicing: {
    table: pieces,
    attributes: { x: known, y: known, s: sensitive },
    privacy: distinct(2),
    algorithm: 'slicing',
  },
  mpalm: publicRun('mpalm'),
  spalm: publicRun('spalm'),
  'generalize-and-permute': publicRun('generalize-and-permute', 400),
  'apriori-anonymization': {
    table: baskets,
    attributes: { items: { role: 'quasi-identifier', set: { delimiter: ' ' }, hierarchy: { type: 'mask' } } },
    privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
    algorithm: 'apriori-anonymization',
  },
  dissociation: {
    table: baskets,
    attributes: { items: { role: 'sensitive', set: { delimiter: ' ' } } },
    privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
    algorithm: 'dissociation',
  },
} satisfies Readonly<Record<string, Run>>;
type RunName = keyof typeof RUNS;

/** Runs of `npm test`: one of each family that takes less than half a second. */
const quick: readonly RunName[] = [
  'hilbert, windows',
  'k-optimize, many values',
  'two-phase-hill-climbing',
  'mondrian under entropy',
  'optimal-lattice under entropy',
  'mpalm',
];

/** Sizes of a run, to compare with thresholds. */
interface Sizes {
  readonly rows: number;
  /** Distinct vectors of the quasi-identifiers. */
  readonly vectors: number;
  /** Values of the largest domain of a quasi-identifier; of sets, items. */
  readonly leaves: number;
  readonly attributes: number;
  /** Bits of a vector's key. */
  readonly bits: number;
  /** Most rows of one sensitive value. */
  readonly rowsOfValue: number;
  /** Released classes. */
  readonly classes: number;
  /** Distinct values of a sensitive attribute, and those times released classes. */
  readonly values: number;
  readonly classCells: number;
  /** Vectors * rows / k. */
  readonly steps: number;
  /** Vectors times patterns of suppressed cells. */
  readonly patterns: number;
  /** Vectors times subsets of the attributes. */
  readonly subsets: number;
  /** Vectors times released classes. */
  readonly pairs: number;
}
type Size = keyof Sizes;

/** A constant, named or in a comparison (as written in the source), that chooses another way above a size. */
interface Threshold {
  readonly is: string;
  readonly of: Size;
  /** Runs that are above it; a long one does not count. */
  readonly by: readonly RunName[];
  /** The size in question, where it is not the constant itself. */
  readonly as?: (value: number) => number;
}

const power = (bits: number): number => 2 ** bits;
const at = (is: string, of: Size, by: readonly RunName[], as?: Threshold['as']): Threshold => ({ is, of, by, as });
const lattice = ['samarati', 'all-minimal', 'min-gen', 'incognito', 'optimal-lattice'] as const;
const cutSearches = ['two-phase-hill-climbing', 'greedy-hill-climbing', 'genetic', 'simulated-annealing'] as const;

/** By file of src. */
const THRESHOLDS: Readonly<Record<string, readonly Threshold[]>> = {
  'algorithms/boxes/share-boxes.ts': [at('WORTH_VECTORS', 'vectors', ['local-recoding, shared'])],
  'algorithms/boxes/split-boxes.ts': [at('MOST_TRIED', 'leaves', ['local-recoding'])],
  'algorithms/boxes/split-by-label.ts': [at('MOST_TRIED', 'leaves', ['mondrian by labels, under entropy'])],
  'algorithms/cells/exact-rows.ts': [at('EXACT_ROWS', 'rows', ['local-suppression'])],
  'algorithms/cells/meyerson-williams.ts': [at('BLOCK_VECTORS', 'vectors', ['meyerson-williams, blocks'])],
  'algorithms/cells/patterns.ts': [at('ALL_PATTERNS', 'attributes', ['local-suppression'])],
  'algorithms/cells/suppress-cells.ts': [at('LONG_RUN', 'patterns', ['local-suppression, many patterns'])],
  'algorithms/clusters/blocks.ts': [
    at('MOST_AT_ONCE', 'vectors', ['k-member, blocks', 'mdav, blocks', 'mdav, variable, blocks']),
    at('BLOCK_VECTORS', 'vectors', ['k-member, blocks']),
    at('WORTH_VECTORS', 'vectors', ['k-member, blocks', 'mdav, blocks', 'oka, blocks']),
  ],
  'algorithms/clusters/oka.ts': [
    at('MOST_AT_ONCE', 'vectors', ['oka, blocks']),
    at('BLOCK_VECTORS', 'vectors', ['oka, blocks']),
  ],
  // The second thread is started for as much as two do.
  'algorithms/lattice/piece-sizes.ts': [
    at('PIECE_VECTORS', 'subsets', ['incognito, many subsets']),
    at('WORTH_VECTORS', 'subsets', ['incognito, many subsets'], (worth) => 2 * worth),
  ],
  'algorithms/clusters/mdav.ts': [at('FEW_STEPS', 'steps', ['mdav'])],
  'algorithms/cuts/coordinate-descent.ts': [at('MOST_TOGGLES', 'leaves', ['two-phase-hill-climbing'])],
  'algorithms/greedy/specialization.ts': [at('CELLS', 'classCells', ['top-down-specialization'])],
  'algorithms/lines/coordinates.ts': [at('COORDINATE_BITS', 'leaves', ['hilbert'], power)],
  'algorithms/lines/hilbert.ts': [at('YIELD_POINTS', 'vectors', ['hilbert'])],
  'algorithms/lines/line-grouping.ts': [at('WINDOW', 'rows', ['hilbert, windows'])],
  'algorithms/lines/reference-keys.ts': [at('SAMPLE', 'vectors', ['idistance'])],
  'algorithms/local/spans.ts': [
    at('TABLE_LEAVES', 'leaves', ['hilbert', 'idistance', 'local-recoding', 'k-member', 'oka', 'mdav']),
  ],
  'algorithms/permutation/correlation.ts': [at('mostIntervals', 'leaves', ['slicing'])],
  'algorithms/sets/dissociation.ts': [at('jointFactor', 'rows', ['dissociation'], (factor) => 100 * factor)],
  'algorithms/sets/refine.ts': [at('fewJoins', 'rows', ['dissociation'])],
  'engine/cut-problem.ts': [at('MAXIMUM_PIECES', 'leaves', ['k-optimize, many values', ...cutSearches])],
  'engine/js/keys.ts': [
    at('CHUNK_ROWS', 'rows', ['mondrian', 'bucketization', 'anatomy']),
    at('TABLE_DOMAIN', 'leaves', ['mondrian', 'bucketization', 'anatomy']),
  ],
  'engine/js/member-scan.ts': [
    at('<= 256', 'leaves', ['k-member']),
    at('<= 65536', 'leaves', ['k-member, many values']),
  ],
  'k-optimize/search/losses.ts': [
    at('DIGIT_BITS', 'vectors', ['k-optimize, many values'], power),
    at('SHORT_SORT', 'vectors', ['k-optimize, many values']),
  ],
  'k-optimize/block/layout.ts': [at('TABLE_VALUES', 'leaves', ['k-optimize'])],
  'engine/key-plan.ts': [
    at('WORD', 'bits', ['incognito, keys of two words', 'optimal-lattice, keys of two words'], Math.log2),
    at('SMALL_KEY_SPACE', 'bits', ['mondrian', 'hilbert', 'idistance'], Math.log2),
    at('MANY_KEYS', 'vectors', ['mondrian', 'hilbert', 'idistance']),
    at('<= 4096', 'rows', ['mondrian', 'hilbert', 'idistance', 'mdav']),
  ],
  'base/logarithm.ts': [at('LOGARITHM_TABLE_LENGTH', 'rowsOfValue', ['mondrian under entropy'])],
  'engine/member-places.ts': [at('TAKEN_SHARE', 'vectors', ['k-member'])],
  'engine/mondrian-layout.ts': [
    at('<= 0x100', 'leaves', ['mondrian', 'bucketization']),
    at('<= 0x10000', 'leaves', ['mondrian']),
  ],
  'engine/node-layout.ts': [
    at('DIRECT_BITS', 'bits', ['optimal-lattice under entropy']),
    at('BLOCK_BITS', 'bits', lattice),
    at('< 4096', 'vectors', lattice),
  ],
  'engine/wasm/grouping.ts': [
    at('CHUNK_ROWS', 'rows', ['mondrian', 'bucketization', 'anatomy']),
    at('CALL_ROWS', 'rows', ['mondrian', 'hilbert']),
    at('LEVEL_DOMAIN', 'leaves', lattice),
    at('<= 256', 'leaves', lattice),
  ],
  'engine/wasm/hilbert.ts': [at('CALL_POINTS', 'vectors', ['hilbert'])],
  'engine/wasm/partitioned.ts': [at('CALL_ROWS', 'rows', ['mondrian', 'hilbert'])],
  'engine/wasm/resident.ts': [at('LOAD_ROWS', 'rows', ['mondrian', 'hilbert'])],
  'membership/vector-order.ts': [at('mostCompared', 'vectors', ['generalize-and-permute'])],
  'quality/box-density.ts': [
    at('LARGE_VECTORS', 'vectors', ['hilbert', 'idistance', 'mdav']),
    at('LARGE_PAIRS', 'pairs', ['hilbert', 'idistance', 'mdav']),
  ],
  'quality/query-answers.ts': [at('BLOCK', 'rows', ['mondrian', 'hilbert', 'anatomy'])],
  'quality/query-estimates.ts': [at('KINDS_AT_ONCE', 'classes', ['mondrian', 'hilbert'])],
};

/** Other numbers, by file and by the reason why no run above them is compared. `*`: all of a file. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'the most that is taken on: past it a run is refused, or a metric null': {
    'assess/attacks/composed-worlds.ts': ['MOST_PLACES'],
    'assess/attacks/count-person-sets.ts': ['MOST_NUMBERS', 'MOST_REACHED'],
    'assess/attacks/person-placements.ts': ['MOST_WAYS', 'MOST_TRIES'],
    'assess/attacks/permuted-buckets.ts': ['MOST_SHOWN'],
    'membership/count-choices.ts': ['MOST_IN_A_CHARACTER', 'MOST_KINDS'],
    'membership/count-margins.ts': ['MOST_PAIRED'],
    'algorithms/cells/local-suppression.ts': ['MOST_ATTRIBUTES'],
    'engine/combinations.ts': ['MOST_COMBINATION_WORK'],
    'algorithms/cells/meyerson-williams-cover.ts': ['MOST_VECTORS'],
    'algorithms/cuts/condition-evaluator.ts': ['MOST_PIECES', 'MOST_CLASSES'],
    'k-optimize/team/checkpoint.ts': ['MOST_TURNS', 'MOST_TRACE'],
    'algorithms/lattice/incognito.ts': ['MAXIMUM_NODES', 'MAXIMUM_ATTRIBUTES'],
    'algorithms/lattice/lattice.ts': ['MAXIMUM_NODES'],
    'algorithms/lattice/list-nodes.ts': ['MAXIMUM_LISTED'],
    'algorithms/permutation/slicing-diversity.ts': ['mostCells'],
    'algorithms/sets/vertical-partition.ts': ['mostSets'],
    'engine/check-groups.ts': ['MOST_ATTRIBUTES', 'MOST_BITS', '> 0xffffffff'],
    'engine/cut-problem.ts': ['MAXIMUM_ROWS', '> 0xffffffff'],
    'k-optimize/block/check.ts': ['EXACT', 'MAXIMUM_SIZE', 'MOST_CLOSE_ROWS', 'MOST_PIECES'],
    'engine/validate.ts': ['MAXIMUM_U32', 'MAXIMUM_CELLS', 'MAXIMUM_L', 'MAXIMUM_NODES', 'MAXIMUM_NODE_ROWS', '> 256'],
    'engine/wasm/memory.ts': ['PAGE_BYTES', 'MAXIMUM_PAGES'],
    'privacy/km-anonymity.ts': ['MOST_SETS', 'MOST_LOOKS'],
    'privacy/parameters.ts': ['largestK'],
    'quality/box-density.ts': ['>= 1000'],
    'assess/attacks/suda.ts': ['mostColumns'],
    'assess/attacks/world-counts.ts': ['CELLS_OF_A_WAY', 'WORLDS_AT_ONCE', 'DIVISIONS_AT_ONCE'],
  },
  'how much is done between two pauses, and how long a search tries': {
    'algorithms/cells/meyerson-williams.ts': ['YIELD_GROUPS'],
    'engine/combinations.ts': ['WORK_AT_ONCE'],
    'algorithms/cells/meyerson-williams-cover.ts': ['YIELD_DISTANCES'],
    'algorithms/boxes/box-tree.ts': ['YIELD_GROUPS'],
    'algorithms/boxes/group-boxes.ts': ['YIELD_GROUPS'],
    'algorithms/cells/failing-combinations.ts': ['YIELD_VECTORS'],
    'assess/attacks/check-composition.ts': ['entriesAtOnce'],
    'assess/attacks/permuted-buckets.ts': ['rowsAtOnce', 'LEAVES_AT_ONCE'],
    'assess/attacks/membership-attack.ts': ['MATCHES_AT_ONCE', 'DEFAULT_BUDGET'],
    'assess/attacks/membership-of-persons.ts': ['PERSONS_AT_ONCE', 'KINDS_AT_ONCE'],
    'assess/attacks/count-person-sets.ts': ['STATES_AT_ONCE'],
    'assess/attacks/composed-worlds.ts': ['BUDGET', 'KINDS_AT_ONCE'],
    'assess/attacks/composition.ts': ['ROWS_AT_ONCE'],
    'assess/attacks/divisions.ts': ['CLASSES_AT_ONCE'],
    'assess/attacks/downcoding.ts': ['CLASSES_AT_ONCE'],
    'assess/attacks/frequency-counts.ts': ['ROWS_AT_ONCE', 'VECTORS_AT_ONCE'],
    'assess/attacks/homogeneity.ts': ['CLASSES_AT_ONCE', 'PAIRS_AT_ONCE'],
    'assess/attacks/minimality.ts': ['ROWS_AT_ONCE'],
    'membership/pair-flows.ts': ['YIELD_WORK'],
    'algorithms/boxes/local-recoding.ts': ['YIELD_VECTORS'],
    'algorithms/boxes/split-boxes.ts': ['YIELD_CELLS', 'YIELD_VECTORS'],
    'algorithms/boxes/split-by-label.ts': ['YIELD_VECTORS'],
    'algorithms/cells/candidate-heap.ts': ['YIELD_PLACES'],
    'algorithms/cells/local-suppression.ts': ['YIELD_GROUPS', 'YIELD_BLOCKS'],
    'algorithms/greedy/specialization.ts': ['YIELD_VECTORS'],
    'algorithms/lattice/subset-search.ts': ['WATCHED'],
    'algorithms/cells/patterns.ts': ['YIELD_POINTS'],
    'algorithms/sets/apriori.ts': ['MOST_WAYS'],
    'algorithms/cells/suppress-cells.ts': ['PASSES', 'USUAL_RESTARTS', 'YIELD_LOOKS'],
    'algorithms/clusters/microaggregation.ts': ['YIELD_CELLS', 'FEW_GROUPS'],
    'algorithms/clusters/oka-task.ts': ['FEW_GROUPS'],
    'base/team.ts': ['REST_MILLISECONDS'],
    'algorithms/cuts/cut-runs.ts': ['BATCH', 'YIELD_WORK', 'CLASS_WORK'],
    'k-optimize/block/model-table.ts': ['SIZES'],
    'algorithms/cuts/genetic.ts': ['SLICE'],
    'k-optimize/halved-cuts.ts': ['MOST_LOOKS'],
    'k-optimize/k-optimize.ts': [
      'MOST_ROUNDS',
      'FEW_ROUNDS',
      'FIRST_NODES',
      'IDLE_DIVISOR',
      'LATE_TURN',
      'WORDS_A_SECOND',
    ],
    'k-optimize/seed-cuts.ts': ['TRIES'],
    'k-optimize/team/search-team.ts': ['SLICE_MILLISECONDS', 'TURN_NODES', 'MOST_WAITING', 'MOST_WAITING_BYTES'],
    'k-optimize/subtree/optimal-subtrees.ts': ['ROUNDS', 'MOST_OPEN'],
    'k-optimize/team/serve-parts.ts': ['REPORT_MILLISECONDS', 'SLICE_MILLISECONDS'],
    'k-optimize/team/trace.ts': ['MOST_POINTS'],
    'algorithms/cuts/simulated-annealing.ts': ['SLICE', 'SURCHARGE'],
    'algorithms/cuts/default-restarts.ts': ['DEFAULT_RESTARTS'],
    'algorithms/lines/diverse-frontier.ts': ['YIELD_GROUPS'],
    'algorithms/lines/line-grouping.ts': ['YIELD_ROWS', 'YIELD_WINDOWS'],
    'algorithms/local/groups.ts': ['YIELD_CELLS', 'YIELD_BOXES'],
    'algorithms/pauses.ts': ['LONGEST_MILLISECONDS', 'GRACE_MILLISECONDS'],
    'algorithms/permutation/anatomize.ts': ['YIELD_GROUPS', 'YIELD_ROWS', 'countsAtOnce'],
    'algorithms/permutation/generalize-and-permute.ts': ['YIELD_CELLS'],
    'algorithms/permutation/permuted.ts': ['YIELD_BUCKETS'],
    'algorithms/permutation/deal-rows.ts': ['YIELD_ROWS'],
    'algorithms/permutation/judge-buckets.ts': ['countsAtOnce'],
    'algorithms/permutation/slicing-diversity.ts': ['YIELD_TUPLES', 'YIELD_PIECES'],
    'algorithms/permutation/tuple-partition.ts': ['YIELD_VECTORS'],
    'algorithms/run-search.ts': ['FIRST_BUDGET', 'SLICE_MILLISECONDS'],
    'algorithms/sets/horizontal-partition.ts': ['YIELD_RECORDS'],
    'membership/count-margins.ts': ['> 100', 'YIELD_VECTORS', 'SETTLING_WORK', 'NARROWING_WORK'],
    'quality/query-answers.ts': ['BLOCKS_AT_ONCE'],
    'membership/count-part.ts': ['sliceStates'],
    'membership/presence.ts': ['YIELD_VECTORS'],
    'membership/find-ways.ts': ['firstExchanges', 'YIELD_WORK'],
  },
  'a mark that no number comes to': {
    'assess/attacks/uniqueness.ts': ['FREE', 'SEVERAL'],
    'k-optimize/search/models.ts': ['COUNTED'],
    'engine/js/conditions.ts': ['LEFT_OUT', 'PRESENT'],
  },
  'memory for what is kept: past it the same is looked up label by label': {
    'assess/attacks/permuted-buckets.ts': ['mostKeptWords'],
  },
  'layout, masks, weights and units': {
    'algorithms/clusters/blocks.ts': ['GROUPS_OF_BLOCK'],
    'algorithms/clusters/replace-numbers.ts': ['MOST_DECIMALS'],
    'k-optimize/team/checkpoint.ts': ['SUM_BYTES'],
    'algorithms/cuts/coordinate-descent.ts': ['FORBIDDEN_PENALTY'],
    'algorithms/lines/sort-by-words.ts': ['< 65536'],
    'algorithms/local/spans.ts': ['WHOLE'],
    'engine/js/member-scan.ts': ['TAKEN', 'MOST'],
    'k-optimize/search/context.ts': ['*'],
    'k-optimize/block/state.ts': ['MAGIC'],
    'k-optimize/block/open-nodes.ts': ['MAGIC'],
    'k-optimize/team/seal.ts': ['SEAL_BYTES'],
    'algorithms/boxes/box-tree.ts': ['WORD_BITS'],
    'algorithms/cells/failing-combinations.ts': ['BITS'],
    'engine/mondrian-layout.ts': ['BLOCK'],
    'engine/node-layout.ts': ['SORT_BITS'],
    'engine/wasm/node-sets.ts': ['NUMBERS'],
    'engine/wasm/combination-scan.ts': ['NONE'],
    'quality/box-density.ts': ['NO_CLASS'],
    'quality/query-answers.ts': ['BYTE_VALUES'],
    'quality/query-workload.ts': ['QUERY_COUNT', 'FIRST_STATE'],
  },
  'kernels that read files: test/engine/cells.test.ts, test/engine/line-cache.test.ts': {
    'engine/wasm/cell-batch.ts': ['*'],
    'engine/wasm/line-cache.ts': ['*'],
  },
  'held by a test of their own: test/algorithms/sharing/shared-starts.test.ts': {
    'algorithms/cuts/two-phase-hill-climbing.ts': ['WORTH', 'MOST_SHARED'],
  },
  'held by a test of their own, of trees of up to 301 sides: test/engine/kernel-cases.test.ts, "mondrian, persons"': {
    'engine/js/conditions.ts': ['SEVERAL'],
  },
  'held by a test of their own: test/privacy/uniques/population-uniques.test.ts': {
    'privacy/uniques/jackknife.ts': ['GROUPS', 'FEWEST'],
    'privacy/uniques/log-gamma.ts': ['LEAST'],
    'privacy/uniques/pitman.ts': ['MOST_STEPS'],
    'privacy/uniques/slide-negative-binomial.ts': ['MOST_STEPS', 'MOST_LOGIT'],
  },
  'held by a test of their own: test/engine/combination-scan.test.ts': {
    'engine/combinations.ts': ['MOST_GROUPS'],
  },
  'held by a test of their own: test/engine/cut-projections.test.ts': {
    'engine/cut-projections.ts': ['WORK'],
  },
  'held by a test of their own: test/k-optimize/loss.test.ts': {
    'k-optimize/cut-widths.ts': ['MOST_UNITS', 'EXACT'],
  },
  'held by a test of their own: test/algorithms/cut-searches.test.ts': {
    'algorithms/cuts/cut-search-run.ts': ['MOST_KNOWN'],
  },
  'held by a test of their own: test/pipeline/huge-numbers.test.ts': {
    'algorithms/boxes/split-by-label.ts': ['LARGEST_SQUARED', 'TO_SQUARABLE'],
  },
  'held by a test of their own, of buckets of 1 to 30 rows: test/quality/query-error.test.ts': {
    'quality/query-estimates.ts': ['MOST_PAIRED'],
  },
  'yields, and a limit above which a query has no error': {
    'quality/expect-rows.ts': ['ITEMS_AT_ONCE', 'MOST_ASSIGNMENTS'],
  },
  'held by tests of their own: test/algorithms/permutation/deal-rows.test.ts and test/persons/buckets.test.ts': {
    'algorithms/permutation/deal-rows.ts': ['MOST_STEPS', 'ROUNDS'],
    'algorithms/permutation/buckets-of-persons.ts': ['TRIES'],
  },
  'held by a test of their own: test/algorithms/permutation/slicing-diversity.test.ts': {
    'algorithms/permutation/slicing-diversity.ts': ['mostSpread', '> 0x10000'],
  },
  'held by a test of their own, of up to 80 boxes: test/algorithms/local/near-boxes.test.ts': {
    'algorithms/local/near-boxes.ts': ['LEAF_BOXES'],
  },
  'held by a test of their own: test/algorithms/local/patterns.test.ts': {
    'algorithms/cells/patterns.ts': ['MOST_MEMBERS'],
  },
  'held below by themselves': {
    'k-optimize/search/refute.ts': ['> 9007199254740992'],
    'engine/js/quality.ts': ['FLUSH'],
    'engine/key-plan.ts': ['PARTITION_ROWS'],
    'assess/accuracy/accuracy.ts': ['mostRows', 'mostLabels'],
    'assess/accuracy/features.ts': ['mostBins'],
    'membership/count-margins.ts': ['< 1000'],
    'membership/count-part.ts': ['< 2 ** 53'],
  },
};

const source = resolve(import.meta.dirname, '../../src');
const FOLDERS = ['algorithms', 'engine', 'membership', 'privacy', 'quality', 'assess/attacks', 'assess/accuracy'];

/** The value of `20_000`, `0x10000`, `3e7`, `1 << 20`, `2 ** 28`; NaN for anything else. */
function valueOf(text: string): number {
  const [, left, operator, right] = /^(\S+?)(?: (<<|\*\*) (\d+))?$/.exec(text.trim()) ?? [];
  const number = Number((left ?? '').replace(/(?<=\d)_(?=\d)/g, ''));
  return operator === undefined ? number : operator === '<<' ? number * 2 ** Number(right) : number ** Number(right);
}

/** Words and addresses in the engine's memory. */
const LAYOUT = /_(?:PTR|WORDS|MASK)$/;

/** Declared numbers below this are no sizes; of those in comparisons, below 64. */
const SMALLEST = 6;

/** Constants of a file: `NAME` of a declaration, `<= 4096` of a comparison with a number. */
function constantsOf(file: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of readFileSync(join(source, file), 'utf8').split('\n')) {
    const declared = /^(?:export )?const (\w+)(?:: \w+)? = ([^;]+);/.exec(line);
    if (declared !== null && !LAYOUT.test(declared[1]) && Math.abs(valueOf(declared[2])) >= SMALLEST)
      found.set(declared[1], valueOf(declared[2]));
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
    for (const [, operator, number] of line.matchAll(
      /(?<![<>=])([<>]=?) (0x[\da-f]+|[\d_]+(?:e\d+)?(?: (?:<<|\*\*) \d+)?)\b/g,
    )) {
      if (valueOf(number) >= 64) found.set(`${operator} ${number}`, valueOf(number));
    }
  }
  return found;
}

/** Sizes of runs, each made once. */
const made = new Map<RunName, Promise<Sizes>>();
const sizesOf = (name: RunName): Promise<Sizes> => {
  const known = made.get(name) ?? runInBoth(RUNS[name]);
  made.set(name, known);
  return known;
};

const sharing = namesWith(({ sharesWork }) => sharesWork === true);
const isSharing = (algorithm: Run['algorithm']): boolean =>
  sharing.includes(typeof algorithm === 'string' ? algorithm : algorithm.name);

async function runInBoth(run: Run): Promise<Sizes> {
  const { attributes, privacy, algorithm, suppression, timeLimit } = run;
  const table = run.table();
  const job: CheckedJob = { attributes, privacy, algorithm, suppression, output: { order: 'input' } };
  const publicTables = run.people === undefined ? undefined : { people: run.people() };
  const found = [];
  for (const engine of ENGINES) {
    // Compares with the other engine alone: shared work gives equal results.
    const threads = engine === 'wasm' && isSharing(algorithm) ? 3 : 1;
    const done = await anonymize(table, job, { engine, seed: 1, timeLimit, publicTables, threads });
    expect(done.audit.holds).toBe(true);
    expect(done.result.engine).toBe(engine);
    found.push(done);
  }
  const [wasm, js] = found;
  if (timeLimit === undefined) {
    const same = wasm.release.columns.every((column, c) => {
      const other = js.release.columns[c];
      return column.codes.every((code, row) => column.texts[code] === other.texts[other.codes[row]]);
    });
    expect(same).toBe(true);
    expect(js.result.metrics).toEqual(wasm.result.metrics);
  }
  return measure(run, table, wasm.result.classes);
}

function measure({ attributes, privacy }: Run, table: Table, classes: number): Sizes {
  const of = (role: string): string[] => Object.keys(attributes).filter((name) => attributes[name].role === role);
  const domains = of('quasi-identifier').map(
    (name) => buildDomain(table.column(name)!, attributes[name].hierarchy).domain,
  );
  const keys = new Set<string>();
  for (let row = 0; row < table.rows; row++) keys.add(domains.map(({ column }) => column.codes[row]).join());
  const counts = of('sensitive').map((name) => {
    const { codes, texts } = table.column(name)!;
    const rows = new Uint32Array(texts.length);
    for (const code of codes) rows[code]++;
    return rows;
  });
  const most = (list: readonly number[]): number => list.reduce((largest, value) => Math.max(largest, value), 1);
  const rowsOfValue = most(counts.map((rows) => rows.reduce((largest, value) => Math.max(largest, value), 0)));
  const values = most(counts.map((rows) => rows.length));
  const k = most(privacy.map((model) => ('k' in model ? model.k : 1)));
  const q = domains.length;
  const few = q <= 6 ? 2 ** q : 2 + q + (q * (q - 1)) / 2 + (q * (q - 1) * (q - 2)) / 6;
  return {
    rows: table.rows,
    vectors: keys.size,
    leaves: most(domains.map(({ size }) => size)),
    attributes: q,
    bits: domains.reduce((sum, { size }) => sum + Math.log2(size), 0),
    rowsOfValue,
    values,
    classes,
    classCells: classes * values,
    steps: (keys.size * table.rows) / k,
    patterns: keys.size * few,
    subsets: keys.size * 2 ** q,
    pairs: keys.size * classes,
  };
}

const runNames = longCases(Object.keys(RUNS) as RunName[], (name) => quick.includes(name));

describe('every algorithm above the sizes at which the code takes another way', () => {
  longTest.each(runNames)('%s: both engines alike, confirmed by the audit', async (name) => {
    await sizesOf(name);
  });

  it('leaves none out', () => {
    const nameOf = ({ algorithm }: Run): string => (typeof algorithm === 'string' ? algorithm : algorithm.name);
    expect(new Set(Object.values<Run>(RUNS).map(nameOf))).toEqual(new Set(algorithmNames));
  });

  it('is above every threshold that the sources have, by the runs that are made', async () => {
    for (const [file, thresholds] of Object.entries(THRESHOLDS)) {
      const constants = constantsOf(file);
      for (const { is, of, by, as = (value: number) => value } of thresholds) {
        const value = constants.get(is);
        expect(value, `${file}: ${is} is not there any more`).toBeDefined();
        for (const name of by.filter((each) => runNames.includes(each))) {
          const sizes = await sizesOf(name);
          expect(sizes[of], `${file}: ${is}, ${of} of the run ${name}`).toBeGreaterThan(as(value!));
        }
      }
    }
  });

  it('knows every number of the sources that could be a threshold', () => {
    const others = Object.values(OTHERS);
    const unknown: string[] = [];
    for (const folder of FOLDERS) {
      for (const path of readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })) {
        if (!path.endsWith('.ts') || path.endsWith('.generated.ts')) continue;
        const file = `${folder}/${path.split(sep).join('/')}`;
        const listed = [
          ...(THRESHOLDS[file] ?? []).map(({ is }) => is),
          ...others.flatMap((files) => files[file] ?? []),
        ];
        if (listed.includes('*')) continue;
        const constants = [...constantsOf(file).keys()];
        unknown.push(...constants.filter((name) => !listed.includes(name)).map((name) => `${file}: ${name}`));
        // One that is gone is taken from the list.
        unknown.push(...listed.filter((name) => !constants.includes(name)).map((name) => `${file}: no ${name}`));
      }
    }
    expect(unknown, 'numbers to list in THRESHOLDS or OTHERS').toEqual([]);
  });
});

describe('kernels above sizes that no run above reaches', () => {
  longTest('sum the squares of more classes than one stretch holds', async () => {
    const sizes = Uint32Array.from({ length: 1_100_000 }, (_, i) => (i % 100_000 === 7 ? 4_000_000_000 : 1 + (i % 5)));
    let expected = 0n;
    for (const size of sizes) if (size >= 3) expected += BigInt(size) * BigInt(size);
    for (const name of ENGINES) {
      const engine = await createEngine({ engine: name });
      expect(engine.classSums(sizes, 3).sumOfSquares).toBe(expected);
      engine.dispose();
    }
  });

  longTest('merge more rows than the fewest partitions take', async () => {
    const rows = 540_000;
    const half = rows / 2;
    // Every vector twice, far from each other.
    const codes = [0, 1].map((c) =>
      Uint32Array.from({ length: rows }, (_, i) => (c === 0 ? i % half : (i % half) % 97)),
    );
    for (const name of ENGINES) {
      const engine = await createEngine({ engine: name });
      const columns = codes.map((column, c) => ({ codes: column, size: c === 0 ? half : 97 }));
      const set = engine.frequencySet(engine.load(rows, columns));
      expect(set.length).toBe(half);
      expect(set.counts().every((count) => count === 2)).toBe(true);
      expect(set.vectorOf().every((vector, row) => vector === row % half)).toBe(true);
      engine.dispose();
    }
  });
});

describe('counts and measures above sizes that no run above reaches', () => {
  const binomial = (n: number, k: number): bigint =>
    range(k).reduce((product, i) => (product * BigInt(n - i)) / BigInt(i + 1), 1n);

  it.each([
    [40, 25],
    [700, 300],
  ])(
    'ways past 2^53 and past 2^1000: those to choose from three vectors of %s people %s with one value',
    (people, wanted) => {
      const { vectors } = countMargins(
        {
          values: [Uint32Array.of(0, 0, 1)],
          available: new Uint32Array(3).fill(people),
          wanted: [Uint32Array.of(wanted, 5)],
        },
        1e6,
      );
      expect(binomial(2 * people, wanted) > 2n ** 53n).toBe(true);
      // `wanted` of the 2 * people with the first value are chosen, all equally likely.
      for (const { exact, low, high } of vectors.slice(0, 2)) {
        expect(exact!.numerator * BigInt(2 * people)).toBe(exact!.denominator * BigInt(wanted));
        expect([low, high]).toEqual([wanted / (2 * people), wanted / (2 * people)]);
      }
    },
  );

  longTest('accuracies of more rows than are drawn, of more values than bins, of too many labels', async () => {
    const table = tableFromRows(
      range(45_500).map((i) => ({ x: i % 64, y: i % 3, label: i % 64 < 32 ? 'low' : 'high', many: i % 101 })),
    );
    const job: CheckedJob = {
      attributes: { x: known, label: { role: 'class' } },
      privacy: atLeast(5),
      algorithm: 'mondrian',
    };
    const sampledRows = await compare(table, job, ['mondrian'], { engine: 'js', classifier: naiveBayes, seed: 1 });
    expect(sampledRows.runs[0].accuracy).toBe(1);
    expect(sampledRows.warnings.map(({ code }) => code)).toEqual(['ACCURACY_SAMPLED']);
    const tooMany: CheckedJob = { ...job, attributes: { x: known, many: { role: 'class' } } };
    const { runs, warnings } = await compare(table, tooMany, ['mondrian'], { classifier: naiveBayes });
    expect(runs[0].accuracy).toBe(null);
    expect(warnings.map(({ code }) => code)).toEqual(['ACCURACY_NOT_MEASURED']);
  });
});

describe('groups and histograms of more members than a call takes arguments', () => {
  const count = 200_000;

  it('are joined', () => {
    const all = range(count);
    const groups = [all.slice(0, 9), all.slice(9)].map((vectors) => ({ vectors, counts: vectors.map(() => 1) }));
    // Only all rows together satisfy.
    const judge = {
      rows: 0,
      reset: () => (judge.rows = 0),
      add: () => judge.rows++,
      holds: () => judge.rows === count,
    };
    const found = runToCompletion(joinUnsatisfied([], [], judge as unknown as ClassJudge, groups));
    expect(found.joined).toBe(1);
    expect(found.groups).toHaveLength(1);
    expect(new Set(found.groups[0].vectors).size).toBe(count);
    expect(found.groups[0].counts).toHaveLength(count);
  });

  it('are merged into buckets, the last rows with the bucket before', async () => {
    const engine = await createEngine({ engine: 'js' });
    const vectors = Uint32Array.from({ length: count }, (_, i) => i);
    const problem = { set: { length: count, sizes: [], codes: () => null } } as unknown as Problem;
    const condition = { kind: 'size', minimum: count - 1 } as const;
    const groups = [vectors.subarray(0, count - 1), vectors.subarray(count - 1)];
    const { buckets, vector } = runToCompletion(mergeGroups(problem, engine, [condition], groups));
    expect(buckets).toBe(1);
    expect(vector).toHaveLength(count);
    engine.dispose();
  });

  it('are looked at before a search with a public table', async () => {
    const engine = await createEngine({ engine: 'js' });
    const global = new Uint32Array(count).fill(1);
    const problem = {
      rows: count,
      domains: [],
      sensitive: [{ attribute: 's', size: count, global }],
      models: [{ name: 'l-diversity', monotone: true }],
      public: { rows: count + 5, membership: 1 },
    } as unknown as Problem;
    const condition = { kind: 'distinct', column: 0, l: count + 1 } as const;
    expect(() => refuseUnsatisfiable(problem, engine, [condition])).not.toThrow();
    expect(() => refuseUnsatisfiable(problem, engine, [{ ...condition, l: count + 2 }])).toThrow(/even one class/);
    engine.dispose();
  });
});
