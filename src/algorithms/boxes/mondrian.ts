import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { ClassCondition, Engine, MondrianAttribute, MondrianResult, MondrianSpec } from '../../engine/engine.js';
import { countNumbers, type Domain } from '../../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../../hierarchy/tree.js';
import { defineAlgorithm, type Control, type Outcome, type Problem, type Recoding } from '../algorithm.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { codesOf, recodeGroups } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { splitByLabel } from './split-by-label.js';
import { conditionsOf, publicConditionsOf } from '../judge-classes.js';
import { HIERARCHIES, isReleasedAsNode, warnUnusedLevels, widenToReleased } from '../released-boxes.js';
import { optionSet, ruled, word, type OptionsOf } from '../options.js';
import { Pauses } from '../pauses.js';
import { runSearch } from '../run-search.js';
import { ranksOf, tiesOption } from '../ties.js';

export const PARTITIONING = word('strict', {
  strict: 'rows with equal values stay together, so classes are disjoint boxes',
  relaxed: 'the rows of the median are divided, so that halves are even; boxes may overlap',
});

const OPTIONS = ruled(
  optionSet({
    split: word(
      'median',
      {
        median: 'at the median of the widest attribute',
        'information-gain':
          'InfoGain Mondrian: of all cuts that leave both sides satisfying the models, the one after which the labels of the class column have the least entropy',
        variance: 'least squared deviance Mondrian: so too, for the squared deviation of a numeric class column',
      },
      'where a part is cut',
    ),
    partitioning: PARTITIONING,
    cuts: word('auto', {
      auto: 'what is released as nodes of a hierarchy is cut along its tree',
      order:
        'every attribute is cut in two along the order of its leaves; with a hierarchy the smallest node that covers the class is released, so that nodes of two classes may overlap',
      ranges: 'every attribute is cut in two along the order of its leaves and released as ranges',
    }),
    hierarchies: HIERARCHIES,
    ties: tiesOption('smaller-domain'),
  }),
  ({ cuts, hierarchies }) =>
    cuts === 'ranges' && hierarchies === 'follow'
      ? { at: 'cuts', expected: '"auto" or "order" with "hierarchies": "follow"' }
      : null,
);
type MondrianOptions = OptionsOf<typeof OPTIONS>;

/** What says how classes are made. */
type PartitionOptions = Pick<MondrianOptions, 'partitioning' | 'cuts' | 'ties'>;

/**
 * Mondrian: greedy top-down partitioning of the space of the quasi-identifiers.
 *
 * LeFevre, DeWitt and Ramakrishnan, "Mondrian Multidimensional K-Anonymity", ICDE 2006, section 4. The attribute with
 * the widest normalized range is cut first, at the median of its frequency set; when no cut beside the median leaves
 * both sides satisfying every model, the next widest is tried, and a node that no attribute can cut becomes a class.
 * Ties of width go to the attribute with the smaller domain (`ties: "job-order"`: not so), then to the earlier one.
 *
 * - `strict`: equal values stay together, so classes are disjoint boxes. Numbers, dates and ordered values are cut into
 *   ranges; strings with a hierarchy along its tree, into all children of the smallest node that holds the class, and so
 *   are numbers and dates whose hierarchy is followed. `cuts: "order"` cuts all in two, in the order of their leaves.
 * - `relaxed`: the rows of the median are divided (the first ones, in the order of the search, to the left), so the
 *   halves are even and classes have k to 2k - 1 rows unless rows are equal throughout; boxes may overlap, and classes
 *   that are released with equal values count as the one class they are.
 *
 * A class is released as its own bounding box, not as the box of the cuts that made it.
 */
