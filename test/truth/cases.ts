/** Results that every algorithm must have for the people, by naive programs. No code of `src/`. */
import type { Job } from '../../src/index.js';
import type { Rule } from '../algorithms/lattice/brute-force.js';
import { cutProblem, greedyCost, leastCosts } from './naive-cuts.js';
import { generalize, specialize } from './naive-cut-nodes.js';
import { leastOfPartitions } from './naive-exhaustive.js';
import { datafly, findInLattice, judgeLattice, muArgus, recodeAt, type Cells } from './naive-lattice.js';
import * as partition from './naive-partitions.js';
import type { Texts } from './naive-permuted.js';
import { chunksOf, describeBuckets, fewestOfSets, largestProbability, presenceInBucket } from './naive-permuted.js';
import type { Attribute, Person } from './people.js';
import { groupBy, people, plainNumbers, publicPeople, quasiIdentifiers, sum } from './people.js';

/** Part of a result that is known without the tested program. */
export type Truth =
  /** Every released cell. */
  | { readonly kind: 'release'; readonly cells: Cells; readonly levels: readonly number[] | null }
  /** Every bucket of a permuted release: its rows, and the values that were permuted. */
  | { readonly kind: 'buckets'; readonly of: readonly string[] }
  /** Some figures of the result, exactly. */
  | { readonly kind: 'figures'; readonly of: Readonly<Record<string, number>> }
  /** Between which bounds some figures lie. */
  | { readonly kind: 'bounds'; readonly of: Readonly<Record<string, readonly [number, number]>> };

/** Results of a run, as texts. */
export interface Outcome {
  readonly release: Texts;
  /** The second table of `anatomy`. */
  readonly sensitive: Texts | null;
  readonly solution: Readonly<Record<string, unknown>>;
}

export interface TruthCase {
  readonly algorithm: string;
  readonly shows: string;
  readonly people: readonly Person[];
  /** The public table, where a model asks for one. */
  readonly everybody?: readonly Person[];
  readonly attributes: readonly Attribute[];
  readonly job: Job;
  readonly truth: () => Truth;
  /** Figures that are counted in the released texts, rather than taken from the result. */
  readonly count?: (outcome: Outcome) => Record<string, number>;
}

export const k = 5;
export const suppressionLimit = 18;
const attributes = quasiIdentifiers(people);
const space = { people, attributes };
const few = { people: people.slice(0, 10), attributes: [plainNumbers(people.slice(0, 10), 'age'), ...quasiIdentifiers(people.slice(0, 10)).slice(1)] }; // prettier-ignore
const ages = { people, attributes: [plainNumbers(people, 'age')] };
const numbers = { people, attributes: [plainNumbers(people, 'age'), plainNumbers(people, 'education-num')] };
const schooled = { people, attributes: [plainNumbers(people, 'education-num'), attributes[3]] };

/** A job for some people: k-anonymity, rows in their order, tight ranges. */
function jobFor(of: readonly Attribute[], algorithm: Job['algorithm'], more: Partial<Job> = {}): Job {
  const specs = Object.fromEntries(of.map(({ name, spec }) => [name, spec]));
  return {
    privacy: [{ model: 'k-anonymity', k }],
    output: { order: 'input', ranges: 'tight', suppressed: 'star' },
    ...more,
    attributes: { ...specs, salary: { role: 'class' }, ...more.attributes },
    algorithm,
  };
}

type Where = partition.Space;

const caseOf = (
  algorithm: Exclude<Job['algorithm'], undefined>,
  shows: string,
  where: Where,
  truth: () => Truth,
  more: Partial<Job> = {},
): TruthCase => ({
  algorithm: typeof algorithm === 'string' ? algorithm : algorithm.name,
  shows,
  ...where,
  everybody: publicPeople,
  job: jobFor(where.attributes, algorithm, more),
  truth,
});

const releaseOf = (cells: Cells, levels: readonly number[] | null = null): Truth => ({
  kind: 'release',
  cells,
  levels,
});

