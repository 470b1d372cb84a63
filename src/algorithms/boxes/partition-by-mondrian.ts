import { InvalidArgumentError } from '../../base/errors.js';
import type { ClassCondition, Engine, MondrianAttribute, MondrianResult, MondrianSpec } from '../../engine/engine.js';
import { countNumbers, type Domain } from '../../hierarchy/domain.js';
import { treeOf } from '../../hierarchy/tree.js';
import type { Control, Problem } from '../algorithm.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { conditionsOf, publicConditionsOf } from '../judge-classes.js';
import { isReleasedAsNode } from '../released-boxes.js';
import { runSearch } from '../run-search.js';
import { ranksOf } from '../ties.js';
import type { MondrianOptions } from '../cards/mondrian.js';

/** Options that determine the classes. */
type PartitionOptions = Pick<MondrianOptions, 'partitioning' | 'cuts' | 'ties'>;

/** [attributes] true where nodes of the hierarchy are released. */
export function nodesOf(problem: Problem, { cuts }: Pick<PartitionOptions, 'cuts'>): boolean[] {
  return problem.domains.map((domain) => cuts !== 'ranges' && isReleasedAsNode(domain));
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
 * A partition of public vectors as one of the private ones among them, which are the first `vectors`: classes without private rows are not released.
 * Boxes stay those of all public rows, so that the regions disclose nothing of membership.
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
  // Overlapping classes may be joined in the release, after which an estimate by sizes may be larger.
  const mayJoin = spec.partitioning === 'relaxed';
  const tables = problem.models.flatMap(({ table }, i) => {
    const condition = conditions[i];
    if (mayJoin && table?.isOfSizes === true) return [];
    const bySize = condition.kind === 'size' || condition.kind === 'members';
    return table?.isDecisive === true && bySize ? [{ table, condition, minimum: condition.minimum, i }] : [];
  });
  if (tables.length === 0) return run(conditions);
  const holds = (found: MondrianResult): boolean => {
    const { classes, sizes } = problem.public === null ? found : keepPrivate(found, problem.set.length);
    const facts = { classes, released: problem.rows, suppressed: 0, sizes: () => sizes };
    return tables.every(({ table }) => table.holds(facts));
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

/** True where parts are cut along the hierarchy's tree. */
export function isCutAlongTree(domain: Domain, options: PartitionOptions): boolean {
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