export const mondrian = defineAlgorithm({
  name: 'mondrian',
  source: 'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
  guarantee:
    'every class satisfies every model; greedy, not optimal (for k-anonymity on distinct points in d dimensions a strict class holds at most 2d(k-1)+m rows, m the copies of one point; relaxed at most 2k-1)',
  complexity: 'O(m q log m) time for m distinct vectors and q quasi-identifiers, O(m q) memory',
  whyRows: ({ partitioning }) =>
    partitioning === 'relaxed'
      ? 'mondrian with "partitioning": "relaxed" divides equal rows by their order, so it needs the rows themselves'
      : null,
  minimality: ({ options }) => {
    for (const [option, only] of [
      ['split', 'median'],
      ['partitioning', 'strict'],
      ['cuts', 'auto'],
    ] as const) {
      const value = options[option];
      if (value !== only) return { unknown: `mondrian with "${option}": ${JSON.stringify(value)}` };
    }
    return 'every-class';
  },
  options: OPTIONS,
  run: runMondrian,
});

/** [attributes] true where nodes of the hierarchy are released. */
function nodesOf(problem: Problem, { cuts }: Pick<PartitionOptions, 'cuts'>): boolean[] {
  return problem.domains.map((domain) => cuts !== 'ranges' && isReleasedAsNode(domain));
}

async function runMondrian(
  problem: Problem,
  engine: Engine,
  options: MondrianOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { split } = options;
  if (split !== 'median') return runByLabel(problem, engine, { ...options, split }, control);
  const found = await partitionByMondrian(problem, engine, options, control, { regions: true });
  const nodes = nodesOf(problem, options);
  const plain: Recoding = {
    kind: 'regions',
    classes: found.classes,
    parts: found.parts,
    lower: found.lower,
    upper: found.upper,
    nodes,
    // Models on a public table were judged by all that lies in the region.
    ownValues: problem.public === null,
  };
  const recoding = await new Pauses(control, 'boxes').drive(widenToReleased(plain, problem.domains));
  const disjoint = options.partitioning === 'strict' && staysApart(problem, options, plain, recoding);
  return {
    recoding: { ...recoding, disjoint },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: found.cuts + found.classes,
      checked: found.cuts + found.refused,
      cuts: found.cuts,
      refused: found.refused,
      groups: found.classes,
    },
    solution: { kind: 'regions' },
    options: { ...options },
    warnings: warnUnusedLevels(problem.domains, 'Mondrian', nodes),
  };
}

/** True when strict classes share no vector as they are released: a node lies within its cut, a range must not have grown. */
function staysApart(problem: Problem, options: MondrianOptions, plain: Recoding, released: Recoding): boolean {
  return problem.domains.every((domain, a) => {
    if (plain.nodes[a]) return isCutAlongTree(domain, options);
    const isSame = (before: Uint32Array, after: Uint32Array): boolean => before.every((leaf, c) => leaf === after[c]);
    return isSame(plain.lower[a], released.lower[a]) && isSame(plain.upper[a], released.upper[a]);
  });
}

/**
 * The classes of Mondrian before anything is released of them; models on a public table are taken with `regions` only, where
 * classes are released as regions. Throws InfeasibleError, AbortError and InvalidArgumentError.
 */
export async function partitionByMondrian(
  problem: Problem,
  engine: Engine,
  options: PartitionOptions,
  control: Control,
  { regions = false }: { readonly regions?: boolean } = {},
): Promise<MondrianResult> {
  refuseOverlaps(problem, options);
  const trees = problem.domains.map((domain) => isCutAlongTree(domain, options));
  const inPublic = regions && problem.public !== null;
  const conditions = inPublic ? publicConditionsOf(problem) : conditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const ranks = ranksOf(problem.domains, options.ties);
  const found = await partition(problem, engine, conditions, control, {
    attributes: problem.domains.map((domain, i) => describeAttribute(domain, ranks[i], trees[i])),
    partitioning: options.partitioning,
  });
  return inPublic ? keepPrivate(found, problem.set.length) : found;
}

/**
 * Relaxed classes, and nodes that are released of cuts along the order of leaves, may overlap; those with equal values are
 * joined in the release, and a model that is not monotone may not survive that.
 *
 * Throws InvalidArgumentError.
 */