/** Computes once what several cases look at. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const suppression = { maxRows: suppressionLimit };
const isBig = (rows: readonly number[]): boolean => rows.length >= k;
const latticeOf = (least: number) =>
  once(() =>
    findInLattice(judgeLattice(people, undefined, attributes, [{ model: 'k-anonymity', k: least }]), suppressionLimit),
  );
const lattice = latticeOf(k);
const coarse = latticeOf(50);
const atLevels = (levels: readonly number[], least = k): Truth =>
  releaseOf(
    recodeAt(people, attributes, levels, (rows) => rows.length >= least),
    levels,
  );

const metrics = ['loss', 'lossGeometric', 'discernibility', 'precision', 'average-class-size', 'height', 'entropy'];

/** The case whose classes are large enough for every privacy model to say something of them. */
export const coarseRelease = 'the first vector of the least height, k = 50';

function latticeCases(): TruthCase[] {
  const best = (metric: string): Truth => atLevels(lattice().best(metric).levels);
  const minimal = (): Truth => {
    const { minimal: all } = lattice();
    const losses = all.map((node) => node.metrics.loss);
    return atLevels(all[losses.indexOf(Math.min(...losses))].levels);
  };
  return [
    caseOf('samarati', 'the first vector of the least height', space, () => atLevels(lattice().lowest[0].levels), { suppression }),
    caseOf('samarati', coarseRelease, space, () => atLevels(coarse().lowest[0].levels, 50), { suppression, privacy: [{ model: 'k-anonymity', k: 50 }] }),
    caseOf('all-minimal', 'the minimal vector of the least loss', space, minimal, { suppression }),
    caseOf('min-gen', 'the vector of the least loss', space, () => best('loss'), { suppression }),
    ...metrics.map((metric) =>
      caseOf({ name: 'optimal-lattice', metric }, `the best vector by ${metric}`, space, () => best(metric), { suppression }),
    ),
    ...['basic', 'super-roots', 'cube'].map((variant) =>
      caseOf({ name: 'incognito', variant }, `the minimal vector of the least loss, ${variant}`, space, minimal, { suppression }),
    ),
  ]; // prettier-ignore
}

/** All minimal vectors, and how many vectors satisfy. */
export const minimalVectors = (): number[][] => lattice().minimal.map(({ levels }) => [...levels]);
export const satisfyingVectors = (): number => lattice().satisfying.length;

const min = 0.2;
const max = 0.8;
const presence: Partial<Job> = {
  privacy: [
    { model: 'k-anonymity', k },
    { model: 'delta-presence', min, max, public: 'public.csv' },
  ],
};
const inPublic = quasiIdentifiers(publicPeople);

function presenceCases(): TruthCase[] {
  const everybody = { people: publicPeople, attributes: inPublic };
  const isPrivate = (row: number): boolean => row < people.length;
  const rules: Rule[] = [
    { model: 'k-anonymity', k },
    { model: 'presence', min, max, outside: 'judged' },
  ];
  const spalm = (): Truth => {
    const nodes = judgeLattice(people, publicPeople.slice(people.length), inPublic, rules);
    const { levels } = findInLattice(nodes, 0).best('loss');
    return releaseOf(
      recodeAt(people, inPublic, levels, () => true),
      levels,
    );
  };
  const mpalm = (): Truth => {
    const parts = partition.mpalm(everybody, isPrivate, min, max);
    const cells: Cells = people.map(() => null);
    for (const rows of parts)
      for (const row of rows.filter(isPrivate)) cells[row] = partition.nodesOver(everybody, rows);
    return releaseOf(cells);
  };
  const where = { people, attributes: inPublic };
  return [
    caseOf('spalm', 'the delta-present vector of the least loss', where, spalm, presence),
    caseOf('mpalm', 'the partition of the public table', where, mpalm, { privacy: presence.privacy?.slice(1) }),
  ];
}

function greedyCases(): TruthCase[] {
  const walk = (): Truth => {
    const { levels, cells } = datafly(people, attributes, k, suppressionLimit);
    return releaseOf(cells, levels);
  };
  return [
    caseOf('datafly', 'the attribute of the most values goes up', space, walk, { suppression }),
    caseOf({ name: 'mu-argus', violations: 'release' }, 'the six steps', space, () => releaseOf(muArgus(people, attributes, k))),
    caseOf('top-down-specialization', 'the best split at every step', space, () => releaseOf(specialize(people, attributes, 'salary', k))),
    caseOf('bottom-up-generalization', 'the best merge at every step', space, () => releaseOf(generalize(people, attributes, 'salary', k))),
  ]; // prettier-ignore
}

function cutCases(): TruthCase[] {
  const problem = once(() => cutProblem(people, schooled.attributes, k, 'salary'));
  const least = once(() => leastCosts(problem(), [0, suppressionLimit]));
  const whole = (metric: 'discernibility' | 'classification'): number => problem().costs([])[metric];
  return (['discernibility', 'classification'] as const).flatMap((metric) => [
    ...[0, suppressionLimit].map((maxRows, i) =>
      caseOf({ name: 'k-optimize', metric }, `the least ${metric} of all sets of cuts, ${maxRows} rows suppressed`, schooled, () => ({ kind: 'figures', of: { [metric]: least()[metric][i] } }), { suppression: { maxRows } }),
    ),
    caseOf({ name: 'greedy-hill-climbing', metric }, `the ${metric} where the climb ends`, schooled, () => ({ kind: 'figures', of: { [metric]: greedyCost(problem(), metric) } }), { suppression: 'unlimited' }),
    ...['two-phase-hill-climbing', 'genetic', 'simulated-annealing'].map((name) =>
      caseOf({ name, metric, ...(name === 'genetic' ? { offspring: 2000 } : {}) }, `${metric} between the optimum and one class`, schooled, () => ({ kind: 'bounds', of: { [metric]: [least()[metric][1], whole(metric)] } }), { suppression }),
    ),
  ]); // prettier-ignore
}

function partitionCases(): TruthCase[] {
  const strict = (): Truth => releaseOf(partition.release(space, partition.mondrian(space, isBig)));
  const relaxed = (): Truth => releaseOf(partition.release(space, partition.relaxedMondrian(space, k)));
  const penalty = once(() => partition.leastPenalty(ages, k));
  const squares = once(() => partition.leastSquares(ages, k));
  const microaggregated = (): Truth => releaseOf(partition.release(numbers, partition.microaggregate(numbers, k)));
  const line = (name: string): TruthCase =>
    caseOf(name, 'the least penalty of runs of one number', ages, () => ({ kind: 'figures', of: { ncp: penalty() } }));
  return [
    caseOf('mondrian', 'median cuts, and cuts along hierarchies', space, strict),
    // The place of each of equal rows is not defined, so neither are the metrics of labels.
    caseOf({ name: 'mondrian', partitioning: 'relaxed' }, 'halves of the rows', space, relaxed, { attributes: { salary: { role: 'drop' } } }),
    line('hilbert'),
    line('idistance'),
    caseOf({ name: 'mdav', variant: 'optimal' }, 'the least squared errors of one number', ages, () => ({ kind: 'figures', of: { sse: squares() } })),
    caseOf({ name: 'mdav', variant: 'fixed' }, 'the nearest of the farthest', numbers, microaggregated),
  ]; // prettier-ignore
}

/** Local recoding has no defined result: nothing is below the best of all partitions of a few people. */
function fewPeopleCases(): TruthCase[] {
  const three = { privacy: [{ model: 'k-anonymity', k: 3 }] } as const;
  const least = once(() => leastOfPartitions(few, 3));
  const names = ['mondrian', 'hilbert', 'idistance', 'mdav', 'local-recoding', 'k-member', 'oka'];
  const cells = few.people.length * few.attributes.length;
  const harmonic = [1, 2, 3, 4, 5].reduce((sum, i) => sum + 1 / i, 0);
  return [
    ...names.map((name) =>
      caseOf(name, 'nothing below the best of all partitions of ten people', few, () => ({ kind: 'bounds', of: { ncp: [least().ncp, 1], loss: [least().loss, 1] } }), three),
    ),
    caseOf('local-suppression', 'the fewest stars of all partitions of ten people', few, () => ({ kind: 'figures', of: { suppressedCells: least().suppressedCells } }), three),
    caseOf('meyerson-williams', 'stars within the proven factor of the fewest', few, () => ({ kind: 'bounds', of: { suppressedCells: [least().suppressedCells, Math.min(cells, least().suppressedCells * 8 * 3 * harmonic)] } }), three),
  ]; // prettier-ignore
}

const occupied = { occupation: { role: 'sensitive' } } as const;
const diverse = (l: number): Job['privacy'] => [
  { model: 'l-diversity', variant: 'distinct', l, attribute: 'occupation' },
];
const quasi = attributes.map(({ name }) => name);
const isDiverse = (rows: readonly number[], l: number): boolean =>
  new Set(rows.map((row) => people[row].occupation)).size >= l;