function refuseOverlaps(problem: Problem, options: PartitionOptions): void {
  const isRelaxed = options.partitioning === 'relaxed';
  if (!isRelaxed && (options.cuts !== 'order' || !nodesOf(problem, options).includes(true))) return;
  const model = problem.models.find((each) => !each.monotone || each.public !== undefined);
  if (model === undefined) return;
  const why = `with ${model.name}, which ${model.monotone ? 'needs regions that do not overlap' : 'is not monotone'}`;
  throw isRelaxed
    ? new InvalidArgumentError('algorithm.partitioning', `"strict" ${why}`, '"relaxed"', 'MODEL_NOT_SUPPORTED')
    : new InvalidArgumentError('algorithm.cuts', `"auto" or "ranges" ${why}`, '"order"', 'MODEL_NOT_SUPPORTED');
}

/**
 * A partition of public vectors as one of the private ones among them, which are the first `vectors`: classes without
 * private rows are not released. Boxes stay those of all public rows, so that the regions tell nothing of membership.
 */
function keepPrivate(found: MondrianResult, vectors: number): MondrianResult {
  const number = new Int32Array(found.classes).fill(-1);
  const kept: number[] = [];
  const sizes: number[] = [];
  let parts = 0;
  while (parts < found.parts.vector.length && found.parts.vector[parts] < vectors) {
    const id = found.parts.classId[parts];
    if (number[id] < 0) {
      number[id] = kept.push(id) - 1;
      sizes.push(0);
    }
    sizes[number[id]] += found.parts.count[parts++];
  }
  const pick = (column: Uint32Array): Uint32Array => Uint32Array.from(kept, (id) => column[id]);
  return {
    ...found,
    classes: kept.length,
    parts: {
      vector: found.parts.vector.slice(0, parts),
      classId: found.parts.classId.slice(0, parts).map((id) => number[id]),
      count: found.parts.count.slice(0, parts),
    },
    sizes: Uint32Array.from(sizes),
    lower: found.lower.map(pick),
    upper: found.upper.map(pick),
  };
}

/**
 * Partitions under the conditions. A model on the table as a whole (average risk) is sufficed by a smallest class size; the
 * smallest such size whose release satisfies it is looked for by bisection, so that many small classes may stand beside
 * few large ones.
 */
async function partition(
  problem: Problem,
  engine: Engine,
  conditions: readonly ClassCondition[],
  control: Control,
  spec: Omit<MondrianSpec, 'conditions'>,
): Promise<MondrianResult> {
  const run = async (tried: readonly ClassCondition[]): Promise<MondrianResult> => {
    const search = engine.mondrian(problem.public?.set ?? problem.set, { ...spec, conditions: tried });
    try {
      await runSearch(search, 'partition', control);
      return search.result();
    } finally {
      search.dispose();
    }
  };
  const tables = problem.models.flatMap(({ table }, i) => {
    const condition = conditions[i];
    const bySize = condition.kind === 'size' || condition.kind === 'members';
    return table?.repeals === true && bySize ? [{ table, condition, minimum: condition.minimum, i }] : [];
  });
  if (tables.length === 0) return run(conditions);
  const holds = (found: MondrianResult): boolean => {
    const { classes } = problem.public === null ? found : keepPrivate(found, problem.set.length);
    return tables.every(({ table }) => table.holds({ classes, released: problem.rows, suppressed: 0 }));
  };
  const withSizes = (size: number): ClassCondition[] =>
    conditions.map((condition, i) => {
      const found = tables.find((each) => each.i === i);
      return found === undefined ? condition : { ...found.condition, minimum: Math.min(size, found.minimum) };
    });
  let low = 1;
  let high = tables.reduce((most, { minimum }) => Math.max(most, minimum), 1);
  let best: MondrianResult | null = null;
  while (low < high) {
    const size = (low + high) >>> 1;
    const found = await run(withSizes(size));
    if (holds(found)) {
      best = found;
      high = size;
    } else {
      low = size + 1;
    }
  }
  return best ?? run(conditions);
}