/** The people with the number of their class, as a permuted release has them. */
const bucketed = (classes: readonly (readonly number[])[]): Texts =>
  classes.flatMap((rows, bucket) => rows.map((row) => ({ ...people[row], bucket: String(bucket) })));

export const describePermuted = (release: Texts): string[] =>
  describeBuckets(release, ({ bucket }) => bucket, [...quasi, 'salary'], 'occupation');

/** Number of rows that two tables have in common, by the quasi-identifiers. */
function commonRows(some: Texts, others: Texts): number {
  const keyOf = (row: Person): string => quasi.map((name) => row[name]).join('|');
  const left = others.map(keyOf).sort();
  return some.map(keyOf).sort().filter((key) => left.includes(key) && left.splice(left.indexOf(key), 1)).length;
} // prettier-ignore

function permutedCases(): TruthCase[] {
  const buckets = (): Truth => ({
    kind: 'buckets',
    of: describePermuted(bucketed(partition.mondrian(space, (rows) => isBig(rows) && isDiverse(rows, 3)))),
  });
  const columns = [['age', 'workclass'], ['marital-status', 'sex'], ['occupation']];
  const groups = people.length / 4;
  return [
    caseOf('bucketization', 'the classes of Mondrian', space, buckets, { attributes: occupied, privacy: [{ model: 'k-anonymity', k }, ...diverse(3)] }),
    {
      ...caseOf('anatomy', 'as many groups of four different values as there can be', space, () => ({ kind: 'figures', of: { classes: groups, discernibility: groups * 16, fewestValues: 4, lost: 0 } }), { attributes: occupied, privacy: diverse(4) }),
      count: ({ release, sensitive }) => ({
        fewestValues: Math.min(...groupBy(sensitive!, ({ bucket }) => bucket).map((rows) => new Set(rows.map(({ occupation }) => occupation)).size)),
        lost: people.length - commonRows(release, people),
      }),
    },
    {
      ...caseOf({ name: 'slicing', columns }, 'nobody is linked to a value with more than 1/3', space, () => ({ kind: 'bounds', of: { probability: [1 / 14, 1 / 3], fewestValues: [3, 14] } }), { attributes: occupied, privacy: diverse(3) }),
      count: ({ release, solution }) => ({
        probability: largestProbability(people, release, solution.columns as string[][], { quasi, sensitive: 'occupation' }),
        fewestValues: Math.min(...groupBy(release, ({ bucket }) => bucket).map((rows) => new Set(rows.map(({ occupation }) => occupation)).size)),
      }),
    },
  ]; // prettier-ignore
}

const twelve = publicPeople.filter((_, row) => row < 6 || (row >= people.length && row < people.length + 6));
const isOfSix = (person: Person): boolean => people.slice(0, 6).includes(person);

/** Permutation after generalization: the least levels at which everybody is as likely as allowed, by every set of people. */
function permuteTwelve(): TruthCase {
  const of = quasiIdentifiers(twelve).slice(1);
  const [least, most] = [0.3, 0.7];
  const truth = (): Truth => {
    const nodes = judgeLattice(twelve.filter(isOfSix), undefined, of, []);
    const present = nodes.filter(({ levels }) => {
      const { low, high } = presenceInBucket(twelve, isOfSix, of, levels);
      return low >= least - 1e-9 && high <= most + 1e-9;
    });
    return { kind: 'bounds', of: { levelSum: [Math.min(...present.map(({ levels }) => sum(levels))), 99], low: [least, 0.5], high: [0.5, most] } };
  };
  const privacy: Job['privacy'] = [{ model: 'k-anonymity', k: 6 }, { model: 'delta-presence', min: least, max: most, public: 'public.csv' }];
  const levelOf = (label: string, a: number): number => [...of[a].paths!.values()].find((path) => path.includes(label))!.indexOf(label);
  return {
    ...caseOf('generalize-and-permute', 'everybody is as likely as every set of people says', { people: twelve.filter(isOfSix), attributes: of }, truth, { privacy }),
    everybody: twelve,
    count: ({ release }) => {
      const levels = of.map(({ name }, a) => Math.max(...release.map((row) => levelOf(row[name], a))));
      return { levelSum: sum(levels), ...presenceInBucket(twelve, isOfSix, of, levels) };
    },
  };
} // prettier-ignore

/** Everybody's cells as a list of terms. */
const baskets = people.map((person) => ({
  terms: [person.workclass, person['marital-status'], person.sex, person.occupation, person.race].join('|'),
}));

function dissociated(): TruthCase {
  const [fewest, m] = [3, 2];
  const terms = sum(baskets.map((person) => person.terms.split('|').length));
  const lists = (rows: Texts): string[][] => rows.map((row) => row.terms.split('|'));
  return {
    algorithm: 'dissociation',
    shows: 'every pair of terms of a chunk in three of its rows, and no term lost',
    people: baskets,
    attributes: [],
    job: {
      attributes: { terms: { role: 'sensitive', set: { delimiter: '|' } } },
      privacy: [{ model: 'km-anonymity', k: fewest, m, attribute: 'terms' }],
      algorithm: 'dissociation',
      output: { order: 'input' },
    },
    truth: () => ({ kind: 'bounds', of: { fewestRows: [fewest, people.length], terms: [1, terms], lost: [0, 0], records: [people.length, people.length] } }),
    count: ({ release }) => {
      const chunks = chunksOf(release);
      const released = new Set(lists(release).flat());
      const clusters = groupBy(release.filter(({ chunk }) => !chunk.startsWith('shared')), ({ cluster }) => cluster);
      return {
        fewestRows: Math.min(...chunks.map((rows) => fewestOfSets(lists(rows), m))),
        terms: sum(chunks.map((rows) => lists(rows).flat().length)),
        lost: new Set(lists(baskets).flat().filter((term) => !released.has(term))).size,
        records: sum(clusters.map(([row]) => Number(row.records))),
      };
    },
  };
} // prettier-ignore

/** Groups of terms, and all cuts of groups: each released as its terms or as its name, or everything as `*`. */
const groupsOfTerms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (['workclass', 'marital-status', 'sex', 'occupation', 'race'] as const).map((name) => [`any ${name}`, [...new Set(people.map((person) => person[name]))].sort()]),
); // prettier-ignore

function generalizedLists(): TruthCase {
  const [fewest, m] = [3, 2];
  const lists = baskets.map(({ terms }) => terms.split('|'));
  const groups = Object.entries(groupsOfTerms);
  const leaves = sum(groups.map(([, terms]) => terms.length));
  const truth = (): Truth => {
    const costs = Array.from({ length: 2 ** groups.length + 1 }, (_, cut) => {
      const isRoot = cut === 2 ** groups.length;
      const labelOf = (term: string): [string, number] => {
        const at = groups.findIndex(([, terms]) => terms.includes(term));
        const [name, terms] = groups[at];
        return isRoot ? ['*', 1] : (cut >> at) & 1 ? [name, (terms.length - 1) / (leaves - 1)] : [term, 0];
      };
      const shown = lists.map((terms) => [...new Set(terms.map((term) => labelOf(term)[0]))]);
      const cost = sum(lists.flat().map((term) => labelOf(term)[1])) / lists.flat().length;
      return fewestOfSets(shown, m) >= fewest ? cost : Infinity;
    });
    const best = Math.min(...costs);
    return { kind: 'bounds', of: { fewestRows: [fewest, people.length], loss: [best, best], records: [people.length, people.length] } };
  };
  return {
    algorithm: 'apriori-anonymization',
    shows: 'every pair of released terms of a row in three rows, at the least loss of all cuts',
    people: baskets,
    attributes: [],
    job: {
      attributes: { terms: { role: 'sensitive', set: { delimiter: '|' }, hierarchy: { type: 'tree', tree: { '*': groupsOfTerms } } } },
      privacy: [{ model: 'km-anonymity', k: fewest, m, attribute: 'terms' }],
      algorithm: 'apriori-anonymization',
      output: { order: 'input' },
    },
    truth,
    count: ({ release }) => ({
      fewestRows: fewestOfSets(release.map(({ terms }) => terms.split('|')), m),
      records: release.length,
    }),
  };
} // prettier-ignore

/** Every case. */
export const truthCases: readonly TruthCase[] = [
  ...latticeCases(),
  ...presenceCases(),
  ...greedyCases(),
  ...cutCases(),
  ...partitionCases(),
  ...fewPeopleCases(),
  ...permutedCases(),
  permuteTwelve(),
  dissociated(),
  generalizedLists(),
];