/** InfoGain and least squared deviance Mondrian: LeFevre, DeWitt and Ramakrishnan, KDD 2006 and TODS 2008. */
async function runByLabel(
  problem: Problem,
  engine: Engine,
  options: MondrianOptions & { readonly split: 'information-gain' | 'variance' },
  control: Control,
): Promise<Outcome> {
  const { labels } = problem;
  if (labels === null) {
    throw new InvalidArgumentError('algorithm.split', 'a column with the role "class"', 'none', 'NO_CLASS_COLUMN');
  }
  if (options.split === 'variance' && labels.numbers === null) {
    throw new InvalidArgumentError(
      'algorithm.split',
      'a class column of numbers',
      'one of strings',
      'CLASS_NOT_NUMERIC',
    );
  }
  if (options.partitioning === 'relaxed') {
    throw new InvalidArgumentError('algorithm.partitioning', 'strict, since labels choose the cuts', '"relaxed"');
  }
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'partition');
  const input = {
    codes,
    counts: problem.set.counts(),
    labels: { size: labels.size, histogram: labels.histogram(), numbers: labels.numbers },
    by: options.split,
    firstLeaves: problem.domains.map((domain) => cutsOf(domain, options)),
  };
  const { groups, cuts } = await pauses.drive(splitByLabel(input, judge));
  const nodes = nodesOf(problem, options);
  return {
    recoding: { ...(await pauses.drive(recodeGroups(problem, codes, groups, nodes))), kind: 'regions' },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: cuts + groups.length,
      checked: cuts,
      cuts,
      groups: groups.length,
    },
    solution: { kind: 'regions' },
    options: { ...options },
    warnings: warnUnusedLevels(problem.domains, 'Mondrian', nodes),
  };
}

/** Leaves before which a run may be cut: all of an ordered domain, first leaves of the children of its node along a tree. */
function cutsOf(domain: Domain, options: MondrianOptions): (lo: number, hi: number) => ReadonlySet<number> {
  if (options.cuts !== 'auto' || !isReleasedAsNode(domain)) {
    const all = new Set(Array.from({ length: domain.size }, (_, leaf) => leaf));
    return () => all;
  }
  const tree = treeOf(domain.hierarchy!);
  return (lo, hi) => {
    const node = smallestNodeCovering(tree, lo, hi);
    const { childStart, children } = tree;
    return new Set(Array.from(children.subarray(childStart[node], childStart[node + 1]), (child) => tree.lo[child]));
  };
}

function isCutAlongTree(domain: Domain, options: PartitionOptions): boolean {
  return isReleasedAsNode(domain) && options.cuts === 'auto' && options.partitioning === 'strict';
}

function describeAttribute(domain: Domain, rank: number, alongTree: boolean): MondrianAttribute {
  const positions = new Float64Array(domain.size);
  let range = 1;
  if (domain.order === 'numeric' && domain.numbers !== null) {
    const last = countNumbers(domain.numbers) - 1;
    const origin = last >= 0 ? domain.numbers[0] : 0;
    const span = last > 0 ? domain.numbers[last] - origin : 0;
    range = span > 0 ? span : 1;
    // The missing value stands one whole range beyond the largest number: a class that mixes it with numbers is as wide as can be.
    for (let leaf = 0; leaf < domain.size; leaf++) {
      positions[leaf] = leaf > last ? 2 * range : domain.numbers[leaf] - origin;
    }
  } else {
    for (let leaf = 0; leaf < domain.size; leaf++) positions[leaf] = leaf;
    range = Math.max(1, domain.size - 1);
  }
  if (!alongTree) return { positions, range, rank, tree: null };
  const { lo, hi, childStart, children } = treeOf(domain.hierarchy!);
  return { positions, range, rank, tree: { lo, hi, childStart, children } };
}
